//! Impls that are not verified, and what bounds on their traits promise all the same.
//!
//! Guide page `traits` and reference page `reference-assume-specification`. Whoever has a bound on a trait relies on what
//! the trait says of its functions. Of an impl that is not verified nobody shows that. So either the trait says nothing, or
//! an `assume_specification` says of each of these functions that it is trusted.

use certus_diagnostics::{Diagnostic, Language, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::Mode;

use crate::builtins::is_mask;
use crate::context::{Context, Entry};
use crate::error::{Result, fail};

/// Whether a clause of a trait's function promises something about the function of each impl.
fn is_promise(name: Known) -> bool {
    matches!(name, Known::Ensures | Known::Returns | Known::NoUnwind | Known::NoUnwindWhen) || is_mask(name)
}

impl Context<'_> {
    /// Errs with `unsupported/external-impl` for an impl that is not verified, of a trait that is, if the trait promises
    /// what nobody has checked, and with `language/external` for a part of an impl that is marked `external`.
    pub(super) fn unverified_impl(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, _)) = &item.trait_ else { return Ok(()) };
        if item.is_negative || self.tree.is_library(item.def.id) || self.is_external(*trait_)? {
            return Ok(());
        }
        if !self.is_external(item.def.id)? {
            for id in &item.items {
                if self.is_external(*id)? {
                    let text = "An individual item of a trait impl cannot be marked external";
                    return fail(Language::External, text, self.entry(*id)?.def().name_span);
                }
            }
            return Ok(());
        }
        let Some(name) = self.unassumed(item, *trait_)? else { return Ok(()) };
        let text = format!(
            "this impl is not verified, and its trait promises something of `{name}`: nothing would show that it holds for this \
             impl"
        );
        let help =
            "verify the impl; if all of its functions run, you may trust each of them with an `assume_specification`";
        Err(Diagnostic::error(Unsupported::ExternalImpl, text, item.def.name_span).with_help(help).into())
    }

    /// The first item of a trait that promises something to whoever has a bound on it, and that nothing trusted is said of in an
    /// impl that is not verified. Of a trait from outside its specification is looked at.
    fn unassumed(&mut self, item: &tree::Impl, trait_: DefId) -> Result<Option<String>> {
        let of_proxy = self.trait_proxy(trait_)?.filter(|_| self.is_external(trait_).unwrap_or(true));
        let stated = self.entry(of_proxy.unwrap_or(trait_))?;
        let Item::Trait(stated) = &stated.item else { return Ok(None) };
        for id in &stated.items {
            let member = self.entry(*id)?;
            if member.attrs.spec_of.is_some() {
                continue;
            }
            let name = &member.def().name;
            let is_trusted = match &member.item {
                Item::Function(_) if self.mode_of(*id)? == Mode::Exec => {
                    let promises = member.attrs.when_used_as_spec.is_some() || self.says(*id, is_promise)?;
                    !promises || self.is_assumed(item, name)?
                }
                Item::Function(_) => of_proxy.is_some(),
                _ => false,
            };
            if !is_trusted {
                return Ok(Some(name.clone()));
            }
        }
        Ok(None)
    }

    /// Whether an `assume_specification` is about the function of an impl that has this name. If the impl has no such function,
    /// the default of the trait is the one, which its own specification is about.
    fn is_assumed(&mut self, item: &tree::Impl, name: &str) -> Result<bool> {
        for id in &item.items {
            let member = self.entry(*id)?;
            if matches!(member.item, Item::Function(_)) && member.def().name == name {
                return Ok(self.specification_of(*id)?.is_some());
            }
        }
        Ok(true)
    }

    /// Errs with `unsupported/external-impl` where a crate defines the spec functions of an extension for an impl of its
    /// own that is not verified, if the trait has a contract: it would be believed of code that nobody looked at.
    pub(super) fn extension_impl(&mut self, item: &tree::Impl, trait_: &Entry, args: &[tree::Ty]) -> Result<()> {
        if trait_.attrs.external_trait_specification {
            let text = "an external_trait_specification stands for another trait, which is the one to implement";
            return fail(Language::ExternalSpec, text, item.def.span);
        }
        let Some(target) = self.target_of_extension(trait_)? else { return Ok(()) };
        let Some((found, _)) = self.tree.find_impl(target, args, item.def.id) else { return Ok(()) };
        let entry = self.entry(found)?;
        let Item::Impl(specified) = &entry.item else { return Ok(()) };
        if self.tree.is_library(found) || !(specified.derive.is_some() || self.is_external(found)?) {
            return Ok(());
        }
        if specified.derive.is_none() && self.unassumed(specified, target)?.is_none() {
            return Ok(());
        }
        let text = "the impl that this specifies is not verified: write it inside of `verus!`, so that it is \
                    proved to meet the specification";
        fail(Unsupported::ExternalImpl, text, item.def.span)
    }

    /// Errs with `unsupported/external-impl` for an impl that is not verified, of a trait from outside that verified code
    /// has a bound on, when the impl asks for a trait that is verified: whoever relies on the bound may come back to
    /// itself through the functions of that trait, which the check of termination would not see.
    pub(super) fn unverified_ways_back(&mut self) -> Result<()> {
        let mut bounded = self.uses.bounded();
        bounded.sort_by_cached_key(|trait_| self.path(*trait_));
        let of_others = bounded.into_iter().flat_map(|trait_| self.tree.impls(Some(trait_)));
        let of_others: Vec<DefId> = of_others.filter(|id| !self.tree.is_local(*id)).collect();
        for def in self.tree.local_items().into_iter().chain(of_others) {
            if self.tree.is_library(def) {
                continue;
            }
            let Ok(entry) = self.entry(def) else { continue };
            let Item::Impl(item) = &entry.item else { continue };
            let Some((trait_, _)) = &item.trait_ else { continue };
            if item.is_negative
                || !self.is_external(def)?
                || !self.is_external(*trait_)?
                || !self.uses.has_bound(*trait_)
            {
                continue;
            }
            for clause in &item.generics.clauses {
                if !self.is_external(clause.trait_)? {
                    let text = "an impl that is not verified and that needs a verified trait is not supported, as \
                                verified code has bounds on its trait";
                    return fail(Unsupported::ExternalImpl, text, item.def.span);
                }
            }
        }
        Ok(())
    }

    /// Errs with `unsupported/external-impl` for an impl that is not verified, for a type that verified code knows, if the
    /// specification of the trait promises something of all impls: of `RangeBounds`, that the bounds are always the same, and of
    /// `DoubleEndedIterator`, that it gives the items of the impl of `Iterator`, where that is verified.
    pub(super) fn unverified_promises(&mut self, item: &tree::Impl) -> Result<()> {
        let Some((trait_, _)) = &item.trait_ else { return Ok(()) };
        let known = self.known(*trait_);
        let promises = matches!(known, Some(Known::RangeBounds | Known::DoubleEndedIterator));
        let id = item.def.id;
        if !promises || self.tree.is_library(id) || !self.is_external(id)? || self.trait_proxy(*trait_)?.is_none() {
            return Ok(());
        }
        if known == Some(Known::DoubleEndedIterator) {
            let Some(forward) = self.tree.lookup(Known::Iterator.path()) else { return Ok(()) };
            let found = self.tree.find_impl(forward, std::slice::from_ref(&item.self_ty), id);
            match found {
                Some((found, _)) if !self.is_external(found)? => {}
                _ => return Ok(()),
            }
        }
        // What verified code does not know it cannot use.
        if self.ty(&item.self_ty, item.def.span).is_err() {
            return Ok(());
        }
        let text = format!(
            "this impl of `{}` is not verified, and the specification of the trait promises something of all impls: write it \
             inside of `verus!`",
            self.path(*trait_)
        );
        fail(Unsupported::ExternalImpl, text, item.def.span)
    }
}
