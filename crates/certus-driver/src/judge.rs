//! Turns verdicts into diagnostics.

use std::collections::{BTreeMap, HashSet};

use certus_diagnostics::{
    Diagnostic, FunctionSummary, Internal, Language, Level, Premise, Resource, Sources, Status, Times,
};
use certus_explain::{Explanations, missing};
use certus_session::{Job, Report, Sink as _, failed_goal, goal_of};
use certus_solve::{Limit, Verdict};
use certus_vir::{Goal, Prover};

use crate::asking::Answered;
use crate::epr;

/// Reports the verdicts as diagnostics, and returns the summary of each function.
pub(crate) fn judge(
    (program, selected): (&certus_vir::Program, &[certus_vir::Path]),
    answered: &Answered,
    extra: &Extra,
    report: &mut Report<'_>,
    sources: &Sources,
) -> Vec<FunctionSummary> {
    let Answered { jobs, outcomes, .. } = answered;
    let mut by_function: BTreeMap<&str, FunctionSummary> = BTreeMap::new();
    for path in selected {
        let function = program.functions.get(path);
        let module = function.map(|function| function.module.to_string()).unwrap_or_default();
        let mode = function.map(|function| function.mode.name().to_string()).unwrap_or_default();
        let (name, status) = (path.to_string(), Status::Verified);
        by_function.insert(path, FunctionSummary { name, module, mode, status, time_ms: 0.0, resource: 0 });
    }
    // A quantifier occurs in many queries, with another name in each. One note for it is enough.
    let mut noted = HashSet::new();
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let place = |d: &&Diagnostic| (d.code.clone(), d.primary.as_ref().map(|l| l.span));
        let new: Vec<Diagnostic> = job.encoded.notes.iter().filter(|d| noted.insert(place(d))).cloned().collect();
        report.show_all(&new, sources);
        let Some(line) = by_function.get_mut(&*job.obligation.function) else { continue };
        report.about(Some(&job.obligation.function));
        let Some(outcome) = outcome else {
            report.show(&not_cached(job), sources);
            line.status = Status::Skipped;
            continue;
        };
        line.time_ms += Times::ms(outcome.wall);
        line.resource += outcome.rlimit_count;
        let status = match &outcome.verdict {
            Verdict::Proved => continue,
            Verdict::Failed { goals, .. } => {
                failures((number, job), goals, extra, report, sources);
                Status::Failed
            }
            Verdict::ResourceExhausted { limit, found } => {
                failures((number, job), found, extra, report, sources);
                exhausted((number, job), *limit, extra, report, sources);
                Status::ResourceLimit
            }
            Verdict::SolverError(text) => {
                let message = format!("the solver rejected the query of `{}`: {text}", job.obligation.function);
                let error = Diagnostic::error_without_span(Internal::Solver, message);
                report.show(&error, sources);
                Status::Failed
            }
        };
        line.status = status;
    }
    report.about(None);
    selected.iter().filter_map(|p| by_function.remove(&**p)).collect()
}

/// What a run reports in addition to a failure itself.
pub(crate) struct Extra {
    /// The premises that a block or a loop lacks, by the number of the job.
    pub(crate) missing: BTreeMap<usize, Vec<Premise>>,
    /// Error paths, counterexamples and suggested repairs.
    pub(crate) explanations: Explanations,
}

impl Extra {
    /// The missing premises of a job; empty if there are none.
    fn missing(&self, job: usize) -> &[Premise] {
        self.missing.get(&job).map_or(&[], Vec::as_slice)
    }
}

fn failures(
    (number, job): (usize, &Job),
    goals: &[certus_solve::FailedGoal],
    extra: &Extra,
    report: &mut Report<'_>,
    sources: &Sources,
) {
    for failed in goals {
        let Some((goal, conjuncts)) = goal_of(job, failed) else { continue };
        let mut error = missing::with_facts(failed_goal(goal, &conjuncts), job, extra.missing(number));
        error = extra.explanations.of_goal(number, failed.index, error);
        error.model = epr::model(job, failed);
        let width = job.encoded.goals.get(failed.index).and_then(|names| names.width);
        let note = |bits| format!("it fails where `usize` has {bits} bits");
        report.show(&width.map_or(error.clone(), |bits| error.with_note(note(bits))), sources);
    }
}

/// The error for a job without a verdict in the cache, with `--cache=enforce`.
fn not_cached(job: &Job) -> Diagnostic {
    let text =
        format!("the cache has no verdict about `{}`, and `--cache=enforce` allows no solver", job.obligation.function);
    let error = match job.obligation.goals.first() {
        Some(goal) => Diagnostic::error(Resource::NotCached, text, goal.span),
        None => Diagnostic::error_without_span(Resource::NotCached, text),
    };
    error.with_help("verify once without `--cache=enforce`, with a cache directory that can be written")
}

/// The error for a job that reached a limit.
fn exhausted((number, job): (usize, &Job), limit: Limit, extra: &Extra, report: &mut Report<'_>, sources: &Sources) {
    let function = &job.obligation.function;
    let (code, text, more) = match limit {
        Limit::Units => {
            let text = format!("the budget ran out while `{function}` was checked");
            (Resource::Rlimit, text, "raise the budget with #[verifier::rlimit(n)]")
        }
        Limit::Time(limit) => {
            let text = format!("`{function}` was not checked within the time limit of {} s", limit.as_secs());
            (Resource::Time, text, "raise the limit with `--time-limit`, in seconds")
        }
        Limit::Memory => {
            let text = format!("the solver ran out of memory while `{function}` was checked");
            (Resource::Memory, text, "verify with fewer facts in use")
        }
    };
    let first: Option<&Goal> = job.obligation.goals.first();
    let error = match first {
        Some(goal) => Diagnostic::error(code, text, goal.span),
        None => Diagnostic::error_without_span(code, text),
    };
    let help = match job.obligation.prover {
        // Products of variables are what keeps the solver busy beyond its budget.
        Prover::Nonlinear => format!("say as `requires` of this assertion only what it needs, split it, or {more}"),
        _ => format!("split the proof, hide what it does not need, or {more}"),
    };
    let error = missing::with_facts(error.with_help(help), job, extra.missing(number));
    report.show(&extra.explanations.of_budget(number, error), sources);
}

/// A run shows at most this many diagnostics of one stage: a file that is not Rust at all has an error for every token.
const MAX_SHOWN: usize = 50;

/// At most [`MAX_SHOWN`] diagnostics, errors before others, and one more with the number of those that are left out. It is an
/// error where one of them is.
pub(crate) fn few(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let more = found.len().saturating_sub(MAX_SHOWN);
    if more > 0 {
        let errors = found.iter().filter(|d| d.level == Level::Error).count();
        let (mut errors_left, mut others_left) = (MAX_SHOWN, MAX_SHOWN.saturating_sub(errors));
        found.retain(|d| {
            let left = if d.level == Level::Error { &mut errors_left } else { &mut others_left };
            let is_shown = *left > 0;
            *left = left.saturating_sub(1);
            is_shown
        });
        let text = match more {
            1 => "one more diagnostic is not shown".to_owned(),
            _ => format!("{more} more diagnostics are not shown"),
        };
        let level = if errors > MAX_SHOWN { Level::Error } else { Level::Note };
        found.push(Diagnostic { level, ..Diagnostic::error_without_span(Language::TooManyErrors, text) });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That many warnings, and then that many errors.
    fn found(warnings: usize, errors: usize) -> Vec<Diagnostic> {
        let one = |level| Diagnostic { level, ..Diagnostic::error_without_span(Language::Syntax, "x") };
        let warnings = std::iter::repeat_with(|| one(Level::Warning)).take(warnings);
        warnings.chain(std::iter::repeat_with(|| one(Level::Error)).take(errors)).collect()
    }

    fn count(found: &[Diagnostic], level: Level) -> usize {
        found.iter().filter(|d| d.level == level).count()
    }

    #[test]
    fn warnings_are_no_error_however_many() {
        let shown = few(found(80, 0));
        assert_eq!((count(&shown, Level::Warning), count(&shown, Level::Error)), (MAX_SHOWN, 0));
        assert!(shown.last().is_some_and(|d| d.message == "30 more diagnostics are not shown"));
        assert_eq!(few(found(MAX_SHOWN, 0)).len(), MAX_SHOWN);
    }

    #[test]
    fn errors_come_before_warnings() {
        let shown = few(found(80, 1));
        assert_eq!((count(&shown, Level::Warning), count(&shown, Level::Error)), (MAX_SHOWN - 1, 1));
        let shown = few(found(1, 60));
        assert_eq!((count(&shown, Level::Warning), count(&shown, Level::Error)), (0, MAX_SHOWN + 1));
        assert!(shown.last().is_some_and(|d| d.level == Level::Error));
    }
}
