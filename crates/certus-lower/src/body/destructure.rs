//! Assignments to several places at once: `(a, b.f, _) = e`.
//!
//! The value is computed first. Its parts are assigned from left to right, as Rust does it.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, Item, PatKind};
use certus_vir::{Expr, ExprKind, Mode, UnaryOp};

use super::Fx;
use crate::error::{Result, fail};

/// The place that is written. The front end takes a place of type `&mut T` for a value that is borrowed once more.
fn written(place: &tree::Expr) -> &tree::Expr {
    match &place.kind {
        tree::ExprKind::Ref { expr, implicit: true, .. } => match &expr.kind {
            tree::ExprKind::Deref(inner) => written(inner),
            _ => place,
        },
        _ => place,
    }
}

impl Fx<'_, '_> {
    /// Errs with `unsupported/destructuring-assignment` in ghost code, and for patterns other than tuples, structs and `_`.
    pub(super) fn assign_pattern(&mut self, pat: &tree::Pat, value: &tree::Expr, span: Span) -> Result<Expr> {
        self.needs_effects("assignment", span)?;
        if self.is_ghost() {
            return fail(Unsupported::DestructuringAssignment, "destructuring assignment in ghost code", span);
        }
        let value = self.expr(value)?;
        let value = self.temp(value);
        let mut parts = Vec::new();
        self.assigned_parts(pat, value, &mut parts)?;
        for (place, value) in parts {
            self.check_target(place)?;
            if self.root_mode(place).is_some_and(|mode| mode != Mode::Exec) {
                let text = "destructuring assignment to a ghost variable is not supported";
                return fail(Unsupported::DestructuringAssignment, text, place.span);
            }
            let target = self.assigned_place(place)?;
            self.check_writable(&target, place.span)?;
            self.write_place(&target, value, span)?;
            self.prove_assigned(&target, place, span)?;
        }
        Ok(Expr::unit(span))
    }

    /// The places that a pattern assigns to, each with the part of the value that it gets.
    fn assigned_parts<'p>(
        &mut self,
        pat: &'p tree::Pat,
        value: Expr,
        out: &mut Vec<(&'p tree::Expr, Expr)>,
    ) -> Result<()> {
        match &pat.kind {
            PatKind::Wild => {
                if self.cares(&value.ty) {
                    self.resolve(value, pat.span);
                }
                Ok(())
            }
            PatKind::Place(place) => {
                out.push((written(place), value));
                Ok(())
            }
            PatKind::Tuple(fields) => {
                for field in fields {
                    let part = self.tuple_field(value.clone(), field.field, field.pat.span)?;
                    self.assigned_parts(&field.pat, part, out)?;
                }
                Ok(())
            }
            PatKind::Variant { adt, fields, .. } => {
                let entry = self.cx.entry(*adt)?;
                let Item::Adt(item) = &entry.item else {
                    return fail(Unsupported::DestructuringAssignment, "this pattern is not supported", pat.span);
                };
                if item.kind == tree::AdtKind::Union {
                    return fail(Unsupported::Union, "a pattern of a union is not supported: read its field", pat.span);
                }
                let [variant] = &item.variants[..] else {
                    let text = "the pattern of an assignment must match every value";
                    return fail(Unsupported::DestructuringAssignment, text, pat.span);
                };
                if self.cx.is_opaque(*adt)? {
                    let text = "disallowed: pattern constructor for an opaque datatype";
                    return fail(Language::OpaqueType, text, pat.span);
                }
                let (path, name) = (self.cx.path(*adt), variant.name.as_str().into());
                let tys = self.cx.fields_of(&value.ty.value().clone(), &name, pat.span)?;
                for field in fields {
                    let Some((part, ty)) = tys.get(field.field as usize).cloned() else { continue };
                    if self.cx.field_mode(*adt, 0, field.field)?.is_some() {
                        let text = "destructuring assignment of a ghost field is not supported";
                        return fail(Unsupported::DestructuringAssignment, text, field.pat.span);
                    }
                    let op = UnaryOp::Field(path.clone(), name.clone(), part);
                    let part = Expr::new(ExprKind::Unary(op, value.clone()), ty, field.pat.span);
                    self.assigned_parts(&field.pat, part, out)?;
                }
                Ok(())
            }
            _ => {
                let text = "this pattern of an assignment is not supported";
                fail(Unsupported::DestructuringAssignment, text, pat.span)
            }
        }
    }
}
