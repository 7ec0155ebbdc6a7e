//! `certus machine`: the table or the picture of a state machine.

use crate::cli;
use crate::status::{BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::{errln, out};

/// Prints what a machine consists of, and returns the exit status.
pub(crate) fn machine(options: &cli::Machine) -> u8 {
    use certus_driver::machine::{MachineError, machine};
    match machine(&options.file, options.name.as_deref()) {
        Ok((found, time)) => {
            let draw = if options.svg { certus_picture::picture } else { certus_picture::table };
            out(format_args!("{}", draw(&found)));
            if options.time {
                errln!("expanded in {:.1} ms", time.as_secs_f64() * 1000.0);
            }
        }
        Err(error) => {
            errln!("error: {error}");
            return if matches!(error, MachineError::Wrong(_)) { NOT_PROVED } else { BAD_CALL };
        }
    }
    PROVED
}
