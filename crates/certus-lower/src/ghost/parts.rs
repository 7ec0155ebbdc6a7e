//! The direct parts of an expression.

use certus_tree::{CallKind, Expr, ExprKind as T, Stmt};

/// Calls `f` with each direct part, in evaluation order. Places within patterns are not among them.
pub(crate) fn each_child<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
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
        T::Tuple(items) | T::Array(items) | T::FormatArgs(items) => items.iter().for_each(f),
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
            each_of_block(block, f);
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
            each_of_block(block, f);
        }
        T::For(_, _, iterable, block) => {
            f(iterable);
            each_of_block(block, f);
        }
        T::Break(_, value) | T::Return(value) => value.iter().for_each(|e| f(e)),
        T::Range(from, to, _) => from.iter().chain(to).for_each(|e| f(e)),
        T::Closure { body, .. } => f(body),
    }
}

fn each_of_block<'e>(block: &'e certus_tree::Block, f: &mut dyn FnMut(&'e Expr)) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let { init, else_, .. } => init.iter().chain(else_).for_each(&mut *f),
            Stmt::Expr(e, _) => f(e),
        }
    }
    block.tail.iter().for_each(|e| f(e));
}
