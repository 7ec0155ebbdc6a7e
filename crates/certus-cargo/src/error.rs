//! What can be wrong before a verifier runs.

use std::io;
use std::path::PathBuf;

use certus_codes::Unsupported;

/// Why there is no plan, or no package. The call or the set-up is wrong, not the program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program does not run.
    #[error("cannot run `{program}`: {source}")]
    NoProgram {
        /// What was tried.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// Cargo ran and refused.
    #[error("{said}")]
    Cargo {
        /// What it said, which begins with `error:` mostly.
        said: String,
    },
    /// So did rustc.
    #[error("{0}")]
    Rustc(String),
    /// A target whose numbers the verifier does not know.
    #[error("programs for `{0}` cannot be verified yet: its pointers have neither 32 nor 64 bits")]
    Target(String),
    /// Cargo said something that is not understood.
    #[error("cannot read the answer of `cargo {command}`: {reason}")]
    Answer {
        /// The subcommand.
        command: &'static str,
        /// Why not.
        reason: String,
    },
    /// A table in a manifest.
    #[error("{manifest}: {reason}")]
    Manifest {
        /// The manifest.
        manifest: PathBuf,
        /// What is wrong in it.
        reason: String,
    },
    /// `--vstd=registry` where no manifest names a `vstd`, or different ones.
    #[error(
        "`--vstd=registry` needs one package `vstd` that the selected packages depend on; name another with --vstd=PATH"
    )]
    NoVstd,
    /// Nothing of what was selected is to be verified, which is not the same as that everything is proved.
    #[error(
        "no crate of {selected} is verified: add\n\n    [package.metadata.certus]\n    verify = true\n\nto the Cargo.toml \
         of a package to have it verified"
    )]
    NothingToVerify {
        /// The packages that were looked at.
        selected: String,
    },
    /// A target that the selected packages do not have.
    #[error("no {kind} target named `{name}` in the packages that are verified{known}")]
    UnknownTarget {
        /// The kind of target.
        kind: &'static str,
        /// The name that was asked for.
        name: String,
        /// The names that there are, as the end of the sentence.
        known: String,
    },
    /// A target that was asked for needs features that are off.
    #[error("target `{name}` requires the features {features}; consider --features")]
    MissingFeatures {
        /// The target.
        name: String,
        /// Its features.
        features: String,
    },
    /// A dependency that did not compile.
    #[error("cargo gave no metadata of `{package}`, which {needed_by} needs\n{said}")]
    NoArtifact {
        /// The dependency.
        package: String,
        /// Whoever uses it.
        needed_by: String,
        /// What the compiler said.
        said: String,
    },
    /// A package of which it is not known what its build script says.
    #[error(
        "it is not known what the build script of `{package}` says: cargo did not run it, or could not compile the \
         package\n{said}"
    )]
    NoScript {
        /// The package.
        package: String,
        /// What cargo said.
        said: String,
    },
    /// A package that cargo builds in two ways, for the program and for build scripts and macros mostly.
    #[error(
        "cargo builds `{package}` in more than one way, and it cannot be told {what} the program has it; build scripts and \
         crates of macros that need it too may be the reason: with --target TRIPLE cargo keeps apart what is built for them"
    )]
    TwoBuilds {
        /// The package.
        package: String,
        /// What cannot be told.
        what: String,
    },
    /// Tests that are compiled under another configuration than the rest.
    #[error(
        "cargo compiles tests and benchmarks under {tests}, and the other targets under {others}: select the one or the \
         other, or change the profile"
    )]
    TwoConfigurations {
        /// The flags that only tests have.
        tests: String,
        /// Those that only the others have.
        others: String,
    },
    /// An option of the verifier that does not go with packages.
    #[error("{0}")]
    Option(String),
    /// A file.
    #[error("cannot use `{}`: {source}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The packages that a new package depends on are not where they were when this program was built.
    #[error(
        "the packages that a verified program is compiled with are not in `{}`, where they were when this program was \
         built: there is no `vstd/Cargo.toml`. Name a checkout of Certus with --packages DIR",
        directory.display()
    )]
    NoPackages {
        /// Where they were looked for.
        directory: PathBuf,
    },
}

impl Error {
    /// The code of an error that is a limit of Certus, and not a mistake of the user.
    pub fn code(&self) -> Option<Unsupported> {
        match self {
            Error::Target(_) => Some(Unsupported::Target),
            Error::TwoBuilds { .. } | Error::TwoConfigurations { .. } => Some(Unsupported::TwoBuilds),
            _ => None,
        }
    }

    /// An error about a file or directory.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |source| Error::File { path, source }
    }
}
