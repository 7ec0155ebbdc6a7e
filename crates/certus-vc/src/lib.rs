//! VIR to obligations: the statements of a function become a passive program in which every variable has one value, and
//! every check a goal in it.
//!
//! A loop is cut at its head. An isolated loop gives an obligation of its own that begins with the invariants; so does
//! a block of a special prover. Each obligation assumes that the others of the function hold: a function is verified
//! when all of them are.

mod calls;
mod candidates;
mod context;
mod contexts;
mod havoc;
mod items;
mod loops;
mod names;
mod obligation;
mod sides;
mod text;
mod walk;

use certus_vir::{Function, Program};

pub use candidates::candidates;
pub use contexts::Place;
pub use obligation::{Block, BlockId, Edge, Known, Mark, Obligation, Part, Passed, Step};

/// Steps of the solver (Z3's `rlimit`) for one unit of the user's `rlimit`.
pub const STEPS_PER_UNIT: u64 = 3_000_000;

/// Units for a function that does not say how many.
pub const DEFAULT_UNITS: u32 = 10;

/// What has to be proved of a function, the part of its body first, then loops and special provers in the order in
/// which they are met. Empty when nothing is checked of it (no statements), or nothing needs a proof.
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

/// The limit of a function in steps of the solver; `None` for no limit.
pub fn steps(function: &Function) -> Option<u64> {
    let units = function.rlimit.unwrap_or(DEFAULT_UNITS);
    (units != 0).then(|| u64::from(units) * STEPS_PER_UNIT)
}
