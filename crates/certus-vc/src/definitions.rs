//! The definitions that an obligation can see.

use certus_vir::{Body, Expr, Path, Program};

use crate::obligation::{Obligation, Step};

impl Obligation {
    /// The definition of a function, hidden or not, if it is visible to the obligation.
    pub fn definition<'p>(&self, program: &'p Program, path: &Path) -> Option<&'p Expr> {
        let function = program.functions.get(path)?;
        let Body::Spec(body) = &function.body else { return None };
        let is_seen = function.publish.is_seen_from(&self.module) && !self.undefined.contains(path);
        is_seen.then_some(body)
    }

    /// Whether a function has a definition that the obligation does not know: `reveal` could help.
    pub fn is_hidden(&self, program: &Program, path: &Path) -> bool {
        let steps = || self.blocks.iter().flat_map(|block| &block.steps);
        let is_shown = steps().any(|step| matches!(step, Step::Reveal(shown, fuel) if shown == path && *fuel > 0));
        let hides = steps().any(|step| matches!(step, Step::Reveal(hidden, 0) if hidden == path));
        let is_opaque = program.functions.get(path).is_some_and(|function| function.fuel == 0);
        !is_shown && (hides || is_opaque || self.hidden.contains(path))
    }
}
