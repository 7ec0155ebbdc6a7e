//! Prepares a run before it is wanted: the front end loads the program, and the processes start.
//!
//! The preparation reports and stores nothing. If it fails in any way, the run is an ordinary one.

use std::collections::BTreeMap;
use std::path::Path;

use certus_diagnostics::Level;
use certus_frontend::{Loaded, Settle, SettledFiles};
use certus_incremental::{ForeignForms, Unchanged};
use certus_session::{Cancellation, Options};
use certus_solve::setup::Solver;

use crate::Fault;
use crate::crates::{self, Extent};
use crate::prestart::{Prestart, Ready};
use crate::run::lowering;

/// A prepared run.
#[derive(Default)]
pub struct WarmStart {
    loaded: Option<Loaded>,
    ready: Option<Ready>,
    unchanged: Option<Unchanged>,
}

impl WarmStart {
    /// Prepares the run, as long as there is time. The run will find errors in the program again.
    pub(crate) fn new(options: &Options, open: &Path, solver: &Solver, is_awaited: &dyn Fn() -> bool) -> WarmStart {
        let unchanged = Unchanged::new(options, solver);
        let files = |files: &BTreeMap<_, _>, others: &[BTreeMap<_, _>]| {
            unchanged.as_ref().map_or_else(SettledFiles::new, |unchanged| unchanged.forms(files, others, Some(open)))
        };
        let Ok((mut loaded, outside)) = crates::load_with(&options.program, Extent::Named, None, &files) else {
            return WarmStart { unchanged, ..WarmStart::default() };
        };
        let prestart = Prestart::start(options, &mut loaded, outside, solver.path.clone(), Cancellation::default());
        ask(options, &loaded, is_awaited);
        WarmStart { loaded: Some(loaded), ready: Some(prestart.ready()), unchanged }
    }

    /// The unchanged functions, if a run that starts now would find the same ones.
    pub(crate) fn unchanged(&mut self, options: &Options, solver: &Solver) -> Option<Unchanged> {
        let known = self.unchanged.take().filter(|unchanged| unchanged.is_for(options));
        known.or_else(|| Unchanged::new(options, solver))
    }

    /// Loads the current program, with the processes for it.
    pub(crate) fn load(
        self,
        (options, extent): (&Options, Extent),
        files: &Settle<'_>,
        solver: &Solver,
        cancellation: Cancellation,
    ) -> Result<(Loaded, Prestart), Fault> {
        let WarmStart { loaded, ready, .. } = self;
        let forms = ForeignForms::new(options);
        let files = |own: &BTreeMap<_, _>, others: &[BTreeMap<_, _>]| {
            let mut found = files(own, others);
            if let Some(forms) = &forms {
                forms.add(others, &mut found);
            }
            found
        };
        let (mut loaded, outside) = crates::load_with(&options.program, extent, loaded, &files)?;
        let ready = ready.filter(|_| loaded.is_reloaded());
        let prestart = match ready.filter(|ready| ready.is_up(&outside)) {
            Some(ready) => Prestart::There(Box::new(ready)),
            None => Prestart::start(options, &mut loaded, outside, solver.path.clone(), cancellation),
        };
        Ok((loaded, prestart))
    }
}

/// Runs the front end as a run does before the solver.
fn ask(options: &Options, loaded: &Loaded, is_awaited: &dyn Fn() -> bool) {
    if !is_awaited() || loaded.diagnostics().iter().any(|found| found.level == Level::Error) || !is_awaited() {
        return;
    }
    let lowered = certus_lower::lower(loaded, &lowering(options));
    if is_awaited() {
        // This computes the text for rustc.
        let _ = loaded.expanded(&lowered.ghost);
    }
}
