//! Forms that HIR desugars, put back together.
//!
//! What HIR makes of them (`ExprCollector` in `hir_def::expr_store::lower`):
//! - `while c { b }`: `loop { if c { b } else { break } }`, the loop marked;
//! - `for p in e { b }`: `match into_iter(e) { mut i => loop { match next(&mut i) { None => break, Some(p) => b } } }`,
//!   the loop marked;
//! - `e?`: `match branch(e) { Continue(v) => v, Break(r) => return from_residual(r) }`, recognised by its syntax node;
//! - ranges: a struct literal, recognised by its syntax node; `a..=b` is a call of `RangeInclusive::new` and stays one;
//! - `format_args!`: a block that builds `fmt::Arguments`, recognised by its syntax node.

use certus_diagnostics::{Internal, Span};
use certus_tree::{Expr, ExprKind};
use ra_ap_hir_def::hir::{self, LoopSource, Statement};
use ra_ap_syntax::SyntaxKind;
use ra_ap_syntax::ast::{self, AstNode, RangeOp};

use super::Builder;

impl<'db> Builder<'db> {
    /// The surface form of an expression, if HIR has desugared it.
    pub(super) fn sugar(&mut self, id: hir::ExprId, span: Span) -> Option<ExprKind> {
        match &self.body[id] {
            hir::Expr::Loop { body, label, source: LoopSource::While } => self.while_loop(*body, *label),
            hir::Expr::Match { expr, arms } => match (&**arms, self.expr_kind(id)) {
                ([arm], _) => self.for_loop(*expr, arm.expr),
                ([_, _], Some(SyntaxKind::TRY_EXPR)) => self.try_operator(*expr, span),
                _ => None,
            },
            hir::Expr::RecordLit { fields, .. } if self.expr_kind(id) == Some(SyntaxKind::RANGE_EXPR) => {
                let start = fields.iter().find(|f| f.name.as_str() == "start").map(|f| f.expr);
                let end = fields.iter().find(|f| matches!(f.name.as_str(), "end" | "last")).map(|f| f.expr);
                Some(self.range(id, start, end))
            }
            hir::Expr::Call { .. } | hir::Expr::Block { .. } | hir::Expr::Unsafe { .. }
                if self.expr_kind(id) == Some(SyntaxKind::FORMAT_ARGS_EXPR) =>
            {
                Some(ExprKind::FormatArgs(self.format_args(id)))
            }
            _ => None,
        }
    }

    fn while_loop(&mut self, body: hir::ExprId, label: Option<hir::LabelId>) -> Option<ExprKind> {
        let hir::Expr::If { condition, then_branch, .. } = &self.body[body] else { return None };
        let label = self.label(label);
        let condition = self.boxed(*condition);
        Some(ExprKind::While(label, condition, self.as_block(*then_branch)))
    }

    fn for_loop(&mut self, iterator: hir::ExprId, body: hir::ExprId) -> Option<ExprKind> {
        let hir::Expr::Loop { body, label, source: LoopSource::ForLoop } = &self.body[body] else { return None };
        let hir::Expr::Call { args, .. } = &self.body[iterator] else { return None };
        let hir::Expr::Block { tail: Some(inner), .. } = &self.body[*body] else { return None };
        let hir::Expr::Match { arms, .. } = &self.body[*inner] else { return None };
        let [_, some] = &**arms else { return None };
        let hir::Pat::TupleStruct { args: pats, .. } = &self.body[some.pat] else { return None };
        let iterable = self.boxed(*args.first()?);
        let label = self.label(*label);
        let pat = self.pat(*pats.first()?);
        Some(ExprKind::For(label, Box::new(pat), iterable, self.as_block(some.expr)))
    }

    fn try_operator(&mut self, scrutinee: hir::ExprId, span: Span) -> Option<ExprKind> {
        let hir::Expr::Call { args, .. } = &self.body[scrutinee] else { return None };
        let Some(operand) = args.first() else {
            self.error(Internal::FrontEnd, "unexpected form of `?`", span);
            return None;
        };
        Some(ExprKind::Try(self.boxed(*operand)))
    }

    fn range(&mut self, id: hir::ExprId, start: Option<hir::ExprId>, end: Option<hir::ExprId>) -> ExprKind {
        let node = self.expr_node(id).and_then(|node| ast::RangeExpr::cast(node.value));
        let inclusive = node.and_then(|n| ast::RangeItem::op_kind(&n)) == Some(RangeOp::Inclusive);
        let start = start.map(|e| self.boxed(e));
        ExprKind::Range(start, end.map(|e| self.boxed(e)), inclusive)
    }

    /// The arguments of `format_args!`, in source order.
    fn format_args(&mut self, id: hir::ExprId) -> Vec<Expr> {
        let hir::Expr::Block { statements, .. } = &self.body[id] else { return Vec::new() };
        let mut out = Vec::new();
        for statement in statements {
            match statement {
                Statement::Let { initializer: Some(init), .. } => {
                    let hir::Expr::Tuple { exprs } = &self.body[*init] else { continue };
                    for reference in exprs {
                        if let hir::Expr::Ref { expr, .. } = &self.body[*reference] {
                            out.push(self.expr(*expr));
                        }
                    }
                }
                Statement::Expr { expr, .. } => out.push(self.expr(*expr)),
                _ => {}
            }
        }
        out
    }
}
