//! A run that is made ready before it is asked for (`--wait`): what it needs of an unchanged program is asked for already, and
//! its processes are up. On a line on standard input the files are read again, and it goes on as any run.
//!
//! Nothing that is found before the line is told, or kept. Whatever goes wrong, the run on the line is an ordinary one.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError};

use certus_diagnostics::Level;
use certus_frontend::{Loaded, SettledFiles};
use certus_solve::setup::Solver;

use crate::cli::Verify;
use crate::crates::{self, Outside};
use crate::settled::Settling;
use crate::standby::{Ready, Standby};
use crate::terminal::outln;

/// What is printed when nothing is left to do before the line.
pub(crate) const READY: &str = r#"{"$message_type":"ready"}"#;

/// What is there before the run.
#[derive(Default)]
pub(crate) struct Warm {
    loaded: Option<Loaded>,
    ready: Option<Ready>,
    settling: Option<Settling>,
}

/// The line on standard input.
struct Line {
    line: Receiver<()>,
    has_come: Cell<bool>,
}

impl Line {
    /// Whether it was not there yet, and may come.
    fn is_awaited(&self) -> bool {
        match self.line.try_recv() {
            Ok(()) => self.has_come.set(true),
            Err(TryRecvError::Disconnected) => return false,
            Err(TryRecvError::Empty) => {}
        }
        !self.has_come.get()
    }

    /// Waits for it; false when it will not come.
    fn wait(self) -> bool {
        self.has_come.get() || self.line.recv().is_ok()
    }
}

/// Makes ready and waits; nothing when the run is not wanted any more.
pub(crate) fn wait(options: &Verify, open: &Path, solver: &Solver) -> Option<Warm> {
    let line = Line { line: crate::lsp::line(), has_come: Cell::new(false) };
    let warm = warm_up(options, open, solver, &line);
    if line.is_awaited() {
        outln!("{READY}");
    }
    // What was started must be ended in order, so that it leaves no files behind.
    line.wait().then_some(warm)
}

/// As much as there is time for. What is wrong with the program will be found again.
fn warm_up(options: &Verify, open: &Path, solver: &Solver, line: &Line) -> Warm {
    let settling = Settling::new(options, solver);
    let settle = |files: &BTreeMap<_, _>, others: &[BTreeMap<_, _>]| {
        settling.as_ref().map_or_else(SettledFiles::new, |settling| settling.forms(files, others, Some(open)))
    };
    let Ok((mut loaded, outside)) = crates::load_with_settled(&options.program, false, None, &settle) else {
        return Warm { settling, ..Warm::default() };
    };
    let standby = Standby::start(options, &mut loaded, outside, solver.path.clone());
    ask(options, &loaded, line);
    Warm { loaded: Some(loaded), ready: Some(standby.ready()), settling }
}

/// Asks what a run asks before it comes to the solver.
fn ask(options: &Verify, loaded: &Loaded, line: &Line) {
    if !line.is_awaited() || loaded.diagnostics().iter().any(|found| found.level == Level::Error) {
        return;
    }
    if !line.is_awaited() {
        return;
    }
    let lowering = certus_lower::Options { is_library: options.program.is_vstd, ..Default::default() };
    let lowered = certus_lower::lower(loaded, &lowering);
    if line.is_awaited() {
        // What rustc is given is made when it is asked for.
        let _ = loaded.expanded(&lowered.ghost);
    }
}

impl Warm {
    /// What is known of settled functions, if that is what a run finds that begins now.
    pub(crate) fn settling(&mut self, options: &Verify, solver: &Solver) -> Option<Settling> {
        let known = self.settling.take().filter(|settling| settling.is_for(options));
        known.or_else(|| Settling::new(options, solver))
    }

    /// The program as it is now, with the processes for it. Errs with words.
    pub(crate) fn load(
        self,
        options: &Verify,
        settle: &certus_frontend::Settle<'_>,
        solver: &Solver,
    ) -> Result<(Loaded, Standby), String> {
        let Warm { loaded, ready, .. } = self;
        let (mut loaded, outside): (Loaded, Outside) =
            crates::load_with_settled(&options.program, false, loaded, settle)?;
        let ready = ready.filter(|_| loaded.is_reloaded());
        let standby = match ready.and_then(|mut ready| ready.is_up(&outside).then_some(ready)) {
            Some(ready) => Standby::There(Box::new(ready)),
            None => Standby::start(options, &mut loaded, outside, solver.path.clone()),
        };
        Ok((loaded, standby))
    }
}
