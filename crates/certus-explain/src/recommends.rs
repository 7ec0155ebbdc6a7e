//! Checks recommendations, which may explain a failure.
//!
//! Guide page `reference/recommends`. A spec function is total, so nothing fails where its `recommends` do not hold.
//! But its value is probably not the one that the author intended. Recommendations are checked only if another proof of
//! the function fails. One that does not hold is a warning.

use certus_diagnostics::{Diagnostic, Level};
use certus_lower::Lowered;
use certus_vir::{GoalKind, Path, passes::recommends};

use certus_session::{Job, failed_goal};

/// The queries that check only the recommendations of a function. Its other obligations are assumptions there.
pub fn jobs(lowered: &Lowered, path: &Path) -> Vec<Job> {
    let Some(function) = lowered.program.functions.get(path) else { return Vec::new() };
    let asked = recommends::with_goals(&lowered.program, function);
    let obligations = certus_vc::obligations(&lowered.program, &asked);
    let only = obligations.iter().filter_map(|o| o.only(|goal| goal.kind == GoalKind::Recommends));
    // The error was reported with the function itself.
    let encoded = only.filter_map(|obligation| {
        let encoded = certus_smt::encode(&lowered.program, &obligation).ok()?;
        (!encoded.goals.is_empty()).then_some(Job { obligation, encoded })
    });
    encoded.collect()
}

/// The warning about a recommendation that does not hold. `index` is the number of its goal in the query.
pub fn unmet(job: &Job, index: usize) -> Option<Diagnostic> {
    let goal = job.obligation.goals.get(job.encoded.goals.get(index)?.index)?;
    let diagnostic = failed_goal(goal, &[]);
    Some(Diagnostic { level: Level::Warning, ..diagnostic })
}
