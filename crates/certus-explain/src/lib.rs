//! Explains why proofs fail: the error path, the conjunct of a predicate that is not proved, a counterexample if
//! evaluation confirms one, and candidate repairs that the solver accepts. The crate also measures the cost of proofs ([`profile`]) and their stability ([`stability`]),
//! and finds vacuous proofs ([`vacuity`]).
//!
//! Nothing in this crate changes a verdict.

use std::collections::BTreeMap;

use certus_diagnostics::{Note, Sources};
use certus_lower::Lowered;
use certus_solve::{Outcome, Verdict};
use certus_vc::Part;
use certus_vir::Prover;

use certus_session::{Job, Solving};

mod alone;
mod candidate_repairs;
mod clause;
mod counterexample;
mod definitions;
mod demanded;
mod details;
mod error_path;
mod extension;
mod inductive;
mod instances;
mod labelled;
mod lemmas;
mod matching_loop;
pub mod missing;
mod opened;
pub mod profile;
pub mod recommends;
mod repair;
mod split;
pub mod stability;
mod turns;
mod unspoken;
pub mod vacuity;
mod witnesses;

pub use details::{Details, Explanations};

use counterexample::About;

/// The obligations of a crate, and their outcomes in the same order.
#[derive(Clone, Copy)]
pub struct Verdicts<'a> {
    /// The crate.
    pub lowered: &'a Lowered,
    /// The obligations.
    pub jobs: &'a [Job],
    /// The outcomes; `None` for a job that no solver saw.
    pub outcomes: &'a [Option<Outcome>],
}

/// Explains the failures of a run. This does not change what is verified. With `tries`, candidate repairs are tried on
/// the solver.
pub fn explained(solving: &mut Solving<'_>, verdicts: Verdicts<'_>, sources: &Sources, tries: bool) -> Explanations {
    let Verdicts { lowered, jobs, outcomes } = verdicts;
    let (mut all, mut paths) = (Explanations::default(), BTreeMap::new());
    let mut opened = opened::all(solving, verdicts);
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let found = match outcome.as_ref().map(|outcome| &outcome.verdict) {
            Some(Verdict::Failed { goals, .. }) => goals,
            Some(Verdict::ResourceExhausted { found, .. }) => {
                let details = if tries { split::split(solving, lowered, job) } else { None };
                all.exhausted.extend(details.map(|details| (number, details)));
                found
            }
            _ => continue,
        };
        let is_usual = job.obligation.prover == Prover::Default && !matches!(job.obligation.part, Part::Isolated(_));
        for failed in found.iter().filter(|_| is_usual) {
            let Some(path) = error_path::error_path(job, failed) else { continue };
            let details = all.goals.entry((number, failed.index)).or_default();
            details.labels = error_path::labels(job, &path);
            let key = (number, failed.index);
            let about = About { program: &lowered.program, job, failed, path: &path, arbitrary: &[], values: &[] };
            // The values are those of the label, if it has some.
            let text = opened.get_mut(&key).and_then(|found| found.counterexample.take());
            if let Some(text) = text.or_else(|| Some(counterexample::confirmed(about)?.text)) {
                let message = format!("counterexample: {text} (confirmed by evaluation)");
                details.notes.push(Note { is_help: false, message, labels: Vec::new() });
            }
            paths.insert(key, path);
        }
    }
    for (number, goal) in failing(verdicts) {
        let (job, details) = (&jobs[number], all.goals.entry((number, goal)).or_default());
        let index = job.encoded.goals.get(goal).map(|names| names.index);
        let Some(index) = index else { continue };
        details.notes.extend(clause::note(&lowered.program, &job.obligation, index, sources));
        details.notes.extend(extension::note(&lowered.program, &job.obligation, index));
    }
    for (goal, found) in opened {
        all.goals.entry(goal).or_default().narrow(found.labels, found.within);
    }
    if tries {
        for (goal, notes) in repair::hints(solving, verdicts, sources) {
            let details = all.goals.entry(goal).or_default();
            if details.notes.iter().all(|note| !note.is_help) {
                details.notes.extend(notes);
            }
            paths.remove(&goal);
        }
        for (goal, more) in inductive::all(solving, verdicts, &paths) {
            let details = all.goals.entry(goal).or_default();
            details.labels.extend(more.labels);
            details.notes.extend(more.notes);
        }
        for (number, goal) in failing(verdicts) {
            let details = all.goals.entry((number, goal)).or_default();
            if details.notes.iter().all(|note| !note.is_help) {
                let job = &jobs[number];
                let index = job.encoded.goals.get(goal).map(|names| names.index);
                let note = index.and_then(|index| {
                    labelled::note(&job.obligation, index, sources)
                        .or_else(|| demanded::note(&lowered.program, &job.obligation, index))
                        .or_else(|| unspoken::note(&lowered.program, &job.obligation, index))
                        .or_else(|| turns::note(&lowered.program, &job.obligation, index))
                });
                details.notes.extend(note);
            }
        }
    }
    all
}

/// The goals of usual proofs that failed: the number of the job, and that of the goal in its query.
fn failing(verdicts: Verdicts<'_>) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (number, (job, outcome)) in verdicts.jobs.iter().zip(verdicts.outcomes).enumerate() {
        let is_usual = job.obligation.prover == Prover::Default && !matches!(job.obligation.part, Part::Isolated(_));
        if let (true, Some(Verdict::Failed { goals, .. })) = (is_usual, outcome.as_ref().map(|one| &one.verdict)) {
            all.extend(goals.iter().map(|failed| (number, failed.index)));
        }
    }
    all
}
