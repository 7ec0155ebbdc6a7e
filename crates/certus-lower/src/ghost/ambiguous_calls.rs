//! Calls that stock rustc could resolve otherwise: those of methods that real types of the standard library could have
//! themselves, unknown to our declarations.
//!
//! A method of a type comes before one of a trait, and one found early behind dereferences before one found late. What the
//! standard library's types have and our declarations lack is compared by a test for names that our declarations have. The
//! names of the program's own methods are not known to that test. So a program with such a call is audited.

use certus_diagnostics::Unsupported;
use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Item, Known, Library, Ty};

use super::Walk;
use crate::context::Context;
use crate::error::{Result, fail};

/// Traits with many methods by value, of which our declarations lack some.
const BY_VALUE: [Known; 6] =
    [Known::Iterator, Known::DoubleEndedIterator, Known::Hasher, Known::IoRead, Known::IoBufRead, Known::IoWrite];

impl Walk<'_, '_> {
    /// Remembers a function of a trait that is not the standard library's, used as a value, for a type that is.
    pub(super) fn note_ambiguous_value(&mut self, def: DefId, generic: &[Ty]) -> Result<()> {
        if self.has_ambiguous_calls || self.cx.is_standard(def) {
            return Ok(());
        }
        let entry = self.cx.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        self.has_ambiguous_calls = match (&function.trait_method, function.is_trait_decl) {
            (Some(_), true) => generic.first().is_some_and(|this| self.cx.is_of_standard(this)),
            (Some(_), false) => true,
            (None, _) => false,
        };
        Ok(())
    }

    /// Remembers a call of a function from outside of the standard library on a type of it, or behind one, and a call of a
    /// method on what has methods of its traits by value.
    pub(super) fn note_ambiguous_call(&mut self, callee: &CallKind, args: &[tree::Expr]) -> Result<()> {
        let CallKind::Fn { def, args: generic, .. } = callee else { return Ok(()) };
        self.foreign_receiver(*def, args)?;
        if self.has_ambiguous_calls || self.cx.is_standard(*def) {
            return Ok(());
        }
        let entry = self.cx.entry(*def)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        let on_foreign = match (&function.trait_method, function.is_trait_decl) {
            (Some(_), true) => generic.first().is_some_and(|this| self.cx.is_of_standard(this)),
            // Of an impl's function the type is not looked for.
            (Some(_), false) => true,
            (None, _) => false,
        };
        let receiver = args.first().filter(|_| function.receiver.is_some());
        let by_value = receiver.is_some_and(|receiver| self.has_methods_by_value(&receiver.ty));
        self.has_ambiguous_calls = on_foreign || by_value || receiver.is_some_and(|receiver| self.is_behind(receiver));
        Ok(())
    }

    /// Errs with `unsupported/vstd-source` for a method that is not of a library which is not ours, on a type of it. Not
    /// all of such a library can be read, and a method that is there and not known here would come first.
    fn foreign_receiver(&mut self, def: DefId, args: &[tree::Expr]) -> Result<()> {
        if !self.cx.tree.has_foreign_library() || self.cx.tree.is_foreign(def) || self.cx.is_standard(def) {
            return Ok(());
        }
        let entry = self.cx.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        let (Some(_), Some(receiver)) = (function.receiver.as_ref(), args.first()) else { return Ok(()) };
        let mut ty = &receiver.ty;
        while let Ty::Ref(_, inner) = ty {
            ty = inner;
        }
        if matches!(ty, Ty::Adt(adt, _) if self.cx.tree.is_foreign(*adt)) {
            let text = "a method on a type of another `vstd` that is not of that library is not supported: the type \
                        may have a method of that name that Certus does not know";
            return fail(Unsupported::VstdSource, text, receiver.span);
        }
        Ok(())
    }

    /// Whether a receiver has methods of the standard library's traits that take it by value: these come before methods that
    /// take a reference.
    fn has_methods_by_value(&self, ty: &Ty) -> bool {
        let mut ty = ty;
        while let Ty::Ref(_, inner) = ty {
            ty = inner;
        }
        let traits = BY_VALUE.iter().filter_map(|known| self.cx.tree.lookup(known.path()));
        let at = self.def;
        traits.into_iter().any(|of| self.cx.tree.implements(of, std::slice::from_ref(ty), at))
    }

    /// A receiver that is found behind a dereference of a type of the standard library.
    fn is_behind(&self, receiver: &tree::Expr) -> bool {
        match &receiver.kind {
            T::Ref { expr: inner, .. } | T::Adjust(_, inner) => self.is_behind(inner),
            T::Deref(inner) => {
                self.is_behind(inner) || matches!(&inner.ty, Ty::Adt(def, _) if self.cx.is_standard(*def))
            }
            T::Call { callee: CallKind::Fn { def, .. }, .. } => {
                matches!(self.cx.tree.known(*def), Some(Known::DerefDeref | Known::DerefMutDerefMut))
            }
            _ => false,
        }
    }
}

impl Context<'_> {
    /// Whether an item is the standard library's.
    pub(crate) fn is_standard(&self, def: DefId) -> bool {
        // Making a path takes time.
        if self.tree.is_local(def) {
            return false;
        }
        Library::of_type(&self.tree.path(def)).is_some_and(Library::is_standard)
    }

    /// Whether the functions and constants of a type itself are the standard library's.
    pub(crate) fn is_of_standard(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Ref(_, inner) => self.is_of_standard(inner),
            Ty::Adt(def, _) => self.is_standard(*def),
            Ty::Param(..) | Ty::Closure(_) | Ty::FnDef(..) | Ty::Dyn(..) | Ty::Projection(..) | Ty::Opaque(..) => false,
            _ => true,
        }
    }
}
