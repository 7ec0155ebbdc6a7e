//! Verified impls of traits of the standard library that its functions rely on: which functions may have another body.

use certus_diagnostics::Unsupported;
use certus_tree::{self as tree, DefId, Item};

use crate::context::Context;
use crate::error::{Result, fail};

/// Functions whose results decide about no other result: how much memory to reserve.
const WITHOUT_EFFECT: [&str; 1] = ["size_hint"];

/// Functions that the standard library calls with closures that change what they capture: `collect` of a string pushes in one, and
/// `skip_while` remembers in one that an item was kept, for `find` of what is inside, which is `rfind` of what that reverses. A
/// contract says which results closures give, and not how often they are called.
const WITH_STATE: [&str; 4] = ["find", "fold", "for_each", "rfind"];

impl Context<'_> {
    /// Errs with `unsupported/external-impl` for a function in a verified impl of a trait of the standard library, if the trait
    /// has a default body for it and its specification does not mention it. The standard library calls such functions: `find` of
    /// `Rev<I>` calls `rfind` of `I`. So the contracts of others hold only for the default body.
    pub(super) fn unspecified_overrides(&mut self, item: &tree::Impl, trait_: DefId) -> Result<()> {
        let is_of_library = self.trait_proxy(trait_)?.is_some_and(|proxy| self.tree.is_library(proxy));
        let is_unverified =
            self.tree.is_library(item.def.id) || item.derive.is_some() || self.is_external(item.def.id)?;
        if !is_of_library || item.is_negative || is_unverified {
            return Ok(());
        }
        for id in &item.items {
            let member = self.entry(*id)?;
            let Item::Function(function) = &member.item else { continue };
            let name = function.def.name.as_str();
            let may_differ = match function.trait_method {
                Some((_, declared)) if self.has_default(declared)? => {
                    self.proxy_function(declared)?.is_some() && !WITH_STATE.contains(&name)
                }
                declared => declared.is_some(),
            };
            if may_differ || WITHOUT_EFFECT.contains(&name) {
                continue;
            }
            let reason = match WITH_STATE.contains(&name) {
                true => {
                    "functions of the standard library call this one with closures that change what they capture".into()
                }
                false => format!(
                    "the specification of `{}` does not mention this function, and functions of the standard library may call it",
                    self.path(trait_)
                ),
            };
            let text = format!("another body for `{name}` is not supported: {reason}");
            return fail(Unsupported::ExternalImpl, text, function.def.name_span);
        }
        Ok(())
    }

    /// Whether a function of a trait has a body.
    fn has_default(&mut self, declared: DefId) -> Result<bool> {
        Ok(matches!(&self.entry(declared)?.item, Item::Function(function) if function.has_body))
    }
}
