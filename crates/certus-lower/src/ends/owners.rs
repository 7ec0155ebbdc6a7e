//! Who owns the references in a variable: the parts of variables that have values, and those that are used later.
//!
//! Both are asked for each point of a function. Forward: on every way to the point the part was given a value, and it was not
//! moved since. Backward: some way from the point moves the part or writes through it, before it gets another value. A part
//! that has a value and is not used later is resolved.
//!
//! ```text
//! let r = &mut x;      // r has a value
//! *r = 1;              // r is used: before this point it is not resolved
//! assert(x == 1);      // r is resolved, so x is 1
//! let s = &mut y;      // nobody uses s: it is resolved at once, and y is what it was
//! ```
//!
//! A variable is one part, until something happens to a field of it by itself: then the field is a part of its own, and the
//! rest is the other one. What is behind a reference belongs to somebody else, and is no part of the variable. A value with a
//! destructor has no parts: its `drop` may write through all of its fields when it goes out of scope.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use certus_diagnostics::Span;
use certus_vir::{Binder, FieldStep, MUT_CURRENT, Name, Note, Ownership, Path, StmtKind, Ty, Var};

use super::graph::Graph;

/// A part of a variable that something happens to by itself, but for the parts of it that are here themselves.
pub(super) struct Part {
    pub var: Var,
    pub way: Vec<FieldStep>,
    /// The fields of this part that are, or lead to, parts of their own.
    pub children: BTreeSet<FieldStep>,
}

impl Part {
    /// The variants that the children are in.
    pub(super) fn variants(&self) -> BTreeSet<(Name, Path)> {
        self.children.iter().map(|(datatype, variant, _)| (variant.clone(), datatype.clone())).collect()
    }
}

/// The parts of all variables that get a value with a note.
pub(super) struct Owners {
    pub parts: Vec<Part>,
    /// The types of the variables that are declared by statements, or get a value as parameters.
    pub types: HashMap<Var, Ty>,
    /// The variables that are declared by statements.
    pub declared: HashSet<Var>,
    numbers: BTreeMap<Var, BTreeMap<Vec<FieldStep>, usize>>,
    /// The datatypes with a destructor.
    droppable: HashSet<Path>,
}

/// The steps of all ways in notes.
pub(super) fn steps<'s>(graph: &Graph<'s>) -> HashSet<&'s FieldStep> {
    notes(graph).flat_map(|note| &note.way).collect()
}

impl Owners {
    /// The notes in a graph; `given` are variables that get a value or hold a result, with their types. `droppable` are those of
    /// the datatypes in notes that have a destructor.
    pub(super) fn of(graph: &Graph<'_>, given: &[Binder], droppable: HashSet<Path>) -> Owners {
        let mut found: BTreeMap<Var, BTreeSet<Vec<FieldStep>>> = BTreeMap::new();
        for note in notes(graph).filter(|note| note.what == Ownership::Given && note.way.is_empty()) {
            found.entry(note.var.clone()).or_default().insert(Vec::new());
        }
        let mut owners = Owners {
            parts: Vec::new(),
            types: HashMap::new(),
            declared: HashSet::new(),
            numbers: BTreeMap::new(),
            droppable,
        };
        for note in notes(graph) {
            let counts = matches!(note.what, Ownership::Given | Ownership::Moved | Ownership::Changed);
            if let Some(ways) = found.get_mut(&note.var).filter(|_| counts) {
                let way = owners.within(&note.way);
                ways.extend((0..=way.len()).map(|n| way[..n].to_vec()));
            }
        }
        for (var, ways) in found {
            let numbers = owners.numbers.entry(var.clone()).or_default();
            for way in &ways {
                numbers.insert(way.clone(), owners.parts.len());
                let children = ways.iter().filter(|other| other.len() == way.len() + 1 && other.starts_with(way));
                let children = children.filter_map(|other| other.last().cloned()).collect();
                owners.parts.push(Part { var: var.clone(), way: way.clone(), children });
            }
        }
        for binder in given {
            owners.types.insert(binder.var.clone(), binder.ty.clone());
        }
        for binder in graph.declared() {
            owners.types.insert(binder.var.clone(), binder.ty.clone());
            owners.declared.insert(binder.var.clone());
        }
        owners.declared.extend(graph.results().cloned());
        owners
    }

    /// The way as far as it stays within the value of the variable, and in no value with a destructor.
    fn within<'w>(&self, way: &'w [FieldStep]) -> &'w [FieldStep] {
        let ends = |datatype: &Path| &**datatype == MUT_CURRENT || self.droppable.contains(datatype);
        let end = way.iter().position(|(datatype, ..)| ends(datatype)).unwrap_or(way.len());
        &way[..end]
    }

    /// The parts that a note is about: the one at its way, and those in it.
    pub(super) fn at(&self, note: &Note) -> Vec<usize> {
        let way = self.within(&note.way);
        let Some(numbers) = self.numbers.get(&note.var) else { return Vec::new() };
        numbers.iter().filter(|(other, _)| other.starts_with(way)).map(|(_, number)| *number).collect()
    }

    /// The parts of a variable, if its values are noted.
    pub(super) fn of_variable(&self, var: &Var) -> Option<Vec<usize>> {
        self.numbers.get(var).map(|numbers| numbers.values().copied().collect())
    }

    /// For each point, the parts whose value is used later: given away, or written through.
    pub(super) fn used_later(&self, graph: &Graph<'_>) -> Vec<HashSet<usize>> {
        let before = graph.before();
        let mut used: Vec<HashSet<usize>> = vec![HashSet::new(); graph.points.len()];
        let mut work: BTreeSet<usize> = (0..graph.points.len()).collect();
        while let Some(at) = work.pop_last() {
            let point = &graph.points[at];
            let mut now: HashSet<usize> = point.next.iter().flat_map(|next| used[*next].iter().copied()).collect();
            if let Some(note) = note_of(point.stmt) {
                match note.what {
                    Ownership::Given => self.at(note).iter().for_each(|part| {
                        now.remove(part);
                    }),
                    Ownership::Moved | Ownership::Changed => now.extend(self.at(note)),
                    Ownership::Borrowed(_)
                    | Ownership::Holds(_)
                    | Ownership::Stored(_)
                    | Ownership::Seen
                    | Ownership::Point(_) => {}
                }
            }
            if now != used[at] {
                used[at] = now;
                work.extend(&before[at]);
            }
        }
        used
    }

    /// For each point, the parts that have a value on every way there.
    fn given(&self, graph: &Graph<'_>) -> Vec<HashSet<usize>> {
        let all: HashSet<usize> = (0..self.parts.len()).collect();
        let mut given: Vec<HashSet<usize>> = vec![all; graph.points.len()];
        given[graph.entry] = HashSet::new();
        let mut work: Vec<usize> = (0..graph.points.len()).rev().collect();
        while let Some(at) = work.pop() {
            let mut out = given[at].clone();
            if let Some(note) = note_of(graph.points[at].stmt) {
                match note.what {
                    Ownership::Given => out.extend(self.at(note)),
                    Ownership::Moved => self.at(note).iter().for_each(|part| {
                        out.remove(part);
                    }),
                    Ownership::Changed
                    | Ownership::Borrowed(_)
                    | Ownership::Holds(_)
                    | Ownership::Stored(_)
                    | Ownership::Seen
                    | Ownership::Point(_) => {}
                }
            }
            if let Some(StmtKind::Declare(binder, _)) = graph.points[at].stmt.map(|stmt| &stmt.kind) {
                self.of_variable(&binder.var).into_iter().flatten().for_each(|part| {
                    out.remove(&part);
                });
            }
            for next in &graph.points[at].next {
                let size = given[*next].len();
                given[*next].retain(|part| out.contains(part));
                if given[*next].len() < size {
                    work.push(*next);
                }
            }
        }
        // What no way leads to has nothing to say.
        for (parts, _) in given.iter_mut().zip(&graph.points).filter(|(_, point)| !point.is_reached) {
            parts.clear();
        }
        given
    }

    /// The places where a value is used that may have been moved before, as far as the notes tell. Rust has no such programs, so
    /// what was read as a move was none.
    pub(super) fn misused(&self, graph: &Graph<'_>) -> Vec<Span> {
        let given = self.given(graph);
        let mut found = Vec::new();
        for (point, given) in graph.points.iter().zip(&given) {
            let (Some(note), Some(stmt)) = (note_of(point.stmt), point.stmt) else { continue };
            let is_use = matches!(note.what, Ownership::Moved | Ownership::Changed);
            if is_use && point.is_reached && self.at(note).iter().any(|part| !given.contains(part)) {
                found.push(stmt.span);
            }
        }
        found
    }

    /// For each point that the graph numbers, in that order, the parts that are resolved there. Where the condition of a loop
    /// failed, only those that are not resolved after the loop too.
    pub(super) fn resolved(&self, graph: &Graph<'_>) -> Vec<HashSet<usize>> {
        let (given, used) = (self.given(graph), self.used_later(graph));
        let mut resolved: Vec<HashSet<usize>> =
            given.iter().zip(&used).map(|(given, used)| given.difference(used).copied().collect()).collect();
        for (exit, after) in &graph.exits {
            resolved[*exit] = resolved[*exit].difference(&resolved[*after]).copied().collect();
        }
        graph.numbered.iter().map(|point| resolved[*point].clone()).collect()
    }
}

/// The note that is read at a point.
pub(super) fn note_of(stmt: Option<&certus_vir::Stmt>) -> Option<&Note> {
    match stmt.map(|stmt| &stmt.kind) {
        Some(StmtKind::Note(note)) => Some(note),
        _ => None,
    }
}

fn notes<'s>(graph: &Graph<'s>) -> impl Iterator<Item = &'s Note> {
    graph.points.iter().filter_map(|point| note_of(point.stmt))
}
