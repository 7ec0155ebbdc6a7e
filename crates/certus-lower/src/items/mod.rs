//! Items: functions, datatypes, constants, and the rules on them.
//!
//! Here is decided what of an item becomes known to the solver: its signature and contract always, its definition as
//! far as it is published, its body only as statements to check. An `external` item leaves no trace.

mod api_safety;
mod assumed_results;
mod async_function;
mod at_run_time;
mod constant;
mod crates;
mod datatype;
mod derived_marks;
mod derives;
mod dyn_trait;
mod external;
mod foreign;
mod function;
mod function_items;
mod inherited;
mod invariants;
mod layout;
mod opaque_results;
mod overrides;
mod paste;
mod placement;
mod pointee;
mod private_bounds;
mod properties;
mod proxies;
mod recursive;
mod references;
mod rules;
mod stand_in;
mod traits;
mod unverified_impls;
mod update_escapes;
mod visibility;
mod wrappers;

use certus_diagnostics::Unsupported;
use certus_tree::{DefId, Item};

use crate::context::Context;
use crate::error::{Result, fail};

pub(crate) use dyn_trait::to_dyn;
pub(crate) use references::hides_what_it_holds;
pub(crate) use rules::crate_rules;

impl Context<'_> {
    /// Lowers one item that was asked for.
    pub(crate) fn lower_item(&mut self, def: DefId) -> Result<()> {
        let entry = self.entry(def)?;
        self.placement(&entry)?;
        self.specification_rules(&entry)?;
        if let Item::Impl(item) = &entry.item {
            self.internal_impl(item)?;
            self.wrapper_impl(item)?;
            self.unverified_impl(item)?;
            self.unverified_promises(item)?;
            self.no_own_future(item)?;
            self.certain_size(item)?;
            self.unsafe_impl(item)?;
        }
        if let Item::Trait(item) = &entry.item {
            self.whole_trait(item)?;
        }
        self.promises_of_types(&entry)?;
        self.bound_rules(&entry)?;
        // Of an external type or trait, a specification may say that verified code knows it, and an impl gives the types of a trait.
        let may_be_known = match &entry.item {
            Item::Adt(_) | Item::Trait(_) => true,
            Item::Impl(item) => item.trait_.is_some(),
            _ => false,
        };
        if entry.def().in_verus && !may_be_known && self.is_external(def)? {
            return Ok(());
        }
        match &entry.item {
            Item::Function(_) => self.lower_function(def, &entry),
            Item::Adt(_) => self.lower_datatype(def, &entry),
            Item::Const(_) => self.lower_constant(def, &entry),
            Item::Trait(item) => self.trait_rules(item),
            Item::Impl(item) => self.impl_rules(item),
            Item::Module(module) => self.inner_module(module),
        }
    }

    /// What a module in a body hides would have to be hidden from the rest of the body. Errs with
    /// `unsupported/inner-module`.
    fn inner_module(&mut self, module: &certus_tree::Module) -> Result<()> {
        let Some(parent) = module.def.parent else { return Ok(()) };
        if !matches!(self.entry(parent)?.item, Item::Function(_) | Item::Const(_)) {
            return Ok(());
        }
        let mut is_of_language = module.def.in_verus;
        for id in &module.items {
            is_of_language |= self.entry(*id)?.def().in_verus;
        }
        match is_of_language {
            true => fail(Unsupported::InnerModule, "a module in a body is not supported", module.def.name_span),
            false => Ok(()),
        }
    }
}
