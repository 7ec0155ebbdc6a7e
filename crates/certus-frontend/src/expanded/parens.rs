//! Parentheses that mean nothing.
//!
//! What macros write has many: `f((x))`, `let y = (x);`, `((x)).g()`. They are left out of the text for rustc. Its lint
//! `unused_parens` copies the file up to each of them, even where the lint is allowed; in a text of eleven megabytes that took
//! more than two minutes.
//!
//! Parentheses stay around the head of an `if` or a `match`, where a struct would be read as the block after it.

use ra_ap_hir::HirFileId;
use ra_ap_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxNodePtr, T, ast};

use super::emit::Emitter;
use crate::place::Place;

/// Whether an expression is between other parentheses, an argument of a call, the value of a variable or the body of a closure.
fn is_enclosed(expr: &SyntaxNode) -> bool {
    let Some(around) = expr.parent() else { return false };
    match around.kind() {
        SyntaxKind::PAREN_EXPR | SyntaxKind::ARG_LIST | SyntaxKind::CLOSURE_EXPR => true,
        // An `else` comes after no brace.
        SyntaxKind::LET_STMT => ast::LetStmt::cast(around).is_some_and(|statement| statement.let_else().is_none()),
        _ => false,
    }
}

impl Emitter<'_> {
    /// Whether nothing stands beside an expression that could be read together with it. What a macro comes to stands where the
    /// call does.
    pub(super) fn stands_alone(&self, file: HirFileId, expr: &SyntaxNode) -> bool {
        let is_root = expr.parent().is_none() && file.is_macro() && self.enclosed == file.macro_file();
        is_root || is_enclosed(expr)
    }

    /// Whether the parentheses around an expression that has no mark mean nothing.
    pub(super) fn is_needless(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        if node.kind() != SyntaxKind::PAREN_EXPR || !file.is_macro() {
            return false;
        }
        match self.stands_alone(file, node) {
            true => !self.begins() || self.begins_plainly(file, node),
            false => is_tail(node) && self.begins_plainly(file, node),
        }
    }

    /// Whether what is in parentheses begins with a name or another parenthesis, which begins an expression at the beginning of a
    /// statement, too: a block there would be a statement of its own.
    fn begins_plainly(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        let mut inner = node.children().next();
        while let Some(first) = inner {
            let is_written_otherwise = matches!(first.kind(), SyntaxKind::MACRO_EXPR | SyntaxKind::MACRO_CALL)
                || self.is_marked(&Place { file, node: SyntaxNodePtr::new(&first) });
            if is_written_otherwise {
                return false;
            }
            inner = first.first_child().filter(|child| child.text_range().start() == first.text_range().start());
        }
        let after = node.first_token().and_then(|open| open.next_token());
        let first = std::iter::successors(after, |token| token.next_token()).find(|token| !token.kind().is_trivia());
        first.is_some_and(|token| matches!(token.kind(), SyntaxKind::IDENT | T![::] | T![:] | T!['(']))
    }

    /// An expression in parentheses, without these.
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

/// Whether an expression is the value of its block.
fn is_tail(node: &SyntaxNode) -> bool {
    node.parent().is_some_and(|around| around.kind() == SyntaxKind::STMT_LIST)
}
