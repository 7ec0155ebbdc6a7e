//! Witnesses for a goal that is an `exists`: values that the proof mentions, for which the condition is proved.

use certus_vir::subst::Subst;
use certus_vir::{Expr, ExprKind, QuantKind};

use crate::alone::Alone;
use crate::candidate_repairs::{Repair, each};
use crate::instances::{choices, terms, unfolded};

/// The maximal number of witnesses to try.
const MOST: usize = 12;

/// The candidates for the goal.
pub(crate) fn all(alone: &Alone<'_>) -> Vec<Repair> {
    let obligation = &alone.obligation;
    let Some(goal) = obligation.goals.first() else { return Vec::new() };
    let goal = unfolded(alone.program, obligation, &goal.expr, 2);
    let ExprKind::Quant(QuantKind::Exists, binders, _, body) = &*goal.kind else { return Vec::new() };
    let mut values: Vec<Expr> = Vec::new();
    terms(&goal, &[], &mut values);
    each(obligation, &mut |fact| terms(fact, &[], &mut values));
    let witness = |chosen: Vec<(certus_vir::Binder, Expr)>| {
        let mut subst = Subst::new();
        chosen.iter().for_each(|(binder, value)| subst.var(&binder.var, value.clone()));
        let fact = subst.apply(body);
        let mut proved = obligation.clone();
        proved.goals.first_mut()?.expr = fact.clone();
        Some(Repair::Witness(proved, fact))
    };
    choices(binders, &values).into_iter().take(MOST).filter_map(witness).collect()
}
