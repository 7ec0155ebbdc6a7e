//! Contracts that are asked where the program runs.

pub mod cases;
pub mod draw;
pub mod eval;
pub mod harness;
pub mod probes;
pub mod program;
pub mod types;
pub mod values;
