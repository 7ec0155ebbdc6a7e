//! What has to be proved, and how a failure is told.

use certus_diagnostics::{Span, Verify};

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
    /// The goal of a special prover's block.
    ProverGoal,
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
    /// A recursive call whose measure does not go down.
    DecreasesCall,
    /// A loop whose measure does not go down.
    DecreasesLoop,
    /// A `recommends` (or a field of another variant), checked only to explain another failure.
    Recommends,
    /// A slice or array index.
    IndexBounds,
    /// A field of a union, which must have it now.
    UnionField,
    /// A value that no arm of a `match` or no pattern of a `let` takes.
    Unreachable,
    /// The invariant of a type, of a value that was made or changed.
    TypeInvariant,
    /// The predicate of an invariant, at the end of the block in which it is open.
    InvariantClosed,
    /// The atomic postcondition, at the end of the block in which an atomic update is open.
    AtomicPostcondition,
    /// That the function's part of an atomic update committed, where the block of a call ends.
    AtomicCommit,
    /// That it aborted, where the block of a call is repeated.
    AtomicAbort,
    /// An invariant that is opened, or that a callee may open.
    OpensInvariants,
    /// A call that must not unwind.
    Unwind,
    /// A macro that panics, such as `assert!` where its condition is false.
    Panic,
    /// A postcondition of a trait's function, of an implementation that is not verified.
    ApiSafety,
    /// Asked for, and not to be proved: the preconditions contradict each other.
    Contradiction,
    /// Asked for, and not to be proved: control does not come here.
    UnreachableCode,
    /// Asked for, and not to be proved: a postcondition holds of every result.
    EmptyEnsures,
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

impl GoalKind {
    /// Every kind, in the order of their declaration.
    pub const ALL: [GoalKind; 30] = [
        GoalKind::Assert,
        GoalKind::AssertBy,
        GoalKind::ProverRequires,
        GoalKind::Precondition,
        GoalKind::Postcondition,
        GoalKind::InvariantEntry,
        GoalKind::InvariantEnd,
        GoalKind::LoopEnsures,
        GoalKind::Overflow,
        GoalKind::DivisionByZero,
        GoalKind::Shift,
        GoalKind::DecreasesCall,
        GoalKind::DecreasesLoop,
        GoalKind::Recommends,
        GoalKind::IndexBounds,
        GoalKind::UnionField,
        GoalKind::Unreachable,
        GoalKind::TypeInvariant,
        GoalKind::InvariantClosed,
        GoalKind::AtomicPostcondition,
        GoalKind::AtomicCommit,
        GoalKind::AtomicAbort,
        GoalKind::OpensInvariants,
        GoalKind::Unwind,
        GoalKind::Panic,
        GoalKind::ApiSafety,
        GoalKind::ProverGoal,
        GoalKind::Contradiction,
        GoalKind::UnreachableCode,
        GoalKind::EmptyEnsures,
    ];

    /// The texts of the kind about implementations that are not verified.
    const API_TEXTS: (Verify, &'static str, &'static str) = (
        Verify::ApiSafety,
        "an implementation that is not verified may not keep this contract",
        "Code that is not verified can implement a public trait that is not `unsafe`. So with `-V check-api-safety` a \
         postcondition of its functions must hold of every result, when its spec functions are what their default \
         definitions say.",
    );

    /// The code of a failure, what to say when it fails, and what that
    /// means.
    fn texts(self) -> (Verify, &'static str, &'static str) {
        match self {
            GoalKind::Assert => {
                (Verify::Assert, "assertion failed", "The asserted condition does not follow from what is known here.")
            }
            GoalKind::AssertBy => {
                (Verify::AssertBy, "assertion failed", "The condition does not follow from what the `by` block shows.")
            }
            GoalKind::ProverRequires => (
                Verify::ProverRequires,
                "requires not satisfied",
                "A premise of a special prover's block does not follow from what is known before the block.",
            ),
            GoalKind::ProverGoal => (
                Verify::ProverGoal,
                "assertion failed",
                "The special prover could not derive the goal from the premises of its block and the types of the \
                 variables; nothing else is known inside.",
            ),
            GoalKind::Precondition => (
                Verify::Precondition,
                "precondition not satisfied",
                "A condition that the callee requires is not known at the call.",
            ),
            GoalKind::Postcondition => (
                Verify::Postcondition,
                "postcondition not satisfied",
                "A condition that the function ensures is not known where it returns.",
            ),
            GoalKind::InvariantEntry => (
                Verify::InvariantEntry,
                "invariant not satisfied before loop",
                "A loop invariant is not known when the loop is reached.",
            ),
            GoalKind::InvariantEnd => (
                Verify::InvariantEnd,
                "invariant not satisfied at end of loop body",
                "A loop invariant that holds before an iteration is not known after it.",
            ),
            GoalKind::LoopEnsures => (
                Verify::LoopEnsures,
                "loop invariant or ensures not satisfied",
                "A condition of the loop is not known where the loop is left.",
            ),
            GoalKind::Overflow => (
                Verify::Overflow,
                "possible arithmetic underflow/overflow",
                "The exact result of the operation may lie outside of the range of its type.",
            ),
            GoalKind::DivisionByZero => {
                (Verify::DivisionByZero, "possible division by zero", "The divisor may be zero.")
            }
            GoalKind::Shift => (
                Verify::Shift,
                "possible bit shift underflow/overflow",
                "The shift distance may be negative, or not less than the width of the type.",
            ),
            GoalKind::UnionField => (
                Verify::UnionField,
                "requirement not met: to access this field, the union must be in the correct variant",
                "The union may have another field than this one: the one that was written last.",
            ),
            GoalKind::DecreasesCall => (
                Verify::DecreasesCall,
                "could not prove termination",
                "The measure of the function may not go down at this recursive call.",
            ),
            GoalKind::DecreasesLoop => (
                Verify::DecreasesLoop,
                "decreases not satisfied at end of loop",
                "The measure of the loop may not go down in an iteration.",
            ),
            GoalKind::Recommends => (
                Verify::Recommends,
                "recommendation not met",
                "A function is used outside of the values it is meant for, so what is said about it may be void.",
            ),
            GoalKind::IndexBounds => {
                (Verify::IndexBounds, "index may be out of bounds", "The index may not be less than the length.")
            }
            GoalKind::Unreachable => (
                Verify::Unreachable,
                "this may be reached",
                "The code must not be reached, but nothing known here excludes it.",
            ),
            GoalKind::TypeInvariant | GoalKind::InvariantClosed | GoalKind::OpensInvariants | GoalKind::Unwind => {
                self.invariant_texts()
            }
            GoalKind::AtomicPostcondition | GoalKind::AtomicCommit | GoalKind::AtomicAbort => self.atomic_texts(),
            GoalKind::Panic => (
                Verify::Panic,
                "possible panic",
                "A macro such as `assert!` or `panic!` may panic when the program runs: its condition is not known here, \
                 or nothing known here excludes that it is reached.",
            ),
            GoalKind::ApiSafety => Self::API_TEXTS,
            GoalKind::Contradiction | GoalKind::UnreachableCode | GoalKind::EmptyEnsures => self.vacuity_texts(),
        }
    }

    /// The texts of the kinds about invariants of types, and about invariants that are open.
    fn invariant_texts(self) -> (Verify, &'static str, &'static str) {
        match self {
            GoalKind::TypeInvariant => (
                Verify::TypeInvariant,
                "type invariant may not hold",
                "Every value of the type that runs, or that is tracked, satisfies the invariant of the type. It does not \
                 follow from what is known here that this one does.",
            ),
            GoalKind::InvariantClosed => (
                Verify::InvariantClosed,
                "cannot show that the invariant holds at the end of its block",
                "A block that opens an invariant must put back a value that satisfies its predicate. It does not follow from \
                 what is known at the end of the block that this one does.",
            ),
            GoalKind::OpensInvariants => (
                Verify::OpensInvariants,
                "an invariant may be opened that must not be opened here",
                "The invariant may be open already, or the function does not say that it opens invariants of this namespace. \
                 A function may open those of its clause `opens_invariants`: without one, code that runs may open any, and \
                 a proof none.",
            ),
            _ => (
                Verify::Unwind,
                "this call may unwind",
                "A function that promises `no_unwind`, and a block in which an invariant is open, must not be left by a \
                 panic. So all functions that are called there promise `no_unwind`, or the condition under which they do \
                 holds.",
            ),
        }
    }

    /// The texts of the kinds about atomic updates.
    fn atomic_texts(self) -> (Verify, &'static str, &'static str) {
        match self {
            GoalKind::AtomicPostcondition => (
                Verify::AtomicPostcondition,
                "cannot show atomic postcondition hold at end of block",
                "A block that opens an atomic update must give an output that satisfies the atomic postcondition. It does not \
                 follow from what is known at the end of the block that this one does.",
            ),
            GoalKind::AtomicCommit => (
                Verify::AtomicOutcome,
                "cannot show the atomic update was committed",
                "The block of a call with `atomically` ends when the function has committed: after `update` gave an output \
                 that commits. If the function may abort, write `atomically loop`, and leave the loop only after a commit.",
            ),
            _ => (
                Verify::AtomicOutcome,
                "cannot show the atomic update was aborted",
                "The block of a call with `atomically loop` is repeated when the function has aborted: after `update` gave an \
                 output that aborts. After a commit it is left with `break`.",
            ),
        }
    }

    /// The texts of the kinds that are not to be proved.
    fn vacuity_texts(self) -> (Verify, &'static str, &'static str) {
        match self {
            GoalKind::Contradiction => (
                Verify::ContradictoryRequires,
                "no call meets these preconditions",
                "The preconditions of the function contradict each other, or what the library says of the functions in \
                 them. So everything was proved of its body, and nothing was said: no call of it can be verified. Where \
                 that is what you mean, write `requires false`, or put #[verifier::allow(vacuous)] on the function.",
            ),
            GoalKind::UnreachableCode => (
                Verify::UnreachableCode,
                "this code is never reached",
                "What is known where this code begins contradicts itself, so everything was proved of the code. Either \
                 it can be left out, or a specification says too much. Where that is what you mean, say so: \
                 `assert(false)` in ghost code, `unreached()` in code that runs, or put #[verifier::allow(vacuous)] on \
                 the function.",
            ),
            _ => (
                Verify::EmptyEnsures,
                "this postcondition says nothing about what the function does",
                "The clause follows from the preconditions, whatever the function returns and however it changes its \
                 arguments. So a body that does something else would meet it as well. Say what the result has to do with \
                 the arguments, or put #[verifier::allow(vacuous)] on the function.",
            ),
        }
    }

    /// The code of a failure of this kind.
    pub fn code(self) -> Verify {
        self.texts().0
    }

    /// What to say when a goal of this kind fails.
    pub fn failure(self) -> &'static str {
        self.texts().1
    }

    /// What such a failure means (`certus explain`).
    pub fn explanation(self) -> &'static str {
        self.texts().2
    }
}
