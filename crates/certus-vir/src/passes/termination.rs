//! Recursion: every cycle of dependencies has a measure that goes down, or is an error.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::{Diagnostic, Fix, Language, Span};

use crate::expr::{Expr, ExprKind};
use crate::goal::{Goal, GoalKind};
use crate::item::{Body, Function, Program};
use crate::measure::{is_same_kind, lexicographic, wrong_type};
use crate::mode::Mode;
use crate::passes::call_graph::{self, CallGraph, EdgeKind, Node};
use crate::passes::{contracts, meanings, paths};
use crate::stmt::{Stmt, StmtKind};
use crate::subst::Subst;
use crate::ty::{Path, Ty};
use crate::visit;

/// Checks all cycles of a program and puts into its functions what follows: the goals of recursive calls (before the
/// statements that make them), [`Function::undefined`] and [`Function::cycle`]. To be run once. A program with
/// diagnostics is not to be verified.
pub fn run(program: &mut Program) -> Vec<Diagnostic> {
    let graph = CallGraph::new(program);
    let mut diagnostics = contracts::check(program);
    diagnostics.extend(meanings::check(program));
    let mut rewritten: Vec<(Path, Function)> = Vec::new();
    for (component, nodes) in graph.components.iter().enumerate() {
        if !nodes.iter().any(|&n| graph.is_recursive(n)) {
            continue;
        }
        let found = errors(program, &graph, component);
        if !found.is_empty() {
            // The default body of a trait may come back to itself, and with it the same body in each impl.
            let is_new = |d: &Diagnostic| !diagnostics.iter().any(|k| k.code == d.code && k.primary == d.primary);
            let found: Vec<Diagnostic> = found.into_iter().filter(is_new).collect();
            diagnostics.extend(found);
            continue;
        }
        let members = functions(program, &graph, component);
        let undefined: Vec<Path> =
            members.iter().filter(|f| matches!(f.body, Body::Spec(_))).map(|f| f.path.clone()).collect();
        for &node in nodes {
            let Node::Function(path) = &graph.nodes[node] else { continue }; // Members are nodes of the graph.
            let Some(function) = program.functions.get(path) else { continue };
            let mut function = Rewriter::new(function, &members).function();
            function.undefined = undefined.clone();
            function.cycle = graph.shortest_cycle(node);
            rewritten.push((path.clone(), function));
        }
    }
    program.functions.extend(rewritten);
    unproved_impls(program, &graph);
    diagnostics.extend(useless_fuel(program, &graph));
    diagnostics
}

/// Says of each function which impls it is a part of the proof of. Nothing about exec functions is known from their bodies
/// alone, so that no proof depends on one.
fn unproved_impls(program: &mut Program, graph: &CallGraph) {
    let is_exec = |node: &Node| match node {
        Node::Function(path) | Node::Default(_, path) => {
            program.functions.get(path).is_some_and(|f| f.mode == Mode::Exec)
        }
        _ => false,
    };
    let exec: Vec<bool> = graph.nodes.iter().map(is_exec).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for (from, edges) in graph.edges.iter().enumerate().filter(|(from, _)| !exec[*from]) {
        edges.iter().for_each(|edge| users[edge.to].push(from)); // Numbers of this graph.
    }
    let mut found: Vec<(Path, Vec<usize>)> = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let (Node::Function(path) | Node::Default(_, path)) = node else { continue };
        if exec[number] || program.functions.get(path).is_none_or(|f| f.check.is_none()) {
            continue;
        }
        let mut impls = Vec::new();
        let (mut seen, mut todo) = (HashSet::from([number]), vec![number]);
        while let Some(at) = todo.pop() {
            if let Node::Impl(of) | Node::Default(of, _) = &graph.nodes[at] {
                impls.push(*of);
            }
            todo.extend(users[at].iter().filter(|user| seen.insert(**user)));
        }
        found.push((path.clone(), impls));
    }
    for (path, impls) in found {
        if let Some(function) = program.functions.get_mut(&path) {
            function.unproved_impls.extend(impls);
        }
    }
}

/// One `language/reveal` for each statement that reveals several steps of a definition that does not come back to itself.
fn useless_fuel(program: &Program, graph: &CallGraph) -> Vec<Diagnostic> {
    let recursive = graph.nodes.iter().enumerate().filter_map(|(number, node)| match node {
        Node::Function(path) if graph.is_recursive(number) => Some(path),
        _ => None,
    });
    let recursive: HashSet<&Path> = recursive.collect();
    let mut found = Vec::new();
    let mut check = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Reveal(path, steps) if *steps > 1 && !recursive.contains(path) => {
            let text = format!("`{path}` is not recursive, so there is no more than one step of it to reveal");
            found.push(Diagnostic::error(Language::Reveal, text, stmt.span));
        }
        _ => {}
    };
    for stmts in program.functions.values().filter_map(|function| function.check.as_ref()) {
        visit::walk_stmts(stmts, &mut check, &mut |_| {});
    }
    found
}

fn functions<'a>(program: &'a Program, graph: &CallGraph, component: usize) -> Vec<&'a Function> {
    let nodes = graph.components.get(component).into_iter().flatten();
    let paths = nodes.filter_map(|&n| match graph.nodes.get(n) {
        Some(Node::Function(path) | Node::Default(_, path)) => Some(path),
        // They have no measure; `errors` speaks of cycles through them.
        Some(Node::Impl(_) | Node::Trait(_) | Node::Datatype(_)) | None => None,
    });
    paths.filter_map(|path| program.functions.get(path)).collect()
}

/// What is wrong with a cycle before any proof.
fn errors(program: &Program, graph: &CallGraph, component: usize) -> Vec<Diagnostic> {
    let members = functions(program, graph, component);
    let error = |code: Language, message: &str, span: Span| Diagnostic::error(code, message, span);
    let nodes: Vec<&Node> = graph.components.get(component).into_iter().flatten().map(|&n| &graph.nodes[n]).collect();
    let is_default = |n: &&Node| matches!(n, Node::Function(path) if call_graph::is_default(path));
    if nodes.iter().any(|n| matches!(n, Node::Impl(_) | Node::Default(..) | Node::Trait(_)) || is_default(n)) {
        let message = "found a cyclic self-reference in a definition, which may result in nontermination";
        let place = |n: &&Node| match n {
            Node::Impl(number) => program.impls.get(*number).map(|i| i.span),
            Node::Trait(path) => program.traits.get(path).map(|t| t.span),
            Node::Datatype(path) => program.datatypes.get(path).map(|d| d.span),
            Node::Function(_) | Node::Default(..) => None,
        };
        let Some(span) = members.first().map(|f| f.span).or_else(|| nodes.iter().find_map(place)) else {
            return Vec::new();
        };
        let whole = error(Language::CyclicDefinition, message, span);
        let others = members.iter().skip(1);
        return vec![others.fold(whole, |d, f| d.with_secondary(f.span, "is a part of the cycle"))];
    }
    let Some(first) = members.first() else { return Vec::new() };
    if let Some((_, edge)) = graph.inner_edges(component).find(|(_, e)| e.kind == EdgeKind::Broadcast) {
        let message = "cannot recursively use a broadcast proof fn";
        return vec![
            error(Language::BroadcastCycle, message, edge.span).with_secondary(first.span, "is a part of the cycle"),
        ];
    }
    // A function that is given away (as a value, or as what a bound names) is called where no goal stands for it.
    let given_away = graph.inner_edges(component).find(|(_, e)| e.kind == EdgeKind::Instance);
    if let Some((_, edge)) = given_away.filter(|_| members.iter().any(|f| needs_measure(f))) {
        let message =
            "a function may call itself through this value or bound, where nothing shows that its measure goes down";
        return vec![
            error(Language::CyclicDefinition, message, edge.span).with_secondary(first.span, "is a part of the cycle"),
        ];
    }
    let via = members.iter().find(|f| f.via.is_some());
    if let (Some(via), Some(proof)) = (via, members.iter().find(|f| f.mode == Mode::Proof)) {
        let whole = error(Language::ViaCycle, "found cyclic dependency in decreases_by function", via.span);
        return vec![whole.with_secondary(proof.span, "depends on the function whose termination it proves")];
    }
    let wrong = wrong_measures(&members);
    if !wrong.is_empty() {
        return wrong;
    }
    let rests = rests_on(&members, graph, component);
    let mut found = Vec::new();
    for function in members {
        if function.inline {
            found.push(error(Language::InlineRecursion, "'inline' functions cannot be recursive", function.span));
        } else if measure(function).is_none() && needs_measure(function) {
            let whole =
                error(Language::MissingDecreases, "recursive function must have a decreases clause", function.span);
            found.push(match rests {
                true => whole.with_help(RESTS),
                false => whole.with_fix(Fix::Decreases),
            });
        }
    }
    found
}

/// The parts of the measures of a cycle that cannot go down, or that cannot be compared with what stands at their place in the
/// measure of another member.
fn wrong_measures(members: &[&Function]) -> Vec<Diagnostic> {
    let measures: Vec<&[Expr]> = members.iter().filter(|f| needs_measure(f)).filter_map(|f| measure(f)).collect();
    let mut found: Vec<Diagnostic> = measures.iter().copied().flatten().filter_map(wrong_type).collect();
    for (number, own) in measures.iter().enumerate() {
        let pairs = measures[..number].iter().flat_map(|other| other.iter().zip(own.iter()));
        if let Some((other, part)) = pairs.into_iter().find(|(other, part)| !is_same_kind(other, part)) {
            let text =
                "at one position of the measures of functions that call each other, all parts are integers, or none is";
            let error = Diagnostic::error(Language::Type, text, part.span);
            found.push(error.with_secondary(other.span, "one of the two is an integer, and the other one is not"));
        }
    }
    found
}

/// What to say of a proof that uses something that rests on it.
const RESTS: &str = "a trusted function of the cycle rests on this proof, as the exchange of tokens of a state machine rests on \
                     the proofs of the machine: so the proof cannot use it, not even through other lemmas";

/// Whether a cycle goes through a function without a proof of its own, which rests on the proof of another one.
fn rests_on(members: &[&Function], graph: &CallGraph, component: usize) -> bool {
    let trusted = |number: usize| match graph.nodes.get(number) {
        Some(Node::Function(path)) => members.iter().any(|f| f.path == *path && f.check.is_none()),
        _ => false,
    };
    graph.inner_edges(component).any(|(from, edge)| edge.kind == EdgeKind::Extra && trusted(from))
}

/// True when something of the function is checked or defined, and its termination is not taken on trust.
fn needs_measure(function: &Function) -> bool {
    let allowed = function.assume_termination || (function.mode == Mode::Exec && function.allow_no_decreases);
    let has_body = function.check.is_some() || matches!(function.body, Body::Spec(_));
    has_body && !allowed
}

fn measure(function: &Function) -> Option<&[Expr]> {
    function.termination.as_ref().map(|t| &t.decreases[..]).filter(|measure| !measure.is_empty())
}

/// Puts goals into the statements of one member of a cycle.
struct Rewriter<'a> {
    function: &'a Function,
    members: HashMap<&'a Path, &'a Function>,
    /// The function's own measure when it began; `None` when there is nothing to compare with.
    own: Option<Vec<Expr>>,
}

impl<'a> Rewriter<'a> {
    fn new(function: &'a Function, members: &[&'a Function]) -> Rewriter<'a> {
        let mut entry = Subst::new();
        for param in &function.params {
            entry.var(&param.var, Expr::new(ExprKind::Old(param.var.clone()), param.ty.clone(), function.span));
        }
        let own = measure(function).filter(|_| !function.assume_termination);
        let own = own.map(|measure| measure.iter().map(|e| entry.apply(e)).collect());
        Rewriter { function, members: members.iter().map(|f| (&f.path, *f)).collect(), own }
    }

    fn function(&self) -> Function {
        let check = self.function.check.as_ref().map(|check| self.stmts(check));
        Function { check, ..self.function.clone() }
    }

    fn stmts(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut all = Vec::new();
        for stmt in stmts {
            self.goals_before(stmt, &mut all);
            all.push(Stmt::new(self.nested(&stmt.kind), stmt.span));
        }
        all
    }

    fn nested(&self, kind: &StmtKind) -> StmtKind {
        match kind {
            StmtKind::If(condition, then, otherwise) => {
                StmtKind::If(condition.clone(), self.stmts(then), self.stmts(otherwise))
            }
            StmtKind::Block(stmts) => StmtKind::Block(self.stmts(stmts)),
            StmtKind::Boundary(stmts) => StmtKind::Boundary(self.stmts(stmts)),
            StmtKind::Loop(l) => {
                let mut l = l.clone();
                l.body = self.stmts(&l.body);
                if let Some((stmts, condition)) = l.condition {
                    let mut stmts = self.stmts(&stmts);
                    self.goals_of(&condition, &mut stmts);
                    l.condition = Some((stmts, condition));
                }
                StmtKind::Loop(l)
            }
            StmtKind::Aside { binders, body, conclusions } => {
                let (binders, conclusions) = (binders.clone(), conclusions.clone());
                StmtKind::Aside { binders, body: self.stmts(body), conclusions }
            }
            StmtKind::Isolated { prover, requires, proof, ensures } => StmtKind::Isolated {
                prover: *prover,
                requires: requires.clone(),
                proof: self.stmts(proof),
                ensures: ensures.clone(),
            },
            other => other.clone(),
        }
    }

    /// The goals of the calls that a statement makes itself. What an `assert` or `assume` mentions is not evaluated:
    /// while a definition is checked nothing of it is known ([`Function::undefined`]), so a mention is harmless.
    fn goals_before(&self, stmt: &Stmt, goals: &mut Vec<Stmt>) {
        match &stmt.kind {
            StmtKind::Declare(_, Some(e)) | StmtKind::Assign(_, e) | StmtKind::Check(e) => self.goals_of(e, goals),
            StmtKind::If(condition, ..) => self.goals_of(condition, goals),
            StmtKind::Call(call) => {
                call.args.iter().for_each(|e| self.goals_of(e, goals));
                if let Some(goal) = self.goal(&call.callee, &call.type_args, &call.args, call.span) {
                    goals.push(Stmt::new(StmtKind::Assert(goal), call.span));
                }
            }
            // The goals of their parts stand within them, and these evaluate nothing.
            StmtKind::Loop(_)
            | StmtKind::Block(_)
            | StmtKind::Boundary(_)
            | StmtKind::Aside { .. }
            | StmtKind::Isolated { .. }
            | StmtKind::Declare(_, None)
            | StmtKind::Havoc(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return
            | StmtKind::Reveal(..)
            | StmtKind::BroadcastUse(_)
            | StmtKind::Unreachable
            | StmtKind::Note(_) => {}
        }
    }

    /// The goals of the recursive calls in an expression. Only the definition of a spec function evaluates calls of
    /// spec functions; in proofs they are mentions.
    fn goals_of(&self, expr: &Expr, goals: &mut Vec<Stmt>) {
        if self.function.mode != Mode::Spec {
            return;
        }
        paths::walk(expr, &mut Vec::new(), &mut |e, scopes| {
            if let ExprKind::Call(path, tys, args) = &*e.kind
                && let Some(goal) = self.goal(path, tys, args, e.span)
            {
                goals.push(paths::on_the_side(goal, scopes));
            }
        });
    }

    /// The goal of one call, when it is to a member of the cycle.
    fn goal(&self, callee: &Path, tys: &[Ty], args: &[Expr], span: Span) -> Option<Goal> {
        let callee = self.members.get(callee)?;
        let own = self.own.as_ref()?;
        let Some(theirs) = measure(callee) else {
            return (!callee.assume_termination).then(|| without_measure(callee, span));
        };
        let mut call = Subst::new();
        callee.type_params.iter().zip(tys).for_each(|(p, ty)| call.ty(&p.name, ty.clone()));
        callee.params.iter().zip(args).for_each(|(p, arg)| call.var(&p.var, arg.clone()));
        let theirs: Vec<Expr> = theirs.iter().map(|e| Expr { span: e.span, ..call.apply(e) }).collect();
        let expr = lexicographic(&theirs, own, span);
        let clauses = self.function.termination.iter().flat_map(|t| &t.decreases);
        let related = clauses.map(|e| (e.span, "this measure does not go down".to_string())).collect();
        Some(Goal { kind: GoalKind::DecreasesCall, expr, span, related, note: None })
    }
}

/// The goal of a call of a function that is in the cycle and has no measure: nothing shows that the calls end.
fn without_measure(callee: &Function, span: Span) -> Goal {
    let related = vec![(callee.span, "this function has no measure that could go down".to_string())];
    Goal { kind: GoalKind::DecreasesCall, expr: Expr::bool(false, span), span, related, note: None }
}
