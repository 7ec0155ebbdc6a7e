//! Bodies that are trusted (`external_body`). Such a body may use what is not known here, as it stands for nothing but its
//! contract, whose clauses are statements at its start. If the body cannot be read, it is read again without the rest.

use certus_diagnostics::{Diagnostic, Span};
use certus_tree::{Block, Expr, ExprKind, Item, Pat, Stmt};
use ra_ap_hir_def::hir::{self, Statement};
use ra_ap_hir_ty::next_solver::TyKind;
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::SyntaxKind;

use super::Builder;
use crate::key::Key;

impl<'db> Builder<'db> {
    /// Whether the body is that of a function whose contract is trusted.
    pub(super) fn is_trusted(&self) -> bool {
        let Some(key @ Key::Function(_)) = Key::from_body(self.owner) else { return false };
        self.loaded.attrs_of(key).iter().any(|attr| attr.path == "verifier::external_body")
    }

    /// The clauses of a trusted body. `None` where it is not certain which these are.
    ///
    /// Every error outside of the braces of the body, or in a clause, is kept.
    pub(super) fn clauses(&mut self) -> Option<(Vec<Pat>, Expr)> {
        let root = self.body.root_expr();
        let hir::Expr::Block { statements, label: None, .. } = &self.body[root] else { return None };
        let braces = self.braces(root)?;
        let key = Key::from_body(self.owner)?;
        let Ok(Item::Function(function)) = self.loaded.read_item(self.loaded.def(key)) else { return None };
        self.forget();
        let kept: Vec<&'db Statement> = statements.iter().filter(|stmt| self.is_clause(stmt, braces)).collect();
        let spans: Vec<Span> = kept.iter().map(|stmt| self.span_of(stmt)).collect();
        self.check_recorded();
        self.check_environment();
        let is_kept = |error: &Diagnostic| {
            let Some(at) = error.primary.as_ref().map(|label| label.span) else { return true };
            !is_in(at, braces) || spans.iter().any(|span| is_in(at, *span))
        };
        self.errors.retain(is_kept);
        let params = self.params();
        let outer = std::mem::replace(&mut self.scope, root);
        let stmts = kept.into_iter().filter_map(|stmt| self.clause(stmt)).collect();
        self.scope = outer;
        let node = self.node(ExprKind::Block(None, Block { stmts, tail: None }), function.ret, braces);
        self.set_place(node.id, self.place_of(root));
        Some((params, node))
    }

    /// A clause as a statement of the tree.
    fn clause(&mut self, statement: &'db Statement) -> Option<Stmt> {
        match statement {
            Statement::Let { pat, initializer, .. } => {
                let init = initializer.map(|e| self.expr(e));
                let pat = self.pat(*pat);
                let span = pat.span;
                Some(Stmt::Let { pat, init, else_: None, span })
            }
            Statement::Expr { expr, has_semi } => Some(Stmt::Expr(self.expr(*expr), *has_semi)),
            Statement::Item(_) => None,
        }
    }

    /// Drops what an earlier walk over the body left.
    pub(super) fn forget(&mut self) {
        self.errors.clear();
        self.locals.clear();
        self.by_binding.clear();
        self.labels.clear();
        self.places.clear();
        self.written.clear();
        self.annotated.clear();
        self.next_id = 0;
        self.scope = self.body.root_expr();
    }

    /// From the opening to the closing brace of a block.
    fn braces(&self, id: hir::ExprId) -> Option<Span> {
        let node = self.expr_node(id)?;
        let list = node.value.children().find(|child| child.kind() == SyntaxKind::STMT_LIST)?;
        let tokens = || list.children_with_tokens().filter_map(|part| part.into_token());
        let open = tokens().find(|token| token.kind() == SyntaxKind::L_CURLY)?;
        let close = tokens().filter(|token| token.kind() == SyntaxKind::R_CURLY).last()?;
        let (open, close) =
            (self.range_span(node.file_id, open.text_range()), self.range_span(node.file_id, close.text_range()));
        (open.file == close.file && open.end <= close.start).then(|| open.to(close))
    }

    /// Whether a statement may be a clause: it is not written in the body, or it calls a function of the language.
    fn is_clause(&self, statement: &Statement, braces: Span) -> bool {
        let of_language = |id: hir::ExprId| {
            let hir::Expr::Call { callee, .. } = &self.body[id] else { return false };
            let TyKind::FnDef(callable, _) = self.infer.expr_ty(*callee).kind() else { return false };
            let krate = callable.0.krate(self.loaded.db());
            self.loaded.crate_name(krate) == "verus_builtin"
        };
        match statement {
            Statement::Item(_) => false,
            Statement::Expr { expr, .. } => !is_in(self.span_of(statement), braces) || of_language(*expr),
            Statement::Let { .. } => !is_in(self.span_of(statement), braces),
        }
    }

    fn span_of(&self, statement: &Statement) -> Span {
        match statement {
            Statement::Let { pat, .. } => self.pat_span(*pat),
            Statement::Expr { expr, .. } => self.expr_span(*expr),
            Statement::Item(_) => self.loaded.root_span(),
        }
    }
}

/// Whether a place is within another one.
fn is_in(at: Span, outer: Span) -> bool {
    at.file == outer.file && outer.start <= at.start && at.end <= outer.end
}
