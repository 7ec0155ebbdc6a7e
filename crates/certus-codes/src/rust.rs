//! The codes `rust/..` that the verifier itself reports.
//!
//! The front end finds these errors before rustc runs, so the user sees a misspelt name at once. Other errors of rustc
//! keep rustc's own code (`rust/E0382`) and are not listed.

use crate::codes;

codes! {
    /// The program is not valid Rust, and the verifier itself reports the error. Errors of rustc are [`Code::Rustc`].
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
