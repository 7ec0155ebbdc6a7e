//! Code of other crates that rustc computes when it compiles a program: `const fn`s and constants.
//!
//! Of other crates, which code is ghost code is not known, as their bodies are not read. What stands as a statement tells it,
//! though: clauses, assertions and proofs are calls of `verus_builtin`. Without these, a body can be computed if it mentions that
//! crate no more. A body that may have other ghost code in it is left out as ever, and a constant that needs it is E0080.

use certus_tree::Known;
use ra_ap_hir::HirFileId;
use ra_ap_syntax::ast::{self, HasAttrs};
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode};

use super::emit::Emitter;

/// The crate whose functions are the language.
const LANGUAGE: &str = "verus_builtin";

impl Emitter<'_> {
    /// Whether the body of a function of the language is written as what runs of it.
    pub(super) fn is_computed(&self, file: HirFileId, function: &ast::Fn) -> bool {
        let body = function.body().filter(|_| function.const_token().is_some() && self.loaded.in_language(file));
        let is_plain = |attr: ast::Attr| !attr.syntax().text().to_string().contains("certus:");
        function.attrs().all(is_plain) && body.is_some_and(|body| is_computable(body.syntax()))
    }

    /// Whether an item of another crate is to be written as what runs of it, and is not being written so yet.
    pub(super) fn begins_computed(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        let is_other = self.cut && self.is_users && !self.computes;
        is_other
            && match ast::Fn::cast(node.clone()) {
                Some(function) => self.is_computed(file, &function),
                None => {
                    let runs = node.children().any(|child| child.text().to_string().contains("certus:mode exec"));
                    runs && self.loaded.in_language(file) && is_computable(node)
                }
            }
    }
}

/// Whether nothing but ghost statements mentions the language, and no macro is called that could come to such.
fn is_computable(node: &SyntaxNode) -> bool {
    if is_ghost_statement(node) {
        return true;
    }
    let is_named = |token: &ra_ap_syntax::SyntaxToken| token.text() == LANGUAGE;
    node.kind() != SyntaxKind::MACRO_CALL
        && !node.children_with_tokens().filter_map(|child| child.into_token()).any(|token| is_named(&token))
        && node.children().all(|child| is_computable(&child))
}

/// Whether a node is a statement, or the end of a block, that is a clause, an assertion, a proof or a ghost variable.
pub(super) fn is_ghost_statement(node: &SyntaxNode) -> bool {
    let stands_alone = || node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::STMT_LIST);
    if let Some(stmt) = ast::ExprStmt::cast(node.clone()) {
        return stmt.expr().is_some_and(|e| is_ghost_value(&e));
    }
    if let Some(local) = ast::LetStmt::cast(node.clone()) {
        let made = local.initializer().and_then(|value| called(&value));
        return made.is_some_and(|name| [Known::GhostLet, Known::TrackedLet].iter().any(|of| of.path() == name));
    }
    match ast::Expr::cast(node.clone()) {
        Some(e) => stands_alone() && is_ghost_value(&e),
        None => false,
    }
}

/// Whether an expression is a call of the language, or a block that begins as a proof.
fn is_ghost_value(e: &ast::Expr) -> bool {
    if let Some(name) = called(e) {
        let own = name.strip_prefix(LANGUAGE).and_then(|rest| rest.strip_prefix("::"));
        return name == Known::ProofBlock.path() || own.is_some_and(|own| !own.contains("::"));
    }
    let ast::Expr::BlockExpr(block) = e else { return false };
    let Some(list) = block.stmt_list() else { return false };
    let first = list.syntax().children().find(|child| child.kind() != SyntaxKind::ATTR);
    match first {
        Some(first) => ast::ExprStmt::cast(first.clone())
            .and_then(|stmt| stmt.expr())
            .or_else(|| ast::Expr::cast(first))
            .is_some_and(|e| match called(&e) {
                Some(name) => name == Known::ProofBlock.path(),
                None => list.syntax().children().count() == 1 && is_ghost_value(&e),
            }),
        None => false,
    }
}

/// The path of the function that a call names, without its arguments and blanks.
fn called(e: &ast::Expr) -> Option<String> {
    let ast::Expr::CallExpr(call) = e else { return None };
    let ast::Expr::PathExpr(path) = call.expr()? else { return None };
    let words = path.syntax().descendants_with_tokens().filter_map(|part| part.into_token());
    let text: String = words.filter(|word| !word.kind().is_trivia()).map(|word| word.text().to_string()).collect();
    text.strip_prefix("::").map(str::to_string)
}
