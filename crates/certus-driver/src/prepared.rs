//! A lowered crate and a solver: the start of every command that runs queries without proving, such as `certus
//! profile`. Such a command does not run rustc, and neither reads nor writes the cache of verdicts.

use std::path::PathBuf;

use certus_frontend::Loaded;
use certus_lower::Lowered;
use certus_session::{Options, Report, Sink as _};
use certus_solve::LocalPool;
use certus_tree::Program as _;

use crate::run::{lower_checked, lowering, no_selection};
use crate::{Fault, crates, select};

/// A crate without errors, and a solver.
pub struct Prepared {
    /// The loaded crate. It is large, so dropping it takes long.
    pub loaded: std::mem::ManuallyDrop<Loaded>,
    /// The crate in VIR.
    pub lowered: Lowered,
    /// The path of the solver's executable.
    pub solver: PathBuf,
}

impl Prepared {
    /// Loads and lowers a crate.
    ///
    /// # Errors
    ///
    /// [`Fault::Setup`] as for [`crate::verify`]; [`Fault::Rejected`] if the crate has errors, which are reported.
    pub fn new(options: &Options, report: &mut Report<'_>) -> Result<Prepared, Fault> {
        let loaded = std::mem::ManuallyDrop::new(crates::load(&options.program, false)?);
        let solver = certus_solve::setup::setup(&mut |text| report.notice(text));
        let solver = solver.map_err(|error| Fault::Setup(error.to_string()))?.path;
        let mut lowered = Lowered::default();
        let mut problems = loaded.diagnostics();
        if problems.is_empty() {
            (lowered, problems) = lower_checked(&lowering(options), &loaded);
        }
        match report.show_all(&problems, loaded.sources()) {
            true => Err(Fault::Rejected),
            false => Ok(Prepared { loaded, lowered, solver }),
        }
    }

    /// The functions that the options select.
    ///
    /// # Errors
    ///
    /// [`Fault::Rejected`] if an option selects no function, which is reported.
    pub fn selected(&self, options: &Options, report: &mut Report<'_>) -> Result<Vec<certus_vir::Path>, Fault> {
        let selected = select(options, &self.lowered);
        if selected.is_empty() && options.selects() {
            report.show(&no_selection(), self.loaded.sources());
            return Err(Fault::Rejected);
        }
        Ok(selected)
    }

    /// Starts the solver's processes.
    ///
    /// # Errors
    ///
    /// [`Fault::Setup`] if that fails.
    pub fn start(&self, options: &Options) -> Result<LocalPool, Fault> {
        LocalPool::start_with(options.pool(&self.solver)).map_err(|error| Fault::Setup(error.to_string()))
    }
}
