//! Traits and impls as wholes: that none of their items is left out, and ghost wrappers where a trait asks for `Deref`.

use certus_tree::{self as tree, Item, Ty};

use crate::context::{Context, Entry, Result, language};

impl Context<'_> {
    /// Errs with `language/external` for a part of a trait that is marked `external`: whoever has a bound on the trait counts on
    /// all of it.
    pub(super) fn whole_trait(&mut self, item: &tree::Trait) -> Result<()> {
        if !self.tree.is_local(item.def.id) || self.is_external(item.def.id)? {
            return Ok(());
        }
        for id in &item.items {
            let part = self.entry(*id)?;
            if part.attrs.external && part.attrs.spec_of.is_none() {
                let text = "an individual item of a trait cannot be marked external; the entire trait can";
                return language("external", text, part.def().name_span);
            }
        }
        Ok(())
    }

    /// Errs with `language/recursive-types` for a promise about a type parameter of what is no type.
    pub(super) fn promises_of_types(&mut self, entry: &Entry) -> Result<()> {
        match (&entry.item, entry.attrs.recursive_types.first()) {
            (Item::Adt(_), _) | (_, None) => Ok(()),
            (_, Some((_, _, span))) => {
                let text = "what a type promises about its parameters is said on structs and enums only";
                language("recursive-types", text, *span)
            }
        }
    }

    /// Errs with `language/wrapper-bound` for an impl that gives `Ghost<A>` or `Tracked<A>` where the trait asks for `Deref`,
    /// of the type itself or of an associated one. Code with a bound on the trait would dereference the wrapper when the
    /// program runs. Calls with the wrappers as type arguments are checked where they stand.
    pub(super) fn wrapper_impl(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, args)) = &item.trait_ else { return Ok(()) };
        if item.is_negative || !self.tree.is_local(item.def.id) {
            return Ok(());
        }
        let entry = self.entry(*trait_)?;
        let Item::Trait(declared) = &entry.item else { return Ok(()) };
        for clause in declared.generics.clauses.iter().chain(&declared.assoc_bounds) {
            if !matches!(&*self.path(clause.trait_), "core::ops::Deref" | "core::ops::DerefMut") {
                continue;
            }
            let given = match clause.args.first() {
                Some(Ty::Projection(of, _, name)) if of == trait_ => {
                    item.assoc_types.iter().find(|ty| ty.name == *name).map(|ty| ty.ty.clone())
                }
                other => other.map(|ty| ty.subst(args)),
            };
            let Some(Ty::Adt(adt, _)) = given else { continue };
            let wrapper = self.path(adt);
            if let Some(name @ ("Ghost" | "Tracked")) = wrapper.strip_prefix("verus_builtin::") {
                let text = format!(
                    "`{name}<A>` cannot be used where the trait asks for `Deref`: code that does not know the wrapper would \
                     dereference it when the program runs"
                );
                return language("wrapper-bound", text, item.def.span);
            }
        }
        Ok(())
    }
}
