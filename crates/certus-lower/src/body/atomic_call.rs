//! Calls of logically atomic functions, with the block that says what the caller gives and takes.
//!
//! `f(a) atomically |update| { b }` runs `b` while `f` runs, at the moment when `f` opens its atomic update, on whatever thread.
//! Where the call of `update` stands, the block of `f` runs. In VIR these are
//!
//! ```text
//! begin call f(a, au)     the precondition, for the arguments and for a new update of which only these are known
//! b                       with `call update_of_function(au, x)` in it
//! end call f(a, au)       the postcondition
//! ```
//!
//! A function may return only when its update was committed, so `b` has run when the call is over. Rules that make this
//! right, checked here:
//!
//! - `update` is called once, and not in a proof on the side, a closure or a loop of its own. The loop of `atomically loop` is
//!   repeated as often as the function aborts, and left when it commits.
//! - The block stays in its place: no `return`, no `break` to a loop around the call.
//! - It opens only what the update may open and the caller, too: another thread may run it, while the caller has open what it
//!   has open.
//! - What it uses is `Send` (rustc checks it, by a bound of `atomically`), is not changed through a mutable reference, and is not
//!   there when the program runs.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, CallKind, DefId, ExprKind as T, Known, LocalId, Stmt as TStmt};
use certus_vir::{Binder, CallPart, CallStmt, Expr, ExprKind, Goal, GoalKind, StmtKind, Ty, Var};

use super::fx::Update;
use super::{Fx, Slot};
use crate::error::{Result, fail};
use crate::syntax::{below_never, string_argument, variable};

/// The marks of the two forms of a block.
const ONCE: &str = "verus::internal(atomically)";
const REPEATED: &str = "verus::internal(atomically_loop)";

/// The name of the update in the block, which no program can write.
const UPDATE: &str = "__certus_update";

/// A block as the rewriter writes it.
struct Written<'e> {
    /// The expression `atomically(..)`.
    made: &'e tree::Expr,
    closure: &'e tree::Expr,
    /// The variable that the block calls, and the update itself.
    variables: [LocalId; 2],
    body: &'e tree::Expr,
    is_repeated: bool,
}

impl Fx<'_, '_> {
    /// A call of a function with an `atomically` clause.
    pub(super) fn atomic_call(
        &mut self,
        (def, type_args): (DefId, Vec<tree::Ty>),
        args: &[tree::Expr],
        e: &tree::Expr,
    ) -> Result<Expr> {
        let Some((last, passed)) = args.split_last() else {
            return fail(Language::LogicalAtomicity, "this call has no `atomically` block", e.span);
        };
        let Some(written) = self.written_block(last) else {
            let text = "a function with an `atomically` clause is called with an `atomically` block";
            let error = Diagnostic::error(Language::LogicalAtomicity, text, last.span);
            return Err(error.with_help("write `f(a) atomically |update| { .. update(x) .. }`").into());
        };
        let modes = self.cx.param_modes(def)?;
        self.check_borrowed(passed, &modes)?;
        for arg in passed {
            if self.may_be_reference(&arg.ty) {
                let text = "a mutable reference as an argument of a call with an `atomically` block is not supported";
                return fail(Unsupported::LogicalAtomicity, text, arg.span);
            }
        }
        let (values, _) = self.arguments(passed, &modes)?;
        let mut values: Vec<Expr> = values.into_iter().map(|value| self.temp(value)).collect();
        let ty = self.cx.ty(&written.made.ty, last.span)?;
        let update = self.arbitrary(ty, last.span);
        values.push(update.clone());
        let call = self.call_in_parts(def, &type_args, values, e.span)?;
        self.emit(StmtKind::Call(CallStmt { part: CallPart::Begin, ..call.clone() }), e.span);
        self.atomic_block(&written, update)?;
        let ret = self.cx.result_ty(def, &type_args, e, self.owner().def)?;
        let dest = self.fresh("tmp%");
        self.add_given(Binder { var: dest.clone(), ty: ret.clone() });
        self.emit(StmtKind::Call(CallStmt { part: CallPart::End, dest: Some(dest.clone()), ..call }), e.span);
        if e.ty == tree::Ty::Never {
            self.emit(StmtKind::Unreachable, e.span);
            return Ok(Expr::unit(e.span));
        }
        Ok(Expr::var(&dest, ret, e.span))
    }

    /// Whether values of the type have mutable references in them whose ends somebody could ask for.
    fn may_be_reference(&mut self, ty: &tree::Ty) -> bool {
        self.cx.refers_for_all(ty) || (self.cx.may_refer(ty) && self.speaks_of_borrows())
    }

    /// The call, of which both parts are made.
    fn call_in_parts(&mut self, def: DefId, type_args: &[tree::Ty], args: Vec<Expr>, span: Span) -> Result<CallStmt> {
        let type_args = self.cx.tys(type_args, span)?;
        self.cx.request(def);
        let (callee, within) = (self.cx.path(def), self.openings());
        Ok(CallStmt { callee, type_args, args, dest: None, within, part: CallPart::Whole, span })
    }

    /// The block that an argument is.
    fn written_block<'e>(&mut self, arg: &'e tree::Expr) -> Option<Written<'e>> {
        let T::Call { args, .. } = &arg.kind else { return None };
        let ([made], true) = (&args[..], self.marker(arg) == Some(Known::Tracked)) else { return None };
        let T::Call { callee: CallKind::Fn { def, .. }, args, .. } = &made.kind else { return None };
        let ([closure], Some(Known::Atomically)) = (&args[..], self.cx.known(*def)) else { return None };
        let T::Closure { params, body, .. } = &closure.kind else { return None };
        let [function, value] = &params[..] else { return None };
        let variables = [variable(&function.pat)?, variable(&value.pat)?];
        let body = below_never(body);
        let T::Block(_, block) = &body.kind else { return None };
        let Some(TStmt::Expr(first, _)) = block.stmts.first() else { return None };
        let mark = string_argument(first)?;
        let is_written = self.local_name(variables[1]) == UPDATE && [ONCE, REPEATED].contains(&mark);
        is_written.then_some(Written { made, closure, variables, body, is_repeated: mark == REPEATED })
    }

    /// The block, for a new update.
    fn atomic_block(&mut self, written: &Written<'_>, value: Expr) -> Result<()> {
        let Written { made, closure, variables: [function, own], body, is_repeated } = *written;
        let span = made.span;
        let tree::Ty::Adt(_, types) = &made.ty else {
            return fail(Unsupported::LogicalAtomicity, "this update is not supported", span);
        };
        let [input, output, predicate] = &types[..] else {
            return fail(Unsupported::LogicalAtomicity, "this update is not supported", span);
        };
        if self.may_be_reference(input) || self.may_be_reference(output) {
            let text = "a mutable reference as the input or output of an atomic update is not supported";
            return fail(Unsupported::LogicalAtomicity, text, span);
        }
        let types = [input.clone(), output.clone(), predicate.clone()];
        self.captures_no_reference(closure, body)?;
        let ExprKind::Var(var) = &*value.kind else {
            return fail(Unsupported::LogicalAtomicity, "this update is not supported", span);
        };
        let named = Binder { var: var.clone(), ty: value.ty.clone() };
        self.bind_initialized(own, Slot::Var(named.clone()));
        self.set_mode(own, certus_vir::Mode::Spec);
        let committed = self.fresh("committed%");
        let binder = Binder { var: committed.clone(), ty: Ty::Bool };
        self.emit(StmtKind::Declare(binder, Some(Expr::bool(false, span))), span);
        let outer = self.of_update(Known::AtomicUpdateOuterMask, &value, span)?;
        let update = Update {
            function,
            value,
            types,
            committed: committed.clone(),
            calls: Vec::new(),
            awaits_loop: is_repeated,
        };
        let T::Block(_, block) = &body.kind else { return Ok(()) };
        let stmts = block.stmts.get(1..).unwrap_or_default();
        // A name for the update is the only variable before the code of the block: it is the update, in each run of the loop.
        for stmt in stmts {
            if let TStmt::Let { pat, .. } = stmt
                && let Some(local) = variable(pat)
            {
                self.bind_initialized(local, Slot::Var(named.clone()));
                self.set_mode(local, certus_vir::Mode::Spec);
            }
        }
        let done = self.in_update(update, outer, |fx| {
            fx.using(true, |fx| fx.run_of(&[], block.tail.as_deref(), span).map(|_| ()))
        })?;
        let Some(update) = done else { return Ok(()) };
        match &update.calls[..] {
            [] => {
                let at = self.local(function).span;
                fail(Language::LogicalAtomicity, "function must be called in `atomically` block", at)
            }
            [_] if is_repeated => Ok(()),
            [_] => {
                self.outcome(&committed, GoalKind::AtomicCommit, span);
                Ok(())
            }
            [first, others @ ..] => {
                let text = "function must be called exactly once in `atomically` block";
                let mut error = Diagnostic::error(Language::LogicalAtomicity, text, *first);
                for other in others {
                    error = error.with_secondary(*other, "called again");
                }
                Err(error.into())
            }
        }
    }

    /// A function of the library about an update.
    pub(super) fn of_update(&mut self, function: Known, update: &Expr, span: Span) -> Result<Expr> {
        let Ty::Data(_, types) = update.ty.value().clone() else {
            return fail(Unsupported::LogicalAtomicity, "this update is not supported", span);
        };
        if let Some(def) = self.cx.tree.lookup(function.path()) {
            self.cx.request(def);
        }
        let masks = [Known::AtomicUpdateOuterMask, Known::AtomicUpdateInnerMask];
        let ty = match function {
            name if masks.contains(&name) => Ty::Data(Known::ISet.path().into(), vec![Ty::int()]),
            Known::UpdateGuardUpdate => Ty::Data(Known::AtomicUpdate.path().into(), types.clone()),
            _ => types.first().cloned().unwrap_or(Ty::Bool),
        };
        Ok(Expr::new(ExprKind::Call(function.path().into(), types, vec![update.clone()]), ty, span))
    }

    /// Whether a value is the function that the block around it calls.
    pub(super) fn is_update(&self, e: &tree::Expr) -> bool {
        matches!((&e.kind, self.exits().update()), (T::Local(id), Some(update)) if *id == update.function)
    }

    /// `update(x)`: the function's part. Errs with `language/mode` where no proof may use something up.
    pub(super) fn call_update(&mut self, args: &[tree::Expr], e: &tree::Expr) -> Result<Expr> {
        let Some(update) = self.exits().update().cloned() else {
            return fail(Language::LogicalAtomicity, "this function belongs to an `atomically` block", e.span);
        };
        if !self.is_ghost() || self.is_pure() || self.is_knowing() || self.openings().is_aside {
            return fail(Language::Mode, "update function must be called in proof mode", e.span);
        }
        let ([arg], Some(function)) = (args, self.cx.tree.lookup(Known::UpdateOfFunction.path())) else {
            return fail(Language::LogicalAtomicity, "update function takes one value", e.span);
        };
        if let Some(update) = self.exits_mut().update_mut() {
            update.calls.push(e.span);
        }
        let x = self.using(true, |fx| fx.expr(arg))?;
        let ret = self.cx.ty(&update.types[1], e.span)?;
        let passed = Expr { ty: self.cx.ty(&update.types[0], arg.span)?, ..x };
        self.cx.mention(function)?;
        let y = self.emit_call((function, update.types.to_vec()), vec![update.value, passed], ret.clone(), e.span)?;
        let branch = Known::UpdateBranch.path();
        if let Some(def) = self.cx.tree.lookup(branch) {
            self.cx.request(def);
        }
        let commits = Expr::new(ExprKind::Call(branch.into(), vec![ret], vec![y.clone()]), Ty::Bool, e.span);
        self.emit(StmtKind::Assign(update.committed, commits), e.span);
        self.retype(y, &e.ty, e.span)
    }

    /// Whether the loop that comes is the one of the block. Afterwards it is not.
    pub(super) fn takes_atomic_loop(&mut self) -> Option<Binder> {
        let update = self.exits_mut().update_mut()?;
        let is_next = std::mem::replace(&mut update.awaits_loop, false);
        is_next.then(|| Binder { var: update.committed.clone(), ty: Ty::Bool })
    }

    /// That the function committed, or aborted, in this run of the block.
    pub(super) fn outcome(&mut self, committed: &Var, kind: GoalKind, span: Span) {
        let committed = Expr::var(committed, Ty::Bool, span);
        let expr = if kind == GoalKind::AtomicCommit { committed } else { Expr::not(committed) };
        self.emit(StmtKind::Assert(Goal { kind, expr, span, related: Vec::new(), note: None }), span);
    }
}
