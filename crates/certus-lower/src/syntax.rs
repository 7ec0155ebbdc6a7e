//! Questions about expressions and types of the typed tree that need no knowledge of items.

pub(crate) mod order;

use std::collections::HashSet;

use certus_tree::{Adjust, Block, Expr, ExprKind, Literal, LocalId, Pat, PatKind, Stmt, Ty, visit};

/// The type below references.
pub(crate) fn below_references(ty: &Ty) -> &Ty {
    match ty {
        Ty::Ref(_, inner) => below_references(inner),
        _ => ty,
    }
}

/// The variable that a pattern is, if it is one and nothing else.
pub(crate) fn variable(pat: &Pat) -> Option<LocalId> {
    match &pat.kind {
        PatKind::Binding { local, sub: None, by_ref: None } => Some(*local),
        _ => None,
    }
}

/// The expression below a step from `!` to another type.
pub(crate) fn below_never(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Adjust(Adjust::NeverToAny, inner) => below_never(inner),
        _ => e,
    }
}

/// The same, and below the borrow that Rust makes of the reference that a block gives: `&mut *{ .. }`.
pub(crate) fn below_reborrow(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Adjust(Adjust::NeverToAny, inner) => below_reborrow(inner),
        ExprKind::Ref { expr, implicit: true, .. } => match &expr.kind {
            ExprKind::Deref(inner) if matches!(below_reborrow(inner).kind, ExprKind::Block(..)) => {
                below_reborrow(inner)
            }
            _ => e,
        },
        _ => e,
    }
}

/// The block that an expression is, below steps that nobody wrote.
pub(crate) fn block_of(e: &Expr) -> Option<&Block> {
    match &e.kind {
        ExprKind::Block(_, block) => Some(block),
        ExprKind::Adjust(_, inner) => block_of(inner),
        _ => None,
    }
}

/// The string literal that is the first argument of a call.
pub(crate) fn string_argument(e: &Expr) -> Option<&str> {
    let ExprKind::Call { args, .. } = &e.kind else { return None };
    let mut arg = args.first()?;
    while let ExprKind::Ref { expr, .. } | ExprKind::Deref(expr) | ExprKind::Adjust(_, expr) = &arg.kind {
        arg = expr;
    }
    match &arg.kind {
        ExprKind::Literal(Literal::Str(text)) => Some(text),
        _ => None,
    }
}

/// The variables that an expression declares.
pub(crate) fn declared(e: &Expr, out: &mut HashSet<LocalId>) {
    let of_block = |block: &Block, out: &mut HashSet<LocalId>| {
        for stmt in &block.stmts {
            if let Stmt::Let { pat, .. } = stmt {
                bound(pat, out);
            }
        }
    };
    match &e.kind {
        ExprKind::Block(_, block) | ExprKind::Unsafe(block) | ExprKind::Loop(_, block) => of_block(block, out),
        ExprKind::ConstBlock(block) | ExprKind::Async(block) | ExprKind::While(_, _, block) => of_block(block, out),
        ExprKind::For(_, pat, _, block) => {
            bound(pat, out);
            of_block(block, out);
        }
        ExprKind::Let(pat, _) => bound(pat, out),
        ExprKind::Match(_, arms) => arms.iter().for_each(|arm| bound(&arm.pat, out)),
        ExprKind::Closure { params, .. } => params.iter().for_each(|param| bound(&param.pat, out)),
        // These declare nothing themselves.
        _ => {}
    }
    let mut inner = Vec::new();
    visit::children(e, &mut |child| inner.push(child));
    inner.into_iter().for_each(|child| stacker::maybe_grow(64 * 1024, 1024 * 1024, || declared(child, out)));
}

/// The variables of a pattern.
pub(crate) fn bound(pat: &Pat, out: &mut HashSet<LocalId>) {
    if let PatKind::Binding { local, .. } = &pat.kind {
        out.insert(*local);
    }
    visit::pattern_children(pat, &mut |part| bound(part, out));
}
