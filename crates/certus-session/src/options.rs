//! The options of a run.

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use certus_cache::Mode as CacheMode;
use certus_solve::PoolConfig;

/// The crate of a run. The fields are options of `certus verify`; the guide describes them in
/// `reference/command-line.md`.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// The root file of the crate.
    pub file: PathBuf,
    /// Its edition: `2018`, `2021` or `2024`.
    pub edition: String,
    /// Its name; `None` takes the name of the root file.
    pub crate_name: Option<String>,
    /// Its configuration, in the form of rustc's `--cfg`.
    pub cfg: Vec<String>,
    /// The target triple that it is compiled for; `None` is the host.
    pub target: Option<String>,
    /// The crates that it depends on, each as `NAME=FILE`. A crate may use those before it.
    pub dependencies: Vec<String>,
    /// The crates that it depends on, in the file format of `certus verify --crates`.
    pub crates: Option<PathBuf>,
    /// The file for the list of source files.
    pub depinfo: Option<PathBuf>,
    /// Whether items outside of `verus!` are verified, too.
    pub no_external_by_default: bool,
    /// Whether the crate is the library `vstd` itself.
    pub is_vstd: bool,
    /// The root file or the package of another library `vstd`.
    pub vstd: Option<PathBuf>,
    /// The configuration of that library.
    pub vstd_cfg: Vec<String>,
}

impl ProgramOptions {
    /// A crate with this root file, and default options.
    pub fn new(file: impl Into<PathBuf>) -> ProgramOptions {
        ProgramOptions {
            file: file.into(),
            edition: "2021".into(),
            crate_name: None,
            cfg: Vec::new(),
            target: None,
            dependencies: Vec::new(),
            crates: None,
            depinfo: None,
            no_external_by_default: false,
            is_vstd: false,
            vstd: None,
            vstd_cfg: Vec::new(),
        }
    }
}

/// Which vacuous proofs a run warns about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vacuity {
    /// None.
    Off,
    /// Functions with contradictory preconditions.
    #[default]
    On,
    /// Also unreachable code, and postconditions that every result satisfies.
    Full,
}

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The crate.
    pub program: ProgramOptions,
    /// How to use the cache of verdicts.
    pub cache: CacheMode,
    /// The budget of a function, in units of the `rlimit` attribute; `None` for the default.
    pub rlimit: Option<f64>,
    /// The wall-clock limit of a query; `None` for verdicts that do not depend on time.
    pub time_limit: Option<Duration>,
    /// How many further failures to look for in a function after the first.
    pub multiple_errors: usize,
    /// Whether to try candidate repairs if a proof fails.
    pub hints: bool,
    /// The number of solver processes; `None` for one for each core.
    pub jobs: Option<usize>,
    /// The directory for VIR and queries.
    pub log: Option<PathBuf>,
    /// Verify only functions whose path ends with one of these; all if empty.
    pub function: Vec<String>,
    /// Verify only functions of these modules; all if empty.
    pub module: Vec<String>,
    /// Verify also functions of these modules and of those inside; the paths begin after the name of the crate.
    pub module_tree: Vec<String>,
    /// Verify also functions of the module at the root.
    pub root_module: bool,
    /// Check the recommendations of functions that failed.
    pub recommends: bool,
    /// Compare whole bodies with what rustc compiles.
    pub audit: bool,
    /// Which vacuous proofs to warn about.
    pub vacuity: Vacuity,
    /// Check the program without proving anything.
    pub no_verify: bool,
    /// Ignore rustc's errors about ownership.
    pub no_lifetime: bool,
    /// Reject what the crate assumes without a proof.
    pub no_cheating: bool,
    /// The file with the assumptions that are allowed in spite of that.
    pub allow_list: Option<PathBuf>,
    /// Report the state of each function whenever it changes, and the triggers of each quantifier.
    pub events: bool,
    /// Report what code that is not verified could misuse.
    pub check_api_safety: bool,
    /// Do not simplify divisions in `by (bit_vector)`.
    pub strict_division: bool,
}

impl Options {
    /// The defaults of `certus verify`, for a crate with this root file.
    pub fn new(file: impl Into<PathBuf>) -> Options {
        Options {
            program: ProgramOptions::new(file),
            cache: CacheMode::On,
            rlimit: None,
            time_limit: None,
            multiple_errors: 2,
            hints: true,
            jobs: None,
            log: None,
            function: Vec::new(),
            module: Vec::new(),
            module_tree: Vec::new(),
            root_module: false,
            recommends: true,
            audit: false,
            vacuity: Vacuity::On,
            no_verify: false,
            no_lifetime: false,
            no_cheating: false,
            allow_list: None,
            events: false,
            check_api_safety: false,
            strict_division: false,
        }
    }

    /// The same options, with relative paths below a directory. A process with several runs has only one working
    /// directory.
    #[must_use]
    pub fn in_directory(mut self, directory: &Path) -> Options {
        let program = &mut self.program;
        program.file = directory.join(&program.file);
        let paths = [&mut program.crates, &mut program.depinfo, &mut program.vstd, &mut self.log, &mut self.allow_list];
        for path in paths.into_iter().flatten() {
            *path = directory.join(&*path);
        }
        for named in &mut program.dependencies {
            if let Some((name, file)) = named.split_once('=') {
                *named = format!("{name}={}", directory.join(file).display());
            }
        }
        self
    }

    /// The number of solver processes.
    pub fn processes(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
    }

    /// How to run the solver of this path.
    pub fn pool(&self, binary: &Path) -> PoolConfig {
        let wall_limit = self.time_limit.unwrap_or(certus_solve::DEFAULT_WALL_LIMIT);
        PoolConfig { binary: binary.to_path_buf(), jobs: self.processes(), wall_limit }
    }

    /// Whether the user selects modules.
    pub fn selects_modules(&self) -> bool {
        self.root_module || !self.module.is_empty() || !self.module_tree.is_empty()
    }

    /// Whether the user selects functions by name or module.
    pub fn selects(&self) -> bool {
        !self.function.is_empty() || self.selects_modules()
    }

    /// The resource limit of an obligation with the default `steps`, in the solver's units; `None` for no limit.
    pub fn limit(&self, steps: Option<u64>) -> Option<u64> {
        let Some(units) = self.rlimit.filter(|_| steps.is_some()) else { return steps };
        units.is_finite().then(|| (units.max(0.0) * certus_vc::STEPS_PER_UNIT as f64) as u64)
    }
}

/// The budget of a function that a text means, in units of the `rlimit` attribute; `infinity` is one. Errs with what is expected.
pub fn budget(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number or `infinity` is expected".to_string())?;
    if number > 0.0 { Ok(number) } else { Err("the budget must be greater than 0".to_string()) }
}
