//! Types whose comparisons and hashes are derived: the verifier gives them marks, which are traits that nobody can implement.
//!
//! A derived `Eq`, `Ord` or `Hash` looks at all fields, in their order. So what is known of the fields follows for the type,
//! and the library says what the marks mean (see `vstd::derived`).

use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::{TraitBound, TraitImpl, Ty};

use super::derives::derives_structural;
use crate::context::Context;
use crate::error::Result;

/// The traits that are derived for a type with a mark; the last one says which types may have it.
fn derived_for(mark: Known) -> Option<&'static [Known]> {
    match mark {
        Known::DerivedEq => Some(&[Known::PartialEq]),
        Known::DerivedOrd | Known::DerivedCmp => Some(&[Known::PartialEq, Known::Eq, Known::PartialOrd, Known::Ord]),
        Known::DerivedHash => Some(&[Known::PartialEq, Known::Eq, Known::Hash]),
        _ => None,
    }
}

/// Whether a trait is a mark.
pub(super) fn is_mark(known: Known) -> bool {
    derived_for(known).is_some()
}

impl Context<'_> {
    /// Gives a mark to each type that has the derives for it. For a trait that is no mark, nothing happens.
    pub(super) fn derived_marks(&mut self, trait_: DefId) -> Result<()> {
        let Some(mark) = self.known(trait_) else { return Ok(()) };
        let Some(traits) = derived_for(mark) else { return Ok(()) };
        for id in self.tree.impls(Some(trait_)) {
            self.request_impl(id, trait_)?;
        }
        let Some(last) = traits.last().and_then(|last| self.tree.lookup(last.path())) else { return Ok(()) };
        for id in self.tree.impls(Some(last)) {
            let Ok(entry) = self.entry(id) else { continue };
            let Item::Impl(item) = &entry.item else { continue };
            if item.derive.is_some() && !self.tree.is_library(id) && self.deserves(item, mark, traits)? {
                self.give(item, mark)?;
            }
        }
        Ok(())
    }

    /// Whether the derives make the type of a derived impl one with the mark, where its type parameters have it. With
    /// `Structural`, which all marks but [`Known::DerivedCmp`] need, the type promises that its comparisons are those of
    /// specifications.
    fn deserves(&mut self, item: &tree::Impl, mark: Known, traits: &[Known]) -> Result<bool> {
        let tree::Ty::Adt(def, _) = &item.self_ty else { return Ok(false) };
        let needs_structural = mark != Known::DerivedCmp;
        if !matches!(&self.entry(*def)?.item, Item::Adt(adt) if !needs_structural || derives_structural(adt)) {
            return Ok(false);
        }
        if item.generics.params.iter().any(|param| param.is_const) {
            return Ok(false);
        }
        let some = vec![tree::Ty::Bool; item.generics.params.len()];
        let ty = item.self_ty.subst(&some);
        let mut traits = traits.to_vec();
        if mark == Known::DerivedHash {
            // A table clones its keys, and finds them by what they lend.
            if self.lends(*def)? {
                return Ok(false);
            }
            let clone = self.tree.lookup(Known::Clone.path());
            if clone.is_some_and(|clone| self.tree.implements(clone, std::slice::from_ref(&ty), item.def.id)) {
                traits.push(Known::Clone);
            }
        }
        self.is_derived_throughout(&ty, &traits, item.def.id, &mut Vec::new())
    }

    /// Whether there is an impl of `Borrow` for the type.
    fn lends(&mut self, ty: DefId) -> Result<bool> {
        let Some(borrow) = self.tree.lookup(Known::Borrow.path()) else { return Ok(false) };
        for id in self.tree.impls(Some(borrow)) {
            let is_it = |item: &Item| matches!(item, Item::Impl(of) if matches!(of.self_ty, tree::Ty::Adt(def, _) if def == ty));
            if is_it(&self.entry(id)?.item) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn give(&mut self, item: &tree::Impl, mark: Known) -> Result<()> {
        let params = self.type_params(&item.generics);
        let bound = |ty: Ty| TraitBound { trait_: mark.path().into(), args: vec![ty], assoc: Vec::new() };
        let bounds = params.iter().map(|param| bound(Ty::Param(param.name.clone()))).collect();
        let args = vec![self.ty(&item.self_ty, item.def.span)?];
        self.output.add_impl(TraitImpl::bare(mark.path().into(), params, bounds, args, item.def.name_span));
        Ok(())
    }
}
