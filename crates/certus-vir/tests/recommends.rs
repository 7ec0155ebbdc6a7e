//! Where recommendations are checked.

use certus_vir::build::*;
use certus_vir::passes::recommends;
use certus_vir::print::stmts_text;
use certus_vir::{BinaryOp, Datatype, Expr, ExprKind, Field, Function, Mode, Program, Stmt, Ty, UnaryOp, Variant};

fn x() -> Expr {
    var("x", Ty::int())
}

fn g(arg: Expr) -> Expr {
    spec_call("g", vec![arg], Ty::Bool)
}

/// `spec fn g(a: int) -> bool recommends a == 2`, and `enum E { A(int), B }`.
fn with_g(check: Vec<Stmt>, ensures: Vec<Expr>) -> (Program, Function) {
    let mut spec = function("g", Mode::Spec, vec![binder("a", Ty::int())], None);
    spec.ret.ty = Ty::Bool;
    spec.requires = vec![clause(binary(BinaryOp::Eq, var("a", Ty::int()), int(2)))];
    let mut f = function("f", Mode::Proof, vec![binder("x", Ty::int())], Some(check));
    f.ensures = ensures.into_iter().map(clause).collect();
    let mut all = program(vec![spec, f.clone()]);
    let field = Field { name: "0".into(), ty: Ty::int(), ghost: false };
    let variants =
        vec![Variant { name: "A".into(), fields: vec![field] }, Variant { name: "B".into(), fields: vec![] }];
    let span = nowhere();
    let datatype = Datatype {
        path: "E".into(),
        params: vec![],
        bounds: vec![],
        variants: Some(variants),
        sized: certus_vir::Sizedness::Always,
        ext_equal: false,
        drops: false,
        span,
    };
    all.datatypes.insert("E".into(), datatype);
    (all, f)
}

fn text(check: Vec<Stmt>, ensures: Vec<Expr>) -> String {
    let (program, f) = with_g(check, ensures);
    let f = recommends::with_goals(&program, &f);
    stmts_text(&f.check.unwrap_or_default())
}

#[test]
fn a_statement_checks_what_it_evaluates_under_its_conditions() {
    let guarded = binary(BinaryOp::Implies, binary(BinaryOp::Gt, x(), int(1)), g(x()));
    let expected = "\
aside || {
  assume x > 1
  assert Recommends: x == 2
}
assert Assert: (x > 1) ==> g(x)
";
    assert_eq!(text(vec![assert(guarded)], vec![]), expected);
    let other = assert(binary(BinaryOp::Gt, x(), int(1)));
    assert_eq!(text(vec![other], vec![]), "assert Assert: x > 1\n");
}

#[test]
fn postconditions_speak_of_initial_values_at_every_exit() {
    let stmts = vec![branch(truth(true), vec![return_()], vec![])];
    let expected = "\
if true {
  assert Recommends: old(x) == 2
  return
}
assert Recommends: old(x) == 2
";
    assert_eq!(text(stmts, vec![g(x())]), expected);
}

#[test]
fn a_field_recommends_its_variant() {
    let e = || var("e", Ty::Data("E".into(), vec![]));
    let field =
        || Expr::new(ExprKind::Unary(UnaryOp::Field("E".into(), "A".into(), "0".into()), e()), Ty::int(), nowhere());
    let is = Expr::new(ExprKind::Unary(UnaryOp::IsVariant("E".into(), "A".into()), e()), Ty::Bool, nowhere());
    let positive = || binary(BinaryOp::Gt, field(), int(0));
    let expected = "\
assert Recommends: e is A
assert Assert: e->A.0 > 0
";
    assert_eq!(text(vec![assert(positive())], vec![]), expected);
    let expected = "\
aside || {
  assume e is A
  assert Recommends: e is A
}
assert Assert: (e is A) ==> (e->A.0 > 0)
";
    assert_eq!(text(vec![assert(binary(BinaryOp::Implies, is, positive()))], vec![]), expected);
}
