//! Ghost arguments beside mutable borrows.
//!
//! The compiled program has no ghost code, so rustc does not see that a ghost argument reads what an earlier argument
//! borrows. The borrow of an argument written `&mut p` lasts until the call; one that Rust makes by itself, of a receiver or
//! of a variable that is a reference, begins with the call only.

use certus_diagnostics::Code;
use certus_tree::{self as tree, ExprKind as T, Known, LocalId, Mutability, visit};
use certus_vir::Mode;

use super::Fx;
use crate::error::{Result, fail};

/// A variable and the fields on the way to a part of it.
type Part = (LocalId, Vec<u32>);

impl Fx<'_, '_> {
    /// Errs with `rust/E0502` for a ghost argument that reads a place, or a part of it or what it is a part of, which an
    /// earlier argument borrows mutably.
    /// `f(&mut x, Ghost(x))` is such a call. Rustc sees no ghost argument, so it cannot say so itself.
    pub(super) fn check_borrowed(&mut self, args: &[tree::Expr], modes: &[Mode]) -> Result<()> {
        let mut borrowed: Vec<Part> = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let is_ghost = modes.get(i).is_some_and(|mode| *mode != Mode::Exec) || self.is_wrapped(arg);
            if is_ghost && !borrowed.is_empty() {
                self.check_reads(arg, &borrowed)?;
            }
            borrowed.extend(written_borrow(arg).and_then(part_of));
        }
        Ok(())
    }

    fn check_reads(&mut self, e: &tree::Expr, borrowed: &[Part]) -> Result<()> {
        if matches!(self.marker(e), Some(Known::Old | Known::Final)) {
            return Ok(());
        }
        if let Some((local, fields)) = part_of(e) {
            let overlaps = |(other, path): &Part| *other == local && path.iter().zip(&fields).all(|(a, b)| a == b);
            if borrowed.iter().any(overlaps) {
                let name = self.local_name(local);
                let text = format!("a ghost argument reads `{name}`, which an earlier argument borrows mutably");
                return fail(Code::Rustc("E0502".to_string()), text, e.span);
            }
            return Ok(());
        }
        let mut inner = Vec::new();
        visit::children(e, &mut |child| inner.push(child));
        inner.into_iter().try_for_each(|child| self.check_reads(child, borrowed))
    }
}

/// The place of an argument written `&mut p`, also where Rust borrows what that points to once more.
fn written_borrow(e: &tree::Expr) -> Option<&tree::Expr> {
    match &e.kind {
        T::Ref { mutability: Mutability::Mut, expr, implicit: false } => Some(expr),
        T::Adjust(_, inner) => written_borrow(inner),
        T::Ref { mutability: Mutability::Mut, expr, implicit: true } => match &expr.kind {
            T::Deref(inner) => written_borrow(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The part of a variable that a place is. What stands behind a reference or an index counts as the whole before it.
fn part_of(e: &tree::Expr) -> Option<Part> {
    match &e.kind {
        T::Local(id) => Some((*id, Vec::new())),
        T::Field(base, index) | T::TupleField(base, index) => {
            let (local, mut fields) = part_of(base)?;
            fields.push(*index);
            Some((local, fields))
        }
        T::Deref(base) => part_of(base),
        _ => None,
    }
}
