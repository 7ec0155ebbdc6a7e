//! Which terms may be triggers at all, whatever binds their variables.
//!
//! Reference page `reference-trigger-annotations`, guide page `forall`.

use std::collections::HashSet;

use certus_diagnostics::Language;
use certus_tree::Known;
use certus_vir::{BinaryOp, Expr, ExprKind, UnaryOp, Var, subst, visit};

use crate::error::{Result, fail};

/// The message for a trigger with a variable that the body of the quantifier binds.
pub(in crate::body) const LET_IN_TRIGGER: &str =
    "let variables in triggers are not supported: use #![trigger ...] instead";

/// Errs with `language/bad-trigger` for a term that the solver would find no match for.
/// `x < y` and `!p(x)` are none, `f(x) + 1` is one. `f(if a { x } else { y })` has a condition inside.
pub(crate) fn check_forms(groups: &[Vec<Expr>], body: &Expr) -> Result<()> {
    let mut lets: HashSet<Var> = HashSet::new();
    visit::walk(body, &mut |e| {
        if let ExprKind::Let(binder, ..) = &*e.kind {
            lets.insert(binder.var.clone());
        }
    });
    for e in groups.iter().flatten() {
        check_form(e)?;
        if subst::free_vars(unmarked(e)).iter().any(|var| lets.contains(var)) {
            return fail(Language::BadTrigger, LET_IN_TRIGGER, e.span);
        }
    }
    Ok(())
}

/// The same for one term, whatever binds its variables.
pub(in crate::body) fn check_form(e: &Expr) -> Result<()> {
    let inner = unmarked(e);
    if !may_be_trigger(inner) {
        let text = "trigger must be a function call, a field access, or arithmetic operator";
        return fail(Language::BadTrigger, text, e.span);
    }
    if spoils(inner) {
        let text = "trigger must be a function call, a field access, or arithmetic operator: this one has a comparison, a \
                    condition or a quantifier inside";
        return fail(Language::BadTrigger, text, e.span);
    }
    Ok(())
}

/// The term below the marks that the lowering itself has put there.
fn unmarked(e: &Expr) -> &Expr {
    match &*e.kind {
        ExprKind::Arm(inner) | ExprKind::Checked(inner) => unmarked(inner),
        _ => e,
    }
}

/// Whether the solver can match terms of this form: calls, fields and arithmetic, but neither connectives nor comparisons,
/// which are no terms for it. Nor the number of a truth value, real numbers and what a mutable reference refers to: these are
/// no calls for the solver.
fn may_be_trigger(e: &Expr) -> bool {
    use UnaryOp::{BoolToInt, Floor, IntToReal, MutCurrent, MutFinal, Not, RealNeg};
    match &*e.kind {
        ExprKind::Call(..) | ExprKind::Apply(..) => true,
        ExprKind::Unary(op, _) => !matches!(op, Not | BoolToInt | RealNeg | IntToReal | Floor | MutCurrent | MutFinal),
        ExprKind::Binary(op, ..) => !is_boolean(*op) && !matches!(op, BinaryOp::Real(_)) || *op == BinaryOp::HeightLt,
        _ => false,
    }
}

/// Whether the operator gives a truth value.
fn is_boolean(op: BinaryOp) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, HeightLt, Implies, Le, Lt, Or};
    matches!(op, And | Or | Implies | Eq | Lt | Le | Gt | Ge | HeightLt)
}

/// True when there is something in a trigger that is no term of the solver's.
fn spoils(e: &Expr) -> bool {
    let mut found = false;
    let top = e.kind.clone();
    visit::walk(e, &mut |part| {
        let is_top = std::sync::Arc::ptr_eq(&part.kind, &top);
        found |= match &*part.kind {
            ExprKind::If(..) | ExprKind::Let(..) | ExprKind::Quant(..) | ExprKind::Choose(..) => true,
            ExprKind::Lambda(..) | ExprKind::Unary(UnaryOp::Not | UnaryOp::BoolToInt, _) => true,
            // An array literal, which is many terms.
            ExprKind::Call(path, _, args) => {
                Known::of(path) == Some(Known::ArrayOf)
                    && args.first().is_some_and(|seq| !matches!(&*seq.kind, ExprKind::Var(_)))
            }
            ExprKind::Binary(op, ..) => is_boolean(*op) && !is_top,
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Old(_) | ExprKind::Ctor(..) => false,
            ExprKind::Unary(..) | ExprKind::Apply(..) | ExprKind::ArchBits | ExprKind::TypeConst(_) => false,
            ExprKind::Bound(..) | ExprKind::Arm(_) | ExprKind::Checked(_) => false,
        };
    });
    found
}
