//! `assert(e) by (compute)` and `by (compute_only)`: the goal is evaluated (guide page `assert_by_compute`, reference page
//! `reference-prover-mode-compute`; SOSP 2024 paper on Verus, §3.3).
//!
//! What is evaluated is the mathematics of the specification language, on numbers of any size, datatypes, sequences,
//! maps, sets and functions, with whatever is unknown left standing as it is: each step replaces an expression by one
//! that is equal to it, so that the goal holds exactly if what is left of it does. A recursion goes on only where the
//! condition that decides on it is known. The evaluator is trusted; its rules are compared with the solver by the tests.

mod code;
mod machine;
mod native;
mod operators;
mod residual;
mod value;

use certus_diagnostics::{Class, Diagnostic};
use certus_vir::{Const, Expr, ExprKind, Function, Goal, Program, Prover, Stmt, StmtKind, Ty};

use machine::{Machine, Stopped};
use value::Values;

/// A function whose goals were evaluated.
#[derive(Clone, Debug, Default)]
pub struct Computed {
    /// The function with what is left of each goal in its place, to be proved where it stands; the goals themselves are
    /// known from there on. `None` when it has no goal to evaluate.
    pub function: Option<Function>,
    /// A diagnostic for each goal that is not proved: `verify/compute` when one that must be true is not,
    /// `resource/compute` when the evaluation takes too many steps or too much memory. Such goals count as known in what
    /// follows, like other assertions that fail.
    pub problems: Vec<Diagnostic>,
}

/// Evaluates the goals in a function that ask for it, each in at most so many steps.
pub fn compute(program: &Program, function: &Function, steps: u64) -> Computed {
    let Some(check) = &function.check else { return Computed::default() };
    let mut pass = Pass { program, function, steps, found: false, problems: Vec::new() };
    let check = pass.stmts(check);
    let done = pass.found.then(|| Function { check: Some(check), ..function.clone() });
    Computed { function: done, problems: pass.problems }
}

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
                return ensures.iter().flat_map(|goal| self.goal(goal, *prover)).collect();
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

    fn goal(&mut self, goal: &Goal, prover: Prover) -> Vec<Stmt> {
        let stmt = |kind| Stmt { kind, span: goal.span };
        let known = stmt(StmtKind::Assume(goal.expr.clone()));
        match self.rest(goal, prover) {
            Ok(Some(rest)) if matches!(&*rest.kind, ExprKind::Const(Const::Bool(true))) => vec![known],
            Ok(Some(expr)) => vec![stmt(StmtKind::Assert(Goal { expr, ..goal.clone() })), known],
            Ok(None) => vec![stmt(StmtKind::Assert(goal.clone()))],
            Err(problem) => {
                self.problems.push(*problem);
                vec![known]
            }
        }
    }

    /// What is left of a goal; `None` when that cannot be said in fewer words than the goal itself.
    fn rest(&self, goal: &Goal, prover: Prover) -> Result<Option<Expr>, Box<Diagnostic>> {
        let mut machine = Machine::new(self.program, self.function, self.steps);
        let value = machine.evaluate(&goal.expr).map_err(|stopped| Box::new(exhausted(goal, &stopped)))?;
        let rest = residual::expression(&machine, value, &Ty::Bool, goal.span);
        if prover == Prover::ComputeOnly && machine.values.as_bool(value) != Some(true) {
            return Err(Box::new(not_true(goal, rest.as_ref(), &machine.values)));
        }
        Ok(rest)
    }
}

fn exhausted(goal: &Goal, stopped: &Stopped) -> Diagnostic {
    let within = stopped.within.as_ref().map(|path| format!(", while it evaluated `{path}`")).unwrap_or_default();
    let text = format!("the computation exceeded its budget{within}");
    Diagnostic::error(Class::Resource, "compute", text, goal.span)
        .with_help("compute less at a time, mark functions #[verifier::memoize], or raise #[verifier::rlimit(n)]")
}

fn not_true(goal: &Goal, rest: Option<&Expr>, values: &Values) -> Diagnostic {
    let text = "the computation failed to simplify down to true";
    let rest = match rest {
        Some(rest) => shortened(&rest.to_string()),
        None => format!("a term that is too large to show ({} values were computed)", values.count()),
    };
    Diagnostic::error(Class::Verify, "compute", text, goal.span).with_note(format!("it came to `{rest}`"))
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    const MAX: usize = 400;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}
