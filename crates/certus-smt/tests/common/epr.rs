//! Small worlds in EPR mode.

use certus_solve::Verdict;
use certus_vir::*;

use super::{World, sp, var};

/// A type of which nothing is known.
pub fn node() -> Ty {
    Ty::Data("crate::Node".into(), Vec::new())
}

/// A world in EPR mode with a sort, a relation `p` on it, one `r` between two of its values, and constants.
pub fn world() -> World {
    let mut w = World::new();
    w.obligation.prover = Prover::Epr;
    w.opaque("crate::Node", &[]);
    w.declare("crate::p", &[("x", node())], Ty::Bool);
    w.declare("crate::r", &[("x", node()), ("y", node())], Ty::Bool);
    w.var("a", node());
    w.var("b", node());
    w
}

pub fn x(name: &str) -> Expr {
    var(name, node())
}

pub fn relation(path: &str, args: Vec<Expr>) -> Expr {
    Expr::new(ExprKind::Call(path.into(), Vec::new(), args), Ty::Bool, sp())
}

pub fn p(name: &str) -> Expr {
    relation("crate::p", vec![x(name)])
}

pub fn quant(kind: QuantKind, name: &str, ty: Ty, body: Expr) -> Expr {
    let binders = vec![Binder { var: super::name(name), ty }];
    Expr::new(ExprKind::Quant(kind, binders, Trigger::Auto, body), Ty::Bool, sp())
}

pub fn all(name: &str, body: Expr) -> Expr {
    quant(QuantKind::Forall, name, node(), body)
}

pub fn some(name: &str, body: Expr) -> Expr {
    quant(QuantKind::Exists, name, node(), body)
}

pub fn both(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b, sp())
}

pub fn proved(w: &World) -> bool {
    w.verdict() == Verdict::Proved
}

/// The code of the error that refuses a world.
pub fn code(w: &World) -> String {
    w.encode().unwrap_err().0[0].code.to_string()
}

/// What follows from what, in EPR mode.
pub fn follows(facts: &[Expr], goal: Expr) -> bool {
    proves(&world(), facts, goal)
}

/// A world with an enum that has a value, and a variant with a field; two values of it.
pub fn with_enum() -> (World, Expr, Expr) {
    let mut w = world();
    w.datatype("crate::E", &[], &[("Idle", &[]), ("Busy", &[("by", node())]), ("Done", &[])]);
    let ty = Ty::Data("crate::E".into(), Vec::new());
    let (e, f) = (w.var("e", ty.clone()), w.var("f", ty));
    (w, e, f)
}

/// A value of that enum, put together.
pub fn make(variant: &str, fields: &[(&str, Expr)]) -> Expr {
    super::ctor(Ty::Data("crate::E".into(), Vec::new()), variant, fields)
}

pub fn is_of(e: &Expr, variant: &str) -> Expr {
    Expr::new(ExprKind::Unary(UnaryOp::IsVariant("crate::E".into(), variant.into()), e.clone()), Ty::Bool, sp())
}

pub fn by(e: &Expr) -> Expr {
    let op = UnaryOp::Field("crate::E".into(), "Busy".into(), "by".into());
    Expr::new(ExprKind::Unary(op, e.clone()), node(), sp())
}

/// Whether a goal follows from facts in a world.
pub fn proves(w: &World, facts: &[Expr], goal: Expr) -> bool {
    let mut w = w.clone();
    facts.iter().for_each(|fact| {
        w.assume(fact.clone());
    });
    w.goal(goal);
    proved(&w)
}
