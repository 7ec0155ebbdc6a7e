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

/// A query for a goal with a candidate repair.
struct Trial {
    /// The number of the job, and the number of the goal in it.
    goal: (usize, usize),
    /// The candidate; `None` to solve the goal by itself.
    repair: Option<Repair>,
    job: Job,
}

/// The suggested repairs, by job and number of the goal.
pub(crate) fn hints(
    solving: &mut Solving<'_>,
    verdicts: Verdicts<'_>,
    sources: &Sources,
) -> BTreeMap<(usize, usize), Vec<Note>> {
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
    let mut trials = Vec::new();
    for (goal, alone) in &goals {
        let repairs = candidate_repairs::all(alone);
        // Without a candidate there is nothing to compare.
        if repairs.is_empty() || !solving.has_time() {
            continue;
        }
        trials.extend(trial(*goal, alone, None));
        trials.extend(repairs.into_iter().filter_map(|repair| trial(*goal, alone, Some(repair))));
    }
    let proved = proved(solving, trials);
    // If several candidates help, the first one is the most specific.
    let mut best: BTreeMap<(usize, usize), Option<Repair>> = BTreeMap::new();
    for (goal, repair) in proved {
        // A goal that succeeds by itself needs no repair: other goals of the job disturbed its proof.
        best.entry(goal).or_insert(repair);
    }
    let best: BTreeMap<_, Repair> = best.into_iter().filter_map(|(goal, repair)| Some((goal, repair?))).collect();
    narrowed(solving, &goals, best, sources)
}

/// Reduces each repair to the parts that are needed, and writes the notes.
fn narrowed(
    solving: &mut Solving<'_>,
    goals: &BTreeMap<(usize, usize), Alone<'_>>,
    best: BTreeMap<(usize, usize), Repair>,
    sources: &Sources,
) -> BTreeMap<(usize, usize), Vec<Note>> {
    let mut trials = Vec::new();
    for (goal, repair) in &best {
        let Some(alone) = goals.get(goal) else { continue };
        trials.extend(repair.parts().into_iter().filter_map(|part| trial(*goal, alone, Some(part))));
    }
    let mut parts: BTreeMap<(usize, usize), Repair> = BTreeMap::new();
    for (goal, repair) in proved(solving, trials) {
        if let Some(repair) = repair {
            parts.entry(goal).or_insert(repair);
        }
    }
    let details = best.into_iter().filter_map(|(goal, repair)| {
        let repair = parts.remove(&goal).unwrap_or(repair);
        Some((goal, vec![repair.note(goals.get(&goal)?, sources)]))
    });
    details.collect()
}

/// The query for a goal with a candidate; without one, for the goal by itself.
fn trial(goal: (usize, usize), alone: &Alone<'_>, repair: Option<Repair>) -> Option<Trial> {
    let obligation = match &repair {
        Some(repair) => repair.applied(&alone.obligation)?,
        None => alone.obligation.clone(),
    };
    // A candidate that cannot be encoded is dropped.
    let encoded = certus_smt::encode(alone.program, &obligation).ok()?;
    (!encoded.goals.is_empty()).then_some(Trial { goal, repair, job: Job { obligation, encoded } })
}

/// The goals that are proved, each with its candidate, in the order of the trials.
fn proved(solving: &mut Solving<'_>, trials: Vec<Trial>) -> Vec<((usize, usize), Option<Repair>)> {
    let (mut about, mut jobs) = (Vec::new(), Vec::new());
    for trial in trials {
        about.push((trial.goal, trial.repair));
        jobs.push(trial.job);
    }
    let verdicts = solving.proves(&jobs);
    about.into_iter().zip(verdicts).filter_map(|(about, is_proved)| is_proved.then_some(about)).collect()
}
