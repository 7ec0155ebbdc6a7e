//! Repeats the summary of the last run: if that run proved everything without a diagnostic, and its input is the same
//! byte for byte, this run would have the same result.

use std::time::UNIX_EPOCH;

use certus_cache::Runs;
use certus_diagnostics::{Assumption, CacheUse, FunctionSummary, Summary};
use certus_frontend::Loaded;
use certus_gate::Compiler;
use certus_solve::setup::{Environment, Solver};
use serde::{Deserialize, Serialize};

use certus_session::{CacheMode, Options};

/// The stored result of a run.
#[derive(Serialize, Deserialize)]
struct Said {
    /// The name of the crate.
    program: String,
    /// Whether it has a function `main`.
    is_program: bool,
    functions: Vec<FunctionSummary>,
    assumptions: Vec<Assumption>,
    /// The number of queries.
    queries: usize,
}

/// The last run, and the place to store this one.
pub struct WholeRun {
    runs: Runs,
    /// The identity of this program and of the solver.
    own: String,
    writes: bool,
}

/// What an earlier run found.
pub struct Repeated {
    /// The name of the crate.
    pub name: String,
    /// Whether the crate has a function `main`.
    pub is_program: bool,
    /// The summary, in which nothing was solved.
    pub summary: Summary,
}

impl WholeRun {
    /// `None` for a run that must be done in any case, because it writes other files, or depends on more than the files
    /// of the crate.
    pub fn new(options: &Options, solver: &Solver) -> Option<WholeRun> {
        let program = &options.program;
        let is_plain = options.cache != CacheMode::Off
            && options.log.is_none()
            && !options.no_verify
            && program.depinfo.is_none()
            && program.crates.is_none()
            // The files of another library are not among those of the crate.
            && program.vstd.is_none()
            && program.dependencies.is_empty()
            && options.allow_list.is_none();
        let directory = Environment::from_process().cache_dir.filter(|_| is_plain)?;
        let root = std::path::absolute(&program.file).ok()?;
        let runs = Runs::new(&directory, &[&counted(options), &root.to_string_lossy()]);
        let own = format!("{} {}", own()?, solver.identity);
        Some(WholeRun { runs, own, writes: options.cache == CacheMode::On })
    }

    /// The last run, if this one would repeat it.
    pub fn repeated(&self) -> Option<Repeated> {
        let said: Said = serde_json::from_str(&self.runs.find(|| Some(self.by(&Compiler::find().ok()?)))?).ok()?;
        let functions: Vec<FunctionSummary> =
            said.functions.into_iter().map(|function| FunctionSummary { time_ms: 0.0, ..function }).collect();
        let cache = CacheUse { hits: said.queries, misses: 0, settled: 0 };
        let verified = functions.len();
        let (functions, assumptions) = (Some(functions), said.assumptions);
        let summary = Summary { verified, functions, assumptions, cache, ..Summary::default() };
        Some(Repeated { name: said.program, is_program: said.is_program, summary })
    }

    /// The identity of the programs of a run with this compiler.
    fn by(&self, compiler: &Compiler) -> String {
        format!("{} {}", self.own, compiler.description())
    }

    /// Stores a run that proved everything without a diagnostic.
    pub fn keep(&self, compiler: &Compiler, loaded: &Loaded, summary: &Summary) {
        let functions = summary.functions.clone().unwrap_or_default();
        let is_all = functions.len() == summary.verified;
        if !self.writes || !is_all || reads_more(loaded) {
            return;
        }
        let (program, assumptions) = (loaded.name().to_string(), summary.assumptions.clone());
        let is_program = loaded.is_program();
        let said =
            Said { program, is_program, functions, assumptions, queries: summary.cache.hits + summary.cache.misses };
        if let Ok(text) = serde_json::to_string(&said) {
            // If it cannot be stored, the next run does the work again. The cache of verdicts has reported the reason.
            let read = loaded.texts().map(|(path, text)| (path.clone(), certus_cache::digest(text))).collect();
            let _ = self.runs.keep(self.by(compiler), (read, loaded.absent_files()), text);
        }
    }
}

/// The identity of this program: the contents of its libraries, and the size and time of its file. Hashing the whole
/// file would take longer than the rest.
pub fn own() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let metadata = std::fs::metadata(&path).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    let (version, print) = (env!("CARGO_PKG_VERSION"), certus_frontend::library_fingerprint());
    Some(format!("{version} {print} {} {modified} {}", metadata.len(), path.display()))
}

/// The options as text, without those that change only how a run works and not what it finds.
pub fn counted(options: &Options) -> String {
    let counted =
        Options { cache: CacheMode::default(), jobs: None, events: false, time_limit: None, ..options.clone() };
    format!("{counted:?}")
}

/// Whether the program may read files that are not its modules, as far as its text shows.
fn reads_more(loaded: &Loaded) -> bool {
    loaded.texts().any(|(_, text)| text.contains("include"))
}
