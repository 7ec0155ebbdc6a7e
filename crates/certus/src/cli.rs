//! The command line of `certus`.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Duration;

use certus_driver::contradictions::{Question, Questions};
use certus_driver::{self as driver, Options, ProgramOptions};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::output::{Color, MessageFormat};
use crate::report::ReportFormat;
use certus_driver::missing_options::{self, Missing};
use clap::error::{ContextKind, ContextValue};

/// Proves that Rust programs meet their specifications, for every input.
#[derive(Debug, Parser)]
#[command(name = "certus", version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Verify a crate given by its root file.
    Verify(Box<Verify>),
    /// Verify a crate, and verify it again whenever you save one of its files. Options are those of `verify`.
    Watch(Box<Verify>),
    /// Run the language server for an editor, over standard input and output.
    Lsp {
        /// Accepted because clients pass it; there is no other transport.
        #[arg(long)]
        stdio: bool,
        /// End the processes of the server with this process id when standard input closes.
        #[arg(long, hide = true, value_name = "ID")]
        guard: Option<u32>,
    },
    /// Print the definition of each name of a crate and its place, as one JSON object, for editors.
    Index(Box<Index>),
    /// Show the cost of a crate's proofs: the functions, and how often the solver uses each quantifier.
    Profile(Box<Profile>),
    /// Show whether the proofs of a crate are stable: whether they succeed in variants of their queries.
    Stability(Box<Stability>),
    /// Look for contradictions in the facts that the solver gets for a crate: for the authors of the library.
    #[command(hide = true)]
    Contradictions(Box<Contradictions>),
    /// List the assumptions of a crate, each with the author's reason.
    Trust(Box<Trust>),
    /// Count the lines of a crate: trusted code, proofs, and code that runs.
    Stats(Stats),
    /// Show what a state machine consists of: its fields, its operations, and what each does with which field.
    Machine(Machine),
    /// Show or clear the cache of verdicts.
    Cache {
        /// The action.
        #[arg(value_enum)]
        action: CacheAction,
    },
    /// Print a script that completes the commands and options in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print a manual page.
    Man {
        /// The page of this command.
        command: Option<String>,
    },
    /// Learn by ten exercises: writes them to a directory, and verifies them up to the first one to solve.
    Tour(Tour),
    /// Explain the code of a diagnostic, for instance `verify/precondition`.
    Explain {
        /// The code.
        code: String,
    },
}

/// An action on the cache.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CacheAction {
    /// Print where the cache is and how much it contains.
    Stats,
    /// Empty it.
    Clear,
}

/// How to use the cache of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheMode {
    /// Read and write.
    #[default]
    On,
    /// Neither.
    Off,
    /// Read; the solver solves the other queries, and their verdicts are not stored.
    ReadOnly,
    /// Read; a missing verdict is an error, and no solver runs.
    Enforce,
}

/// Which vacuous proofs to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Vacuity {
    /// None.
    Off,
    /// Functions with preconditions that contradict each other.
    #[default]
    On,
    /// Also unreachable code, and postconditions that every result satisfies. It takes about as long as the proofs.
    Full,
}

/// Whether a feature is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// On.
    #[default]
    On,
    /// Off.
    Off,
}

/// The crate of a command.
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
    /// The target triple. Its configuration applies, unless `--cfg` names another target.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
    /// Another verified crate that this one uses, as its name and its root file. Certus trusts its specifications:
    /// verify it in a run of its own. It may use those given before it.
    #[arg(long = "dependency", value_name = "NAME=FILE")]
    pub(crate) dependencies: Vec<String>,
    /// The crates that this one depends on, in the format that `cargo certus` writes.
    #[arg(long, value_name = "FILE", conflicts_with = "dependencies")]
    pub(crate) crates: Option<PathBuf>,
    /// Write the list of the crate's source files to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) depinfo: Option<PathBuf>,
    /// Also verify the items outside of `verus!` that nobody marked, except for external ones.
    #[arg(long)]
    pub(crate) no_external_by_default: bool,
    /// The crate is a library `vstd` itself, that of Certus or another one: for its authors only. The crate replaces the
    /// library of Certus, so a proof of any other crate with this option means nothing.
    #[arg(long, conflicts_with_all = ["crate_name", "dependencies", "crates"])]
    pub(crate) is_vstd: bool,
    /// The root file, or the package, of another library `vstd`. Certus verifies the crate against the specifications
    /// of that library, and trusts them.
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
}

/// Options of `certus profile`.
#[derive(Debug, Args)]
pub(crate) struct Profile {
    /// How many quantifiers of each function to show.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) top: usize,
    /// The options of `certus verify`.
    #[command(flatten)]
    pub(crate) verify: Verify,
}

/// Options of `certus stability`.
#[derive(Debug, Args)]
pub(crate) struct Stability {
    /// The number of variants of each query: one third has another order, one third has other names, and one third has
    /// other random seeds.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) variants: usize,
    /// The options of `certus verify`.
    #[command(flatten)]
    pub(crate) verify: Verify,
}

/// Options of `certus contradictions`.
#[derive(Debug, Args)]
pub(crate) struct Contradictions {
    /// Only this kind of query.
    #[arg(long, value_name = "QUESTION", value_parser = question())]
    pub(crate) only: Vec<Question>,
    /// The number of seeds for the solver's random choices.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) seeds: u32,
    /// Run only every n-th query.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) every: usize,
    /// The budget of a query, as a multiple of the budget of a proof.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) times: u64,
    /// The options of `certus verify`.
    #[command(flatten)]
    pub(crate) verify: Verify,
}

/// Parses the name of a kind of query.
fn question() -> impl TypedValueParser<Value = Question> {
    let named = |name: String| Question::ALL.into_iter().find(|question| question.name() == name);
    PossibleValuesParser::new(Question::ALL.map(Question::name)).try_map(move |name| named(name).ok_or("no question"))
}

impl Contradictions {
    /// The queries for the driver.
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
    /// Also list the functions that use each item.
    #[arg(long)]
    pub(crate) uses: bool,
    /// Fail if the crate assumes anything: with exit status 1.
    #[arg(long)]
    pub(crate) deny: bool,
    /// With `--deny`: a file with the assumptions that are allowed, a line each, as this command begins its lines.
    #[arg(long, value_name = "FILE", requires = "deny")]
    pub(crate) allow_list: Option<PathBuf>,
    /// Also write the list, with the uses, as an HTML page to this file.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) html: Option<PathBuf>,
    /// How to print the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) message_format: MessageFormat,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,
}

/// The directory of `certus tour`, if none is given.
pub(crate) const TOUR: &str = "certus-tour";

/// Options of `certus tour`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Tour {
    /// The directory of the exercises.
    #[arg(default_value = TOUR)]
    pub(crate) directory: PathBuf,
    /// Write this exercise afresh.
    #[arg(long, value_name = "NAME")]
    pub(crate) reset: Option<String>,
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

/// Options of `certus machine`.
#[derive(Debug, Args)]
pub(crate) struct Machine {
    /// The root file of the crate, or the file of the machine.
    pub(crate) file: PathBuf,
    /// The name of the machine. It may be missing if there is only one.
    pub(crate) name: Option<String>,
    /// Print a picture, as SVG.
    #[arg(long)]
    pub(crate) svg: bool,
    /// Also print how long the expansion of the machine takes.
    #[arg(long)]
    pub(crate) time: bool,
}

/// Options of `certus verify`. It accepts options of Verus under the same names. If an option with one value is
/// repeated, the last value counts.
#[derive(Clone, Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Verify {
    /// The crate.
    #[command(flatten)]
    pub(crate) program: Program,
    /// The type of the crate (`lib` or `bin`), for `--compile`. By default, a crate with a function `main` is a program.
    #[arg(long, value_parser = ["bin", "lib", "rlib", "dylib", "cdylib", "staticlib"])]
    pub(crate) crate_type: Option<String>,
    /// How to print diagnostics.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) message_format: ReportFormat,
    /// When to use colour.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,
    /// How to use the verdicts of earlier runs.
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(crate) cache: CacheMode,
    /// Do not read or write cached verdicts: the same as `--cache=off`.
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// The budget of a function, in units of the `rlimit` attribute, or `infinity`.
    #[arg(long, value_name = "N", value_parser = driver::budget)]
    pub(crate) rlimit: Option<f64>,
    /// The wall-clock limit for a query, in seconds; 0 for none (by default 60 on a terminal, and none elsewhere).
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_limit: Option<u32>,
    /// The number of further failures to look for in a function after the first.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) multiple_errors: usize,
    /// Whether to try repairs for proofs that fail.
    #[arg(long, value_enum, value_name = "SWITCH", default_value_t)]
    pub(crate) hints: Switch,
    /// The number of solver processes (by default one for each core).
    #[arg(long, value_name = "N", alias = "num-threads")]
    pub(crate) jobs: Option<usize>,
    /// Write VIR and queries to this directory.
    #[arg(long, value_name = "DIR", alias = "log-dir")]
    pub(crate) log: Option<PathBuf>,
    /// Verify only functions whose path ends with this path. A `*` at an end stands for any text.
    #[arg(long, value_name = "PATH", alias = "verify-function")]
    pub(crate) function: Vec<String>,
    /// Verify only functions of this module.
    #[arg(long, value_name = "PATH", alias = "verify-only-module")]
    pub(crate) module: Vec<String>,
    /// Verify only functions of this module, by its path in the crate, and of the modules in it.
    #[arg(long, value_name = "PATH")]
    pub(crate) verify_module: Vec<String>,
    /// Verify only functions of the module at the root of the crate.
    #[arg(long)]
    pub(crate) verify_root: bool,
    /// Print how long each stage took.
    #[arg(long)]
    pub(crate) time: bool,
    /// Reject what the crate assumes without a proof: `assume`, `admit`, axioms, trusted bodies and specifications.
    #[arg(long)]
    pub(crate) no_cheating: bool,
    /// With `--no-cheating`: a file with the assumptions that are allowed, a line each, as `certus trust` begins its lines.
    #[arg(long, value_name = "FILE", requires = "no_cheating")]
    pub(crate) allow_list: Option<PathBuf>,
    /// Show the failing conjunct (always on; accepted for scripts).
    #[arg(long)]
    pub(crate) expand_errors: bool,
    /// Compare the calls and computations of the program with those that rustc compiles.
    #[arg(long)]
    pub(crate) audit: bool,
    /// Which vacuous proofs to warn about.
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(crate) vacuity: Vacuity,
    /// Check the program without proving anything.
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Compile the program if everything is proved.
    #[arg(long, conflicts_with_all = ["dependencies", "crates", "vstd", "is_vstd", "no_erasure_check", "target"])]
    pub(crate) compile: bool,
    /// With `--compile`: the file to write, by default in the current directory, with the name of the crate.
    #[arg(short = 'o', value_name = "FILE", requires = "compile")]
    pub(crate) output: Option<PathBuf>,
    /// With `--compile`: optimize.
    #[arg(short = 'O', requires = "compile")]
    pub(crate) optimize: bool,
    /// With `--compile`: an option of rustc for the generated code.
    #[arg(short = 'C', value_name = "OPTION", requires = "compile")]
    pub(crate) codegen: Vec<String>,
    /// Ignore rustc's errors about ownership: the proofs then hold only if there are none.
    #[arg(long)]
    pub(crate) no_lifetime: bool,
    /// With `--message-format=json`: also print a record whenever the status of a function changes, and one for each
    /// quantifier with its triggers.
    #[arg(long)]
    pub(crate) events: bool,
    /// Load the program, wait for a line on standard input, read the files again, and verify. The functions of this file
    /// are likely to change. For tests: the language server waits in the same way.
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) wait: Option<PathBuf>,
    /// Accepted for scripts.
    #[arg(long)]
    pub(crate) no_erasure_check: bool,
    /// Accepted for scripts.
    #[arg(long)]
    pub(crate) no_report_long_running: bool,
    /// Print one document in the JSON format of Verus; with `--time`, it has the times.
    #[arg(long)]
    pub(crate) output_json: bool,
    /// Do not check the recommendations of functions that failed.
    #[arg(long)]
    pub(crate) no_auto_recommends_check: bool,
    /// Extended options of Verus, by name.
    #[arg(short = 'V', value_name = "NAME")]
    pub(crate) extended: Vec<String>,
}

/// The limit that an option of this value means.
pub(crate) fn time_limit(seconds: Option<u32>) -> Option<Duration> {
    let seconds = seconds.unwrap_or(if std::io::stderr().is_terminal() { 60 } else { 0 });
    (seconds > 0).then(|| Duration::from_secs(seconds.into()))
}

/// The option of Verus or rustc that the parser's error is about, if it is about one.
pub(crate) fn missing_option(error: &clap::Error) -> Option<Missing> {
    error.get(ContextKind::InvalidArg).and_then(|argument| missing_options::of_argument(&argument.to_string()))
}

/// The error, with what to write where a file stands in the place of a command.
pub(crate) fn with_command(mut error: clap::Error) -> clap::Error {
    let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
    let tip = ContextValue::StyledStrs(vec![format!("to verify a file, write `certus verify {word}`").into()]);
    let _ = word.ends_with(".rs").then(|| error.insert(ContextKind::Suggested, tip));
    error
}

impl Program {
    /// The options of the driver.
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
            no_external_by_default: self.no_external_by_default,
            is_vstd: self.is_vstd,
            vstd: self.vstd.clone(),
            vstd_cfg: self.vstd_cfg.clone(),
        }
    }
}

impl Verify {
    /// The options of the driver.
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
            time_limit: time_limit(self.time_limit),
            multiple_errors: self.multiple_errors,
            hints: self.hints == Switch::On,
            jobs: self.jobs,
            log: self.log.clone(),
            function: self.function.clone(),
            module: self.module.clone(),
            module_tree: self.verify_module.clone(),
            root_module: self.verify_root,
            recommends: !self.no_auto_recommends_check,
            audit: self.audit,
            vacuity: match self.vacuity {
                Vacuity::Off => driver::Vacuity::Off,
                Vacuity::On => driver::Vacuity::On,
                Vacuity::Full => driver::Vacuity::Full,
            },
            no_verify: self.no_verify,
            no_lifetime: self.no_lifetime,
            no_cheating: self.no_cheating,
            allow_list: self.allow_list.clone(),
            events: self.events && self.format() == ReportFormat::Json,
            check_api_safety: self.has_extended("check-api-safety"),
            strict_division: self.has_extended("no-bv-simplify"),
        }
    }

    fn has_extended(&self, wanted: &str) -> bool {
        self.extended.iter().any(|name| name == wanted)
    }

    /// The format of the output.
    pub(crate) fn format(&self) -> ReportFormat {
        let json = self.message_format == ReportFormat::Json;
        if self.output_json { ReportFormat::Verus { json } } else { self.message_format }
    }

    /// The first option that is accepted but not supported.
    pub(crate) fn missing(&self) -> Option<Missing> {
        let log = self.log.as_deref().and_then(missing_options::of_log);
        log.or_else(|| missing_options::of_extended(&self.extended))
    }
}
