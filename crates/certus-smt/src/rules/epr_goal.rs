//! # Rule `epr-goal`
//!
//! ```smt
//! (=> g (and b (not G)))                       ; the only goal of its query
//! P                                            ; a fact there, for each assertion P before it
//! ```
//!
//! True because each goal is asked for by itself, and what was asserted before has a query of its own. Other goals before it
//! are not known: they follow from the same facts, and would stand in the query on both sides of the turnstile, where their
//! quantifiers count for either.

use certus_vc::{Obligation, Step};
use certus_vir::GoalKind;

/// An obligation of EPR mode as one for each goal. Rule `epr-goal`.
pub fn one_by_one(obligation: &Obligation) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (index, goal) in obligation.goals.iter().enumerate() {
        let mut blocks = obligation.blocks.clone();
        for block in &mut blocks {
            let steps = std::mem::take(&mut block.steps);
            block.steps = steps.into_iter().filter_map(|step| one(obligation, step, index)).collect();
        }
        all.push(Obligation { blocks, goals: vec![goal.clone()], ..obligation.clone() });
    }
    all
}

/// A step where only one goal is asked for.
fn one(obligation: &Obligation, step: Step, goal: usize) -> Option<Step> {
    let Step::Goal(index) = step else { return Some(step) };
    if index == goal {
        return Some(Step::Goal(0));
    }
    let other = obligation.goals.get(index)?;
    matches!(other.kind, GoalKind::Assert | GoalKind::AssertBy).then(|| Step::Assume(other.expr.clone()))
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::epr::*;

    #[test]
    fn epr_goal_by_itself_with_assertions_before_it_as_facts() {
        let mut w = world();
        w.assume(all("n", Expr::implies(p("n"), relation("crate::r", vec![x("n"), x("n")]))));
        w.goal(p("a")).goal(p("b")).goal(relation("crate::r", vec![x("a"), x("a")]));
        // What is no assertion is not known to the goals behind it.
        w.obligation.goals[1].kind = GoalKind::Precondition;
        w.goal(p("b"));
        let one_alone = |obligation| {
            let mut alone = w.clone();
            alone.obligation = obligation;
            proved(&alone)
        };
        let verdicts: Vec<bool> = super::one_by_one(&w.obligation).into_iter().map(one_alone).collect();
        assert_eq!(verdicts, [false, false, true, false]);
    }
}
