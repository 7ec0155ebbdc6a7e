//! The graph by names that mean the same in every program of one crate, so that graphs of several can be joined.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{CallGraph, Edge, EdgeKind, Node, components};
use crate::expr::{Expr, ExprKind};
use crate::item::{Body, Function, Program};
use crate::mode::Mode;
use crate::stmt::StmtKind;
use crate::ty::{Path, Ty};
use crate::visit;
use certus_diagnostics::{FileId, Span};

/// What depends on what, by names.
pub type NamedEdges = BTreeMap<String, BTreeSet<String>>;

/// All impls of the program.
const IMPLS: &str = "impls";

/// The name of a function in such a graph.
pub fn function_name(path: &Path) -> String {
    format!("fn {path}")
}

impl CallGraph {
    /// The graph of a program by names, with everything that a function mentions, also where that makes no cycle, as in the
    /// recommendations of a spec function. Things that cannot be told apart count as one, which can only join more.
    pub fn named(&self, program: &Program) -> NamedEdges {
        let of_impl = |number: &usize| {
            program.impls.get(*number).map(|i| format!("{} {:?}", i.trait_, i.args)).unwrap_or_default()
        };
        let name = |node: &Node| match node {
            Node::Function(path) => function_name(path),
            Node::Impl(number) => format!("impl {}", of_impl(number)),
            Node::Default(number, path) => format!("default {path} {}", of_impl(number)),
            Node::Trait(path) => format!("trait {path}"),
            Node::Datatype(path) => format!("type {path}"),
        };
        let names: Vec<String> = self.nodes.iter().map(name).collect();
        let mut named = NamedEdges::new();
        for (from, edges) in names.iter().zip(&self.edges) {
            let targets = edges.iter().filter_map(|edge| names.get(edge.to).cloned());
            named.entry(from.clone()).or_default().extend(targets);
        }
        // Which impls a function is a part of the proof of decides about the facts that it may use. Where one changes that an
        // impl depends on, directly or not, that is a cycle here.
        named.entry(IMPLS.into()).or_default().extend(names.iter().filter(|name| name.starts_with("impl ")).cloned());
        let checked = program.functions.values().filter(|f| f.mode != Mode::Exec && f.check.is_some());
        for function in checked {
            named.entry(function_name(&function.path)).or_default().insert(IMPLS.into());
        }
        for function in program.functions.values() {
            let referenced = referenced_functions(function).into_iter().map(|path| function_name(&path));
            named.entry(function_name(&function.path)).or_default().extend(referenced);
        }
        named
    }
}

/// The functions that a function refers to anywhere: in its clauses, its definition, its statements, or a type.
fn referenced_functions(function: &Function) -> BTreeSet<Path> {
    let mut found = BTreeSet::new();
    found.extend(function.via.iter().chain(&function.extra_deps).chain(&function.uses).cloned());
    found.extend(function.group.iter().flatten().chain(&function.hidden).chain(&function.undefined).cloned());
    for param in function.params.iter().chain([&function.ret]) {
        in_type(&param.ty, &mut found);
    }
    let clauses = function.requires.iter().chain(&function.ensures).map(|clause| &clause.expr);
    let promised = function.opens.names.iter().chain(function.unwind.condition());
    let measure = function.termination.iter().flat_map(|t| t.decreases.iter().chain(&t.when));
    let body = match &function.body {
        Body::Spec(body) => Some(body),
        Body::None => None,
    };
    for expr in clauses.chain(promised).chain(measure).chain(body) {
        in_expr(expr, &mut found);
    }
    let mut exprs = Vec::new();
    visit::walk_stmts(
        function.check.as_deref().unwrap_or_default(),
        &mut |stmt| match &stmt.kind {
            StmtKind::Call(call) => {
                found.insert(call.callee.clone());
                call.type_args.iter().for_each(|ty| in_type(ty, &mut found));
            }
            StmtKind::Reveal(path, _) | StmtKind::BroadcastUse(path) => {
                found.insert(path.clone());
            }
            StmtKind::Declare(binder, _) => in_type(&binder.ty, &mut found),
            StmtKind::Assign(..)
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
        },
        &mut |expr| exprs.push(expr.clone()),
    );
    exprs.iter().for_each(|expr| in_expr(expr, &mut found));
    found
}

fn in_expr(expr: &Expr, found: &mut BTreeSet<Path>) {
    visit::walk(expr, &mut |part| {
        in_type(&part.ty, found);
        if let ExprKind::Call(path, tys, _) = &*part.kind {
            found.insert(path.clone());
            tys.iter().for_each(|ty| in_type(ty, found));
        }
    });
}

fn in_type(ty: &Ty, found: &mut BTreeSet<Path>) {
    ty.each_fn_item(&mut |path, _| {
        found.insert(path.clone());
    });
}

/// Whether one of these functions is on a cycle with anything that is not among them.
pub fn joins_others(graph: &NamedEdges, functions: &BTreeSet<String>) -> bool {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for name in graph.iter().flat_map(|(from, to)| std::iter::once(from).chain(to)) {
        let next = numbers.len();
        numbers.entry(name).or_insert(next);
    }
    let nowhere = Span::new(FileId(0), 0, 0);
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); numbers.len()];
    for (from, targets) in graph {
        let targets = targets.iter().filter_map(|to| numbers.get(to.as_str()));
        let targets = targets.map(|&to| Edge { to, kind: EdgeKind::Call, span: nowhere });
        if let Some(list) = numbers.get(from.as_str()).and_then(|&from| edges.get_mut(from)) {
            list.extend(targets);
        }
    }
    let inside: BTreeSet<usize> = functions.iter().filter_map(|name| numbers.get(name.as_str()).copied()).collect();
    components(&edges).iter().any(|members| {
        let known = members.iter().filter(|member| inside.contains(member)).count();
        known > 0 && known < members.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> NamedEdges {
        let mut graph = NamedEdges::new();
        for (from, to) in edges {
            graph.entry((*from).into()).or_default().insert((*to).into());
        }
        graph
    }

    #[test]
    fn a_cycle_with_others_is_seen() {
        let joins = |edges: &[(&str, &str)], functions: &[&str]| {
            joins_others(&graph(edges), &functions.iter().map(|f| f.to_string()).collect())
        };
        assert!(!joins(&[("a", "a"), ("a", "b"), ("b", "c"), ("c", "b")], &["a"]));
        assert!(joins(&[("a", "b"), ("b", "c"), ("c", "a")], &["a"]));
        assert!(!joins(&[("a", "b"), ("b", "a")], &["a", "b"]));
        assert!(joins(&[("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")], &["a", "b"]));
        assert!(!joins(&[("b", "c"), ("c", "b")], &["a"]));
    }
}
