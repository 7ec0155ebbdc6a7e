//! Types without values, as rustc knows them.
//!
//! rustc takes what follows a call of such a type as unreachable, and checks no borrows there. That is right only where the
//! call does not return. But ghost values exist of every type, and the ghost fields of a struct are there in the text that
//! rustc checks, while no value of them exists when the program runs.

use certus_diagnostics::Unsupported;
use certus_tree::{self as tree, DefId, Known};
use certus_vir::Mode;

use super::Walk;
use crate::error::{Result, fail};

/// Which fields can make a type empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// All, and also those that are not known.
    Unknown,
    /// All that rustc can see: of a type from another crate, it does not look at private fields.
    Visible,
    /// The same without ghost fields.
    AtRunTime,
}

impl Walk<'_, '_> {
    /// True for a type that rustc may know to have no values. A call of such a type ends the path for rustc.
    pub(super) fn may_be_empty(&mut self, ty: &tree::Ty) -> Result<bool> {
        self.is_empty_within(ty, Counted::Unknown, &mut Vec::new())
    }

    /// Errs with `unsupported/empty-type` for a call that may return, though its type has no values for rustc.
    pub(super) fn returns_for_rustc(&mut self, e: &tree::Expr) -> Result<()> {
        if !self.is_empty_within(&e.ty, Counted::Visible, &mut Vec::new())? {
            return Ok(());
        }
        let is_ghost = self.builtin(e) == Some(Known::GhostLet);
        if !is_ghost && self.is_empty_within(&e.ty, Counted::AtRunTime, &mut Vec::new())? {
            return Ok(());
        }
        let text = "a ghost value of a type without values is not supported here: rustc would not check what follows";
        fail(Unsupported::EmptyType, text, e.span)
    }

    /// An enum without variants is empty, and so is a type with a field of an empty type in each of its variants. A type
    /// that contains itself counts as one with values, as it does for rustc.
    fn is_empty_within(&mut self, ty: &tree::Ty, counted: Counted, outer: &mut Vec<DefId>) -> Result<bool> {
        match ty {
            tree::Ty::Never => Ok(true),
            tree::Ty::Tuple(items) => {
                for item in items {
                    if self.is_empty_within(item, counted, outer)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            tree::Ty::Array(item, _) => self.is_empty_within(item, counted, outer),
            tree::Ty::Projection(..) => match self.cx.tree.normalize(ty, self.def) {
                tree::Ty::Projection(..) => Ok(false),
                known => self.is_empty_within(&known, counted, outer),
            },
            tree::Ty::Adt(def, args) => {
                if outer.contains(def) {
                    return Ok(false);
                }
                outer.push(*def);
                let is_empty = self.is_empty_adt(*def, args, counted, outer);
                outer.pop();
                is_empty
            }
            // A reference has values for rustc whatever it points to. Nothing is known of a parameter, for rustc as for us.
            tree::Ty::Bool | tree::Ty::Char | tree::Ty::Str | tree::Ty::Int(_) | tree::Ty::Float(_) => Ok(false),
            tree::Ty::Ref(..) | tree::Ty::RawPtr(..) | tree::Ty::Slice(_) | tree::Ty::Param(..) => Ok(false),
            tree::Ty::FnDef(..) | tree::Ty::FnPtr(..) | tree::Ty::Closure(_) | tree::Ty::Dyn(..) => Ok(false),
            tree::Ty::Opaque(..) | tree::Ty::Const(_) => Ok(false),
        }
    }

    /// A union may hold bits that are no value of any of its fields, so it is never one. A type with a field that is
    /// not known counts as empty where that is the side on which nothing is left unchecked.
    fn is_empty_adt(
        &mut self,
        def: DefId,
        args: &[tree::Ty],
        counted: Counted,
        outer: &mut Vec<DefId>,
    ) -> Result<bool> {
        let entry = self.cx.entry(def)?;
        let tree::Item::Adt(item) = &entry.item else { return Ok(true) };
        if item.kind == tree::AdtKind::Union {
            return Ok(false);
        }
        let is_open = item.has_unknown_field && !item.unknown_has_values;
        if is_open && (counted == Counted::Unknown || self.cx.tree.is_local(def)) {
            return Ok(true);
        }
        for (number, variant) in (0..).zip(&item.variants) {
            let mut is_empty = false;
            for (index, field) in (0..).zip(&variant.fields) {
                let is_left_out =
                    counted == Counted::AtRunTime && self.cx.field_mode(def, number, index)? == Some(Mode::Spec);
                is_empty |= !is_left_out && self.is_empty_within(&field.ty.subst(args), counted, outer)?;
            }
            if !is_empty {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
