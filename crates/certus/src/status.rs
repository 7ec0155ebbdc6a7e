//! Exit statuses.

use certus_driver::Fault;

use crate::terminal::errln;

/// Everything is proved.
pub(crate) const PROVED: u8 = 0;
/// Something is not proved.
pub(crate) const NOT_PROVED: u8 = 1;
/// The command line or the set-up is wrong.
pub(crate) const BAD_CALL: u8 = 2;
/// There is a bug in this program, or in a program that it runs.
pub(crate) const INTERNAL: u8 = 3;

/// Prints what is wrong with the call or the set-up, and returns the exit status.
pub(crate) fn bad_call(error: impl std::fmt::Display) -> u8 {
    errln!("error: {error}");
    BAD_CALL
}

/// Prints a fault, and returns the exit status.
pub(crate) fn of_fault(fault: &Fault) -> u8 {
    let status = match fault {
        Fault::Rejected => return NOT_PROVED,
        Fault::Setup(_) | Fault::Cancelled => BAD_CALL,
        Fault::Internal(_) => INTERNAL,
    };
    errln!("error: {fault}");
    status
}
