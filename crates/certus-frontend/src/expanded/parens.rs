//! Parentheses in parentheses.
//!
//! What a macro writes has many: `f((x))`, `((x)).g()`. rustc has a lint for them, which never speaks here; but for each it
//! copies the text of the file up to there, also where the lint is allowed. So in a text of ten megabytes they took rustc minutes,
//! and the inner ones are left out.

use ra_ap_syntax::{NodeOrToken, SyntaxKind, SyntaxNode, T};

use super::emit::Emitter;
use ra_ap_hir::HirFileId;

/// Whether an expression is all that stands between other parentheses, or an argument of a call.
pub(super) fn is_enclosed(expr: &SyntaxNode) -> bool {
    expr.parent().is_some_and(|around| matches!(around.kind(), SyntaxKind::PAREN_EXPR | SyntaxKind::ARG_LIST))
}

impl Emitter<'_> {
    /// An expression in parentheses that a macro wrote, without these.
    pub(super) fn without_parens(&mut self, file: HirFileId, node: &SyntaxNode) {
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Token(token) if matches!(token.kind(), T!['('] | T![')']) => self.generated(" "),
                NodeOrToken::Node(node) => self.node(file, &node),
                NodeOrToken::Token(token) => self.token(file, &token),
            }
        }
    }
}
