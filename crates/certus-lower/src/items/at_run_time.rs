//! What is not there when the program runs. Ghost code may write that, and nothing else.
//!
//! Guide page `mutable-references` and reference page `reference-var-modes`. A mutable reference may point to a variable of code
//! that runs, also if the reference itself is tracked. A write through it is erased; so it must be of something that no program
//! has in memory, or the proof would speak of another value than the program has.

use certus_tree::{self as tree, ExprKind as T, Known, Mutability, Ty};
use certus_vir::Mode;

use crate::context::Context;
use crate::error::Result;
use crate::syntax::below_references;

/// The way to a place, up to the first mutable reference.
pub(crate) struct Way<'e> {
    /// Whether something on it is certain not to be there when the program runs.
    ///
    /// Certain is it of types without data (`int`, `Ghost<T>`), of types declared `ghost` or `tracked`, of fields declared so, and
    /// of parts of these.
    pub is_ghost: bool,
    /// What the place is a part of, if no mutable reference leads there: a variable, or a value that is in none.
    pub owner: Option<&'e tree::Expr>,
}

impl Context<'_> {
    /// The way to a place.
    pub(crate) fn way_to_place<'e>(&mut self, place: &'e tree::Expr) -> Result<Way<'e>> {
        let mut at = place;
        let mut is_ghost = self.is_without_data(&place.ty);
        loop {
            is_ghost = is_ghost || self.is_ghost_type(&at.ty)? || self.is_ghost_field(at)?;
            at = match &at.kind {
                T::Deref(base) if let T::Ref { expr, .. } = &base.kind => expr,
                T::Deref(base) if matches!(base.ty, Ty::Ref(Mutability::Mut, _)) => {
                    let is_wrapped = self.borrow_of_wrapper(base).is_some();
                    return Ok(Way { is_ghost: is_ghost || is_wrapped, owner: None });
                }
                T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) => base,
                T::Deref(base) | T::Adjust(_, base) => base,
                _ => return Ok(Way { is_ghost, owner: Some(at) }),
            };
        }
    }

    /// The mode of what a call refers to that borrows the content of a wrapper mutably: `g.borrow_mut()`, or the same by `*g`.
    pub(crate) fn borrow_of_wrapper(&mut self, e: &tree::Expr) -> Option<Mode> {
        let T::Call { callee: tree::CallKind::Fn { def, resolved, .. }, .. } = &e.kind else { return None };
        let def = resolved.as_ref().map_or(*def, |(def, _)| *def);
        match self.of_language(def) {
            Some(Known::GhostBorrowMut | Known::GhostDerefMut) => Some(Mode::Spec),
            Some(Known::TrackedBorrowMut | Known::TrackedDerefMut) => Some(Mode::Proof),
            _ => None,
        }
    }

    /// The argument of a call that is a dereference of an `Rc` or an `Arc`: what it gives is behind its argument.
    pub(crate) fn dereferenced<'e>(&mut self, e: &'e tree::Expr) -> Option<&'e tree::Expr> {
        let T::Call { callee: tree::CallKind::Fn { def, resolved, .. }, args, .. } = &e.kind else { return None };
        let def = resolved.as_ref().map_or(*def, |(def, _)| *def);
        let [arg] = &args[..] else { return None };
        let is_shared = match self.known(def) {
            Some(Known::RcDeref | Known::ArcDeref) => true,
            Some(Known::DerefDeref) => match crate::syntax::below_references(&arg.ty) {
                Ty::Adt(def, _) => matches!(self.known(*def), Some(Known::Rc | Known::Arc)),
                _ => false,
            },
            _ => false,
        };
        is_shared.then_some(arg)
    }

    /// Whether a place is a field that the compiled struct does not have.
    pub(crate) fn is_ghost_field(&mut self, e: &tree::Expr) -> Result<bool> {
        match &e.kind {
            T::Field(base, index) => match below_references(&base.ty) {
                Ty::Adt(def, _) => Ok(self.field_mode(*def, 0, *index)?.is_some()),
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// Whether no value of a type exists when the program runs. Of a type that is missing here one may.
    pub(crate) fn is_ghost_type(&mut self, ty: &Ty) -> Result<bool> {
        match ty {
            Ty::Ref(_, inner) => self.is_ghost_type(inner),
            Ty::Tuple(tys) => {
                for ty in tys {
                    if self.is_ghost_type(ty)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Ty::Adt(def, args) => {
                let path = self.path(*def);
                if Known::of(&path).is_some_and(Known::is_pointer) {
                    return args.first().map_or(Ok(false), |inner| self.is_ghost_type(inner));
                }
                Ok(self.entry(*def)?.attrs.mode.is_some_and(|mode| mode != Mode::Exec))
            }
            _ => Ok(false),
        }
    }

    /// Whether values of a type take no space and may be written in ghost code wherever they are.
    pub(crate) fn is_without_data(&mut self, ty: &Ty) -> bool {
        let Ty::Adt(def, _) = ty else { return false };
        Known::of(&self.path(*def)).is_some_and(|known| known.is_wrapper() || known.is_math())
    }
}
