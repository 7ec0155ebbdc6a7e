//! The format of an entry: a line with a checksum, then the outcome.

use std::time::Duration;

use certus_solve::{FailedGoal, Outcome, Query, Verdict};
use serde::{Deserialize, Serialize};

use crate::sealed;

/// The beginning of the first line. Another format has another number, and another folder.
const HEAD: &str = "certus-verdict-1";

/// The outcome as it is written.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The key of the entry.
    key: String,
    /// The failing goals; empty if all are proved.
    failed: Vec<Failed>,
    /// Whether other goals may fail as well.
    incomplete_after: bool,
    /// The cost in the solver's resource units.
    rlimit_count: u64,
}

/// A failing goal.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Failed {
    index: usize,
    details: Vec<Option<bool>>,
    from_unknown: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reads: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
}

/// The bytes of an outcome; `None` if the outcome is not definitive.
pub(crate) fn write(key: &str, outcome: &Outcome) -> Option<Vec<u8>> {
    let (failed, incomplete_after) = match &outcome.verdict {
        Verdict::Proved => (&[][..], false),
        // Without a goal, the entry would be read as a proof.
        Verdict::Failed { goals, incomplete_after } if !goals.is_empty() => (goals.as_slice(), *incomplete_after),
        _ => return None,
    };
    let failed = failed.iter().map(|goal| Failed {
        index: goal.index,
        details: goal.details.clone(),
        from_unknown: goal.from_unknown,
        reads: goal.reads.clone(),
        model: goal.model.clone(),
    });
    let failed = failed.collect();
    let entry = Entry { key: key.to_owned(), failed, incomplete_after, rlimit_count: outcome.rlimit_count };
    let body = serde_json::to_string(&entry).ok()?;
    Some(sealed::seal(HEAD, &body))
}

/// The outcome of a query from the bytes of its entry; `None` unless the bytes are exactly what was written for it.
pub(crate) fn read(key: &str, query: &Query, bytes: &[u8]) -> Option<Outcome> {
    let entry: Entry = serde_json::from_str(sealed::open(HEAD, bytes)?).ok()?;
    let fits = |failed: &Failed| {
        let details = query.details.get(failed.index).map_or(0, Vec::len);
        let is_read = failed.reads.is_empty() || failed.reads.len() == query.reads.len();
        failed.index < query.goals.len() && failed.details.len() == details && is_read
    };
    if entry.key != key || !entry.failed.iter().all(fits) {
        return None;
    }
    let goals = entry.failed.into_iter().map(|failed| FailedGoal {
        index: failed.index,
        details: failed.details,
        from_unknown: failed.from_unknown,
        reads: failed.reads,
        model: failed.model,
    });
    let goals: Vec<FailedGoal> = goals.collect();
    let verdict = if goals.is_empty() {
        Verdict::Proved
    } else {
        Verdict::Failed { goals, incomplete_after: entry.incomplete_after }
    };
    Some(Outcome { verdict, rlimit_count: entry.rlimit_count, wall: Duration::ZERO })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query() -> Query {
        let mut query = Query::new("(declare-const g Bool)", vec!["g".into(), "h".into()], 10);
        query.details = vec![vec!["a".into(), "b".into()]];
        query
    }

    fn outcome(verdict: Verdict) -> Outcome {
        Outcome { verdict, rlimit_count: 77, wall: Duration::ZERO }
    }

    fn failed() -> Verdict {
        let details = vec![Some(true), None];
        let first = FailedGoal { index: 0, details, reads: Vec::new(), from_unknown: true, model: None };
        let model = Some("(model)".into());
        let second = FailedGoal { index: 1, details: Vec::new(), reads: Vec::new(), from_unknown: false, model };
        Verdict::Failed { goals: vec![first, second], incomplete_after: true }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for verdict in [Verdict::Proved, failed()] {
            let outcome = outcome(verdict);
            let bytes = write("k", &outcome).unwrap_or_default();
            assert_eq!(read("k", &query(), &bytes), Some(outcome));
            assert_eq!(read("l", &query(), &bytes), None);
        }
    }

    #[test]
    fn only_definitive_answers_are_written() {
        let nothing = Verdict::Failed { goals: Vec::new(), incomplete_after: false };
        let exhausted = Verdict::ResourceExhausted { limit: certus_solve::Limit::Units, found: Vec::new() };
        for verdict in [exhausted, Verdict::SolverError("x".into()), nothing] {
            assert_eq!(write("k", &outcome(verdict)), None);
        }
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        for verdict in [Verdict::Proved, failed()] {
            let bytes = write("k", &outcome(verdict)).unwrap_or_default();
            assert!(bytes.len() > 100);
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut other = bytes.clone();
                    other[at] ^= 1 << bit;
                    assert_eq!(read("k", &query(), &other), None, "byte {at}, bit {bit}");
                }
                assert_eq!(read("k", &query(), &bytes[..at]), None, "cut at {at}");
            }
        }
    }

    #[test]
    fn an_outcome_of_another_query_does_not_fit() {
        let bytes = write("k", &outcome(failed())).unwrap_or_default();
        let mut fewer_goals = query();
        fewer_goals.goals.pop();
        let mut other_details = query();
        other_details.details = vec![Vec::new(), vec!["a".into()]];
        for other in [fewer_goals, other_details] {
            assert_eq!(read("k", &other, &bytes), None);
        }
    }
}
