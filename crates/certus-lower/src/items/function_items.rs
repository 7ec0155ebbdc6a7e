//! Functions used as values: their types, and what is known of the values from the contracts.
//!
//! Guide page `exec_funs_as_values`, reference page `reference-signature-fnonce`. A function item is the one value of
//! its type; what its contract says about `call_requires` and `call_ensures` follows from the type.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item};
use certus_vir::{Expr, ExprKind, Mode, Path, Ty, UnaryOp, callable, visit};

use crate::context::{Context, Unverified};
use crate::error::{Failed, Result, fail};

impl Context<'_> {
    /// The type of a function item; its contract is asked for.
    /// Errs with `language/mode` for functions that are not exec, and with `unsupported/fn-item` for what is no function of a
    /// trait as such.
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
        if function.trait_method.is_some() && !function.is_trait_decl {
            let text = "name the function by its trait: its impl's function used as a value is not supported";
            return fail(Unsupported::FnItem, text, span);
        }
        self.request(def);
        let path = self.path(def);
        self.function_values.add(path);
        Ok(Ty::FnItem(self.path(def), self.tys(args, span)?))
    }

    /// Adds to impls that are not verified the functions that somebody gave a contract (`assume_specification`), where
    /// the trait's function is used as a value. False when there is nothing more to add.
    pub(crate) fn specified_items(&mut self) -> bool {
        let mut added = false;
        for Unverified { number, declared, function } in self.function_values.take_used_unverified() {
            match self.contract_elsewhere(&declared, function) {
                Ok(Some(target)) => {
                    if let Some(implementation) = self.output.program_mut().impls.get_mut(number) {
                        implementation.functions.push((declared, target));
                        added = true;
                    }
                }
                Ok(None) => {}
                Err(Failed(diagnostics)) => self.output.report_all(diagnostics),
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

    /// Errs with `unsupported/fn-item` for functions used as values whose contract depends on the future of anything but their
    /// parameters, or in the precondition: then so would `call_requires` and `call_ensures`, which may decide what a prophecy
    /// is resolved to. Of parameters with mutable references, `call_ensures` counts as prophetic.
    pub(crate) fn prophetic_items(&mut self) {
        let (mut clauses, mut found) = (Vec::new(), Vec::new());
        for path in self.function_values.used().clone() {
            let targets =
                self.output.program().impls.iter().flat_map(|i| &i.functions).filter(|(declared, _)| *declared == path);
            let mut paths: Vec<Path> = targets.map(|(_, target)| target.clone()).collect();
            paths.push(path);
            let functions = paths.iter().filter_map(|path| self.output.function(path));
            for function in functions {
                let tys: Vec<Ty> = function.params.iter().map(|param| param.ty.clone()).collect();
                clauses.extend(function.requires.iter().cloned());
                found.push((tys, function.ensures.clone()));
            }
        }
        for (tys, ensures) in found {
            if !tys.iter().any(|ty| self.may_hold(ty)) {
                clauses.extend(ensures);
            }
        }
        clauses.retain(|clause| self.is_prophetic(&clause.expr));
        for span in clauses.into_iter().map(|clause| clause.span) {
            let text = "a function whose contract depends on the future is not supported as a value";
            self.output.report(Diagnostic::error(Unsupported::FnItem, text, span));
        }
    }

    /// Whether a clause may depend on the future: it mentions the final value of a mutable reference, or calls a function that
    /// is marked `prophetic`.
    pub(crate) fn is_prophetic(&mut self, clause: &Expr) -> bool {
        let (mut future, mut callees) = (false, Vec::new());
        visit::walk(clause, &mut |e| match &*e.kind {
            ExprKind::Call(path, _, args) if &**path == callable::CALL_ENSURES => {
                future |= args.get(1).is_none_or(|tuple| self.may_hold(&tuple.ty));
            }
            ExprKind::Call(path, ..) => callees.push(path.clone()),
            ExprKind::Unary(UnaryOp::MutFinal | UnaryOp::HasResolved, _) => future = true,
            // What these are made of is looked at for itself.
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Old(_) | ExprKind::Ctor(..) => {}
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::If(..) | ExprKind::Let(..) => {}
            ExprKind::Quant(..) | ExprKind::Choose(..) | ExprKind::Lambda(..) | ExprKind::Apply(..) => {}
            ExprKind::ArchBits | ExprKind::TypeConst(_) | ExprKind::Bound(..) | ExprKind::Arm(_) => {}
            ExprKind::Checked(_) => {}
        });
        let defs: Vec<DefId> = callees.iter().filter_map(|path| self.definitions.of(path)).collect();
        let mut tells = |def: DefId| {
            self.entry(def).is_ok_and(|entry| entry.attrs.prophetic.is_some()) || self.may_foretell(def).unwrap_or(true)
        };
        future || defs.into_iter().any(&mut tells)
    }

    /// Makes the functions of [`callable`] known.
    pub(crate) fn declare_callable(&mut self, span: Span) {
        for path in [callable::CALL_REQUIRES, callable::CALL_ENSURES, callable::CALL_VALUE, callable::CALL_PROOF] {
            if !self.output.has_function(path) {
                self.output.add_function(callable::function(path, span));
            }
        }
    }
}
