//! Finds vacuous proofs: preconditions that no call satisfies, code that is never reached, postconditions that hold for
//! every result.
//!
//! Only proved functions are checked, after all other reports, at a small budget. A finding is a warning. The cache of
//! verdicts also stores that a query found nothing within the budget.
//!
//! For example, `requires x < 3, x > 5` is contradictory: no call can satisfy it, and every postcondition is provable.

use std::collections::BTreeSet;

use certus_diagnostics::{Diagnostic, FunctionSummary, Level, Span, Status};
use certus_solve::{Outcome, Query, Verdict};
use certus_vc::Obligation;
use certus_vir::passes::vacuity;
use certus_vir::{Function, Goal, GoalKind, Program, Prover};

use certus_session::{Job, Solving, Vacuity};

/// The budget of a query that is made for every function, in the solver's units.
const SMALL: u64 = 40_000;
/// The budget of a query with `--vacuity=full`, in the solver's units.
const LARGE: u64 = 3_000_000;

/// Warnings about functions with vacuous proofs.
pub fn warnings(
    how: Vacuity,
    solving: &mut Solving<'_>,
    program: &Program,
    functions: &[FunctionSummary],
) -> Vec<Diagnostic> {
    let proved = functions.iter().filter(|function| function.status == Status::Verified);
    let proved = proved.filter_map(|function| program.functions.get(function.name.as_str()));
    let proved: Vec<&Function> = proved.filter(|f| !f.allow_vacuous && f.prover == Prover::Default).collect();
    let mut asker = Asker { how, solving, program };
    let mut found: Vec<Diagnostic> = Vec::new();
    let empty = asker.contradictory(&proved, &mut found);
    if how == Vacuity::Full {
        let others: Vec<&Function> = proved.into_iter().filter(|f| !empty.contains(&*f.path)).collect();
        asker.unreachable(&others, &mut found);
        asker.saying_nothing(&others, &mut found);
    }
    found
}

/// A query about a function.
struct Asked<'a> {
    function: &'a Function,
    /// The function or obligation of the goals.
    job: Job,
}

/// Runs the queries about vacuous proofs.
struct Asker<'r, 's, 'a> {
    how: Vacuity,
    solving: &'r mut Solving<'s>,
    program: &'a Program,
}

impl<'a> Asker<'_, '_, 'a> {
    /// Finds functions with contradictory preconditions, which cannot be called.
    fn contradictory(&mut self, proved: &[&'a Function], found: &mut Vec<Diagnostic>) -> BTreeSet<&'a str> {
        let all = proved.iter().filter_map(|function| Some((*function, vacuity::entry(function, None)?)));
        let all: Vec<(&Function, Function)> = all.collect();
        let mut empty = BTreeSet::new();
        for (function, _) in self.ask(&all, GoalKind::Contradiction) {
            empty.insert(&*function.path);
            // An impl has the preconditions of the trait, whether its type can satisfy them or not.
            if !self.is_of_impl(function) {
                let needed = self.needed(function);
                let axioms = self.axioms(function);
                found.push(contradiction(function, &needed, &axioms));
            }
        }
        empty
    }

    /// Whether a function implements one of a trait.
    fn is_of_impl(&self, function: &Function) -> bool {
        let mut functions = self.program.impls.iter().flat_map(|one| &one.functions);
        functions.any(|(_, own)| *own == function.path)
    }

    /// The broadcast lemmas and axioms of the crate that the contradiction needs.
    fn axioms(&mut self, function: &'a Function) -> Vec<String> {
        let own = function.uses.iter().filter(|path| !path.starts_with("vstd::"));
        let needed = own.filter(|path| {
            let Some(mut other) = vacuity::entry(function, None) else { return false };
            other.uses.retain(|used| used != *path);
            self.ask(&[(function, other)], GoalKind::Contradiction).is_empty()
        });
        needed.map(|path| path.split_once("::").map_or(&**path, |(_, within)| within).to_owned()).collect()
    }

    /// The places of the preconditions that the contradiction needs.
    fn needed(&mut self, function: &'a Function) -> Vec<Span> {
        let clauses = function.requires.iter().enumerate();
        let fewer = clauses.filter_map(|(number, clause)| match vacuity::entry(function, Some(number)) {
            Some(other) if !other.requires.is_empty() => {
                (self.ask(&[(function, other)], GoalKind::Contradiction).is_empty()).then_some(clause.span)
            }
            _ => Some(clause.span),
        });
        fewer.collect()
    }

    /// Finds code that is never reached.
    fn unreachable(&mut self, proved: &[&'a Function], found: &mut Vec<Diagnostic>) {
        let all = proved.iter().filter_map(|function| Some((*function, vacuity::reach(self.program, function)?)));
        let all: Vec<(&Function, Function)> = all.collect();
        // Code inside of or after unreachable code is unreachable for the same reason.
        let mut regions: Vec<Span> = Vec::new();
        for (_, goal) in self.ask(&all, GoalKind::UnreachableCode) {
            let region = goal.related.first().map_or(goal.span, |(span, _)| *span);
            let is_within =
                regions.iter().any(|r| r.file == region.file && r.start <= region.start && region.end <= r.end);
            if !is_within {
                regions.push(region);
                let help = "remove it, or mark it as intended with `assert(false)` or `unreached()`";
                let warning = warning(&goal, goal.span).with_label(goal.note.as_deref().unwrap_or_default());
                found.push(warning.with_help(help));
            }
        }
    }

    /// Finds postconditions that hold for every result.
    fn saying_nothing(&mut self, proved: &[&'a Function], found: &mut Vec<Diagnostic>) {
        let all = proved.iter().filter_map(|function| Some((*function, vacuity::ensures(function)?)));
        let all: Vec<(&Function, Function)> = all.collect();
        for (_, goal) in self.ask(&all, GoalKind::EmptyEnsures) {
            let help = "it follows from the `requires` alone: relate the result to the arguments";
            found.push(warning(&goal, goal.span).with_help(help));
        }
    }

    /// The goals of a kind that are proved although they should fail.
    fn ask(&mut self, functions: &[(&'a Function, Function)], kind: GoalKind) -> Vec<(&'a Function, Goal)> {
        let budget = if self.how == Vacuity::Full { LARGE } else { SMALL };
        let mut asked = Vec::new();
        for (function, questions) in functions {
            let obligations = certus_vc::obligations(self.program, questions);
            let only = obligations.iter().filter(|o| matches!(o.prover, Prover::Default | Prover::Nonlinear));
            for mut obligation in only.filter_map(|o: &Obligation| o.only(|goal| goal.kind == kind)) {
                obligation.rlimit = Some(budget);
                // The error was reported with the function itself.
                let Ok(encoded) = certus_smt::encode(self.program, &obligation) else { continue };
                if !encoded.goals.is_empty() {
                    asked.push(Asked { function, job: Job { obligation, encoded } });
                }
            }
        }
        let probe = |query: Query| {
            let max_errors = query.goals.len();
            Query { is_probe: true, max_errors, details: Vec::new(), ..query }
        };
        let outcomes = self.solving.probe(asked.iter().map(|one| &one.job), probe);
        let mut proved = Vec::new();
        for (Asked { function, job }, outcome) in asked.iter().zip(outcomes) {
            for (number, names) in job.encoded.goals.iter().enumerate() {
                if is_proved(outcome.as_ref(), number)
                    && let Some(goal) = job.obligation.goals.get(names.index)
                {
                    proved.push((*function, goal.clone()));
                }
            }
        }
        proved
    }
}

/// Whether the solver answered `unsat` for this goal.
fn is_proved(outcome: Option<&Outcome>, number: usize) -> bool {
    match outcome.map(|outcome| &outcome.verdict) {
        Some(Verdict::Proved) => true,
        Some(Verdict::Failed { goals, incomplete_after: false }) => goals.iter().all(|goal| goal.index != number),
        _ => false,
    }
}

/// The warning for a goal of this kind that is proved.
fn warning(goal: &Goal, span: Span) -> Diagnostic {
    let warning = Diagnostic::error(goal.kind.code(), goal.kind.failure(), span);
    Diagnostic { level: Level::Warning, ..warning }
}

/// The warning about contradictory preconditions.
fn contradiction(function: &Function, needed: &[Span], axioms: &[String]) -> Diagnostic {
    let kind = GoalKind::Contradiction;
    let place = needed.first().copied().unwrap_or(function.span);
    let mut found = Diagnostic::error(kind.code(), kind.failure(), place);
    found.level = Level::Warning;
    for span in needed.iter().skip(1) {
        found = found.with_secondary(*span, "together with this");
    }
    if !axioms.is_empty() {
        let names: Vec<String> = axioms.iter().map(|name| format!("`{name}`")).collect();
        let text = format!("it is contradictory because {} is in use here", names.join(" and "));
        return found.with_note(text);
    }
    let help = match needed {
        [] => {
            "without any one of them, the others are still contradictory: check the axioms and trusted specifications \
             that they mention"
        }
        [_] => "write `requires false` if the function is not meant to be called",
        _ => "write `requires false` if the function is not meant to be called, or remove one of these",
    };
    found.with_help(help)
}
