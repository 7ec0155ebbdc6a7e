//! Clones that are copies.
//!
//! Where a type without parameters derives `Copy` too, in the same attribute or one before, the compiler writes `*self` as
//! the body of a derived `Clone`, and does not clone the fields. So such a clone is the value itself. Nothing is said where
//! one of the two impls is written by hand, or the type has parameters: there the compiler clones each field, whatever that
//! is.

use certus_diagnostics::Span;
use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::{BinaryOp, Clause, Expr, Mode, Path};

use super::Fx;
use crate::context::Context;
use crate::error::Result;

impl Fx<'_, '_> {
    /// A call of `clone` that is a copy; `declared` is the function of the trait.
    pub(super) fn clone_by_copy(
        &mut self,
        declared: DefId,
        type_args: &[tree::Ty],
        args: &[tree::Expr],
        e: &tree::Expr,
    ) -> Result<Option<Expr>> {
        let ([arg], [ty, ..]) = (args, type_args) else { return Ok(None) };
        if self.is_ghost()
            || self.cx.known(declared) != Some(Known::CloneClone)
            || !self.cx.clones_by_copy(ty, self.owner().def)?
        {
            return Ok(None);
        }
        let value = self.expr(arg)?;
        Ok(Some(self.retype(value, &e.ty, e.span)?))
    }
}

impl Context<'_> {
    /// Whether the clone of a value of this type is the value: both impls are derived, in the language.
    /// `#[derive(Clone, Copy)] struct P { x: u8 }` is such a type: `p.clone()` is `p`.
    pub(crate) fn clones_by_copy(&mut self, ty: &tree::Ty, at: DefId) -> Result<bool> {
        let tree::Ty::Adt(def, args) = ty else { return Ok(false) };
        if !args.is_empty() || self.tree.is_library(*def) || self.is_external(*def)? {
            return Ok(false);
        }
        let args = std::slice::from_ref(ty);
        let clone = self.derive_of(Known::Clone, args, at)?;
        let copy = self.derive_of(Known::Copy, args, at)?;
        // Of a `Copy` that is derived further down the compiler does not know yet when it writes the clone.
        Ok(clone.zip(copy).is_some_and(|(clone, copy)| copy <= clone))
    }

    /// Whether it is `Clone::clone`, of the trait or of an impl.
    pub(super) fn is_clone(&mut self, def: DefId) -> Result<bool> {
        let declared = match &self.entry(def)?.item {
            Item::Function(item) => item.trait_method.map_or(def, |(_, declared)| declared),
            _ => return Ok(false),
        };
        Ok(self.known(declared) == Some(Known::CloneClone))
    }

    /// The contract of a derived function of an impl, for who uses it as a value: that of a clone which is a copy.
    pub(crate) fn derived_contract(&mut self, declared: &Path, def: DefId) -> Result<Option<Path>> {
        let entry = self.entry(def)?;
        let Item::Function(item) = &entry.item else { return Ok(None) };
        let is_clone = declared.ends_with("::clone") && self.is_clone(def)?;
        if !is_clone || !self.clones_by_copy(&item.ret, def)? {
            return Ok(None);
        }
        let mut function = self.signature(def, &entry, item, Mode::Exec)?;
        let span: Span = entry.def().span;
        let [param] = &*function.params else { return Ok(None) };
        let given = Expr::var(&param.var, param.ty.clone(), span);
        let result = Expr::var(&function.ret.var, function.ret.ty.clone(), span);
        function.ensures.push(Clause { expr: Expr::binary(BinaryOp::Eq, result, given, span), span });
        let path = function.path.clone();
        self.output.add_function(function);
        Ok(Some(path))
    }
}
