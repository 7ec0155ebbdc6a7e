//! Exec functions as values: items named without a call, what specifications say of a value, and calls of one.
//!
//! Guide page `exec_funs_as_values`, reference page `reference-signature-fnonce`. A function item is the one value of
//! its type; what its contract says about `call_requires` and `call_ensures` follows from the type.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Known};
use certus_vir::{CallPart, CallStmt, Expr, ExprKind, Mode, StmtKind, Ty, callable};

use super::Fx;
use crate::error::{Result, fail};

impl Fx<'_, '_> {
    /// A function item used as a value.
    /// `f` in `apply(f)` is the only value of the type of `f` with its generic arguments, so the value says nothing
    /// more.
    pub(super) fn fn_item(&mut self, def: DefId, args: &[tree::Ty], span: Span) -> Result<Expr> {
        if self.cx.entry(def)?.attrs.logically_atomic {
            let text = "a function with an `atomically` clause is not supported as a value";
            return fail(Unsupported::LogicalAtomicity, text, span);
        }
        let ty = self.cx.fn_item(def, args, span)?;
        Ok(Expr::new(ExprKind::TypeConst(ty.clone()), ty, span))
    }

    /// `call_requires(f, args)`, `call_ensures(f, args, output)`.
    pub(super) fn call_relation(&mut self, args: &[tree::Expr], span: Span) -> Result<Expr> {
        let values = self.operands(args.iter())?;
        match <[Expr; 2]>::try_from(values) {
            Ok([f, args]) => {
                self.is_callable(&f, span)?;
                self.cx.declare_callable(span);
                Ok(callable::requires(f, args, span))
            }
            Err(values) => {
                let Ok([f, args, output]) = <[Expr; 3]>::try_from(values) else {
                    return fail(Unsupported::FnItem, "this is not supported", span);
                };
                self.is_callable(&f, span)?;
                self.cx.declare_callable(span);
                Ok(callable::ensures(f, args, output, span))
            }
        }
    }

    /// A call of a value: what the value requires is to be proved, what it ensures is known afterwards and nothing else.
    /// `g(a, b)` becomes a call of the library function that requires `call_requires(g, (a, b))` and ensures
    /// `call_ensures(g, (a, b), result)`. Errs with `language/mode` in ghost code, where the value would have to run.
    pub(super) fn call_value(&mut self, callee: &tree::Expr, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        if self.cx.is_proof_closure(&callee.ty) {
            return self.call_proof_closure(callee, args, e);
        }
        if self.is_ghost() {
            let text = "to call a non-static function in ghost code, it must be a spec_fn";
            return fail(Language::Mode, text, e.span);
        }
        self.needs_effects("a call of a function value", e.span)?;
        self.runs_other(e.span);
        // No value changes by being called: closures that change what they capture are refused.
        let callee = match &callee.kind {
            tree::ExprKind::Ref { mutability: tree::Mutability::Mut, expr, implicit: true } => expr,
            _ => callee,
        };
        // What a closure holds is held by abstract values, of which nothing is known when they are gone.
        let f = self.looking_at(|fx| fx.expr(callee))?;
        let result = self.call_of((f, callee.span), callable::CALL_VALUE, (args, &[]), e)?;
        if e.ty == tree::Ty::Never {
            self.emit(StmtKind::Unreachable, e.span);
            return Ok(Expr::unit(e.span));
        }
        Ok(result)
    }

    /// The call of a value `f`, read at a place, as one of the function `of` with the value and its arguments as a tuple. The
    /// arguments come with the modes of their parameters.
    pub(super) fn call_of(
        &mut self,
        (f, at): (Expr, Span),
        of: &str,
        (args, modes): (&[tree::Expr], &[Mode]),
        e: &tree::Expr,
    ) -> Result<Expr> {
        let mut f = [f];
        self.check_borrowed(args, modes)?;
        let (values, targets) = self.keeping(&mut f, |fx| fx.arguments(args, modes))?;
        let [f] = f;
        for target in &targets {
            self.no_part(&target.place, e.span)?;
        }
        self.begin_call(&targets, e.span)?;
        let tys = args.iter().map(|arg| arg.ty.clone()).collect();
        let tuple = self.cx.ty(&tree::Ty::Tuple(tys), e.span)?;
        let args = self.tuple_of(values, &tuple, e.span)?;
        self.is_callable(&f, at)?;
        self.cx.declare_callable(e.span);
        let output = self.cx.ty(&e.ty, e.span)?;
        let dest = self.fresh("tmp%");
        let type_args = vec![tuple, output.clone(), f.ty.value().clone()];
        let (callee, args, within) = (of.into(), vec![f, args], self.openings());
        let call =
            CallStmt { callee, type_args, args, dest: Some(dest.clone()), within, part: CallPart::Whole, span: e.span };
        self.emit(StmtKind::Call(call), e.span);
        self.give_back_all(&targets, e.span)?;
        Ok(Expr::var(&dest, output, e.span))
    }

    /// The arguments of a call as one value.
    pub(super) fn tuple_of(&mut self, values: Vec<Expr>, tuple: &Ty, span: Span) -> Result<Expr> {
        let Ty::Data(path, _) = tuple.clone() else {
            return fail(Unsupported::ClosureCall, "calling this value is not supported", span);
        };
        let fields = values.into_iter().enumerate().map(|(i, value)| (i.to_string().into(), value)).collect();
        Ok(Expr::new(ExprKind::Ctor(path.clone(), path, fields), tuple.clone(), span))
    }

    /// Errs with `unsupported/closure-call` for values of which nothing would be known.
    pub(super) fn is_callable(&mut self, f: &Expr, span: Span) -> Result<()> {
        match f.ty.value() {
            Ty::Param(_) | Ty::FnItem(..) | Ty::Proj(..) => Ok(()),
            Ty::Data(path, _) if self.cx.output.has_closure(path) => Ok(()),
            ty if ty.is_opaque_result() => Ok(()),
            Ty::Data(path, _) if &**path == Known::FnProof.path() => Ok(()),
            _ => fail(Unsupported::ClosureCall, "calling this value is not supported", span),
        }
    }
}
