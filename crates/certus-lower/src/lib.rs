//! Typed tree to VIR: modes, well-formedness, places and mutable borrows, desugaring. Every error of the specification
//! language is found here.
//!
//! Lowering is driven by demand: it begins with the items of the crate under verification and pulls in what they
//! mention, so a library costs what is used of it. It never looks at source text.
//!
//! The modules use each other in one direction only. At the bottom, `error`, `syntax`, `paths`, `builtins` and `attrs` need
//! no other item; `context` keeps what is known across items. Above it, `types` converts types, `body` lowers expressions
//! and statements, `modes` and `ghost` check modes and find ghost code, and `items` holds the rules on declarations.
//! `on_demand` defers what of a library is not needed yet, `gaps` leaves out what of one cannot be read yet, and `partial` finds
//! what an error leaves to verify. `run` runs
//! it all, and `trusted` lists what needs no proof. The rules are those of the guide and of its reference pages; each
//! module names the pages that it holds. An error has class `language` when the program breaks a rule and `unsupported` when
//! it uses something whose meaning is not defined here. Types and ownership are not checked again: the front end and
//! stock rustc answer for them.

mod attrs;
mod body;
mod builtins;
mod context;
mod ends;
mod error;
mod gaps;
mod ghost;
mod items;
mod modes;
mod on_demand;
mod partial;
mod paths;
mod run;
mod syntax;
mod trusted;
mod types;

use certus_diagnostics::Diagnostic;

pub use trusted::{Trust, TrustKind, Trusted, trusted, trusted_library};

/// What stands in each message that says that a program needs the library, or a part of it, which is not loaded.
pub const THE_LIBRARY: &str = "the library `vstd";

/// What a user may choose about lowering.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Loops and recursive exec functions need no `decreases` anywhere.
    pub allow_no_decreases: bool,
    /// The crate is a library: of what it states without proof, what is not supported yet is left out with a warning.
    pub is_library: bool,
    /// Whether code that is not verified must be unable to misuse the crate (`-V check-api-safety`).
    pub check_api_safety: bool,
    /// Whether points of the text are named, so that the audit can compare where mutable borrows end.
    pub names_points: bool,
}

/// Proof functions, which do not run.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// Which they are.
    pub defs: Vec<certus_tree::DefId>,
    /// Marks that take the whole of their bodies away, in the place of those that show what is tracked.
    pub marks: Vec<certus_tree::GhostMark>,
}

/// A lowered crate.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Everything that the crate mentions.
    pub program: certus_vir::Program,
    /// The functions to check, in source order. When there are errors: those that depend on nothing with an error.
    pub verify: Vec<certus_vir::Path>,
    /// What of the local bodies is ghost code only; empty when there are errors.
    pub ghost: Vec<certus_tree::GhostMark>,
    /// The local functions and constants whose bodies are verified or are proofs, in source order; empty when there are
    /// errors.
    pub bodies: Vec<certus_tree::DefId>,
    /// Whether there is a call that stock rustc could resolve otherwise, so that the two are to be compared.
    pub has_ambiguous_calls: bool,
    /// The proof functions, for whoever wants the text of code that runs only.
    pub proofs: Proofs,
    /// Whether rustc may infer other types once ghost code is erased, so that the types are to be compared.
    pub may_infer_other_types: bool,
    /// Whether the crate says what the layout of a type is: then every constant must have a value, or rustc would not say
    /// whether that is so.
    pub has_layouts: bool,
    /// Where mutable borrows end, if points are named.
    pub ends: certus_tree::Ends,
    /// Errors and warnings; with any error nothing may be called verified.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers the crate under verification and what it needs of others.
/// Never panics on a bad program, and never stops at the first error: the diagnostics are those of all items reached.
pub fn lower(tree: &dyn certus_tree::Program, options: &Options) -> Lowered {
    run::run(context::Context::new(tree, options.clone()))
}
