//! Specifications do not read what is borrowed.
//!
//! While a place is borrowed, the variable that it is in has the final value of the reference already. A specification that
//! reads it would read a prophecy. Rust's own borrow checker does not see specifications, so this is asked here: which
//! variables may hold a reference that came from which borrow, and whether such a variable is used later.
//!
//! Values are followed from variable to variable, whatever they are made of: a call may put each of its arguments into its
//! result, and into what its arguments refer to. What cannot hold a reference by its type keeps no borrow alive. A reference
//! through which nobody writes any more keeps none alive either: what it refers to is known.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use certus_diagnostics::{Code, Diagnostic};
use certus_vir::{Expr, ExprKind, FieldStep, Note, Ownership, Stmt, StmtKind, Ty, UnaryOp, Var, visit};

use super::graph::Graph;
use super::owners::{Owners, note_of};
use crate::body::Fx;
use crate::error::Result;

/// The borrows that each variable may hold a reference of, by their points.
type Held = BTreeMap<Var, BTreeSet<usize>>;

/// Errs with `rust/E0502` for each place where a specification reads what is borrowed.
pub(super) fn check(fx: &mut Fx<'_, '_>, graph: &Graph<'_>, owners: &Owners) -> Result<()> {
    let points = || graph.points.iter().filter_map(|point| note_of(point.stmt));
    let any = |what: fn(&Ownership) -> bool| points().any(|note| what(&note.what));
    if !any(|what| *what == Ownership::Seen) || !any(|what| matches!(what, Ownership::Borrowed(_))) {
        return Ok(());
    }
    let copies = Copies::of(graph);
    let mut loans = Loans { fx, graph, owners, copies, may_hold: HashMap::new() };
    let borrows = std::mem::take(&mut loans.copies.borrows);
    loans.copies.borrows = borrows.into_iter().filter(|(place, _)| loans.holds(place, None)).collect();
    let (held, later, used) = (loans.held(), loans.later(false), owners.used_later(graph));
    let mut errors = Vec::new();
    for (at, point) in graph.points.iter().enumerate() {
        let (Some(note), Some(stmt)) = (note_of(point.stmt), point.stmt) else { continue };
        if note.what != Ownership::Seen {
            continue;
        }
        for (holder, borrows) in &held[at] {
            let overlapping = borrows.iter().find(|borrow| loans.overlap(**borrow, note));
            let is_used = match owners.of_variable(holder) {
                Some(parts) => parts.iter().any(|part| used[at].contains(part)),
                None => later[at].contains(holder),
            };
            if let (Some(borrow), true) = (overlapping, is_used) {
                errors.push(error(note, stmt, graph.points[*borrow].stmt, holder));
                break;
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

fn error(note: &Note, stmt: &Stmt, borrow: Option<&Stmt>, holder: &Var) -> Diagnostic {
    let name = &note.var.name;
    let text = format!("a specification cannot read `{name}` while it is mutably borrowed");
    let mut error = Diagnostic::error(Code::Rustc("E0502".to_string()), text, stmt.span);
    if let Some(borrow) = borrow {
        error = error.with_secondary(borrow.span, "mutable borrow occurs here");
    }
    let later = match holder.name.contains('%') {
        true => "the borrow is used later".to_string(),
        false => format!("the borrow is used later, through `{}`", holder.name),
    };
    error.with_note(later).with_help(format!("`after_borrow({name})` is the value that it has when the borrow ends"))
}

struct Loans<'l, 'c, 'a, 's> {
    fx: &'l mut Fx<'c, 'a>,
    graph: &'l Graph<'s>,
    owners: &'l Owners,
    copies: Copies,
    may_hold: HashMap<Var, bool>,
}

/// The variables that values are given to, whatever the order of the statements. A reference may have been copied, or put into
/// another value, before its borrow is noted.
struct Copies {
    /// For each reference that borrows something, the variables that it may be in, itself included.
    of: HashMap<Var, BTreeSet<Var>>,
    /// The borrows of variables that may hold references: the variable, and the reference to it.
    borrows: BTreeSet<(Var, Var)>,
}

impl Copies {
    /// Follows each borrow through declarations, assignments and notes, whatever the order of these: a loop may run them in any.
    fn of(graph: &Graph<'_>) -> Copies {
        let mut goes: HashMap<Var, BTreeSet<Var>> = HashMap::new();
        let mut borrows = BTreeSet::new();
        for stmt in graph.points.iter().filter_map(|point| point.stmt) {
            let (to, from) = match &stmt.kind {
                StmtKind::Declare(binder, Some(value)) => (&binder.var, carried(value)),
                StmtKind::Assign(var, value) => (var, carried(value)),
                StmtKind::Note(Note { what: Ownership::Holds(other), var, .. }) => {
                    (var, HashSet::from([other.clone()]))
                }
                StmtKind::Note(Note { what: Ownership::Borrowed(holder), var, .. }) => {
                    borrows.insert((var.clone(), holder.clone()));
                    continue;
                }
                _ => continue,
            };
            for var in from {
                goes.entry(var).or_default().insert(to.clone());
            }
        }
        let reached = |holder: &Var| {
            let mut found = BTreeSet::from([holder.clone()]);
            let mut work = vec![holder.clone()];
            while let Some(var) = work.pop() {
                for to in goes.get(&var).into_iter().flatten() {
                    if found.insert(to.clone()) {
                        work.push(to.clone());
                    }
                }
            }
            found
        };
        let of = borrows.iter().map(|(_, holder)| (holder.clone(), reached(holder))).collect();
        Copies { of, borrows }
    }
}

impl Loans<'_, '_, '_, '_> {
    /// Whether a variable may hold a reference. The type of a result is not known, so it may.
    fn holds(&mut self, var: &Var, ty: Option<&Ty>) -> bool {
        if let Some(known) = self.may_hold.get(var) {
            return *known;
        }
        let known = ty.or(self.owners.types.get(var)).is_none_or(|ty| self.fx.cx.may_hold(&ty.clone()));
        self.may_hold.insert(var.clone(), known);
        known
    }

    /// For each point, what each variable may hold that is mentioned from there on. The others keep no borrow alive.
    fn held(&mut self) -> Vec<Held> {
        let mentioned = self.later(true);
        let mut held: Vec<Held> = vec![Held::new(); self.graph.points.len()];
        let mut work: Vec<usize> = (0..self.graph.points.len()).rev().collect();
        while let Some(at) = work.pop() {
            let mut out = held[at].clone();
            if let Some(stmt) = self.graph.points[at].stmt {
                self.step(at, stmt, &mut out);
                self.stored(&mut out);
            }
            for next in &self.graph.points[at].next {
                let mut changed = false;
                for (var, borrows) in out.iter().filter(|(var, _)| mentioned[*next].contains(var)) {
                    // Also that there is such a variable counts: see `Ownership::Borrowed` below.
                    changed |= !held[*next].contains_key(var);
                    let there = held[*next].entry(var.clone()).or_default();
                    let size = there.len();
                    there.extend(borrows.iter().copied());
                    changed |= there.len() > size;
                }
                if changed {
                    work.push(*next);
                }
            }
        }
        held
    }

    /// What a statement changes. `Borrowed` gives a reference a new borrow, `Holds` adds those of another variable, and a value that is
    /// declared or assigned brings those of the variables it mentions.
    fn step(&mut self, at: usize, stmt: &Stmt, held: &mut Held) {
        match &stmt.kind {
            StmtKind::Note(Note { what: Ownership::Borrowed(holder), var, .. }) => {
                let mut borrows = held.get(var).cloned().unwrap_or_default();
                borrows.insert(at);
                held.entry(holder.clone()).or_default().extend(borrows.iter().copied());
                // Copies that come later get it from there.
                for copy in self.copies.of.get(holder).into_iter().flatten().filter(|copy| *copy != var) {
                    if let Some(there) = held.get_mut(copy) {
                        there.extend(borrows.iter().copied());
                    }
                }
            }
            StmtKind::Note(Note { what: Ownership::Holds(other), var, .. }) => {
                let more = held.get(other).cloned().unwrap_or_default();
                held.entry(var.clone()).or_default().extend(more);
            }
            StmtKind::Declare(binder, value) => {
                let from = value.iter().flat_map(|value| of_expr(value, held)).collect();
                self.put(&binder.var, Some(&binder.ty), from, held);
            }
            StmtKind::Assign(var, value) => {
                let from = of_expr(value, held);
                self.put(var, None, from, held);
            }
            StmtKind::Call(call) => {
                let from: BTreeSet<usize> = call.args.iter().flat_map(|arg| of_expr(arg, held)).collect();
                let mut kept = |in_result: bool| -> BTreeSet<usize> {
                    let lent = self.fx.cx.only_lent(&call.callee, in_result);
                    let lent: Vec<&Expr> = lent.into_iter().filter_map(|index| call.args.get(index)).collect();
                    let own = self.own_borrows(&lent);
                    from.iter().filter(|borrow| !own.contains(borrow)).copied().collect()
                };
                let (in_result, in_arguments) = (kept(true), kept(false));
                let mut written = Vec::new();
                for arg in &call.args {
                    visit::walk(arg, &mut |e| {
                        if let (ExprKind::Var(var), Ty::MutRef(inner)) = (&*e.kind, &e.ty) {
                            written.push((var.clone(), (**inner).clone()));
                        }
                    });
                }
                for (var, inner) in written {
                    if self.fx.cx.may_hold(&inner) {
                        held.entry(var).or_default().extend(in_arguments.iter().copied());
                    }
                }
                if let Some(dest) = &call.dest {
                    self.put(dest, None, in_result, held);
                }
            }
            _ => {}
        }
    }

    /// What is stored through a reference is in the place that the reference was borrowed from, too.
    /// Of `let r = &mut a; *r = &mut y;` comes that `a` holds the borrow of `y`, though `a` got its value, the final one of `r`,
    /// before.
    fn stored(&self, held: &mut Held) {
        let graph = self.graph;
        // A place may itself be behind a reference: what is stored there goes on to where that came from.
        loop {
            let mut changed = false;
            for (place, holder) in &self.copies.borrows {
                let copies = self.copies.of.get(holder).into_iter().flatten();
                let is_own =
                    |borrow: &usize| note_of(graph.points[*borrow].stmt).is_some_and(|note| note.var == *place);
                let stored = copies.filter_map(|copy| held.get(copy)).flatten().copied();
                let more: BTreeSet<usize> = stored.filter(|borrow| !is_own(borrow)).collect();
                if !more.is_empty() {
                    let there = held.entry(place.clone()).or_default();
                    let size = there.len();
                    there.extend(more);
                    changed |= there.len() > size;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The borrows that the arguments themselves are.
    fn own_borrows(&self, args: &[&Expr]) -> HashSet<usize> {
        let holders: HashSet<&Var> = args
            .iter()
            .filter_map(|arg| match &*arg.kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            })
            .collect();
        let is_own = |note: &Note| matches!(&note.what, Ownership::Borrowed(holder) if holders.contains(holder));
        let points = self.graph.points.iter().enumerate();
        points.filter(|(_, point)| note_of(point.stmt).is_some_and(is_own)).map(|(at, _)| at).collect()
    }

    /// Gives a variable the borrows of its new value. A value holds no borrow of the variable that it is in.
    fn put(&mut self, var: &Var, ty: Option<&Ty>, from: BTreeSet<usize>, held: &mut Held) {
        if !self.holds(var, ty) {
            return;
        }
        let graph = self.graph;
        let is_own = |borrow: &usize| note_of(graph.points[*borrow].stmt).is_some_and(|note| note.var == *var);
        held.insert(var.clone(), from.into_iter().filter(|borrow| !is_own(borrow)).collect());
    }

    /// For each point, the variables that code reads later: those whose values are not noted are in use until then. With
    /// `in_notes`, also those that notes mention.
    fn later(&self, in_notes: bool) -> Vec<HashSet<Var>> {
        let before = self.graph.before();
        let mut later: Vec<HashSet<Var>> = vec![HashSet::new(); self.graph.points.len()];
        let mut work: Vec<usize> = (0..self.graph.points.len()).collect();
        while let Some(at) = work.pop() {
            let point = &self.graph.points[at];
            let mut now: HashSet<Var> = point.next.iter().flat_map(|next| later[*next].iter().cloned()).collect();
            match point.stmt.map(|stmt| &stmt.kind) {
                Some(StmtKind::Declare(binder, value)) => {
                    now.remove(&binder.var);
                    value.iter().for_each(|value| now.extend(variables(value)));
                }
                Some(StmtKind::Assign(var, value)) => {
                    now.remove(var);
                    now.extend(variables(value));
                }
                Some(StmtKind::Call(call)) => {
                    call.dest.iter().for_each(|dest| {
                        now.remove(dest);
                    });
                    call.args.iter().for_each(|arg| now.extend(variables(arg)));
                }
                Some(StmtKind::Note(note)) if in_notes => {
                    now.insert(note.var.clone());
                    if let Ownership::Borrowed(other) | Ownership::Holds(other) = &note.what {
                        now.insert(other.clone());
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

    /// Whether what is read has anything in common with what is borrowed.
    fn overlap(&self, borrow: usize, read: &Note) -> bool {
        let Some(borrowed) = note_of(self.graph.points[borrow].stmt) else { return true };
        let apart = |a: &FieldStep, b: &FieldStep| a != b;
        borrowed.var == read.var && !borrowed.way.iter().zip(&read.way).any(|(a, b)| apart(a, b))
    }
}

/// The borrows that the variables in an expression hold.
fn of_expr(value: &Expr, held: &Held) -> BTreeSet<usize> {
    variables(value).iter().filter_map(|var| held.get(var)).flatten().copied().collect()
}

/// The variables whose references are in a value. What a reference refers to is not the reference.
fn carried(value: &Expr) -> HashSet<Var> {
    let mut found = HashSet::new();
    match &*value.kind {
        ExprKind::Var(var) => {
            found.insert(var.clone());
        }
        ExprKind::Unary(UnaryOp::MutCurrent | UnaryOp::MutFinal, _) => {}
        _ => visit::children(value, &mut |part| found.extend(visit::deep(|| carried(part)))),
    }
    found
}

/// All variables that an expression mentions.
fn variables(value: &Expr) -> HashSet<Var> {
    let mut found = HashSet::new();
    visit::walk(value, &mut |e| {
        if let ExprKind::Var(var) = &*e.kind {
            found.insert(var.clone());
        }
    });
    found
}
