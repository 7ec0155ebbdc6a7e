//! What may be a trigger, whether anything comes to be proved with it or not.
//!
//! Guide pages `trigger-annotations` and `multitriggers`. The solver looks for terms of the form of a trigger. It finds no
//! comparison, condition or binder, as those are no terms of its own; what a `let` stands for is not what was written.

use certus_tree::Known;
use std::collections::HashSet;

use certus_diagnostics::{Language, Span};
use certus_vir::{BinaryOp, Binder, Expr, ExprKind, Name, Trigger, Ty, UnaryOp, Var, subst, visit};

use super::Fx;
use crate::context::{Result, fail};

impl Fx<'_, '_> {
    /// Errs with `language/bad-trigger` and `language/trigger-coverage` for the triggers of a quantifier or `choose`, and
    /// with `language/no-trigger` for a variable that no term mentions which could be one.
    pub(super) fn check_triggers(&self, trigger: &Trigger, binders: &[Binder], body: &Expr, span: Span) -> Result<()> {
        let Trigger::Given(groups) = trigger else {
            let found = |binder: &&Binder| !has_candidate(body, &binder.var);
            if !self.nonlinear && !self.owner.is_epr && (binders.is_empty() || binders.iter().any(|b| found(&b))) {
                let text = "Could not automatically infer triggers for this quantifier. Use #[trigger] annotations to \
                            manually mark trigger terms instead.";
                return fail(Language::NoTrigger, text, span);
            }
            return Ok(());
        };
        check_forms(groups, body)?;
        for group in groups {
            let free: HashSet<Var> = group.iter().flat_map(subst::free_vars).collect();
            let covered = |binder: &&Binder| free.contains(&binder.var);
            let missing = binders.iter().find(|b| !covered(b));
            // Marks without a variable of this quantifier are for one further out.
            if let (Some(missing), Some(first), true) = (missing, group.first(), binders.iter().any(|b| covered(&b))) {
                let text = format!("trigger does not cover variable `{}`", missing.var.name);
                return fail(Language::TriggerCoverage, text, first.span);
            }
        }
        Ok(())
    }
}

/// Errs with `language/bad-trigger` for a term that the solver would find no match for.
pub(crate) fn check_forms(groups: &[Vec<Expr>], body: &Expr) -> Result<()> {
    let mut lets: HashSet<Var> = HashSet::new();
    visit::walk(body, &mut |e| {
        if let ExprKind::Let(binder, ..) = &*e.kind {
            lets.insert(binder.var.clone());
        }
    });
    for e in groups.iter().flatten() {
        let inner = unmarked(e);
        if !may_be_trigger(inner) {
            let text = "trigger must be a function call, a field access, or arithmetic operator";
            return fail(Language::BadTrigger, text, e.span);
        }
        if spoils(inner) {
            let text = "trigger must be a function call, a field access, or arithmetic operator: this one has a \
                        comparison, a condition or a quantifier inside";
            return fail(Language::BadTrigger, text, e.span);
        }
        if subst::free_vars(inner).iter().any(|var| lets.contains(var)) {
            let text = "let variables in triggers are not supported: use #![trigger ...] instead";
            return fail(Language::BadTrigger, text, e.span);
        }
    }
    Ok(())
}

/// The type parameters in the types of terms and of what they are made of.
pub(crate) fn type_params(terms: &[Expr]) -> HashSet<Name> {
    fn add(ty: &Ty, found: &mut HashSet<Name>) {
        if let Ty::Param(name) = ty {
            found.insert(name.clone());
        }
        ty.parts().for_each(|part| add(part, found));
    }
    let mut found = HashSet::new();
    for term in terms {
        visit::walk(term, &mut |e| {
            add(&e.ty, &mut found);
            match &*e.kind {
                ExprKind::Call(_, tys, _) => tys.iter().for_each(|ty| add(ty, &mut found)),
                ExprKind::TypeConst(ty) => add(ty, &mut found),
                _ => {}
            }
        });
    }
    found
}

fn unmarked(e: &Expr) -> &Expr {
    match &*e.kind {
        ExprKind::TriggerMark(inner) | ExprKind::Checked(inner) => unmarked(inner),
        _ => e,
    }
}

fn may_be_trigger(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Call(..) | ExprKind::Apply(..) => true,
        ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Not),
        ExprKind::Binary(op, ..) => !is_boolean(*op) || matches!(op, BinaryOp::HeightLt),
        _ => false,
    }
}

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
            ExprKind::If(..)
            | ExprKind::Let(..)
            | ExprKind::Quant(..)
            | ExprKind::Choose(..)
            | ExprKind::Lambda(..)
            | ExprKind::Unary(UnaryOp::Not, _) => true,
            // An array literal, which is many terms.
            ExprKind::Call(path, _, args) => {
                Known::of(path) == Some(Known::ArrayOf)
                    && args.first().is_some_and(|seq| !matches!(&*seq.kind, ExprKind::Var(_)))
            }
            ExprKind::Binary(op, ..) => is_boolean(*op) && !is_top,
            _ => false,
        };
    });
    found
}

/// True when some term that could be a trigger mentions the variable.
fn has_candidate(body: &Expr, var: &Var) -> bool {
    let mut found = false;
    visit::walk(body, &mut |e| {
        let is_candidate = match &*e.kind {
            ExprKind::Call(..) | ExprKind::Apply(..) | ExprKind::Let(..) | ExprKind::Ctor(..) => true,
            ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Not | UnaryOp::Neg),
            ExprKind::Binary(op, ..) => {
                use BinaryOp::{BitAnd, BitOr, BitXor, ExtEq, HeightLt, Shl, Shr};
                matches!(op, BitAnd | BitOr | BitXor | ExtEq { .. } | HeightLt | Shl(_) | Shr)
            }
            _ => false,
        };
        found = found || (is_candidate && subst::free_vars(e).contains(var));
    });
    found
}
