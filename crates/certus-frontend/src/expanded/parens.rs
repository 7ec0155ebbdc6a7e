//! Parentheses in parentheses.
//!
//! What macros write has many: `f((x))`, `((x)).g()`. They mean nothing, and are left out of the text for rustc. Its lint
//! `unused_parens` copies the file up to each of them, even where the lint is allowed; in a text of eleven megabytes that took
//! more than two minutes.

use ra_ap_hir::HirFileId;
use ra_ap_syntax::{NodeOrToken, SyntaxKind, SyntaxNode, T};

use super::emit::Emitter;

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
