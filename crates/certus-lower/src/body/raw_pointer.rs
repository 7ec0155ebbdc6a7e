//! Casts and comparisons of raw pointers.
//!
//! A raw pointer is a value that the library describes (`vstd::raw_ptr`): an address, a provenance, and metadata. A cast
//! is a call of a spec function there, in code that runs too: it only makes another pointer. A comparison is the call of a
//! function of the standard library, of which the contract is known only: it looks at less than the pointer is. What is
//! behind a pointer is reached through the functions of the library, which ask for a permission.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, BinOp, DefId, Item, Known};
use certus_vir::{Expr, IntKind, Ty};

use super::Fx;
use crate::THE_LIBRARY;
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// A cast of a raw pointer; `None` for other values. `from` and `to` are the types before and after it.
    /// `p as *const T` of `p: *mut T` is `p`; `p as *mut U` is the same address with the metadata of a `U`; `p as u64` is
    /// the address as a `u64`. Errs with `unsupported/cast` for a cast that is not one of these.
    pub(super) fn pointer_cast(
        &mut self,
        value: &Expr,
        from: &tree::Ty,
        to: &tree::Ty,
        span: Span,
    ) -> Result<Option<Expr>> {
        let tree::Ty::RawPtr(_, from) = from else { return Ok(None) };
        let old = self.cx.ty(from, span)?;
        let ty = self.cx.ty(to, span)?;
        if let tree::Ty::RawPtr(_, to) = to {
            return self.between_pointers(value, (from, old), (to, ty), span).map(Some);
        }
        if ty.int_kind().is_none() {
            return fail(Unsupported::Cast, "this cast is not supported", span);
        }
        let address = self.of_pointer(Known::CastPtrToUsize, vec![old], value, Ty::Int(IntKind::Usize), span)?;
        self.convert(address, ty, span).map(Some)
    }

    /// A cast of one raw pointer to another; `ty` is the type of the new one.
    fn between_pointers(
        &mut self,
        value: &Expr,
        (from, old): (&tree::Ty, Ty),
        (to, ty): (&tree::Ty, Ty),
        span: Span,
    ) -> Result<Expr> {
        if from == to {
            return Ok(Expr { ty, span, ..value.clone() });
        }
        let element = |of: &Ty| match of {
            Ty::Data(_, args) => args.first().cloned().into_iter().collect(),
            _ => Vec::new(),
        };
        let Some(new) = ty.pointee().cloned() else {
            return fail(Unsupported::Cast, "this cast is not supported", span);
        };
        let (function, types) = match (from, to) {
            (tree::Ty::Slice(_), tree::Ty::Slice(_)) => {
                (Known::CastSlicePtrToSlicePtr, [element(&old), element(&new)].concat())
            }
            (tree::Ty::Slice(_), tree::Ty::Str) => (Known::CastSlicePtrToStrPtr, element(&old)),
            (tree::Ty::Str, tree::Ty::Slice(_)) => (Known::CastStrPtrToSlicePtr, element(&new)),
            (tree::Ty::Array(of, _), tree::Ty::Slice(to)) if of == to => match old {
                Ty::Data(_, args) => (Known::CastArrayPtrToSlicePtr, args),
                _ => return fail(Unsupported::Cast, "this cast is not supported", span),
            },
            // Where the new pointee has no size of its own, the metadata stays, and what it is about is not known here.
            _ if self.is_sized(to) => (Known::CastPtrToThinPtr, vec![old, new]),
            _ => return fail(Unsupported::Cast, "this cast of a raw pointer is not supported", span),
        };
        self.of_pointer(function, types, value, ty, span)
    }

    /// Whether values of a type have a size that is known when the program is compiled.
    fn is_sized(&self, ty: &tree::Ty) -> bool {
        let sized = self.cx.tree.lookup(Known::Sized.path());
        sized.is_some_and(|sized| self.cx.tree.implements(sized, std::slice::from_ref(ty), self.owner().def))
    }

    /// A call of a spec function of the library on a pointer.
    fn of_pointer(&mut self, function: Known, types: Vec<Ty>, value: &Expr, ty: Ty, span: Span) -> Result<Expr> {
        if self.cx.tree.lookup(function.path()).is_none() {
            return fail(Unsupported::Cast, format!("casts of raw pointers need {THE_LIBRARY}`"), span);
        }
        self.library(function, types, vec![value.clone()], ty, span)
    }

    /// A comparison of raw pointers in code that runs; `None` for other operands.
    /// `p == q` is `PartialEq::eq(&p, &q)`, of which the contract says what it compares: not the provenance.
    pub(super) fn pointer_comparison(
        &mut self,
        op: BinOp,
        l: &tree::Expr,
        r: &tree::Expr,
        e: &tree::Expr,
    ) -> Result<Option<Expr>> {
        if !matches!(l.ty, tree::Ty::RawPtr(..)) {
            return Ok(None);
        }
        let (declared, trait_) = match op {
            BinOp::Eq | BinOp::Ne => (Known::PartialEqEq, Known::PartialEq),
            BinOp::Lt => (Known::PartialOrdLt, Known::PartialOrd),
            BinOp::Le => (Known::PartialOrdLe, Known::PartialOrd),
            BinOp::Gt => (Known::PartialOrdGt, Known::PartialOrd),
            BinOp::Ge => (Known::PartialOrdGe, Known::PartialOrd),
            _ => return fail(Unsupported::Operator, "this operator is not supported on raw pointers", e.span),
        };
        if self.is_ghost() {
            return fail(Language::Mode, "raw pointers are compared in code that runs only", e.span);
        }
        let Some((def, type_args)) = self.function_of_impl(trait_, Some(declared), &l.ty)? else {
            return fail(Unsupported::Comparison, "this comparison of raw pointers is not supported", e.span);
        };
        let Some(result) = self.call_operator((def, type_args), [l, r], true, e)? else {
            return fail(Unsupported::Comparison, "this comparison of raw pointers is not supported", e.span);
        };
        Ok(Some(if op == BinOp::Ne { Expr { span: e.span, ..Expr::not(result) } } else { result }))
    }

    /// The call of the function of the standard library that an operator is; `None` for a function that does not run. Where
    /// `by_reference`, it takes references to the operands.
    pub(super) fn call_operator(
        &mut self,
        (def, type_args): (DefId, Vec<tree::Ty>),
        operands: [&tree::Expr; 2],
        by_reference: bool,
        e: &tree::Expr,
    ) -> Result<Option<Expr>> {
        self.cx.mention(def)?;
        let (def, mode) = self.cx.callable(def, false, e.span)?;
        if mode != certus_vir::Mode::Exec {
            return Ok(None);
        }
        self.needs_effects("an operator of code that runs", e.span)?;
        let mut values = self.operands(operands.into_iter())?;
        if by_reference {
            values.iter_mut().for_each(|value| value.ty = Ty::Ref(Box::new(value.ty.clone())));
        }
        let ret = self.cx.ty(&e.ty, e.span)?;
        self.emit_call((def, type_args), values, ret, e.span).map(Some)
    }

    /// The function of the standard library that an operator on two values of a type is, with its type arguments: the one
    /// that is declared in the trait, or the first one of the impl.
    pub(super) fn function_of_impl(
        &mut self,
        trait_: Known,
        declared: Option<Known>,
        ty: &tree::Ty,
    ) -> Result<Option<(DefId, Vec<tree::Ty>)>> {
        let tree = self.cx.tree;
        let declared = declared.map(|declared| tree.lookup(declared.path()));
        let (Some(trait_), None | Some(Some(_))) = (tree.lookup(trait_.path()), declared) else { return Ok(None) };
        let args = [ty.clone(), ty.clone()];
        let Some((found, type_args)) = tree.find_impl(trait_, &args, self.owner().def) else { return Ok(None) };
        let entry = self.cx.entry(found)?;
        let Item::Impl(of) = &entry.item else { return Ok(None) };
        for def in &of.items {
            let entry = self.cx.entry(*def)?;
            let Item::Function(function) = &entry.item else { continue };
            if declared.is_none_or(|declared| function.trait_method.map(|(_, of)| of) == declared) {
                return Ok(Some((*def, type_args)));
            }
        }
        Ok(None)
    }
}
