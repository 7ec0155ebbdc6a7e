//! Printing.
pub fn _print(args: core::fmt::Arguments<'_>);
pub fn _eprint(args: core::fmt::Arguments<'_>);
