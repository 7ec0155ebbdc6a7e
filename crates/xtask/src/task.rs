//! The common part of all tasks: parsing of arguments, and the exit status.

use std::fmt::Display;
use std::process::ExitCode;

/// An error of the task itself, for example of the file system. It is shown to the user.
pub(crate) type Fault = Box<dyn std::error::Error>;

/// Runs a task with what was read of its words. The exit status is 0 if all was well, 1 if not, and 2 if the task could not
/// run; then the reason is shown, with the usage if the call was wrong.
pub(crate) fn end<O>(
    options: Result<O, impl Display>,
    usage: &str,
    run: impl FnOnce(&O) -> Result<bool, Fault>,
) -> ExitCode {
    let options = match options {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("{reason}\nusage: {usage}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}
