//! Errors before a verifier runs.

use std::io;
use std::path::PathBuf;

use certus_codes::Unsupported;

/// The reason why there is no plan, or no new package. The command line or the set-up is wrong, not the program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program cannot be run.
    #[error("cannot run `{program}`: {source}")]
    NoProgram {
        /// The name of the program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Cargo reported an error.
    #[error("{output}")]
    Cargo {
        /// The message of cargo, which usually begins with `error:`.
        output: String,
    },
    /// rustc reported an error.
    #[error("{0}")]
    Rustc(String),
    /// The verifier does not know the layout of types on this target.
    #[error("programs for `{0}` cannot be verified yet: its pointers have neither 32 nor 64 bits")]
    Target(String),
    /// The output of cargo has an unknown form.
    #[error("cannot read the answer of `cargo {command}`: {reason}")]
    Answer {
        /// The subcommand of cargo, for instance `metadata`.
        command: &'static str,
        /// The part of the form that is unknown or wrong.
        reason: String,
    },
    /// A table in a manifest is wrong.
    #[error("{manifest}: {reason}")]
    Manifest {
        /// The path of the manifest.
        manifest: PathBuf,
        /// The error in the manifest.
        reason: String,
    },
    /// `--vstd=registry`, but no manifest names a `vstd`, or the manifests name different ones.
    #[error(
        "`--vstd=registry` needs one package `vstd` that the selected packages depend on; name another with --vstd=PATH"
    )]
    NoVstd,
    /// No selected package is to be verified. That differs from a successful verification.
    #[error(
        "no crate of {selected} is verified: add\n\n    [package.metadata.certus]\n    verify = true\n\nto the Cargo.toml \
         of a package to have it verified"
    )]
    NothingToVerify {
        /// The names of the selected packages.
        selected: String,
    },
    /// No selected package has this target.
    #[error("no {kind} target named `{name}` in the packages that are verified{known}")]
    UnknownTarget {
        /// The kind of target.
        kind: &'static str,
        /// The name of the target.
        name: String,
        /// The names of the existing targets, as the end of the sentence.
        known: String,
    },
    /// A selected target needs features that are off.
    #[error("target `{name}` requires the features {features}; consider --features")]
    MissingFeatures {
        /// The name of the target.
        name: String,
        /// The features that the target requires.
        features: String,
    },
    /// A dependency did not compile.
    #[error("cargo gave no metadata of `{package}`, which {needed_by} needs\n{output}")]
    NoArtifact {
        /// The name of the dependency.
        package: String,
        /// The package that uses it.
        needed_by: String,
        /// The errors of the compiler.
        output: String,
    },
    /// The output of a package's build script is unknown.
    #[error(
        "the output of the build script of `{package}` is not known: cargo did not run it, or could not compile the \
         package\n{output}"
    )]
    NoScript {
        /// The name of the package.
        package: String,
        /// The errors of cargo.
        output: String,
    },
    /// Cargo builds a package in two ways, mostly for the program and for build scripts and macros.
    #[error(
        "cargo builds `{package}` in more than one way, and Certus cannot tell {what} the program uses; the reason \
         may be build scripts or procedural macros that also need it: with --target TRIPLE, cargo builds these \
         separately"
    )]
    TwoBuilds {
        /// The name of the package.
        package: String,
        /// The property that differs.
        what: String,
    },
    /// Tests are compiled under another configuration than the other targets.
    #[error(
        "cargo compiles tests and benchmarks under {tests}, and the other targets under {others}: select the one or the \
         other, or change the profile"
    )]
    TwoConfigurations {
        /// The flags that only tests have.
        tests: String,
        /// The flags that only the other targets have.
        others: String,
    },
    /// The verifier's option cannot be used with packages.
    #[error("{0}")]
    Option(String),
    /// A file cannot be read or written.
    #[error("cannot use `{}`: {source}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The packages for verified programs cannot be written.
    #[error(transparent)]
    Vendor(#[from] certus_vendor::Error),
    /// Files cannot be watched.
    #[error(transparent)]
    Watch(#[from] certus_watch::Fault),
    /// A directory is no checkout of Certus.
    #[error(
        "the packages that a verified program is compiled with are not in `{}`: there is no `vstd/Cargo.toml`. Name a \
         checkout of Certus with --packages DIR, or leave the option out, and they are written into the package",
        directory.display()
    )]
    NoPackages {
        /// The directory where they should be.
        directory: PathBuf,
    },
}

impl Error {
    /// The code of an error that is a limitation of Certus, and not a mistake of the user.
    pub fn code(&self) -> Option<Unsupported> {
        match self {
            Error::Target(_) => Some(Unsupported::Target),
            Error::TwoBuilds { .. } | Error::TwoConfigurations { .. } => Some(Unsupported::TwoBuilds),
            _ => None,
        }
    }

    /// Makes an error about a file or directory.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |source| Error::File { path, source }
    }
}
