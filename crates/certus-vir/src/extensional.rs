//! Equality that is to be proved element by element.
//!
//! Guide page `extensional_equality`: in what is to be proved, `==` on collections and functions means `=~=`. The two are
//! the same; the second lets the solver look at the elements. Only what stands for itself is looked at: premises and
//! conditions are known, not proved.

use crate::expr::{BinaryOp, Expr, ExprKind, QuantKind};
use crate::goal::GoalKind;
use crate::ty::Ty;

/// In which goals of a function `==` on collections is proved element by element (`auto_ext_equal`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutoExtEqual {
    /// `assert`.
    pub asserts: bool,
    /// `assert .. by`.
    pub assert_by: bool,
    /// Postconditions, and `ensures` of loops.
    pub ensures: bool,
    /// Loop invariants.
    pub invariants: bool,
}

impl Default for AutoExtEqual {
    fn default() -> AutoExtEqual {
        AutoExtEqual { asserts: true, assert_by: true, ensures: true, invariants: true }
    }
}

impl AutoExtEqual {
    /// Whether it holds for goals of a kind.
    pub fn covers(self, kind: GoalKind) -> bool {
        match kind {
            GoalKind::Assert => self.asserts,
            GoalKind::AssertBy => self.assert_by,
            GoalKind::Postcondition | GoalKind::LoopEnsures => self.ensures,
            GoalKind::InvariantEntry | GoalKind::InvariantEnd => self.invariants,
            _ => false,
        }
    }
}

/// The goal with its equalities on datatypes and functions made extensional.
pub fn promote(expr: &Expr) -> Expr {
    let with = |kind: ExprKind| Expr::new(kind, expr.ty.clone(), expr.span);
    match &*expr.kind {
        ExprKind::Binary(BinaryOp::Eq, a, b)
            if matches!(a.ty.value(), Ty::Data(..) | Ty::SpecFn(..) | Ty::Proj(..)) =>
        {
            with(ExprKind::Binary(BinaryOp::ExtEq { deep: false }, a.clone(), b.clone()))
        }
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            with(ExprKind::Binary(*op, promote(a), promote(b)))
        }
        ExprKind::Binary(BinaryOp::Implies, a, b) => with(ExprKind::Binary(BinaryOp::Implies, a.clone(), promote(b))),
        ExprKind::If(c, a, b) => with(ExprKind::If(c.clone(), promote(a), promote(b))),
        ExprKind::Let(binder, value, body) => with(ExprKind::Let(binder.clone(), value.clone(), promote(body))),
        ExprKind::Quant(QuantKind::Forall, binders, trigger, body) => {
            with(ExprKind::Quant(QuantKind::Forall, binders.clone(), trigger.clone(), promote(body)))
        }
        ExprKind::Checked(inner) => with(ExprKind::Checked(promote(inner))),
        _ => expr.clone(),
    }
}

#[cfg(test)]
mod tests {
    use certus_diagnostics::{FileId, Span};

    use super::*;
    use crate::expr::Var;

    #[test]
    fn what_is_claimed_is_promoted_and_what_is_supposed_is_not() {
        let span = Span::new(FileId(0), 0, 0);
        let var =
            |name: &str| Expr::var(&Var { name: name.into(), index: 0 }, Ty::Data("Seq".into(), Vec::new()), span);
        let equal = Expr::binary(BinaryOp::Eq, var("a"), var("b"), span);
        let found = promote(&Expr::binary(BinaryOp::Implies, equal.clone(), equal, span));
        let ExprKind::Binary(BinaryOp::Implies, premise, claim) = &*found.kind else {
            return assert!(false, "{found:?}");
        };
        assert!(matches!(&*premise.kind, ExprKind::Binary(BinaryOp::Eq, ..)));
        assert!(matches!(&*claim.kind, ExprKind::Binary(BinaryOp::ExtEq { deep: false }, ..)));
    }
}
