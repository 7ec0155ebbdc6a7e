//! Translates VIR to obligations. The statements of a function become a passive program in which every variable has one
//! value, and every check becomes a goal.
//!
//! A loop is cut at its head. An isolated loop has an obligation of its own, which begins with the invariants; so does
//! a block of a special prover. Each obligation assumes the other obligations of the function: a function is verified
//! if all of them are.
//!
//! For example, `x = x + 1; assert(x > 0);` becomes the definition `x@1 = x + 1` and the goal `x@1 > 0`.

mod calls;
mod candidates;
mod context;
mod contexts;
mod definitions;
mod havoc;
mod items;
mod loops;
mod masks;
mod names;
mod obligation;
mod opening;
mod side_proofs;
mod text;
mod unwinding;
mod walk;

use certus_vir::{Function, Program};

pub use candidates::candidates;
pub use contexts::Place;
pub use obligation::{Block, BlockId, Edge, Known, Mark, Obligation, Part, Passed, Step};
pub use opening::{Conjunct, OpenedCall, Opening};

/// The number of solver steps (Z3's `rlimit`) for one unit of the user's `rlimit`.
pub const STEPS_PER_UNIT: u64 = 3_000_000;

/// The default number of units for a function.
pub const DEFAULT_UNITS: u32 = 10;

/// The obligations of a function: first that of its body, then those of loops and special provers, in source order. The
/// list is empty if the function has no statements, or nothing to prove.
///
/// The program should pass [`certus_vir::check::check_program`], and its termination pass should have run: the goals of
/// recursive calls are statements.
pub fn obligations(program: &Program, function: &Function) -> Vec<Obligation> {
    let Some(check) = &function.check else { return Vec::new() };
    let mut walker = walk::Walker::new(program, function);
    walker.function(check);
    let rlimit = steps(function);
    let walk::Walker { names, contexts, .. } = walker;
    contexts.into_iter().filter_map(|c| c.finish(&names, function, rlimit)).collect()
}

/// The limit of a function in solver steps; `None` for no limit.
pub fn steps(function: &Function) -> Option<u64> {
    let units = function.rlimit.unwrap_or(DEFAULT_UNITS);
    (units != 0).then(|| u64::from(units) * STEPS_PER_UNIT)
}
