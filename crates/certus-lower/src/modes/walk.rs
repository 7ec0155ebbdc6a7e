//! Going through trees.

use certus_diagnostics::Span;
use certus_tree::{self as tree, Block, CallKind, ExprKind as T, LocalId, Pat, PatKind, Stmt};
use certus_vir::Mode;

use crate::context::Context;

/// The operands of an expression and of the statements of its blocks.
pub(crate) fn children<'e>(e: &'e tree::Expr, f: &mut dyn FnMut(&'e tree::Expr)) {
    match &e.kind {
        T::Call { callee, args, .. } => {
            if let CallKind::Value(callee) = callee {
                f(callee);
            }
            args.iter().for_each(f);
        }
        T::Ctor { fields, base, .. } => {
            fields.iter().for_each(|field| f(&field.value));
            base.iter().for_each(|b| f(b));
        }
        T::Tuple(items) | T::Array(items) | T::FormatArgs(items) => items.iter().for_each(f),
        T::Field(a, _) | T::TupleField(a, _) | T::Deref(a) | T::Adjust(_, a) | T::Cast(a) | T::Unary(_, a) => f(a),
        T::Repeat(a) | T::Try(a) | T::Await(a) | T::Let(_, a) | T::AssignPat(_, a) => f(a),
        T::Ref { expr, .. } | T::RawRef(_, expr) => f(expr),
        T::Index(a, b) | T::Binary(_, a, b) | T::Logic(_, a, b) | T::Assign(_, a, b) => {
            f(a);
            f(b);
        }
        T::If(cond, then, otherwise) => {
            f(cond);
            f(then);
            otherwise.iter().for_each(|e| f(e));
        }
        T::Match(scrutinee, arms) => {
            f(scrutinee);
            for arm in arms {
                arm.guard.iter().for_each(&mut *f);
                f(&arm.body);
            }
        }
        T::Break(_, value) | T::Return(value) => value.iter().for_each(|e| f(e)),
        T::Range(a, b, _) => a.iter().chain(b).for_each(|e| f(e)),
        T::Closure { body, .. } => f(body),
        T::Block(_, block) | T::Unsafe(block) | T::ConstBlock(block) | T::Async(block) | T::Loop(_, block) => {
            block_children(block, f);
        }
        T::While(_, a, block) | T::For(_, _, a, block) => {
            f(a);
            block_children(block, f);
        }
        T::Literal(_)
        | T::Local(_)
        | T::Const(..)
        | T::ConstParam(..)
        | T::FnItem(..)
        | T::CtorFn(..)
        | T::Continue(_)
        | T::Unsupported(_) => {}
    }
}

fn block_children<'e>(block: &'e Block, f: &mut dyn FnMut(&'e tree::Expr)) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let { init, else_, .. } => init.iter().chain(else_).for_each(&mut *f),
            Stmt::Expr(e, _) => f(e),
        }
    }
    block.tail.iter().for_each(|e| f(e));
}

/// The patterns that a pattern is made of.
pub(crate) fn parts<'p>(
    pat: &'p Pat,
    f: &mut dyn FnMut(&'p Pat) -> crate::context::Result<()>,
) -> crate::context::Result<()> {
    match &pat.kind {
        PatKind::Binding { sub, .. } => sub.iter().try_for_each(|p| f(p)),
        PatKind::Variant { fields, .. } | PatKind::Tuple(fields) => fields.iter().try_for_each(|field| f(&field.pat)),
        PatKind::Deref(inner) => f(inner),
        PatKind::Or(all) => all.iter().try_for_each(f),
        PatKind::Slice(before, rest, after) => before.iter().chain(rest.as_deref()).chain(after).try_for_each(f),
        PatKind::Range(from, to, _) => from.iter().chain(to).try_for_each(|p| f(p)),
        PatKind::Wild | PatKind::Literal(_) | PatKind::Const(..) | PatKind::Place(_) | PatKind::Unsupported(_) => {
            Ok(())
        }
    }
}

/// Where the value of an expression is written: the end of a block, not all of it.
pub(super) fn value_span(e: &tree::Expr) -> Span {
    match &e.kind {
        T::Block(_, Block { tail: Some(tail), .. }) | T::Adjust(_, tail) => value_span(tail),
        _ => e.span,
    }
}

/// The variables that a pattern binds with their modes: that of the whole, or of a ghost field on the way.
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
