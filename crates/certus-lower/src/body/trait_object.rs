//! Coercions to trait objects: `&x as &dyn T`, `Box::new(x)` where a `Box<dyn T>` is expected.
//!
//! What is known of the object is what the spec functions of its trait say of the value (`items/dyn_trait.rs`).
//!
//! `let d: &dyn Shape = &square;` becomes
//!
//! ```text
//! d == to_dyn::<Square>(square)
//! forall|by| Shape::scaled(d, by) == Shape::scaled(square, by)      for each spec function of `Shape`
//! ```

use certus_diagnostics::{Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known, Mutability};
use certus_vir::{Binder, Expr, ExprKind, Mode, Path, QuantKind, StmtKind, Trigger, Ty};

use super::Fx;
use crate::error::{Result, fail};
use crate::items::to_dyn;

/// What a pointer to a trait object points to, and what the pointer is.
fn pointee(ty: &tree::Ty) -> Option<(Option<DefId>, &tree::Ty)> {
    match ty {
        tree::Ty::Ref(Mutability::Shared, inner) => Some((None, inner)),
        tree::Ty::Adt(def, args) => args.first().map(|inner| (Some(*def), inner)),
        _ => None,
    }
}

impl Fx<'_, '_> {
    /// The object that a coercion makes; `None` for coercions to other types. One between objects of one type changes nothing; an object
    /// of a trait becomes one of a trait above it as any value does. Errs with
    /// `unsupported/dyn` for mutable references, for pointers other than boxes and counted ones, and in specifications.
    pub(super) fn trait_object(&mut self, inner: &tree::Expr, e: &tree::Expr) -> Result<Option<Expr>> {
        let is_object = |ty: &tree::Ty| match ty {
            tree::Ty::Ref(_, to) => matches!(&**to, tree::Ty::Dyn(..)),
            tree::Ty::Adt(_, args) => matches!(args.first(), Some(tree::Ty::Dyn(..))),
            _ => false,
        };
        if !is_object(&e.ty) {
            return Ok(None);
        }
        let not_yet = |text: &str| fail(Unsupported::Dyn, text, e.span);
        if let (tree::Ty::Ref(Mutability::Mut, from), tree::Ty::Ref(Mutability::Mut, to)) = (&inner.ty, &e.ty)
            && matches!((&**from, &**to), (tree::Ty::Dyn(..), tree::Ty::Dyn(..)))
            && self.cx.ty(from, e.span)? == self.cx.ty(to, e.span)?
        {
            return self.expr(inner).map(Some);
        }
        let (Some((from_pointer, from)), Some((to_pointer, to))) = (pointee(&inner.ty), pointee(&e.ty)) else {
            return not_yet("a coercion of a mutable reference to one to a trait object is not supported");
        };
        let is_pointer = to_pointer.is_none_or(|def| self.cx.known(def).is_some_and(Known::is_pointer));
        let tree::Ty::Dyn(trait_, _) = to else { return Ok(None) };
        if from_pointer != to_pointer || !is_pointer {
            return not_yet("this coercion to a trait object is not supported");
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        let (of, object_ty) = (self.cx.ty(from, e.span)?, self.cx.ty(to, e.span)?);
        if of == object_ty {
            let value = self.expr(inner)?;
            return Ok(Some(Expr { ty, ..value }));
        }
        if self.is_pure() {
            return not_yet("a coercion to a trait object is not supported in specifications");
        }
        let value = self.expr(inner)?;
        let Ty::Data(objects, _) = &object_ty else { return Ok(None) };
        let path = to_dyn(objects);
        let made = Expr::new(ExprKind::Call(path, vec![of.clone()], vec![value.clone()]), object_ty.clone(), e.span);
        let object = self.arbitrary(object_ty, e.span);
        self.emit(StmtKind::Assume(Expr::eq(object.clone(), made)), e.span);
        self.inherits(&object, &[&value], e.span);
        for trait_ in self.cx.traits_of_objects(*trait_, e.span)? {
            self.same_specifications(trait_, (&object, &object.ty), (&value, &of), e.span)?;
        }
        Ok(Some(Expr { ty, ..object }))
    }

    /// The spec functions of the trait say the same of the object as of the value.
    fn same_specifications(
        &mut self,
        trait_: DefId,
        (object, object_ty): (&Expr, &Ty),
        (value, value_ty): (&Expr, &Ty),
        span: Span,
    ) -> Result<()> {
        // What is said of an external trait is with its specification.
        let trait_ = self.cx.trait_proxy(trait_)?.unwrap_or(trait_);
        let entry = self.cx.entry(trait_)?;
        let Item::Trait(item) = &entry.item else { return Ok(()) };
        for id in &item.items {
            let id = self.cx.extension_function(*id)?.unwrap_or(*id);
            let of = self.cx.entry(id)?;
            let Item::Function(function) = &of.item else { continue };
            if self.cx.mode_of(id)? != Mode::Spec || function.receiver.is_none() || self.cx.is_for_sized(function) {
                continue;
            }
            self.cx.request(id);
            let path = self.cx.path(id);
            let mut binders = Vec::new();
            for param in function.params.iter().skip(1) {
                let ty = self.cx.tree.normalize(&param.ty, id);
                binders.push(Binder { var: self.fresh("x%"), ty: self.cx.ty(&ty, span)? });
            }
            let ret = self.cx.tree.normalize(&function.ret, id);
            let ret = self.cx.ty(&ret, span)?;
            let said = |of: &Expr, ty: &Ty| said_of(&path, (of, ty), &binders, &ret, span);
            let (left, right) = (said(object, object_ty), said(value, value_ty));
            let fact = Expr::eq(left.clone(), right);
            let fact = match binders.is_empty() {
                true => fact,
                false => {
                    let trigger = Trigger::Given(vec![vec![left]]);
                    Expr::new(ExprKind::Quant(QuantKind::Forall, binders, trigger, fact), Ty::Bool, span)
                }
            };
            self.emit(StmtKind::Assume(fact), span);
        }
        Ok(())
    }
}

/// What a spec function of a trait says of a value.
fn said_of(path: &Path, (of, ty): (&Expr, &Ty), binders: &[Binder], ret: &Ty, span: Span) -> Expr {
    let others = binders.iter().map(|binder| Expr::var(&binder.var, binder.ty.clone(), span));
    let args = std::iter::once(of.clone()).chain(others).collect();
    Expr::new(ExprKind::Call(path.clone(), vec![ty.clone()], args), ret.clone(), span)
}
