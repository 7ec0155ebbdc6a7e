//! The codes `rust/..` that the verifier gives itself.
//!
//! The front end finds these before rustc is asked, so that a program with a misspelt name is told at once. Everything
//! else that rustc refuses keeps rustc's own code (`rust/E0382`) and is not listed.

use crate::codes;

codes! {
    /// The program is not valid Rust, and the verifier says so itself. What rustc says has [`Code::Rustc`].
    Rust {
        ArgumentCount = "argument-count",
        Assignment = "assignment",
        Await = "await",
        Cast = "cast",
        Dereference = "dereference",
        Derive = "derive",
        Duplicate = "duplicate",
        DuplicateField = "duplicate-field",
        ExplicitDrop = "explicit-drop",
        Feature = "feature",
        FieldDefaults = "field-defaults",
        GenericArguments = "generic-arguments",
        Index = "index",
        Invalid = "invalid",
        Label = "label",
        LoopControl = "loop-control",
        Macro = "macro",
        MissingFields = "missing-fields",
        NotAFunction = "not-a-function",
        Pattern = "pattern",
        PatternFields = "pattern-fields",
        PrivateField = "private-field",
        PrivateItem = "private-item",
        Return = "return",
        Rustc = "rustc",
        Syntax = "syntax",
        TypeAnnotations = "type-annotations",
        TypeMismatch = "type-mismatch",
        UnknownType = "unknown-type",
        UnresolvedCrate = "unresolved-crate",
        UnresolvedField = "unresolved-field",
        UnresolvedImport = "unresolved-import",
        UnresolvedMacro = "unresolved-macro",
        UnresolvedMethod = "unresolved-method",
        UnresolvedModule = "unresolved-module",
        UnresolvedName = "unresolved-name",
        UnresolvedType = "unresolved-type",
        UnsatisfiedBound = "unsatisfied-bound",
    }
}
