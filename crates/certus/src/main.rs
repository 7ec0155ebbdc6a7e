//! The `certus` command: it parses arguments, prints diagnostics, and returns an exit status.
//!
//! Exit status: 0 everything that the user selected is proved; 1 something is not; 2 the command line or the set-up is
//! wrong; 3 an internal error.

mod cache;
mod cli;
mod contradictions;
mod explain;
mod index;
mod lsp;
mod machine;
mod manual;
mod output;
mod profile;
mod report;
mod stability;
mod stats;
mod status;
mod terminal;
mod tour;
mod trust;
mod verify;
mod wait;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};

use crate::status::{BAD_CALL, PROVED};
use crate::terminal::errln;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(missing) = cli::missing_option(&error) {
                let json = std::env::args().any(|a| a == "--message-format=json");
                let format = if json { report::ReportFormat::Json } else { report::ReportFormat::Human };
                return ExitCode::from(verify::refuse(&missing, format));
            }
            let status = if error.use_stderr() { 2 } else { 0 };
            let _ = cli::with_command(error).print();
            return ExitCode::from(status);
        }
    };
    certus_solve::end_solvers_on_signal();
    let work = move || match cli.command {
        cli::Command::Verify(options) => verify::verify(&options),
        cli::Command::Profile(options) => profile::profile(&options),
        cli::Command::Stability(options) => stability::stability(&options),
        cli::Command::Contradictions(options) => contradictions::contradictions(&options),
        cli::Command::Trust(options) => trust::trust(&options),
        cli::Command::Machine(options) => machine::machine(&options),
        cli::Command::Stats(options) => stats::stats(&options),
        cli::Command::Index(options) => index::index(&options),
        cli::Command::Lsp { guard, .. } => lsp::lsp(guard),
        cli::Command::Watch(options) => watch::watch(&options),
        cli::Command::Cache { action } => cache::cache(action),
        cli::Command::Completions { shell } => {
            manual::completions(cli::Cli::command(), "certus", shell);
            PROVED
        }
        cli::Command::Man { command } => match manual::page(cli::Cli::command(), command.as_deref()) {
            true => PROVED,
            false => BAD_CALL,
        },
        cli::Command::Tour(options) => tour::tour(&options),
        cli::Command::Explain { code } => explain::explain(&code),
    };
    // The system determines the stack size of the main thread; deeply nested programs need more.
    let thread = std::thread::Builder::new().name("certus".into()).stack_size(512 << 20).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(_)) => {
            errln!("error: internal error (please report the program that shows it)");
            ExitCode::from(3)
        }
        Err(error) => {
            errln!("error: cannot start a thread: {error}");
            ExitCode::from(2)
        }
    }
}
