//! Premises that the block of a special prover lacks.
//!
//! Such a block knows nothing but its `requires`. Where its proof fails it is tried again with facts that are known where
//! the block stands, and what makes it succeed is pointed at; nothing else is, so the advice is right.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, Label};
use certus_solve::{Outcome, Verdict};
use certus_vc::Known;
use certus_vir::{ExprKind, Program, UnaryOp};

use crate::report::Reporter;
use crate::solving::{Job, Solving};

/// What is said of a fact that would do.
pub(crate) const KNOWN: &str = "known where the block stands, but not inside of it";

/// The same of one that is known to be false.
pub(crate) const KNOWN_FALSE: &str = "known to be false where the block stands, but not inside of it";

/// A trial has this part of the budget that the proof has.
const SHARE: u64 = 5;

/// For each job that failed the places of facts with which it is proved, if there are any.
pub(crate) fn missing(
    solving: &mut Solving<'_>,
    reporter: &mut Reporter,
    program: &Program,
    jobs: &[Job],
    outcomes: &[Option<Outcome>],
) -> BTreeMap<usize, Vec<Label>> {
    let mut found = BTreeMap::new();
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let Some(outcome) = outcome else { continue };
        let is_open = matches!(outcome.verdict, Verdict::Failed { .. } | Verdict::ResourceExhausted { .. });
        if is_open && !job.obligation.outside.is_empty() {
            let mut trial = Trial { solving: &mut *solving, reporter: &mut *reporter, program, job };
            let facts = trial.facts();
            if !facts.is_empty() {
                found.insert(number, facts.iter().map(|fact| label(fact)).collect());
            }
        }
    }
    found
}

/// The diagnostic with these facts, if there are any.
pub(crate) fn say(mut diagnostic: Diagnostic, missing: &[Label]) -> Diagnostic {
    diagnostic.secondary.extend(missing.iter().cloned());
    match missing {
        [] => diagnostic,
        [_] => diagnostic.with_help("the block is proved if it has this fact among its `requires`"),
        _ => diagnostic.with_help("the block is proved if it has these facts among its `requires`"),
    }
}

/// Says what is known and where it comes from.
fn label(fact: &Known) -> Label {
    let text = match &*fact.expr.kind {
        ExprKind::Unary(UnaryOp::Not, inner) if inner.span == fact.span => KNOWN_FALSE,
        _ => KNOWN,
    };
    Label { span: fact.span, text: text.to_owned() }
}

/// A proof that failed.
struct Trial<'r, 's, 'a> {
    solving: &'r mut Solving<'s>,
    reporter: &'r mut Reporter,
    program: &'a Program,
    job: &'a Job,
}

impl<'a> Trial<'_, '_, 'a> {
    /// The fewest facts that were found to be enough; the one that is known last, if one is.
    fn facts(&mut self) -> Vec<&'a Known> {
        // What the prover does not understand cannot be among its premises.
        let known = self.job.obligation.outside.iter().filter(|fact| self.job_with(&[*fact]).is_some());
        let known: Vec<&Known> = known.collect();
        let mut trials: Vec<Vec<&Known>> = known.iter().map(|fact| vec![*fact]).collect();
        trials.push(known);
        let proved = self.proved(&trials);
        let Some(last) = trials.pop() else { return Vec::new() };
        if let Some((_, one)) = proved.iter().zip(trials).find(|(proved, _)| **proved) {
            return one;
        }
        if proved.last() == Some(&true) { self.fewer(last) } else { Vec::new() }
    }

    /// Leaves out what is not needed, one fact after the other.
    fn fewer(&mut self, mut facts: Vec<&'a Known>) -> Vec<&'a Known> {
        let mut at = 0;
        while at < facts.len() {
            let mut rest = facts.clone();
            rest.remove(at);
            match self.proved(&[rest.clone()]).as_slice() {
                [true] => facts = rest,
                _ => at += 1,
            }
        }
        facts
    }

    /// Whether the goals are proved with these facts.
    fn proved(&mut self, trials: &[Vec<&Known>]) -> Vec<bool> {
        let jobs: Vec<Option<Job>> = trials.iter().map(|facts| self.job_with(facts)).collect();
        let is_asked: Vec<bool> = jobs.iter().map(Option::is_some).collect();
        let asked: Vec<Job> = jobs.into_iter().flatten().collect();
        let mut outcomes = self.solving.solve(&asked, self.reporter).into_iter();
        let proved = |is_asked: &bool| {
            *is_asked && outcomes.next().flatten().is_some_and(|outcome| matches!(outcome.verdict, Verdict::Proved))
        };
        is_asked.iter().map(proved).collect()
    }

    fn job_with(&self, facts: &[&Known]) -> Option<Job> {
        let mut obligation = self.job.obligation.knowing(facts.iter().copied());
        obligation.rlimit = obligation.rlimit.map(|limit| (limit / SHARE).max(1));
        let encoded = certus_smt::encode(self.program, &obligation).ok()?;
        Some(Job { obligation, encoded })
    }
}
