//! Which parts of a body are ghost code only: what a checker of ownership must not look at.

use crate::body::ExprId;
use crate::item::DefId;

/// How an expression is shown to a checker of types and ownership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shown {
    /// Its type is checked; that it runs is not assumed, so it moves and borrows nothing. The code around it goes on with
    /// some value of its type.
    TypeOnly,
    /// The same for the value of a constant, which the compiler computes.
    Constant,
    /// It is the body of a function or closure that never runs: its type is checked, and what it moves and borrows is
    /// not.
    NeverRun,
    /// Not at all; its type is `()`.
    Hidden,
}

/// One expression of one body that is not shown as it is. What lies within follows from it, except that a closure's body
/// has a mark of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GhostMark {
    /// The function or constant.
    pub def: DefId,
    /// The expression.
    pub expr: ExprId,
    /// How it is shown.
    pub shown: Shown,
}
