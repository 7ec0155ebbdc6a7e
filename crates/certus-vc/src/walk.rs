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

/// Where the walk is.
#[derive(Clone)]
pub(crate) struct Flow {
    /// The obligation that grows.
    pub(crate) context: usize,
    /// Its block; `None` where control does not come.
    pub(crate) at: Option<usize>,
    /// The values of variables.
    pub(crate) env: Env,
    /// What was revealed and taken into use on every way here. It is not a fact but a choice, and goes into the bodies
    /// of isolated loops.
    pub(crate) visible: Vec<Step>,
    /// Whether what becomes known here goes into the bodies of isolated loops too.
    pub(crate) keeps: bool,
    /// The statements were checked before, from a state of which less is known: goals are taken as known, and no
    /// obligations are made on the side.
    pub(crate) replay: bool,
}

/// Control that arrives at a join: from which block, with which values, under which condition.
pub(crate) struct Arrival {
    pub(crate) from: usize,
    pub(crate) env: Env,
    pub(crate) condition: Option<Expr>,
}

/// The walk.
pub(crate) struct Walker<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) names: Names,
    pub(crate) contexts: Vec<Context>,
    pub(crate) flow: Flow,
    /// Loops around the place of the walk, innermost last.
    pub(crate) frames: Vec<Frame<'a>>,
    /// Loops with an obligation of their own so far.
    pub(crate) loops: u32,
    /// Blocks of special provers so far.
    pub(crate) isolated: u32,
    /// Function items that the function speaks of.
    pub(crate) items: Vec<Item>,
    /// The loop that is asked about, by its keyword.
    pub(crate) wanted: Option<Span>,
    /// What is known before it.
    pub(crate) found: Vec<Clause>,
}

impl<'a> Walker<'a> {
    /// The walk at the beginning of a function.
    pub(crate) fn new(program: &'a Program, function: &'a Function) -> Walker<'a> {
        let mut names = Names::default();
        let params = function.params.iter().chain([&function.ret]);
        let env = params.map(|p| (p.var.clone(), names.fresh(&p.var, &p.ty))).collect();
        let contexts = vec![Context::new(Part::Main, function.prover)];
        let flow = Flow { context: 0, at: Some(0), env, visible: Vec::new(), keeps: false, replay: false };
        Walker {
            program,
            function,
            names,
            contexts,
            flow,
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

    /// Walks statements until one that control does not leave.
    pub(crate) fn exec(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            let Some(at) = self.flow.at else { return };
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
                self.flow.at = None;
            }
            StmtKind::Block(stmts) => {
                let outside = self.flow.env.clone();
                self.exec(stmts);
                self.leave_scope(&outside);
            }
            StmtKind::Boundary(stmts) => self.boundary(stmts),
            StmtKind::Aside { binders, body, conclusions } => self.aside(binders, body, conclusions, at),
            StmtKind::Isolated { prover, requires, proof, ensures } => {
                self.isolated(*prover, requires, proof, ensures);
            }
            StmtKind::Reveal(path, fuel) => self.show(at, Step::Reveal(path.clone(), *fuel)),
            StmtKind::BroadcastUse(path) => self.show(at, Step::Use(path.clone())),
            StmtKind::Unreachable => self.flow.at = None,
        }
    }

    /// Statements whose facts go into the bodies of the isolated loops among them. Values are assigned once, so what is
    /// known of one stays true.
    fn boundary(&mut self, stmts: &'a [Stmt]) {
        let (keeps, before) = (std::mem::replace(&mut self.flow.keeps, true), self.flow.visible.len());
        self.exec(stmts);
        self.flow.keeps = keeps;
        let mut number = 0;
        self.flow.visible.retain(|step| {
            number += 1;
            number <= before || !matches!(step, Step::Assume(_))
        });
    }

    fn show(&mut self, at: usize, step: Step) {
        self.flow.visible.push(step.clone());
        self.context().step(at, step);
    }

    /// The obligation that grows.
    pub(crate) fn context(&mut self) -> &mut Context {
        &mut self.contexts[self.flow.context] // The flow holds numbers of contexts only.
    }

    /// An expression of the source, over the values at this point.
    pub(crate) fn resolve(&self, expr: &Expr) -> Expr {
        self.names.resolve(expr, &self.flow.env)
    }

    /// The type of a variable in scope.
    pub(crate) fn ty(&self, var: &Var) -> Option<Ty> {
        self.flow.env.get(var).and_then(|value| self.names.ty(value)).cloned()
    }

    /// From here on the variable has this value, which is over values.
    pub(crate) fn define(&mut self, var: &Var, ty: &Ty, value: Expr) {
        let name = self.names.fresh(var, ty);
        if self.flow.keeps {
            let equation = Expr::eq(Expr::var(&name, ty.clone(), value.span), value.clone());
            self.flow.visible.push(Step::Assume(equation));
        }
        self.context().introduce(&name, Intro::Def(value));
        self.flow.env.insert(var.clone(), name);
    }

    /// From here on the variable has an arbitrary value.
    pub(crate) fn arbitrary(&mut self, var: &Var, ty: &Ty) {
        let name = self.names.fresh(var, ty);
        self.flow.env.insert(var.clone(), name);
    }

    /// Something known from here on, over values.
    pub(crate) fn assume(&mut self, expr: Expr) {
        let trivial = matches!(&*expr.kind, ExprKind::Const(Const::Bool(true)));
        if let (Some(at), false) = (self.flow.at, trivial) {
            if self.flow.keeps {
                self.flow.visible.push(Step::Assume(expr.clone()));
            }
            self.context().step(at, Step::Assume(expr));
        }
    }

    /// Something known from here on, as in the source.
    pub(crate) fn assume_source(&mut self, expr: &Expr) {
        let expr = self.resolve(expr);
        self.assume(expr);
    }

    /// Something to prove here, over values.
    pub(crate) fn goal(&mut self, goal: Goal) {
        if self.flow.replay {
            self.assume(goal.expr);
        } else if let Some(at) = self.flow.at {
            let expr = self.function.auto_ext.goal(goal.kind, goal.expr);
            self.context().goal(at, Goal { expr, ..goal });
        }
    }

    /// Something to prove here, as in the source.
    pub(crate) fn goal_source(&mut self, goal: &Goal) {
        let expr = self.resolve(&goal.expr);
        self.goal(Goal { expr, ..goal.clone() });
    }

    /// The postconditions, at the end of the function or at a `return`. Parameters mean their initial values there.
    fn postconditions(&mut self, span: Span, place: &str) {
        let function = self.function;
        if function.mode == Mode::Spec || self.flow.replay || self.flow.at.is_none() {
            return;
        }
        // The prover proves the function at one go, so no place in its body, which is empty, has to do with it.
        let (span, place) = match function.prover {
            Prover::BitVector => (function.span, "proved by `bit_vector`, from the `requires` alone"),
            _ => (span, place),
        };
        let mut env = self.flow.env.clone();
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
        let outside = self.flow.env.clone();
        let visible = self.flow.visible.len();
        let mut arrivals = Vec::new();
        for (condition, stmts) in [(condition.clone(), then), (Expr::not(condition), otherwise)] {
            if stmts.is_empty() {
                arrivals.push(Arrival { from: at, env: outside.clone(), condition: Some(condition) });
                continue;
            }
            let block = self.context().after(at, Some(condition));
            self.flow.at = Some(block);
            self.flow.env = outside.clone();
            self.exec(stmts);
            self.flow.visible.truncate(visible);
            arrivals.extend(self.arrival());
        }
        self.join(arrivals, &outside);
    }

    /// The place of the walk as a way into a join.
    pub(crate) fn arrival(&self) -> Option<Arrival> {
        self.flow.at.map(|from| Arrival { from, env: self.flow.env.clone(), condition: None })
    }

    /// Goes on where control arrives in these ways. Only what was in scope `outside` stays in scope.
    pub(crate) fn join(&mut self, mut arrivals: Vec<Arrival>, outside: &Env) {
        self.flow.at = None;
        if arrivals.len() <= 1 {
            let Some(only) = arrivals.pop() else {
                self.flow.env = outside.clone();
                return;
            };
            self.flow.env = only.env;
            self.leave_scope(outside);
            self.flow.at = Some(match only.condition {
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
        self.flow.env = env;
        self.flow.at = Some(self.context().block(edges));
    }

    /// Forgets what was not in scope outside.
    pub(crate) fn leave_scope(&mut self, outside: &Env) {
        self.flow.env.retain(|var, _| outside.contains_key(var));
    }
}
