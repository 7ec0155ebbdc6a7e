//! Finding the solver, or fetching it.
//!
//! In this order: what `CERTUS_Z3` names; `z3` on the search path if it has the right version; the copy in the user's
//! cache; and if there is none, the copy is made from the Python package that Z3's authors publish, with the user's own
//! `pip` (and so with the user's own index, proxy and certificates), after a comparison with a checksum fixed here.
//!
//! The version is exact, because resource counts and thereby verdicts do not carry over from one version to another.

mod install;
mod wheel;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};
use std::{env, fs, thread};

/// The version of Z3 that everything is measured and tested with.
pub const VERSION: &str = "4.16.0";

/// The file name of the solver's program.
const PROGRAM: &str = if cfg!(windows) { "z3.exe" } else { "z3" };

/// Remembers in the cache that a `z3` on the search path is of no use, see [`on_search_path`].
const REJECTED: &str = "rejected-z3";

/// How long a program may take to say its version.
const PROBE_LIMIT: Duration = Duration::from_secs(10);

const ADVICE: &str = "Set CERTUS_Z3 to the program of Z3 4.16.0, or put it on the PATH as `z3`";

/// A solver of the right version that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// Its program.
    pub path: PathBuf,
    /// Where it was found.
    pub origin: Origin,
    /// Names the program for cache keys: programs with different answers have different identities.
    pub identity: String,
}

/// Where a solver was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `CERTUS_Z3` names it.
    Override,
    /// It is on the search path.
    SearchPath,
    /// It was in the cache.
    Cache,
    /// It was fetched into the cache just now.
    Installed,
}

/// What set-up depends on; a test can make its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The program to use whatever else there is (`CERTUS_Z3`).
    pub override_path: Option<PathBuf>,
    /// Where to look for programs (`PATH`).
    pub search_path: Option<OsString>,
    /// The directory for the project's copies (`CERTUS_CACHE_DIR`, or `certus` in the user's cache directory).
    pub cache_dir: Option<PathBuf>,
    /// The Python programs to try for a download, in order.
    pub pythons: Vec<PathBuf>,
}

impl Environment {
    /// The environment of this process.
    pub fn from_process() -> Environment {
        let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let user_cache = match cfg!(windows) {
            true => absolute("LOCALAPPDATA"),
            false => absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache"))),
        };
        let named = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Environment {
            override_path: named("CERTUS_Z3"),
            search_path: env::var_os("PATH"),
            cache_dir: named("CERTUS_CACHE_DIR").or_else(|| user_cache.map(|dir| dir.join("certus"))),
            pythons: vec!["python3".into(), "python".into()],
        }
    }
}

/// The reason why there is no solver. Each message suggests what to try.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The program that the user named cannot be used.
    #[error("CERTUS_Z3 names {}, which {reason}. {ADVICE}, or unset CERTUS_Z3 to have it fetched", path.display())]
    Override {
        /// What `CERTUS_Z3` says.
        path: PathBuf,
        /// The problem.
        reason: ProbeError,
    },
    /// There is no place for a copy.
    #[error("no cache directory: none of CERTUS_CACHE_DIR, XDG_CACHE_HOME and HOME is set. {ADVICE}")]
    NoCacheDirectory,
    /// Z3's authors publish no program for this system.
    #[error("there is no ready-made Z3 {VERSION} for {os} on {arch}. {ADVICE}")]
    UnsupportedPlatform {
        /// The operating system, in Rust's name.
        os: &'static str,
        /// The processor architecture, in Rust's name.
        arch: &'static str,
    },
    /// No Python was found.
    #[error("fetching Z3 needs Python 3 with pip, and none of {tried} can be run. Install it, or: {ADVICE}")]
    NoPython {
        /// The programs tried.
        tried: String,
    },
    /// Python is there, its package installer is not.
    #[error("fetching Z3 needs pip, which {} does not have. Install it, or: {ADVICE}", python.display())]
    NoPip {
        /// The Python program.
        python: PathBuf,
    },
    /// The download failed.
    #[error("pip could not fetch z3-solver {VERSION}; is there a network? {ADVICE}. pip said: {detail}")]
    Download {
        /// The end of what pip printed.
        detail: String,
    },
    /// What was downloaded is not what was published.
    #[error(
        "{file} has the checksum {found} instead of {expected}: it was altered or damaged, and is not used. Try again, or: {ADVICE}"
    )]
    Checksum {
        /// The name of the file.
        file: String,
        /// The SHA-256 fixed in this program.
        expected: &'static str,
        /// The SHA-256 of the file.
        found: String,
    },
    /// The package has not the expected contents.
    #[error("the package of Z3 cannot be unpacked: {0}. {ADVICE}")]
    Archive(String),
    /// The program was fetched but does not run here.
    #[error("the Z3 that was fetched {0}. {ADVICE}")]
    Unusable(#[source] ProbeError),
    /// A file or directory of the cache cannot be used.
    #[error("cannot {action} {}: {source}. Set CERTUS_CACHE_DIR to a directory that can be written", path.display())]
    Io {
        /// The operation.
        action: &'static str,
        /// With which file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// What is wrong with a program that should be the solver; completes a sentence that begins with its name.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// It cannot be started.
    #[error("cannot be run ({0})")]
    Start(#[source] io::Error),
    /// It failed.
    #[error("does not run here ({0})")]
    Failed(String),
    /// It is another version, or another program.
    #[error("is not Z3 {VERSION} but says: {0}")]
    Version(String),
}

/// Finds the solver in this process's environment, fetching it if need be. `progress` is told in a line each what takes
/// time; it is not called when the solver is there.
///
/// # Errors
/// When there is no solver and none can be fetched.
pub fn setup(progress: &mut dyn FnMut(&str)) -> Result<Solver, SetupError> {
    setup_in(&Environment::from_process(), progress)
}

/// As [`setup`], in a given environment.
///
/// # Errors
/// When there is no solver and none can be fetched.
pub fn setup_in(environment: &Environment, progress: &mut dyn FnMut(&str)) -> Result<Solver, SetupError> {
    if let Some(solver) = find(environment)? {
        return Ok(solver);
    }
    let cache = environment.cache_dir.as_deref().ok_or(SetupError::NoCacheDirectory)?;
    let wheel = wheel::for_this_platform()?;
    let path =
        install::install(cache, wheel, &mut |directory| wheel.download(&environment.pythons, directory), progress)?;
    Ok(Solver { path, origin: Origin::Installed, identity: wheel.identity() })
}

/// Finds the solver without fetching it; `None` if there is none.
///
/// A copy in the cache is found without starting it: it was checked when it was made, and says so.
///
/// # Errors
/// When the user named a program that cannot be used.
pub fn find(environment: &Environment) -> Result<Option<Solver>, SetupError> {
    if let Some(path) = &environment.override_path {
        return match probe(path) {
            Ok(()) => Ok(Some(local(path.clone(), Origin::Override))),
            Err(reason) => Err(SetupError::Override { path: path.clone(), reason }),
        };
    }
    let cache = environment.cache_dir.as_deref();
    if let Some(path) = on_search_path(environment.search_path.as_ref(), cache) {
        return Ok(Some(local(path, Origin::SearchPath)));
    }
    let wheel = wheel::for_this_platform().ok();
    let cached = cache.zip(wheel).and_then(|(cache, wheel)| Some((install::installed(cache, wheel)?, wheel)));
    Ok(cached.map(|(path, wheel)| Solver { path, origin: Origin::Cache, identity: wheel.identity() }))
}

/// The first `z3` on the search path, if it is the right one.
///
/// Asking it costs a process start, and where `z3` is a launcher script a slow one. So that only those pay who gain
/// from it, a refusal is remembered until the file changes. To remember it too long is harmless: the copy in the cache
/// is used then. An acceptance is not remembered, because the file may be a launcher of something that does change.
fn on_search_path(search_path: Option<&OsString>, cache: Option<&Path>) -> Option<PathBuf> {
    let directories = env::split_paths(search_path?);
    // A relative entry would let the directory that happens to be current choose the solver.
    let path = directories.filter(|dir| dir.is_absolute()).map(|dir| dir.join(PROGRAM)).find(|path| path.is_file())?;
    let fingerprint = fingerprint(&path);
    let note = cache.map(|cache| cache.join(REJECTED));
    if note.as_ref().and_then(|note| fs::read_to_string(note).ok()).is_some_and(|text| text == fingerprint) {
        return None;
    }
    if probe(&path).is_ok() {
        return Some(path);
    }
    if let Some(note) = note {
        // Only a note to save time: without it all is well too.
        let _ = note.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(note, fingerprint));
    }
    None
}

/// Describes a program that is not ours by what changes when it is replaced; reading all of it would cost more than a
/// query does.
fn fingerprint(path: &Path) -> String {
    let metadata = fs::metadata(path).ok();
    let size = metadata.as_ref().map_or(0, fs::Metadata::len);
    let modified = metadata.and_then(|metadata| metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    format!("{} {size} {}", path.display(), modified.unwrap_or_default().as_nanos())
}

fn local(path: PathBuf, origin: Origin) -> Solver {
    let identity = format!("z3 {VERSION} {}", fingerprint(&path));
    Solver { path, origin, identity }
}

/// Runs a program to see that it is the solver in the right version.
fn probe(path: &Path) -> Result<(), ProbeError> {
    let mut command = Command::new(path);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = crate::process::spawn(&mut command).map_err(ProbeError::Start)?;
    let deadline = Instant::now() + PROBE_LIMIT;
    while child.try_wait().map_err(ProbeError::Start)?.is_none() {
        if Instant::now() > deadline {
            // An error means that it has just ended, which is as well.
            let _ = child.kill().and_then(|()| child.wait());
            return Err(ProbeError::Failed(format!("it did not say its version in {} s", PROBE_LIMIT.as_secs())));
        }
        thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().map_err(ProbeError::Start)?;
    if !output.status.success() {
        let said = crate::reply::shorten(&String::from_utf8_lossy(&output.stderr));
        return Err(ProbeError::Failed(format!("{}: {said}", output.status)));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let right = said.strip_prefix("Z3 version ").and_then(|rest| rest.split_whitespace().next()) == Some(VERSION);
    if right { Ok(()) } else { Err(ProbeError::Version(crate::reply::shorten(&said))) }
}
