//! Provers for goals that the solver's usual profile is the wrong tool for.
//!
//! Each takes a goal and gives a verdict, or a simpler goal, and knows nothing of how either is reported. The provers
//! that only print queries of their own (`bit_vector`, `nonlinear_arith`) are in `certus-smt`.
//!
//! Architecture invariants:
//! - Nothing here starts a process or looks at source text.
//! - What a prover says follows from the definitions that are visible from where the goal stands, and from nothing else.

mod compute;
mod ring;
mod settle;

pub use compute::value;
pub use settle::{Settled, settle};
