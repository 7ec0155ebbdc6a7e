//! Prints lines. It ignores errors, because a reader that has gone away (`certus trust .. | head`) is not an error, and
//! `println!` would panic.

use std::fmt::Arguments;
use std::io::Write;

/// Writes to standard output.
pub(crate) fn out(text: Arguments<'_>) {
    let _ = std::io::stdout().lock().write_fmt(text);
}

/// Writes to standard error.
pub(crate) fn err(text: Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(text);
}

/// Prints a line on standard output.
macro_rules! outln {
    ($($text:tt)*) => { $crate::terminal::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints a line on standard error.
macro_rules! errln {
    ($($text:tt)*) => { $crate::terminal::err(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {errln, outln};
