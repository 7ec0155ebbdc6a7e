//! Values that the compiled program could lack: those given where the type is `PhantomData`.
//!
//! A ghost field is compiled as one of type `PhantomData<T>`, and what a literal gives to it is not evaluated. Which literals
//! are meant is known by the last name of their path alone (`certus-rewrite`, `erase/fields.rs`). Where that name leads to
//! another type or function, rustc finds a mismatch of types, unless `PhantomData` is wanted there as well.

use certus_diagnostics::Unsupported;
use certus_tree::{DefId, Expr, ExprKind as T, FieldValue, Item, Known, Ty};

use super::Walk;
use crate::error::{Result, fail};

impl Walk<'_, '_> {
    /// Checks what is given to a field that is not ghost.
    pub(super) fn phantom_field(&mut self, adt: DefId, variant: u32, given: &FieldValue) -> Result<()> {
        let entry = self.cx.entry(adt)?;
        let Item::Adt(item) = &entry.item else { return Ok(()) };
        let fields = item.variants.get(variant as usize).map(|variant| &variant.fields);
        let field = fields.and_then(|fields| fields.get(given.field as usize));
        field.map_or(Ok(()), |field| self.phantom_value(&field.name, &given.value))
    }

    /// Errs with `unsupported/phantom-value` for a value of type `PhantomData` that may have effects, where a type of the
    /// program has a ghost field of that name. Elements of tuple-like variants and arguments have their numbers as names.
    pub(super) fn phantom_value(&mut self, name: &str, value: &Expr) -> Result<()> {
        let Ty::Adt(adt, _) = &value.ty else { return Ok(()) };
        if has_no_effect(value) || self.cx.tree.known(*adt) != Some(Known::PhantomData) {
            return Ok(());
        }
        for def in self.cx.tree.local_items() {
            let entry = self.cx.entry(def)?;
            let Item::Adt(item) = &entry.item else { continue };
            for (variant, fields) in (0..).zip(item.variants.iter().map(|variant| &variant.fields)) {
                let Some((field, _)) = (0..).zip(fields).find(|(_, field)| field.name == name) else { continue };
                if self.cx.field_mode(def, variant, field)?.is_some() {
                    let text = format!(
                        "a value of type `PhantomData` is not supported here: `{name}` is a ghost field of `{}`, and \
                         the compiled program could confuse the two",
                        item.def.name
                    );
                    return fail(Unsupported::PhantomValue, text, value.span);
                }
            }
        }
        Ok(())
    }
}

/// Whether it makes no difference that a value of type `PhantomData` is not evaluated.
fn has_no_effect(value: &Expr) -> bool {
    match &value.kind {
        T::Local(_) | T::Const(..) => true,
        T::Ctor { fields, base, .. } => fields.is_empty() && base.is_none(),
        T::Adjust(_, inner) => has_no_effect(inner),
        _ => false,
    }
}
