//! The operator `?`: it gives the value inside, or leaves the function with what there is instead.
//!
//! An error of another type than the function's is converted: that is a call of `From::from`, as Rust inserts it.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, Item, Known};
use certus_vir::{Expr, ExprKind, Mode, StmtKind, Ty, UnaryOp};

use super::Fx;
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// Errs with `unsupported/try` for types that are neither `Option` nor `Result`.
    /// `e?` of a `Result` becomes `if e is Err { return Err(From::from(e->Err_0)) }` and the value `e->Ok_0`.
    pub(super) fn try_(&mut self, operand: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let span = e.span;
        self.may_return(span)?;
        if self.is_ghost() {
            return fail(Language::Mode, "the `?` operator is for code that runs", span);
        }
        let value = self.scrutinee(operand)?;
        let ret = self.exits().result().map(|ret| ret.ty.clone());
        let (Ty::Data(path, args), Some(Ty::Data(of, _))) = (value.ty.value().clone(), ret.clone()) else {
            return fail(Unsupported::Try, "`?` on this type is not supported", span);
        };
        let (good, bad) = match Known::of(&path) {
            Some(Known::Option) => ("Some", "None"),
            Some(Known::Result) => ("Ok", "Err"),
            _ => return fail(Unsupported::Try, "`?` is supported on `Option` and `Result` only", span),
        };
        if path != of {
            return fail(Unsupported::Try, "`?` between `Option` and `Result` is not supported", span);
        }
        let part = |variant: &str, ty: &Ty| {
            let op = UnaryOp::Field(path.clone(), variant.into(), "0".into());
            Expr::new(ExprKind::Unary(op, value.clone()), ty.clone(), span)
        };
        let (out, ()) = self.collect(|fx| {
            let fields = match args.get(1) {
                Some(error) => vec![("0".into(), fx.converted(part(bad, error), &operand.ty, span)?)],
                None => Vec::new(),
            };
            let ty = ret.clone().unwrap_or_else(Ty::unit);
            fx.finish_with(Expr::new(ExprKind::Ctor(path.clone(), bad.into(), fields), ty, span), span);
            Ok(())
        })?;
        let op = UnaryOp::IsVariant(path.clone(), bad.into());
        let fails = Expr::new(ExprKind::Unary(op, value.clone()), Ty::Bool, span);
        self.emit(StmtKind::If(fails, out, Vec::new()), span);
        let ty = self.cx.ty(&e.ty, span)?;
        Ok(part(good, &ty))
    }

    /// The error of an operand as the function returns it.
    /// Errs with `unsupported/try` where no impl of `From` is known, or the one there is cannot be called here.
    fn converted(&mut self, error: Expr, operand: &tree::Ty, span: Span) -> Result<Expr> {
        let returned = self.returned_type()?;
        let (Some(from), Some(into)) = (error_type(operand), error_type(&returned)) else {
            return fail(Unsupported::Try, "`?` on this type is not supported", span);
        };
        if from == into {
            return Ok(error);
        }
        let Some(declared) = self.cx.tree.lookup(Known::FromFrom.path()) else {
            return fail(Unsupported::Try, "`?` that converts the error is not supported here", span);
        };
        self.cx.mention(declared)?;
        let type_args = vec![into.clone(), from.clone()];
        // An impl that is known only by a bound is called through the trait.
        let (found, found_args) = self
            .cx
            .impl_function(declared, &type_args, self.owner().def, span)
            .unwrap_or_else(|_| (declared, type_args.clone()));
        let (def, type_args) =
            if self.cx.is_said_by_trait(declared, found)? { (declared, type_args) } else { (found, found_args) };
        let (def, mode) = self.cx.callable(def, false, span)?;
        if mode != Mode::Exec {
            return fail(Unsupported::Try, "`?` cannot convert the error here", span);
        }
        let ty = self.cx.ty(into, span)?;
        self.emit_call((def, type_args), vec![error], ty, span)
    }

    /// The type that the function or closure gives.
    fn returned_type(&mut self) -> Result<tree::Ty> {
        if let Some(exit) = self.exits().closure() {
            return Ok(exit.ty.clone());
        }
        let entry = self.cx.entry(self.owner().def)?;
        Ok(match &entry.item {
            Item::Function(function) => self.cx.tree.normalize(&function.ret, self.owner().def),
            _ => tree::Ty::Never,
        })
    }
}

/// The second argument of a `Result`.
fn error_type(ty: &tree::Ty) -> Option<&tree::Ty> {
    match ty {
        tree::Ty::Adt(_, args) => args.get(1),
        _ => None,
    }
}
