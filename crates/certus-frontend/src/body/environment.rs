//! Macros of the compiler whose value depends on where, as what or in which surroundings a program is compiled.
//!
//! `line!()` is not known here: the program that is compiled is laid out in another way. What `stringify!` writes between tokens
//! is up to rustc. `env!` is known where cargo says it, and else not.

use certus_diagnostics::{Diagnostic, Span, Unsupported};
use ra_ap_hir::HirFileId;
use ra_ap_hir_expand::{MacroCallId, MacroDefKind};
use ra_ap_syntax::ast::HasName as _;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, ast};

use super::Builder;
use crate::expanded::Calls;
use crate::loaded::Loaded;

/// What inference takes for the value of a variable that is not known.
const UNKNOWN: &str = "UNRESOLVED_ENV_VAR";

/// Macros whose value depends on the place of the call, on the file, or on other files.
const PLACED: &[&str] = &["line", "column", "file", "module_path", "include", "include_str", "include_bytes"];

/// Macros whose value is a text that the compiler makes of tokens.
const WRITTEN: &[&str] = &["stringify", "concat", "concat_bytes", "concat_idents"];

impl Builder<'_> {
    /// Errs with `unsupported/environment` for each `option_env!` of a variable that is not known, and with
    /// `unsupported/macro-value` for a macro of the compiler whose value may be another one when the program is compiled.
    pub(super) fn check_environment(&mut self) {
        let db = self.loaded.db();
        // What is trusted runs unseen, but for its contract.
        let attrs = crate::key::Key::from_body(self.owner).map(|key| self.loaded.attrs_of(key)).unwrap_or_default();
        let is_trusted = attrs.iter().any(|attr| attr.path == "verifier::external_body");
        let mut missing = Vec::new();
        let mut valued = Vec::new();
        for (ptr, call) in self.map.macro_calls() {
            let at = (ptr.file_id, ptr.value.text_range());
            if let Some(unknown) = self.loaded.unknown_value(call, at)
                && !is_formatted(ptr.value.to_node(&ptr.file_id.parse_or_expand(db)).syntax())
                && (!is_trusted || self.loaded.is_in_clause(at))
            {
                valued.push(unknown);
            }
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
        self.errors.append(&mut valued);
    }

    /// The same for the text of a literal that `env!` made.
    pub(super) fn check_literal(&mut self, text: &str, span: Span) {
        if text.contains(UNKNOWN) {
            self.unknown_variable(span);
        }
    }

    fn unknown_variable(&mut self, span: Span) {
        let message = "the value of this environment variable is not known here";
        self.error(Unsupported::Environment, message, span);
    }
}

impl Loaded {
    /// The first call among items, in a signature or in a type of the language, of a macro whose value may be another one when
    /// the program is compiled. Those in bodies are found where the bodies are read.
    pub(crate) fn unknown_value_in_items(&self, calls: &Calls) -> Option<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        for (at, call) in calls.all() {
            if self.in_language(at.0) && !self.is_in_body(at) {
                found.extend(self.unknown_value(call, at));
            }
        }
        found.sort_by_key(|error| error.primary.as_ref().map(|label| label.span));
        found.into_iter().next()
    }

    /// Whether a place is in the body of a function, a constant or a static.
    fn is_in_body(&self, at: (HirFileId, TextRange)) -> bool {
        for (node, inner) in self.around(at) {
            let body: Option<SyntaxNode> = match node.kind() {
                SyntaxKind::FN => ast::Fn::cast(node).and_then(|f| f.body()).map(|b| b.syntax().clone()),
                SyntaxKind::CONST => ast::Const::cast(node).and_then(|c| c.body()).map(|b| b.syntax().clone()),
                SyntaxKind::STATIC => ast::Static::cast(node).and_then(|c| c.body()).map(|b| b.syntax().clone()),
                _ => continue,
            };
            return body.is_some_and(|body| body.text_range().contains_range(inner));
        }
        false
    }

    /// Whether a place is in a call of a function of `verus_builtin`, as all clauses are.
    pub(crate) fn is_in_clause(&self, at: (HirFileId, TextRange)) -> bool {
        self.around(at).into_iter().any(|(node, _)| {
            let callee = ast::CallExpr::cast(node).and_then(|call| call.expr());
            callee.is_some_and(|callee| callee.syntax().text().to_string().contains("verus_builtin"))
        })
    }

    /// The syntax around a place, outwards through the calls of macros, and which part of its file the place is in.
    fn around(&self, at: (HirFileId, TextRange)) -> Vec<(SyntaxNode, TextRange)> {
        let (mut file, mut range) = at;
        let mut out = Vec::new();
        loop {
            let root = file.parse_or_expand(self.db());
            out.extend(root.covering_element(range).ancestors().map(|node| (node, range)));
            let HirFileId::MacroFile(call) = file else { return out };
            let kind = &call.loc(self.db()).kind;
            let ra_ap_hir_expand::MacroCallKind::FnLike { ast_id, .. } = kind else { return out };
            (file, range) = (ast_id.file_id, ast_id.to_range(self.db()));
        }
    }

    /// `unsupported/macro-value` for a call of a macro of the compiler whose value may be another one when the program is
    /// compiled.
    fn unknown_value(&self, call: MacroCallId, at: (HirFileId, TextRange)) -> Option<Diagnostic> {
        let definition = match call.loc(self.db()).def.kind {
            MacroDefKind::BuiltIn(id, _) | MacroDefKind::BuiltInEager(id, _) => id,
            MacroDefKind::UnimplementedBuiltIn(id) => id,
            _ => return None,
        };
        let name = definition.to_node(self.db()).name()?.text().to_string();
        let why = match name.as_str() {
            name if PLACED.contains(&name) => "depends on where the program is compiled",
            name if WRITTEN.contains(&name) && !self.is_plain_text(name, at) => {
                "is a text that the compiler formats in its own way"
            }
            _ => return None,
        };
        let message = format!("the value of `{name}!` {why}, and is not known here");
        let error = Diagnostic::error(Unsupported::MacroValue, message, self.span(at.0, at.1));
        Some(error.with_help("write the value itself, or call the macro in a function that is not verified"))
    }

    /// Whether the text that a call gives is that of one word, or of strings as they are written.
    fn is_plain_text(&self, name: &str, at: (HirFileId, TextRange)) -> bool {
        let root = at.0.parse_or_expand(self.db());
        let node = root.descendants().filter_map(ast::MacroCall::cast).find(|call| call.syntax().text_range() == at.1);
        let Some(tree) = node.and_then(|call| call.token_tree()) else { return false };
        let tokens: Vec<_> = tree.syntax().children_with_tokens().filter(|e| !e.kind().is_trivia()).collect();
        let inner = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default();
        let text = |element: &ra_ap_syntax::SyntaxElement| element.to_string();
        match (name, inner) {
            ("stringify", [word]) => word.kind() == SyntaxKind::IDENT && !text(word).starts_with("r#"),
            ("concat", parts) => parts.iter().all(|part| match part.kind() {
                SyntaxKind::COMMA | SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => true,
                SyntaxKind::INT_NUMBER => is_plain_number(&text(part)),
                SyntaxKind::STRING => text(part).starts_with('"') && !text(part).contains('\\'),
                _ => false,
            }),
            _ => false,
        }
    }
}

/// Whether a number is written as its value is printed.
fn is_plain_number(text: &str) -> bool {
    text == "0" || (!text.starts_with('0') && text.chars().all(|c| c.is_ascii_digit()))
}

/// Whether a call is an argument of `format_args!` by itself. Nothing is known of the text that is made, so the value does not
/// matter.
fn is_formatted(call: &SyntaxNode) -> bool {
    let around = call.parent().filter(|of| of.kind() == SyntaxKind::MACRO_EXPR);
    around.and_then(|expr| expr.parent()).is_some_and(|of| of.kind() == SyntaxKind::FORMAT_ARGS_ARG)
}
