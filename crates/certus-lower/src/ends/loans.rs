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
use certus_vir::{CallStmt, Expr, ExprKind, FieldStep, Note, Ownership, Stmt, StmtKind, Ty, UnaryOp, Var, visit};
use fixedbitset::FixedBitSet;

use super::graph::Graph;
use super::owners::{Owners, note_of};
use super::variables::{Variables, mentioned};
use crate::body::Fx;
use crate::error::Result;

/// For each variable, the borrows that it may hold a reference of.
type Held = BTreeMap<usize, FixedBitSet>;

/// Errs with `rust/E0502` for each place where a specification reads what is borrowed.
pub(super) fn check(fx: &mut Fx<'_, '_>, graph: &Graph<'_>, owners: &Owners) -> Result<()> {
    let points = || graph.points.iter().filter_map(|point| note_of(point.stmt));
    let any = |what: fn(&Ownership) -> bool| points().any(|note| what(&note.what));
    if !any(|what| *what == Ownership::Seen) || !any(|what| matches!(what, Ownership::Borrowed(_))) {
        return Ok(());
    }
    let variables = Variables::of(graph);
    let mut loans = Loans {
        fx,
        graph,
        owners,
        variables: &variables,
        borrows: Borrows::of(graph, &variables),
        may_hold: HashMap::new(),
    };
    let stored: Vec<(usize, usize)> =
        loans.borrows.stored.clone().into_iter().filter(|(place, _)| loans.holds(*place, None)).collect();
    loans.borrows.stored = stored;
    let (held, later, used) = (loans.held(), variables.later(graph, false), owners.used_later(graph));
    let mut errors = Vec::new();
    for (at, point) in graph.points.iter().enumerate() {
        let (Some(note), Some(stmt)) = (note_of(point.stmt), point.stmt) else { continue };
        if note.what != Ownership::Seen {
            continue;
        }
        for (id, borrows) in &held[at] {
            let Some(holder) = variables.variable(*id) else { continue };
            let mut points = borrows.ones().map(|borrow| loans.borrows.points[borrow]);
            let overlapping = points.find(|borrow| loans.overlap(*borrow, note));
            let is_used = match owners.of_variable(holder) {
                Some(parts) => parts.iter().any(|part| used[at].contains(part)),
                None => later[at].contains(*id),
            };
            if let (Some(borrow), true) = (overlapping, is_used) {
                errors.push(error(note, stmt, graph.points[borrow].stmt, holder));
                break;
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// What is said of a read: where the borrow is, and through which variable it is used later.
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

/// The search for what each variable may hold.
struct Loans<'l, 'c, 'a, 's> {
    fx: &'l mut Fx<'c, 'a>,
    graph: &'l Graph<'s>,
    owners: &'l Owners,
    variables: &'l Variables,
    borrows: Borrows,
    may_hold: HashMap<usize, bool>,
}

/// The borrows of a body, and where the references go, whatever the order of the statements. A reference may have been copied,
/// or put into another value, before its borrow is noted.
struct Borrows {
    /// The points where they are noted, in the order of their numbers.
    points: Vec<usize>,
    /// The number of the borrow that is noted at a point.
    numbers: HashMap<usize, usize>,
    /// For each reference that borrows something, the variables that it may be in, itself included.
    copies: HashMap<usize, Vec<usize>>,
    /// The borrows of variables that may hold references: the variable, and the reference to it.
    stored: Vec<(usize, usize)>,
    /// The borrows of each variable.
    own: HashMap<usize, FixedBitSet>,
}

impl Borrows {
    /// Follows each borrow through declarations, assignments and notes, whatever the order of these: a loop may run them in any.
    fn of(graph: &Graph<'_>, variables: &Variables) -> Borrows {
        let mut goes: HashMap<usize, HashSet<usize>> = HashMap::new();
        let mut borrowed = Vec::new();
        for (at, point) in graph.points.iter().enumerate() {
            let Some(stmt) = point.stmt else { continue };
            let (to, from) = match &stmt.kind {
                StmtKind::Declare(binder, Some(value)) => (&binder.var, carried(value)),
                StmtKind::Assign(var, value) => (var, carried(value)),
                StmtKind::Note(Note { what: Ownership::Holds(other), var, .. }) => (var, vec![other.clone()]),
                StmtKind::Note(Note { what: Ownership::Borrowed(holder), var, .. }) => {
                    borrowed.push((at, variables.number(var), variables.number(holder)));
                    continue;
                }
                _ => continue,
            };
            for var in from {
                goes.entry(variables.number(&var)).or_default().insert(variables.number(to));
            }
        }
        let reached = |holder: usize| {
            let mut found = HashSet::from([holder]);
            let mut work = vec![holder];
            while let Some(var) = work.pop() {
                work.extend(goes.get(&var).into_iter().flatten().filter(|to| found.insert(**to)));
            }
            found.into_iter().collect()
        };
        let mut own: HashMap<usize, FixedBitSet> = HashMap::new();
        for (number, (_, place, _)) in borrowed.iter().enumerate() {
            own.entry(*place).or_insert_with(|| FixedBitSet::with_capacity(borrowed.len())).insert(number);
        }
        Borrows {
            points: borrowed.iter().map(|(at, ..)| *at).collect(),
            numbers: borrowed.iter().enumerate().map(|(number, (at, ..))| (*at, number)).collect(),
            copies: borrowed.iter().map(|(_, _, holder)| (*holder, reached(*holder))).collect(),
            // What is borrowed last is mostly behind what was borrowed before.
            stored: borrowed.iter().rev().map(|(_, place, holder)| (*place, *holder)).collect(),
            own,
        }
    }

    /// No borrows.
    fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.points.len())
    }

    /// Leaves out the borrows of a variable: no value holds one of the variable that it is in.
    fn but_own(&self, var: usize, mut borrows: FixedBitSet) -> FixedBitSet {
        if let Some(own) = self.own.get(&var) {
            borrows.difference_with(own);
        }
        borrows
    }
}

impl Loans<'_, '_, '_, '_> {
    /// Whether a variable may hold a reference. The type of a result is not known, so it may.
    fn holds(&mut self, var: usize, ty: Option<&Ty>) -> bool {
        if let Some(known) = self.may_hold.get(&var) {
            return *known;
        }
        let ty = ty.or_else(|| self.owners.types.get(self.variables.variable(var)?));
        let known = ty.is_none_or(|ty| self.fx.cx.may_hold(&ty.clone()));
        self.may_hold.insert(var, known);
        known
    }

    /// For each point, what each variable may hold that is mentioned from there on. The others keep no borrow alive.
    fn held(&mut self) -> Vec<Held> {
        let mentioned = self.variables.later(self.graph, true);
        let mut held: Vec<Held> = vec![Held::new(); self.graph.points.len()];
        let mut work: BTreeSet<usize> = (0..self.graph.points.len()).collect();
        while let Some(at) = work.pop_first() {
            let mut out = held[at].clone();
            if let Some(stmt) = self.graph.points[at].stmt {
                self.step(at, stmt, &mut out);
                if out != held[at] {
                    self.stored(&mut out);
                }
            }
            for next in &self.graph.points[at].next {
                let mut changed = false;
                for (var, borrows) in out.iter().filter(|(var, _)| mentioned[*next].contains(**var)) {
                    // Also that there is such a variable counts: see `Ownership::Borrowed` below.
                    changed |= match held[*next].get_mut(var) {
                        Some(there) if borrows.is_subset(there) => false,
                        Some(there) => {
                            there.union_with(borrows);
                            true
                        }
                        None => held[*next].insert(*var, borrows.clone()).is_none(),
                    };
                }
                if changed {
                    work.insert(*next);
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
                let (var, holder) = (self.variables.number(var), self.variables.number(holder));
                let mut borrows = held.get(&var).cloned().unwrap_or_else(|| self.borrows.none());
                borrows.extend(self.borrows.numbers.get(&at).copied());
                held.entry(holder).or_insert_with(|| self.borrows.none()).union_with(&borrows);
                // Copies that come later get it from there.
                for copy in self.borrows.copies.get(&holder).into_iter().flatten().filter(|copy| **copy != var) {
                    if let Some(there) = held.get_mut(copy) {
                        there.union_with(&borrows);
                    }
                }
            }
            StmtKind::Note(Note { what: Ownership::Holds(other), var, .. }) => {
                let more = held.get(&self.variables.number(other)).cloned().unwrap_or_else(|| self.borrows.none());
                held.entry(self.variables.number(var)).or_insert_with(|| self.borrows.none()).union_with(&more);
            }
            StmtKind::Declare(binder, value) => {
                let from = self.of_exprs(value.iter(), held);
                self.put(&binder.var, Some(&binder.ty), from, held);
            }
            StmtKind::Assign(var, value) => {
                let from = self.of_exprs([value], held);
                self.put(var, None, from, held);
            }
            StmtKind::Call(call) => self.call(call, held),
            _ => {}
        }
    }

    /// A call puts the borrows in its arguments into its result, and into what its arguments refer to, as far as the signature of
    /// the function lets it.
    fn call(&mut self, call: &CallStmt, held: &mut Held) {
        let from = self.of_exprs(&call.args, held);
        let mut kept = |in_result: bool| -> FixedBitSet {
            let lent = self.fx.cx.only_lent(&call.callee, in_result);
            let lent: Vec<&Expr> = lent.into_iter().filter_map(|index| call.args.get(index)).collect();
            let mut kept = from.clone();
            kept.difference_with(&self.own_borrows(&lent));
            kept
        };
        let (in_result, in_arguments) = (kept(true), kept(false));
        let mut written = Vec::new();
        for arg in &call.args {
            visit::walk(arg, &mut |e| {
                if let (ExprKind::Var(var), Ty::MutRef(inner)) = (&*e.kind, &e.ty) {
                    written.push((self.variables.number(var), (**inner).clone()));
                }
            });
        }
        for (var, inner) in written {
            if self.fx.cx.may_hold(&inner) {
                held.entry(var).or_insert_with(|| self.borrows.none()).union_with(&in_arguments);
            }
        }
        if let Some(dest) = &call.dest {
            self.put(dest, None, in_result, held);
        }
    }

    /// What is stored through a reference is in the place that the reference was borrowed from, too.
    /// Of `let r = &mut a; *r = &mut y;` comes that `a` holds the borrow of `y`, though `a` got its value, the final one of `r`,
    /// before.
    fn stored(&self, held: &mut Held) {
        // A place may itself be behind a reference: what is stored there goes on to where that came from.
        loop {
            let mut changed = false;
            for (place, holder) in &self.borrows.stored {
                let mut stored = self.borrows.none();
                let copies = self.borrows.copies.get(holder).into_iter().flatten();
                copies.filter_map(|copy| held.get(copy)).for_each(|borrows| stored.union_with(borrows));
                let more = self.borrows.but_own(*place, stored);
                if more.is_clear() {
                    continue;
                }
                let there = held.entry(*place).or_insert_with(|| self.borrows.none());
                if !more.is_subset(there) {
                    there.union_with(&more);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The borrows that the arguments themselves are.
    fn own_borrows(&self, args: &[&Expr]) -> FixedBitSet {
        let holders: HashSet<&Var> = args
            .iter()
            .filter_map(|arg| match &*arg.kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            })
            .collect();
        let is_own = |note: &Note| matches!(&note.what, Ownership::Borrowed(holder) if holders.contains(holder));
        let points = self.borrows.points.iter().enumerate();
        let own = points.filter(|(_, at)| note_of(self.graph.points[**at].stmt).is_some_and(is_own));
        let mut found = self.borrows.none();
        found.extend(own.map(|(number, _)| number));
        found
    }

    /// Gives a variable the borrows of its new value.
    fn put(&mut self, var: &Var, ty: Option<&Ty>, from: FixedBitSet, held: &mut Held) {
        let var = self.variables.number(var);
        if self.holds(var, ty) {
            held.insert(var, self.borrows.but_own(var, from));
        }
    }

    /// The borrows that the variables in expressions hold.
    fn of_exprs<'e>(&self, values: impl IntoIterator<Item = &'e Expr>, held: &Held) -> FixedBitSet {
        let mut found = self.borrows.none();
        for value in values {
            let borrows = mentioned(value).into_iter().filter_map(|var| held.get(&self.variables.number(&var)));
            borrows.for_each(|borrows| found.union_with(borrows));
        }
        found
    }

    /// Whether what is read has anything in common with what is borrowed.
    fn overlap(&self, borrow: usize, read: &Note) -> bool {
        let Some(borrowed) = note_of(self.graph.points[borrow].stmt) else { return true };
        let apart = |a: &FieldStep, b: &FieldStep| a != b;
        borrowed.var == read.var && !borrowed.way.iter().zip(&read.way).any(|(a, b)| apart(a, b))
    }
}

/// The variables whose references are in a value. What a reference refers to is not the reference.
fn carried(value: &Expr) -> Vec<Var> {
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
