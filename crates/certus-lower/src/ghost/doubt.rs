//! Calls that stock rustc could resolve otherwise: those of methods that real types of the standard library could have
//! themselves, unknown to our declarations.
//!
//! A method of a type comes before one of a trait, and one found early behind dereferences before one found late. What the
//! standard library's types have and our declarations lack is compared by a test for names that our declarations have. The
//! names of the program's own methods are not known to that test. So a program with such a call is audited.

use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Item, Ty};

use super::Walk;
use crate::context::{Result, unsupported};

/// The crates that stand in for real ones.
const STANDARD: [&str; 3] = ["core::", "alloc::", "std::"];

impl Walk<'_, '_> {
    /// Remembers a call of a method from outside of the standard library on a type of it, or behind one.
    pub(super) fn doubt(&mut self, callee: &CallKind, args: &[tree::Expr]) -> Result<()> {
        let CallKind::Fn { def, args: generic, .. } = callee else { return Ok(()) };
        self.foreign_receiver(*def, args)?;
        if self.is_doubtful || self.is_standard(*def) {
            return Ok(());
        }
        let entry = self.cx.entry(*def)?;
        let Item::Function(function) = &entry.item else { return Ok(()) };
        if function.receiver.is_none() {
            return Ok(());
        }
        let on_foreign = match (&function.trait_method, function.is_trait_decl) {
            (Some(_), true) => generic.first().is_some_and(|this| self.is_foreign(this)),
            // Of an impl's function the type is not looked for.
            (Some(_), false) => true,
            (None, _) => false,
        };
        self.is_doubtful = on_foreign || args.first().is_some_and(|receiver| self.is_behind(receiver));
        Ok(())
    }

    /// Errs with `unsupported/vstd-source` for a method that is not of a library which is not ours, on a type of it. Not
    /// all of such a library can be read, and a method that is there and not known here would come first.
    fn foreign_receiver(&mut self, def: DefId, args: &[tree::Expr]) -> Result<()> {
        if !self.cx.tree.has_foreign_library() || self.cx.tree.is_foreign(def) || self.is_standard(def) {
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
            let text = "a method on a type of another `vstd` that is not of that library is not supported: it may have one of \
                        that name which is not known here";
            return unsupported("vstd-source", text, receiver.span);
        }
        Ok(())
    }

    fn is_standard(&self, def: DefId) -> bool {
        // Making a path takes time.
        if self.cx.tree.is_local(def) {
            return false;
        }
        let path = self.cx.tree.path(def);
        STANDARD.iter().any(|krate| path.trim_start_matches(['<', '&', '[']).starts_with(krate))
    }

    /// A type whose methods are the standard library's.
    fn is_foreign(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Ref(_, inner) => self.is_foreign(inner),
            Ty::Adt(def, _) => self.is_standard(*def),
            Ty::Param(..) | Ty::Closure(_) | Ty::FnDef(..) | Ty::Dyn(..) | Ty::Projection(..) | Ty::Opaque(..) => false,
            _ => true,
        }
    }

    /// A receiver that is found behind a dereference of a type of the standard library.
    fn is_behind(&self, receiver: &tree::Expr) -> bool {
        match &receiver.kind {
            T::Ref { expr: inner, .. } | T::Adjust(_, inner) => self.is_behind(inner),
            T::Deref(inner) => self.is_behind(inner) || matches!(&inner.ty, Ty::Adt(def, _) if self.is_standard(*def)),
            T::Call { callee: CallKind::Fn { def, .. }, .. } => {
                let path = self.cx.tree.path(*def);
                ["core::ops::Deref::deref", "core::ops::DerefMut::deref_mut"].contains(&&*path)
            }
            _ => false,
        }
    }
}
