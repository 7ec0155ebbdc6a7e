//! The commands `completions` and `man` of both programs. Both are generated from the declaration of the command line.

use clap::Command;
use clap_complete::Shell;

use crate::terminal::{errln, out};

/// Prints a script that completes commands and options of a program.
pub(crate) fn completions(mut command: Command, program: &str, shell: Shell) {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, program, &mut text);
    out(format_args!("{}", String::from_utf8_lossy(&text)));
}

/// Prints the manual page of a program or of one of its commands; false if there is no such command.
pub(crate) fn page(mut program: Command, command: Option<&str>) -> bool {
    program.build();
    let page = match command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            // Its name is that of the program with `-NAME` here.
            Some(found) => found.clone(),
            None => {
                errln!("error: there is no command `{name}`");
                return false;
            }
        },
    };
    let mut text = Vec::new();
    if clap_mangen::Man::new(page).render(&mut text).is_err() {
        errln!("error: the manual page cannot be written");
        return false;
    }
    out(format_args!("{}", String::from_utf8_lossy(&text)));
    true
}
