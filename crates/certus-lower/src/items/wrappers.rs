//! Traits and impls as wholes: that none of their items is left out, and ghost wrappers where a trait asks for `Deref`.

use certus_diagnostics::Language;
use certus_tree::{self as tree, DefId, Item, Known, Ty};

use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// How far bounds are followed from impl to impl. A longer way counts as one to a dereference.
const DEPTH: usize = 32;

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
                return fail(Language::External, text, part.def().name_span);
            }
            if let (Item::Function(function), true) =
                (&part.item, part.attrs.external_body && part.attrs.spec_of.is_none())
                && !function.has_body
            {
                let text = "the attribute `external_body` has no effect on a function of a trait without a body";
                return fail(Language::MisplacedAttribute, text, part.def().name_span);
            }
        }
        Ok(())
    }

    /// Errs with `language/recursive-types` for a promise about a type parameter of what is no type.
    pub(super) fn promises_of_types(&mut self, entry: &Entry) -> Result<()> {
        match (&entry.item, entry.attrs.recursive_types.first()) {
            (Item::Adt(_), _) | (_, None) => Ok(()),
            (_, Some((_, _, span))) => {
                let text = "attributes about the parameters of a type are allowed on structs and enums only";
                fail(Language::RecursiveTypes, text, *span)
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
            let given = |ty: &Ty| match ty {
                Ty::Projection(of, _, name) if of == trait_ => {
                    let known = item.assoc_types.iter().find(|ty| ty.name == *name);
                    known.map_or_else(|| ty.subst(args), |known| known.ty.clone())
                }
                other => other.subst(args),
            };
            let given: Vec<Ty> = clause.args.iter().map(given).collect();
            if let Some((wrapper, asked)) = self.relies_on_wrapper(clause.trait_, &given, item.def.id)? {
                let text = format!(
                    "`{wrapper}<A>` cannot be used where the trait asks for `{asked}`: generic code would dereference \
                     the wrapper at run time"
                );
                return fail(Language::WrapperBound, text, item.def.span);
            }
        }
        Ok(())
    }

    /// The wrapper that a bound would dereference, and the trait that says so: the bound is that trait, or holds through an impl
    /// that has such a bound.
    pub(crate) fn relies_on_wrapper(
        &mut self,
        trait_: DefId,
        args: &[Ty],
        at: DefId,
    ) -> Result<Option<(String, String)>> {
        self.relies_within(trait_, args, at, DEPTH)
    }

    /// The same through at most `depth` impls, each of which may ask for further traits.
    fn relies_within(
        &mut self,
        trait_: DefId,
        args: &[Ty],
        at: DefId,
        depth: usize,
    ) -> Result<Option<(String, String)>> {
        let Some(wrapper) = args.iter().find_map(|ty| self.wrapper_in(ty)) else { return Ok(None) };
        if depth == 0 {
            // What comes after so many impls is not known, so the bound counts as one that dereferences.
            let asked = self.path(trait_).rsplit("::").next().unwrap_or_default().to_string();
            return Ok(Some((wrapper, asked)));
        }
        if let Some(known @ (Known::Deref | Known::DerefMut)) = self.known(trait_) {
            let wrapper = args.first().and_then(|ty| self.wrapper(ty));
            let asked = known.simple_name().to_string();
            return Ok(wrapper.map(|wrapper| (wrapper, asked)));
        }
        let Some((found, of_impl)) = self.tree.find_impl(trait_, args, at) else { return Ok(None) };
        let entry = self.entry(found)?;
        let Item::Impl(item) = &entry.item else { return Ok(None) };
        for clause in &item.generics.clauses {
            let args: Vec<Ty> = clause.args.iter().map(|ty| self.tree.normalize(&ty.subst(&of_impl), at)).collect();
            let relied = self.relies_within(clause.trait_, &args, at, depth - 1)?;
            if relied.is_some() {
                return Ok(relied);
            }
        }
        Ok(None)
    }

    /// The name of the wrapper that a type is.
    fn wrapper(&mut self, ty: &Ty) -> Option<String> {
        let Ty::Adt(adt, _) = ty else { return None };
        self.known(*adt).filter(|known| known.is_wrapper()).map(|known| known.name().to_string())
    }

    /// The name of a wrapper that is a type, or a part of it.
    fn wrapper_in(&mut self, ty: &Ty) -> Option<String> {
        self.wrapper(ty).or_else(|| ty.parts().find_map(|part| self.wrapper_in(part)))
    }
}
