//! Which functions depend on which, and the cycles among them.

mod names;
mod objects;
mod types;

pub use names::{NamedEdges, function_name, joins_others};

use std::collections::{HashMap, HashSet, VecDeque};

use certus_diagnostics::Span;

use crate::expr::{Expr, ExprKind};
use crate::item::{Body, Function, Program};
use crate::mode::Mode;
use crate::stmt::{Stmt, StmtKind};
use crate::ty::{Name, Path, Ty};
use crate::visit;
use objects::Holders;

/// A thing that others depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A function: its definition, its contract and what is checked of it.
    Function(Path),
    /// An impl, by its number in [`Program::impls`]: all of its functions.
    Impl(usize),
    /// A default body of a trait's function, as the function of an impl that has no other.
    Default(usize, Path),
    /// A trait: its bounds, what its functions say, and their default bodies.
    Trait(Path),
    /// A datatype: the types in it, and the impls that make those well formed.
    Datatype(Path),
}

/// Why one thing depends on another. Every kind matters for cycles; they differ in what is said of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// The definition of a spec function calls it.
    Definition,
    /// A statement calls a proof or exec function.
    Call,
    /// A contract, a measure or a statement mentions a spec function.
    Mention,
    /// Its definition is revealed.
    Reveal,
    /// `broadcast use`, or membership of a broadcast group.
    Broadcast,
    /// `extra_dependency`, or the proof function of `via`.
    Extra,
    /// A type argument makes an impl, or an item's function, part of the meaning.
    Instance,
}

/// A dependency.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The number of the node that is depended on.
    pub to: usize,
    /// Why.
    pub kind: EdgeKind,
    /// Where.
    pub span: Span,
}

/// The graph of all dependencies with its strongly connected components.
#[derive(Debug)]
pub struct CallGraph {
    /// Functions in the order of the program, then impls.
    pub nodes: Vec<Node>,
    /// What each node depends on.
    pub edges: Vec<Vec<Edge>>,
    /// The component of each node.
    pub component: Vec<usize>,
    /// The nodes of each component, in order; a component comes after those that it depends on.
    pub components: Vec<Vec<usize>>,
}

impl CallGraph {
    /// The graph of a program.
    pub fn new(program: &Program) -> CallGraph {
        let functions = program.functions.keys().cloned().map(Node::Function);
        let impls = (0..program.impls.len()).map(Node::Impl);
        let defaults = program.impls.iter().enumerate().flat_map(|(number, implementation)| {
            let targets = implementation.functions.iter().filter(|(_, target)| is_default(target));
            targets.map(move |(_, target)| Node::Default(number, target.clone()))
        });
        let traits = program.traits.keys().cloned().map(Node::Trait);
        let datatypes = program.datatypes.keys().cloned().map(Node::Datatype);
        let nodes: Vec<Node> = functions.chain(impls).chain(defaults).chain(traits).chain(datatypes).collect();
        let numbers = nodes.iter().cloned().zip(0..).collect();
        let mut collector = Collector::new(program, numbers);
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        for function in program.functions.values() {
            collector.signature(function);
            collector.function(function);
            edges.push(collector.take());
        }
        for (number, implementation) in program.impls.iter().enumerate() {
            for (_, function) in &implementation.functions {
                if let Some(function) = program.functions.get(function) {
                    collector.edge_to_target(number, &function.path, function.span);
                }
            }
            collector.implementation(implementation);
            edges.push(collector.take());
        }
        for node in &nodes {
            let Node::Default(number, path) = node else { continue };
            let function = program.functions.get(path);
            let implementation = program.impls.get(*number);
            if let (Some(function), Some(implementation)) = (function, implementation) {
                let args = implementation.args.iter().cloned();
                collector.subst = function.type_params.iter().map(|p| p.name.clone()).zip(args).collect();
                collector.function(function);
            }
            edges.push(collector.take());
        }
        for trait_ in program.traits.values() {
            collector.trait_(trait_);
            edges.push(collector.take());
        }
        for datatype in program.datatypes.values() {
            collector.datatype(datatype);
            edges.push(collector.take());
        }
        let components = components(&edges);
        let mut component = vec![0; nodes.len()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|&node| component[node] = number); // Members are nodes of the graph.
        }
        CallGraph { nodes, edges, component, components }
    }

    /// True when the node depends on itself, directly or not.
    pub fn is_recursive(&self, node: usize) -> bool {
        self.edges[node].iter().any(|e| self.component[e.to] == self.component[node]) // Numbers of this graph.
    }

    /// The dependencies inside of one component.
    pub fn inner_edges(&self, component: usize) -> impl Iterator<Item = (usize, Edge)> {
        let members = self.components.get(component).into_iter().flatten();
        members.flat_map(move |&from| {
            let edges = self.edges[from].iter(); // Members are nodes of the graph.
            edges.filter(move |e| self.component[e.to] == component).map(move |e| (from, *e))
        })
    }

    /// The number of definitions on the shortest way from a definition back to itself; 0 when there is none.
    pub fn shortest_cycle(&self, node: usize) -> u32 {
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([(node, 0)]);
        while let Some((at, steps)) = queue.pop_front() {
            for edge in self.edges[at].iter().filter(|e| e.kind == EdgeKind::Definition) {
                if edge.to == node {
                    return steps + 1;
                }
                if seen.insert(edge.to) {
                    queue.push_back((edge.to, steps + 1));
                }
            }
        }
        0
    }
}

struct Collector<'a> {
    program: &'a Program,
    numbers: HashMap<Node, usize>,
    /// The trait that declares each function of a trait.
    declared_in: HashMap<Path, Path>,
    /// What type parameters of the function stand for.
    subst: HashMap<Name, Ty>,
    /// Bounds that hold for the type parameters of what is looked at: whoever gives it its type arguments answers for
    /// them.
    assumed: Vec<(Path, Vec<Ty>)>,
    /// What is looked at is a default body.
    in_default: bool,
    /// The datatypes that have trait objects in them.
    holders: Holders,
    edges: Vec<Edge>,
}

/// True for a function that is the default body of a trait's function.
pub(super) fn is_default(path: &str) -> bool {
    path.ends_with(crate::DEFAULT_BODY)
}

impl<'a> Collector<'a> {
    fn new(program: &'a Program, numbers: HashMap<Node, usize>) -> Collector<'a> {
        let functions = |t: &'a crate::item::Trait| t.functions.iter().map(|f| (f.clone(), t.path.clone()));
        let declared_in = program.traits.values().flat_map(functions).collect();
        let (subst, assumed, edges) = (HashMap::new(), Vec::new(), Vec::new());
        let holders = Holders::of(program);
        Collector { program, numbers, declared_in, subst, assumed, in_default: false, holders, edges }
    }

    /// The edges collected for one node; begins the next.
    fn take(&mut self) -> Vec<Edge> {
        self.subst.clear();
        self.assumed.clear();
        self.in_default = false;
        std::mem::take(&mut self.edges)
    }

    fn edge(&mut self, node: Node, kind: EdgeKind, span: Span) {
        if let Some(&to) = self.numbers.get(&node)
            && !self.edges.iter().any(|e| e.to == to && e.kind == kind)
        {
            self.edges.push(Edge { to, kind, span });
        }
    }

    fn edge_to_function(&mut self, path: &Path, kind: EdgeKind, span: Span) {
        self.edge(Node::Function(path.clone()), kind, span);
    }

    /// The function of an impl.
    fn edge_to_target(&mut self, number: usize, path: &Path, span: Span) {
        self.edge_to_function(path, EdgeKind::Instance, span);
        if is_default(path) {
            self.edge(Node::Default(number, path.clone()), EdgeKind::Instance, span);
        }
    }

    fn function(&mut self, function: &Function) {
        self.in_default = is_default(&function.path);
        if let Body::Spec(body) = &function.body {
            self.expr(body, EdgeKind::Definition);
        }
        if function.mode != Mode::Spec {
            // Of a spec function these are recommendations: nothing follows from them.
            function.requires.iter().chain(&function.ensures).for_each(|c| self.expr(&c.expr, EdgeKind::Mention));
            let promised = function.opens.names.iter().chain(function.unwind.condition());
            promised.for_each(|e| self.expr(e, EdgeKind::Mention));
        }
        if let Some(termination) = &function.termination {
            termination.decreases.iter().chain(&termination.when).for_each(|e| self.expr(e, EdgeKind::Mention));
        }
        for path in function.via.iter().chain(&function.extra_deps) {
            self.edge_to_function(path, EdgeKind::Extra, function.span);
        }
        for path in function.group.iter().flatten() {
            self.edge_to_function(path, EdgeKind::Broadcast, function.span);
        }
        if let Some(check) = &function.check {
            function.uses.iter().for_each(|path| self.edge_to_function(path, EdgeKind::Broadcast, function.span));
            self.stmts(check);
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        let mut exprs = Vec::new();
        visit::walk_stmts(
            stmts,
            &mut |stmt| {
                self.holders.of_stmt(stmt).iter().for_each(|ty| self.ty(ty, stmt.span));
                match &stmt.kind {
                    StmtKind::Call(call) => {
                        self.edge_to_function(&call.callee, EdgeKind::Call, call.span);
                        self.instances(&call.callee, &call.type_args, call.span);
                        // Whatever is called may call it: itself, and what impls make of it.
                        let mut item = |path: &Path, tys: &[Ty]| {
                            self.edge_to_function(path, EdgeKind::Instance, call.span);
                            self.instances(path, tys, call.span);
                        };
                        call.type_args.iter().for_each(|ty| ty.each_fn_item(&mut item));
                    }
                    StmtKind::Reveal(path, _) => self.edge_to_function(path, EdgeKind::Reveal, stmt.span),
                    StmtKind::BroadcastUse(path) => self.edge_to_function(path, EdgeKind::Broadcast, stmt.span),
                    // What is in their expressions comes below.
                    StmtKind::Declare(..)
                    | StmtKind::Assign(..)
                    | StmtKind::Havoc(_)
                    | StmtKind::Assert(_)
                    | StmtKind::Assume(_)
                    | StmtKind::Check(_)
                    | StmtKind::If(..)
                    | StmtKind::Loop(_)
                    | StmtKind::Break(_)
                    | StmtKind::Continue(_)
                    | StmtKind::Return
                    | StmtKind::Block(_)
                    | StmtKind::Boundary(_)
                    | StmtKind::Note(_)
                    | StmtKind::Aside { .. }
                    | StmtKind::Isolated { .. }
                    | StmtKind::Unreachable => {}
                }
            },
            &mut |e| exprs.push(e.clone()),
        );
        exprs.iter().for_each(|e| self.expr(e, EdgeKind::Mention));
    }

    fn expr(&mut self, expr: &Expr, kind: EdgeKind) {
        self.holders.of_expr(expr).iter().for_each(|ty| self.ty(ty, expr.span));
        visit::walk(expr, &mut |e| match &*e.kind {
            ExprKind::Call(path, tys, _) => {
                self.edge_to_function(path, kind, e.span);
                self.instances(path, tys, e.span);
                tys.iter().filter(|ty| has_fn_item(ty)).for_each(|ty| self.ty(ty, e.span));
                // Who has a trait object may call the named functions that are in its value.
                if path.strip_suffix("to").is_some_and(|path| path.ends_with(crate::DYN)) {
                    let mut item = |path: &Path, _: &[Ty]| self.edge_to_function(path, EdgeKind::Instance, e.span);
                    tys.iter().for_each(|ty| ty.each_fn_item(&mut item));
                }
            }
            ExprKind::Ctor(..) => self.ty(&e.ty, e.span),
            ExprKind::Const(_)
            | ExprKind::Var(_)
            | ExprKind::Old(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..)
            | ExprKind::Let(..)
            | ExprKind::Quant(..)
            | ExprKind::Choose(..)
            | ExprKind::Lambda(..)
            | ExprKind::Apply(..)
            | ExprKind::ArchBits
            | ExprKind::TypeConst(_)
            | ExprKind::Bound(..)
            | ExprKind::Arm(_)
            | ExprKind::Checked(_) => {}
        });
    }
}

fn has_fn_item(ty: &Ty) -> bool {
    let mut found = false;
    ty.each_fn_item(&mut |_, _| found = true);
    found
}

/// Strongly connected components, each after those that it depends on (Tarjan 1972, without recursion on the stack of
/// the host).
fn components(edges: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut index, mut low) = (vec![UNSEEN; edges.len()], vec![0; edges.len()]);
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..edges.len() {
        if index[root] != UNSEEN {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                (index[node], low[node], on_stack[node]) = (next, next, true);
                next += 1;
                stack.push(node);
            }
            if let Some(to) = edges[node].get(edge).map(|e| e.to) {
                work.push((node, edge + 1));
                if index[to] == UNSEEN {
                    work.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                let start = stack.iter().rposition(|&n| n == node).unwrap_or(0);
                let mut members = stack.split_off(start);
                members.iter().for_each(|&n| on_stack[n] = false);
                members.sort_unstable();
                found.push(members);
            }
        }
    }
    found
}
