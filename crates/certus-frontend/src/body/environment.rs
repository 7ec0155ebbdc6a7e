//! Macros that are built into the compiler, where what the type checker makes of them is not what rustc does.
//!
//! `env!` and `option_env!`: variables that are not known when a program is verified may be there when it is compiled.
//! `concat!`: numbers are written as they stand, where rustc writes their values.

use certus_diagnostics::{Class, Span};
use ra_ap_hir::HirFileId;
use ra_ap_hir_expand::MacroDefKind;
use ra_ap_syntax::{AstNode, AstPtr, SyntaxKind, SyntaxToken, ast};

use super::Builder;

/// What inference takes for the value of a variable that is not known.
const UNKNOWN: &str = "UNRESOLVED_ENV_VAR";

impl Builder<'_> {
    /// Errs with `unsupported/environment` for each `option_env!` of a variable that is not known.
    pub(super) fn check_environment(&mut self) {
        let db = &self.loaded.db;
        let mut missing = Vec::new();
        let mut joined = Vec::new();
        for (ptr, call) in self.map.macro_calls() {
            let MacroDefKind::BuiltInEager(_, expander) = call.loc(db).def.kind else { continue };
            // The type is not exported.
            if format!("{expander:?}") == "Concat" {
                let root = ptr.file_id.parse_or_expand(db);
                let node = AstPtr::<ast::MacroCall>::to_node(&ptr.value, &root);
                let wrong = node.token_tree().and_then(|args| not_as_written(args.syntax()));
                joined.extend(wrong.map(|token| self.loaded.span(ptr.file_id, token.text_range())));
            }
            if !expander.is_env_or_option_env() {
                continue;
            }
            let text = HirFileId::from(call).parse_or_expand(db).text().to_string();
            if text.contains("None") && !text.contains("Some") {
                missing.push(self.loaded.span(ptr.file_id, ptr.value.text_range()));
            }
        }
        missing.into_iter().for_each(|span| self.unknown_variable(span));
        for span in joined {
            let message = "in `concat!`, texts and plain decimal numbers are supported only";
            self.error(Class::Unsupported, "macro", message, span);
        }
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

/// The first argument of `concat!` whose text might not be what is written: a number in another form, or what another
/// macro makes.
fn not_as_written(args: &ra_ap_syntax::SyntaxNode) -> Option<SyntaxToken> {
    let mut before: Option<SyntaxToken> = None;
    for token in args.descendants_with_tokens().filter_map(|element| element.into_token()) {
        let wrong = match token.kind() {
            SyntaxKind::INT_NUMBER => !token.text().parse::<u128>().is_ok_and(|n| n.to_string() == token.text()),
            SyntaxKind::FLOAT_NUMBER => true,
            SyntaxKind::BANG => !before.as_ref().is_some_and(|name| matches!(name.text(), "concat" | "env")),
            _ => false,
        };
        if wrong {
            return Some(token);
        }
        before = Some(token);
    }
    None
}
