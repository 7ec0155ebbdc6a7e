//! The functions of `verus_builtin`, by what a call of one is. Their names are here and nowhere else in this crate.

/// Clauses whose argument only names a function.
const NAMING_CLAUSES: [&str; 4] = ["decreases_by", "recommends_by", "extra_dependency", "specifies"];

/// Statements whose argument only names a function.
const NAMING_STATEMENTS: [&str; 4] = ["reveal", "broadcast_use", "broadcast_member", "stands_for"];

/// Clauses whose argument is specification.
const CONDITIONS: [&str; 10] = [
    "requires",
    "recommends",
    "ensures",
    "default_ensures",
    "returns",
    "decreases",
    "decreases_when",
    "invariant",
    "invariant_except_break",
    "no_unwind_when",
];

/// The clauses about invariants that have an argument of the same kind.
const MASKS: [&str; 3] = ["opens_invariants_list", "opens_invariants_except", "opens_invariants_set"];

/// Clauses without an argument that could be looked at.
const PLAIN_CLAUSES: [&str; 3] = ["no_method_body", "no_unwind", "prover"];

/// Statements that are specification as a whole, and what the rewriter writes of the older clauses.
const STATEMENTS: [&str; 9] = [
    "invariant_ensures",
    "assert_",
    "assume_",
    "assert_bit_vector",
    "assert_by_compute",
    "assert_by_compute_only",
    "admit",
    "global_size_of",
    "global_layout",
];

/// Statements that contain proof code.
const PROOFS: [&str; 5] =
    ["assert_by", "assert_forall_by", "assert_nonlinear_by", "assert_bitvector_by", "assert_integer_ring_by"];

/// The error for a body that the user wrote as `no_method_body`.
pub(crate) const NO_BODY: &str = "`no_method_body` stands for what nobody has to prove, and is not for programs";

/// Whether the argument only names a function: nothing of it is called, and rustc could not infer the generic arguments of
/// such a name.
pub(crate) fn is_naming(name: &str) -> bool {
    NAMING_CLAUSES.contains(&name) || NAMING_STATEMENTS.contains(&name)
}

/// Whether it is a clause: of a function, a loop, a closure or a proof.
pub(crate) fn is_clause(name: &str) -> bool {
    CONDITIONS.contains(&name)
        || NAMING_CLAUSES.contains(&name)
        || PLAIN_CLAUSES.contains(&name)
        || name.starts_with("opens_invariants")
}

/// Whether it is specification as a whole: a clause, or a statement about the state.
pub(crate) fn is_specification(name: &str) -> bool {
    CONDITIONS.contains(&name) || MASKS.contains(&name) || STATEMENTS.contains(&name)
}

/// Whether it is a statement that contains proof code.
pub(crate) fn has_proof(name: &str) -> bool {
    PROOFS.contains(&name)
}
