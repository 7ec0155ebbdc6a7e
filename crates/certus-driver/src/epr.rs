//! What EPR mode asks of the stages: functions are looked at as a whole, goals one by one, and models are shown.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, Language, Model, Status};
use certus_smt::epr;
use certus_solve::FailedGoal;
use certus_vc::Obligation;
use certus_vir::{Function, Program, Prover};

use certus_session::Job;

/// What is wrong with the functions of modules in EPR mode, each error once, and which functions these are.
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

/// What has to be proved of a function; in EPR mode each goal by itself.
pub fn obligations(program: &Program, function: &Function) -> Vec<Obligation> {
    let all = certus_vc::obligations(program, function).into_iter();
    all.flat_map(|o| if o.prover == Prover::Epr { epr::one_by_one(&o) } else { vec![o] }).collect()
}

/// The same error; a cycle is the same whatever goal it stands before.
pub(crate) fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.message == b.message && (a.primary == b.primary || a.code == Language::EprCycle.into())
}

/// The model in which a goal fails, as tables.
pub(crate) fn model(job: &Job, failed: &FailedGoal) -> Option<Model> {
    job.encoded.model.as_ref()?.read(failed.model.as_ref()?)
}
