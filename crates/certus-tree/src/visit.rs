//! The direct parts of expressions and patterns, in one place: a new form does not compile until its parts are listed
//! here.

use crate::body::{Block, CallKind, Expr, ExprKind as T, LocalId, Pat, PatKind, Stmt};

/// Calls `f` with each direct part of an expression, in evaluation order. The parts of a block are the values, initial
/// values and `else` blocks of its statements. Expressions inside of patterns are not included: see
/// [`pattern_children`].
pub fn children<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match &e.kind {
        T::Literal(_) | T::Local(_) | T::Const(..) | T::ConstParam(..) | T::FnItem(..) | T::CtorFn(..) => {}
        T::Continue(_) | T::Unsupported(_) => {}
        T::Call { callee, args, .. } => {
            if let CallKind::Value(callee) = callee {
                f(callee);
            }
            args.iter().for_each(f);
        }
        T::Ctor { fields, base, .. } => {
            fields.iter().for_each(|field| f(&field.value));
            base.iter().for_each(|base| f(base));
        }
        T::Tuple(items) | T::Array(items) | T::FormatArgs(items, _) => items.iter().for_each(f),
        T::Repeat(inner)
        | T::Field(inner, _)
        | T::TupleField(inner, _)
        | T::Deref(inner)
        | T::RawRef(_, inner)
        | T::Adjust(_, inner)
        | T::Cast(inner)
        | T::Unary(_, inner)
        | T::Let(_, inner)
        | T::Try(inner)
        | T::Await(inner)
        | T::AssignPat(_, inner) => f(inner),
        T::Ref { expr, .. } => f(expr),
        T::Index(a, b) | T::Binary(_, a, b) | T::Logic(_, a, b) | T::Assign(_, a, b) => {
            f(a);
            f(b);
        }
        T::Block(_, block) | T::Unsafe(block) | T::ConstBlock(block) | T::Async(block) | T::Loop(_, block) => {
            block_children(block, f);
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
        T::While(_, cond, block) => {
            f(cond);
            block_children(block, f);
        }
        T::For(_, _, iterable, block) => {
            f(iterable);
            block_children(block, f);
        }
        T::Break(_, value) | T::Return(value) => value.iter().for_each(|e| f(e)),
        T::Range(from, to, _) => from.iter().chain(to).for_each(|e| f(e)),
        T::Closure { body, .. } => f(body),
    }
}

/// The same for a block.
pub fn block_children<'e>(block: &'e Block, f: &mut dyn FnMut(&'e Expr)) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let { init, else_, .. } => init.iter().chain(else_).for_each(&mut *f),
            Stmt::Expr(e, _) => f(e),
        }
    }
    block.tail.iter().for_each(|e| f(e));
}

/// Calls `f` with each direct part of a pattern, from left to right.
pub fn pattern_children<'p>(pat: &'p Pat, f: &mut dyn FnMut(&'p Pat)) {
    match &pat.kind {
        PatKind::Binding { sub, .. } => sub.iter().for_each(|sub| f(sub)),
        PatKind::Variant { fields, .. } | PatKind::Tuple(fields) => fields.iter().for_each(|field| f(&field.pat)),
        PatKind::Deref(inner) => f(inner),
        PatKind::Or(all) => all.iter().for_each(f),
        PatKind::Slice(before, rest, after) => before.iter().chain(rest.as_deref()).chain(after).for_each(f),
        PatKind::Range(from, to, _) => from.iter().chain(to).for_each(|end| f(end)),
        PatKind::Wild | PatKind::Literal(_) | PatKind::Const(..) | PatKind::Place(_) | PatKind::Unsupported(_) => {}
    }
}

/// Whether an expression reads or writes a variable. Patterns are not looked at.
pub fn mentions(e: &Expr, local: LocalId) -> bool {
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if matches!(&e.kind, T::Local(id) if *id == local) {
            return true;
        }
        children(e, &mut |part| todo.push(part));
    }
    false
}
