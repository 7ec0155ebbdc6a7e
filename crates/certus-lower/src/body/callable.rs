//! Exec functions as values: items named without a call, what specifications say of a value, and calls of one.
//!
//! Guide page `exec_funs_as_values`, reference page `reference-signature-fnonce`. A function item is the one value of
//! its type; what its contract says about `call_requires` and `call_ensures` follows from the type.

use std::collections::BTreeSet;

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item};
use certus_vir::{CallStmt, Expr, ExprKind, Mode, Path, StmtKind, Ty, UnaryOp, callable, visit};

use super::Fx;
use crate::context::Context;
use crate::error::{Result, fail};

/// Functions used as values.
#[derive(Default)]
pub(crate) struct Callables {
    /// Their paths.
    used: BTreeSet<Path>,
    /// Functions of impls that are not verified: number of the impl, the trait's function, the impl's.
    elsewhere: Vec<(usize, Path, DefId)>,
}

impl Callables {
    /// Notes functions of an impl that is not verified, each with the trait's function.
    pub(crate) fn specified_elsewhere(&mut self, number: usize, functions: Vec<(Path, DefId)>) {
        self.elsewhere.extend(functions.into_iter().map(|(declared, function)| (number, declared, function)));
    }
}

impl Context<'_> {
    /// The type of a function item; its contract is asked for.
    /// Errs with `language/mode` for functions that are not exec, and with `unsupported/fn-item` where the contract
    /// speaks of mutable references, which are no values yet.
    pub(crate) fn fn_item(&mut self, def: DefId, args: &[tree::Ty], span: Span) -> Result<Ty> {
        let def = self.extension_function(def)?.unwrap_or(def);
        let (def, mode) = self.callable(def, false, span)?;
        if mode != Mode::Exec {
            return fail(Language::Mode, "cannot use a function as a value unless it has mode 'exec'", span);
        }
        let entry = self.entry(def)?;
        let Item::Function(function) = &entry.item else {
            return fail(Unsupported::FnItem, "this used as a value is not supported", span);
        };
        let is_mutable = |ty: &tree::Ty| matches!(ty, tree::Ty::Ref(tree::Mutability::Mut, _));
        if function.params.iter().any(|param| is_mutable(&param.ty)) || is_mutable(&function.ret) {
            let text = "a function with mutable references used as a value is not supported";
            return fail(Unsupported::FnItem, text, span);
        }
        if function.trait_method.is_some() && !function.is_trait_decl {
            let text = "name the function by its trait: its impl's function used as a value is not supported";
            return fail(Unsupported::FnItem, text, span);
        }
        self.request(def);
        let path = self.path(def);
        self.callables.used.insert(path);
        Ok(Ty::FnItem(self.path(def), self.tys(args, span)?))
    }

    /// Adds to impls that are not verified the functions that somebody gave a contract (`assume_specification`), where
    /// the trait's function is used as a value. False when there is nothing more to add.
    pub(crate) fn specified_items(&mut self) -> bool {
        let mut added = false;
        let (due, later) = std::mem::take(&mut self.callables.elsewhere)
            .into_iter()
            .partition::<Vec<_>, _>(|(_, declared, _)| self.callables.used.contains(declared));
        self.callables.elsewhere = later;
        for (number, declared, function) in due {
            match self.contract_elsewhere(&declared, function) {
                Ok(Some(target)) => {
                    if let Some(implementation) = self.out.impls.get_mut(number) {
                        implementation.functions.push((declared, target));
                        added = true;
                    }
                }
                Ok(None) => {}
                Err(crate::error::Failed(diagnostics)) => self.diagnostics.extend(diagnostics),
            }
        }
        added
    }

    /// The function with the contract of one that is not verified, if somebody gave it one or it is known.
    fn contract_elsewhere(&mut self, declared: &Path, function: DefId) -> Result<Option<Path>> {
        if let Some(specification) = self.specification_of(function)? {
            self.request(specification);
            return Ok(Some(self.path(specification)));
        }
        self.derived_contract(declared, function)
    }

    /// Errs with `unsupported/fn-item` for functions used as values whose contract depends on the future: then so would
    /// `call_requires` and `call_ensures`, which may decide what a prophecy is resolved to.
    pub(crate) fn prophetic_items(&mut self) {
        let mut clauses = Vec::new();
        for path in std::mem::take(&mut self.callables.used) {
            let targets = self.out.impls.iter().flat_map(|i| &i.functions).filter(|(declared, _)| *declared == path);
            let mut paths: Vec<Path> = targets.map(|(_, target)| target.clone()).collect();
            paths.push(path);
            let functions = paths.iter().filter_map(|path| self.out.functions.get(path));
            clauses.extend(functions.flat_map(|f| f.requires.iter().chain(&f.ensures)).cloned());
        }
        clauses.retain(|clause| self.is_prophetic(&clause.expr));
        for span in clauses.into_iter().map(|clause| clause.span) {
            let text = "a function whose contract depends on the future is not supported as a value";
            self.diagnostics.push(Diagnostic::error(Unsupported::FnItem, text, span));
        }
    }

    pub(super) fn is_prophetic(&mut self, clause: &Expr) -> bool {
        let (mut future, mut callees) = (false, Vec::new());
        visit::walk(clause, &mut |e| match &*e.kind {
            ExprKind::Call(path, ..) => callees.push(path.clone()),
            ExprKind::Unary(UnaryOp::MutFinal, _) => future = true,
            _ => {}
        });
        let defs: Vec<DefId> = callees.iter().filter_map(|path| self.defs.get(path).copied()).collect();
        future || defs.into_iter().any(|def| self.entry(def).is_ok_and(|entry| entry.attrs.prophetic.is_some()))
    }

    /// Makes the functions of [`callable`] known.
    pub(super) fn declare_callable(&mut self, span: Span) {
        for path in [callable::CALL_REQUIRES, callable::CALL_ENSURES, callable::CALL_VALUE] {
            if !self.out.functions.contains_key(path) {
                self.out.functions.insert(path.into(), callable::function(path, span));
            }
        }
    }
}

impl Fx<'_, '_> {
    /// A function item used as a value.
    pub(super) fn fn_item(&mut self, def: DefId, args: &[tree::Ty], span: Span) -> Result<Expr> {
        let ty = self.cx.fn_item(def, args, span)?;
        Ok(Expr::new(ExprKind::TypeConst(ty.clone()), ty, span))
    }

    /// `call_requires(f, args)`, `call_ensures(f, args, output)`.
    pub(super) fn call_relation(&mut self, args: &[tree::Expr], span: Span) -> Result<Expr> {
        let values = self.operands(args.iter())?;
        match <[Expr; 2]>::try_from(values) {
            Ok([f, args]) => {
                self.is_callable(&f, &args, span)?;
                self.cx.declare_callable(span);
                Ok(callable::requires(f, args, span))
            }
            Err(values) => {
                let Ok([f, args, output]) = <[Expr; 3]>::try_from(values) else {
                    return fail(Unsupported::FnItem, "this is not supported", span);
                };
                self.is_callable(&f, &args, span)?;
                self.cx.declare_callable(span);
                Ok(callable::ensures(f, args, output, span))
            }
        }
    }

    /// A call of a value: what the value requires is to be proved, what it ensures is known afterwards and nothing else.
    pub(super) fn call_value(&mut self, callee: &tree::Expr, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        if self.ghost {
            let text = "to call a non-static function in ghost code, it must be a spec_fn";
            return fail(Language::Mode, text, e.span);
        }
        self.needs_effects("a call of a function value", e.span)?;
        if self.no_unwind {
            let text = "calls in a function with `no_unwind` are not supported";
            return fail(Unsupported::Unwind, text, e.span);
        }
        // No value changes by being called: closures that change what they capture are refused.
        let callee = match &callee.kind {
            tree::ExprKind::Ref { mutability: tree::Mutability::Mut, expr, implicit: true } => expr,
            _ => callee,
        };
        let mut values = self.operands(std::iter::once(callee).chain(args))?;
        let f = values.remove(0); // The callee is among them.
        let tys = args.iter().map(|arg| arg.ty.clone()).collect();
        let tuple = self.cx.ty(&tree::Ty::Tuple(tys), e.span)?;
        let Ty::Data(path, _) = tuple.clone() else {
            return fail(Unsupported::ClosureCall, "calling this value is not supported", e.span);
        };
        let fields = values.into_iter().enumerate().map(|(i, value)| (i.to_string().into(), value)).collect();
        let args = Expr::new(ExprKind::Ctor(path.clone(), path, fields), tuple.clone(), e.span);
        self.is_callable(&f, &args, callee.span)?;
        self.cx.declare_callable(e.span);
        let output = self.cx.ty(&e.ty, e.span)?;
        let dest = self.fresh("tmp%");
        let type_args = vec![tuple, output.clone(), f.ty.value().clone()];
        let callee = callable::CALL_VALUE.into();
        let call = CallStmt { callee, type_args, args: vec![f, args], dest: Some(dest.clone()), span: e.span };
        self.emit(StmtKind::Call(call), e.span);
        if e.ty == tree::Ty::Never {
            self.emit(StmtKind::Unreachable, e.span);
            return Ok(Expr::unit(e.span));
        }
        Ok(Expr::var(&dest, output, e.span))
    }

    /// Errs with `unsupported/closure-call` for values of which nothing would be known, and for mutable references as
    /// arguments, of which the future would be known.
    fn is_callable(&mut self, f: &Expr, args: &Expr, span: Span) -> Result<()> {
        if let Ty::Data(_, tys) = args.ty.value()
            && tys.iter().any(|ty| matches!(ty.value(), Ty::MutRef(_)))
        {
            let text = "a call of a function value with a mutable reference is not supported";
            return fail(Unsupported::ClosureCall, text, span);
        }
        match f.ty.value() {
            Ty::Param(_) | Ty::FnItem(..) | Ty::Proj(..) => Ok(()),
            Ty::Data(path, _) if self.cx.out.closures.contains_key(path) => Ok(()),
            _ => fail(Unsupported::ClosureCall, "calling this value is not supported", span),
        }
    }
}
