//! Printing.
//! @internal: functions of the printing macros, which stable Rust cannot name
pub fn _print(args: core::fmt::Arguments<'_>);
pub fn _eprint(args: core::fmt::Arguments<'_>);
