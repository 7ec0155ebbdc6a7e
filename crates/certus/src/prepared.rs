//! How commands begin that ask the solver about a crate without proving it: the crate lowered, and a solver.
//! rustc is not asked, and the cache of verdicts is neither read nor written.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use certus_frontend::Loaded;
use certus_lower::Lowered;
use certus_solve::LocalPool;
use certus_tree::Program as _;

use crate::cli;
use crate::crates;
use crate::pipeline::{BAD_CALL, NOT_PROVED, select, show_all};
use crate::report::{ReportFormat, Reporter};
use crate::terminal::errln;

/// A crate without errors, ready to be asked about.
pub(crate) struct Prepared {
    pub(crate) reporter: Reporter,
    /// Never dropped: the process ends soon, and taking the front end apart takes long.
    pub(crate) loaded: ManuallyDrop<Loaded>,
    pub(crate) lowered: Lowered,
    pub(crate) solver: PathBuf,
}

/// Loads and lowers the crate; `Err` is the exit status when that is the end, with all that is wrong shown. `what` is the
/// report by its name, for the error about formats it has not.
pub(crate) fn prepare(verify: &cli::Verify, what: &str) -> Result<Prepared, u8> {
    if !matches!(verify.message_format, ReportFormat::Human | ReportFormat::Json) {
        errln!("error: {what} is for people or in JSON: use `--message-format=human` or `json`");
        return Err(BAD_CALL);
    }
    let mut reporter = Reporter::new(verify.message_format, verify.color);
    let loaded = ManuallyDrop::new(crates::load(&verify.program, false)?.0);
    let solver = match certus_solve::setup::setup(&mut |text| reporter.notice(text)) {
        Ok(solver) => solver.path,
        Err(error) => {
            errln!("error: {error}");
            return Err(BAD_CALL);
        }
    };
    let mut lowered = Lowered::default();
    let mut problems = loaded.diagnostics();
    if problems.is_empty() {
        let lowering = certus_lower::Options { is_library: verify.program.is_vstd, ..Default::default() };
        lowered = certus_lower::lower(&*loaded, &lowering);
        problems = std::mem::take(&mut lowered.diagnostics);
        problems.extend(loaded.late_diagnostics());
        problems.extend(certus_vir::passes::termination::run(&mut lowered.program));
    }
    if show_all(&mut reporter, &problems, loaded.sources()) {
        return Err(NOT_PROVED);
    }
    Ok(Prepared { reporter, loaded, lowered, solver })
}

/// The functions that the user wants asked about; `Err` is the exit status where a selection matches none.
pub(crate) fn selected(verify: &cli::Verify, lowered: &Lowered) -> Result<Vec<certus_vir::Path>, u8> {
    let selected = select(verify, lowered);
    if selected.is_empty() && !(verify.function.is_empty() && verify.module.is_empty()) {
        errln!("error: no function matches the selection");
        return Err(NOT_PROVED);
    }
    Ok(selected)
}

/// Starts as many solvers as the user wants, or one for each core; `Err` is the exit status where that fails.
pub(crate) fn start(verify: &cli::Verify, solver: &Path) -> Result<LocalPool, u8> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    LocalPool::start(solver, verify.jobs.unwrap_or(cores).max(1)).map_err(|error| {
        errln!("error: {error}");
        BAD_CALL
    })
}
