//! Stock rustc checks the program too: types, trait rules, ownership.
//!
//! The front end hands out the program as one text of plain Rust in which ghost code cannot be reached
//! (`certus_frontend::Expanded`). rustc must accept that text; every error counts. What it says comes back with ranges of
//! the text, which the caller reads as places of the source. On demand it also prints what each function calls
//! ([`read_mir`]).
//!
//! [`Compiler::find`] finds a rustc, [`Store`] keeps the metadata of the libraries that programs name, and
//! [`check`] runs it; [`Waiting`] is one that is up before the text is known. This is the only crate that starts a compiler.

mod answer;
mod check;
mod compiler;
mod crates;
mod library;
mod mir;
mod names;
mod process;
mod store;
mod unused;

use std::io;
use std::path::PathBuf;

pub use answer::{Complaint, Label, NON_LOCAL};
pub use check::{Checked, Extern, Program, Waiting, check};
pub use compiler::Compiler;
pub use crates::{Declarations, Made, Repair};
pub use library::Library;
pub use mir::{
    MirBinding, MirBlock, MirBody, MirCall, MirConst, MirError, MirOperand, MirPart, MirPath, MirPlace, MirRvalue,
    MirSegment, MirSegmentKind, MirStep, MirType, read_mir,
};
pub use names::macro_names;
pub use process::Processes;
pub use store::Store;

/// The reason why rustc has no result. The program may be right or wrong.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// There is no rustc, or it does not run.
    #[error(
        "cannot run `{}`: {source}. Certus needs a stable rustc to check types and ownership; install Rust (rustup.rs), \
         or set RUSTC to the compiler to use",
        program.display()
    )]
    NoCompiler {
        /// The program that Certus tried to run.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The program is there, but it is no rustc that can be used.
    #[error("`{}` is not a rustc that can be used: {reason}", program.display())]
    BadCompiler {
        /// The program that Certus tried to run.
        program: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A target that the compiler cannot check programs for.
    #[error("rustc cannot check programs for `{target}`: {reason}")]
    Target {
        /// The triple of the target, for instance `x86_64-unknown-linux-gnu`.
        target: String,
        /// The reason, for instance that the standard library for it is not installed.
        reason: String,
    },
    /// The cache has no place.
    #[error("no cache directory: none of CERTUS_CACHE_DIR, XDG_CACHE_HOME and HOME is set")]
    NoCacheDirectory,
    /// A file could not be written or read.
    #[error("cannot write `{}`: {source}", path.display())]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Metadata that somebody else made is not there.
    #[error("cannot read the metadata `{}`: {source}", path.display())]
    Unreadable {
        /// The metadata file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A library of ours was refused: a fault of this program, or a rustc that it does not know yet.
    #[error("{version} refuses the library `{library}` of Certus: {message}")]
    Library {
        /// The name of the library of Certus that rustc refuses.
        library: String,
        /// The version of the compiler that refuses it.
        version: String,
        /// The first error that the compiler reports.
        message: String,
    },
    /// rustc could not do its work: the disk is full, for instance.
    #[error("rustc could not check the program: {0}")]
    System(String),
    /// Another thread ended the processes of the compiler ([`Processes::end`]).
    #[error("the check by rustc was cancelled")]
    Cancelled,
    /// rustc ended without success and without an error that could be read.
    #[error("rustc failed without a diagnostic ({status}): {detail}")]
    Failed {
        /// The exit status of rustc.
        status: String,
        /// The end of what it printed.
        detail: String,
    },
}
