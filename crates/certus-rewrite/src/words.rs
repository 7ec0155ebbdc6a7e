//! Words of the surface language that mean something wherever they stand.

/// Words that begin an item.
pub(crate) const ITEM_WORDS: &[&str] = &[
    "pub",
    "fn",
    "spec",
    "proof",
    "exec",
    "axiom",
    "open",
    "closed",
    "uninterp",
    "broadcast",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "mod",
    "use",
    "const",
    "static",
    "type",
    "extern",
    "tracked",
    "ghost",
    "unsafe",
    "async",
    "assume_specification",
    "global",
    "macro_rules",
];

/// Macros that open something for a block. In ghost code the macro with `_in_proof` after its name is meant.
pub(crate) const OPENING: [&str; 3] = ["open_atomic_invariant", "open_local_invariant", "try_open_atomic_update"];

/// Macros that are erased in compiled programs.
pub(crate) const PROOF_EXPRESSIONS: [&str; 8] = [
    "verus_proof_expr",
    "verus_proof_macro_exprs",
    "verus_proof_macro_explicit_exprs",
    "verus_open_atomic_update_in_proof",
    "verus_open_invariant_in_proof",
    "case_on_init",
    "case_on_next",
    "case_on_next_strong",
];
