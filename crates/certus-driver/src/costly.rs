//! The note `resource/costly` about functions whose proofs used much of their budget: after a small change, the budget
//! may not be enough.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, FunctionSummary, Resource, Sources, Status};
use certus_solve::{Outcome, Verdict};
use certus_vir::Program;

use certus_session::{Job, Sink};

/// A function is costly if its proof used more than one part in `SHARE` of its budget. Guide page `codes/other.md`
/// states this number.
const SHARE: u64 = 4;

/// Reports the share of the budget of each proved function that is costly. It uses only numbers that the run has
/// anyway.
pub(crate) fn note(
    program: &Program,
    (jobs, outcomes): (&[Job], &[Option<Outcome>]),
    functions: &[FunctionSummary],
    sink: &mut dyn Sink,
    sources: &Sources,
) {
    let mut dear: BTreeMap<&str, u64> = BTreeMap::new();
    for (job, outcome) in jobs.iter().zip(outcomes) {
        let Some(Outcome { verdict: Verdict::Proved, rlimit_count, .. }) = outcome else { continue };
        let percent = job.obligation.rlimit.and_then(|limit| percent(*rlimit_count, limit));
        if let Some(percent) = percent {
            let most = dear.entry(&job.obligation.function).or_default();
            *most = percent.max(*most);
        }
    }
    for function in functions.iter().filter(|function| function.status == Status::Verified) {
        let found = dear.get(&*function.name).zip(program.functions.get(&*function.name));
        let Some((percent, known)) = found else { continue };
        let text = format!("proved, but it took {percent}% of the budget");
        let help = "`certus profile` shows which quantifiers use it";
        sink.about(Some(&function.name));
        sink.show(&Diagnostic::note(Resource::Costly, text, known.span).with_help(help), sources);
    }
    sink.about(None);
}

/// The share of a budget that was spent, in percent, if it is large.
fn percent(spent: u64, limit: u64) -> Option<u64> {
    let (spent, limit) = (u128::from(spent), u128::from(limit));
    let is_much = limit > 0 && spent * u128::from(SHARE) > limit;
    is_much.then(|| u64::try_from(spent * 100 / limit).map_or(100, |percent| percent.min(100)))
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn more_than_a_quarter_is_much() {
        assert_eq!(
            [percent(25, 100), percent(26, 100), percent(250, 1_000), percent(251, 1_000)],
            [None, Some(26), None, Some(25)]
        );
        assert_eq!([percent(0, 0), percent(9, 0), percent(u64::MAX, u64::MAX)], [None, None, Some(100)]);
    }
}
