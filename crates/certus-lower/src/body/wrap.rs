//! `shr_ref_struct_wrap`: a shared reference to a struct, made of one to a field.
//!
//! ```text
//! let tracked whole: &S = shr_ref_struct_wrap(part, &S { part: arbitrary(), known: 3 }, "", "part");
//! ```
//!
//! The result is the given struct with what `part` refers to in the field. All other fields are ghost, so nobody can tell from
//! the outside that the struct was not there before: what is tracked of it is what the reference keeps borrowed.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, AdtKind, DefId, Item, Known};
use certus_vir::{Expr, ExprKind, Mode, Name, Ty, UnaryOp};

use super::Fx;
use super::builtin::{below_shared, literal_text};
use crate::error::{Result, fail};

/// The field that a reference is wrapped at.
struct Target {
    adt: DefId,
    args: Vec<tree::Ty>,
    variant: tree::Variant,
    /// The index in the variant.
    field: usize,
}

impl Fx<'_, '_> {
    /// Errs with `language/mode` where no proof may use something up, with `language/variant` where there is no such field, and with
    /// `language/type` where it has another type than the reference.
    pub(super) fn struct_wrap(&mut self, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        let [part, whole, variant, field] = args else {
            return fail(Unsupported::Builtin, "`shr_ref_struct_wrap` takes four arguments", e.span);
        };
        if !self.is_ghost() {
            return fail(Language::Mode, "cannot use `shr_ref_struct_wrap` in executable context", e.span);
        }
        if self.is_pure() || self.is_knowing() {
            let text = "cannot use `shr_ref_struct_wrap` which has mode proof here";
            return fail(Language::Mode, text, e.span);
        }
        let (Some(variant), Some(field)) = (literal_text(variant), literal_text(field)) else {
            return fail(Language::Variant, "the variant and the field must be literals", e.span);
        };
        let target = self.wrap_target(&whole.ty, &variant, &field, e.span)?;
        self.wrap_rules(&target, &part.ty, e.span)?;
        let part = self.using(true, |fx| fx.expr(part))?;
        let whole = self.knowing(|fx| fx.expr(whole))?;
        let value = self.wrapped(&target, part, whole, e.span)?;
        let value = self.temp(value);
        self.satisfies_invariant(&value, target.adt, e.span)?;
        self.retype(value, &e.ty, e.span)
    }

    /// The field of these names in a type. An empty name of the variant is that of the only one.
    fn wrap_target(&mut self, whole: &tree::Ty, variant: &str, field: &str, span: Span) -> Result<Target> {
        let (adt, args) = match below_shared(whole) {
            tree::Ty::Adt(adt, args) if self.cx.builtin(*adt).is_none() => (adt, args),
            _ => {
                let text = "second argument to `shr_ref_struct_wrap` should be a datatype";
                return fail(Language::Type, text, span);
            }
        };
        let entry = self.cx.entry(*adt)?;
        let (Item::Adt(item), false) = (&entry.item, self.cx.is_opaque(*adt)?) else {
            let text = "disallowed: `shr_ref_struct_wrap` operator for an opaque datatype";
            return fail(Language::OpaqueType, text, span);
        };
        if item.kind == AdtKind::Union {
            return fail(Unsupported::Union, "`shr_ref_struct_wrap` of a union is not supported", span);
        }
        let found = match (&item.variants[..], variant) {
            ([only], "") => Some(only),
            (all, name) => all.iter().find(|v| v.name == name),
        };
        let Some(shape) = found else {
            return fail(Language::Variant, format!("no variant `{variant}` for this datatype"), span);
        };
        let Some(index) = shape.fields.iter().position(|f| f.name == field) else {
            return fail(Language::Variant, format!("no field `{field}` for this variant"), span);
        };
        Ok(Target { adt: *adt, args: args.clone(), variant: shape.clone(), field: index })
    }

    /// The field has the type of the reference and is not ghost, all others are.
    fn wrap_rules(&mut self, target: &Target, part: &tree::Ty, span: Span) -> Result<()> {
        let tree::Ty::Ref(tree::Mutability::Shared, part) = part else {
            return fail(Language::Type, "shr_ref_struct_wrap: the first argument should be a shared reference", span);
        };
        let own = target.variant.fields[target.field].ty.subst(&target.args);
        if self.cx.tree.normalize(&own, self.owner().def) != self.cx.tree.normalize(part, self.owner().def) {
            let text = "shr_ref_struct_wrap: the type of the first argument should match that of the field";
            return fail(Language::Type, text, span);
        }
        if self.cx.type_entry(target.adt)?.attrs.mode == Some(Mode::Spec) {
            return fail(Language::Mode, "shr_ref_struct_wrap cannot target ghost-mode datatype", span);
        }
        for (index, field) in target.variant.fields.iter().enumerate() {
            let is_ghost = crate::attrs::Attrs::read(&field.attrs)?.mode == Some(Mode::Spec);
            let is_wrapper = matches!(&field.ty, tree::Ty::Adt(def, _) if self.cx.builtin(*def) == Some(Known::Ghost));
            if index == target.field && is_ghost {
                return fail(Language::Mode, "shr_ref_struct_wrap cannot target ghost-mode field", span);
            }
            if index != target.field && !is_ghost && !is_wrapper {
                let text = format!(
                    "shr_ref_struct_wrap can only be applied when all other fields of the relevant variant are ghost-mode or \
                     of type Ghost (field `{}` does not meet this requirement)",
                    field.name
                );
                return fail(Language::Mode, text, span);
            }
        }
        Ok(())
    }

    /// `whole` with `part` in the field.
    fn wrapped(&mut self, target: &Target, part: Expr, whole: Expr, span: Span) -> Result<Expr> {
        let ty = self.cx.ty(&tree::Ty::Adt(target.adt, target.args.clone()), span)?;
        if let Ty::Boxed(..) = &ty {
            return fail(Unsupported::Constructor, "this constructor is not supported", span);
        }
        let path = self.cx.path(target.adt);
        let name: Name = target.variant.name.as_str().into();
        let mut fields = Vec::new();
        for (index, field) in target.variant.fields.iter().enumerate() {
            let own = self.cx.tree.normalize(&field.ty.subst(&target.args), self.owner().def);
            let own = self.cx.ty(&own, span)?;
            let of: Name = field.name.as_str().into();
            let value = match index == target.field {
                true => Expr { ty: own, ..part.clone() },
                false => {
                    let op = UnaryOp::Field(path.clone(), name.clone(), of.clone());
                    Expr::new(ExprKind::Unary(op, whole.clone()), own, span)
                }
            };
            fields.push((of, value));
        }
        Ok(Expr::new(ExprKind::Ctor(path, name, fields), ty, span))
    }
}
