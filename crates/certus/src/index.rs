//! `certus index`: prints the definition of each name of a crate, and its place, for editors.

use crate::cli;
use crate::status::{self, PROVED};
use crate::terminal::outln;

/// Prints the index of a crate, and returns the exit status.
pub(crate) fn index(options: &cli::Index) -> u8 {
    let loaded = match certus_driver::load(&options.program.options(), false) {
        // A loaded program is large, and the process ends soon.
        Ok(loaded) => std::mem::ManuallyDrop::new(loaded),
        Err(fault) => return status::of_fault(&fault),
    };
    outln!("{}", certus_driver::index(&loaded));
    PROVED
}
