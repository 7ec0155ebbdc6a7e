//! Sends the queries of a run to the solver, and collects the outcomes.
//!
//! For example, a run over a function with three obligations makes three [`Job`]s. The outcome of a job has the same
//! index as the job.

use std::collections::BTreeMap;

use certus_diagnostics::{Sources, Status};
use certus_lower::Lowered;
use certus_session::{Cancellation, Job, Locked, Log, Options, Report, Sink, Solving};
use certus_solve::Outcome;

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
    let wanted = |path: &certus_vir::Path| {
        let Some(function) = lowered.program.functions.get(path) else { return false };
        let ends = |text: &str, with: &str| text == with || text.ends_with(&format!("::{with}"));
        let by_name = options.function.is_empty() || options.function.iter().any(|f| ends(path, f));
        let by_module = options.module.is_empty() || options.module.iter().any(|m| ends(&function.module, m));
        by_name && by_module
    };
    lowered.verify.iter().filter(|p| wanted(p)).cloned().collect()
}
