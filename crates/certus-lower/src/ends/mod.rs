//! Where mutable borrows end.
//!
//! Guide page `mutable-references`. A mutable reference has its final value from where nobody will write through it any more,
//! nor give it away: `*r == *final(r)` is assumed there. It has nothing to do with lifetimes, and a value that is borrowed
//! from it may well be alive: `r` has what that one leaves. So it is enough to look at what happens to each variable. The
//! notes of the lowering say it ([`Ownership`]): this pass reads them and takes them out.
//!
//! A part of a variable is resolved at a point if it has a value on every way there, and if no way from there gives the value
//! away or writes through it before another value takes its place. A note too many for a move or a change only loses facts;
//! one too few would be unsound. So every use of a value as one that code takes has a note, whatever comes of it.
//!
//! A specification must not read what is borrowed by a reference that is not resolved yet: it would read the final value, which
//! is a prophecy, and nobody would see that ([`loans`]). It may with `after_borrow`, which says so.

mod borrows;
mod claims;
mod graph;
mod loans;
mod owners;
mod variables;

use std::collections::HashSet;

use certus_diagnostics::{Span, Unsupported};
use certus_vir::{Binder, Expr, ExprKind, Ownership, Stmt, StmtKind, Ty, UnaryOp, Var, visit};

use crate::body::Fx;
use crate::error::{Result, fail};
use claims::Assumption;
use graph::Graph;
use owners::{Owners, Part};
pub(crate) use variables::carried;

/// What parameters refer to, as far as it is in no variable of the function: stands for a variable in notes.
pub(crate) fn outside() -> Var {
    Var { name: "outside%".into(), index: 0 }
}

impl Fx<'_, '_> {
    /// Assumes the end of each borrow in the statements of a function, and takes the notes out. Errs with `rust/E0502` where a
    /// specification reads what is borrowed.
    pub(crate) fn end_borrows(&mut self, stmts: Vec<Stmt>) -> Result<Vec<Stmt>> {
        let (mut is_noted, mut is_owned) = (false, false);
        visit::walk_stmts(
            &stmts,
            &mut |stmt| {
                if let StmtKind::Note(note) = &stmt.kind {
                    is_noted = true;
                    is_owned |= note.what == Ownership::Given;
                }
            },
            &mut |_| {},
        );
        if !is_noted {
            return Ok(stmts);
        }
        let graph = Graph::of(&stmts);
        let mut droppable = HashSet::new();
        for step in owners::steps(&graph) {
            if self.cx.is_within_drop(std::slice::from_ref(step))? {
                droppable.insert(step.0.clone());
            }
        }
        let owners = Owners::of(&graph, &self.take_given(), droppable);
        if let Some(span) = owners.misused(&graph).first() {
            return fail(Unsupported::MutRef, "this use of a reference after it was moved is not supported", *span);
        }
        loans::check(self, &graph, &owners)?;
        let resolved = if is_owned { owners.resolved(&graph) } else { Vec::new() };
        let Some(end) = stmts.last().map(|last| last.span) else { return Ok(stmts) };
        let (scope, assumed) = (HashSet::new(), Vec::new());
        let mut writer = Writer { fx: self, owners: &owners, resolved: &resolved, points: 0, scope, assumed };
        let kept = writer.fx.names_points().then(|| stmts.clone());
        let written = writer.list(stmts, &HashSet::new(), end)?;
        let assumed = writer.assumed;
        if let Some(stmts) = kept {
            let graph = Graph::of(&stmts);
            let at = |(number, part, span): (usize, usize, Span)| Assumption { at: graph.numbered[number], part, span };
            let assumed: Vec<Assumption> = assumed.into_iter().map(at).collect();
            claims::state(self, &graph, &owners, &assumed);
        }
        Ok(written)
    }
}

/// Writes the statements anew, with what is assumed and without notes.
struct Writer<'w, 'c, 'a> {
    fx: &'w mut Fx<'c, 'a>,
    owners: &'w Owners,
    /// For each point, in the order in which the graph numbers them, the parts that are resolved there.
    resolved: &'w [HashSet<usize>],
    points: usize,
    /// The variables that are declared, where a statement is written.
    scope: HashSet<Var>,
    /// What is assumed: the numbers of the point and of the part, and the place.
    assumed: Vec<(usize, usize, Span)>,
}

impl Writer<'_, '_, '_> {
    /// A list of statements in the statement at `outer`; `known` is resolved before it already. Where a list is empty, the others
    /// beside it may use what ends here: `if c { give(r); }`.
    fn list(&mut self, stmts: Vec<Stmt>, known: &HashSet<usize>, outer: Span) -> Result<Vec<Stmt>> {
        let outside = self.scope.clone();
        let mut out = Vec::new();
        let mut before = known.clone();
        let end = stmts.last().map_or(outer, |last| last.span);
        for stmt in stmts {
            let mut here = self.next_point();
            // A note is about the statement before it. Until it is read, nothing is known of the value that was given there.
            let noted = match &stmt.kind {
                StmtKind::Note(note) if note.what != Ownership::Seen => self.owners.of_variable(&note.var),
                _ => None,
            };
            noted.iter().flatten().for_each(|part| {
                here.remove(part);
            });
            self.assume(&here, &before, stmt.span, &mut out)?;
            // What a loop forgets is said again after it.
            before = if matches!(stmt.kind, StmtKind::Loop(_)) { HashSet::new() } else { here.clone() };
            // What is known of a value is not known of the next one. Where the values of a variable are noted, the note comes first.
            if let StmtKind::Assign(var, _) | StmtKind::Declare(Binder { var, .. }, _) = &stmt.kind {
                self.owners.of_variable(var).into_iter().flatten().for_each(|part| {
                    before.remove(&part);
                });
            }
            if let Some(stmt) = self.stmt(stmt, &here)? {
                out.push(stmt);
            }
        }
        let here = self.next_point();
        self.assume(&here, &before, end, &mut out)?;
        self.scope = outside;
        Ok(out)
    }

    /// The statements before the condition of a loop in the statement at `at`. What ends where the condition fails is said there:
    /// another way out of the loop may have moved it, and then the end of the loop cannot say so.
    fn before_condition(&mut self, stmts: Vec<Stmt>, condition: &Expr, at: Span) -> Result<Vec<Stmt>> {
        let mut out = self.list(stmts, &HashSet::new(), at)?;
        let mut facts = Vec::new();
        let exit = self.next_point();
        self.assume(&exit, &HashSet::new(), at, &mut facts)?;
        if !facts.is_empty() {
            out.push(Stmt::new(StmtKind::If(condition.clone(), Vec::new(), facts), at));
        }
        Ok(out)
    }

    /// What is resolved at the next point.
    fn next_point(&mut self) -> HashSet<usize> {
        self.points += 1;
        self.resolved.get(self.points - 1).cloned().unwrap_or_default()
    }

    fn stmt(&mut self, stmt: Stmt, here: &HashSet<usize>) -> Result<Option<Stmt>> {
        let at = stmt.span;
        let kind = match stmt.kind {
            StmtKind::Note(_) => return Ok(None),
            StmtKind::If(condition, then, otherwise) => {
                StmtKind::If(condition, self.list(then, here, at)?, self.list(otherwise, here, at)?)
            }
            StmtKind::Loop(mut l) => {
                l.condition = match l.condition {
                    Some((before, condition)) => Some((self.before_condition(before, &condition, at)?, condition)),
                    None => None,
                };
                l.body = self.list(l.body, &HashSet::new(), at)?;
                StmtKind::Loop(l)
            }
            StmtKind::Block(stmts) => StmtKind::Block(self.list(stmts, here, at)?),
            StmtKind::Boundary(stmts) => StmtKind::Boundary(self.list(stmts, here, at)?),
            StmtKind::Aside { binders, body, conclusions } => {
                self.scope.extend(binders.iter().map(|binder| binder.var.clone()));
                StmtKind::Aside { binders, body: self.list(body, here, at)?, conclusions }
            }
            StmtKind::Isolated { prover, requires, proof, ensures } => {
                StmtKind::Isolated { prover, requires, proof: self.list(proof, here, at)?, ensures }
            }
            kind => {
                match &kind {
                    StmtKind::Declare(binder, _) => self.scope.extend([binder.var.clone()]),
                    StmtKind::Call(call) => self.scope.extend(call.dest.clone()),
                    _ => {}
                }
                kind
            }
        };
        Ok(Some(Stmt::new(kind, stmt.span)))
    }

    /// Assumes that parts of variables are resolved, in the order in which the graph found them.
    fn assume(&mut self, here: &HashSet<usize>, before: &HashSet<usize>, at: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let mut parts: Vec<usize> = here.difference(before).copied().collect();
        parts.sort_unstable();
        for number in parts {
            let part = &self.owners.parts[number];
            let is_there = self.scope.contains(&part.var) || !self.owners.declared.contains(&part.var);
            if !is_there {
                continue;
            }
            let Some(ty) = self.owners.types.get(&part.var) else { continue };
            let whole = Expr::var(&part.var, ty.clone(), at);
            for fact in self.facts(whole, part, 0)? {
                self.assumed.push((self.points - 1, number, at));
                out.push(Stmt::new(StmtKind::Assume(fact), at));
            }
        }
        Ok(())
    }

    /// That the part of a value at the end of a way is resolved, but for what are parts of their own in it. The way goes into a
    /// variant of an enum only if the value is of that variant.
    fn facts(&mut self, value: Expr, part: &Part, depth: usize) -> Result<Vec<Expr>> {
        let span = value.span;
        let Some((datatype, variant, field)) = part.way.get(depth) else {
            if part.children.is_empty() {
                return Ok(vec![Expr::new(ExprKind::Unary(UnaryOp::HasResolved, value), Ty::Bool, span)]);
            }
            let mut facts = Vec::new();
            for (variant, datatype) in part.variants() {
                // Of a type whose fields cannot be told, nothing is said.
                let Ok(fields) = self.fx.cx.fields_of(&value.ty.value().clone(), &variant, span) else { continue };
                for (name, ty) in fields {
                    let step = (datatype.clone(), variant.clone(), name.clone());
                    if part.children.contains(&step) || !self.fx.cx.may_hold(&ty) || self.fx.cx.is_known_field(&step)? {
                        continue;
                    }
                    let op = UnaryOp::Field(datatype.clone(), variant.clone(), name);
                    let inner = Expr::new(ExprKind::Unary(op, value.clone()), ty, span);
                    let fact = Expr::new(ExprKind::Unary(UnaryOp::HasResolved, inner), Ty::Bool, span);
                    facts.push(Expr::implies(of_variant(&value, &datatype, &variant), fact));
                }
            }
            return Ok(facts);
        };
        if self.fx.cx.is_known_field(&(datatype.clone(), variant.clone(), field.clone()))? {
            return Ok(Vec::new());
        }
        let Ok(fields) = self.fx.cx.fields_of(&value.ty.value().clone(), variant, span) else { return Ok(Vec::new()) };
        let Some((_, ty)) = fields.into_iter().find(|(name, _)| name == field) else { return Ok(Vec::new()) };
        let op = UnaryOp::Field(datatype.clone(), variant.clone(), field.clone());
        let inner = Expr::new(ExprKind::Unary(op, value.clone()), ty, span);
        let facts = self.facts(inner, part, depth + 1)?;
        Ok(facts.into_iter().map(|fact| Expr::implies(of_variant(&value, datatype, variant), fact)).collect())
    }
}

/// That a value is of a variant. It is true of a struct.
fn of_variant(value: &Expr, datatype: &certus_vir::Path, variant: &certus_vir::Name) -> Expr {
    let is_struct = datatype.rsplit("::").next() == Some(variant);
    if is_struct {
        return Expr::bool(true, value.span);
    }
    let op = UnaryOp::IsVariant(datatype.clone(), variant.clone());
    Expr::new(ExprKind::Unary(op, value.clone()), Ty::Bool, value.span)
}
