//! Variables whose mode stands in an attribute: `#[verifier::spec] let x = e;`.
//!
//! Inside of `verus!` the rewriter reads these attributes. In plain Rust that is verified, and in what a macro by example
//! writes, they are still there. The value is then marked as the rewriter marks it, `ghost_let(e)` or `tracked_let(e)`.

use certus_tree::{CallKind, Expr, ExprKind, Known};
use ra_ap_hir_def::hir::PatId;
use ra_ap_syntax::ast::HasAttrs as _;
use ra_ap_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use super::Builder;

/// What marks the value of a variable, if an attribute of its declaration says so.
pub(crate) fn mark_of(declaration: &ast::LetStmt) -> Option<Known> {
    declaration.attrs().find_map(|attr| {
        let path = attr.path()?.syntax().text().to_string();
        match path.split_whitespace().collect::<String>().as_str() {
            "verifier::spec" => Some(Known::GhostLet),
            "verifier::proof" => Some(Known::TrackedLet),
            _ => None,
        }
    })
}

/// The value of a declaration that is marked so.
pub(crate) fn marked_value(node: &SyntaxNode) -> Option<(Known, SyntaxNode)> {
    if node.kind() != SyntaxKind::LET_STMT {
        return None;
    }
    let declaration = ast::LetStmt::cast(node.clone())?;
    Some((mark_of(&declaration)?, declaration.initializer()?.syntax().clone()))
}

impl Builder<'_> {
    /// The value of a variable with this pattern, marked if an attribute says so.
    pub(super) fn marked(&mut self, pat: PatId, value: Expr) -> Expr {
        let declaration = self.pat_node(pat).and_then(|node| ast::LetStmt::cast(node.value.parent()?));
        let mark = declaration.and_then(|declaration| mark_of(&declaration));
        let Some(def) = mark.and_then(|mark| self.loaded.find(mark.path())) else { return value };
        let (ty, span) = (value.ty.clone(), value.span);
        let callee = CallKind::Fn { def, args: vec![ty.clone()], resolved: None, is_told: false };
        self.node(ExprKind::Call { callee, args: vec![value], callee_span: span }, ty, span)
    }
}
