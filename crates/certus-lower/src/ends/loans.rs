//! Specifications do not read what is borrowed.
//!
//! While a place is borrowed, the variable that it is in has the final value of the reference already. A specification that
//! reads it would read a prophecy. Rust's own borrow checker does not see specifications, so this is asked here: which
//! variables may hold a reference that came from which borrow, and whether such a variable is used later.
//!
//! Values are followed from variable to variable, whatever they are made of: a call may put each of its arguments into its
//! result, and into what its arguments refer to. What is stored through a parameter, or lent for ever, is held by a variable that
//! stands for all that outlives the function, and that one is used always. What cannot hold a reference by its type keeps no borrow alive. A reference
//! through which nobody writes any more keeps none alive either: what it refers to is known.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use certus_diagnostics::{Code, Diagnostic};
use certus_vir::{CallStmt, Expr, ExprKind, Note, Ownership, Stmt, StmtKind, Ty, Var, callable, visit};
use fixedbitset::FixedBitSet;

use super::borrows::Borrows;
use super::graph::Graph;
use super::outside;
use super::owners::{Owners, note_of};
use super::variables::{Variables, carried, given_back, mentioned};
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
    let borrows = Borrows::of(graph, &variables);
    let outside = variables.number(&outside());
    let mut loans = Loans { fx, graph, owners, variables: &variables, borrows, outside, may_hold: HashMap::new() };
    loans.judge_borrows();
    let (held, later, used) = (loans.held(), variables.later(graph, false), owners.used_later(graph));
    let mut errors = Vec::new();
    for (at, point) in graph.points.iter().enumerate() {
        let (Some(note), Some(stmt)) = (note_of(point.stmt), point.stmt) else { continue };
        if note.what != Ownership::Seen {
            continue;
        }
        let read = variables.number(&note.var);
        for (id, borrows) in &held[at] {
            let Some(holder) = variables.variable(*id) else { continue };
            let overlapping = borrows.ones().find(|borrow| loans.borrows.is_read(*borrow, read, &note.way));
            let is_used = match owners.of_variable(holder) {
                _ if *id == outside => true,
                Some(parts) => parts.iter().any(|part| used[at].contains(part)),
                None => later[at].contains(*id),
            };
            if let (Some(borrow), true) = (overlapping, is_used) {
                errors.push(error(note, stmt, graph.points[loans.borrows.all[borrow].point].stmt, holder));
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
        _ if *holder == outside() => "the reference is stored where it outlives the function".to_string(),
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
    /// The variable that stands for what outlives the function.
    outside: usize,
    may_hold: HashMap<usize, bool>,
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

    /// Finds which borrows references may be stored through, and which may be of what outlives the function: a variable that holds
    /// no references does not.
    fn judge_borrows(&mut self) {
        for number in 0..self.borrows.all.len() {
            let (place, holder) = (self.borrows.all[number].place, self.borrows.all[number].holder);
            let is_behind = self.holds(place, None) || self.is_referent(place);
            self.borrows.all[number].escapes = is_behind;
            self.borrows.all[number].takes = place == self.outside || is_behind && self.refers_to_holder(holder);
        }
    }

    /// Whether a reference may be stored through a variable: where it is a reference, what it refers to may hold one. Of
    /// `let r = &mut *v` with `v: &mut u64`, `v` may, but `*v` may not.
    fn refers_to_holder(&mut self, var: usize) -> bool {
        let ty = self.variables.variable(var).and_then(|var| self.owners.types.get(var));
        ty.is_none_or(|ty| self.fx.cx.may_store(&ty.clone(), true))
    }

    /// Whether a variable is what a parameter refers to.
    fn is_referent(&self, var: usize) -> bool {
        self.variables.variable(var).is_some_and(|var| self.fx.is_referent(var))
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
            }
            for next in &self.graph.points[at].next {
                let mut changed = false;
                let is_mentioned = |var: usize| var == self.outside || mentioned[*next].contains(var);
                for (var, borrows) in out.iter().filter(|(var, _)| is_mentioned(**var)) {
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
            StmtKind::Note(Note { what: Ownership::Stored(other), var, way }) => {
                let Some(mut stored) = held.get(&self.variables.number(other)).cloned() else { return };
                let var = self.variables.number(var);
                self.borrows.but_overlapping(var, way, &mut stored);
                held.entry(var).or_insert_with(|| self.borrows.none()).union_with(&stored);
                self.store(var, &stored, held);
            }
            StmtKind::Declare(binder, value) => {
                let from = self.of_exprs(value.iter(), held);
                self.put(&binder.var, Some(&binder.ty), from, held);
            }
            StmtKind::Assign(var, value) => {
                let mut from = self.of_exprs([value], held);
                let number = self.variables.number(var);
                // Where a part changes, the others keep what they hold. What a borrow gives back has what was stored through it.
                let keeps = carried(value).contains(var) || self.gives_back(value, number);
                if let (true, Some(before)) = (keeps, held.get(&number).cloned()) {
                    from = self.borrows.but_own(number, from);
                    from.union_with(&before);
                    held.insert(number, from);
                } else {
                    self.put(var, None, from, held);
                }
            }
            StmtKind::Call(call) => self.call(call, held),
            _ => {}
        }
    }

    /// Whether a value is the final one of a borrow of the variable.
    fn gives_back(&self, value: &Expr, var: usize) -> bool {
        given_back(value).is_some_and(|holder| self.borrows.is_by(var, self.variables.number(holder)))
    }

    /// A call puts the borrows in its arguments into its result, and into what its arguments refer to, as far as the signature of
    /// the function lets it.
    fn call(&mut self, call: &CallStmt, held: &mut Held) {
        let in_result = self.passed(call, true, held);
        let in_arguments = self.passed(call, false, held);
        let lent: Vec<&Expr> =
            self.fx.cx.only_lent(&call.callee, false).into_iter().filter_map(|n| call.args.get(n)).collect();
        let lent = self.own_borrows(&lent);
        for (var, ty) in self.written(call) {
            // What a reference holds itself is behind it already.
            let mut stored = self.of_others(var, &call.args, held);
            stored.difference_with(&lent);
            if matches!(ty, Ty::MutRef(_)) {
                held.entry(var).or_insert_with(|| self.borrows.none()).union_with(&in_arguments);
            }
            self.store(var, &stored, held);
        }
        for index in self.fx.cx.kept_forever(&call.callee) {
            let kept = self.of_exprs(call.args.get(index), held);
            self.keep(&kept, held);
        }
        if let Some(dest) = &call.dest {
            self.put(dest, None, in_result, held);
        }
    }

    /// The borrows in the arguments of a call that it may put into its result, or else into what its arguments refer to. An
    /// argument that is only lent passes on what it holds, and not what it is; another one may be of the same borrow.
    fn passed(&mut self, call: &CallStmt, in_result: bool, held: &Held) -> FixedBitSet {
        let lent = self.fx.cx.only_lent(&call.callee, in_result);
        let mut passed = self.borrows.none();
        for (index, arg) in call.args.iter().enumerate() {
            let mut from = self.of_exprs([arg], held);
            if lent.contains(&index) {
                from.difference_with(&self.own_borrows(&[arg]));
            }
            passed.union_with(&from);
        }
        passed
    }

    /// The variables in the arguments of a call through which it may store references.
    fn written(&mut self, call: &CallStmt) -> Vec<(usize, Ty)> {
        let mut found = Vec::new();
        // A function that is a value does not change by being called.
        let is_value = matches!(&*call.callee, callable::CALL_VALUE | callable::CALL_PROOF);
        for arg in call.args.iter().skip(usize::from(is_value)) {
            visit::walk(arg, &mut |e| {
                if let (ExprKind::Var(var), Ty::MutRef(_)) = (&*e.kind, &e.ty) {
                    found.push((self.variables.number(var), e.ty.clone()));
                }
            });
            if !matches!(arg.ty, Ty::MutRef(_)) {
                found.extend(carried(arg).into_iter().map(|var| (self.variables.number(&var), arg.ty.clone())));
            }
        }
        let of_parameters = self.fx.cx.stores_by_bounds(&call.callee);
        found.retain(|(_, ty)| self.fx.cx.may_store(ty, of_parameters));
        found
    }

    /// What is stored through a reference is in the place that the reference was borrowed from, too.
    /// Of `let r = &mut a; *r = &mut y;` comes that `a` holds the borrow of `y`, though `a` got its value, the final one of `r`,
    /// before. What is stored through a parameter is kept by the caller; a variable of the function's own is not.
    fn store(&self, through: usize, stored: &FixedBitSet, held: &mut Held) {
        let loans = held.get(&through).cloned().unwrap_or_else(|| self.borrows.none());
        let taking: Vec<_> =
            loans.ones().map(|number| &self.borrows.all[number]).filter(|borrow| borrow.takes).collect();
        let mut outlives = self.is_referent(through);
        let mut places = HashSet::new();
        for borrow in &taking {
            if borrow.place == self.outside {
                outlives = true;
                continue;
            }
            places.insert(borrow.place);
            outlives |= self.is_referent(borrow.place);
            let mut more = stored.clone();
            self.borrows.but_overlapping(borrow.place, &borrow.way, &mut more);
            held.entry(borrow.place).or_insert_with(|| self.borrows.none()).union_with(&more);
        }
        if !outlives {
            return;
        }
        let mut kept = stored.clone();
        // The value goes to one place only: then it takes the place of what it may have borrowed there.
        if places.len() == 1 {
            taking.iter().for_each(|borrow| self.borrows.but_overlapping(borrow.place, &borrow.way, &mut kept));
        }
        self.keep(&kept, held);
    }

    /// Puts borrows where they outlive the function.
    fn keep(&self, borrows: &FixedBitSet, held: &mut Held) {
        let kept = borrows.ones().filter(|number| self.borrows.all[*number].escapes);
        let there = held.entry(self.outside).or_insert_with(|| self.borrows.none());
        kept.for_each(|number| there.insert(number));
    }

    /// The borrows that the arguments themselves are.
    fn own_borrows(&self, args: &[&Expr]) -> FixedBitSet {
        let holders = args.iter().filter_map(|arg| match &*arg.kind {
            ExprKind::Var(var) => Some(self.variables.number(var)),
            _ => None,
        });
        self.borrows.chains(holders.collect())
    }

    /// Gives a variable the borrows of its new value.
    fn put(&mut self, var: &Var, ty: Option<&Ty>, from: FixedBitSet, held: &mut Held) {
        let var = self.variables.number(var);
        if self.holds(var, ty) {
            held.insert(var, self.borrows.but_own(var, from));
        }
    }

    /// The borrows that the variables in expressions hold, but for one.
    fn of_others(&self, but: usize, values: &[Expr], held: &Held) -> FixedBitSet {
        let mut found = self.borrows.none();
        let variables = values.iter().flat_map(mentioned).map(|var| self.variables.number(&var));
        let borrows = variables.filter(|var| *var != but).filter_map(|var| held.get(&var));
        borrows.for_each(|borrows| found.union_with(borrows));
        found
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
}
