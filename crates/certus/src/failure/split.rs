//! A body that exhausts its budget, goal by goal.

use certus_diagnostics::{Label, Note};
use certus_lower::Lowered;
use certus_solve::{Outcome, Verdict};
use certus_vc::STEPS_PER_UNIT;

use crate::failure::Told;
use crate::solving::{Job, Solving};

/// So many goals are asked one by one.
const MOST: usize = 64;

/// What is said of so many that do not end.
const MOST_SHOWN: usize = 3;

/// Asks each goal of a job by itself, with what comes before it known, and names those that cost most.
pub(crate) fn split(solving: &mut Solving<'_>, lowered: &Lowered, job: &Job) -> Option<Told> {
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
    let outcomes = solving.ask(&parts);
    let units = |outcome: &Outcome| outcome.rlimit_count as f64 / STEPS_PER_UNIT as f64;
    let mut told = Told::default();
    let (mut dearest, mut open) = (None, 0);
    for (goal, outcome) in goals.iter().zip(&outcomes) {
        let outcome = outcome.as_ref()?;
        if dearest.is_none_or(|(_, most)| units(outcome) > most) {
            dearest = Some((goal.span, units(outcome)));
        }
        let text = match &outcome.verdict {
            Verdict::Proved => continue,
            Verdict::ResourceExhausted { .. } => "exhausts the budget by itself",
            _ => "is not proved by itself",
        };
        open += 1;
        let label = Label { span: goal.span, text: text.to_owned() };
        match told.primary {
            None => told.primary = Some(label),
            Some(_) if open <= MOST_SHOWN => told.labels.push(label),
            Some(_) => {}
        }
    }
    let (count, (span, most)) = (parts.len(), dearest?);
    let message = match open {
        0 => {
            told.primary = Some(Label { span, text: "this costs most".to_owned() });
            format!("each of the {count} goals is proved by itself, this one with {most:.3} units of `rlimit`")
        }
        1 => format!("the other {} goals are proved by themselves", count - 1),
        _ => format!("{open} of the {count} goals are not proved by themselves"),
    };
    told.notes.push(Note { is_help: false, message, labels: Vec::new() });
    Some(told)
}
