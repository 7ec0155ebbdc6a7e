//! The command line of `cargo certus`. The options that select packages and targets have cargo's names and meanings.

use std::path::PathBuf;

use certus_cargo::{Features, Purpose, Selected, Selection, Targets, Vstd};
use clap::{Args, Parser, Subcommand};

use crate::output::{Color, MessageFormat};

/// Verifies the crates of a cargo workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo certus", bin_name = "cargo certus", version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a package with a small verified program.
    New(New),
    /// Write the crates that verified programs are compiled with into a package or workspace, in this version of Certus.
    Vendor {
        /// The path of the manifest.
        #[arg(long, value_name = "PATH")]
        manifest_path: Option<PathBuf>,
    },
    /// Verify crates, and the verified crates that they use.
    Verify(Box<Verify>),
    /// Verify crates, and verify them again whenever you save a file of them. Options are those of `verify`.
    Watch(Box<Verify>),
    /// Verify, then run `cargo build` with these arguments.
    #[command(disable_help_flag = true)]
    Build {
        /// The arguments of cargo.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Verify, then run `cargo check` with these arguments.
    #[command(disable_help_flag = true)]
    Check {
        /// The arguments of cargo.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Verify, then run `cargo run` with these arguments.
    #[command(disable_help_flag = true)]
    Run {
        /// The arguments of cargo.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Verify, then run `cargo test` with these arguments.
    #[command(disable_help_flag = true)]
    Test {
        /// The arguments of cargo.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Verify, then run `cargo doc` with these arguments: the documentation of a function shows its contract.
    #[command(disable_help_flag = true)]
    Doc {
        /// The arguments of cargo.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Print a script that completes the commands and options of `cargo-certus` in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print a manual page.
    Man {
        /// The page of this command.
        command: Option<String>,
    },
}

/// Options of `cargo certus new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The directory of the package; its last part is the name.
    pub(crate) path: PathBuf,
    /// Create a library.
    #[arg(long, conflicts_with = "bin")]
    pub(crate) lib: bool,
    /// Create a program, which is the default.
    #[arg(long)]
    pub(crate) bin: bool,
    /// The name, if it is not that of the directory.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The version control, as for `cargo new`.
    #[arg(long)]
    pub(crate) vcs: Option<String>,
    /// The edition, as for `cargo new`.
    #[arg(long)]
    pub(crate) edition: Option<String>,
    /// Write the crates that the program is compiled with into the package, or into its workspace. This is the default.
    #[arg(long, conflicts_with = "packages")]
    pub(crate) vendor: bool,
    /// Compile with the crates of this checkout of Certus instead. The manifest then has its absolute path.
    #[arg(long, value_name = "DIR")]
    pub(crate) packages: Option<PathBuf>,
}

/// Options of `cargo certus verify`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Verify {
    /// What to verify.
    #[command(flatten)]
    pub(crate) select: Select,
    /// How to print diagnostics.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) message_format: MessageFormat,
    /// Options of `certus verify`, for each crate.
    #[arg(last = true, value_name = "OPTIONS OF certus verify")]
    pub(crate) options: Vec<String>,
}

/// The selection of packages and targets, with cargo's options.
#[derive(Clone, Debug, Args)]
pub(crate) struct Select {
    /// Only this package, and the verified crates that it uses; you may repeat it.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Vec<String>,
    /// All packages of the workspace.
    #[arg(long, alias = "all")]
    pub(crate) workspace: bool,
    /// All packages but this one.
    #[arg(long, value_name = "NAME", requires = "workspace")]
    pub(crate) exclude: Vec<String>,
    /// Only the library.
    #[arg(long)]
    pub(crate) lib: bool,
    /// All binaries.
    #[arg(long)]
    pub(crate) bins: bool,
    /// This binary.
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Vec<String>,
    /// All examples.
    #[arg(long)]
    pub(crate) examples: bool,
    /// This example.
    #[arg(long, value_name = "NAME")]
    pub(crate) example: Vec<String>,
    /// All integration tests.
    #[arg(long)]
    pub(crate) tests: bool,
    /// This integration test.
    #[arg(long, value_name = "NAME")]
    pub(crate) test: Vec<String>,
    /// All benchmarks.
    #[arg(long)]
    pub(crate) benches: bool,
    /// This benchmark.
    #[arg(long, value_name = "NAME")]
    pub(crate) bench: Vec<String>,
    /// All targets.
    #[arg(long)]
    pub(crate) all_targets: bool,
    /// Features to turn on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub(crate) features: Vec<String>,
    /// Turn on all features.
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Leave out the default features.
    #[arg(long)]
    pub(crate) no_default_features: bool,
    /// As for a release build: without `debug_assertions`.
    #[arg(short, long)]
    pub(crate) release: bool,
    /// The profile, as for `cargo build`.
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Configuration, as for every cargo command.
    #[arg(long, value_name = "KEY=VALUE|PATH")]
    pub(crate) config: Vec<String>,
    /// The target triple.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
    /// The directory in which cargo builds, and in which Certus stores the stamps of proved crates.
    #[arg(long, value_name = "DIR")]
    pub(crate) target_dir: Option<PathBuf>,
    /// The path of the manifest.
    #[arg(long, value_name = "PATH")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// Do not use the network.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Do not change Cargo.lock.
    #[arg(long)]
    pub(crate) locked: bool,
    /// The same as `--offline --locked`.
    #[arg(long)]
    pub(crate) frozen: bool,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,
    /// The library to verify against, instead of that of Certus: `registry` for the `vstd` that the manifests name, or
    /// the directory of another version.
    #[arg(long, value_name = "SOURCE", value_parser = vstd)]
    pub(crate) vstd: Option<Vstd>,
}

fn vstd(text: &str) -> Result<Vstd, std::convert::Infallible> {
    Ok(if text == "registry" { Vstd::Registry } else { Vstd::Path(text.into()) })
}

impl Select {
    /// The selection for a subcommand, as the library crate represents it. With the profile `test`, `cargo check`
    /// checks what `cargo test` builds, and `cargo certus verify` verifies that.
    pub(crate) fn selection(&self, subcommand: &str) -> Selection {
        let is_test = subcommand == "test"
            || (["check", "verify"].contains(&subcommand) && self.profile.as_deref() == Some("test"));
        let restrictions = [(self.offline, "--offline"), (self.locked, "--locked"), (self.frozen, "--frozen")];
        Selection {
            packages: Selected {
                named: self.package.clone(),
                workspace: self.workspace,
                excluded: self.exclude.clone(),
            },
            targets: Targets {
                lib: self.lib,
                bins: self.bins,
                examples: self.examples,
                tests: self.tests,
                benches: self.benches,
                all: self.all_targets,
                bin: self.bin.clone(),
                example: self.example.clone(),
                test: self.test.clone(),
                bench: self.bench.clone(),
            },
            features: Features {
                named: self.features.clone(),
                all: self.all_features,
                no_default: self.no_default_features,
            },
            manifest_path: self.manifest_path.clone(),
            target_dir: self.target_dir.clone(),
            target: self.target.clone(),
            release: self.release,
            profile: self.profile.clone(),
            config: self.config.clone(),
            restrictions: restrictions.iter().filter(|(set, _)| *set).map(|(_, name)| name.to_string()).collect(),
            vstd: self.vstd.clone(),
            purpose: if is_test { Purpose::Test } else { Purpose::Build },
        }
    }
}
