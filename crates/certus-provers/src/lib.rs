//! Provers for goals that the solver does not handle well.
//!
//! Each prover takes a goal and returns a verdict, or a simpler goal. It does not report either. The provers that only
//! print special queries (`bit_vector`, `nonlinear_arith`) are in `certus-smt`.
//!
//! Architecture invariants: - Nothing here starts a process or reads source text. - The result of a prover depends only
//! on the definitions that are visible from the place of the goal.

mod compute;
mod ring;
mod settle;

pub use compute::value;
pub use settle::{Settled, settle};
