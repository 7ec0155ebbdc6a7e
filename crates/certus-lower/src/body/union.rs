//! Unions: a value has one field at a time, the one that was written last (reference page `reference-unions`).
//!
//! A union is lowered as an enum with a variant for each field. Reading, writing or borrowing a field is a goal: the union
//! has it now. `is_variant(u, "x")` says so in specifications, and `get_union_field(u, "x")` is its value there. Fields are
//! `Copy`, so that nothing is dropped or moved.
//!
//! ```text
//! let mut u = U { x: 3 };
//! assert(is_variant(u, "x") && get_union_field::<U, u8>(u, "x") == 3);
//! let n = unsafe { u.x };     // goal: u is of the variant `x`
//! let b = unsafe { u.y };     // fails
//! ```

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, AdtKind, ExprKind as T, Item};
use certus_vir::{Expr, ExprKind, GoalKind, Ty, UnaryOp};

use super::Fx;
use super::place::Step;
use crate::context::Context;
use crate::error::{Result, fail};
use crate::syntax::below_references;
use crate::syntax::order::{Reread, is_read_late, may_change, reread};

impl Context<'_> {
    /// Whether a type, or what references to it refer to, is a union.
    pub(crate) fn is_union(&mut self, ty: &tree::Ty) -> Result<bool> {
        let tree::Ty::Adt(def, _) = below_references(ty) else { return Ok(false) };
        Ok(matches!(&self.entry(*def)?.item, Item::Adt(adt) if adt.kind == AdtKind::Union))
    }
}

impl Fx<'_, '_> {
    /// The goal that a union has the field at the end of a step now. Nothing for other types. Errs with `language/pure` in a
    /// specification, which has no goals.
    pub(super) fn has_union_field(&mut self, base: &tree::Ty, step: &Step, value: Expr, span: Span) -> Result<()> {
        let (Step::Field(path, variant, _), true) = (step, self.cx.is_union(base)?) else { return Ok(()) };
        if self.is_pure() {
            let text = "union field access is not allowed in pure context";
            let help =
                "in specifications, `get_union_field` gives the value of a field, and `is_variant` whether it is there";
            return Err(Diagnostic::error(Language::Pure, text, span).with_help(help).into());
        }
        let op = UnaryOp::IsVariant(path.clone(), variant.clone());
        self.prove(GoalKind::UnionField, Expr::new(ExprKind::Unary(op, value), Ty::Bool, span), span);
        Ok(())
    }

    /// Errs with `unsupported/union` for an index or a guard that may change variables, where the container or what is matched is
    /// in a union: Rust reads the union after it, and the goal is about it before.
    pub(super) fn keeps_union(&mut self, place: &tree::Expr, between: &tree::Expr) -> Result<()> {
        if may_change(between) && self.is_in_union(place)? {
            let text = "an index or a guard that may change variables is not supported for a part of a union";
            return fail(Unsupported::Union, text, between.span);
        }
        Ok(())
    }

    /// The value of the index of `e`, if it is evaluated before the place of the container: Rust reads a union after an index
    /// into a part of it, so the goal that the union has the field is about what the index leaves. Errs as
    /// [`Fx::keeps_union`] does where the way to the container has an index or a call in it, which Rust evaluates first.
    pub(super) fn index_before_union(
        &mut self,
        base: &tree::Expr,
        index: &tree::Expr,
        e: &tree::Expr,
    ) -> Result<Option<Expr>> {
        if !may_change(index) || !self.is_in_union(base)? {
            return Ok(None);
        }
        if !is_read_late(e) || !matches!(reread(base), Some(Reread::Variable)) {
            self.keeps_union(base, index)?;
        }
        let index = self.expr(index)?;
        Ok(Some(self.temp(index)))
    }

    /// Whether a place is a part of a union.
    fn is_in_union(&mut self, place: &tree::Expr) -> Result<bool> {
        let mut at = place;
        loop {
            at = match &at.kind {
                T::Field(inner, _) if self.cx.is_union(&inner.ty)? => return Ok(true),
                T::Field(inner, _) | T::TupleField(inner, _) | T::Index(inner, _) => inner,
                T::Deref(inner) | T::Adjust(_, inner) | T::Ref { expr: inner, .. } => inner,
                _ => return Ok(false),
            };
        }
    }

    /// `get_union_field::<U, T>(u, "x")`: what is in the field, and some value that nothing is known about if the union has
    /// another field. Errs with `language/variant` where there is no such field, and with `language/type` where it is of
    /// another type.
    pub(super) fn union_field(&mut self, value: &tree::Expr, field: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let Some(name) = super::builtin::literal_text(field) else {
            return fail(Language::Variant, "the name of the field must be a literal", e.span);
        };
        let (tree::Ty::Adt(def, args), true) = (super::builtin::below_shared(&value.ty), self.cx.is_union(&value.ty)?)
        else {
            return fail(Language::Variant, "get_union_field expects a union type", e.span);
        };
        let entry = self.cx.entry(*def)?;
        let Item::Adt(adt) = &entry.item else { return fail(Unsupported::Union, "this is not supported", e.span) };
        let Some(declared) = adt.variants.iter().flat_map(|v| &v.fields).find(|f| f.name == name) else {
            return fail(Language::Variant, format!("no field `{name}` for this union"), e.span);
        };
        if self.cx.is_opaque(*def)? {
            return fail(Language::OpaqueType, "disallowed: field expression for an opaque datatype", e.span);
        }
        let own = self.cx.tree.normalize(&declared.ty.subst(args), self.owner().def);
        if own != e.ty {
            return fail(Language::Type, "get_union_field has the wrong type for the field", e.span);
        }
        let path = self.cx.path(*def);
        let value = self.expr(value)?;
        let ty = self.cx.ty(&e.ty, e.span)?;
        let op = UnaryOp::Field(path, name.as_str().into(), name.as_str().into());
        Ok(Expr::new(ExprKind::Unary(op, value), ty, e.span))
    }
}
