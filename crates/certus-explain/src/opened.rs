//! Opens failing goals: which conjunct of a predicate is not proved.
//!
//! For example, if `ensures s.wf()` fails, it may be that `n.high < 100` is not proved, in `node_ok`, which `wf` calls for
//! each node. [`Opening`] gives the conjuncts of the goal. All of them are asked for in one query, and the first one that is
//! not proved, while those before it are known, is what the label shows. If there are very many, some calls are left for
//! another query.

use std::collections::BTreeMap;

use certus_diagnostics::{Label, Span};
use certus_lower::Lowered;
use certus_solve::{FailedGoal, Outcome, Verdict};
use certus_vc::{Conjunct, DEFAULT_UNITS, Obligation, Opening, Part, STEPS_PER_UNIT};
use certus_vir::{GoalKind, Prover};

use certus_session::{Job, Solving, goal_of};

use crate::Verdicts;
use crate::counterexample::{self, About, Counterexample};
use crate::definitions::short;
use crate::error_path::error_path;

/// The maximal number of goals of a run to open.
const MOST_GOALS: usize = 6;

/// The maximal number of queries for a goal.
const ROUNDS: usize = 3;

/// How many conjuncts that fail are looked for in a query.
const MOST_FAILING: usize = 4;

/// The limits for the steps of a check. Within them, it may take as many as the failure took.
const STEPS: (u64, u64) = (60_000, 1_000_000);

/// A query makes at most so many checks with its limit: one for each failing conjunct, and those of a second try.
const CHECKS: u64 = 2 * MOST_FAILING as u64;

/// What is known of a goal that was opened.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The conjunct that is not proved, then the calls that lead to it.
    pub(crate) labels: Vec<Label>,
    /// The part of the clause in which it is.
    pub(crate) within: Span,
    /// A counterexample for the conjunct.
    pub(crate) counterexample: Option<String>,
}

/// A goal that is being opened.
struct Search<'a> {
    /// The number of the job, and that of the goal in it.
    key: (usize, usize),
    opening: Opening<'a>,
    /// The steps that are left for this goal.
    left: u64,
    /// The steps for a check, if there are enough.
    limit: u64,
    found: Option<Opened>,
}

/// The failing goals of a run that can be opened, by job and number of the goal.
pub(crate) fn all(solving: &mut Solving<'_>, verdicts: Verdicts<'_>) -> BTreeMap<(usize, usize), Opened> {
    let mut open: Vec<Search<'_>> = searches(verdicts);
    let mut done = BTreeMap::new();
    for _ in 0..ROUNDS {
        let (mut jobs, mut places, mut searches) = (Vec::new(), Vec::new(), Vec::new());
        for search in open {
            match search.job(verdicts.lowered) {
                Some((job, place)) => {
                    jobs.push(job);
                    places.push(place);
                    searches.push(search);
                }
                None => done.extend(search.found.map(|found| (search.key, found))),
            }
        }
        let outcomes = solving.ask_some(&jobs, MOST_FAILING);
        open = Vec::new();
        for (((job, place), mut search), outcome) in jobs.iter().zip(places).zip(searches).zip(&outcomes) {
            search.left = search.left.saturating_sub(outcome.as_ref().map_or(0, |outcome| outcome.rlimit_count));
            let first = outcome.as_ref().and_then(|outcome| first_failing(job, outcome));
            let further = first.and_then(|(failed, index)| {
                let conjunct = search.opening.conjuncts().get(index)?;
                search.found = Some(search.opened(verdicts.lowered, (job, failed, place), conjunct));
                search.opening.further(index)
            });
            match further {
                Some(opening) => open.push(Search { opening, ..search }),
                None => done.extend(search.found.map(|found| (search.key, found))),
            }
        }
    }
    done.extend(open.into_iter().filter_map(|search| Some((search.key, search.found?))));
    done
}

/// The failing goals that can be opened.
fn searches<'a>(verdicts: Verdicts<'a>) -> Vec<Search<'a>> {
    let Verdicts { lowered, jobs, outcomes } = verdicts;
    let mut found = Vec::new();
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let Some(Outcome { verdict: Verdict::Failed { goals, .. }, rlimit_count, .. }) = outcome else { continue };
        let is_usual = job.obligation.prover == Prover::Default && !matches!(job.obligation.part, Part::Isolated(_));
        for failed in goals.iter().filter(|_| is_usual) {
            if found.len() == MOST_GOALS {
                return found;
            }
            let Some((_, parts)) = goal_of(job, failed).filter(|(goal, _)| is_clause(goal.kind)) else { continue };
            let Some(index) = job.encoded.goals.get(failed.index).map(|names| names.index) else { continue };
            let Some(opening) = Opening::new(&lowered.program, &job.obligation, index) else { continue };
            // What the failure says by itself.
            let is_known = |one: &Conjunct| one.calls.is_empty() && parts.iter().any(|(span, _)| *span == one.span);
            if !opening.conjuncts().iter().all(is_known) {
                let budget = job.obligation.rlimit.unwrap_or(u64::from(DEFAULT_UNITS) * STEPS_PER_UNIT);
                let (left, limit) = (budget / 2 / goals.len() as u64, (*rlimit_count).clamp(STEPS.0, STEPS.1));
                found.push(Search { key: (number, failed.index), opening, left, limit, found: None });
            }
        }
    }
    found
}

/// Whether goals of this kind are written by the user.
fn is_clause(kind: GoalKind) -> bool {
    use GoalKind::{Assert, AssertBy, InvariantEnd, InvariantEntry, LoopEnsures, Postcondition, Precondition};
    matches!(kind, Assert | AssertBy | Precondition | Postcondition | InvariantEntry | InvariantEnd | LoopEnsures)
}

/// The first conjunct that is not proved.
fn first_failing<'o>(job: &Job, outcome: &'o Outcome) -> Option<(&'o FailedGoal, usize)> {
    let goals = match &outcome.verdict {
        Verdict::Failed { goals, .. } | Verdict::ResourceExhausted { found: goals, .. } => goals,
        _ => return None,
    };
    let numbered = goals.iter().filter_map(|failed| Some((failed, job.encoded.goals.get(failed.index)?.index)));
    numbered.min_by_key(|(_, index)| *index)
}

impl Search<'_> {
    /// The query for all conjuncts, and the number of steps before the first one.
    fn job(&self, lowered: &Lowered) -> Option<(Job, usize)> {
        let limit = self.limit.min(self.left / CHECKS);
        // Zero would be no limit.
        let (obligation, place) = self.opening.obligation().filter(|_| limit > 0)?;
        let obligation = Obligation { rlimit: Some(limit), ..obligation };
        let encoded = certus_smt::encode(&lowered.program, &obligation).ok()?;
        (!encoded.goals.is_empty()).then_some((Job { obligation, encoded }, place))
    }

    /// What to say of a conjunct that is not proved.
    fn opened(&self, lowered: &Lowered, (job, failed, place): (&Job, &FailedGoal, usize), one: &Conjunct) -> Opened {
        let path = error_path(job, failed).map(|mut path| {
            // The conjuncts before this one are no facts of the path.
            path.place = place;
            path
        });
        let found = path.and_then(|path| {
            let (arbitrary, values) = (self.opening.arbitrary(), one.values.as_slice());
            let about = About { program: &lowered.program, job, failed, path: &path, arbitrary, values };
            counterexample::confirmed(about)
        });
        let (text, values) = match found {
            Some(Counterexample { text, values }) => (Some(text), values),
            None => (None, Vec::new()),
        };
        let mut labels = vec![Label { span: one.span, text: told(one, &job.obligation, &values) }];
        // What is called in a clause that is nothing else is known.
        let called = one.calls.iter().rev().filter(|call| self.opening.call() != Some(call.span));
        let called = called.map(|call| Label { span: call.span, text: "called here".to_owned() });
        labels.extend(called);
        let within = one.calls.first().map_or(one.span, |call| call.span);
        Opened { labels, within, counterexample: text }
    }
}

/// The text at the place of a conjunct.
fn told(one: &Conjunct, obligation: &Obligation, values: &[String]) -> String {
    let mut text = match one.is_negated {
        true => "this is not known to be false".to_owned(),
        false => "this conjunct is not proved".to_owned(),
    };
    if !values.is_empty() {
        let truth = if one.is_negated { "true" } else { "false" };
        text.push_str(&format!(" ({truth} for {})", values.join(", ")));
    }
    for (number, call) in one.calls.iter().rev().enumerate() {
        let word = match number {
            0 => ", in",
            1 => ", called from",
            _ => ", from",
        };
        text.push_str(&format!("{word} `{}`", short(&call.path, obligation)));
    }
    text
}
