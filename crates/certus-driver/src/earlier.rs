//! What a run uses of earlier ones, and keeps for later ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use certus_diagnostics::{FunctionSummary, Summary};
use certus_frontend::{Loaded, SettledFiles};
use certus_gate::Compiler;
use certus_incremental::{Unchanged, WholeRun};
use certus_lower::Lowered;
use certus_session::{Job, Report};
use certus_vir::Program;

/// What is known of earlier runs.
pub(crate) struct Earlier {
    pub(crate) whole_run: Option<WholeRun>,
    pub(crate) unchanged: Option<Unchanged>,
}

impl Earlier {
    /// The files in interface form, with the functions that are unchanged.
    pub(crate) fn files(
        &self,
        files: &BTreeMap<PathBuf, String>,
        others: &[BTreeMap<PathBuf, String>],
    ) -> SettledFiles {
        self.unchanged.as_ref().map(|unchanged| unchanged.forms(files, others, None)).unwrap_or_default()
    }

    /// How many functions are unchanged.
    pub(crate) fn count(&self) -> usize {
        self.unchanged.as_ref().map_or(0, Unchanged::count)
    }

    /// Whether some functions are unchanged.
    pub(crate) fn is_partial(&self) -> bool {
        self.count() > 0
    }

    /// Whether the unchanged functions may be left out of a run. Not so if there are errors: they must be found with every
    /// function open.
    pub(crate) fn holds(&self, program: &Program, is_wrong: bool) -> bool {
        let fails = |unchanged: &Unchanged| unchanged.is_partial() && (is_wrong || !unchanged.holds(program));
        !self.unchanged.as_ref().is_some_and(fails)
    }

    /// Adds the unchanged functions to those that were verified now.
    pub(crate) fn with_unchanged(&self, functions: Vec<FunctionSummary>) -> Vec<FunctionSummary> {
        match &self.unchanged {
            Some(unchanged) => unchanged.with_settled(functions),
            None => functions,
        }
    }

    /// Makes every function open.
    pub(crate) fn forget(&self) {
        self.unchanged.iter().for_each(Unchanged::forget);
    }

    /// Keeps what later runs can use of this one, in which rustc had no objection: which functions are proved; and the whole
    /// run, if everything is proved and nothing was reported.
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
