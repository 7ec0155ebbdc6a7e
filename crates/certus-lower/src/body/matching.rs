//! Branches: `if`, `if let`, `match`.
//!
//! Patterns become tests and bindings of parts of the scrutinee; a `match` is a chain of conditions in the order of the
//! arms. That the arms cover everything is what stock rustc checks; here it is known where every variant is named, and
//! otherwise proved, so that a wrong reading of a pattern cannot make a case disappear.

use certus_diagnostics::{Span, Unsupported};
use certus_tree::{self as tree, Arm, ExprKind as T, LogicOp, PatKind, PointSide};
use certus_vir::{Binder, Expr, ExprKind, GoalKind, Stmt, StmtKind, Ty, Var, visit};

use super::pattern::{Bound, Matched, Source};
use super::place::Place;
use super::{Fx, Slot};
use crate::error::{Result, fail};

/// One way through a branch: what is done to find out its condition, the condition (`None` for always), and what it does and
/// gives.
struct Way {
    before: Vec<Stmt>,
    test: Option<Expr>,
    stmts: Vec<Stmt>,
    value: Expr,
}

impl Fx<'_, '_> {
    /// The bindings of an `if let` exist in the first branch only.
    /// `if c { a } else { b }` is one term where neither branch has effects, and otherwise a statement with a
    /// variable for the value. A condition `let p = e && d` is the test of the pattern and `d`, which may mention
    /// what the pattern binds.
    pub(super) fn if_(
        &mut self,
        cond: &tree::Expr,
        then: &tree::Expr,
        otherwise: Option<&tree::Expr>,
        e: &tree::Expr,
    ) -> Result<Expr> {
        if otherwise.is_none() && self.assertion(cond, then, e)? {
            return Ok(Expr::unit(e.span));
        }
        let matched = self.condition(cond)?;
        let (stmts, value) = self.collect(|fx| fx.bound(&matched, e.span, |fx| fx.expr(then)))?;
        let first = Way {
            before: Vec::new(),
            test: Some(matched.test.unwrap_or_else(|| Expr::bool(true, cond.span))),
            stmts,
            value,
        };
        let (stmts, value) = self.collect(|fx| match otherwise {
            Some(otherwise) => fx.expr(otherwise),
            None => Ok(Expr::unit(e.span)),
        })?;
        let stmts = match otherwise {
            None if !first.stmts.is_empty() => self.otherwise_point(stmts, e)?,
            _ => stmts,
        };
        let second = Way { before: Vec::new(), test: None, stmts, value };
        let ty = self.cx.ty(&e.ty, e.span)?;
        Ok(self.join(vec![first, second], ty, e.span))
    }

    /// Names the point where the condition of an `if` without `else` does not hold.
    fn otherwise_point(&mut self, stmts: Vec<Stmt>, e: &tree::Expr) -> Result<Vec<Stmt>> {
        let (point, ()) = self.collect(|fx| {
            fx.name_point(e.id, PointSide::Otherwise, e.span);
            Ok(())
        })?;
        Ok(point.into_iter().chain(stmts).collect())
    }

    /// A condition that may contain `let`s under `&&`.
    /// Errs with `unsupported/let-chain` where a part after a `let` has an effect: it would have to run under the
    /// test before.
    pub(super) fn condition(&mut self, cond: &tree::Expr) -> Result<Matched> {
        match &cond.kind {
            T::Let(pat, scrutinee) => {
                let subject = self.subject(scrutinee, &[pat])?;
                self.pattern(pat, &subject)
            }
            T::Logic(LogicOp::And, left, right) if has_let(left) || has_let(right) => {
                let left = self.condition(left)?;
                for bound in &left.bindings {
                    self.bind(bound.local, Slot::Value(bound.value.clone()));
                    self.bound_below([bound.local]);
                }
                let (stmts, mut right) = self.collect(|fx| fx.condition(right))?;
                if !left.bindings.is_empty() {
                    right.test = right.test.map(|test| self.arm(test));
                }
                if !stmts.is_empty() {
                    return fail(
                        Unsupported::LetChain,
                        "an effect after a `let` in a condition is not supported",
                        cond.span,
                    );
                }
                let tests = [left.test, right.test].into_iter().flatten();
                let test = Some(Expr::and_all(tests, cond.span));
                Ok(Matched { test, bindings: left.bindings.into_iter().chain(right.bindings).collect() })
            }
            _ => Ok(Matched { test: Some(self.expr(cond)?), bindings: Vec::new() }),
        }
    }

    /// The value that patterns are matched against, as a term that is cheap to repeat.
    pub(super) fn scrutinee(&mut self, e: &tree::Expr) -> Result<Expr> {
        let value = self.expr(e)?;
        Ok(if self.is_pure() || is_atom(&value) { value } else { self.temp(value) })
    }

    /// Runs `f` with the bindings of a pattern in scope.
    /// In pure code they stand for parts of the value itself. In code with effects they are variables of their own,
    /// which the arm may change where they are `mut`.
    pub(super) fn bound(
        &mut self,
        matched: &Matched,
        span: Span,
        f: impl FnOnce(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        for Bound { local, value, .. } in &matched.bindings {
            if self.is_pure() {
                let value = Expr { ty: self.local_ty(*local)?, ..value.clone() };
                self.bind(*local, Slot::Value(value));
                self.bound_below([*local]);
                continue;
            }
            let binder = self.declare_local(*local)?;
            let value = Expr { ty: binder.ty.clone(), ..value.clone() };
            self.emit(StmtKind::Declare(binder.clone(), Some(value)), span);
            if self.owns(*local) {
                self.note_given(&binder.var, &binder.ty, span);
            }
        }
        for Bound { source, .. } in &matched.bindings {
            self.take_from(source, span)?;
        }
        let value = f(self)?;
        Ok(if matched.bindings.is_empty() { value } else { self.arm(value) })
    }

    /// Notes where the value of a bound variable comes from.
    fn take_from(&mut self, source: &Source, span: Span) -> Result<()> {
        match source {
            Source::Value => {}
            Source::Borrowed(place, reference) => {
                self.no_part(place, span)?;
                self.note_borrow(place, reference, span);
                self.give_back(place, reference, span)?;
            }
            Source::Moved(place) => self.note_moved(place, span),
            Source::Either(..) if !source.is_borrow() => {
                let mut moved: Vec<&Place> = Vec::new();
                for place in source.moved() {
                    if moved.iter().all(|other| !other.is_same(place)) {
                        moved.push(place);
                    }
                }
                moved.into_iter().for_each(|place| self.note_moved(place, span));
            }
            Source::Either(test, first, second) => {
                let (first, ()) = self.collect(|fx| fx.take_from(first, span))?;
                let (second, ()) = self.collect(|fx| fx.take_from(second, span))?;
                self.emit(StmtKind::If(test.clone(), first, second), span);
            }
        }
        Ok(())
    }

    /// A guard is part of the test of its arm, so the arms after it are still tried. Errs with
    /// `unsupported/or-pattern-guard`: Rust may run the guard once for each alternative, and a guard of the last arm decides
    /// nothing.
    /// `match e { A(x) if g => a, _ => b }` becomes `if e is A && g[x := e->0] { a[x := e->0] } else { b }`. An arm behind one
    /// that always matches is taken if `false` holds.
    pub(super) fn match_(&mut self, scrutinee: &tree::Expr, arms: &[Arm], e: &tree::Expr) -> Result<Expr> {
        let pats: Vec<&tree::Pat> = arms.iter().map(|arm| &arm.pat).collect();
        let subject = self.subject(scrutinee, &pats)?;
        let value = subject.value.clone();
        let ty = self.cx.ty(&e.ty, e.span)?;
        if let Some(guard) = arms.last().and_then(|last| last.guard.as_ref()) {
            let text = "Not supported: match where the last arm has a match guard";
            return fail(Unsupported::OrPatternGuard, text, guard.span);
        }
        for guard in arms.iter().filter_map(|arm| arm.guard.as_ref()) {
            self.keeps_union(scrutinee, guard)?;
        }
        let mut ways = Vec::new();
        let mut always: Option<Way> = None;
        for arm in arms {
            if arm.guard.is_some() && has_or(&arm.pat) {
                let text = "Not supported: match arm containing both an or-pattern (|) and a match-guard";
                return fail(Unsupported::OrPatternGuard, text, arm.pat.span);
            }
            let mut matched = self.pattern(&arm.pat, &subject)?;
            let before = match &arm.guard {
                Some(guard) => self.frozen(&value, |fx| fx.guard(&mut matched, guard, arm.pat.span))?,
                None => Vec::new(),
            };
            let (stmts, result) = self.collect(|fx| fx.bound(&matched, arm.pat.span, |fx| fx.expr(&arm.body)))?;
            let way = Way { before, test: matched.test, stmts, value: result };
            match always {
                None if way.test.is_none() => always = Some(way),
                None => ways.push(way),
                Some(_) => ways.push(never(way, arm.pat.span)),
            }
        }
        ways.extend(always);
        self.close_match(&mut ways, arms, e)?;
        Ok(self.join(ways, ty, e.span))
    }

    /// Makes a guard part of the test of a pattern, and gives what is to be done before the test: where the guard does more than
    /// to look at values (a call, an index that must be in bounds), it is run if the pattern matches, and not otherwise.
    fn guard(&mut self, matched: &mut Matched, guard: &tree::Expr, span: Span) -> Result<Vec<Stmt>> {
        for Bound { local, value, .. } in &matched.bindings {
            let value = Expr { ty: self.local_ty(*local)?, ..value.clone() };
            self.bind(*local, Slot::Value(value));
            self.bound_below([*local]);
        }
        let binds = !matched.bindings.is_empty();
        let (stmts, test) = self.collect(|fx| fx.condition(guard))?;
        matched.bindings.extend(test.bindings);
        let test = test.test.unwrap_or_else(|| Expr::bool(true, guard.span));
        let test = if binds { self.arm(test) } else { test };
        if stmts.is_empty() {
            matched.test = Some(Expr::and_all(matched.test.take().into_iter().chain([test]), span));
            return Ok(Vec::new());
        }
        // What a `let` of the guard binds, the arm uses.
        let mut stmts: Vec<Stmt> = stmts.into_iter().filter_map(|stmt| self.declared_before(stmt)).collect();
        let holds = self.fresh("tmp%");
        self.emit(StmtKind::Declare(Binder { var: holds.clone(), ty: Ty::Bool }, None), guard.span);
        let assign = |value: Expr| Stmt::new(StmtKind::Assign(holds.clone(), value), guard.span);
        stmts.push(assign(test));
        let before = match matched.test.replace(Expr::var(&holds, Ty::Bool, guard.span)) {
            Some(matches) => {
                let not = vec![assign(Expr::bool(false, guard.span))];
                vec![Stmt::new(StmtKind::If(matches, stmts, not), guard.span)]
            }
            None => stmts,
        };
        Ok(before)
    }

    /// Declares the variable of a statement here, and leaves what gives it its value.
    fn declared_before(&mut self, stmt: Stmt) -> Option<Stmt> {
        let StmtKind::Declare(binder, value) = stmt.kind else { return Some(stmt) };
        let value = value.map(|value| Stmt::new(StmtKind::Assign(binder.var.clone(), value), stmt.span));
        self.emit(StmtKind::Declare(binder, None), stmt.span);
        value
    }

    /// Makes the last way of a match the one that is taken when no other is. That nothing is left over is known where
    /// the arms name every variant, and proved otherwise.
    fn close_match(&mut self, ways: &mut Vec<Way>, arms: &[Arm], e: &tree::Expr) -> Result<()> {
        let span = e.span;
        let Some(last) = ways.last_mut() else {
            // No arms: the scrutinee has no values.
            let (stmts, value) = self.collect(|fx| {
                fx.prove(GoalKind::Unreachable, Expr::bool(false, span), span);
                let ty = fx.cx.ty(&e.ty, span)?;
                Ok(if ty == Ty::unit() { Expr::unit(span) } else { fx.arbitrary(ty, span) })
            })?;
            if self.is_pure() {
                return fail(Unsupported::EmptyMatch, "a match without arms is not supported here", span);
            }
            ways.push(Way { before: Vec::new(), test: None, stmts, value });
            return Ok(());
        };
        if last.test.is_none() {
            return Ok(());
        }
        if self.is_pure() || self.covers(arms) {
            last.test = None;
            return Ok(());
        }
        let test = last.test.take();
        let goal = certus_vir::Goal {
            kind: GoalKind::Unreachable,
            expr: test.unwrap_or_else(|| Expr::bool(true, span)),
            span,
            related: Vec::new(),
            note: None,
        };
        last.stmts.insert(0, Stmt::new(StmtKind::Assert(goal), span));
        Ok(())
    }

    /// True when the arms without guard and with trivial fields name every variant of the type.
    /// False is always right: then a goal says that the last arm matches.
    fn covers(&mut self, arms: &[Arm]) -> bool {
        let mut named = std::collections::BTreeSet::new();
        let mut adt = None;
        for arm in arms.iter().filter(|a| a.guard.is_none()) {
            let mut collect = |pat: &tree::Pat| variants(pat, &mut adt, &mut named);
            collect(&arm.pat);
        }
        let Some(adt) = adt else { return false };
        match self.cx.entry(adt).as_deref() {
            Ok(crate::context::Entry { item: tree::Item::Adt(a), .. }) => a.variants.len() == named.len(),
            _ => false,
        }
    }

    /// The value of a branch: an expression when no way has effects, otherwise a variable that every way assigns.
    /// The variable has no value before. Each way gives it one at its end, or ends in a jump, after which nobody
    /// reads it.
    ///
    /// Without a value the branch is a statement, even if no way does anything: proofs write `if p(x) {}` so that the solver
    /// looks at both cases, and for the trigger in `p(x)`.
    fn join(&mut self, ways: Vec<Way>, ty: Ty, span: Span) -> Expr {
        // A call of a spec function of type `()` has no value of interest, but whether it terminates is.
        let has_value = *ty.value() != Ty::unit() || ways.iter().any(|way| visit::has_call(&way.value));
        if (self.is_pure() || has_value) && ways.iter().all(|way| way.before.is_empty() && way.stmts.is_empty()) {
            let value = ways.into_iter().rev().fold(None, |rest: Option<Expr>, way| match (way.test, rest) {
                (Some(test), Some(rest)) => {
                    let ty = ty.clone();
                    Some(Expr::new(ExprKind::If(test, way.value, rest), ty, span))
                }
                (_, _) => Some(way.value),
            });
            return value.unwrap_or_else(|| Expr::unit(span));
        }
        let dest = if has_value { Some(self.arbitrary(ty, span)) } else { None };
        let var = dest.as_ref().and_then(|d| match &*d.kind {
            ExprKind::Var(var) => Some(var.clone()),
            _ => None,
        });
        let mut rest: Vec<Stmt> = Vec::new();
        for way in ways.into_iter().rev() {
            let body = finish(way.stmts, way.value, &var, span);
            let branch = match way.test {
                None => body,
                Some(test) => vec![Stmt::new(StmtKind::If(test, body, rest), span)],
            };
            rest = way.before;
            rest.extend(branch);
        }
        self.emit_all(rest);
        dest.unwrap_or_else(|| Expr::unit(span))
    }
}

/// The way of an arm behind one that always matches: the rules of the language hold in it, but nobody takes it.
fn never(way: Way, span: Span) -> Way {
    let test = Expr::bool(false, span);
    let before = match way.before.is_empty() {
        true => Vec::new(),
        false => vec![Stmt::new(StmtKind::If(test.clone(), way.before, Vec::new()), span)],
    };
    Way { before, test: Some(test), ..way }
}

/// A branch ends by giving the joint variable its value; a branch of type `()` has none to give.
fn finish(mut stmts: Vec<Stmt>, value: Expr, dest: &Option<Var>, span: Span) -> Vec<Stmt> {
    if let Some(var) = dest {
        stmts.push(Stmt::new(StmtKind::Assign(var.clone(), value), span));
    }
    stmts
}

/// Only below `&&`, where Rust allows it.
fn has_let(e: &tree::Expr) -> bool {
    match &e.kind {
        T::Let(..) => true,
        T::Logic(LogicOp::And, left, right) => has_let(left) || has_let(right),
        _ => false,
    }
}

/// Whether there are alternatives in a pattern.
fn has_or(pat: &tree::Pat) -> bool {
    match &pat.kind {
        PatKind::Or(_) => true,
        PatKind::Binding { sub, .. } => sub.as_deref().is_some_and(has_or),
        PatKind::Deref(inner) => has_or(inner),
        PatKind::Variant { fields, .. } | PatKind::Tuple(fields) => fields.iter().any(|f| has_or(&f.pat)),
        PatKind::Slice(before, rest, after) => {
            before.iter().chain(after).any(has_or) || rest.as_deref().is_some_and(has_or)
        }
        PatKind::Wild | PatKind::Literal(_) | PatKind::Const(..) | PatKind::Range(..) | PatKind::Place(_) => false,
        PatKind::Unsupported(_) => false,
    }
}

/// Collects the variants that are matched whatever their fields hold.
fn variants(pat: &tree::Pat, adt: &mut Option<tree::DefId>, named: &mut std::collections::BTreeSet<u32>) {
    match &pat.kind {
        PatKind::Variant { adt: this, variant, fields } if fields.iter().all(|f| f.pat.always_matches()) => {
            *adt = Some(*this);
            named.insert(*variant);
        }
        PatKind::Deref(inner) => variants(inner, adt, named),
        PatKind::Or(alternatives) => alternatives.iter().for_each(|p| variants(p, adt, named)),
        _ => {}
    }
}

/// True for a variable, a literal or a part of a variable.
fn is_atom(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Var(_) | ExprKind::Const(_) => true,
        ExprKind::Unary(certus_vir::UnaryOp::Field(..), inner) => is_atom(inner),
        _ => false,
    }
}
