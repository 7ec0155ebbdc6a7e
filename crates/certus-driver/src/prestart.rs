//! Starts the processes that a run needs while the front end works: the solvers and rustc.
//!
//! They start when the front end's second thread ends, so that they do not compete with it.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use certus_frontend::{GHOST_CFGS, Loaded};
use certus_gate::{Compiler, GateError, Program, Store, Waiting};
use certus_solve::{LocalPool, PoolError};
use certus_tree::Program as _;

use certus_session::{Cancellation, Options};

use crate::crates::Outside;

/// The libraries that a program without `vstd` may name, each after its dependencies.
const BUILTIN: &[&str] = &["verus_builtin", "verus_builtin_macros"];
/// The libraries that a program may name, each after its dependencies.
const ALL: &[&str] = &["verus_builtin", "verus_builtin_macros", "vstd"];

/// The processes of a run.
pub(crate) enum Prestart {
    /// A thread is starting them.
    Started(JoinHandle<Ready>),
    /// They have started.
    There(Box<Ready>),
}

/// The processes.
pub(crate) struct Ready {
    /// The solver's processes.
    pub(crate) pool: Result<LocalPool, PoolError>,
    /// rustc.
    pub(crate) rustc: Result<Rustc, GateError>,
}

/// A rustc process, and its inputs other than the program's text.
pub(crate) struct Rustc {
    /// The compiler.
    pub(crate) compiler: Compiler,
    /// Whether this run asked the compiler for its version. Otherwise the version comes from an earlier run.
    asked: bool,
    /// The directory with the metadata of the libraries.
    cache: PathBuf,
    /// The libraries that the program may name.
    pub(crate) names: &'static [&'static str],
    /// The dependencies of the program, if there are any. Their text is not known yet when the thread starts.
    pub(crate) outside: Option<Outside>,
    /// The options of the program for rustc.
    pub(crate) program: Program,
    /// The process, which waits for the text. `None` if some library has no metadata yet.
    pub(crate) waiting: Option<Waiting>,
}

impl Prestart {
    /// Starts the thread. `solver` is the path of the solver. If the run is cancelled, the thread starts no process.
    pub(crate) fn start(
        options: &Options,
        loaded: &mut Loaded,
        outside: Outside,
        solver: PathBuf,
        cancellation: Cancellation,
    ) -> Prestart {
        let background = loaded.take_background();
        let pool = options.pool(&solver);
        let mut cfgs: Vec<String> = GHOST_CFGS.map(str::to_string).into();
        cfgs.extend(loaded.cfgs().iter().cloned());
        let edition = options.program.edition.clone();
        let program = Program {
            name: loaded.name().to_string(),
            edition,
            cfgs,
            libraries: Vec::new(),
            prints_mir: false,
            crates: Vec::new(),
            search: outside.search.clone(),
            env: outside.env.clone(),
        };
        let names = if loaded.has_library("vstd") && !loaded.has_foreign_library() { ALL } else { BUILTIN };
        let crates = (!loaded.dependencies().is_empty()).then_some(outside);
        let target = options.program.target.clone();
        Prestart::Started(std::thread::spawn(move || {
            if let Some(thread) = background {
                // If the thread fails, the run reports the error when it needs the processes.
                let _ = thread.join();
            }
            if cancellation.is_cancelled() {
                let cancelled = std::io::Error::other("the run was cancelled");
                return Ready { pool: Err(PoolError::Thread(cancelled)), rustc: Err(GateError::Cancelled) };
            }
            let rustc = Rustc::start(names, target, crates, program);
            Ready { pool: LocalPool::start_with(pool), rustc }
        }))
    }

    /// Waits until the processes have been started. They need not be ready.
    pub(crate) fn ready(self) -> Ready {
        let started = match self {
            Prestart::Started(thread) => thread,
            Prestart::There(ready) => return *ready,
        };
        started.join().unwrap_or_else(|_| {
            let lost = || std::io::Error::other("the thread that starts processes failed");
            let rustc = GateError::NoCompiler { program: "rustc".into(), source: lost() };
            Ready { pool: Err(PoolError::Thread(lost())), rustc: Err(rustc) }
        })
    }
}

impl Ready {
    /// Whether the processes can be used for a program with these dependencies.
    pub(crate) fn is_up(&self, outside: &Outside) -> bool {
        let Ok(rustc) = &self.rustc else { return false };
        let is_same = rustc.outside.as_ref().is_none_or(|known| known == outside);
        self.pool.is_ok() && is_same && rustc.waiting.as_ref().is_none_or(Waiting::is_up)
    }
}

/// The cache directory for the libraries' metadata.
fn cache_directory() -> Result<PathBuf, GateError> {
    let cache = certus_solve::setup::Environment::from_process().cache_dir.ok_or(GateError::NoCacheDirectory)?;
    Ok(std::path::absolute(&cache).unwrap_or(cache))
}

/// The compiler. The second value is whether this call asked it for its version; otherwise the version comes from an
/// earlier run.
fn compiler(cache: &Path) -> Result<(Compiler, bool), GateError> {
    if let Some(compiler) = Compiler::remembered(cache) {
        return Ok((compiler, false));
    }
    let compiler = Compiler::find()?;
    compiler.remember(cache);
    Ok((compiler, true))
}

/// The configuration of a program that is compiled with `rustc FILE`. It leaves out that an address has 64 bits: the
/// user has named no target, and the program may be for a smaller one (`global size_of usize`).
pub(crate) fn host_cfgs() -> Result<Vec<String>, GateError> {
    let cache = cache_directory()?;
    let mut cfgs = compiler(&cache)?.0.host_cfgs(&cache)?;
    cfgs.retain(|cfg| cfg != "target_pointer_width=\"64\"");
    Ok(cfgs)
}

impl Rustc {
    fn start(
        names: &'static [&'static str],
        target: Option<String>,
        outside: Option<Outside>,
        program: Program,
    ) -> Result<Rustc, GateError> {
        let cache = cache_directory()?;
        let (compiler, asked) = compiler(&cache)?;
        let compiler = match target {
            Some(triple) => compiler.for_target(&triple)?,
            None => compiler,
        };
        let mut rustc = Rustc { compiler, asked, cache, names, outside, program, waiting: None };
        if rustc.outside.is_none() && rustc.find_libraries() {
            rustc.waiting = Some(Waiting::start(&rustc.compiler, &rustc.program)?);
        }
        Ok(rustc)
    }

    /// The store of the libraries for this compiler.
    pub(crate) fn store(&self) -> Store {
        Store::new(&self.cache, &self.compiler)
    }

    /// Looks for the metadata of the libraries; true if all of them exist.
    fn find_libraries(&mut self) -> bool {
        let store = self.store();
        let print = certus_frontend::library_fingerprint();
        for name in self.names {
            let Some(library) = store.get(name, print, &self.program.libraries) else { return false };
            self.program.libraries.push(library);
        }
        true
    }

    /// Asks the compiler for its version; true if it differs from the one of the earlier run. Then the libraries must
    /// be made again.
    pub(crate) fn changed(&mut self) -> Result<bool, GateError> {
        if std::mem::replace(&mut self.asked, true) {
            return Ok(false);
        }
        let now = self.compiler.again()?;
        if now == self.compiler {
            return Ok(false);
        }
        now.remember(&self.cache);
        self.compiler = now;
        Ok(true)
    }
}
