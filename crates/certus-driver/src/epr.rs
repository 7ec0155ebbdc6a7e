//! EPR mode in a run: functions are checked as a whole, goals are solved one by one, and a failing goal has a finite
//! model.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, Language, Model, Status};
use certus_smt::epr;
use certus_solve::FailedGoal;
use certus_vc::Obligation;
use certus_vir::{Function, Program, Prover};

use certus_session::Job;

/// The errors in functions of modules in EPR mode, each once, and the status of these functions.
pub fn check(program: &Program) -> (Vec<Diagnostic>, BTreeMap<String, Status>) {
    let (mut outside, mut functions): (Vec<Diagnostic>, _) = (Vec::new(), BTreeMap::new());
    for function in program.functions.values() {
        for error in epr::check_function(program, function) {
            functions.insert(function.path.to_string(), Status::Skipped);
            if !outside.iter().any(|known| is_same(known, &error)) {
                outside.push(error);
            }
        }
    }
    (outside, functions)
}

/// The obligations of a function. In EPR mode there is one for each goal.
pub fn obligations(program: &Program, function: &Function) -> Vec<Obligation> {
    let all = certus_vc::obligations(program, function).into_iter();
    all.flat_map(|o| if o.prover == Prover::Epr { epr::one_by_one(&o) } else { vec![o] }).collect()
}

/// Whether two errors are the same. A cycle counts once, even if several goals have it.
pub(crate) fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.message == b.message && (a.primary == b.primary || a.code == Language::EprCycle.into())
}

/// The model in which a goal fails, as tables.
pub(crate) fn model(job: &Job, failed: &FailedGoal) -> Option<Model> {
    job.encoded.model.as_ref()?.read(failed.model.as_ref()?)
}
