//! Lemmas of the crate that are not called: what one says of the values in the goal proves it.

use certus_vc::Step;
use certus_vir::subst::Subst;
use certus_vir::{Binder, Expr, ExprKind, Function, Mode, Path, Ty, visit};

use crate::alone::Alone;
use crate::candidate_repairs::Repair;
use crate::instances::{choices, terms};

/// The maximal number of calls to try.
const MOST: usize = 12;

/// The candidates for the goal.
pub(crate) fn all(alone: &Alone<'_>) -> Vec<Repair> {
    let obligation = &alone.obligation;
    let Some((goal, (block, place))) = obligation.goals.first().zip(obligation.place(0)) else { return Vec::new() };
    let goal = alone.resolved(&goal.expr);
    let (mut values, called) = (Vec::new(), calls(&goal));
    terms(&goal, &[], &mut values);
    let root = obligation.module.split("::").next().unwrap_or_default();
    let mut found = Vec::new();
    for (path, lemma) in &alone.program.functions {
        let is_own = path.split("::").next() == Some(root) && *path != obligation.function;
        if !is_own
            || !is_lemma(lemma)
            || !lemma.ensures.iter().any(|clause| calls(&clause.expr).iter().any(|f| called.contains(f)))
        {
            continue;
        }
        let binders: Vec<Binder> =
            lemma.params.iter().map(|param| Binder { var: param.var.clone(), ty: param.ty.clone() }).collect();
        for chosen in choices(&binders, &values).into_iter().filter(|chosen| chosen.len() == binders.len()) {
            if found.len() == MOST {
                return found;
            }
            let mut subst = Subst::new();
            chosen.iter().for_each(|(binder, value)| subst.var(&binder.var, value.clone()));
            let span = goal.span;
            let all =
                |clauses: &[certus_vir::Clause]| Expr::and_all(clauses.iter().map(|c| subst.apply(&c.expr)), span);
            let fact = Expr::implies(all(&lemma.requires), all(&lemma.ensures));
            let mut knowing = obligation.clone();
            if let Some(block) = knowing.blocks.get_mut(block) {
                block.steps.insert(place, Step::Assume(fact));
            }
            found.push(Repair::Lemma(knowing, path.clone(), chosen.into_iter().map(|(_, value)| value).collect()));
        }
    }
    found
}

/// Whether it is a proof of values that are only mentioned.
fn is_lemma(function: &Function) -> bool {
    let is_spec = |param: &certus_vir::Param| param.mode == Mode::Spec && !matches!(param.ty, Ty::MutRef(_));
    function.mode == Mode::Proof
        && function.type_params.is_empty()
        && function.broadcast.is_none()
        && function.group.is_none()
        && !function.params.is_empty()
        && function.params.iter().all(is_spec)
}

/// The functions that an expression calls.
fn calls(expr: &Expr) -> Vec<Path> {
    let mut found = Vec::new();
    visit::walk(expr, &mut |e| {
        if let ExprKind::Call(path, ..) = &*e.kind {
            found.push(path.clone());
        }
    });
    found
}
