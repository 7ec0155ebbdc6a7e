//! The variables of a function as numbers, so that a set of them is a set of bits.

use std::collections::{BTreeSet, HashMap, HashSet};

use certus_vir::{Expr, ExprKind, Ownership, StmtKind, UnaryOp, Var, visit};
use fixedbitset::FixedBitSet;

use super::graph::Graph;

/// The variables that the statements of a function mention.
pub(super) struct Variables {
    all: Vec<Var>,
    numbers: HashMap<Var, usize>,
}

impl Variables {
    /// Numbers them in the order in which the statements mention them.
    pub(super) fn of(graph: &Graph<'_>) -> Variables {
        let mut variables = Variables { all: Vec::new(), numbers: HashMap::new() };
        for stmt in graph.points.iter().filter_map(|point| point.stmt) {
            match &stmt.kind {
                StmtKind::Declare(binder, value) => {
                    variables.add(&binder.var);
                    value.iter().flat_map(mentioned).for_each(|var| variables.add(&var));
                }
                StmtKind::Assign(var, value) => {
                    variables.add(var);
                    mentioned(value).into_iter().for_each(|var| variables.add(&var));
                }
                StmtKind::Call(call) => {
                    call.dest.iter().for_each(|dest| variables.add(dest));
                    call.args.iter().flat_map(mentioned).for_each(|var| variables.add(&var));
                }
                StmtKind::Note(note) => {
                    variables.add(&note.var);
                    if let Ownership::Borrowed(other) | Ownership::Holds(other) | Ownership::Stored(other) = &note.what
                    {
                        variables.add(other);
                    }
                }
                _ => {}
            }
        }
        variables
    }

    fn add(&mut self, var: &Var) {
        if !self.numbers.contains_key(var) {
            self.numbers.insert(var.clone(), self.all.len());
            self.all.push(var.clone());
        }
    }

    /// The number of a variable that a statement mentions. All others have the last one in common.
    pub(super) fn number(&self, var: &Var) -> usize {
        self.numbers.get(var).copied().unwrap_or(self.all.len())
    }

    /// No variables.
    fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.all.len() + 1)
    }

    /// The variable that has a number.
    pub(super) fn variable(&self, number: usize) -> Option<&Var> {
        self.all.get(number)
    }

    /// For each point, the variables that code reads later: those whose values are not noted are in use until then. With
    /// `in_notes`, also those that notes mention.
    pub(super) fn later(&self, graph: &Graph<'_>, in_notes: bool) -> Vec<FixedBitSet> {
        let before = graph.before();
        let mut later = vec![self.none(); graph.points.len()];
        let mut work: BTreeSet<usize> = (0..graph.points.len()).collect();
        while let Some(at) = work.pop_last() {
            let point = &graph.points[at];
            let mut now = self.none();
            point.next.iter().for_each(|next| now.union_with(&later[*next]));
            let reads = |now: &mut FixedBitSet, value: &Expr| {
                now.extend(mentioned(value).into_iter().map(|var| self.number(&var)));
            };
            match point.stmt.map(|stmt| &stmt.kind) {
                Some(StmtKind::Declare(binder, value)) => {
                    now.remove(self.number(&binder.var));
                    value.iter().for_each(|value| reads(&mut now, value));
                }
                Some(StmtKind::Assign(var, value)) => {
                    // What was stored through a reference stays there when the borrow ends.
                    now.set(self.number(var), in_notes && given_back(value).is_some());
                    reads(&mut now, value);
                }
                Some(StmtKind::Call(call)) => {
                    call.dest.iter().for_each(|dest| now.remove(self.number(dest)));
                    call.args.iter().for_each(|arg| reads(&mut now, arg));
                }
                Some(StmtKind::Note(note)) if in_notes => {
                    now.insert(self.number(&note.var));
                    if let Ownership::Borrowed(other) | Ownership::Holds(other) | Ownership::Stored(other) = &note.what
                    {
                        now.insert(self.number(other));
                    }
                }
                _ => {}
            }
            if now != later[at] {
                later[at] = now;
                work.extend(&before[at]);
            }
        }
        later
    }
}

/// All variables that an expression mentions. What a quantifier binds may be among them, and is in no statement.
pub(super) fn mentioned(value: &Expr) -> HashSet<Var> {
    let mut found = HashSet::new();
    visit::walk(value, &mut |e| {
        if let ExprKind::Var(var) = &*e.kind {
            found.insert(var.clone());
        }
    });
    found
}

/// The reference whose final value this is.
pub(super) fn given_back(value: &Expr) -> Option<&Var> {
    let ExprKind::Unary(UnaryOp::MutFinal, inner) = &*value.kind else { return None };
    match &*inner.kind {
        ExprKind::Var(holder) => Some(holder),
        _ => None,
    }
}

/// The variables whose references are in a value. What a reference refers to is not the reference.
pub(crate) fn carried(value: &Expr) -> Vec<Var> {
    match &*value.kind {
        ExprKind::Var(var) => vec![var.clone()],
        ExprKind::Unary(UnaryOp::MutCurrent | UnaryOp::MutFinal, _) => Vec::new(),
        _ => {
            let mut found = Vec::new();
            visit::children(value, &mut |part| found.extend(visit::deep(|| carried(part))));
            found
        }
    }
}
