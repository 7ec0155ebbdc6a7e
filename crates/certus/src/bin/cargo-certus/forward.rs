//! `cargo certus build`, `check`, `run`, `test` and `doc`: the arguments of cargo that select what to verify.
//!
//! This module parses each option as cargo does, so that Certus verifies what cargo builds. It rejects an unknown
//! option, because that may select another program.

use certus_cargo::Options;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Args as _, Command, FromArgMatches as _};

use crate::cli::Select;
use crate::output::MessageFormat;

/// Options of cargo that do not change what is built: letter, name, action, and what the help says.
const OTHERS: &[(Option<char>, &str, ArgAction, &str)] = &[
    (Some('q'), "quiet", ArgAction::SetTrue, "Do not print the messages of cargo"),
    (Some('v'), "verbose", ArgAction::Count, "Print more messages of cargo"),
    (Some('j'), "jobs", ArgAction::Set, "The number of jobs of cargo"),
    (
        None,
        "message-format",
        ArgAction::Append,
        "The format of messages, as for cargo; with a format that begins with `json`, Certus prints records too",
    ),
    (None, "keep-going", ArgAction::SetTrue, "Build as much as possible after an error of rustc"),
    (None, "ignore-rust-version", ArgAction::SetTrue, "Ignore `rust-version` of packages"),
    (None, "future-incompat-report", ArgAction::SetTrue, "Print cargo's report about future incompatibility"),
    (None, "no-run", ArgAction::SetTrue, "Build the tests without running them (`test` only)"),
    (None, "no-fail-fast", ArgAction::SetTrue, "Run all tests, also after a failure (`test` only)"),
    (None, "no-deps", ArgAction::SetTrue, "Do not document dependencies (`doc` only)"),
    (None, "open", ArgAction::SetTrue, "Open the documentation in a browser (`doc` only)"),
    (None, "document-private-items", ArgAction::SetTrue, "Document private items too (`doc` only)"),
    (None, "doc", ArgAction::SetTrue, "Test the documentation only (`test` only)"),
];

/// An option with an optional value after `=`.
const TIMINGS: &str = "timings";

/// A call of cargo.
pub(crate) enum Call {
    /// A call for help, and the help.
    Help(String),
    /// A build of the selected packages, with these arguments for cargo.
    Run(Box<Select>, Vec<String>),
}

/// The options of a verification without further options.
pub(crate) fn no_options() -> Options {
    Options { is_complete: true, ..Options::default() }
}

/// Parses the arguments of a call of cargo: the selection, and the arguments to pass on to cargo, without the options
/// of Certus.
///
/// For example, `build -p demo --vstd=registry --verbose` selects the package `demo` and the library of the registry;
/// cargo gets `-p demo --verbose`.
pub(crate) fn split(subcommand: &str, args: &[String]) -> Result<Call, clap::Error> {
    let mut command = command();
    let ours: Vec<Arg> = command.get_arguments().cloned().collect();
    let (mut known, mut rest) = (Vec::new(), Vec::new());
    let mut left = args.iter();
    while let Some(arg) = left.next() {
        let is_name = !arg.starts_with('-') || arg == "-";
        if arg == "--" || (is_name && subcommand == "run") {
            // The rest is for the program that cargo runs.
            rest.push(arg.clone());
            rest.extend(left.by_ref().cloned());
            break;
        }
        if is_name {
            // An argument of a test, or one that cargo rejects.
            rest.push(arg.clone());
            continue;
        }
        let Some(read) = read(&ours, arg) else {
            let text = format!("`cargo certus {subcommand}` cannot tell what cargo builds with `{arg}`\n");
            return Err(command.error(ErrorKind::UnknownArgument, text));
        };
        if read.is_help {
            return Ok(Call::Help(help(subcommand)));
        }
        let mut words = vec![arg.clone()];
        // As in cargo, an option is not the value of another option, except for a negative number.
        let is_value = |next: &&String| !next.starts_with('-') || read.is_number;
        words.extend(left.as_slice().first().filter(|next| read.wants_value && is_value(next)).cloned());
        if words.len() > 1 {
            left.next();
        }
        known.extend(words.iter().cloned());
        if !read.is_ours {
            rest.extend(words);
        }
    }
    let matches = command.try_get_matches_from_mut(known)?;
    Ok(Call::Run(Box::new(Select::from_arg_matches(&matches)?), rest))
}

/// All known options, as cargo accepts them: most of them at most once.
fn command() -> Command {
    let command = Command::new("cargo certus").no_binary_name(true).disable_help_flag(true);
    let mut command = Select::augment_args(command);
    for (short, long, action, about) in OTHERS {
        let option = Arg::new(*long).long(*long).action(action.clone()).help(*about);
        let option = if *long == "jobs" { option.allow_hyphen_values(true) } else { option };
        command = command.arg(match short {
            Some(short) => option.short(*short),
            None => option,
        });
    }
    let timings = Arg::new(TIMINGS).long(TIMINGS).num_args(0..=1).require_equals(true).action(ArgAction::Append);
    let timings = timings.help("Let cargo report how long each crate takes");
    let help = Arg::new("help").long("help").short('h').action(ArgAction::SetTrue).help("Print this help");
    command.arg(timings).arg(help)
}

/// The help of a subcommand, which cargo does not know.
fn help(subcommand: &str) -> String {
    let (argument, about) = match subcommand {
        "run" => (" [-- ARGUMENTS OF THE PROGRAM]", "then runs the program"),
        "test" => (" [NAME] [-- OPTIONS OF THE TESTS]", "then runs the tests"),
        "check" => ("", "then checks them with rustc"),
        "doc" => ("", "then writes their documentation, with the contracts of functions"),
        _ => ("", "then builds them"),
    };
    let mut command = command()
        .about(format!("Verifies the crates that `cargo {subcommand}` builds with the same options; {about}."))
        .override_usage(format!("cargo certus {subcommand} [OPTIONS]{argument}"))
        .after_help(format!("If something is not proved, cargo is not called. `cargo help {subcommand}` says more."));
    command.render_help().to_string()
}

/// The format of our output, for the arguments of cargo: records if cargo prints such.
pub(crate) fn format(rest: &[String]) -> MessageFormat {
    let own = rest.iter().take_while(|arg| *arg != "--");
    let values = own.clone().zip(own.skip(1).map(Some).chain([None])).filter_map(|(arg, next)| {
        let value = arg.strip_prefix("--message-format")?;
        value.strip_prefix('=').or(next.map(String::as_str).filter(|_| value.is_empty()))
    });
    match values.into_iter().any(|value| value.split(',').any(|one| one.starts_with("json"))) {
        true => MessageFormat::Json,
        false => MessageFormat::Human,
    }
}

/// The relevant properties of an argument that begins with `-`.
#[derive(Default)]
struct Read {
    /// Whether the next argument is its value.
    wants_value: bool,
    /// Whether its value may begin with `-`.
    is_number: bool,
    /// Whether it asks for help.
    is_help: bool,
    /// Whether it is an option of Certus.
    is_ours: bool,
}

/// Parses `--package`, `--package=p`, `-p`, `-pp`, `-qp`, `-qpp`. `None` if there is an unknown option.
fn read(options: &[Arg], arg: &str) -> Option<Read> {
    let mut found = Read::default();
    let mut add = |option: &Arg, has_value: bool| {
        found.is_help |= option.get_id() == "help";
        found.is_ours |= option.get_id() == "vstd";
        found.is_number |= option.is_allow_hyphen_values_set();
        found.wants_value |= takes_value(option) && !has_value;
    };
    if let Some(long) = arg.strip_prefix("--") {
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
        add(options.iter().find(|option| is_called(option, name))?, value.is_some());
        return Some(found);
    }
    let mut letters = arg.strip_prefix('-')?.chars();
    while let Some(letter) = letters.next() {
        let option = options.iter().find(|option| option.get_short() == Some(letter))?;
        let is_last = letters.as_str().is_empty();
        add(option, !is_last);
        if takes_value(option) {
            break;
        }
    }
    Some(found)
}

fn is_called(option: &Arg, name: &str) -> bool {
    option.get_long() == Some(name) || option.get_all_aliases().is_some_and(|names| names.contains(&name))
}

fn takes_value(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Set | ArgAction::Append) && option.get_id() != TIMINGS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_text(subcommand: &str, text: &str) -> Result<Call, clap::Error> {
        let args: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        split(subcommand, &args)
    }

    fn of(subcommand: &str, text: &str) -> (Box<Select>, String) {
        match split_text(subcommand, text).expect("cargo's options") {
            Call::Run(select, rest) => (select, rest.join(" ")),
            Call::Help(option) => panic!("{option}"),
        }
    }

    #[test]
    fn what_selects_is_read_and_handed_over() {
        let text =
            "-p one --package=two -pthree -Fx --profile dev --bin b -j 2 --message-format=json --timings -vv name";
        let (select, rest) = of("test", text);
        assert_eq!(select.package, ["one", "two", "three"]);
        assert_eq!((select.features, select.bin), (vec!["x".to_string()], vec!["b".to_string()]));
        assert_eq!((select.profile.as_deref(), select.release), (Some("dev"), false));
        assert_eq!(rest, text);
    }

    #[test]
    fn letters_that_are_written_together_are_taken_apart() {
        for text in ["-qr", "-rq", "-vr", "-vvr", "-qrj2", "-qrj 2", "-j -1 -r"] {
            let (select, rest) = of("run", text);
            assert!(select.release, "{text}");
            assert_eq!(rest, text);
        }
        for text in ["-qFx", "-qF x", "-vF=x", "-qrFx"] {
            assert_eq!(of("build", text).0.features, ["x"], "{text}");
        }
        for text in ["-qpone", "-qp one", "-vqpone"] {
            assert_eq!(of("check", text).0.package, ["one"], "{text}");
        }
        // The value of a letter is the rest of the word.
        let (select, _) = of("build", "-Fqr -pr");
        assert!(!select.release && select.features == ["qr"] && select.package == ["r"]);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let unknown = [
            "-x",
            "-qx",
            "-Zbuild-std",
            "-Z x",
            "-C dir",
            "--unit-graph",
            "--lockfile-path x",
            "--new",
            "-qxr",
            "--releas",
        ];
        for text in unknown {
            assert!(split_text("build", text).is_err_and(|e| e.to_string().contains("cannot tell")), "{text}");
        }
        // So is what cargo refuses, or takes for more than one selection.
        for text in ["--target a --target b", "--release --release", "--release=1", "-p -r", "--profile", "-q=r"] {
            assert!(split_text("build", text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_behind_is_for_the_program() {
        let (select, rest) = of("build", "--lib -- -p one --release");
        assert!(select.lib && !select.release && select.package.is_empty());
        assert_eq!(rest, "--lib -- -p one --release");
        // The first argument of the program ends what is for cargo, but a name of a test does not.
        let text = "-q -j 2 name --release -h --vstd x";
        let (select, rest) = of("run", text);
        assert!(!select.release && select.vstd.is_none());
        assert_eq!(rest, text);
        assert!(!of("run", "- --release").0.release);
        assert!(of("test", "name --release").0.release);
    }

    #[test]
    fn what_only_we_know_stays_here() {
        let (select, rest) = of("build", "--vstd registry --all");
        assert!(select.vstd.is_some() && select.workspace);
        assert_eq!(rest, "--all");
    }

    #[test]
    fn help_is_only_help() {
        for text in ["-h", "-qh", "-r --help name"] {
            let Ok(Call::Help(help)) = split_text("run", text) else { panic!("{text}") };
            assert!(help.contains("cargo certus run [OPTIONS]") && help.contains("--vstd <SOURCE>"), "{help}");
            assert!(help.contains("--keep-going\n") && help.contains("--package"), "{help}");
        }
        for text in ["name -h", "-- --help"] {
            assert!(matches!(split_text("run", text), Ok(Call::Run(..))), "{text}");
        }
    }

    #[test]
    fn records_are_printed_where_cargo_prints_some() {
        for text in ["--message-format=json", "-q --message-format json-render-diagnostics"] {
            let (_, rest) = of("build", text);
            let words: Vec<String> = rest.split(' ').map(str::to_string).collect();
            assert_eq!(format(&words), MessageFormat::Json, "{text}");
        }
        for text in ["", "--message-format=short", "-- --message-format=json"] {
            let words: Vec<String> = of("test", text).1.split(' ').map(str::to_string).collect();
            assert_eq!(format(&words), MessageFormat::Human, "{text}");
        }
    }
}
