//! Closures of exec code.
//!
//! Guide page `exec_closures`. A closure is a value of a type of its own, of which its contract is known and nothing
//! else. Its body is checked once, where the closure is made: for any arguments that meet the precondition, with the
//! variables that it captures as they are there. They stay so: what a closure borrows cannot be changed while it
//! lives, and what it moves or copies is its own. A body that would change a captured variable is refused.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, ClosureParam};
use certus_vir::subst::Subst;
use certus_vir::{
    Binder, Clause, Expr, ExprKind, Goal, GoalKind, Ownership, QuantKind, StmtKind, Trigger, Ty, UnaryOp, Var, callable,
};

use super::borrow::Subject;
use super::fx::{ClosureExit, Exits};
use super::header::{Header, HeaderOf};
use super::{Fx, Slot};
use crate::error::{Result, fail};
use crate::syntax::block_of;

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
        let result = Binder { var: self.fresh("result%"), ty: self.result_ty(body)? };
        let (stmts, header) = self.collect(|fx| fx.aside(|fx| fx.checked_body(params, &passed, &result, body)))?;
        let (requires, ensures) = header;
        self.emit(StmtKind::Aside { binders: passed.clone(), body: stmts, conclusions: Vec::new() }, e.span);
        if let Ty::Data(path, _) = &ty {
            self.cx.output.add_closure(path.clone(), result.ty.clone());
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

    /// Errs for mutable references, which are no values yet.
    fn passed(&mut self, params: &[ClosureParam]) -> Result<Vec<Binder>> {
        let mut passed = Vec::new();
        for param in params {
            let ty = self.cx.ty(&param.ty, param.pat.span)?;
            if has_mut_ref(&ty) {
                let text = "a closure with a mutable reference as parameter is not supported";
                return fail(Unsupported::Closure, text, param.pat.span);
            }
            let name = match &param.pat.kind {
                tree::PatKind::Binding { local, .. } => self.local_name(*local),
                _ => "arg%".into(),
            };
            passed.push(Binder { var: self.fresh(&name), ty });
        }
        Ok(passed)
    }

    /// Errs with `unsupported/closure` for a result that is a mutable reference.
    fn result_ty(&mut self, body: &tree::Expr) -> Result<Ty> {
        let ty = self.cx.ty(&body.ty, body.span)?;
        if has_mut_ref(&ty) {
            return fail(Unsupported::Closure, "a closure that gives a mutable reference is not supported", body.span);
        }
        Ok(ty)
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
        self.with_exits(Exits::with_result(result.clone()), |fx| fx.checked_statements(params, passed, body))
    }

    /// Lowers the clauses first: they speak of the parameters as passed, which the body may shadow or change. Then come the
    /// preconditions as assumptions, and the body.
    fn checked_statements(
        &mut self,
        params: &[ClosureParam],
        passed: &[Binder],
        body: &tree::Expr,
    ) -> Result<(Vec<Clause>, Vec<Clause>)> {
        for (param, binder) in params.iter().zip(passed) {
            self.bind_parameter(&param.pat, binder)?;
        }
        let whole = tree::Block { stmts: Vec::new(), tail: Some(Box::new(body.clone())) };
        let block = block_of(body).unwrap_or(&whole);
        let (header, rest) = self.take_header(&block.stmts, HeaderOf::Closure)?;
        let (requires, ensures) = self.closure_clauses(&header)?;
        for clause in &requires {
            self.emit(StmtKind::Assume(clause.expr.clone()), clause.span);
        }
        let rest = tree::Block { stmts: rest.to_vec(), tail: block.tail.clone() };
        let end = rest.tail.as_ref().map_or(body.span, |tail| tail.span);
        let depth = self.depth();
        self.exits_mut().set_closure(ClosureExit { ensures: ensures.clone(), depth, end, ty: body.ty.clone() });
        if let Some(ret) = self.exits().result().cloned() {
            self.emit(StmtKind::Declare(ret, None), body.span);
        }
        // Only now do the parameters become variables that the body may change.
        for (param, binder) in params.iter().zip(passed) {
            let value = Expr::var(&binder.var, binder.ty.clone(), param.pat.span);
            let matched = self.pattern(&param.pat, &Subject::of_value(value))?;
            self.bound(&matched, param.pat.span, |_| Ok(Expr::unit(body.span)))?;
        }
        let value = self.block(&rest, body.span)?;
        self.finish_with(value, end);
        Ok((requires, ensures))
    }

    /// The contract; what it may not say is refused.
    /// Errs with `unsupported/closure` for `returns`, `no_unwind` and `opens_invariants`, and for a contract that
    /// depends on the future: a call could then decide what the future is said to be.
    fn closure_clauses(&mut self, header: &Header) -> Result<(Vec<Clause>, Vec<Clause>)> {
        if let Some(returns) = &header.returns {
            return fail(Unsupported::Closure, "`returns` on a closure is not supported", returns.span);
        }
        if let Some(span) = header.no_unwind {
            return fail(Unsupported::Closure, "`no_unwind` on a closure is not supported", span);
        }
        if let Some((_, span)) = &header.opens_invariants {
            return fail(Unsupported::Closure, "`opens_invariants` on a closure is not supported", *span);
        }
        let ((requires, ensures), _) = self.framed(false, |fx| {
            let requires = fx.clauses(&header.requires)?;
            for pat in &header.results {
                fx.bind_result(pat)?;
            }
            Ok((requires, fx.clauses(&header.ensures)?))
        })?;
        for clause in requires.iter().chain(&ensures) {
            if self.cx.is_prophetic(&clause.expr) {
                let text = "a closure whose contract depends on the future is not supported";
                return fail(Unsupported::Closure, text, clause.span);
            }
        }
        Ok((requires, ensures))
    }

    /// Lets the variables of a parameter stand for what is passed. Errs with `unsupported/closure` for a pattern that
    /// may not match: rustc refuses it too.
    fn bind_parameter(&mut self, pat: &tree::Pat, binder: &Binder) -> Result<()> {
        if let tree::PatKind::Binding { local, sub: None, by_ref: None } = &pat.kind {
            self.bind_initialized(*local, Slot::Var(binder.clone()));
            return Ok(());
        }
        let value = Expr::var(&binder.var, binder.ty.clone(), pat.span);
        let matched = self.pattern(pat, &Subject::of_value(value))?;
        if matched.test.is_some() {
            return fail(Unsupported::Closure, "this pattern of a closure's parameter is not supported", pat.span);
        }
        for bound in matched.bindings {
            self.bind_initialized(bound.local, Slot::Value(bound.value));
        }
        Ok(())
    }

    /// What is known of a closure from its contract (rules `fn-item-requires` and `fn-item-ensures` of the encoding say
    /// the same of a function): it may be called where the precondition holds, and what a call gives meets the
    /// postcondition.
    fn contract_of_closure(
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

/// Whether a value of the type is, or contains, a mutable reference.
fn has_mut_ref(ty: &Ty) -> bool {
    matches!(ty, Ty::MutRef(_)) || ty.parts().any(has_mut_ref)
}
