//! Tries candidate repairs. A failing goal is solved again with one change. If its proof succeeds, the change is
//! suggested. The verdict stays the same.

use std::collections::BTreeMap;

use certus_diagnostics::{Note, Sources};
use certus_solve::{Outcome, Verdict};
use certus_vc::Part;
use certus_vir::Prover;

use certus_session::{Job, Solving};

use crate::Verdicts;
use crate::alone::{Alone, STEPS};
use crate::candidate_repairs::{self, Repair};

/// The maximal number of goals of a run to try.
const MOST_GOALS: usize = 6;

/// The number of a job, and the number of a goal in it.
type Key = (usize, usize);

/// A candidate repair of a goal; `None` to solve the goal by itself.
type Candidate = (Key, Option<Repair>);

/// The suggested repairs, by job and number of the goal.
pub(crate) fn hints(solving: &mut Solving<'_>, verdicts: Verdicts<'_>, sources: &Sources) -> BTreeMap<Key, Vec<Note>> {
    let Verdicts { lowered, jobs, outcomes } = verdicts;
    let program = &lowered.program;
    let mut goals = BTreeMap::new();
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let Some(Outcome { verdict: Verdict::Failed { goals: failed, .. }, rlimit_count, .. }) = outcome else {
            continue;
        };
        let is_usual = job.obligation.prover == Prover::Default && !matches!(job.obligation.part, Part::Isolated(_));
        for failed in failed.iter().filter(|_| is_usual) {
            let names = job.encoded.goals.get(failed.index);
            let Some(mut alone) = names.and_then(|names| job.obligation.only_goal(names.index)) else { continue };
            if goals.len() < MOST_GOALS {
                alone.rlimit = Some(rlimit_count.saturating_mul(2).clamp(STEPS.0, STEPS.1));
                goals.insert((number, failed.index), Alone { program, obligation: alone });
            }
        }
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    for (goal, alone) in &goals {
        if !solving.has_time() {
            break;
        }
        let repairs = candidate_repairs::all(alone);
        // Without a candidate there is nothing to compare.
        if !repairs.is_empty() {
            candidates.push((*goal, None));
            candidates.extend(repairs.into_iter().map(|repair| (*goal, Some(repair))));
        }
    }
    // If several candidates help, the first one is the most specific. A goal that succeeds by itself needs no repair: other
    // goals of the job disturbed its proof.
    let best = first_proved(solving, &goals, candidates);
    let best: BTreeMap<_, Repair> = best.into_iter().filter_map(|(goal, repair)| Some((goal, repair?))).collect();
    narrowed(solving, &goals, best, sources)
}

/// Reduces each repair to the parts that are needed, and writes the notes.
fn narrowed(
    solving: &mut Solving<'_>,
    goals: &BTreeMap<Key, Alone<'_>>,
    best: BTreeMap<Key, Repair>,
    sources: &Sources,
) -> BTreeMap<Key, Vec<Note>> {
    let parts = best.iter().flat_map(|(goal, repair)| repair.parts().into_iter().map(|part| (*goal, Some(part))));
    let mut parts = first_proved(solving, goals, parts.collect());
    let details = best.into_iter().filter_map(|(goal, repair)| {
        let repair = parts.remove(&goal).flatten().unwrap_or(repair);
        Some((goal, vec![repair.note(goals.get(&goal)?, sources)]))
    });
    details.collect()
}

/// Tries candidates in their order, in groups while there is time: of each goal those before the first one that helps. Writing
/// the query of a large function takes as long as solving it, so a query is written only when it is its turn.
fn first_proved(
    solving: &mut Solving<'_>,
    goals: &BTreeMap<Key, Alone<'_>>,
    candidates: Vec<Candidate>,
) -> BTreeMap<Key, Option<Repair>> {
    let mut best: BTreeMap<Key, Option<Repair>> = BTreeMap::new();
    let mut candidates = candidates.into_iter();
    while candidates.len() > 0 && solving.has_time() {
        let open = candidates.by_ref().filter(|(goal, _)| !best.contains_key(goal));
        let some: Vec<Candidate> = open.take(solving.group()).collect();
        let queries = some.into_iter().filter_map(|(goal, repair)| {
            let job = query(goals.get(&goal)?, repair.as_ref())?;
            Some(((goal, repair), job))
        });
        let (about, jobs): (Vec<Candidate>, Vec<Job>) = queries.unzip();
        for ((goal, repair), is_proved) in about.into_iter().zip(solving.proves(&jobs)) {
            if is_proved {
                best.entry(goal).or_insert(repair);
            }
        }
    }
    best
}

/// The query for a goal with a candidate; without one, for the goal by itself.
fn query(alone: &Alone<'_>, repair: Option<&Repair>) -> Option<Job> {
    let obligation = match repair {
        Some(repair) => repair.applied(&alone.obligation)?,
        None => alone.obligation.clone(),
    };
    // A candidate that cannot be encoded is dropped.
    let encoded = certus_smt::encode(alone.program, &obligation).ok()?;
    (!encoded.goals.is_empty()).then_some(Job { obligation, encoded })
}
