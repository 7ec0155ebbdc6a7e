//! Passes over a lowered program, one file each.

pub mod axioms;
pub mod call_graph;
pub mod contracts;
pub mod dispatch;
pub mod divisors;
mod meanings;
mod paths;
pub mod recommends;
pub mod termination;
pub mod vacuity;
