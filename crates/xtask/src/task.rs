//! What all tasks that can fail have in common: how they are called, and how they end.

use std::fmt::Display;
use std::process::ExitCode;

/// What can go wrong outside of what a task looks at, told to whoever runs it.
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
