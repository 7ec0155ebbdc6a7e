//! Where `==` is proved as `=~=` (guide page `extensional_equality`).
//!
//! Both mean the same, so what is proved is the same fact; the second asks the solver to look for it element by element.

use crate::expr::{BinaryOp, Expr, ExprKind, QuantKind};
use crate::goal::GoalKind;
use crate::ty::Ty;
use crate::visit;

/// The kinds of goals in which equality is proved as extensional equality (`auto_ext_equal`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutoExt {
    /// `assert`.
    pub assert: bool,
    /// `assert .. by` and `assert forall .. by`.
    pub assert_by: bool,
    /// Postconditions.
    pub ensures: bool,
    /// Invariants of loops and what a loop ensures.
    pub invariant: bool,
}

impl AutoExt {
    /// What holds where nothing is said.
    pub const ALL: AutoExt = AutoExt { assert: true, assert_by: true, ensures: true, invariant: true };

    /// What `auto_ext_equal()` says.
    pub const NONE: AutoExt = AutoExt { assert: false, assert_by: false, ensures: false, invariant: false };

    /// A goal as it is to be proved.
    pub fn goal(self, kind: GoalKind, expr: Expr) -> Expr {
        let applies = match kind {
            GoalKind::Assert => self.assert,
            GoalKind::AssertBy => self.assert_by,
            GoalKind::Postcondition => self.ensures,
            GoalKind::InvariantEntry | GoalKind::InvariantEnd | GoalKind::LoopEnsures => self.invariant,
            _ => false,
        };
        if applies { extensional(&expr) } else { expr }
    }
}

/// The condition with `=~=` for each `==` that it claims: below the connectives, not below a negation or a term.
fn extensional(expr: &Expr) -> Expr {
    visit::deep(|| extensional_once(expr))
}

fn extensional_once(expr: &Expr) -> Expr {
    let with = |kind| Expr::new(kind, expr.ty.clone(), expr.span);
    match &*expr.kind {
        ExprKind::Binary(BinaryOp::Eq, a, b) if is_collection(&a.ty) && is_collection(&b.ty) => {
            with(ExprKind::Binary(BinaryOp::ExtEq { deep: false }, a.clone(), b.clone()))
        }
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            with(ExprKind::Binary(*op, extensional(a), extensional(b)))
        }
        ExprKind::Binary(BinaryOp::Implies, a, b) => {
            with(ExprKind::Binary(BinaryOp::Implies, a.clone(), extensional(b)))
        }
        ExprKind::If(condition, then, otherwise) => {
            with(ExprKind::If(condition.clone(), extensional(then), extensional(otherwise)))
        }
        ExprKind::Let(binder, value, body) => with(ExprKind::Let(binder.clone(), value.clone(), extensional(body))),
        ExprKind::Quant(QuantKind::Forall, binders, trigger, body) => {
            with(ExprKind::Quant(QuantKind::Forall, binders.clone(), trigger.clone(), extensional(body)))
        }
        ExprKind::Checked(inner) => with(ExprKind::Checked(extensional(inner))),
        _ => expr.clone(),
    }
}

/// False for numbers, truth values and the like, which have no parts; what is made of a type parameter counts when it is
/// known.
fn is_collection(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Data(..) | Ty::SpecFn(..) | Ty::Proj(..))
}
