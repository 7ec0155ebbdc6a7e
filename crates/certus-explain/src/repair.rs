//! What would help. Nothing is said that was not tried: a goal that fails is asked again with one thing changed, and what
//! makes its proof succeed is told. A trial proves nothing that counts.

use std::collections::BTreeMap;

use certus_diagnostics::{Note, Sources};
use certus_lower::Lowered;
use certus_solve::{Outcome, Verdict};
use certus_vc::Part;
use certus_vir::Prover;

use certus_session::{Job, Solving};

use crate::alone::{Alone, STEPS};
use crate::candidate_repairs::{self, Idea};

/// How many goals of a run are tried.
const MOST_GOALS: usize = 6;

/// One more question about a goal.
struct Trial {
    /// The goal: which job it is of, its number there.
    goal: (usize, usize),
    idea: Option<Idea>,
    job: Job,
}

/// What would help, for goals by job and number.
pub(crate) fn hints(
    solving: &mut Solving<'_>,
    lowered: &Lowered,
    jobs: &[Job],
    outcomes: &[Option<Outcome>],
    sources: &Sources,
) -> BTreeMap<(usize, usize), Vec<Note>> {
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
        let ideas = candidate_repairs::all(alone);
        // Without an idea there is nothing to compare with.
        if ideas.is_empty() || !solving.has_time() {
            continue;
        }
        trials.extend(trial(*goal, alone, None));
        trials.extend(ideas.into_iter().filter_map(|idea| trial(*goal, alone, Some(idea))));
    }
    let proved = proved(solving, trials);
    // The first of several that help is the most particular one.
    let mut best: BTreeMap<(usize, usize), Option<Idea>> = BTreeMap::new();
    for (goal, idea) in proved {
        // What is proved as it is, alone, was no matter of what is known.
        best.entry(goal).or_insert(idea);
    }
    let best: BTreeMap<_, Idea> = best.into_iter().filter_map(|(goal, idea)| Some((goal, idea?))).collect();
    narrowed(solving, &goals, best, sources)
}

/// The ideas with as little in them as is enough, told.
fn narrowed(
    solving: &mut Solving<'_>,
    goals: &BTreeMap<(usize, usize), Alone<'_>>,
    best: BTreeMap<(usize, usize), Idea>,
    sources: &Sources,
) -> BTreeMap<(usize, usize), Vec<Note>> {
    let mut trials = Vec::new();
    for (goal, idea) in &best {
        let Some(alone) = goals.get(goal) else { continue };
        trials.extend(idea.parts().into_iter().filter_map(|part| trial(*goal, alone, Some(part))));
    }
    let mut parts: BTreeMap<(usize, usize), Idea> = BTreeMap::new();
    for (goal, idea) in proved(solving, trials) {
        if let Some(idea) = idea {
            parts.entry(goal).or_insert(idea);
        }
    }
    let told = best.into_iter().filter_map(|(goal, idea)| {
        let idea = parts.remove(&goal).unwrap_or(idea);
        Some((goal, vec![idea.note(goals.get(&goal)?, sources)]))
    });
    told.collect()
}

/// The question whether a goal is proved with an idea; without one, whether it is proved by itself.
fn trial(goal: (usize, usize), alone: &Alone<'_>, idea: Option<Idea>) -> Option<Trial> {
    let obligation = match &idea {
        Some(idea) => idea.applied(&alone.obligation)?,
        None => alone.obligation.clone(),
    };
    // What cannot be encoded is no idea.
    let encoded = certus_smt::encode(alone.program, &obligation).ok()?;
    (!encoded.goals.is_empty()).then_some(Trial { goal, idea, job: Job { obligation, encoded } })
}

/// Which goals are proved with which ideas, in the order of the trials.
fn proved(solving: &mut Solving<'_>, trials: Vec<Trial>) -> Vec<((usize, usize), Option<Idea>)> {
    let (mut about, mut jobs) = (Vec::new(), Vec::new());
    for trial in trials {
        about.push((trial.goal, trial.idea));
        jobs.push(trial.job);
    }
    let verdicts = solving.proves(&jobs);
    about.into_iter().zip(verdicts).filter_map(|(about, is_proved)| is_proved.then_some(about)).collect()
}
