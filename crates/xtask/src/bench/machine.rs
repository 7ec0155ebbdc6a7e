//! The machine and the commit of the numbers.

use std::path::Path;
use std::process::Command;

/// The machine and the state of the sources.
#[derive(Clone, Debug, Default)]
pub(crate) struct Machine {
    /// The commit that the working copy is at.
    pub(crate) commit: String,
    /// True when tracked files differ from the commit; the numbers then belong to no commit.
    pub(crate) is_modified: bool,
    /// Cores that a process may use.
    pub(crate) cores: usize,
    /// The processor's name, where the system tells.
    pub(crate) processor: String,
    /// Operating system and architecture.
    pub(crate) system: String,
    /// Seconds since 1970 when the run ended.
    pub(crate) time: u64,
}

/// Finds out about the machine. An unknown value is `unknown`.
pub(crate) fn look(root: &Path) -> Machine {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    // The page itself changes with every run.
    let status = git(root, &["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/bench"]);
    Machine {
        commit: git(root, &["rev-parse", "HEAD"]).unwrap_or_else(|| "unknown".to_owned()),
        is_modified: status.is_none_or(|text| !text.is_empty()),
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
        processor: processor(&info).unwrap_or("unknown").to_owned(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        time: since_1970.map_or(0, |time| time.as_secs()),
    }
}

/// The name of the first processor in Linux's list.
pub(crate) fn processor(info: &str) -> Option<&str> {
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim())
}

/// The output of git, if it succeeds.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
