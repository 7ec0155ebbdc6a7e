//! Invariants that a loop lacks: facts that are known before the loop and that each iteration preserves.
//!
//! For example, in
//!
//! ```text
//! fn scan(v: &Vec<u32>, limit: usize)
//!     requires limit <= v.len()
//! {
//!     let mut i: usize = 0;
//!     while i < limit { let x = v[i]; i += 1; }
//! }
//! ```
//!
//! the fact `limit <= v.len()` is known before the loop, and each iteration preserves it. With it among the invariants,
//! the index is in bounds. As in Houdini, the search starts with all facts, and drops those that an iteration does not
//! preserve.

use std::collections::BTreeMap;

use certus_diagnostics::{Label, Span};
use certus_lower::Lowered;
use certus_solve::Verdict;
use certus_vc::Obligation;
use certus_vir::words::{Stand, Words};
use certus_vir::{Clause, Function, Goal, GoalKind, Stmt, StmtKind};

use crate::alone::{STEPS, help};
use crate::error_path::{ErrorPath, loops};
use crate::missing::{LONG, named};
use crate::{Details, Verdicts};
use certus_session::{Job, Solving};

/// How many times facts that are not preserved are dropped before the search gives up.
const ROUNDS: usize = 3;

/// The maximal number of goals of a run to try.
pub(crate) const MOST_GOALS: usize = 3;

/// A goal that fails on a path through a loop.
struct Failure<'a> {
    job: &'a Job,
    goal: &'a Goal,
    path: &'a ErrorPath,
    /// The solver's steps for the job.
    spent: u64,
}

/// Facts that make a goal provable as invariants of the last loop on its path.
fn missing(solving: &mut Solving<'_>, lowered: &Lowered, failure: &Failure<'_>) -> Option<Details> {
    let Failure { job, goal, path, spent } = *failure;
    let program = &lowered.program;
    let function = program.functions.get(&job.obligation.function)?;
    let span = *loops(job, path).last()?;
    let facts = certus_vc::candidates(program, function, span);
    if facts.is_empty() {
        return None;
    }
    let limit = Some(spent.saturating_mul(2).clamp(STEPS.0, STEPS.1));
    let mut trial = Trial { solving, lowered, function, span, goal, limit };
    // If all facts together do not help, none of them does.
    if trial.is_proved(&[])? || !trial.is_proved(&facts)? {
        return None;
    }
    let kept = trial.kept(facts)?;
    let one = kept.iter().find_map(|fact| {
        let one = trial.kept(vec![fact.clone()])?;
        trial.is_proved(&one)?.then_some(one)
    });
    let enough = match one {
        Some(one) => one,
        None => trial.is_proved(&kept)?.then_some(kept)?,
    };
    let words = Words { program, module: &job.obligation.module, stand: Stand::Body };
    let texts: Vec<Option<String>> = enough.iter().map(|fact| words.of(&fact.expr)).collect();
    let texts: Vec<Option<&String>> =
        texts.iter().map(|text| text.as_ref().filter(|text| text.len() <= LONG)).collect();
    let facts = named(&texts);
    let label = |fact: &Clause| Label {
        span: fact.span,
        text: "holds before the loop, and each iteration preserves \
                                                        it"
        .to_owned(),
    };
    let note = help(format!("it is proved if the loop has {facts} among its `invariant`"), Vec::new());
    Some(Details { labels: enough.iter().map(label).collect(), notes: vec![note], ..Details::default() })
}

/// A goal in or after a loop.
struct Trial<'r, 's, 'a> {
    solving: &'r mut Solving<'s>,
    lowered: &'a Lowered,
    function: &'a Function,
    /// The place of the loop.
    span: Span,
    goal: &'a Goal,
    limit: Option<u64>,
}

impl Trial<'_, '_, '_> {
    /// The facts that each iteration preserves, if all of them hold before it; `None` if there are none.
    fn kept(&mut self, mut facts: Vec<Clause>) -> Option<Vec<Clause>> {
        for _ in 0..ROUNDS {
            let jobs = self.jobs(&facts, |facts, goal| states(facts, goal).is_some())?;
            let mut lost = Vec::new();
            for (job, outcome) in jobs.iter().zip(self.solving.ask_all(&jobs)) {
                match outcome?.verdict {
                    Verdict::Proved => {}
                    Verdict::Failed { goals, .. } => {
                        for failed in goals {
                            let index = job.encoded.goals.get(failed.index)?.index;
                            lost.push(states(&facts, job.obligation.goals.get(index)?)?);
                        }
                    }
                    _ => return None,
                }
            }
            if lost.is_empty() {
                return Some(facts);
            }
            facts.retain(|fact| !lost.contains(&fact.span));
            if facts.is_empty() {
                return None;
            }
        }
        None
    }

    /// Whether the goal is proved with these invariants.
    fn is_proved(&mut self, facts: &[Clause]) -> Option<bool> {
        let (kind, span) = (self.goal.kind, self.goal.span);
        let places: Vec<Span> = self.goal.related.iter().map(|(span, _)| *span).collect();
        let is_it = |_: &[Clause], goal: &Goal| {
            goal.kind == kind
                && goal.span == span
                && goal.related.iter().map(|(span, _)| *span).eq(places.iter().copied())
        };
        let jobs = self.jobs(facts, is_it)?;
        Some(!jobs.is_empty() && self.solving.proves(&jobs).into_iter().all(|is_proved| is_proved))
    }

    /// The queries of the function with these invariants, with only the wanted goals.
    fn jobs(&self, facts: &[Clause], wanted: impl Fn(&[Clause], &Goal) -> bool) -> Option<Vec<Job>> {
        let check = self.function.check.as_ref()?;
        let check = Some(with_invariants(check, self.span, facts));
        let function = Function { check, ..self.function.clone() };
        let program = &self.lowered.program;
        let mut jobs = Vec::new();
        for obligation in certus_vc::obligations(program, &function) {
            let Some(obligation) = obligation.only(|goal| wanted(facts, goal)) else { continue };
            let obligation = Obligation { rlimit: self.limit, ..obligation };
            let encoded = certus_smt::encode(program, &obligation).ok()?;
            jobs.push(Job { obligation, encoded });
        }
        Some(jobs)
    }
}

/// The place of the fact that a goal of a loop states.
fn states(facts: &[Clause], goal: &Goal) -> Option<Span> {
    let is_of_loop = matches!(goal.kind, GoalKind::InvariantEntry | GoalKind::InvariantEnd | GoalKind::LoopEnsures);
    let mut spans = std::iter::once(goal.span).chain(goal.related.iter().map(|(span, _)| *span));
    spans.find(|span| is_of_loop && facts.iter().any(|fact| fact.span == *span))
}

/// The statements with additional invariants at one loop.
fn with_invariants(stmts: &[Stmt], span: Span, facts: &[Clause]) -> Vec<Stmt> {
    let inner = |stmts: &[Stmt]| with_invariants(stmts, span, facts);
    let changed = |stmt: &Stmt| {
        let kind = match &stmt.kind {
            StmtKind::If(condition, then, otherwise) => StmtKind::If(condition.clone(), inner(then), inner(otherwise)),
            StmtKind::Block(stmts) => StmtKind::Block(inner(stmts)),
            StmtKind::Boundary(stmts) => StmtKind::Boundary(inner(stmts)),
            StmtKind::Loop(one) => {
                let mut one = one.clone();
                one.body = inner(&one.body);
                if one.head_span == span {
                    one.invariants.extend(facts.iter().cloned());
                }
                StmtKind::Loop(one)
            }
            other => other.clone(),
        };
        Stmt { kind, span: stmt.span }
    };
    stmts.iter().map(changed).collect()
}

/// Calls [`missing`] for the failing goals, and collects the results by job and number of the goal.
pub(crate) fn all(
    solving: &mut Solving<'_>,
    verdicts: Verdicts<'_>,
    paths: &BTreeMap<(usize, usize), ErrorPath>,
) -> Vec<((usize, usize), Details)> {
    let Verdicts { lowered, jobs, outcomes } = verdicts;
    let mut found = Vec::new();
    let with_loop = paths.iter().filter_map(|(key, path)| {
        let job = jobs.get(key.0)?;
        (!loops(job, path).is_empty()).then_some((key, path, job))
    });
    for (key, path, job) in with_loop.take(MOST_GOALS) {
        let index = job.encoded.goals.get(key.1).map(|names| names.index);
        let Some(goal) = index.and_then(|index| job.obligation.goals.get(index)) else { continue };
        let spent = outcomes.get(key.0).and_then(Option::as_ref).map_or(0, |outcome| outcome.rlimit_count);
        let details = missing(solving, lowered, &Failure { job, goal, path, spent });
        found.extend(details.map(|details| (*key, details)));
    }
    found
}
