//! A run that is prepared before it is wanted: the front end knows an unchanged program already, and the processes are up.
//!
//! Nothing that is found before the run is reported, or kept. Whatever goes wrong, the run is an ordinary one.

use std::collections::BTreeMap;
use std::path::Path;

use certus_diagnostics::Level;
use certus_frontend::{Loaded, Settle, SettledFiles};
use certus_incremental::Unchanged;
use certus_session::Options;
use certus_solve::setup::Solver;

use crate::Fault;
use crate::crates;
use crate::prestart::{Prestart, Ready};
use crate::run::lower;

/// What is there before a run.
#[derive(Default)]
pub struct WarmStart {
    loaded: Option<Loaded>,
    ready: Option<Ready>,
    unchanged: Option<Unchanged>,
}

impl WarmStart {
    /// Prepares as much as there is time for. Errors in the program will be found again by the run.
    pub(crate) fn new(options: &Options, open: &Path, solver: &Solver, is_awaited: &dyn Fn() -> bool) -> WarmStart {
        let unchanged = Unchanged::new(options, solver);
        let files = |files: &BTreeMap<_, _>, others: &[BTreeMap<_, _>]| {
            unchanged.as_ref().map_or_else(SettledFiles::new, |unchanged| unchanged.forms(files, others, Some(open)))
        };
        let Ok((mut loaded, outside)) = crates::load_with(&options.program, false, None, &files) else {
            return WarmStart { unchanged, ..WarmStart::default() };
        };
        let prestart = Prestart::start(options, &mut loaded, outside, solver.path.clone());
        ask(options, &loaded, is_awaited);
        WarmStart { loaded: Some(loaded), ready: Some(prestart.ready()), unchanged }
    }

    /// The unchanged functions, if a run that begins now would find the same.
    pub(crate) fn unchanged(&mut self, options: &Options, solver: &Solver) -> Option<Unchanged> {
        let known = self.unchanged.take().filter(|unchanged| unchanged.is_for(options));
        known.or_else(|| Unchanged::new(options, solver))
    }

    /// The program as it is now, with the processes for it.
    pub(crate) fn load(
        self,
        options: &Options,
        files: &Settle<'_>,
        solver: &Solver,
    ) -> Result<(Loaded, Prestart), Fault> {
        let WarmStart { loaded, ready, .. } = self;
        let (mut loaded, outside) = crates::load_with(&options.program, false, loaded, files)?;
        let ready = ready.filter(|_| loaded.is_reloaded());
        let prestart = match ready.and_then(|mut ready| ready.is_up(&outside).then_some(ready)) {
            Some(ready) => Prestart::There(Box::new(ready)),
            None => Prestart::start(options, &mut loaded, outside, solver.path.clone()),
        };
        Ok((loaded, prestart))
    }
}

/// Asks the front end what a run asks before it comes to the solver.
fn ask(options: &Options, loaded: &Loaded, is_awaited: &dyn Fn() -> bool) {
    if !is_awaited() || loaded.diagnostics().iter().any(|found| found.level == Level::Error) || !is_awaited() {
        return;
    }
    let lowered = lower(&options.program, loaded);
    if is_awaited() {
        // The text for rustc is made when it is asked for.
        let _ = loaded.expanded(&lowered.ghost);
    }
}
