//! `cargo certus`: verifies the crates of a cargo workspace in order.
//!
//! Exit status: 0 everything that the user selected is proved; 1 something is not; 2 the command line or the set-up is
//! wrong; 3 an internal error. If cargo is called afterwards, its exit status.

mod cli;
mod forward;
#[path = "../../manual.rs"]
mod manual;
#[path = "../../output.rs"]
mod output;
mod report;
#[path = "../../terminal.rs"]
mod terminal;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use certus_cargo::{Cargo, Error, NewPackage, Options, Packages, Selection, Written};
use clap::{CommandFactory as _, Parser as _};

use crate::cli::{Command, New};
use crate::forward::Call;
use crate::report::Reporter;
use crate::terminal::errln;

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
        Command::Vendor { manifest_path } => {
            let mut reporter = Reporter::default();
            vendor(manifest_path.as_deref(), &mut reporter).unwrap_or_else(|error| reporter.trouble(&error))
        }
        Command::Verify(options) => {
            let mut reporter = Reporter::new(options.message_format, options.select.color);
            let work = Options::parse(&options.options)
                .and_then(|behind| verify::verify(&options.select.selection("verify"), &behind, &mut reporter));
            work.unwrap_or_else(|error| reporter.trouble(&error))
        }
        Command::Watch(options) => {
            let mut reporter = Reporter::default();
            match watch(&options.select.selection("verify")) {
                Ok(never) => match never {},
                Err(error) => reporter.trouble(&error),
            }
        }
        Command::Completions { shell } => {
            manual::completions(cli::Cli::command(), "cargo-certus", shell);
            PROVED
        }
        Command::Man { command } => match manual::page(cli::Cli::command(), command.as_deref()) {
            true => PROVED,
            false => BAD_CALL,
        },
        Command::Build { args } => forward("build", &args),
        Command::Check { args } => forward("check", &args),
        Command::Run { args } => forward("run", &args),
        Command::Doc { args } => forward("doc", &args),
        Command::Test { args } => forward("test", &args),
    }
}

/// Verifies what a call of cargo selects. If it is proved, it makes the call.
fn forward(subcommand: &str, args: &[String]) -> u8 {
    let mut reporter = Reporter::default();
    let (select, rest) = match forward::split(subcommand, args) {
        Ok(Call::Help(help)) => {
            terminal::out(format_args!("{help}"));
            return PROVED;
        }
        Ok(Call::Run(select, rest)) => (select, rest),
        Err(error) => {
            let _ = error.print();
            return BAD_CALL;
        }
    };
    let mut reporter_of_run = Reporter::new(forward::format(&rest), select.color);
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

/// Verifies again and again.
fn watch(selection: &Selection) -> Result<std::convert::Infallible, Error> {
    let program = std::env::current_exe().map_err(|error| Error::Option(error.to_string()))?;
    let given = std::env::args_os().skip(1).skip_while(|word| word != "watch").skip(1);
    let arguments = std::iter::once("verify".into()).chain(given).collect();
    let waits = |folders| errln!("watching {}", certus_diagnostics::counted(folders, "folder"));
    certus_cargo::watch(selection, program, arguments, waits)
}

/// Writes the crates of Certus for a workspace.
fn vendor(manifest: Option<&Path>, reporter: &mut Reporter) -> Result<u8, Error> {
    let (directory, written) = certus_cargo::vendor(&Cargo::find(), manifest)?;
    let verb = match written {
        Written::New => "Wrote",
        Written::Replaced => "Replaced",
        Written::Same => "Fresh",
    };
    reporter.status(verb, &directory.display().to_string());
    reporter.line(&format!("programs name the library so: vstd = {{ path = \"{}/vstd\" }}", certus_cargo::DIRECTORY));
    Ok(PROVED)
}

fn create(new: &New, reporter: &mut Reporter) -> Result<u8, Error> {
    let packages = new.packages.as_deref().map_or(Ok(Packages::Vendored), Packages::at)?;
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
