//! `cargo certus`: verifies the crates of a cargo workspace in order.
//!
//! Exit status: 0 everything that the user selected is proved; 1 something is not; 2 the command line or the set-up is
//! wrong; 3 an internal error. If cargo is called afterwards, its exit status.

mod cli;
mod forward;
#[path = "../../output.rs"]
mod output;
mod report;
#[path = "../../terminal.rs"]
mod terminal;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use certus_cargo::{Cargo, Error, NewPackage, Options, Packages};
use clap::Parser as _;

use crate::cli::{Command, New};
use crate::forward::Call;
use crate::report::Reporter;

/// Everything is proved.
const PROVED: u8 = 0;
/// Something is not proved.
const NOT_PROVED: u8 = 1;
/// The command line or the set-up is wrong.
const BAD_CALL: u8 = 2;
/// There is a bug in this program, or in a program that it runs.
const INTERNAL: u8 = 3;

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
    // Cargo passes the name of the subcommand as the first argument.
    if args.get(1).is_some_and(|arg| arg == "certus") {
        args.remove(1);
    }
    let cli = match cli::Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let status = if error.use_stderr() { BAD_CALL } else { PROVED };
            let _ = error.print();
            return ExitCode::from(status);
        }
    };
    ExitCode::from(run(cli.command))
}

fn run(command: Command) -> u8 {
    match command {
        Command::New(new) => {
            let mut reporter = Reporter::default();
            create(&new, &mut reporter).unwrap_or_else(|error| reporter.trouble(&error))
        }
        Command::Verify(options) => {
            let mut reporter = Reporter::new(options.message_format, options.select.color);
            let work = Options::parse(&options.options)
                .and_then(|behind| verify::verify(&options.select.selection("verify"), &behind, &mut reporter));
            work.unwrap_or_else(|error| reporter.trouble(&error))
        }
        Command::Build { args } => forward("build", &args),
        Command::Check { args } => forward("check", &args),
        Command::Run { args } => forward("run", &args),
        Command::Test { args } => forward("test", &args),
    }
}

/// Verifies what a call of cargo selects. If it is proved, it makes the call.
fn forward(subcommand: &str, args: &[String]) -> u8 {
    let mut reporter = Reporter::default();
    let (select, rest) = match forward::split(subcommand, args) {
        Ok(Call::Help(option)) => return hand_over(subcommand, &[option], &mut reporter),
        Ok(Call::Run(select, rest)) => (select, rest),
        Err(error) => {
            let _ = error.print();
            return BAD_CALL;
        }
    };
    let mut reporter_of_run = Reporter::new(output::MessageFormat::Human, select.color);
    let proved = verify::verify(&select.selection(subcommand), &forward::no_options(), &mut reporter_of_run);
    match proved {
        Ok(PROVED) => hand_over(subcommand, &rest, &mut reporter),
        Ok(status) => status,
        Err(error) => reporter.trouble(&error),
    }
}

/// Calls cargo, and returns its exit status.
fn hand_over(subcommand: &str, args: &[String], reporter: &mut Reporter) -> u8 {
    match Cargo::find().hand_over(subcommand, args) {
        // A killed process has no status.
        Ok(status) => status.and_then(|code| u8::try_from(code).ok()).unwrap_or(NOT_PROVED),
        Err(error) => reporter.trouble(&error),
    }
}

fn create(new: &New, reporter: &mut Reporter) -> Result<u8, Error> {
    let checkout = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let packages = Packages::at(new.packages.as_deref().unwrap_or(&checkout))?;
    let mut args = Vec::new();
    for (option, value) in [("--name", &new.name), ("--vcs", &new.vcs), ("--edition", &new.edition)] {
        args.extend(value.iter().flat_map(|value| [option.to_string(), value.clone()]));
    }
    let mut on_line = |line: &str| reporter.line(line);
    let package = NewPackage { path: &new.path, is_library: new.lib, args: &args };
    let created = certus_cargo::create(&Cargo::find(), &package, &packages, &mut on_line)?;
    let then = if created.is_library { "cargo test" } else { "cargo run" };
    reporter.line(&format!("try: cd {} && cargo certus verify && {then}", created.directory.display()));
    Ok(PROVED)
}
