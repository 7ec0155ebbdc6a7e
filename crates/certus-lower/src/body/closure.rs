//! Closures of exec code.
//!
//! Guide page `exec_closures`. A closure is a value of a type of its own, of which its contract is known and nothing
//! else. Its body is checked once, where the closure is made: for any arguments that meet the precondition, with the
//! variables that it captures as they are there. They stay so: what a closure borrows cannot be changed while it
//! lives, and what it moves or copies is its own. A body that would change a captured variable is refused.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, ClosureParam, LocalId};
use certus_vir::subst::Subst;
use certus_vir::{
    Binder, Clause, Expr, ExprKind, Goal, GoalKind, Mode, Ownership, QuantKind, Stmt, StmtKind, Trigger, Ty, UnaryOp,
    Var, callable,
};

use super::borrow::Subject;
use super::fx::{ClosureExit, Exits};
use super::header::{Header, HeaderOf};
use super::{Fx, Position, Slot};
use crate::error::{Result, fail};
use crate::syntax::{below_reborrow, block_of};

impl Fx<'_, '_> {
    /// A closure of exec code as a value.
    /// `|x: u8| -> (r: u8) requires R ensures E { b }` becomes a proof on the side that `b` meets the contract, for
    /// any `x`, a new variable for the closure, and what the contract says of `call_requires` and `call_ensures` of
    /// it.
    pub(super) fn exec_closure(&mut self, params: &[ClosureParam], body: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        if self.is_ghost() {
            let text = "a closure in ghost code must be marked as a spec_fn";
            return fail(Language::Mode, text, e.span);
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        // The parameters as passed: declared outside of the proof on the side, so that nothing can change them.
        let passed = self.passed(params)?;
        let result = Binder { var: self.fresh("result%"), ty: self.cx.ty(&body.ty, body.span)? };
        let (stmts, header) = self.collect(|fx| fx.aside(|fx| fx.checked_body(params, &passed, &result, body)))?;
        let (requires, ensures) = header;
        self.emit(StmtKind::Aside { binders: passed.clone(), body: stmts, conclusions: Vec::new() }, e.span);
        if let Ty::Data(path, _) = &ty {
            let args = Ty::tuple(passed.iter().map(|param| param.ty.clone()).collect());
            self.cx.output.add_closure(path.clone(), args, result.ty.clone());
        }
        let made = self.fresh("closure%");
        self.emit(StmtKind::Declare(Binder { var: made.clone(), ty: ty.clone() }, None), e.span);
        for var in self.captured(body) {
            self.note(Ownership::Holds(var), &made, Vec::new(), e.span);
        }
        let value = Expr::var(&made, ty, e.span);
        self.contract_of_closure(&value, &passed, &result, (requires, ensures));
        Ok(value)
    }

    /// The variables outside of a closure that its body mentions, if they may hold references.
    fn captured(&mut self, body: &tree::Expr) -> Vec<Var> {
        let mut locals = std::collections::BTreeSet::new();
        mentioned(body, &mut locals);
        let mut found = Vec::new();
        for local in locals {
            if let (Some(Slot::Var(binder)), true) = (self.slot(local).cloned(), self.notes_reads())
                && self.may_change(&binder.var)
                && self.cx.may_hold(&binder.ty)
            {
                found.push(binder.var);
            }
        }
        found
    }

    /// The parameters as passed.
    pub(super) fn passed(&mut self, params: &[ClosureParam]) -> Result<Vec<Binder>> {
        let mut passed = Vec::new();
        for param in params {
            let ty = self.cx.ty(&param.ty, param.pat.span)?;
            let name = match &param.pat.kind {
                tree::PatKind::Binding { local, .. } => self.local_name(*local),
                _ => "arg%".into(),
            };
            passed.push(Binder { var: self.fresh(&name), ty });
        }
        Ok(passed)
    }

    /// The statements that check the body, and the contract, which is over the parameters as passed and the result.
    fn checked_body(
        &mut self,
        params: &[ClosureParam],
        passed: &[Binder],
        result: &Binder,
        body: &tree::Expr,
    ) -> Result<(Vec<Clause>, Vec<Clause>)> {
        // What is around the closure is no way out of it.
        self.with_exits(Exits::with_result(result.clone()), |fx| fx.checked_statements(params, passed, body, None))
    }

    /// Lowers the clauses first: they speak of the parameters as passed, which the body may shadow or change. Then come the
    /// preconditions as assumptions, and the body. A proof closure has modes for its parameters.
    pub(super) fn checked_statements(
        &mut self,
        params: &[ClosureParam],
        passed: &[Binder],
        body: &tree::Expr,
        modes: Option<&[Mode]>,
    ) -> Result<(Vec<Clause>, Vec<Clause>)> {
        let mut locals = Vec::new();
        for (param, binder) in params.iter().zip(passed) {
            locals.extend(self.bind_parameter(&param.pat, binder)?);
        }
        for (param, mode) in params.iter().zip(modes.into_iter().flatten()) {
            let mut own = std::collections::HashSet::new();
            crate::syntax::bound(&param.pat, &mut own);
            own.into_iter().for_each(|local| self.set_mode(local, *mode));
        }
        let whole = tree::Block { stmts: Vec::new(), tail: Some(Box::new(body.clone())) };
        let block = block_of(below_reborrow(body)).unwrap_or(&whole);
        let (header, rest) = self.take_header(&block.stmts, HeaderOf::Closure)?;
        let (requires, ensures) = self.closure_clauses(&header, &locals)?;
        for clause in &requires {
            self.emit(StmtKind::Assume(clause.expr.clone()), clause.span);
        }
        let rest = tree::Block { stmts: rest.to_vec(), tail: block.tail.clone() };
        let end = rest.tail.as_ref().map_or(body.span, |tail| tail.span);
        let depth = self.depth();
        let is_proof = modes.is_some();
        self.exits_mut().set_closure(ClosureExit {
            ensures: ensures.clone(),
            depth,
            end,
            ty: body.ty.clone(),
            is_proof,
        });
        if let Some(ret) = self.exits().result().cloned() {
            self.emit(StmtKind::Declare(ret, None), body.span);
        }
        // Only now do the parameters become variables that the body may change.
        for (param, binder) in params.iter().zip(passed) {
            self.enter_parameter(&param.pat, binder)?;
        }
        let value = self.block(&rest, body.span)?;
        self.finish_with(value, end);
        Ok((requires, ensures))
    }

    /// The contract; what it may not say is refused. Whether it depends on the future is asked with the modes.
    /// Errs with `unsupported/closure` for `returns`, `no_unwind` and `opens_invariants`.
    fn closure_clauses(&mut self, header: &Header, locals: &[LocalId]) -> Result<(Vec<Clause>, Vec<Clause>)> {
        if let Some(returns) = &header.returns {
            return fail(Unsupported::Closure, "`returns` on a closure is not supported", returns.span);
        }
        if let Some(span) = header.no_unwind {
            return fail(Unsupported::Closure, "`no_unwind` on a closure is not supported", span);
        }
        if let Some(opens) = &header.opens_invariants {
            return fail(Unsupported::Closure, "`opens_invariants` on a closure is not supported", opens.span);
        }
        let ((requires, ensures), _) = self.framed(false, |fx| {
            let requires = fx.in_clause_of_closure(Position::Pre, locals, |fx| fx.clauses(&header.requires))?;
            for pat in &header.results {
                fx.bind_result(pat)?;
            }
            Ok((requires, fx.in_clause_of_closure(Position::Post, locals, |fx| fx.clauses(&header.ensures))?))
        })?;
        Ok((requires, ensures))
    }

    /// Lets the variables of a parameter stand for what is passed, and tells which they are. Errs with `unsupported/closure` for
    /// a pattern that may not match: rustc refuses it too.
    fn bind_parameter(&mut self, pat: &tree::Pat, binder: &Binder) -> Result<Vec<LocalId>> {
        if let tree::PatKind::Binding { local, sub: None, by_ref: None } = &pat.kind {
            let slot = match &binder.ty {
                Ty::MutRef(inner) => {
                    let current = self.fresh(&binder.var.name);
                    Slot::MutParam { pair: binder.clone(), current, inner: (**inner).clone() }
                }
                _ => Slot::Var(binder.clone()),
            };
            self.set_passed(*local, Expr::var(&binder.var, binder.ty.clone(), pat.span));
            self.bind_initialized(*local, slot);
            return Ok(vec![*local]);
        }
        let value = Expr::var(&binder.var, binder.ty.clone(), pat.span);
        let matched = self.pattern(pat, &Subject::of_value(value))?;
        if matched.test.is_some() {
            return fail(Unsupported::Closure, "this pattern of a closure's parameter is not supported", pat.span);
        }
        let locals = matched.bindings.iter().map(|bound| bound.local).collect();
        for bound in matched.bindings {
            self.set_passed(bound.local, bound.value.clone());
            self.bind_initialized(bound.local, Slot::Value(bound.value));
        }
        Ok(locals)
    }

    /// Makes the variables of a parameter ones that the body may change. A reference that stays what it is has its current value
    /// in a variable, as in a function, which is the final one where control leaves the closure.
    fn enter_parameter(&mut self, pat: &tree::Pat, binder: &Binder) -> Result<()> {
        let whole = Expr::var(&binder.var, binder.ty.clone(), pat.span);
        self.note_parameter(&binder.var, pat.span);
        if let tree::PatKind::Binding { local, sub: None, by_ref: None } = &pat.kind
            && let Some(Slot::MutParam { current, inner, .. }) = self.slot(*local).cloned()
            && !self.local(*local).is_mut
            && !self.speaks_of_borrows()
            && !self.speaks_of_final()
        {
            let part = |op| Expr::new(ExprKind::Unary(op, whole.clone()), inner.clone(), pat.span);
            let now = Binder { var: current.clone(), ty: inner.clone() };
            self.emit(StmtKind::Declare(now, Some(part(UnaryOp::MutCurrent))), pat.span);
            let last = Expr::eq(part(UnaryOp::MutFinal), Expr::var(&current, inner.clone(), pat.span));
            self.exits_mut().add_at_return(Stmt::new(StmtKind::Assume(last), pat.span));
            return Ok(());
        }
        let matched = self.pattern(pat, &Subject::of_value(whole))?;
        self.bound(&matched, pat.span, |_| Ok(Expr::unit(pat.span)))?;
        Ok(())
    }

    /// What is known of a closure from its contract (rules `fn-item-requires` and `fn-item-ensures` of the encoding say
    /// the same of a function): it may be called where the precondition holds, and what a call gives meets the
    /// postcondition.
    pub(super) fn contract_of_closure(
        &mut self,
        value: &Expr,
        passed: &[Binder],
        result: &Binder,
        (requires, ensures): (Vec<Clause>, Vec<Clause>),
    ) {
        let span = value.span;
        self.cx.declare_callable(span);
        let tuple = Ty::tuple(passed.iter().map(|binder| binder.ty.clone()).collect());
        self.cx.tuple_datatype(&tuple, span);
        let args = Binder { var: self.fresh("args%"), ty: tuple.clone() };
        let all = Expr::var(&args.var, tuple.clone(), span);
        let mut subst = Subst::new();
        if let Ty::Data(path, _) = &tuple {
            for (index, binder) in passed.iter().enumerate() {
                let op = UnaryOp::Field(path.clone(), path.clone(), index.to_string().into());
                subst.var(&binder.var, Expr::new(ExprKind::Unary(op, all.clone()), binder.ty.clone(), span));
            }
        }
        let meant = |clauses: Vec<Clause>| Expr::and_all(clauses.iter().map(|c| subst.apply(&c.expr)), span);
        let output = Expr::var(&result.var, result.ty.clone(), span);
        let may = callable::requires(value.clone(), all.clone(), span);
        let gives = callable::ensures(value.clone(), all, output, span);
        let facts = [
            (vec![args.clone()], may.clone(), Expr::implies(meant(requires), may)),
            (vec![args, result.clone()], gives.clone(), Expr::implies(gives, meant(ensures))),
        ];
        for (binders, trigger, fact) in facts {
            let trigger = Trigger::Given(vec![vec![trigger]]);
            let fact = Expr::new(ExprKind::Quant(QuantKind::Forall, binders, trigger, fact), Ty::Bool, span);
            self.emit(StmtKind::Assume(fact), span);
        }
    }

    /// Whether we are in a closure, and in no proof on the side within it.
    pub(super) fn may_leave_closure(&self) -> bool {
        self.exits().closure().is_some_and(|exit| exit.depth == self.depth())
    }

    /// The end of a path through a closure; the result has its value already.
    pub(super) fn leave_closure(&mut self, exit: ClosureExit, span: Span) {
        for stmt in self.exits().at_return().to_vec() {
            self.emit(stmt.kind, span);
        }
        let place = if span == exit.end { "at the end of the closure" } else { "at this exit" };
        for clause in exit.ensures {
            let related = vec![(clause.span, "failed this postcondition".to_string())];
            let note = Some(place.to_string());
            let goal = Goal { kind: GoalKind::Postcondition, expr: clause.expr, span, related, note };
            self.emit(StmtKind::Assert(goal), span);
        }
        self.emit(StmtKind::Unreachable, span);
    }

    /// The variable declared outside of a closure that a change in it would be of.
    pub(super) fn is_captured(&self, var: &Var) -> bool {
        self.exits().closure().is_some() && !self.may_change(var)
    }
}

/// The local variables that code mentions.
fn mentioned(e: &tree::Expr, out: &mut std::collections::BTreeSet<tree::LocalId>) {
    if let tree::ExprKind::Local(id) = &e.kind {
        out.insert(*id);
    }
    let mut inner = Vec::new();
    tree::visit::children(e, &mut |child| inner.push(child));
    inner.into_iter().for_each(|child| mentioned(child, out));
}
