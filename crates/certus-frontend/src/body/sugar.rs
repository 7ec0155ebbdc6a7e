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
use certus_tree::{Expr, ExprKind, FORMAT_TRAITS, FormatUse, IntTy, Ty};
use ra_ap_hir_def::CallableDefId;
use ra_ap_hir_def::hir::{self, LoopSource, Statement};
use ra_ap_hir_ty::next_solver::TyKind;
use ra_ap_rustc_type_ir::inherent::IntoKind as _;
use ra_ap_syntax::SyntaxKind;
use ra_ap_syntax::ast::{self, AstNode, RangeOp};

use super::Builder;
use crate::key::Key;

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
                Some(self.format_args(id, span))
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

    /// The arguments of `format_args!`, in source order, and the functions that write them.
    fn format_args(&mut self, id: hir::ExprId, span: Span) -> ExprKind {
        let hir::Expr::Block { statements, .. } = &self.body[id] else {
            return ExprKind::FormatArgs(Vec::new(), Vec::new());
        };
        let (mut items, mut uses) = (Vec::new(), Vec::new());
        for statement in statements {
            match statement {
                Statement::Let { initializer: Some(init), .. } => match &self.body[*init] {
                    hir::Expr::Tuple { exprs } => {
                        for reference in exprs {
                            if let hir::Expr::Ref { expr, .. } = &self.body[*reference] {
                                items.push(self.format_arg(*expr, span));
                            }
                        }
                    }
                    hir::Expr::Array(hir::Array::ElementList { elements }) => {
                        uses.extend(elements.iter().filter_map(|element| self.format_use(*element, span)));
                    }
                    _ => {}
                },
                Statement::Expr { expr, .. } => items.push(self.format_arg(*expr, span)),
                _ => {}
            }
        }
        ExprKind::FormatArgs(items, uses)
    }

    /// An argument. One that stands in the format string has no syntax of its own, so its place is that of the call.
    fn format_arg(&mut self, id: hir::ExprId, span: Span) -> Expr {
        let mut arg = self.expr(id);
        if self.map.expr_syntax(id).is_err() {
            arg.span = span;
        }
        arg
    }

    /// What writes an argument: of `Argument::new_display(args.0)` the function `Display::fmt` of the type of `args.0`.
    fn format_use(&mut self, id: hir::ExprId, span: Span) -> Option<FormatUse> {
        let hir::Expr::Call { callee, args } = &self.body[id] else { return None };
        let hir::Expr::Field { name, .. } = &self.body[*args.first()?] else { return None };
        let arg = name.as_tuple_index()? as u32;
        let TyKind::FnDef(callable, generic) = self.infer.expr_ty(*callee).kind() else { return None };
        let CallableDefId::FunctionId(function) = callable.0 else { return None };
        let name = format_trait(&self.loaded.simple_name(Key::Function(function)))?;
        if name.is_empty() {
            let ty = Ty::Int(IntTy::Usize);
            return Some(FormatUse { arg, name: String::new(), ty, callee: None });
        }
        let ty = self.generic_args(generic, span).pop()?;
        let fmt = self.loaded.find(&format!("core::fmt::{name}::fmt")).and_then(|def| self.loaded.key(def));
        let Some(Key::Function(fmt)) = fmt else { return None };
        let callee = self.trait_callee(fmt, ty.clone(), span);
        Some(FormatUse { arg, name: name.to_string(), ty, callee })
    }
}

/// The trait that a function of `fmt::rt::Argument` is about; empty for numbers that say how wide something is.
fn format_trait(function: &str) -> Option<&'static str> {
    FORMAT_TRAITS.iter().find(|(_, made)| *made == function).map(|(name, _)| *name)
}
