//! Splits a body whose budget ran out into its goals.
//!
//! All goals together may spend as much as one proof of the body, in the solver's units, so that the message does not
//! come much later.

use certus_diagnostics::{Label, Note};
use certus_lower::Lowered;
use certus_solve::{Outcome, Verdict};
use certus_vc::{DEFAULT_UNITS, STEPS_PER_UNIT};

use crate::{Details, matching_loop};
use certus_session::{Job, Solving};

/// The maximal number of goals to solve one by one.
const MOST: usize = 64;

/// The maximal number of expensive goals to report.
const MOST_SHOWN: usize = 3;

/// A goal that was solved by itself: its budget in steps, and its outcome.
type Tried = (u64, Outcome);

/// Reports a matching loop in a job. Otherwise it solves each goal of the job by itself, with the facts before the goal
/// as assumptions, and reports the most expensive ones.
pub(crate) fn split(solving: &mut Solving<'_>, lowered: &Lowered, job: &Job) -> Option<Details> {
    let mut budget = job.obligation.rlimit.unwrap_or(u64::from(DEFAULT_UNITS) * STEPS_PER_UNIT);
    let counted = matching_loop::counted(solving, &lowered.program, job, budget);
    budget = budget.saturating_sub(counted.spent);
    let mut details = goals(solving, lowered, job, budget).unwrap_or_default();
    details.notes.extend(counted.note);
    (details.primary.is_some() || !details.notes.is_empty()).then_some(details)
}

/// Solves each goal by itself, within a budget for all of them together.
fn goals(solving: &mut Solving<'_>, lowered: &Lowered, job: &Job, budget: u64) -> Option<Details> {
    let (mut parts, mut goals) = (Vec::new(), Vec::new());
    for names in job.encoded.goals.iter().filter(|names| names.width.is_none()).take(MOST) {
        let obligation = job.obligation.only_goal(names.index)?;
        let encoded = certus_smt::encode(&lowered.program, &obligation).ok()?;
        goals.extend(job.obligation.goals.get(names.index));
        parts.push(Job { obligation, encoded });
    }
    if parts.len() < 2 || parts.len() < job.encoded.goals.len() {
        return None;
    }
    let tried = rounds(parts.len(), budget, |questions| {
        let limited = |(part, limit): &(usize, u64)| {
            let Job { obligation, encoded } = parts.get(*part)?;
            let obligation = certus_vc::Obligation { rlimit: Some(*limit), ..obligation.clone() };
            Some(Job { obligation, encoded: encoded.clone() })
        };
        solving.ask(&questions.iter().filter_map(limited).collect::<Vec<Job>>())
    });
    let units = |steps: u64| steps as f64 / STEPS_PER_UNIT as f64;
    let mut details = Details::default();
    let (mut dearest, mut open, mut left_out) = (None, 0, 0);
    for (goal, tried) in goals.iter().zip(&tried) {
        let Some((limit, outcome)) = tried else {
            left_out += 1;
            continue;
        };
        if dearest.is_none_or(|(_, most)| outcome.rlimit_count > most) {
            dearest = Some((goal.span, outcome.rlimit_count));
        }
        let text = match &outcome.verdict {
            Verdict::Proved => continue,
            Verdict::ResourceExhausted { .. } => format!("exhausts {:.3} units of `rlimit` by itself", units(*limit)),
            _ => "is not proved separately".to_owned(),
        };
        open += 1;
        let label = Label { span: goal.span, text };
        match details.primary {
            None => details.primary = Some(label),
            Some(_) if open <= MOST_SHOWN => details.labels.push(label),
            Some(_) => {}
        }
    }
    let count = parts.len();
    let message = match (open, dearest) {
        _ if left_out > 0 => {
            format!(
                "{left_out} of the {count} goals were not tried separately: the time limit for explanations was \
                     reached"
            )
        }
        (0, Some((span, most))) => {
            details.primary = Some(Label { span, text: "this costs most".to_owned() });
            format!(
                "each of the {count} goals is proved separately, this one with {:.3} units of `rlimit`",
                units(most)
            )
        }
        (0, None) => return None,
        (1, _) if count == 2 => "the other goal is proved separately".to_owned(),
        (1, _) => format!("the other {} goals are proved separately", count - 1),
        _ => {
            format!("{open} of the {count} goals are not proved separately, with {:.3} units for all", units(budget))
        }
    };
    details.notes.push(Note { is_help: false, message, labels: Vec::new() });
    Some(details)
}

/// Solves these goals, each with a limit on its steps: first with half of the budget for all of them, then those
/// without an answer with the rest. No goal gets so much that all of them could exceed the budget.
fn rounds(
    count: usize,
    budget: u64,
    mut ask: impl FnMut(&[(usize, u64)]) -> Vec<Option<Outcome>>,
) -> Vec<Option<Tried>> {
    let mut tried: Vec<Option<Tried>> = vec![None; count];
    let mut open: Vec<usize> = (0..count).collect();
    let mut left = budget;
    for part in [2, 1] {
        // After giving up on a query, a solver tries it once more, in another way.
        let limit = left / part / (TRIES * open.len().max(1) as u64);
        if open.is_empty() || limit == 0 {
            break;
        }
        let questions: Vec<(usize, u64)> = open.iter().map(|goal| (*goal, limit)).collect();
        for (goal, outcome) in open.iter().zip(ask(&questions)) {
            // A goal without a second try keeps its first outcome.
            let (Some(place), Some(outcome)) = (tried.get_mut(*goal), outcome) else { continue };
            left = left.saturating_sub(outcome.rlimit_count);
            *place = Some((limit, outcome));
        }
        open.retain(|goal| {
            let outcome = tried.get(*goal).and_then(Option::as_ref);
            outcome.is_some_and(|(_, outcome)| matches!(outcome.verdict, Verdict::ResourceExhausted { .. }))
        });
    }
    tried
}

/// How many times the solver tries one query at most.
const TRIES: u64 = 2;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Goals with these costs, asked within a budget: what became of each, and the steps and questions of all together. A
    /// goal that does not end is tried twice, as by a solver.
    fn asked(costs: &[u64], budget: u64) -> (Vec<Option<bool>>, u64, usize) {
        let (mut spent, mut questions) = (0, 0);
        let tried = rounds(costs.len(), budget, |some| {
            questions += some.len();
            let answer = |(goal, limit): &(usize, u64)| {
                let is_proved = costs[*goal] <= *limit;
                let rlimit_count = if is_proved { costs[*goal] } else { TRIES * limit };
                spent += rlimit_count;
                let verdict = if is_proved {
                    Verdict::Proved
                } else {
                    Verdict::ResourceExhausted { limit: certus_solve::Limit::Units, found: Vec::new() }
                };
                Some(Outcome { verdict, rlimit_count, wall: Duration::ZERO })
            };
            some.iter().map(answer).collect()
        });
        (tried.into_iter().map(|tried| Some(tried?.1.verdict.is_proved())).collect(), spent, questions)
    }

    #[test]
    fn all_goals_together_spend_no_more_than_the_budget() {
        for count in [2, 3, 10, 64] {
            for budget in [0, 1, 100, 30_000_000] {
                // None ends, and each would take as much as there is.
                let (_, spent, questions) = asked(&vec![u64::MAX; count], budget);
                assert!(spent <= budget, "{count} goals take {spent} of {budget}");
                assert!(questions <= 2 * count);
            }
        }
    }

    #[test]
    fn what_cheap_goals_leave_is_for_the_dear_one() {
        // A tenth of the first half is not enough for the sixth, but what is left is.
        let (proved, spent, questions) = asked(&[1, 1, 1, 1, 1, 300, 1, 1, 1, 1], 1_000);
        assert_eq!((proved, spent <= 1_000, questions), (vec![Some(true); 10], true, 11));
        let (proved, ..) = asked(&[1, 500, 1], 1_000);
        assert_eq!(proved, [Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn what_there_is_no_time_for_is_left_open() {
        let tried = rounds(3, 1_000, |some| vec![None; some.len()]);
        assert!(tried.iter().all(Option::is_none));
        assert_eq!(asked(&[1, 1], 0).0, [None, None]);
    }
}
