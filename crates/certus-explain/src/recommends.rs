//! What may explain a failure: recommendations that are not met.
//!
//! Guide page `reference-recommends`. A spec function is total, so nothing fails where its `recommends` do not hold; the
//! value is only not the one that was meant. This is looked for where something else could not be proved, and said as a
//! warning beside it.

use certus_diagnostics::{Diagnostic, Level};
use certus_lower::Lowered;
use certus_vir::{GoalKind, Path, passes::recommends};

use certus_session::{Job, failed_goal};

/// The obligations of a function that asks for its recommendations only; what it has to prove besides is taken as known.
pub fn jobs(lowered: &Lowered, path: &Path) -> Vec<Job> {
    let Some(function) = lowered.program.functions.get(path) else { return Vec::new() };
    let asked = recommends::with_goals(&lowered.program, function);
    let obligations = certus_vc::obligations(&lowered.program, &asked);
    let only = obligations.iter().filter_map(|o| o.only(|goal| goal.kind == GoalKind::Recommends));
    // What cannot be encoded was reported with the function itself.
    let encoded = only.filter_map(|obligation| {
        let encoded = certus_smt::encode(&lowered.program, &obligation).ok()?;
        (!encoded.goals.is_empty()).then_some(Job { obligation, encoded })
    });
    encoded.collect()
}

/// A recommendation that is not met, by the number of the goal in its query.
pub fn unmet(job: &Job, index: usize) -> Option<Diagnostic> {
    let goal = job.obligation.goals.get(job.encoded.goals.get(index)?.index)?;
    let diagnostic = failed_goal(goal, &[]);
    Some(Diagnostic { level: Level::Warning, ..diagnostic })
}
