//! Typed tree to VIR: modes, well-formedness, places and mutable borrows, desugaring. Every error of the specification
//! language is found here.
//!
//! Lowering is driven by demand: it begins with the items of the crate under verification and pulls in what they
//! mention, so a library costs what is used of it. It never looks at source text.

mod attrs;
mod body;
mod context;
mod items;
mod types;

use certus_diagnostics::Diagnostic;

/// What a user may choose about lowering.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Loops and recursive exec functions need no `decreases` anywhere.
    pub allow_no_decreases: bool,
}

/// A lowered crate.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Everything that the crate mentions.
    pub program: certus_vir::Program,
    /// The functions to check, in source order.
    pub verify: Vec<certus_vir::Path>,
    /// Errors and warnings; with any error nothing may be called verified.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers the crate under verification and what it needs of others.
pub fn lower(tree: &dyn certus_tree::Program, options: &Options) -> Lowered {
    context::Context::new(tree, options.clone()).run()
}
