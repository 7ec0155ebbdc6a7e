//! The command line.

use std::path::PathBuf;

use certus_driver::contradictions::{Question, Questions};
use certus_driver::{self as driver, Options, ProgramOptions};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::output::{Color, MessageFormat};
use crate::report::ReportFormat;

/// Proves that Rust programs meet their specifications, for every input.
#[derive(Debug, Parser)]
#[command(name = "certus", version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Verify a crate given by its root file.
    Verify(Box<Verify>),
    /// Verify a crate, and again whenever one of its files is saved. Options are those of `verify`.
    Watch(Box<Verify>),
    /// Serve an editor: the language server, over standard input and output.
    Lsp {
        /// Accepted, since clients give it: there is no other way to talk to them.
        #[arg(long)]
        stdio: bool,
    },
    /// Print what each name of a crate stands for and where that is written, as one JSON object, for editors.
    Index(Box<Index>),
    /// Show what the proofs of a crate cost: the functions, and how often the solver uses which quantifier.
    Profile(Box<Profile>),
    /// Show whether the proofs of a crate hold when they are asked for in other words.
    Stability(Box<Stability>),
    /// Look for contradictions in what the solver is given when a crate is verified: for the authors of the library.
    #[command(hide = true)]
    Contradictions(Box<Contradictions>),
    /// List what a crate takes on trust, each with the reason that its author gives.
    Trust(Box<Trust>),
    /// Count the lines of a crate: what is trusted, what is proof, and what runs.
    Stats(Stats),
    /// Look at the verdicts kept between runs, or take them away.
    Cache {
        /// What to do.
        #[arg(value_enum)]
        action: CacheAction,
    },
    /// Print a script that completes the commands and options in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man {
        /// That of a command.
        command: Option<String>,
    },
    /// Say more about the code of a diagnostic, for instance `verify/precondition`.
    Explain {
        /// The code.
        code: String,
    },
}

/// What to do with the cache.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CacheAction {
    /// Say where it is and how much is in it.
    Stats,
    /// Empty it.
    Clear,
}

/// How the cache of verdicts is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheMode {
    /// Read and write.
    #[default]
    On,
    /// Neither.
    Off,
    /// Read; what is not there is asked of the solver and not kept.
    ReadOnly,
    /// Read; what is not there is an error, and no solver is asked.
    Enforce,
}

/// Which proofs that say nothing to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Vacuity {
    /// None.
    Off,
    /// Those of functions with preconditions that contradict each other.
    #[default]
    On,
    /// Also code that is never reached, and postconditions that hold of every result. It takes about as long as the proofs.
    Full,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// It is.
    #[default]
    On,
    /// It is not.
    Off,
}

/// Which crate it is about.
#[derive(Clone, Debug, Args)]
pub(crate) struct Program {
    /// The root file of the crate.
    pub(crate) file: PathBuf,
    /// Edition of the crate: 2018, 2021 or 2024.
    #[arg(long, default_value = "2021")]
    pub(crate) edition: String,
    /// Name of the crate (by default the file's).
    #[arg(long)]
    pub(crate) crate_name: Option<String>,
    /// Configuration, as for rustc.
    #[arg(long, value_name = "SPEC")]
    pub(crate) cfg: Vec<String>,
    /// The target triple. Its configuration holds, unless `--cfg` says for what the program is.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
    /// Another crate of the language that this one uses, by the name that it is used under and its root file. What it
    /// specifies is believed: verify it on its own. It may use those given before it.
    #[arg(long = "dependency", value_name = "NAME=FILE")]
    pub(crate) dependencies: Vec<String>,
    /// The crates that this one depends on, in the form that `cargo certus` writes.
    #[arg(long, value_name = "FILE", conflicts_with = "dependencies")]
    pub(crate) crates: Option<PathBuf>,
    /// Writes there which files the crate was read from.
    #[arg(long, value_name = "FILE")]
    pub(crate) depinfo: Option<PathBuf>,
    /// The crate is the library `vstd` itself: for its authors only. The crate takes the place of the library that
    /// Certus knows, whatever is in it, so the proof of any other crate with this option means nothing.
    #[arg(long, conflicts_with_all = ["crate_name", "dependencies", "crates"])]
    pub(crate) is_vstd: bool,
    /// The root file, or the package, of another library `vstd`. The crate is verified against what that one specifies, which
    /// is believed.
    #[arg(long, value_name = "PATH", conflicts_with = "is_vstd")]
    pub(crate) vstd: Option<PathBuf>,
    /// Configuration of that library, as for rustc. By default it has its default features.
    #[arg(long, value_name = "SPEC", requires = "vstd")]
    pub(crate) vstd_cfg: Vec<String>,
}

/// Options of `certus index`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Index {
    /// The crate.
    #[command(flatten)]
    pub(crate) program: Program,
    /// End when standard input is closed.
    #[arg(long, hide = true)]
    pub(crate) lifeline: bool,
}

/// Options of `certus profile`.
#[derive(Debug, Args)]
pub(crate) struct Profile {
    /// How many quantifiers of each function to show.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) top: usize,
    /// Those of `certus verify`.
    #[command(flatten)]
    pub(crate) verify: Verify,
}

/// Options of `certus stability`.
#[derive(Debug, Args)]
pub(crate) struct Stability {
    /// In how many variants to ask each function: a third of them in another order, a third with other names, and a third
    /// with other random seeds.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) variants: usize,
    /// Those of `certus verify`.
    #[command(flatten)]
    pub(crate) verify: Verify,
}

/// Options of `certus contradictions`.
#[derive(Debug, Args)]
pub(crate) struct Contradictions {
    /// Ask this only.
    #[arg(long, value_name = "QUESTION", value_parser = question())]
    pub(crate) only: Vec<Question>,
    /// Under how many seeds of the solver's random choices to ask.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) seeds: u32,
    /// Ask one question of so many.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) every: usize,
    /// How many times the budget of the proof each question has.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) times: u64,
    /// Those of `certus verify`.
    #[command(flatten)]
    pub(crate) verify: Verify,
}

/// Reads a question by its name.
fn question() -> impl TypedValueParser<Value = Question> {
    let named = |name: String| Question::ALL.into_iter().find(|question| question.name() == name);
    PossibleValuesParser::new(Question::ALL.map(Question::name)).try_map(move |name| named(name).ok_or("no question"))
}

impl Contradictions {
    /// What the driver is asked for.
    pub(crate) fn questions(&self) -> Questions {
        Questions { only: self.only.clone(), seeds: self.seeds, every: self.every, times: self.times }
    }
}

/// Options of `certus trust`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Trust {
    /// The crate.
    #[command(flatten)]
    pub(crate) program: Program,
    /// Also say which functions use each item.
    #[arg(long)]
    pub(crate) uses: bool,
    /// Also write the list, with the uses, as a page into this file.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) html: Option<PathBuf>,
    /// How to print the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) message_format: MessageFormat,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,
}

/// Options of `certus stats`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Stats {
    /// The root files of the crates.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How to print the numbers.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) message_format: MessageFormat,
}

/// Options of `certus verify`. Options of the existing tool are accepted under the same names.
/// An option that takes one value may be given again: the last one counts.
#[derive(Clone, Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Verify {
    /// The crate.
    #[command(flatten)]
    pub(crate) program: Program,
    /// Kind of crate (`lib` or `bin`); verification does not depend on it.
    #[arg(long)]
    pub(crate) crate_type: Option<String>,
    /// How to print diagnostics.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) message_format: ReportFormat,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,
    /// What to do with the verdicts of earlier runs.
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(crate) cache: CacheMode,
    /// Do not read or write cached verdicts: the same as `--cache=off`.
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Budget of a function in units of the `rlimit` attribute.
    #[arg(long, value_name = "N")]
    pub(crate) rlimit: Option<f64>,
    /// Further failures to look for in a function after the first.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) multiple_errors: usize,
    /// Whether to try what would help where something is not proved.
    #[arg(long, value_enum, value_name = "SWITCH", default_value_t)]
    pub(crate) hints: Switch,
    /// Solver processes to run at once (by default one a core).
    #[arg(long, value_name = "N", alias = "num-threads")]
    pub(crate) jobs: Option<usize>,
    /// Write VIR and queries into this directory.
    #[arg(long, value_name = "DIR", alias = "log-dir")]
    pub(crate) log: Option<PathBuf>,
    /// Verify only functions whose path ends with this.
    #[arg(long, value_name = "PATH", alias = "verify-function")]
    pub(crate) function: Vec<String>,
    /// Verify only functions of this module.
    #[arg(long, value_name = "PATH", alias = "verify-module", alias = "verify-only-module")]
    pub(crate) module: Vec<String>,
    /// Print how long each stage took.
    #[arg(long)]
    pub(crate) time: bool,
    /// Reject `assume`, `admit` and trusted bodies.
    #[arg(long)]
    pub(crate) no_cheating: bool,
    /// Show the failing conjunct (always on; accepted for scripts).
    #[arg(long)]
    pub(crate) expand_errors: bool,
    /// Compare the functions that are called, as the front end resolved them, with those that rustc calls.
    #[arg(long)]
    pub(crate) audit: bool,
    /// Which proofs that say nothing to warn of.
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(crate) vacuity: Vacuity,
    /// Check the program without proving anything.
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Also compile (not supported yet).
    #[arg(long)]
    pub(crate) compile: bool,
    /// Do not count rustc's errors about ownership: what is proved then holds only if there are none.
    #[arg(long)]
    pub(crate) no_lifetime: bool,
    /// Treat items outside of `verus!` as verified (not supported yet).
    #[arg(long)]
    pub(crate) no_external_by_default: bool,
    /// With `--message-format=json`: also print a record as soon as something is known of a function, and one for each
    /// quantifier with its triggers.
    #[arg(long)]
    pub(crate) events: bool,
    /// End when standard input is closed.
    #[arg(long, hide = true)]
    pub(crate) lifeline: bool,
    /// Read the program and wait for a line on standard input before its files are read again and verified; end when
    /// standard input is closed. The functions of this file are likely to change.
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) wait: Option<PathBuf>,
    /// Accepted for scripts.
    #[arg(long)]
    pub(crate) no_erasure_check: bool,
    /// Accepted for scripts.
    #[arg(long)]
    pub(crate) no_report_long_running: bool,
    /// Print a report in the existing tool's JSON form (not supported yet).
    #[arg(long)]
    pub(crate) output_json: bool,
    /// Verify the core library itself (not supported yet).
    #[arg(long)]
    pub(crate) is_core: bool,
    /// Extended options of the existing tool, by name.
    #[arg(short = 'V', value_name = "NAME")]
    pub(crate) extended: Vec<String>,
}

/// Options of the existing tool that are not known here, so that a script that uses one is told so and not that it
/// mistyped something.
const ELSEWHERE: [&str; 14] = [
    "--extern",
    "--log-all",
    "--no-vstd",
    "--profile",
    "--profile-all",
    "--record",
    "--time-expanded",
    "--trace",
    "--triggers",
    "--triggers-mode",
    "--verify-root",
    "--cvc5",
    "--export",
    "--import",
];

/// The option of the existing tool that the parser did not know, if that is what it complains about.
pub(crate) fn known_elsewhere(error: &clap::Error) -> Option<&'static str> {
    let argument = match error.get(clap::error::ContextKind::InvalidArg) {
        Some(clap::error::ContextValue::String(argument)) => argument,
        _ => return None,
    };
    let name = argument.split('=').next().unwrap_or(argument);
    ELSEWHERE.into_iter().find(|known| *known == name)
}

impl Program {
    /// What they ask of the driver.
    pub(crate) fn options(&self) -> ProgramOptions {
        ProgramOptions {
            file: self.file.clone(),
            edition: self.edition.clone(),
            crate_name: self.crate_name.clone(),
            cfg: self.cfg.clone(),
            target: self.target.clone(),
            dependencies: self.dependencies.clone(),
            crates: self.crates.clone(),
            depinfo: self.depinfo.clone(),
            is_vstd: self.is_vstd,
            vstd: self.vstd.clone(),
            vstd_cfg: self.vstd_cfg.clone(),
        }
    }
}

impl Verify {
    /// What they ask of the driver.
    pub(crate) fn options(&self) -> Options {
        Options {
            program: self.program.options(),
            cache: match self.cache {
                _ if self.no_cache => driver::CacheMode::Off,
                CacheMode::On => driver::CacheMode::On,
                CacheMode::Off => driver::CacheMode::Off,
                CacheMode::ReadOnly => driver::CacheMode::ReadOnly,
                CacheMode::Enforce => driver::CacheMode::Enforce,
            },
            rlimit: self.rlimit,
            multiple_errors: self.multiple_errors,
            hints: self.hints == Switch::On,
            jobs: self.jobs,
            log: self.log.clone(),
            function: self.function.clone(),
            module: self.module.clone(),
            audit: self.audit,
            vacuity: match self.vacuity {
                Vacuity::Off => driver::Vacuity::Off,
                Vacuity::On => driver::Vacuity::On,
                Vacuity::Full => driver::Vacuity::Full,
            },
            no_verify: self.no_verify,
            no_lifetime: self.no_lifetime,
            events: self.events && self.message_format == ReportFormat::Json,
            strict_division: self.extended.iter().any(|name| name == "no-bv-simplify"),
        }
    }

    /// The options that are accepted but cannot be honoured, as they are written.
    pub(crate) fn unsupported(&self) -> Option<&'static str> {
        let flags = [
            (self.compile, "--compile"),
            (self.output_json, "--output-json"),
            (self.is_core, "--is-core"),
            (self.no_external_by_default, "--no-external-by-default"),
            (self.no_cheating, "--no-cheating"),
        ];
        flags.into_iter().find(|(set, _)| *set).map(|(_, name)| name).or_else(|| {
            let known = ["spinoff-all", "no-bv-simplify"];
            (self.extended.iter().any(|v| !known.contains(&v.as_str()))).then_some("-V")
        })
    }
}
