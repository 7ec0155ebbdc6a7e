//! The walk over the statements of a function.

use certus_diagnostics::Span;
use certus_vir::{
    Clause, Const, Expr, ExprKind, Function, Goal, GoalKind, Mode, Program, Prover, Stmt, StmtKind, Ty, Var,
};

use crate::context::{Context, DraftEdge, Intro};
use crate::items::{self, Item};
use crate::loops::Frame;
use crate::names::{Env, Names};
use crate::obligation::{Part, Step};

/// The state of the walk.
#[derive(Clone)]
pub(crate) struct State {
    /// The obligation under construction.
    pub(crate) context: usize,
    /// The current block; `None` if control does not reach this place.
    pub(crate) at: Option<usize>,
    /// The values of the variables.
    pub(crate) env: Env,
    /// The `reveal`s and `broadcast use`s on every path to this place. They are not facts, so they also apply to the
    /// bodies of isolated loops.
    pub(crate) visible: Vec<Step>,
    /// Whether facts that become known here also apply to the bodies of isolated loops.
    pub(crate) keeps: bool,
    /// Whether these statements were checked before, from a state with fewer facts. Then goals are assumptions, and no
    /// side obligations are made.
    pub(crate) replay: bool,
}

/// Control that arrives at a join: the block, the values, and the condition.
pub(crate) struct Arrival {
    pub(crate) from: usize,
    pub(crate) env: Env,
    pub(crate) condition: Option<Expr>,
}

/// The walk over a function.
pub(crate) struct Walker<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) names: Names,
    pub(crate) contexts: Vec<Context>,
    pub(crate) state: State,
    /// The loops around the current place, the innermost last.
    pub(crate) frames: Vec<Frame<'a>>,
    /// The number of isolated loops so far.
    pub(crate) loops: u32,
    /// The number of blocks of special provers so far.
    pub(crate) isolated: u32,
    /// The function items that the function mentions.
    pub(crate) items: Vec<Item>,
    /// The keyword of the loop for which the caller wants candidate invariants.
    pub(crate) wanted: Option<Span>,
    /// The facts that are known before that loop.
    pub(crate) found: Vec<Clause>,
}

impl<'a> Walker<'a> {
    /// A walk at the beginning of a function.
    pub(crate) fn new(program: &'a Program, function: &'a Function) -> Walker<'a> {
        let mut names = Names::default();
        let params = function.params.iter().chain([&function.ret]);
        let env = params.map(|p| (p.var.clone(), names.fresh(&p.var, &p.ty))).collect();
        let contexts = vec![Context::new(Part::Main, function.prover)];
        let state = State { context: 0, at: Some(0), env, visible: Vec::new(), keeps: false, replay: false };
        Walker {
            program,
            function,
            names,
            contexts,
            state,
            frames: Vec::new(),
            loops: 0,
            isolated: 0,
            items: items::mentioned(program, function),
            wanted: None,
            found: Vec::new(),
        }
    }

    /// Walks the whole function.
    pub(crate) fn function(&mut self, check: &'a [Stmt]) {
        let function = self.function;
        if function.mode == Mode::Spec {
            function.termination.iter().filter_map(|t| t.when.as_ref()).for_each(|when| self.assume_source(when));
        } else {
            function.requires.iter().for_each(|clause| self.assume_source(&clause.expr));
        }
        self.exec(check);
        self.postconditions(function.span, "at the end of the function body");
    }

    /// Walks over statements, up to one that control does not leave.
    pub(crate) fn exec(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            let Some(at) = self.state.at else { return };
            self.stmt(stmt, at);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, at: usize) {
        match &stmt.kind {
            StmtKind::Declare(binder, Some(value)) => {
                let value = self.resolve(value);
                self.define(&binder.var, &binder.ty, value);
            }
            StmtKind::Declare(binder, None) => self.arbitrary(&binder.var, &binder.ty),
            StmtKind::Assign(var, value) => {
                let value = self.resolve(value);
                let ty = self.ty(var).unwrap_or_else(|| value.ty.clone());
                self.define(var, &ty, value);
            }
            StmtKind::Havoc(var) => {
                if let Some(ty) = self.ty(var) {
                    self.arbitrary(var, &ty);
                }
            }
            StmtKind::Assert(goal) => self.goal_source(goal),
            StmtKind::Assume(expr) => self.assume_source(expr),
            StmtKind::Check(_) => {}
            StmtKind::Call(call) => self.call(call),
            StmtKind::If(condition, then, otherwise) => self.branch(condition, then, otherwise, at),
            StmtKind::Loop(l) => self.loop_(l),
            StmtKind::Break(label) => self.break_(label, stmt.span, at),
            StmtKind::Continue(label) => self.continue_(label, stmt.span),
            StmtKind::Return => {
                let last = self.function.check.iter().flatten().next_back();
                let is_end = last.is_some_and(|last| last.span == stmt.span);
                let place = if is_end { "at the end of the function body" } else { "at this exit" };
                self.postconditions(stmt.span, place);
                self.state.at = None;
            }
            StmtKind::Block(stmts) => {
                let outside = self.state.env.clone();
                self.exec(stmts);
                self.leave_scope(&outside);
            }
            StmtKind::Boundary(stmts) => self.boundary(stmts),
            StmtKind::Aside { binders, body, conclusions } => self.side_proof(binders, body, conclusions, at),
            StmtKind::Isolated { prover, requires, proof, ensures } => {
                self.isolated(*prover, requires, proof, ensures);
            }
            StmtKind::Reveal(path, fuel) => self.show(at, Step::Reveal(path.clone(), *fuel)),
            StmtKind::BroadcastUse(path) => self.show(at, Step::Use(path.clone())),
            StmtKind::Unreachable => self.state.at = None,
            StmtKind::Note(_) => {}
        }
    }

    /// Statements whose facts also apply to the bodies of the isolated loops among them. Their variables are assigned
    /// once, so these facts stay true.
    fn boundary(&mut self, stmts: &'a [Stmt]) {
        let (keeps, before) = (std::mem::replace(&mut self.state.keeps, true), self.state.visible.len());
        self.exec(stmts);
        self.state.keeps = keeps;
        let mut number = 0;
        self.state.visible.retain(|step| {
            number += 1;
            number <= before || !matches!(step, Step::Assume(_))
        });
    }

    fn show(&mut self, at: usize, step: Step) {
        self.state.visible.push(step.clone());
        self.context().step(at, step);
    }

    /// The obligation under construction.
    pub(crate) fn context(&mut self) -> &mut Context {
        &mut self.contexts[self.state.context] // The state holds numbers of contexts only.
    }

    /// Replaces the variables of a source expression by their current values.
    pub(crate) fn resolve(&self, expr: &Expr) -> Expr {
        self.names.resolve(expr, &self.state.env)
    }

    /// The type of a variable in scope.
    pub(crate) fn ty(&self, var: &Var) -> Option<Ty> {
        self.state.env.get(var).and_then(|value| self.names.ty(value)).cloned()
    }

    /// Assigns a value to a variable. The value is an expression over values.
    pub(crate) fn define(&mut self, var: &Var, ty: &Ty, value: Expr) {
        let name = self.names.fresh(var, ty);
        if self.state.keeps {
            let equation = Expr::eq(Expr::var(&name, ty.clone(), value.span), value.clone());
            self.state.visible.push(Step::Assume(equation));
        }
        if let Some(at) = self.state.at.filter(|_| certus_vir::visit::may_match_trigger(&value)) {
            self.context().step(at, Step::Mention(name.clone()));
        }
        self.context().introduce(&name, Intro::Def(value));
        self.state.env.insert(var.clone(), name);
    }

    /// Assigns an arbitrary value to a variable.
    pub(crate) fn arbitrary(&mut self, var: &Var, ty: &Ty) {
        let name = self.names.fresh(var, ty);
        self.state.env.insert(var.clone(), name);
    }

    /// Assumes a fact over values from here on.
    pub(crate) fn assume(&mut self, expr: Expr) {
        let trivial = matches!(&*expr.kind, ExprKind::Const(Const::Bool(true)));
        if let (Some(at), false) = (self.state.at, trivial) {
            if self.state.keeps {
                self.state.visible.push(Step::Assume(expr.clone()));
            }
            self.context().step(at, Step::Assume(expr));
        }
    }

    /// Assumes a source expression from here on.
    pub(crate) fn assume_source(&mut self, expr: &Expr) {
        let expr = self.resolve(expr);
        self.assume(expr);
    }

    /// Adds a goal over values.
    pub(crate) fn goal(&mut self, goal: Goal) {
        if self.state.replay {
            self.assume(goal.expr);
        } else if let Some(at) = self.state.at {
            let expr = self.function.auto_ext.goal(goal.kind, goal.expr);
            self.context().goal(at, Goal { expr, ..goal });
        }
    }

    /// Adds a goal of the source.
    pub(crate) fn goal_source(&mut self, goal: &Goal) {
        let expr = self.resolve(&goal.expr);
        self.goal(Goal { expr, ..goal.clone() });
    }

    /// The postconditions, at the end of the function or at a `return`. Parameters have their initial values there.
    fn postconditions(&mut self, span: Span, place: &str) {
        let function = self.function;
        if function.mode == Mode::Spec || self.state.replay || self.state.at.is_none() {
            return;
        }
        // The prover proves the function as a whole, so no place in its empty body is relevant.
        let (span, place) = match function.prover {
            Prover::BitVector => (function.span, "proved by `bit_vector`, from the `requires` alone"),
            _ => (span, place),
        };
        let mut env = self.state.env.clone();
        env.extend(function.params.iter().map(|p| (p.var.clone(), p.var.clone())));
        for clause in &function.ensures {
            let expr = self.names.resolve(&clause.expr, &env);
            let related = vec![(clause.span, "failed this postcondition".to_string())];
            let note = Some(place.to_string());
            self.goal(Goal { kind: GoalKind::Postcondition, expr, span, related, note });
        }
    }

    fn branch(&mut self, condition: &Expr, then: &'a [Stmt], otherwise: &'a [Stmt], at: usize) {
        let condition = self.resolve(condition);
        let outside = self.state.env.clone();
        let visible = self.state.visible.len();
        let mut arrivals = Vec::new();
        // Two edges from one block would be a tautology, which a solver drops with all terms in it. But `if p(x) {}` says that
        // it is to look at `p(x)`, so there is a block for each case.
        let is_hint = then.is_empty() && otherwise.is_empty();
        for (condition, stmts) in [(condition.clone(), then), (Expr::not(condition), otherwise)] {
            if stmts.is_empty() && !is_hint {
                arrivals.push(Arrival { from: at, env: outside.clone(), condition: Some(condition) });
                continue;
            }
            let block = self.context().after(at, Some(condition));
            self.state.at = Some(block);
            self.state.env = outside.clone();
            self.exec(stmts);
            self.state.visible.truncate(visible);
            arrivals.extend(self.arrival());
        }
        self.join(arrivals, &outside);
    }

    /// The current place as an edge into a join.
    pub(crate) fn arrival(&self) -> Option<Arrival> {
        self.state.at.map(|from| Arrival { from, env: self.state.env.clone(), condition: None })
    }

    /// Continues after a join of these edges. Only the variables that were in scope `outside` stay in scope.
    pub(crate) fn join(&mut self, mut arrivals: Vec<Arrival>, outside: &Env) {
        self.state.at = None;
        if arrivals.len() <= 1 {
            let Some(only) = arrivals.pop() else {
                self.state.env = outside.clone();
                return;
            };
            self.state.env = only.env;
            self.leave_scope(outside);
            self.state.at = Some(match only.condition {
                None => only.from,
                condition => self.context().after(only.from, condition),
            });
            return;
        }
        let mut env = Env::new();
        let mut edges: Vec<DraftEdge> = Vec::new();
        let mut phis: Vec<Vec<(Var, Expr)>> = arrivals.iter().map(|_| Vec::new()).collect();
        for var in outside.keys() {
            let values: Vec<&Var> = arrivals.iter().filter_map(|a| a.env.get(var)).collect();
            let Some((&first, rest)) = values.split_first() else { continue };
            if rest.iter().all(|value| *value == first) {
                env.insert(var.clone(), first.clone());
                continue;
            }
            let Some(ty) = self.names.ty(first).cloned() else { continue };
            let name = self.names.fresh(var, &ty);
            for (value, phis) in values.into_iter().zip(&mut phis) {
                phis.push((name.clone(), Expr::var(value, ty.clone(), self.function.span)));
            }
            self.context().introduce(&name, Intro::Phi);
            env.insert(var.clone(), name);
        }
        for (arrival, phis) in arrivals.into_iter().zip(phis) {
            edges.push(DraftEdge { from: arrival.from, condition: arrival.condition, phis });
        }
        self.state.env = env;
        self.state.at = Some(self.context().block(edges));
    }

    /// Forgets the variables that were not in scope outside.
    pub(crate) fn leave_scope(&mut self, outside: &Env) {
        self.state.env.retain(|var, _| outside.contains_key(var));
    }
}
