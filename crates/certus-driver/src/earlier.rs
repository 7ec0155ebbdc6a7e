//! Results of earlier runs that a run uses, and results that it stores for later ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use certus_diagnostics::{FunctionSummary, Summary};
use certus_frontend::{Loaded, SettledFiles};
use certus_gate::Compiler;
use certus_incremental::{Unchanged, WholeRun};
use certus_lower::Lowered;
use certus_session::{Job, Report};
use certus_vir::Program;

/// Results of earlier runs: the unchanged functions, and whether the whole run is known.
pub(crate) struct Earlier {
    pub(crate) whole_run: Option<WholeRun>,
    pub(crate) unchanged: Option<Unchanged>,
}

impl Earlier {
    /// The files of the crate in interface form, with the functions that are unchanged.
    pub(crate) fn files(
        &self,
        files: &BTreeMap<PathBuf, String>,
        others: &[BTreeMap<PathBuf, String>],
    ) -> SettledFiles {
        self.unchanged.as_ref().map(|unchanged| unchanged.forms(files, others, None)).unwrap_or_default()
    }

    /// The number of unchanged functions.
    pub(crate) fn count(&self) -> usize {
        self.unchanged.as_ref().map_or(0, Unchanged::count)
    }

    /// Whether some functions are unchanged.
    pub(crate) fn is_partial(&self) -> bool {
        self.count() > 0
    }

    /// Whether the run may skip the unchanged functions. It may not if there are errors: the messages must be those of
    /// an ordinary run.
    pub(crate) fn holds(&self, program: &Program, is_wrong: bool) -> bool {
        let fails = |unchanged: &Unchanged| unchanged.is_partial() && (is_wrong || !unchanged.holds(program));
        !self.unchanged.as_ref().is_some_and(fails)
    }

    /// Adds the unchanged functions to the summary of the verified ones.
    pub(crate) fn with_unchanged(&self, functions: Vec<FunctionSummary>) -> Vec<FunctionSummary> {
        match &self.unchanged {
            Some(unchanged) => unchanged.with_settled(functions),
            None => functions,
        }
    }

    /// Forgets all unchanged functions, so that the run verifies every function.
    pub(crate) fn forget(&self) {
        self.unchanged.iter().for_each(Unchanged::forget);
    }

    /// Stores results for later runs, after rustc has accepted the program: the functions that are proved and, if
    /// everything is proved and nothing was reported, the whole run.
    pub(crate) fn keep(
        &self,
        compiler: &Compiler,
        loaded: &Loaded,
        (lowered, jobs): (&Lowered, &[Job]),
        summary: &Summary,
        report: &Report<'_>,
    ) {
        if let Some(whole_run) = self.whole_run.as_ref().filter(|_| !report.has_any()) {
            whole_run.keep(compiler, loaded, summary);
        }
        if let Some(unchanged) = &self.unchanged {
            unchanged.keep(loaded, lowered, jobs, summary, report.places());
        }
    }
}
