//! The crate and the arguments of a run.

use std::ffi::OsString;
use std::sync::Arc;

use certus_diagnostics::Diagnostic;
use certus_driver::Options;
use clap::Parser as _;

use super::root::Root;
use crate::cli::{Cli, Command, missing_option};
use certus_driver::missing_options::Missing;

/// The crate and the arguments of a run. Two runs with the same ones differ only in the texts of files.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) root: Arc<Root>,
    /// The user's additional arguments of `certus verify`.
    pub(super) arguments: Vec<String>,
}

/// The reason why arguments are not options of a run.
pub(super) enum Refusal {
    /// An option of Verus is not supported.
    Unsupported(Box<Diagnostic>),
    /// The arguments are wrong. The text is that of the command line.
    Message(String),
}

impl Wanted {
    /// Whether the driver gets the same options for both.
    pub(super) fn is_same(&self, other: &Wanted) -> bool {
        self.arguments == other.arguments && self.root.is_same(&other.root)
    }

    /// The options of the driver. Paths in the arguments are relative to the directory of the crate.
    pub(super) fn options(&self) -> Result<Options, Refusal> {
        let mut words: Vec<OsString> = vec!["certus".into(), "verify".into(), (&self.root.file).into()];
        words.extend(self.root.arguments());
        words.extend(["--message-format=json", "--events"].map(OsString::from));
        words.extend(self.arguments.iter().map(OsString::from));
        let unsupported = |missing: Missing| Refusal::Unsupported(Box::new(missing.error()));
        match Cli::try_parse_from(words).map(|cli| cli.command) {
            Ok(Command::Verify(given)) => match given.missing() {
                Some(missing) => Err(unsupported(missing)),
                None => Ok(given.options().in_directory(&self.root.directory)),
            },
            Ok(_) => Err(Refusal::Message("these are arguments of another command".into())),
            Err(error) => Err(missing_option(&error)
                .map_or_else(|| Refusal::Message(error.to_string().trim().to_owned()), unsupported)),
        }
    }
}
