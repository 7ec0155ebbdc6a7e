//! What is ghost in code that rustc computes of another crate, found by the names that the rewriter writes.
//!
//! A crate that others use is not lowered, so that nothing marks its ghost code. Most bodies of its functions are left out; what its
//! constants come to is computed by rustc, which cannot compute clauses and proofs:
//!
//! ```text
//! pub exec const LIMIT: u8 ensures LIMIT > 3 { proof { lemma(); } nine() }   ->   pub const LIMIT: u8 = { nine() };
//! ```
//!
//! Only the rewriter writes paths that begin with `::verus_builtin`, and nothing that runs begins with one and stands as a statement.

use ra_ap_syntax::ast::HasAttrs as _;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

/// Functions of the language that rustc can compute: they give some value, or their argument.
const COMPUTED: &[&str] = &["ghost_let", "tracked_let", "open_ghost", "open_tracked", "truncate"];

/// Whether a statement, or the end of a block, is for the prover alone: a clause, an assertion, a proof.
pub(super) fn is_ghost_statement(node: &SyntaxNode) -> bool {
    if let Some(statement) = ast::ExprStmt::cast(node.clone()) {
        return match statement.expr() {
            Some(ast::Expr::CallExpr(call)) => is_of_language(call.syntax()),
            Some(ast::Expr::BlockExpr(block)) => is_proof_block(&block),
            _ => false,
        };
    }
    let is_last = node.parent().is_some_and(|list| list.kind() == SyntaxKind::STMT_LIST);
    match ast::Expr::cast(node.clone()).filter(|_| is_last) {
        Some(ast::Expr::CallExpr(call)) => is_of_language(call.syntax()) && is_proof(&callee(&call)),
        Some(ast::Expr::BlockExpr(block)) => is_proof_block(&block),
        _ => false,
    }
}

/// Whether a block is a proof.
fn is_proof_block(block: &ast::BlockExpr) -> bool {
    let first = block.stmt_list().and_then(|list| list.statements().next());
    first.is_some_and(|first| joined(first.syntax()).starts_with("::verus_builtin::internal::proof_block("))
}

/// Whether an expression is what a ghost variable is given, or is computed by the language and becomes a ghost value.
pub(super) fn is_ghost_value(node: &SyntaxNode) -> bool {
    let given = |list: SyntaxNode| ast::CallExpr::cast(list.parent()?);
    let Some(call) = node.parent().filter(|list| list.kind() == SyntaxKind::ARG_LIST).and_then(given) else {
        return false;
    };
    match callee(&call).as_str() {
        "ghost_let" | "tracked_let" => is_of_language(call.syntax()),
        "Ghost" | "Tracked" => is_of_language(node),
        _ => false,
    }
}

/// Whether rustc can compute a function as it stands, without what is ghost in it and without moving what ghost code mentions.
pub(super) fn computes_plainly(function: &ast::Fn) -> bool {
    let is_for_verifier = |attr: ast::Attr| {
        let text = attr.syntax().text().to_string();
        text.contains("certus:") && !text.contains("certus:attr verifier::")
    };
    function.const_token().is_some()
        && !function.attrs().any(is_for_verifier)
        && function.body().is_some_and(|body| is_plain(body.syntax()))
}

/// Whether nothing in code is of the language but what is left out or can be computed.
fn is_plain(node: &SyntaxNode) -> bool {
    if is_ghost_statement(node) || is_ghost_value(node) {
        return true;
    }
    match node.kind() {
        SyntaxKind::CALL_EXPR => {
            let name = ast::CallExpr::cast(node.clone()).map(|call| callee(&call)).unwrap_or_default();
            let args = node.children().filter(|child| child.kind() == SyntaxKind::ARG_LIST);
            let is_wrapped = || args.flat_map(|list| list.children()).all(|arg| is_ghost_value(&arg));
            (!matches!(name.as_str(), "Ghost" | "Tracked") || is_wrapped())
                && node.children().all(|child| is_plain(&child))
        }
        SyntaxKind::PATH_EXPR if is_of_language(node) => COMPUTED.contains(&last_name(node).as_str()),
        SyntaxKind::MACRO_CALL | SyntaxKind::CLOSURE_EXPR => false,
        kind if ast::Item::can_cast(kind) => false,
        _ => node.children().all(|child| is_plain(&child)),
    }
}

/// Whether a function of the language is one that proofs call for what it shows, and that has no value.
fn is_proof(name: &str) -> bool {
    ["assert", "assume_", "admit", "reveal", "broadcast_use", "calculation", "use_type_invariant"]
        .iter()
        .any(|begin| name.starts_with(begin))
}

/// The last name of the path that a call names.
fn callee(call: &ast::CallExpr) -> String {
    call.expr().map(|path| last_name(path.syntax())).unwrap_or_default()
}

/// The last name of a path.
fn last_name(path: &SyntaxNode) -> String {
    joined(path).rsplit("::").next().unwrap_or_default().to_string()
}

/// Whether code begins with the path of a function that only the rewriter names so.
fn is_of_language(node: &SyntaxNode) -> bool {
    joined(node).starts_with("::verus_builtin::")
}

/// The beginning of what is written, without blanks: as much as a path of the language needs.
fn joined(node: &SyntaxNode) -> String {
    let tokens = node.descendants_with_tokens().filter_map(|part| part.into_token());
    tokens.filter(|token| !token.kind().is_trivia()).take(12).map(|token| token.text().to_string()).collect()
}
