//! Walks into expressions with what surrounds each place: conditions that hold there, and variables that are bound.

use crate::expr::{BinaryOp, Binder, Expr, ExprKind};
use crate::goal::Goal;
use crate::stmt::{Stmt, StmtKind};
use crate::visit;

/// Something around a place in an expression.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// Holds there.
    Condition(Expr),
    /// Bound there, with any value.
    Bound(Vec<Binder>),
    /// Bound there, with this value.
    Let(Binder, Expr),
}

/// Calls `f` on the expression and everything in it that is evaluated, innermost first, with its surroundings. Triggers
/// are not evaluated, and what is checked elsewhere ([`ExprKind::Checked`]) is left out.
pub(crate) fn walk(expr: &Expr, scopes: &mut Vec<Scope>, f: &mut dyn FnMut(&Expr, &[Scope])) {
    visit::deep(|| walk_once(expr, scopes, f));
}

fn walk_once(expr: &Expr, scopes: &mut Vec<Scope>, f: &mut dyn FnMut(&Expr, &[Scope])) {
    match &*expr.kind {
        ExprKind::Checked(_) => return,
        ExprKind::Binary(BinaryOp::And | BinaryOp::Implies, a, b) => {
            walk(a, scopes, f);
            under(Scope::Condition(a.clone()), b, scopes, f);
        }
        ExprKind::Binary(BinaryOp::Or, a, b) => {
            walk(a, scopes, f);
            under(Scope::Condition(Expr::not(a.clone())), b, scopes, f);
        }
        ExprKind::If(condition, a, b) => {
            walk(condition, scopes, f);
            under(Scope::Condition(condition.clone()), a, scopes, f);
            under(Scope::Condition(Expr::not(condition.clone())), b, scopes, f);
        }
        ExprKind::Let(binder, value, body) => {
            walk(value, scopes, f);
            under(Scope::Let(binder.clone(), value.clone()), body, scopes, f);
        }
        ExprKind::Quant(_, binders, _, body) | ExprKind::Lambda(binders, body) => {
            under(Scope::Bound(binders.clone()), body, scopes, f);
        }
        ExprKind::Choose(binders, _, condition, result) => {
            under(Scope::Bound(binders.clone()), condition, scopes, f);
            under(Scope::Bound(binders.clone()), result, scopes, f);
        }
        _ => visit::children(expr, &mut |e| walk(e, scopes, f)),
    }
    f(expr, scopes);
}

fn under(scope: Scope, expr: &Expr, scopes: &mut Vec<Scope>, f: &mut dyn FnMut(&Expr, &[Scope])) {
    scopes.push(scope);
    walk(expr, scopes, f);
    scopes.pop();
}

/// The goal as a statement, where the expression is evaluated: on the side, with its surroundings; nothing stays known.
pub(crate) fn on_the_side(goal: Goal, scopes: &[Scope]) -> Stmt {
    let span = goal.span;
    let goal = Stmt::new(StmtKind::Assert(goal), span);
    if scopes.is_empty() {
        return goal;
    }
    let mut body = Vec::new();
    for scope in scopes {
        match scope {
            Scope::Condition(e) => body.push(Stmt::new(StmtKind::Assume(e.clone()), span)),
            Scope::Let(binder, e) => body.push(Stmt::new(StmtKind::Declare(binder.clone(), Some(e.clone())), span)),
            Scope::Bound(binders) => {
                body.extend(binders.iter().map(|b| Stmt::new(StmtKind::Declare(b.clone(), None), span)));
            }
        }
    }
    body.push(goal);
    Stmt::new(StmtKind::Aside { binders: Vec::new(), body, conclusions: Vec::new() }, span)
}
