//! Going through trees.

use certus_diagnostics::Span;
use certus_tree::{self as tree, Block, ExprKind as T, LocalId, Pat, PatKind};
use certus_vir::Mode;

use crate::context::Context;

/// Where the value of an expression is written: the end of a block, not all of it.
pub(super) fn value_span(e: &tree::Expr) -> Span {
    match &e.kind {
        T::Block(_, Block { tail: Some(tail), .. }) | T::Adjust(_, tail) => value_span(tail),
        _ => e.span,
    }
}

/// The variables that a pattern binds with their modes: that of the whole, or of a ghost field on the way.
/// `S { a, g: (b, c) }` of an exec value with `ghost g` gives exec `a` and spec `b` and `c`.
pub(super) fn bindings(cx: &mut Context<'_>, pat: &Pat, mode: Mode, out: &mut Vec<(LocalId, Mode)>) {
    match &pat.kind {
        PatKind::Binding { local, sub, .. } => {
            out.push((*local, mode));
            sub.iter().for_each(|p| bindings(cx, p, mode, out));
        }
        PatKind::Variant { adt, variant, fields } => {
            for field in fields {
                // A field that cannot be read is reported where the pattern is lowered.
                let own = cx.field_mode(*adt, *variant, field.field).ok().flatten().unwrap_or(Mode::Exec);
                bindings(cx, &field.pat, mode.min(own), out);
            }
        }
        PatKind::Tuple(fields) => fields.iter().for_each(|f| bindings(cx, &f.pat, mode, out)),
        PatKind::Deref(inner) => bindings(cx, inner, mode, out),
        PatKind::Or(alternatives) => alternatives.iter().for_each(|p| bindings(cx, p, mode, out)),
        PatKind::Slice(before, rest, after) => {
            before.iter().chain(rest.as_deref()).chain(after).for_each(|p| bindings(cx, p, mode, out));
        }
        PatKind::Wild
        | PatKind::Literal(_)
        | PatKind::Const(..)
        | PatKind::Range(..)
        | PatKind::Place(_)
        | PatKind::Unsupported(_) => {}
    }
}
