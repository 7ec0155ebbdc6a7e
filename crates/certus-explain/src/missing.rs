//! Finds premises that the block of a special prover lacks, and invariants that an isolated loop lacks.
//!
//! A special prover knows only its `requires`, and an isolated loop only its invariants. If such a proof fails, this
//! module tries it again with facts that are known before the block or loop, about values that do not change. It
//! reports the facts that make the proof succeed, and no others.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, Fix, Premise};
use certus_solve::Verdict;
use certus_vc::{Known, Part};
use certus_vir::subst::Subst;
use certus_vir::words::{Stand, Words};
use certus_vir::{BinaryOp, ExprKind, Program, UnaryOp};

use certus_session::{Job, Solving};

use crate::Verdicts;

/// The budget of a trial is this part of the budget of the proof.
const SHARE: u64 = 5;

/// The longest fact that is shown, in characters.
pub(crate) const LONG: usize = 120;

/// The limits for the steps of a trial for a loop. Within them, a trial may take twice as many steps as the failure
/// took.
const STEPS: (u64, u64) = (60_000, 1_000_000);

/// For each failed job, the places of facts with which its proof succeeds, if there are any. It tries loops only with
/// `tries`.
pub fn missing(solving: &mut Solving<'_>, verdicts: Verdicts<'_>, tries: bool) -> BTreeMap<usize, Vec<Premise>> {
    let Verdicts { lowered, jobs, outcomes } = verdicts;
    let program = &lowered.program;
    let mut found = BTreeMap::new();
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let Some(outcome) = outcome else { continue };
        let is_loop = matches!(job.obligation.part, Part::Loop(_));
        let is_open = match outcome.verdict {
            Verdict::Failed { .. } => tries || !is_loop,
            Verdict::ResourceExhausted { .. } => !is_loop,
            _ => false,
        };
        if is_open && !job.obligation.outside.is_empty() && solving.has_time() {
            let limit = match job.obligation.rlimit {
                _ if is_loop => Some(outcome.rlimit_count.saturating_mul(2).clamp(STEPS.0, STEPS.1)),
                limit => limit.map(|limit| (limit / SHARE).max(1)),
            };
            let mut trial = Trial { solving: &mut *solving, program, job, limit };
            let facts = trial.facts();
            if !facts.is_empty() {
                found.insert(number, premises(&facts, program, &job.obligation.module));
            }
        }
    }
    found
}

/// Adds these facts to the diagnostic, if there are any.
pub fn with_facts(mut diagnostic: Diagnostic, job: &Job, missing: &[Premise]) -> Diagnostic {
    let (place, list, before) = match job.obligation.part {
        Part::Loop(_) => ("loop", "invariant", "before the loop"),
        _ => ("block", "requires", "where the block stands"),
    };
    for fact in missing {
        let known = if fact.is_negated { "known to be false" } else { "known" };
        diagnostic = diagnostic.with_secondary(fact.span, format!("{known} {before}, but not inside of it"));
    }
    if missing.is_empty() {
        return diagnostic;
    }
    let texts: Vec<Option<&String>> = missing.iter().map(|fact| fact.text.as_ref()).collect();
    let facts = named(&texts);
    let diagnostic = diagnostic.with_help(format!("the {place} is proved if it has {facts} among its `{list}`"));
    match job.obligation.part {
        Part::Loop(_) => diagnostic,
        _ => diagnostic.with_fix(Fix::Premises(missing.to_vec())),
    }
}

/// The facts as a message names them: in the user's words, if all have them.
pub(crate) fn named(texts: &[Option<&String>]) -> String {
    let all: Option<Vec<String>> = texts.iter().map(|text| text.map(|text| format!("`{text}`"))).collect();
    match (all, texts) {
        (Some(all), _) => all.join(", "),
        (None, [_]) => "this fact".to_owned(),
        _ => "these facts".to_owned(),
    }
}

/// The facts, without those that only say what a value without a name is: `n == len` and `len == v.len()` are
/// `n == v.len()`.
fn premises(facts: &[&Known], program: &Program, module: &str) -> Vec<Premise> {
    let mut values = Subst::new();
    let mut definitions = Vec::new();
    for fact in facts {
        if let ExprKind::Binary(BinaryOp::Eq, a, b) = &*fact.expr.kind {
            for (var, value) in [(a, b), (b, a)] {
                if let ExprKind::Var(var) = &*var.kind
                    && var.name.contains('%')
                    && !definitions.contains(&fact.span)
                {
                    values.var(var, value.clone());
                    definitions.push(fact.span);
                }
            }
        }
    }
    let is_other = |fact: &&&Known| !definitions.contains(&fact.span) || facts.len() == definitions.len();
    let resolved = |fact: &&Known| Known { expr: values.apply(&fact.expr), ..(**fact).clone() };
    facts.iter().filter(is_other).map(|fact| premise(&resolved(fact), program, module)).collect()
}

/// The place of a fact. The model may show that the fact is false.
fn premise(fact: &Known, program: &Program, module: &str) -> Premise {
    let is_negated = matches!(&*fact.expr.kind, ExprKind::Unary(UnaryOp::Not, inner) if inner.span == fact.span);
    let text = Words { program, module, stand: Stand::Body }.of(&fact.expr).filter(|text| text.len() <= LONG);
    Premise { span: fact.span, is_negated, text }
}

/// A proof that failed.
struct Trial<'r, 's, 'a> {
    solving: &'r mut Solving<'s>,
    program: &'a Program,
    job: &'a Job,
    /// The steps for each trial.
    limit: Option<u64>,
}

impl<'a> Trial<'_, '_, 'a> {
    /// A small set of facts that suffices. If a single fact suffices, it is the last one that does.
    fn facts(&mut self) -> Vec<&'a Known> {
        // A fact that the prover does not understand cannot be a premise.
        let known = self.job.obligation.outside.iter().filter(|fact| self.job_with(&[*fact]).is_some());
        let known: Vec<&Known> = known.collect();
        if known.is_empty() || self.proved(std::slice::from_ref(&known)) != [true] {
            return Vec::new();
        }
        let trials: Vec<Vec<&Known>> = known.iter().map(|fact| vec![*fact]).collect();
        let proved = self.proved(&trials);
        match proved.iter().zip(trials).find(|(proved, _)| **proved) {
            Some((_, one)) => one,
            None => self.fewer(known),
        }
    }

    /// Removes facts that are not needed, one after the other.
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

    /// Whether the goals are proved with each set of facts.
    fn proved(&mut self, trials: &[Vec<&Known>]) -> Vec<bool> {
        let jobs: Vec<Option<Job>> = trials.iter().map(|facts| self.job_with(facts)).collect();
        let is_asked: Vec<bool> = jobs.iter().map(Option::is_some).collect();
        let asked: Vec<Job> = jobs.into_iter().flatten().collect();
        let mut proved = self.solving.proves(&asked).into_iter();
        is_asked.iter().map(|is_asked| *is_asked && proved.next() == Some(true)).collect()
    }

    /// The job with additional premises; `None` if they cannot be encoded.
    fn job_with(&self, facts: &[&Known]) -> Option<Job> {
        let mut obligation = self.job.obligation.knowing(facts.iter().copied());
        obligation.rlimit = self.limit;
        let encoded = certus_smt::encode(self.program, &obligation).ok()?;
        Some(Job { obligation, encoded })
    }
}
