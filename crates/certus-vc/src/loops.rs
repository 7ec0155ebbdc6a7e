//! Loops: the passive program is cut at their invariants.

use std::collections::BTreeSet;

use certus_diagnostics::Span;
use certus_vir::measure::lexicographic;
use certus_vir::{Clause, Expr, Goal, GoalKind, LoopStmt, Name, Stmt, StmtKind, Var};

use crate::context::{Context, Intro};
use crate::havoc::Head;
use crate::obligation::{Known, Part, Passed};
use crate::walk::{Arrival, State, Walker};

/// A loop around the current place of the walk.
pub(crate) struct Frame<'a> {
    stmt: &'a LoopStmt,
    /// The obligation of its body.
    context: usize,
    /// The values of the measure at the beginning of the iteration.
    measure: Vec<Expr>,
    /// The ends of the body that continue after the loop, if the code after it is in the same obligation.
    breaks: Vec<Arrival>,
    /// True if an isolated loop inside leaves this loop, which is not isolated.
    left_from_afar: bool,
}

impl<'a> Walker<'a> {
    /// A loop. Its invariants are goals here; afterwards the variables that it changes are arbitrary.
    pub(crate) fn loop_(&mut self, l: &'a LoopStmt) {
        self.collect(l);
        for clause in l.invariants.iter().chain(&l.invariants_except_break) {
            self.clause(GoalKind::InvariantEntry, clause, None);
        }
        if l.isolated { self.isolated_loop(l) } else { self.inline_loop(l) }
    }

    /// A loop whose body is a separate obligation, which knows only the invariants. The code after the loop knows the
    /// invariants and the negated condition. With a `break` or `ensures`, it knows the invariants and `ensures`, as if
    /// the loop were `loop { if !condition { break } .. }`.
    fn isolated_loop(&mut self, l: &'a LoopStmt) {
        let outside = self.state.env.clone();
        let head = self.havoc(l);
        let breaks = condition_stmts(l).chain(&l.body).any(|s| breaks_to(s, &l.label));
        let by_break = breaks || !l.ensures.is_empty();
        if !self.state.replay {
            self.loop_obligation(l, &head, by_break);
        }
        self.passed(l, Passed::Behind);
        self.adopt(&head);
        match &l.condition {
            None if !breaks => self.state.at = None,
            Some((stmts, condition)) if !by_break => {
                self.assume_head(l);
                let replay = std::mem::replace(&mut self.state.replay, true);
                self.exec(stmts);
                self.state.replay = replay;
                self.assume_not(condition);
            }
            _ => l.invariants.iter().chain(&l.ensures).for_each(|c| self.assume_source(&c.expr)),
        }
        self.leave_scope(&outside);
    }

    fn loop_obligation(&mut self, l: &'a LoopStmt, head: &Head, by_break: bool) {
        let outside = self.outside_loop(head);
        let mut context = Context::new(Part::Loop(self.loops), self.function.prover);
        context.outside = outside;
        self.contexts.push(context);
        self.loops += 1;
        let context = self.contexts.len() - 1;
        let inside = State { context, at: Some(0), env: head.env.clone(), keeps: false, ..self.state.clone() };
        let before = std::mem::replace(&mut self.state, inside);
        for step in self.state.visible.clone() {
            self.context().step(0, step);
        }
        self.passed(l, Passed::Inside);
        self.adopt(head);
        self.assume_head(l);
        let (_, exit) = self.iteration(l);
        if let (Some(exit), true) = (exit, by_break) {
            let block = self.context().after(exit.from, exit.condition);
            self.state.at = Some(block);
            self.state.env = exit.env;
            // If the condition has no statements, the state is that of the head.
            let invariants = if condition_stmts(l).next().is_some() { &l.invariants[..] } else { &[] };
            invariants.iter().chain(&l.ensures).for_each(|c| self.clause(GoalKind::LoopEnsures, c, None));
        }
        self.state = before;
    }

    /// A loop inside of the surrounding obligation. The facts from before the loop stay known, and a `break` leads
    /// directly to the code after it.
    fn inline_loop(&mut self, l: &'a LoopStmt) {
        let before = self.state.clone();
        let Some(entry) = before.at else { return };
        let head = self.havoc(l);
        let block = self.context().after(entry, None);
        self.state.at = Some(block);
        self.passed(l, Passed::Inside);
        self.adopt(&head);
        self.assume_head(l);
        let (frame, exit) = self.iteration(l);
        let mut arrivals = Vec::new();
        if let Some(mut exit) = exit {
            if !l.ensures.is_empty() {
                exit.from = self.context().after(exit.from, exit.condition.take());
                self.state = State { at: Some(exit.from), env: exit.env.clone(), ..before.clone() };
                l.ensures.iter().for_each(|c| self.clause(GoalKind::LoopEnsures, c, None));
            }
            arrivals.push(exit);
        }
        let afar = frame.as_ref().is_some_and(|f| f.left_from_afar);
        arrivals.extend(frame.into_iter().flat_map(|f| f.breaks));
        self.state.visible.clone_from(&before.visible);
        if afar {
            self.state = before.clone();
            let afar = self.havoc(l);
            let block = self.context().after(entry, None);
            self.state.at = Some(block);
            self.adopt(&afar);
            l.invariants.iter().chain(&l.ensures).for_each(|c| self.assume_source(&c.expr));
            arrivals.extend(self.arrival());
        }
        self.join(arrivals, &before.env);
        self.passed(l, Passed::Behind);
    }

    /// Marks the loop as part of the path to the following steps.
    fn passed(&mut self, l: &LoopStmt, passed: Passed) {
        if let Some(at) = self.state.at {
            self.context().mark(at, l.head_span, passed);
        }
    }

    /// The facts that are known before an isolated loop, about values that it does not change.
    fn outside_loop(&mut self, head: &Head) -> Vec<Known> {
        let before: BTreeSet<&Var> = self.state.env.values().collect();
        let used = head.env.values().filter(|value| before.contains(value)).cloned().collect();
        self.known_of(&used)
    }

    /// One iteration from the head. It returns the frame after the body, and the exit where the condition is false.
    fn iteration(&mut self, l: &'a LoopStmt) -> (Option<Frame<'a>>, Option<Arrival>) {
        // Inner loops do not know the facts of an iteration.
        let keeps = std::mem::replace(&mut self.state.keeps, false);
        let mut measure = Vec::new();
        for (e, index) in l.decreases.iter().zip(0..) {
            let value = self.resolve(e);
            let var = Var { name: "decreases%".into(), index };
            self.define(&var, &e.ty, value);
            let name = self.state.env.remove(&var).unwrap_or(var);
            measure.push(Expr::var(&name, e.ty.clone(), e.span));
        }
        let context = self.state.context;
        self.frames.push(Frame { stmt: l, context, measure, breaks: Vec::new(), left_from_afar: false });
        let mut exit = None;
        if let Some((stmts, condition)) = &l.condition {
            self.exec(stmts);
            if let Some(from) = self.state.at {
                let condition = self.resolve(condition);
                let env = self.state.env.clone();
                self.state.at = Some(self.context().after(from, Some(condition.clone())));
                exit = Some(Arrival { from, env, condition: Some(Expr::not(condition)) });
            }
        }
        self.exec(&l.body);
        self.iteration_end(self.frames.len() - 1, None);
        self.state.keeps = keeps;
        (self.frames.pop(), exit)
    }

    /// A `break`.
    pub(crate) fn break_(&mut self, label: &Name, span: Span, at: usize) {
        if let Some(index) = self.frame(label) {
            let Frame { stmt: l, context, .. } = self.frames[index]; // A number that `frame` gave.
            let far = l.isolated || context != self.state.context;
            let invariants = if far { &l.invariants[..] } else { &[] };
            for clause in invariants.iter().chain(&l.ensures) {
                self.clause(GoalKind::LoopEnsures, clause, Some(span));
            }
            let env = self.state.env.clone();
            let frame = &mut self.frames[index];
            if !far {
                frame.breaks.push(Arrival { from: at, env, condition: None });
            }
            frame.left_from_afar |= far && !l.isolated;
        }
        self.state.at = None;
    }

    /// A `continue`.
    pub(crate) fn continue_(&mut self, label: &Name, span: Span) {
        if let Some(index) = self.frame(label) {
            self.iteration_end(index, Some(span));
        }
        self.state.at = None;
    }

    /// The goals at the end of an iteration of a loop: at the end of its body, or at a `continue` at a place.
    fn iteration_end(&mut self, frame: usize, place: Option<Span>) {
        let Frame { stmt: l, ref measure, .. } = self.frames[frame]; // A number of a frame.
        let old = measure.clone();
        for clause in l.invariants.iter().chain(&l.invariants_except_break) {
            self.clause(GoalKind::InvariantEnd, clause, place);
        }
        if !old.is_empty() {
            let span = place.unwrap_or(l.head_span);
            let new: Vec<Expr> = l.decreases.iter().map(|e| self.resolve(e)).collect();
            let related = l.decreases.iter().map(|e| (e.span, "this measure".to_string())).collect();
            let expr = lexicographic(&new, &old, span);
            self.goal(Goal { kind: GoalKind::DecreasesLoop, expr, span, related, note: None });
        }
        self.state.at = None;
    }

    /// The index of the innermost loop with the label.
    fn frame(&self, label: &Name) -> Option<usize> {
        self.frames.iter().rposition(|f| f.stmt.label == *label)
    }

    /// A clause of a loop as a goal: at the clause, or at a `break` or `continue` with the clause as a further place.
    fn clause(&mut self, kind: GoalKind, clause: &Clause, place: Option<Span>) {
        let expr = self.resolve(&clause.expr);
        let related = place.map(|_| (clause.span, "failed this clause of the loop".to_string()));
        let (span, related) = (place.unwrap_or(clause.span), related.into_iter().collect());
        self.goal(Goal { kind, expr, span, related, note: None });
    }

    fn assume_head(&mut self, l: &LoopStmt) {
        l.invariants.iter().chain(&l.invariants_except_break).for_each(|c| self.assume_source(&c.expr));
    }

    fn assume_not(&mut self, condition: &Expr) {
        let condition = self.resolve(condition);
        self.assume(Expr::not(condition));
    }

    /// Continues in the state at the head of a loop.
    fn adopt(&mut self, head: &Head) {
        self.state.env = head.env.clone();
        for (value, expr) in &head.defs {
            self.context().introduce(value, Intro::Def(expr.clone()));
        }
        head.facts.iter().for_each(|e| self.assume(e.clone()));
    }
}

/// The statements before the evaluation of a loop's condition.
fn condition_stmts(l: &LoopStmt) -> impl Iterator<Item = &Stmt> {
    l.condition.iter().flat_map(|(stmts, _)| stmts)
}

/// Whether a `break` in the statement leaves the enclosing loop with this label.
fn breaks_to(stmt: &Stmt, label: &Name) -> bool {
    let any = |stmts: &[Stmt]| stmts.iter().any(|s| breaks_to(s, label));
    match &stmt.kind {
        StmtKind::Break(to) => to == label,
        StmtKind::If(_, then, otherwise) => any(then) || any(otherwise),
        StmtKind::Block(stmts) | StmtKind::Boundary(stmts) => any(stmts),
        StmtKind::Loop(l) if l.label == *label => false,
        StmtKind::Loop(l) => condition_stmts(l).chain(&l.body).any(|s| breaks_to(s, label)),
        // A proof on the side leaves no loop: nothing but its conclusions gets out of it.
        StmtKind::Aside { .. } | StmtKind::Isolated { .. } => false,
        StmtKind::Declare(..) | StmtKind::Assign(..) | StmtKind::Havoc(_) | StmtKind::Call(_) => false,
        StmtKind::Assert(_) | StmtKind::Assume(_) | StmtKind::Check(_) | StmtKind::Reveal(..) => false,
        StmtKind::BroadcastUse(_) | StmtKind::Continue(_) | StmtKind::Return | StmtKind::Unreachable => false,
        StmtKind::Note(_) => false,
    }
}
