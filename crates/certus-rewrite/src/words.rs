//! Words of the surface language that begin something.

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

/// Words that begin a clause of a function or a loop.
pub(crate) const CLAUSE_WORDS: &[&str] = &[
    "requires",
    "ensures",
    "recommends",
    "default_ensures",
    "returns",
    "decreases",
    "opens_invariants",
    "no_unwind",
    "invariant",
    "invariant_except_break",
    "invariant_ensures",
];
