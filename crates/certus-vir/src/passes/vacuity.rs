//! Proofs that say nothing: questions whose answer should be no.
//!
//! Each function here gives a function with goals that should NOT follow. One that does means that what was proved is
//! empty: it holds of no call, of no run, or of every result.

use certus_diagnostics::Span;

use crate::expr::{Const, Expr, ExprKind};
use crate::goal::{Clause, Goal, GoalKind};
use crate::item::{Function, Program};
use crate::mode::Mode;
use crate::stmt::{CallStmt, Stmt, StmtKind};

/// A function whose one goal is that its preconditions contradict each other; without the clause of a number, if one is
/// given. `None` where there is nothing to contradict, or where that is what is meant: `requires false`, or a lemma that
/// promises nothing but `false`, which is a proof by contradiction.
pub fn entry(function: &Function, without: Option<usize>) -> Option<Function> {
    let refutes = function.mode == Mode::Proof
        && !function.ensures.is_empty()
        && function.ensures.iter().all(|clause| is_false(&clause.expr));
    let meant = refutes || function.requires.iter().any(|clause| is_false(&clause.expr));
    if meant || function.requires.is_empty() || !has_body(function) {
        return None;
    }
    let kept = function.requires.iter().enumerate().filter(|(number, _)| Some(*number) != without);
    let requires: Vec<Clause> = kept.map(|(_, clause)| clause.clone()).collect();
    let check = Some(vec![absurd(GoalKind::Contradiction, function.span, function.span, None)]);
    Some(Function { requires, ensures: Vec::new(), check, ..function.clone() })
}

/// A function with the goal that control does not come there: at the beginning of each branch and each loop body, and
/// behind each call of executable code. Not where that is what the program says (`assert(false)`, `unreached()`, ..).
/// The first related place of each goal is the code that is then not reached. `None` when there is nothing to ask.
pub fn reach(program: &Program, function: &Function) -> Option<Function> {
    let check = function.check.as_ref().filter(|_| has_body(function))?;
    let mut adder = Adder { program, added: 0 };
    let check = adder.stmts(check);
    (adder.added > 0).then(|| Function { check: Some(check), ..function.clone() })
}

/// A function with each postcondition as a goal about an arbitrary result and arbitrary final states. For executable
/// code only: a lemma says what holds anyway. `None` when there is nothing to ask.
pub fn ensures(function: &Function) -> Option<Function> {
    if function.mode != Mode::Exec || function.ensures.is_empty() || !has_body(function) {
        return None;
    }
    let aside = |clause: &Clause| {
        let goal = Goal {
            kind: GoalKind::EmptyEnsures,
            expr: clause.expr.clone(),
            span: clause.span,
            related: Vec::new(),
            note: None,
        };
        aside(goal)
    };
    let check = Some(function.ensures.iter().map(aside).collect());
    Some(Function { ensures: Vec::new(), check, ..function.clone() })
}

fn has_body(function: &Function) -> bool {
    function.mode != Mode::Spec && function.check.is_some()
}

pub(crate) fn is_false(expr: &Expr) -> bool {
    matches!(&*expr.kind, ExprKind::Const(Const::Bool(false)))
}

/// A goal of which nothing is known afterwards.
fn aside(goal: Goal) -> Stmt {
    let span = goal.span;
    let body = vec![Stmt::new(StmtKind::Assert(goal), span)];
    Stmt::new(StmtKind::Aside { binders: Vec::new(), body, conclusions: Vec::new() }, span)
}

/// The goal that what is known is contradictory.
pub(crate) fn absurd(kind: GoalKind, span: Span, region: Span, note: Option<String>) -> Stmt {
    let related = vec![(region, String::new())];
    aside(Goal { kind, expr: Expr::bool(false, span), span, related, note })
}

struct Adder<'a> {
    program: &'a Program,
    added: usize,
}

impl Adder<'_> {
    fn stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut all = Vec::new();
        for (number, stmt) in stmts.iter().enumerate() {
            all.push(Stmt::new(self.nested(stmt), stmt.span));
            let rest = stmts.get(number + 1..).unwrap_or_default();
            if let StmtKind::Call(call) = &stmt.kind
                && self.may_return(call)
                && !self.is_meant(rest)
                && let Some(region) = region(rest)
            {
                all.push(self.probe(call.span, region, Some("the code after this call is never reached".to_owned())));
            }
        }
        all
    }

    fn nested(&mut self, stmt: &Stmt) -> StmtKind {
        match &stmt.kind {
            StmtKind::If(condition, then, otherwise) => {
                let then = self.branch(then, stmt.span);
                let otherwise = self.branch(otherwise, stmt.span);
                StmtKind::If(condition.clone(), then, otherwise)
            }
            StmtKind::Block(stmts) => StmtKind::Block(self.stmts(stmts)),
            StmtKind::Boundary(stmts) => StmtKind::Boundary(self.stmts(stmts)),
            StmtKind::Loop(l) => {
                let mut l = l.clone();
                l.body = self.branch(&l.body, stmt.span);
                StmtKind::Loop(l)
            }
            other => other.clone(),
        }
    }

    /// Statements that control comes to under a condition; `around` is the statement that they belong to.
    fn branch(&mut self, stmts: &[Stmt], around: Span) -> Vec<Stmt> {
        let mut inside = self.stmts(stmts);
        // What has the place of the whole statement was not written by the user.
        let is_written = |stmt: &&Stmt| stmt.span.start > around.start || stmt.span.end < around.end;
        if let (Some(first), Some(region), false) = (stmts.iter().find(is_written), region(stmts), self.is_meant(stmts))
            && !contains(first.span, around)
        {
            inside.insert(0, self.probe(first.span, region, None));
        }
        inside
    }

    fn probe(&mut self, span: Span, region: Span, note: Option<String>) -> Stmt {
        self.added += 1;
        absurd(GoalKind::UnreachableCode, span, region, note)
    }

    /// Whether a call is of executable code that may come back.
    fn may_return(&self, call: &CallStmt) -> bool {
        let Some(callee) = self.program.functions.get(&call.callee) else { return false };
        let says_never = callee.ensures.iter().chain(&callee.requires).any(|clause| is_false(&clause.expr));
        callee.mode == Mode::Exec && !says_never
    }

    /// Whether the program itself says that control does not come through these statements.
    fn is_meant(&self, stmts: &[Stmt]) -> bool {
        stmts.iter().any(|stmt| match &stmt.kind {
            StmtKind::Unreachable => true,
            StmtKind::Assert(goal) => goal.kind == GoalKind::Unreachable || is_false(&goal.expr),
            StmtKind::Assume(expr) => is_false(expr),
            StmtKind::Call(call) => {
                let callee = self.program.functions.get(&call.callee);
                let clauses = callee.into_iter().flat_map(|callee| callee.requires.iter().chain(&callee.ensures));
                clauses.into_iter().any(|clause| is_false(&clause.expr))
            }
            StmtKind::If(_, then, otherwise) => self.is_meant(then) && self.is_meant(otherwise),
            StmtKind::Block(stmts) | StmtKind::Boundary(stmts) => self.is_meant(stmts),
            StmtKind::Aside { conclusions, .. } => conclusions.iter().any(is_false),
            _ => false,
        })
    }
}

/// The place of all of these statements.
fn region(stmts: &[Stmt]) -> Option<Span> {
    stmts.iter().map(|stmt| stmt.span).reduce(Span::to)
}

/// Whether a place is around another one.
fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
