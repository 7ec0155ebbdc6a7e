//! Closures of proof code: `proof_fn|x, tracked t| ..`, and calls of them.
//!
//! The type `FnProof` says how a closure may be used and which of its parameters are tracked; what it captures is not part of
//! the type, and rustc answers for it. As of a closure of code that runs, the contract is known and nothing else, and the body
//! is checked once, where the closure is made. What a proof closure captures it cannot change, so that each call finds it as
//! the first one did; it opens no invariant; and it has no way to itself: what it captures was there before it, and its type
//! may not occur among its own parameters.

use std::collections::{BTreeSet, HashSet};

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Known, LocalId};
use certus_vir::{Binder, Expr, ExprKind, Mode, Ownership, StmtKind, Ty, UnaryOp, callable};

use super::fx::Exits;
use super::{Fx, Slot};
use crate::context::Context;
use crate::error::{Result, fail};
use crate::syntax::below_references;

/// What the type of a proof closure says.
pub(crate) struct ProofClosure {
    /// The type that its options are.
    pub(crate) options: tree::Ty,
    /// The modes of the parameters.
    pub(crate) params: Vec<Mode>,
    /// The mode of the result.
    pub(crate) ret: Mode,
    /// All arguments of the type.
    args: Vec<tree::Ty>,
}

impl Context<'_> {
    /// Whether a type is that of a proof closure, or a reference to one.
    pub(crate) fn is_proof_closure(&mut self, ty: &tree::Ty) -> bool {
        matches!(below_references(ty), tree::Ty::Adt(def, _) if self.builtin(*def) == Some(Known::FnProof))
    }

    /// What the type of a proof closure, or of a reference to one, says. Errs with `language/mode` where it does not say the
    /// modes: they may be type parameters.
    pub(crate) fn proof_closure(&mut self, ty: &tree::Ty, span: Span) -> Result<ProofClosure> {
        let unknown = || fail(Language::Mode, "could not read mode annotations from `proof_fn` type", span);
        let tree::Ty::Adt(_, args) = below_references(ty) else { return unknown() };
        let [options, tree::Ty::Tuple(modes), ret, tree::Ty::Tuple(params), _] = &args[..] else { return unknown() };
        let mode = |cx: &mut Self, ty: &tree::Ty| match ty {
            tree::Ty::Tuple(parts) if parts.is_empty() => Some(Mode::Spec),
            tree::Ty::Adt(def, _) if cx.builtin(*def) == Some(Known::Trk) => Some(Mode::Proof),
            _ => None,
        };
        let Some(ret) = mode(self, ret) else { return unknown() };
        let Some(modes) = modes.iter().map(|ty| mode(self, ty)).collect::<Option<Vec<_>>>() else { return unknown() };
        if modes.len() != params.len() {
            return unknown();
        }
        Ok(ProofClosure { options: options.clone(), params: modes, ret, args: args.clone() })
    }

    /// The type `R` if the options of a proof closure have `ReqEns<R>`, also where only a bound at `at` says so.
    fn contract_of_options(&mut self, options: &tree::Ty, at: DefId) -> Result<Option<tree::Ty>> {
        match options {
            tree::Ty::Adt(def, args) if self.builtin(*def) == Some(Known::FOpts) => Ok(match args.get(1) {
                Some(tree::Ty::Adt(def, args)) if self.builtin(*def) == Some(Known::RqEn) => args.first().cloned(),
                _ => None,
            }),
            tree::Ty::Param(..) => {
                let entry = self.entry(at)?;
                let tree::Item::Function(function) = &entry.item else { return Ok(None) };
                let mut found = None;
                for clause in &function.generics.clauses {
                    if let [of, contract] = &clause.args[..]
                        && of == options
                        && self.builtin(clause.trait_) == Some(Known::ProofFnReqEns)
                    {
                        found = Some(contract.clone());
                    }
                }
                Ok(found)
            }
            _ => Ok(None),
        }
    }
}

/// How a call uses the closure that it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// It is used up.
    Once,
    /// Nobody else may have it.
    Mut,
    /// A shared reference to it is enough.
    Shared,
}

impl Context<'_> {
    /// How a call of a closure with these options uses it: by what the options are, or what a bound at `at` says of them. Where
    /// neither tells, it is used up. Rustc checks that the options allow it.
    pub(crate) fn usage_of(&mut self, options: &tree::Ty, at: DefId) -> Result<Usage> {
        if let tree::Ty::Adt(def, args) = options {
            let is_known = self.builtin(*def) == Some(Known::FOpts);
            return Ok(match args.first() {
                Some(tree::Ty::Const(tree::ConstArg::Value(2))) if is_known => Usage::Mut,
                Some(tree::Ty::Const(tree::ConstArg::Value(3))) if is_known => Usage::Shared,
                _ => Usage::Once,
            });
        }
        let entry = self.entry(at)?;
        let tree::Item::Function(function) = &entry.item else { return Ok(Usage::Once) };
        let mut usage = Usage::Once;
        for clause in &function.generics.clauses {
            if clause.args.first() != Some(options) {
                continue;
            }
            match self.builtin(clause.trait_) {
                Some(Known::ProofFn) => usage = Usage::Shared,
                Some(Known::ProofFnMut) if usage == Usage::Once => usage = Usage::Mut,
                _ => {}
            }
        }
        Ok(usage)
    }
}

impl Fx<'_, '_> {
    /// A proof closure as a value.
    /// `proof_fn|x: u8| -> (r: u8) requires R ensures E { b }` becomes a proof on the side that `b` meets the contract, for any
    /// `x`, a new variable for the closure, and what the contract says of `call_requires` and `call_ensures` of it.
    pub(super) fn proof_closure(&mut self, closure: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let tree::ExprKind::Closure { params, body, .. } = &closure.kind else {
            return fail(Language::Closure, "the argument to `closure_to_fn_proof` must be a closure", closure.span);
        };
        if !self.is_ghost() {
            return fail(Language::Mode, "`proof_fn` closures are only allowed in proof mode", e.span);
        }
        self.needs_effects("a `proof_fn` closure", e.span)?;
        if body.ty == tree::Ty::Never {
            return fail(Unsupported::Closure, "a `proof_fn` closure that gives `!` is not supported", e.span);
        }
        let said = self.cx.proof_closure(&e.ty, e.span)?;
        if said.params.len() != params.len() {
            return fail(Language::Mode, "could not read mode annotations from `proof_fn` type", e.span);
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        // The parameters as passed: declared outside of the proof on the side, so that nothing can change them.
        let passed = self.passed(params)?;
        let result = Binder { var: self.fresh("result%"), ty: self.cx.ty(&body.ty, body.span)? };
        let exits = Exits::with_result(result.clone());
        let (stmts, contract) = self.collect(|fx| {
            fx.aside(|fx| {
                fx.with_exits(exits, |fx| {
                    fx.using(true, |fx| fx.checked_statements(params, &passed, body, Some(&said.params)))
                })
            })
        })?;
        self.captures_no_reference(closure, body)?;
        self.emit(StmtKind::Aside { binders: passed.clone(), body: stmts, conclusions: Vec::new() }, e.span);
        let made = self.fresh("closure%");
        self.emit(StmtKind::Declare(Binder { var: made.clone(), ty: ty.clone() }, None), e.span);
        for local in self.outer_locals(closure, body) {
            if let Some(Slot::Var(binder)) = self.slot(local).cloned()
                && self.notes_reads()
                && self.may_change(&binder.var)
                && self.cx.may_hold(&binder.ty)
            {
                self.note(Ownership::Holds(binder.var), &made, Vec::new(), e.span);
            }
        }
        let value = Expr::var(&made, ty, e.span);
        self.contract_of_closure(&value, &passed, &result, contract);
        Ok(value)
    }

    /// Errs with `unsupported/closure` for a closure that uses a variable around it with mutable references in its type: what
    /// they refer to in the end would be decided by a call that may never happen. The same for type parameters where the
    /// function speaks of resolved values. What runs is not moved into a closure: it is dropped where it is.
    pub(super) fn captures_no_reference(&mut self, closure: &tree::Expr, body: &tree::Expr) -> Result<()> {
        for local in self.outer_locals(closure, body) {
            let (ty, name) = (self.local(local).ty.clone(), self.local_name(local));
            let why = if self.cx.refers_for_all(&ty) {
                "which has a mutable reference in it, is not supported"
            } else if self.cx.may_refer(&ty) && self.speaks_of_borrows() {
                "which may have a mutable reference in it, is not supported in a function that speaks of `has_resolved`"
            } else {
                ""
            };
            if !why.is_empty() {
                let text = format!("a `proof_fn` closure that uses `{name}`, {why}");
                let help = "its clauses and assertions may speak of the variable";
                return Err(Diagnostic::error(Unsupported::Closure, text, closure.span).with_help(help).into());
            }
            let runs =
                self.owner().mode == Mode::Exec && self.mode_of_local(local).is_none_or(|mode| mode == Mode::Exec);
            if runs && !self.is_free_to_capture(&ty) {
                let text =
                    format!("a `proof_fn` closure that uses `{name}`, which code that runs has, is not supported");
                let help = "give the closure a ghost copy of it, or a reference: `let tracked r = &x;`";
                return Err(Diagnostic::error(Unsupported::Closure, text, closure.span).with_help(help).into());
            }
        }
        Ok(())
    }

    /// Whether a closure of a proof may have the value of a variable that runs for its own: it is not there when the program
    /// runs, or it is copied. Anything else is dropped by the code that has it, while rustc may count all of it as moved.
    fn is_free_to_capture(&mut self, ty: &tree::Ty) -> bool {
        match ty {
            tree::Ty::Adt(def, _) if self.cx.known(*def).is_some_and(Known::is_wrapper) => true,
            _ => self.cx.is_copied(ty, self.owner().def),
        }
    }

    /// The variables declared outside of a closure that its body uses. To speak of one in a clause or an assertion is no use.
    fn outer_locals(&mut self, closure: &tree::Expr, body: &tree::Expr) -> Vec<LocalId> {
        let mut own = HashSet::new();
        crate::syntax::declared(closure, &mut own);
        let mut found = BTreeSet::new();
        self.used_in(body, &mut found);
        found.into_iter().filter(|local| !own.contains(local)).collect()
    }

    fn used_in(&mut self, e: &tree::Expr, out: &mut BTreeSet<LocalId>) {
        if let tree::ExprKind::Local(id) = &e.kind {
            out.insert(*id);
        }
        if self.marker(e).is_some_and(crate::builtins::is_specification) {
            return;
        }
        let mut inner = Vec::new();
        tree::visit::children(e, &mut |child| inner.push(child));
        inner.into_iter().for_each(|child| stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.used_in(child, out)));
    }

    /// `f(a)` of a proof closure: what it requires is to be proved, what it ensures is known afterwards and nothing else.
    /// It becomes a call of the function that requires `call_requires(f, (a,))` and ensures `call_ensures(f, (a,), result)`. A
    /// closure with `ReqEns<R>` has the contract of `R`, which is said first.
    pub(super) fn call_proof_closure(
        &mut self,
        callee: &tree::Expr,
        args: &[tree::Expr],
        e: &tree::Expr,
    ) -> Result<Expr> {
        if !self.is_ghost() || self.is_knowing() && self.is_pure() {
            return fail(Language::Mode, "cannot call a `proof_fn` closure: it has mode proof", e.span);
        }
        self.needs_effects("a call of a `proof_fn` closure", e.span)?;
        let said = self.cx.proof_closure(&callee.ty, callee.span)?;
        if e.ty == tree::Ty::Never {
            return fail(
                Unsupported::ClosureCall,
                "a call of a `proof_fn` closure that gives `!` is not supported",
                e.span,
            );
        }
        let usage = self.cx.usage_of(&said.options, self.owner().def)?;
        let f = self.called_closure(callee, usage)?;
        if let Some(contract) = self.cx.contract_of_options(&said.options, self.owner().def)? {
            self.means_contract(&f, contract, &said, e.span)?;
        }
        self.call_of((f, callee.span), callable::CALL_PROOF, (args, &said.params), e)
    }

    /// The closure that is called. A call that takes it by reference leaves it where it is.
    fn called_closure(&mut self, callee: &tree::Expr, usage: Usage) -> Result<Expr> {
        let mut value = match usage {
            Usage::Once => self.using(true, |fx| fx.expr(callee))?,
            Usage::Mut | Usage::Shared => self.looking_at(|fx| fx.expr(callee))?,
        };
        while let Ty::MutRef(inner) = value.ty.value() {
            let inner = (**inner).clone();
            value = Expr::new(ExprKind::Unary(UnaryOp::MutCurrent, value), inner, callee.span);
        }
        Ok(value)
    }

    /// States that a closure with `ReqEns<R>` requires and ensures what `R` says.
    fn means_contract(&mut self, f: &Expr, contract: tree::Ty, said: &ProofClosure, span: Span) -> Result<()> {
        let Some(axiom) = self.cx.tree.lookup(Known::ProofFnMeansReqEns.path()) else { return Ok(()) };
        let [options, modes, mode, params, output] = &said.args[..] else { return Ok(()) };
        let type_args = [&contract, options, modes, mode, params, output].map(tree::Ty::clone).to_vec();
        let ty = Ty::Ref(Box::new(f.ty.value().clone()));
        let reference = Expr { ty, ..f.clone() };
        self.cx.mention(axiom)?;
        self.emit_call((axiom, type_args), vec![reference], Ty::unit(), span)?;
        Ok(())
    }
}
