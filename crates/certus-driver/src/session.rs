//! Runs with the same options.

use std::path::Path;
use std::time::{Duration, Instant};

use certus_diagnostics::{Summary, Times};
use certus_frontend::Loaded;
use certus_incremental::WholeRun;
use certus_session::{Cancellation, Log, Memory, Options, Report, Sink};
use certus_solve::setup::Solver;

use crate::Fault;
use crate::crates::Extent;
use crate::earlier::Earlier;
use crate::run::{End, Run};
use crate::timing::{Timing, timed};
use crate::warm_start::WarmStart;

/// The result of a run.
pub struct Verified {
    /// The status of each function, and the number of errors and warnings. The crate is proved if there are no errors.
    pub summary: Summary,
    /// The crate, if it was loaded. Dropping it takes long; a process that ends may forget it instead.
    pub loaded: Option<Loaded>,
    /// How the crate is compiled.
    pub target: Target,
}

/// What rustc needs to know to compile a crate, beside its root file.
pub struct Target {
    /// The type of the crate, as rustc names it: a library if it has no function `main`.
    pub crate_type: &'static str,
    /// The text of the root file for stable rustc, if it is another one.
    pub root_text: Option<String>,
}

impl Target {
    fn new(is_program: bool, root_text: Option<String>) -> Target {
        Target { crate_type: if is_program { "bin" } else { "lib" }, root_text }
    }
}

/// Verifies a crate, and reports all findings to `sink`.
///
/// # Errors
///
/// [`Fault::Setup`] if an option is wrong, or a file, the solver or rustc is missing; [`Fault::Internal`] for a bug in
/// Certus. Then nothing is verified. Errors in the program are not faults: they are diagnostics.
pub fn verify(options: &Options, sink: &mut dyn Sink) -> Result<Verified, Fault> {
    Session::new(options, sink)?.run(None, sink)
}

/// A solver, set up for some options.
pub struct Session<'o> {
    options: &'o Options,
    solver: Solver,
    began: Instant,
    cancellation: Cancellation,
}

impl<'o> Session<'o> {
    /// Sets up the solver. On the first run on a machine, this fetches it.
    ///
    /// # Errors
    ///
    /// [`Fault::Setup`] if there is no solver.
    pub fn new(options: &'o Options, sink: &mut dyn Sink) -> Result<Session<'o>, Fault> {
        let began = Instant::now();
        let solver = certus_solve::setup::setup(&mut |text| sink.notice(text));
        let solver = solver.map_err(|error| Fault::Setup(error.to_string()))?;
        Ok(Session { options, solver, began, cancellation: Cancellation::default() })
    }

    /// The same session, whose run another thread can cancel. A cancelled run ends its solvers and rustc at once, and
    /// returns [`Fault::Cancelled`] when the stage that works in this thread is over.
    #[must_use]
    pub fn cancellable(self, cancellation: Cancellation) -> Session<'o> {
        Session { cancellation, ..self }
    }

    /// Prepares a run in advance, as long as `is_awaited` returns true. The functions of the file `open` are likely to
    /// change before the run. It reports and stores nothing.
    pub fn warm_up(&self, open: &Path, is_awaited: &dyn Fn() -> bool) -> WarmStart {
        WarmStart::new(self.options, open, &self.solver, is_awaited)
    }

    /// Verifies the crate, with the result of [`Session::warm_up`] if there is one. It runs the stages once, and again if a
    /// skipped function was not unchanged after all, or if the program may need a part of the library that was not loaded.
    ///
    /// # Errors
    ///
    /// As for [`verify`], and [`Fault::Cancelled`].
    pub fn run(&self, warm: Option<WarmStart>, sink: &mut dyn Sink) -> Result<Verified, Fault> {
        let result = self.run_again(warm, sink);
        self.cancellation.end();
        result
    }

    fn run_again(&self, warm: Option<WarmStart>, sink: &mut dyn Sink) -> Result<Verified, Fault> {
        let began = if warm.is_some() { Instant::now() } else { self.began };
        let (options, mut warm) = (self.options, warm.unwrap_or_default());
        let mut report = Report::cancellable(sink, self.cancellation.clone());
        let (mut timing, log) = (Timing::default(), Log::new(options));
        let whole_run = WholeRun::new(options, &self.solver);
        if let Some(repeated) = whole_run.as_ref().and_then(WholeRun::repeated) {
            report.program(&repeated.name);
            let summary = ended(repeated.summary, &report, &timing, began);
            // A run with a line that rustc rejects has a note, and is not kept.
            let target = Target::new(repeated.is_program, None);
            return Ok(Verified { summary, loaded: None, target });
        }
        let earlier = Earlier { whole_run, unchanged: warm.unchanged(options, &self.solver) };
        let mut extent = Extent::Named;
        loop {
            report.progress("loading the program");
            let files = |files: &_, others: &[_]| earlier.files(files, others);
            let load = || {
                let warm = std::mem::take(&mut warm);
                warm.load((options, extent), &files, &self.solver, self.cancellation.clone())
            };
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
                    let summary = ended(*summary, &report, &timing, began);
                    let target = Target::new(loaded.is_program(), loaded.stable_root());
                    return Ok(Verified { summary, loaded: Some(loaded), target });
                }
                End::Again => earlier.forget(),
                End::Whole => extent = Extent::Whole,
            }
        }
    }
}

/// Adds the numbers and times of the run to its summary.
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
