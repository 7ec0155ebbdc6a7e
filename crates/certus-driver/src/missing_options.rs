//! The options of Verus and of rustc that `certus verify` does not have, each with what to use instead.
//!
//! A script that uses one gets an error that says so, and not one about an unknown option. Options that Certus has, under the
//! same names, are those of the command.

use certus_diagnostics::{Diagnostic, Unsupported};

/// An option, and what the error says beside its name; empty if there is nothing to say.
type Refused = (&'static str, &'static str);

/// Options of Verus.
const VERUS: &[Refused] = &[
    ("--cvc5", ONE_SOLVER),
    ("--export", OTHER_CRATE),
    ("--import", OTHER_CRATE),
    ("--is-core", NO_CORE),
    ("--is-stdlib-outside-of-core", NO_CORE),
    ("--log-all", "use `--log DIR`"),
    ("--no-vstd", "a program that does not name the library is verified without it"),
    ("--profile", PROFILE),
    ("--profile-all", PROFILE),
    ("--record", "to report a program, send its files and the output; `--log DIR` writes the queries"),
    (
        "--smt-option",
        "verdicts belong to the options that Certus gives to the solver; `certus stability` varies its seeds",
    ),
    ("--time-expanded", "use `--time`, or `--output-json --time`, which has the time of each function"),
    ("--trace", "a terminal shows the progress, and `--message-format=json --events` prints it"),
    ("--triggers", TRIGGERS),
    ("--triggers-mode", TRIGGERS),
    ("--version", "use `certus --version`"),
];

/// Options of rustc, which Verus passes on.
const RUSTC: &[Refused] = &[
    ("--cap-lints", LINTS),
    ("--check-cfg", LINTS),
    ("--emit", CARGO),
    ("--error-format", "use `--message-format`"),
    ("--extern", OTHER_CRATE),
    ("--out-dir", "use `-o FILE`"),
    ("--sysroot", "Certus verifies against its own declarations of the standard library"),
    ("--test", "`cargo test` compiles and runs tests"),
    ("-A", LINTS),
    ("-D", LINTS),
    ("-F", LINTS),
    ("-L", OTHER_CRATE),
    ("-W", LINTS),
    ("-Z", "programs are checked with stable Rust"),
    ("-g", CARGO),
    ("-l", CARGO),
];

/// Extended options of Verus (`-V`).
const EXTENDED: &[Refused] = &[
    ("allow-inline-air", "text that goes to the solver as it is could state anything"),
    ("axiom-usage-info", "`certus trust --uses` lists the functions that use each axiom"),
    ("capture-profiles", PROFILE),
    ("cvc5", ONE_SOLVER),
    ("debug", "a failure says what is known without an option; `--log DIR` writes the queries"),
    ("ignore-unexpected-smt", "an answer that is not understood is never ignored"),
    ("no-solver-version-check", "verdicts are those of one version of the solver"),
];

/// The extended options that a run accepts. Each function has queries of its own, and paths begin with the name of the
/// crate, so that two of them change nothing.
const ACCEPTED: [&str; 4] = ["check-api-safety", "no-bv-simplify", "spinoff-all", "use-crate-name"];

/// What Verus writes with `--log`; ours takes a directory.
const LOGS: [&str; 14] = [
    "air",
    "air-final",
    "call-graph",
    "impl-names",
    "interpreter",
    "smt",
    "smt-transcript",
    "trait-conflits",
    "triggers",
    "vir",
    "vir-option",
    "vir-poly",
    "vir-simple",
    "vir-sst",
];

const CARGO: &str = "cargo compiles verified programs with any options of rustc";
const LINTS: &str = "write the lint into the program, as in `#![allow(dead_code)]`";
const NO_CORE: &str = "the standard library is not verified; `certus trust` lists what a program assumes of it";
const ONE_SOLVER: &str = "Z3 is the only solver";
const OTHER_CRATE: &str = "use `--dependency NAME=FILE`, or `cargo certus verify`";
const PROFILE: &str = "use `certus profile`";
const TRIGGERS: &str = "use `--message-format=json --events`, which prints the triggers";

/// An option that Certus does not have, as the user wrote it, and what to use instead.
#[derive(Debug, PartialEq, Eq)]
pub struct Missing {
    flag: String,
    instead: Option<&'static str>,
}

impl Missing {
    /// Whether Verus or rustc has the option.
    pub fn is_known(&self) -> bool {
        self.instead.is_some()
    }

    /// The error about it.
    pub fn error(&self) -> Diagnostic {
        let text = format!("the option `{}` is not supported", self.flag);
        let error = Diagnostic::error_without_span(Unsupported::Option, text);
        self.instead.iter().fold(error, |error, help| error.with_help(*help))
    }
}

/// The option of Verus or rustc that an argument is, if it is one.
pub fn of_argument(argument: &str) -> Option<Missing> {
    let name = argument.split('=').next().unwrap_or(argument);
    let known = VERUS.iter().chain(RUSTC).find(|(known, _)| *known == name);
    known.map(|(flag, instead)| Missing { flag: (*flag).to_string(), instead: Some(instead) })
}

/// The first of these extended options that Certus does not have.
pub fn of_extended(given: &[String]) -> Option<Missing> {
    let name = given.iter().find(|name| !ACCEPTED.contains(&name.as_str()))?;
    let known = EXTENDED.iter().find(|(known, _)| known == name);
    Some(Missing { flag: format!("-V {name}"), instead: known.map(|(_, instead)| *instead) })
}

/// The value of `--log` if it names what Verus writes, and no directory.
pub fn of_log(value: &std::path::Path) -> Option<Missing> {
    let text = value.to_str()?;
    let name = text.split('=').next().unwrap_or(text);
    let instead = "write `--log-dir ./DIR`: this option takes a directory, and writes VIR and the queries to it";
    LOGS.contains(&name).then(|| Missing { flag: format!("--log {text}"), instead: Some(instead) })
}
