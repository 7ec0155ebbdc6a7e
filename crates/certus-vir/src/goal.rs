//! What has to be proved, and how a failure is told.

use certus_diagnostics::Span;

use crate::expr::Expr;

/// A condition of a contract with its place.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The condition.
    pub expr: Expr,
    /// The clause as written.
    pub span: Span,
}

/// The kind of an obligation: one variant a failure message and an `explain` page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GoalKind {
    /// `assert`.
    Assert,
    /// The goal of `assert .. by`, or of `assert forall .. by`.
    AssertBy,
    /// A premise that the block of a special prover states.
    ProverRequires,
    /// A precondition at a call.
    Precondition,
    /// A postcondition at the end of the body or at a `return`.
    Postcondition,
    /// A loop invariant when the loop is reached.
    InvariantEntry,
    /// A loop invariant at the end of the body or at `continue`.
    InvariantEnd,
    /// A loop invariant or `ensures` at `break`, or a loop's `ensures` when the condition is false.
    LoopEnsures,
    /// Sum, difference, product or negation out of the range of its type.
    Overflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by less than zero or by the width or more.
    Shift,
    /// A cast that changes the value, where that is an error.
    Truncation,
    /// A recursive call whose measure does not go down.
    DecreasesCall,
    /// A loop whose measure does not go down.
    DecreasesLoop,
    /// The `when` condition of a recursive spec function's own definition.
    DecreasesWhen,
    /// A `recommends` (or a field of another variant), checked only to explain another failure.
    Recommends,
    /// A slice or array index.
    IndexBounds,
    /// Code that must not be reached (`unreachable!`, `panic!`, the body of a never type).
    Unreachable,
    /// An invariant that is opened twice, or unwinding where it is not allowed.
    Unwind,
    /// The initial value of a constant or static that must meet its `ensures`.
    ConstEnsures,
}

/// One thing to prove.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Its kind.
    pub kind: GoalKind,
    /// The condition. A failure is narrowed to one of its conjuncts.
    pub expr: Expr,
    /// Where the failure is: the `assert`, the call, the end of the function, the operator.
    pub span: Span,
    /// A further place with words: the clause of the contract, the `return`.
    pub related: Vec<(Span, String)>,
    /// Words of the user for this failure (`custom_err`), or an addition to the message.
    pub note: Option<String>,
}
