//! Sends the queries of a run to the solver, and collects the outcomes.
//!
//! For example, a run over a function with three obligations makes three [`Job`]s. The outcome of a job has the same
//! index as the job.

use std::collections::BTreeMap;

use certus_diagnostics::{Sources, Status};
use certus_lower::Lowered;
use certus_session::{Cancellation, Job, Locked, Log, Options, Report, Sink, Solving};
use certus_solve::Outcome;
use certus_vir::{API_SAFETY, DEFAULT_BODY, REVEALED_BODY};

use crate::Fault;
use crate::encoding::encode;
use crate::events::Events;
use crate::timing::{Timing, timed};

/// The functions of a run whose queries go to the solver.
pub(crate) struct Asked<'a> {
    pub(crate) options: &'a Options,
    pub(crate) lowered: &'a Lowered,
    pub(crate) selected: &'a [certus_vir::Path],
    pub(crate) sources: &'a Sources,
    pub(crate) log: &'a Log,
}

/// The queries of these functions, and their outcomes.
pub(crate) struct Answered {
    pub(crate) jobs: Vec<Job>,
    /// The status of each function that needs no query, for instance because it has no goals.
    pub(crate) left_out: BTreeMap<String, Status>,
    pub(crate) outcomes: Vec<Option<Outcome>>,
}

impl Asked<'_> {
    /// Runs the queries, and calls `start`, which starts rustc. rustc starts first, unless most functions are
    /// unchanged: then the solver has little to do, while the text for rustc is that of the whole crate.
    pub(crate) fn answer<T, E: From<Fault>>(
        &self,
        is_partial: bool,
        start: impl FnOnce(&mut Report<'_>) -> Result<T, E>,
        solving: &mut Solving<'_>,
        report: &mut Report<'_>,
        timing: &mut Timing,
    ) -> Result<(T, Answered), E> {
        if !is_partial {
            let running = start(report)?;
            let (jobs, left_out) = self.encode(report, timing);
            let outcomes = timed(&mut timing.solver, || self.outcomes(&jobs, &left_out, solving, report));
            return Ok((running, Answered { jobs, left_out, outcomes }));
        }
        let (jobs, left_out) = self.encode(report, timing);
        let (started, outcomes) = report.shared(|report, sink| {
            std::thread::scope(|scope| {
                let _guard = CancelOnPanic(report.cancellation().clone());
                let cancellation = report.cancellation().clone();
                let solver =
                    scope.spawn(|| self.outcomes(&jobs, &left_out, solving, &mut Locked { sink, cancellation }));
                let started = start(report);
                (started, timed(&mut timing.solver, || solver.join()))
            })
        });
        let lost = |_| Fault::Internal("the thread that asks the solver failed".into());
        let outcomes = outcomes.map_err(lost)?;
        Ok((started?, Answered { jobs, left_out, outcomes }))
    }

    fn encode(&self, report: &mut Report<'_>, timing: &mut Timing) -> (Vec<Job>, BTreeMap<String, Status>) {
        let Asked { options, lowered, selected, sources, log } = *self;
        report.progress("writing queries");
        let (jobs, left_out) = timed(&mut timing.smt, || encode(options, lowered, selected, report, sources));
        log.write_queries(options, &lowered.program, &jobs);
        (jobs, left_out)
    }

    fn outcomes(
        &self,
        jobs: &[Job],
        left_out: &BTreeMap<String, Status>,
        solving: &mut Solving<'_>,
        sink: &mut dyn Sink,
    ) -> Vec<Option<Outcome>> {
        let mut events = Events::new(self.options, &self.lowered.program, self.selected, left_out, self.sources);
        let outcomes = solving.solve(jobs, sink, &mut events);
        solving.with_small_models(jobs, outcomes)
    }
}

/// Cancels the run if this thread panics. Otherwise the panic would wait for the thread that waits for the solver.
struct CancelOnPanic(Cancellation);

impl Drop for CancelOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.cancel();
        }
    }
}

/// The functions that the options select.
pub fn select(options: &Options, lowered: &certus_lower::Lowered) -> Vec<certus_vir::Path> {
    let module = |path: &certus_vir::Path| lowered.program.functions.get(path).map(|function| &*function.module);
    let by_module = |path: &&certus_vir::Path| module(path).is_some_and(|module| has_module(options, module));
    let within: Vec<&certus_vir::Path> = lowered.verify.iter().filter(by_module).collect();
    if options.function.is_empty() {
        return within.into_iter().cloned().collect();
    }
    let wanted = |path: &&&certus_vir::Path| options.function.iter().any(|pattern| fits(written(path), pattern));
    let found: Vec<certus_vir::Path> = within.iter().filter(wanted).map(|path| (**path).clone()).collect();
    // A part of the name is enough where only one function has it.
    let own =
        |path: &certus_vir::Path| path.strip_prefix(module(path).unwrap_or_default()).unwrap_or_default().to_string();
    let parts = |path: &&&certus_vir::Path| options.function.iter().any(|part| own(path).contains(part.as_str()));
    let similar = || within.iter().filter(parts).map(|path| (**path).clone());
    match found.is_empty() && similar().count() == 1 {
        true => similar().collect(),
        false => found,
    }
}

/// Whether the options select the module of this path.
fn has_module(options: &Options, module: &str) -> bool {
    let below = module.split_once("::").map_or("", |(_, below)| below);
    let is_in = |tree: &String| below.strip_prefix(tree.as_str()).is_some_and(|r| r.is_empty() || r.starts_with("::"));
    !options.selects_modules()
        || options.module.iter().any(|path| ends(module, path))
        || options.module_tree.iter().any(is_in)
        || (options.root_module && below.is_empty())
}

/// The path of the function that the user wrote, of one that lowering made of it.
fn written(path: &str) -> &str {
    let made = [DEFAULT_BODY, REVEALED_BODY, API_SAFETY];
    made.iter().find_map(|suffix| path.strip_suffix(suffix)).unwrap_or(path)
}

/// Whether a path ends with another one.
fn ends(path: &str, with: &str) -> bool {
    path == with || path.ends_with(&format!("::{with}"))
}

/// Whether a pattern is for the function of this path: its last segments, or with `*` at an end, any text there.
fn fits(path: &str, pattern: &str) -> bool {
    let part = pattern.trim_matches('*');
    match (pattern.starts_with('*'), pattern.ends_with('*')) {
        (false, false) => ends(path, pattern),
        (true, false) => path.ends_with(part),
        (false, true) => path.starts_with(part) || path.contains(&format!("::{part}")),
        (true, true) => path.contains(part),
    }
}
