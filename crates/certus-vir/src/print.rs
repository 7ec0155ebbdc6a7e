//! A readable text of VIR, for `--log` and for tests. Not a part of any query.

mod expr;
mod stmt;

pub use stmt::{function_text, program_text, stmts_text};
