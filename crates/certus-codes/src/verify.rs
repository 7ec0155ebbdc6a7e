//! The codes `verify/..`: obligations that were not proved.
//!
//! There is one for each kind of obligation (`GoalKind` in `certus-vir`), one for each special prover, one for assumptions
//! where they do not count as proofs, and three warnings about vacuous proofs: contradictory preconditions, unreachable code, and postconditions that every result
//! satisfies.

use crate::codes;

codes! {
    /// The solver, or a special prover, could not prove an obligation.
    Verify {
        ApiSafety = "api-safety",
        Assert = "assert",
        AssertBy = "assert-by",
        AtomicOutcome = "atomic-outcome",
        AtomicPostcondition = "atomic-postcondition",
        Cheating = "cheating",
        Compute = "compute",
        ContradictoryRequires = "contradictory-requires",
        DecreasesCall = "decreases-call",
        DecreasesLoop = "decreases-loop",
        DivisionByZero = "division-by-zero",
        EmptyEnsures = "empty-ensures",
        IndexBounds = "index-bounds",
        IntegerRing = "integer-ring",
        InvariantClosed = "invariant-closed",
        InvariantEnd = "invariant-end",
        InvariantEntry = "invariant-entry",
        LoopEnsures = "loop-ensures",
        OpensInvariants = "opens-invariants",
        Overflow = "overflow",
        Panic = "panic",
        Postcondition = "postcondition",
        Precondition = "precondition",
        ProverGoal = "prover-goal",
        ProverRequires = "prover-requires",
        Recommends = "recommends",
        Shift = "shift",
        TypeInvariant = "type-invariant",
        UnionField = "union-field",
        Unreachable = "unreachable",
        UnreachableCode = "unreachable-code",
        Unwind = "unwind",
    }
}
