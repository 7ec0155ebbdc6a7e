//! Passes over a lowered program, one file each.

pub mod call_graph;
pub mod contracts;
pub mod dispatch;
mod paths;
pub mod recommends;
pub mod termination;
