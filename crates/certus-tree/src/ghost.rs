//! Marks on ghost code. They tell the text for rustc which expressions the borrow checker must ignore.

use crate::body::ExprId;
use crate::item::DefId;

/// The form in which rustc sees an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shown {
    /// rustc checks its type, but the expression is unreachable, so it moves and borrows nothing. The code around it
    /// continues with some value of its type.
    TypeOnly,
    /// The same in the value of a constant, which the compiler computes.
    Constant,
    /// It is the body of a function or closure that never runs. rustc checks its type, but not its moves and borrows.
    NeverRun,
    /// rustc does not see it; its type is `()`.
    Hidden,
    /// rustc does not see it: some value stands in its place, of a type that the code around it tells. Within a closure, which
    /// would capture what the expression mentions.
    Value,
    /// It is a call of a proof closure that uses the closure up.
    CallOnce,
    /// It is a call of a proof closure that needs the closure alone.
    CallMut,
    /// It is a call of a proof closure through a shared reference.
    CallShared,
}

/// An expression of a body with a form other than its source. The form of its parts follows from it, except that a
/// closure's body has its own mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GhostMark {
    /// The function or constant of the body.
    pub def: DefId,
    /// The number of the expression in that body.
    pub expr: ExprId,
    /// The form in which rustc sees the expression.
    pub shown: Shown,
}
