//! What a piece of code may change: needed before a loop is lowered, so it is read off the tree.
//!
//! Too many variables are safe and cost knowledge; one too few would let the old value be used after it was changed. So
//! every place that is assigned or mutably borrowed counts, also on paths that are never taken, and so does a mutable
//! reference that is handed on.

use std::collections::BTreeMap;

use certus_tree::visit::{children, pattern_children};
use certus_tree::{self as tree, Block, ExprKind as T, LocalId, Mutability, PatKind, Stmt};
use certus_vir::{Binder, FieldStep};

use super::borrow::{borrows, through_reference};
use super::{Fx, Slot};
use crate::error::Result;

/// A local and the ways to the parts of it that change; an empty way is all of it.
pub(crate) type Modified = Vec<(Binder, Ways)>;

/// A place that changes, or what the reference in it refers to.
#[derive(Clone, Copy)]
struct Target<'e> {
    at: &'e tree::Expr,
    is_behind: bool,
}

impl<'e> Target<'e> {
    fn place(at: &'e tree::Expr) -> Target<'e> {
        Target { at, is_behind: false }
    }
}

/// Ways from a variable to parts of it.
type Ways = Vec<Vec<FieldStep>>;

impl Fx<'_, '_> {
    /// The variables declared so far that the code may change.
    /// Of `x.f = 1; g(&mut y)` these are the field `f` of `x`, and all of `y`: after the loop the other fields of `x`
    /// are still what they were.
    pub(super) fn modified(&mut self, code: &[&tree::Expr], blocks: &[&Block]) -> Result<Modified> {
        let mut targets: Vec<Target<'_>> = Vec::new();
        for e in code {
            expr_targets(e, &mut targets);
        }
        for block in blocks {
            block_targets(block, &mut targets);
        }
        let mut found: BTreeMap<certus_vir::Var, (Binder, Ways)> = BTreeMap::new();
        for target in targets {
            let Some(root) = root_local(target.at) else { continue };
            let known = match self.slot(root) {
                Some(Slot::Var(binder)) => binder.clone(),
                Some(Slot::MutParam { current, inner, .. }) => Binder { var: current.clone(), ty: inner.clone() },
                // Declared inside the loop, or a part of a value that was looked at, which no code can write.
                Some(Slot::Value(_)) | None => continue,
            };
            let steps = self.steps_of(target);
            let entry = found.entry(known.var.clone()).or_insert_with(|| (known, Vec::new()));
            entry.1.push(steps);
        }
        Ok(found.into_values().map(|(binder, ways)| (binder, minimal(ways))).collect())
    }

    /// The way from the variable to the part that a target names; all of the variable where it cannot be told.
    fn steps_of(&mut self, target: Target<'_>) -> Vec<FieldStep> {
        let Some((root, mut way)) = self.way_to(target.at) else { return Vec::new() };
        way.extend(target.is_behind.then(through_reference));
        // What a parameter refers to is a variable of its own.
        let is_param = matches!(self.slot(root), Some(Slot::MutParam { .. }));
        if is_param { way.into_iter().skip(1).collect() } else { way }
    }
}

/// Drops ways that lie inside others, and repeats.
fn minimal(mut ways: Ways) -> Ways {
    ways.sort();
    ways.dedup();
    let all = ways.clone();
    ways.retain(|way| !all.iter().any(|other| other.len() < way.len() && way.starts_with(other)));
    ways
}

/// `None` for a place that no local holds, such as the result of a call.
/// For `v[i].f` it is `v`: whoever writes a part writes the whole.
fn root_local(e: &tree::Expr) -> Option<LocalId> {
    match &e.kind {
        T::Local(id) => Some(*id),
        T::Field(base, _) | T::TupleField(base, _) | T::Index(base, _) | T::Deref(base) => root_local(base),
        T::Ref { expr, .. } | T::Adjust(_, expr) => root_local(expr),
        // A call that hands out a place inside its first argument (`IndexMut`, `DerefMut`, ..).
        T::Call { args, .. } => args.first().and_then(root_local),
        T::Literal(_) | T::Const(..) | T::ConstParam(..) | T::FnItem(..) | T::Ctor { .. } | T::CtorFn(..) => None,
        T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::RawRef(..) | T::Cast(_) | T::Unary(..) => None,
        T::Binary(..) | T::Logic(..) | T::Assign(..) | T::AssignPat(..) | T::Block(..) | T::Unsafe(_) => None,
        T::ConstBlock(_) | T::Async(_) | T::If(..) | T::Let(..) | T::Match(..) | T::Loop(..) | T::While(..) => None,
        T::For(..) | T::Break(..) | T::Continue(_) | T::Return(_) | T::Try(_) | T::Await(_) | T::Range(..) => None,
        T::Closure { .. } | T::FormatArgs(..) | T::Unsupported(_) => None,
    }
}

/// Also the `else` of a `let`.
fn block_targets<'e>(block: &'e Block, out: &mut Vec<Target<'e>>) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let { pat, init, else_, .. } => {
                out.extend(init.iter().filter(|_| borrows(pat)).map(Target::place));
                init.iter().for_each(|e| expr_targets(e, out));
                else_.iter().for_each(|e| expr_targets(e, out));
            }
            Stmt::Expr(e, _) => expr_targets(e, out),
        }
    }
    block.tail.iter().for_each(|e| expr_targets(e, out));
}

/// Collects the assigned and mutably borrowed places: `x.f` and `y` of `{ x.f = 1; g(&mut y); }`. Every form is named, so
/// that a new one does not compile before it is said here what it changes.
fn expr_targets<'e>(e: &'e tree::Expr, out: &mut Vec<Target<'e>>) {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &e.kind {
        T::Assign(_, place, value) => {
            out.push(Target::place(place));
            expr_targets(place, out);
            expr_targets(value, out);
        }
        T::Ref { mutability: Mutability::Mut, expr, .. } | T::RawRef(Mutability::Mut, expr) => {
            out.push(Target::place(expr));
            expr_targets(expr, out);
        }
        // To read what a mutable reference refers to changes nothing. Writes and borrows through it were found above.
        T::Deref(reference) if is_mut_local(reference) => {}
        T::Match(scrutinee, arms) if arms.iter().any(|arm| borrows(&arm.pat)) => {
            out.push(Target::place(scrutinee));
            children(e, &mut |child| expr_targets(child, out));
        }
        T::Let(pat, scrutinee) if borrows(pat) => {
            out.push(Target::place(scrutinee));
            expr_targets(scrutinee, out);
        }
        // Moving a mutable reference into a call lets the callee write through it.
        T::Local(_) if matches!(e.ty, tree::Ty::Ref(Mutability::Mut, _)) => out.push(Target { at: e, is_behind: true }),
        T::Block(_, block) | T::Unsafe(block) | T::ConstBlock(block) | T::Async(block) => block_targets(block, out),
        T::Loop(_, block) => block_targets(block, out),
        T::While(_, cond, block) => {
            expr_targets(cond, out);
            block_targets(block, out);
        }
        T::For(_, _, iterable, block) => {
            expr_targets(iterable, out);
            block_targets(block, out);
        }
        T::AssignPat(pat, value) => {
            assigned_in(pat, out);
            expr_targets(value, out);
        }
        // These change nothing by themselves.
        T::Literal(_) | T::Local(_) | T::Const(..) | T::ConstParam(..) | T::FnItem(..) | T::Call { .. } => {
            in_parts(e, out)
        }
        T::Ctor { .. } | T::CtorFn(..) | T::Tuple(_) | T::Array(_) | T::Repeat(_) | T::Range(..) => in_parts(e, out),
        T::Field(..) | T::TupleField(..) | T::Index(..) | T::Deref(_) | T::Adjust(..) => in_parts(e, out),
        T::Ref { mutability: Mutability::Shared, .. } | T::RawRef(Mutability::Shared, _) => in_parts(e, out),
        T::Cast(_) | T::Unary(..) | T::Binary(..) | T::Logic(..) | T::FormatArgs(..) => in_parts(e, out),
        T::If(..) | T::Let(..) | T::Match(..) | T::Break(..) | T::Continue(_) | T::Return(_) => in_parts(e, out),
        T::Try(_) | T::Await(_) | T::Closure { .. } | T::Unsupported(_) => in_parts(e, out),
    })
}

/// The same for the parts of an expression that changes nothing by itself.
fn in_parts<'e>(e: &'e tree::Expr, out: &mut Vec<Target<'e>>) {
    children(e, &mut |child| expr_targets(child, out));
}

/// Collects the places that a pattern assigns to.
fn assigned_in<'e>(pat: &'e tree::Pat, out: &mut Vec<Target<'e>>) {
    if let PatKind::Place(place) = &pat.kind {
        out.push(Target::place(place));
        expr_targets(place, out);
    }
    pattern_children(pat, &mut |part| assigned_in(part, out));
}

/// Whether it is a variable that holds a mutable reference: through it code changes what it refers to.
fn is_mut_local(e: &tree::Expr) -> bool {
    matches!((&e.kind, &e.ty), (T::Local(_), tree::Ty::Ref(Mutability::Mut, _)))
}
