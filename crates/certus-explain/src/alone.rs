//! A single failing goal, on which candidate repairs are tried.
//!
//! For example, of `x + 1 < 10` in a function that requires `x < 5`, this has the goal, the fact `x < 5` before it, and
//! the words in which a message states them. A trial adds a fact or changes the goal, and asks the solver again.
//! Nothing of this changes what is verified: a repair that helps is only suggested.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::{Label, Note};
use certus_vc::{Obligation, Step};
use certus_vir::subst::{Subst, free_vars};
use certus_vir::words::{Stand, Words};
use certus_vir::{Expr, ExprKind, Program, Var, visit};

use crate::missing::LONG;

/// The limits for the steps of a trial. Within them, a trial may take twice as many steps as the failure took.
pub(crate) const STEPS: (u64, u64) = (60_000, 1_000_000);

/// A single goal, with the budget for trials.
pub(crate) struct Alone<'a> {
    /// The program of the goal.
    pub(crate) program: &'a Program,
    /// An obligation with this goal only; its number is 0. The facts before the goal are assumptions.
    pub(crate) obligation: Obligation,
}

impl Alone<'_> {
    /// For writing expressions as the user would in the body.
    pub(crate) fn words(&self) -> Words<'_> {
        Words { program: self.program, module: &self.obligation.module, stand: Stand::Body }
    }

    /// The expression over the values that the function did not compute.
    pub(crate) fn resolved(&self, expr: &Expr) -> Expr {
        resolved(&self.obligation, expr)
    }

    /// The goal in the user's words.
    pub(crate) fn goal_text(&self) -> Option<String> {
        let goal = self.resolved(&self.obligation.goals.first()?.expr);
        self.words().of(&goal).filter(|text| text.len() <= LONG)
    }

    /// The facts about the goal's values that are known before it, as the `requires` of a block: ` requires a <= b, 0 <= c`.
    pub(crate) fn facts_text(&self) -> String {
        /// The maximal number of facts.
        const MOST: usize = 6;
        let (Some((block, place)), Some(goal)) = (self.obligation.place(0), self.obligation.goals.first()) else {
            return String::new();
        };
        let defined = definitions(&self.obligation);
        let used = free_vars(&defined.apply(&goal.expr));
        let facts = known(&self.obligation, block, place).into_iter().map(|fact| defined.apply(fact));
        let facts = facts.filter(|fact| !free_vars(fact).is_empty() && free_vars(fact).is_subset(&used));
        let facts: Vec<String> = facts.filter_map(|fact| self.words().of(&fact)).take(MOST).collect();
        if facts.is_empty() { String::new() } else { format!(" requires {}", facts.join(", ")) }
    }
}

/// A note about a repair that helps, with its places.
pub(crate) fn help(message: String, labels: Vec<Label>) -> Note {
    Note { is_help: true, message, labels }
}

/// The largest definition that is put in place of its name, in nodes. A value that is changed in several steps, a field at a time,
/// names itself several times in each, so that the whole would be exponentially large. Nobody would read it either.
const LARGEST: usize = 400;

/// The definitions of an obligation, each over the values that its function did not compute, unless it is too large.
pub(crate) fn definitions(obligation: &Obligation) -> Subst {
    let (mut defined, mut sizes) = (Subst::new(), HashMap::new());
    for (binder, value) in &obligation.defs {
        let mut size = 0_usize;
        visit::walk(value, &mut |e| {
            let of_name = match &*e.kind {
                ExprKind::Var(var) => sizes.get(var).copied(),
                _ => None,
            };
            size = size.saturating_add(of_name.unwrap_or(1));
        });
        if size <= LARGEST {
            defined.var(&binder.var, defined.apply(value));
            sizes.insert(binder.var.clone(), size);
        }
    }
    defined
}

/// The expression over the values that the function of the obligation did not compute, where that is not too large.
pub(crate) fn resolved(obligation: &Obligation, expr: &Expr) -> Expr {
    definitions(obligation).apply(expr)
}

/// The variables in an expression. Each value of a variable has a name of its own, `x@1` after `x`.
pub(crate) fn variables(expr: &Expr) -> HashSet<Var> {
    free_vars(expr).iter().map(variable).collect()
}

/// The variable that has this value at some time.
pub(crate) fn variable(value: &Var) -> Var {
    Var { name: value.name.split('@').next().unwrap_or_default().into(), index: value.index }
}

/// The facts that are known at a place on every path.
pub(crate) fn known(obligation: &Obligation, block: usize, place: usize) -> Vec<&Expr> {
    let (mut facts, mut at, mut place) = (Vec::new(), Some(block), place);
    while let Some(block) = at.and_then(|at| obligation.blocks.get(at)) {
        facts.extend(block.steps.iter().take(place).filter_map(|step| match step {
            Step::Assume(expr) => Some(expr),
            _ => None,
        }));
        place = usize::MAX;
        at = match block.edges.as_slice() {
            [edge] => {
                facts.extend(&edge.assumes);
                Some(edge.from.0 as usize)
            }
            _ => None,
        };
    }
    facts
}
