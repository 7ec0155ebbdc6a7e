//! Gives the goals of a function that need no solver to their provers.

use certus_diagnostics::{Diagnostic, Span};
use certus_vir::{Const, Expr, ExprKind, Function, Goal, Program, Prover, Stmt, StmtKind};

use crate::{compute, ring};

/// A function after its goals for the provers of this crate are proved or simplified.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// The function, in which each such goal is replaced by what remains to prove at its place. The goals are known
    /// after their places. `None` if the function has no such goal.
    pub function: Option<Function>,
    /// A diagnostic for each goal that is not proved: `verify/..`, `resource/..` if its budget does not suffice, or
    /// `language/..` if the prover does not support it. Like other assertions that fail, such goals count as known
    /// afterwards.
    pub problems: Vec<Diagnostic>,
}

/// Runs the provers of this crate on a function. An evaluation may take `steps` steps.
pub fn settle(program: &Program, function: &Function, steps: u64) -> Settled {
    let Some(check) = &function.check else { return Settled::default() };
    if function.prover == Prover::IntegerRing {
        let problems = ring::prove_function(function).err().map(|problem| *problem).into_iter().collect();
        return Settled { function: Some(Function { check: None, ..function.clone() }), problems };
    }
    let mut pass = Pass { program, function, steps, found: false, problems: Vec::new() };
    let check = pass.stmts(check);
    let done = pass.found.then(|| Function { check: Some(check), ..function.clone() });
    Settled { function: done, problems: pass.problems }
}

/// The pass over the statements of a function.
struct Pass<'p> {
    program: &'p Program,
    function: &'p Function,
    steps: u64,
    found: bool,
    problems: Vec<Diagnostic>,
}

impl Pass<'_> {
    fn stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        stmts.iter().flat_map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let kind = match &stmt.kind {
            StmtKind::Isolated { prover: prover @ (Prover::Compute | Prover::ComputeOnly), ensures, .. } => {
                self.found = true;
                return ensures.iter().flat_map(|goal| self.evaluated(goal, *prover)).collect();
            }
            StmtKind::Isolated { prover: Prover::IntegerRing, requires, proof, ensures } => {
                self.found = true;
                return self.in_ring(requires, proof, ensures);
            }
            StmtKind::If(condition, then, otherwise) => {
                StmtKind::If(condition.clone(), self.stmts(then), self.stmts(otherwise))
            }
            StmtKind::Block(inner) => StmtKind::Block(self.stmts(inner)),
            StmtKind::Boundary(inner) => StmtKind::Boundary(self.stmts(inner)),
            StmtKind::Loop(one) => {
                let mut one = one.clone();
                one.condition = one.condition.map(|(stmts, condition)| (self.stmts(&stmts), condition));
                one.body = self.stmts(&one.body);
                StmtKind::Loop(one)
            }
            StmtKind::Aside { binders, body, conclusions } => {
                let (binders, conclusions) = (binders.clone(), conclusions.clone());
                StmtKind::Aside { binders, body: self.stmts(body), conclusions }
            }
            StmtKind::Isolated { prover, requires, proof, ensures } => {
                let (requires, ensures) = (requires.clone(), ensures.clone());
                StmtKind::Isolated { prover: *prover, requires, proof: self.stmts(proof), ensures }
            }
            _ => return vec![stmt.clone()],
        };
        vec![Stmt { kind, span: stmt.span }]
    }

    /// The statements for the rest of a goal after evaluation.
    fn evaluated(&mut self, goal: &Goal, prover: Prover) -> Vec<Stmt> {
        match compute::rest(self.program, self.function, goal, prover, self.steps) {
            Ok(Some(rest)) if matches!(&*rest.kind, ExprKind::Const(Const::Bool(true))) => vec![known(goal)],
            Ok(Some(expr)) => {
                let mut left = goal.clone();
                left.related.extend(compute::cut(&expr).map(|hint| (goal.span, hint)));
                vec![asserted(&Goal { expr, ..left }), known(goal)]
            }
            Ok(None) => vec![asserted(goal)],
            Err(problem) => {
                self.problems.push(*problem);
                vec![known(goal)]
            }
        }
    }

    /// The statements for a goal of `integer_ring`: its premises must be proved before the block, and its conclusions
    /// are known afterwards.
    fn in_ring(&mut self, requires: &[Goal], proof: &[Stmt], ensures: &[Goal]) -> Vec<Stmt> {
        let premises: Vec<&Expr> = requires.iter().map(|goal| &goal.expr).collect();
        let conclusions: Vec<(&Expr, Span)> = ensures.iter().map(|goal| (&goal.expr, goal.span)).collect();
        let proved = ring::silent(proof).and_then(|()| ring::prove(&premises, &conclusions));
        self.problems.extend(proved.err().map(|problem| *problem));
        requires.iter().map(asserted).chain(ensures.iter().map(known)).collect()
    }
}

/// A statement that asserts the goal.
fn asserted(goal: &Goal) -> Stmt {
    Stmt { kind: StmtKind::Assert(goal.clone()), span: goal.span }
}

/// A statement that assumes the goal.
fn known(goal: &Goal) -> Stmt {
    Stmt { kind: StmtKind::Assume(goal.expr.clone()), span: goal.span }
}
