//! Verifies packages again whenever a file of them changes.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};

use certus_watch::{Subject, Watched};

use crate::Error;
use crate::cargo::Cargo;
use crate::selection::Selection;
use crate::sources::SourceFolders;

/// The runs of a command for the packages of a selection.
struct Packages<'s> {
    selection: &'s Selection,
    program: PathBuf,
    arguments: Vec<OsString>,
    waits: fn(usize),
}

/// Runs a program with these arguments, and again whenever a file in a folder of the packages changes. `waits` gets the
/// number of folders when a run has ended.
///
/// # Errors
///
/// If a manifest is wrong at the beginning, or files cannot be watched.
pub fn watch(
    selection: &Selection,
    program: PathBuf,
    arguments: Vec<OsString>,
    waits: fn(usize),
) -> Result<std::convert::Infallible, Error> {
    let mut packages = Packages { selection, program, arguments, waits };
    let first = packages.sources()?;
    Ok(certus_watch::watch(&mut packages, first)?)
}

impl Packages<'_> {
    fn sources(&self) -> Result<Watched, Error> {
        let SourceFolders { folders, written } = SourceFolders::find(&Cargo::find(), self.selection)?;
        Ok(Watched { folders, written, ..Watched::default() })
    }
}

impl Subject for Packages<'_> {
    fn start(&mut self) -> io::Result<Child> {
        Command::new(&self.program).args(&self.arguments).spawn()
    }

    /// A manifest that is wrong for the moment changes nothing.
    fn watched(&mut self) -> Option<Watched> {
        self.sources().ok()
    }

    fn waits(&mut self, watched: &Watched) {
        (self.waits)(watched.folders.len());
    }
}
