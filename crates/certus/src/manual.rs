//! `certus completions` and `certus man`. Both are generated from the declaration of the command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::status::{BAD_CALL, PROVED};
use crate::terminal::{errln, out};

/// Prints a script that completes commands and options, and returns the exit status.
pub(crate) fn completions(shell: Shell) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "certus", &mut text);
    out(format_args!("{}", String::from_utf8_lossy(&text)));
    PROVED
}

/// Prints the manual page of the program or of one of its commands, and returns the exit status.
pub(crate) fn page(command: Option<&str>) -> u8 {
    let mut program = Cli::command();
    program.build();
    let page = match command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            // Its name is `certus-NAME` here.
            Some(found) => found.clone(),
            None => {
                errln!("error: there is no command `{name}`");
                return BAD_CALL;
            }
        },
    };
    let mut text = Vec::new();
    if clap_mangen::Man::new(page).render(&mut text).is_err() {
        errln!("error: the manual page cannot be written");
        return BAD_CALL;
    }
    out(format_args!("{}", String::from_utf8_lossy(&text)));
    PROVED
}
