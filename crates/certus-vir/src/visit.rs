//! Walks over expressions and statements.

use std::collections::BTreeSet;

use crate::expr::{BinaryOp, Expr, ExprKind, Trigger, UnaryOp, Var};
use crate::stmt::{Stmt, StmtKind};

/// Runs one step of a recursion over expressions, on a fresh piece of stack where the present one runs out: an
/// expression is as deep as its author makes it.
pub fn deep<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(128 * 1024, 1024 * 1024, step)
}

/// Calls `f` on each direct operand, triggers included.
pub fn children(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    let trigger = |t: &Trigger, f: &mut dyn FnMut(&Expr)| {
        if let Trigger::Given(groups) = t {
            groups.iter().flatten().for_each(f);
        }
    };
    match &*expr.kind {
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Old(_)
        | ExprKind::ArchBits
        | ExprKind::TypeConst(_)
        | ExprKind::Bound(..) => {}
        ExprKind::Call(_, _, args) => args.iter().for_each(f),
        ExprKind::Ctor(_, _, fields) => fields.iter().for_each(|(_, e)| f(e)),
        ExprKind::Unary(_, e) | ExprKind::Arm(e) | ExprKind::Checked(e) | ExprKind::Lambda(_, e) => f(e),
        ExprKind::Binary(_, a, b) | ExprKind::Let(_, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::If(c, a, b) => {
            f(c);
            f(a);
            f(b);
        }
        ExprKind::Quant(_, _, t, body) => {
            trigger(t, f);
            f(body);
        }
        ExprKind::Choose(_, t, cond, result) => {
            trigger(t, f);
            f(cond);
            f(result);
        }
        ExprKind::Apply(callee, args) => {
            f(callee);
            args.iter().for_each(f);
        }
    }
}

/// Calls `f` on the expression and everything below it, outermost first.
pub fn walk(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    deep(|| children(expr, &mut |e| walk(e, f)));
}

/// Whether an expression calls a function, also a value.
pub fn has_call(expr: &Expr) -> bool {
    let mut found = false;
    walk(expr, &mut |e| found |= matches!(&*e.kind, ExprKind::Call(..) | ExprKind::Apply(..)));
    found
}

/// Whether a trigger may match a part of an expression: a call, a cast or an operator on integers.
pub fn may_match_trigger(expr: &Expr) -> bool {
    use BinaryOp::{Add, Div, Mod, Mul, Sub};
    let mut found = has_call(expr);
    walk(expr, &mut |e| {
        found |= match &*e.kind {
            ExprKind::Unary(op, _) => matches!(op, UnaryOp::Clip(_) | UnaryOp::Neg),
            ExprKind::Binary(op, ..) => matches!(op, Add | Sub | Mul | Div | Mod),
            _ => false,
        };
    });
    found
}

/// Rebuilds an expression with each direct operand replaced by `f` of it.
pub fn map_children(expr: &Expr, f: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
    let trigger = |t: &Trigger, f: &mut dyn FnMut(&Expr) -> Expr| match t {
        Trigger::Given(groups) => Trigger::Given(groups.iter().map(|g| g.iter().map(&mut *f).collect()).collect()),
        other => other.clone(),
    };
    let kind = match &*expr.kind {
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Old(_)
        | ExprKind::ArchBits
        | ExprKind::TypeConst(_)
        | ExprKind::Bound(..) => {
            return expr.clone();
        }
        ExprKind::Call(path, tys, args) => ExprKind::Call(path.clone(), tys.clone(), args.iter().map(f).collect()),
        ExprKind::Ctor(path, variant, fields) => {
            let fields = fields.iter().map(|(name, e)| (name.clone(), f(e))).collect();
            ExprKind::Ctor(path.clone(), variant.clone(), fields)
        }
        ExprKind::Unary(op, e) => ExprKind::Unary(op.clone(), f(e)),
        ExprKind::Arm(e) => ExprKind::Arm(f(e)),
        ExprKind::Checked(e) => ExprKind::Checked(f(e)),
        ExprKind::Lambda(binders, e) => ExprKind::Lambda(binders.clone(), f(e)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, f(a), f(b)),
        ExprKind::Let(binder, a, b) => ExprKind::Let(binder.clone(), f(a), f(b)),
        ExprKind::If(c, a, b) => ExprKind::If(f(c), f(a), f(b)),
        ExprKind::Quant(q, binders, t, body) => {
            let t = trigger(t, f);
            ExprKind::Quant(*q, binders.clone(), t, f(body))
        }
        ExprKind::Choose(binders, t, cond, result) => {
            let t = trigger(t, f);
            ExprKind::Choose(binders.clone(), t, f(cond), f(result))
        }
        ExprKind::Apply(callee, args) => ExprKind::Apply(f(callee), args.iter().map(f).collect()),
    };
    Expr::new(kind, expr.ty.clone(), expr.span)
}

/// Calls `on_expr` on every expression (not below it) and `on_stmt` on every statement, in order.
pub fn walk_stmts(stmts: &[Stmt], on_stmt: &mut dyn FnMut(&Stmt), on_expr: &mut dyn FnMut(&Expr)) {
    for stmt in stmts {
        on_stmt(stmt);
        walk_stmt(stmt, on_stmt, on_expr);
    }
}

fn walk_stmt(stmt: &Stmt, on_stmt: &mut dyn FnMut(&Stmt), on_expr: &mut dyn FnMut(&Expr)) {
    match &stmt.kind {
        StmtKind::Declare(_, Some(e)) | StmtKind::Assign(_, e) | StmtKind::Assume(e) | StmtKind::Check(e) => on_expr(e),
        StmtKind::Assert(goal) => on_expr(&goal.expr),
        StmtKind::Call(call) => call.args.iter().chain(&call.within.open).chain(&call.within.only).for_each(on_expr),
        StmtKind::If(cond, then, otherwise) => {
            on_expr(cond);
            walk_stmts(then, on_stmt, on_expr);
            walk_stmts(otherwise, on_stmt, on_expr);
        }
        StmtKind::Loop(l) => {
            let clauses = l.invariants.iter().chain(&l.invariants_except_break).chain(&l.ensures);
            clauses.for_each(|c| on_expr(&c.expr));
            l.decreases.iter().for_each(&mut *on_expr);
            if let Some((stmts, cond)) = &l.condition {
                walk_stmts(stmts, on_stmt, on_expr);
                on_expr(cond);
            }
            walk_stmts(&l.body, on_stmt, on_expr);
        }
        StmtKind::Block(stmts) | StmtKind::Boundary(stmts) => walk_stmts(stmts, on_stmt, on_expr),
        StmtKind::Aside { body, conclusions, .. } => {
            walk_stmts(body, on_stmt, on_expr);
            conclusions.iter().for_each(on_expr);
        }
        StmtKind::Isolated { requires, proof, ensures, .. } => {
            requires.iter().for_each(|g| on_expr(&g.expr));
            walk_stmts(proof, on_stmt, on_expr);
            ensures.iter().for_each(|g| on_expr(&g.expr));
        }
        StmtKind::Declare(_, None)
        | StmtKind::Havoc(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Return
        | StmtKind::Reveal(..)
        | StmtKind::BroadcastUse(_)
        | StmtKind::Unreachable
        | StmtKind::Note(_) => {}
    }
}

/// The variables that the statements give a new value, wherever they are declared. What a proof on the side changes is
/// not among them: nothing outside of it sees the change.
pub fn assigned(stmts: &[Stmt]) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assign(var, _) | StmtKind::Havoc(var) => {
                found.insert(var.clone());
            }
            StmtKind::Call(call) => found.extend(call.dest.clone()),
            StmtKind::If(_, then, otherwise) => {
                found.extend(assigned(then));
                found.extend(assigned(otherwise));
            }
            StmtKind::Block(stmts) | StmtKind::Boundary(stmts) => found.extend(assigned(stmts)),
            StmtKind::Loop(l) => {
                found.extend(l.condition.iter().flat_map(|(stmts, _)| assigned(stmts)));
                found.extend(assigned(&l.body));
            }
            // Nothing outside of a proof on the side sees what it changes.
            StmtKind::Aside { .. } | StmtKind::Isolated { .. } => {}
            StmtKind::Declare(..)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Check(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return
            | StmtKind::Reveal(..)
            | StmtKind::BroadcastUse(_)
            | StmtKind::Unreachable
            | StmtKind::Note(_) => {}
        }
    }
    found
}
