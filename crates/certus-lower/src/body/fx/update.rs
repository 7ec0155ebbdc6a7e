//! The atomic update of the block that is lowered: that of a call with `atomically`.

use certus_diagnostics::Span;
use certus_tree::{self as tree, LocalId};
use certus_vir::{Expr, Var};

/// The update of the block that is lowered.
#[derive(Clone)]
pub(in crate::body) struct Update {
    /// The variable that the block calls.
    pub(in crate::body) function: LocalId,
    /// The update.
    pub(in crate::body) value: Expr,
    /// The types of its input, its output and its predicate.
    pub(in crate::body) types: [tree::Ty; 3],
    /// The variable that says whether the last output committed.
    pub(in crate::body) committed: Var,
    /// Where it was called.
    pub(in crate::body) calls: Vec<Span>,
    /// The loop of the block is still to come.
    pub(in crate::body) awaits_loop: bool,
}
