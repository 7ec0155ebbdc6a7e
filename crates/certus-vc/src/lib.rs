//! VIR to obligations: the statements of a function become a passive program in which every variable has one value, and
//! every check a goal in it.

mod obligation;

pub use obligation::{Block, BlockId, Edge, Obligation, Part, Step};
