//! `certus watch`: verifies the crate whenever one of its files is saved.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use certus_diagnostics::counted;
use certus_watch::{Fault, Subject, Watched};
use serde_json::Value;

use crate::cli::Verify;
use crate::status;
use crate::terminal::errln;

/// Verifies again and again, until the process is ended. It returns an exit status if watching is not possible.
pub(crate) fn watch(options: &Verify) -> u8 {
    let own = std::env::args_os().skip(1);
    // The arguments after the name of the command, as the user wrote them.
    let given: Vec<OsString> = own.skip_while(|word| word != "watch").skip(1).collect();
    match run(&options.program.file, given) {
        Ok(never) => match never {},
        Err(fault) => status::bad_call(fault),
    }
}

fn run(root: &Path, given: Vec<OsString>) -> Result<std::convert::Infallible, Fault> {
    let folder = tempfile::tempdir()?;
    let depinfo = folder.path().join("files.json");
    let first = Watched { files: BTreeSet::from([std::path::absolute(root)?]), ..Watched::default() };
    certus_watch::watch(&mut OneCrate { given, depinfo }, first)
}

/// A crate that is given by its root file.
struct OneCrate {
    given: Vec<OsString>,
    /// Where a run writes which files it read.
    depinfo: PathBuf,
}

impl Subject for OneCrate {
    fn start(&mut self) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("verify").args(&self.given).arg("--depinfo").arg(&self.depinfo).spawn()
    }

    /// The files that the last run read; `None` if it did not read the crate.
    fn watched(&mut self) -> Option<Watched> {
        let value: Value = serde_json::from_slice(&std::fs::read(&self.depinfo).ok()?).ok()?;
        let files = value.get("files")?.as_array()?.iter().filter_map(Value::as_str);
        let files: BTreeSet<PathBuf> = files.filter_map(|file| std::path::absolute(file).ok()).collect();
        (!files.is_empty()).then(|| Watched { files, ..Watched::default() })
    }

    fn waits(&mut self, watched: &Watched) {
        errln!("watching {}", counted(watched.files.len(), "file"));
    }
}
