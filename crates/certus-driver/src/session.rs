//! Runs with one set of options.

use std::path::Path;
use std::time::{Duration, Instant};

use certus_diagnostics::{Summary, Times};
use certus_frontend::Loaded;
use certus_incremental::WholeRun;
use certus_session::{Log, Memory, Options, Report, Sink};
use certus_solve::setup::Solver;

use crate::Fault;
use crate::earlier::Earlier;
use crate::run::{End, Run};
use crate::timing::{Timing, timed};
use crate::warm_start::WarmStart;

/// The result of a run.
pub struct Verified {
    /// The functions with their status, and the number of errors and warnings. The crate is proved if there are no errors.
    pub summary: Summary,
    /// The crate, if it was loaded. To drop it takes long; a process that ends may forget it instead.
    pub loaded: Option<Loaded>,
}

/// Verifies a crate. Everything that is found is reported to `sink`.
///
/// # Errors
/// [`Fault::Setup`] if an option makes no sense, or a file, the solver or rustc is missing; [`Fault::Internal`] for a fault of
/// Certus itself. Then nothing is verified. Errors in the program are no faults: they are diagnostics.
pub fn verify(options: &Options, sink: &mut dyn Sink) -> Result<Verified, Fault> {
    Session::new(options, sink)?.run(None, sink)
}

/// A solver that is set up for some options.
pub struct Session<'o> {
    options: &'o Options,
    solver: Solver,
    began: Instant,
}

impl<'o> Session<'o> {
    /// Sets the solver up; the first time on a machine, that fetches it.
    ///
    /// # Errors
    /// [`Fault::Setup`] if there is no solver.
    pub fn new(options: &'o Options, sink: &mut dyn Sink) -> Result<Session<'o>, Fault> {
        let began = Instant::now();
        let solver = certus_solve::setup::setup(&mut |text| sink.notice(text));
        Ok(Session { options, solver: solver.map_err(|error| Fault::Setup(error.to_string()))?, began })
    }

    /// Prepares a run that is not wanted yet, as far as `is_awaited` holds. The functions of the file `open` are likely to
    /// change before it. Nothing is reported or kept.
    pub fn warm_up(&self, open: &Path, is_awaited: &dyn Fn() -> bool) -> WarmStart {
        WarmStart::new(self.options, open, &self.solver, is_awaited)
    }

    /// Verifies the crate, after [`Session::warm_up`] if that was called. It is done once, or twice if functions that were
    /// taken for unchanged matter after all.
    ///
    /// # Errors
    /// As for [`verify`].
    pub fn run(&self, warm: Option<WarmStart>, sink: &mut dyn Sink) -> Result<Verified, Fault> {
        let began = if warm.is_some() { Instant::now() } else { self.began };
        let (options, mut warm) = (self.options, warm.unwrap_or_default());
        let (mut report, mut timing, log) = (Report::new(sink), Timing::default(), Log::new(options));
        let whole_run = WholeRun::new(options, &self.solver);
        if let Some((name, summary)) = whole_run.as_ref().and_then(WholeRun::summary) {
            report.program(&name);
            return Ok(Verified { summary: ended(summary, &report, &timing, began), loaded: None });
        }
        let earlier = Earlier { whole_run, unchanged: warm.unchanged(options, &self.solver) };
        loop {
            let files = |files: &_, others: &[_]| earlier.files(files, others);
            let load = || std::mem::take(&mut warm).load(options, &files, &self.solver);
            let (loaded, prestart) = timed(&mut timing.front_end, load)?;
            let memory = Memory::new(options, &self.solver);
            report.program(loaded.name());
            let (report_of_run, timing_of_run) = (&mut report, &mut timing);
            let run = Run {
                options,
                loaded: &loaded,
                log: &log,
                earlier: &earlier,
                report: report_of_run,
                timing: timing_of_run,
            };
            let end = run.run(prestart, memory);
            log.report(&mut report);
            match end? {
                End::Done(summary) => {
                    let summary = ended(summary, &report, &timing, began);
                    return Ok(Verified { summary, loaded: Some(loaded) });
                }
                End::Again => earlier.forget(),
            }
        }
    }
}

/// The summary with its numbers and times.
fn ended(summary: Summary, report: &Report<'_>, timing: &Timing, began: Instant) -> Summary {
    let ms = |d: Duration| Times::ms(d);
    let times_ms = Times {
        front_end: ms(timing.front_end),
        lower: ms(timing.lower),
        smt: ms(timing.smt),
        solver: ms(timing.solver),
        gate: ms(timing.gate),
        total: ms(began.elapsed()),
    };
    Summary { errors: report.errors(), warnings: report.warnings(), times_ms, ..summary }
}
