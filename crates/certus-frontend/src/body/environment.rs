//! `env!` and `option_env!`: variables that are not known when a program is verified may be there when it is compiled.

use certus_diagnostics::{Class, Span};
use ra_ap_hir::HirFileId;
use ra_ap_hir_expand::MacroDefKind;

use super::Builder;

/// What inference takes for the value of a variable that is not known.
const UNKNOWN: &str = "UNRESOLVED_ENV_VAR";

impl Builder<'_> {
    /// Errs with `unsupported/environment` for each `option_env!` of a variable that is not known.
    pub(super) fn check_environment(&mut self) {
        let db = &self.loaded.db;
        let mut missing = Vec::new();
        for (ptr, call) in self.map.macro_calls() {
            let MacroDefKind::BuiltInEager(_, expander) = call.loc(db).def.kind else { continue };
            if !expander.is_env_or_option_env() {
                continue;
            }
            let text = HirFileId::from(call).parse_or_expand(db).text().to_string();
            if text.contains("None") && !text.contains("Some") {
                missing.push(self.loaded.span(ptr.file_id, ptr.value.text_range()));
            }
        }
        missing.into_iter().for_each(|span| self.unknown_variable(span));
    }

    /// The same for the text of a literal that `env!` made.
    pub(super) fn check_literal(&mut self, text: &str, span: Span) {
        if text.contains(UNKNOWN) {
            self.unknown_variable(span);
        }
    }

    fn unknown_variable(&mut self, span: Span) {
        let message = "the value of this environment variable is not known here";
        self.error(Class::Unsupported, "environment", message, span);
    }
}
