//! Supertraits that another crate keeps to itself, as `core` does with `core::slice::index::private_slice_index::Sealed`.

use certus_diagnostics::{Language, Span};
use certus_tree::{self as tree, DefId, Item, Ty};

use crate::context::Context;
use crate::error::{Result, fail};

impl Context<'_> {
    /// Without the supertraits that are private to another crate. A program cannot name them, so nothing is said about
    /// them anywhere, and nothing follows from a type having them.
    pub(super) fn without_private(&self, generics: &tree::Generics) -> tree::Generics {
        let clauses = generics.clauses.iter().filter(|clause| !self.is_private_bound(clause)).cloned().collect();
        tree::Generics { clauses, ..generics.clone() }
    }

    /// Whether a clause is a supertrait that is private to another crate.
    fn is_private_bound(&self, clause: &tree::WhereClause) -> bool {
        let of_self = matches!(clause.args.first(), Some(Ty::Param(0, _)));
        let is_foreign = !self.tree.is_library(clause.trait_) && !self.tree.is_local(clause.trait_);
        of_self && is_foreign && self.tree.name_here(clause.trait_).is_none()
    }

    /// Errs with `language/external-spec` where a proxy names, in `external_trait_private_bound`, what is no supertrait of
    /// the trait it is about that is private to another crate.
    pub(super) fn private_bounds_rules(&mut self, named: &[(String, Span)], target: DefId) -> Result<()> {
        if named.is_empty() {
            return Ok(());
        }
        let external = self.entry(target)?;
        let Item::Trait(item) = &external.item else { return Ok(()) };
        let private = item.generics.clauses.iter().filter(|clause| self.is_private_bound(clause));
        let mut left: Vec<String> = private.map(|clause| self.tree.path(clause.trait_)).collect();
        for (path, span) in named {
            let path: String = path.split_whitespace().collect();
            let Some(index) = left.iter().position(|known| *known == path) else {
                let text =
                    format!("external_trait_private_bound `{path}` is not a private non-local bound for this trait");
                return fail(Language::ExternalSpec, text, *span);
            };
            left.remove(index);
        }
        Ok(())
    }
}
