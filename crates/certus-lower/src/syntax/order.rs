//! What is read before an index into it is evaluated, and what after it.

use certus_tree::{self as tree, ExprKind as T};

/// Whether an expression is a place by its form.
pub(crate) fn is_place(e: &tree::Expr) -> bool {
    matches!(e.kind, T::Local(_) | T::Field(..) | T::TupleField(..) | T::Deref(_) | T::Index(..))
}

/// A place that is read only after the index into it is evaluated.
pub(crate) enum Reread {
    /// A variable, what it points to, or a field of it.
    Variable,
    /// An element of an array or slice, or a part of one. Its own index is evaluated before.
    Element,
}

/// Whether a container is a place that is read after the index is evaluated. The results of calls are values.
pub(crate) fn reread(base: &tree::Expr) -> Option<Reread> {
    match &base.kind {
        T::Local(_) => Some(Reread::Variable),
        T::Index(inner, _) => reread(inner).map(|_| Reread::Element),
        T::Field(inner, _) | T::TupleField(inner, _) | T::Deref(inner) => reread(inner),
        T::Ref { expr, implicit: true, .. } => reread(expr),
        _ => None,
    }
}

/// Whether the container of `a[i]` is read after the index is evaluated: this is the operation on arrays and slices that Rust
/// has built in, and so is each index on the way there. Any other is a call, whose receiver is borrowed before.
pub(crate) fn is_read_late(e: &tree::Expr) -> bool {
    match &e.kind {
        T::Index(base, _) => reread(base).is_some(),
        _ => false,
    }
}

/// Whether evaluating an expression may change a variable, by its form.
pub(crate) fn may_change(e: &tree::Expr) -> bool {
    let is_borrow = matches!(e.ty, tree::Ty::Ref(tree::Mutability::Mut, _));
    let mut found = is_borrow || matches!(e.kind, T::Assign(..) | T::AssignPat(..));
    tree::visit::children(e, &mut |child| found |= may_change(child));
    found
}
