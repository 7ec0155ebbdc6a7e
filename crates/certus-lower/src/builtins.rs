//! The functions of `verus_builtin`, by what a call of one is. Their names are here and nowhere else in this crate.

use certus_tree::Known;

/// Clauses whose argument only names a function.
const NAMING_CLAUSES: [Known; 4] = [Known::DecreasesBy, Known::RecommendsBy, Known::ExtraDependency, Known::Specifies];

/// Clauses whose argument is specification.
const CONDITIONS: [Known; 10] = [
    Known::Requires,
    Known::Recommends,
    Known::Ensures,
    Known::DefaultEnsures,
    Known::Returns,
    Known::Decreases,
    Known::DecreasesWhen,
    Known::Invariant,
    Known::InvariantExceptBreak,
    Known::NoUnwindWhen,
];

/// The clauses about invariants that have an argument of the same kind.
const MASKS: [Known; 3] = [Known::OpensInvariantsList, Known::OpensInvariantsExcept, Known::OpensInvariantsSet];

/// Clauses without an argument that could be looked at.
const PLAIN_CLAUSES: [Known; 3] = [Known::NoMethodBody, Known::NoUnwind, Known::Prover];

/// Statements that are specification as a whole, and what the rewriter writes of the older clauses.
const STATEMENTS: [Known; 9] = [
    Known::InvariantEnsures,
    Known::Assert,
    Known::Assume,
    Known::AssertBitVector,
    Known::AssertByCompute,
    Known::AssertByComputeOnly,
    Known::Admit,
    Known::GlobalSizeOf,
    Known::GlobalLayout,
];

/// Statements that contain proof code.
const PROOFS: [Known; 6] = [
    Known::AssertBy,
    Known::Calculation,
    Known::AssertForallBy,
    Known::AssertNonlinearBy,
    Known::AssertBitvectorBy,
    Known::AssertIntegerRingBy,
];

/// The error for a body that the user wrote as `no_method_body`.
pub(crate) const NO_BODY: &str = "`no_method_body` has no proof obligation, and is not allowed in programs";

/// Whether the argument only names a function: nothing of it is called, and rustc could not infer the generic arguments of
/// such a name.
pub(crate) fn is_naming(name: Known) -> bool {
    name.is_naming() || name == Known::StandsFor
}

/// Whether it is a clause: of a function, a loop, a closure or a proof.
pub(crate) fn is_clause(name: Known) -> bool {
    CONDITIONS.contains(&name) || NAMING_CLAUSES.contains(&name) || PLAIN_CLAUSES.contains(&name) || is_mask(name)
}

/// Whether it is the clause `opens_invariants`, in one of its forms.
pub(crate) fn is_mask(name: Known) -> bool {
    MASKS.contains(&name)
        || matches!(name, Known::OpensInvariants | Known::OpensInvariantsNone | Known::OpensInvariantsAny)
}

/// Whether it is specification as a whole: a clause, or a statement about the state.
pub(crate) fn is_specification(name: Known) -> bool {
    CONDITIONS.contains(&name) || MASKS.contains(&name) || STATEMENTS.contains(&name)
}

/// Whether it is an assertion that says how it is proved.
pub(crate) fn is_proved(name: Known) -> bool {
    has_proof(name) || matches!(name, Known::AssertBitVector | Known::AssertByCompute | Known::AssertByComputeOnly)
}

/// Whether it is a statement that contains proof code.
pub(crate) fn has_proof(name: Known) -> bool {
    PROOFS.contains(&name)
}
