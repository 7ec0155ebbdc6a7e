//! Recursive calls: which go down, decided over small values.

mod common;

use BinaryOp::{Add, And, Eq, Gt, Implies, Mul, Or, Sub};
use GoalKind::{Assert, DecreasesCall};
use certus_vir::build::*;
use certus_vir::passes::termination;
use certus_vir::{BinaryOp, Body, Expr, ExprKind, Function, GoalKind, IntKind, Mode, Stmt, StmtKind, Trigger, Ty};
use common::kinds_in;

fn i() -> Expr {
    var("i", Ty::int())
}

fn op(op: BinaryOp, a: Expr, c: i64) -> Expr {
    binary(op, a, int(c))
}

/// The kinds of goals that fail in each of the functions, which the termination pass accepts.
fn kinds(functions: Vec<Function>) -> Vec<GoalKind> {
    let mut program = program(functions);
    let diagnostics = termination::run(&mut program);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let of = |f: &Function| kinds_in(&program, f).into_iter().map(|(_, kind)| kind).collect::<Vec<_>>();
    program.functions.values().flat_map(of).collect()
}

/// `spec fn f(i: int) -> ty decreases i { body }`.
fn spec(body: Expr) -> Function {
    let check = vec![stmt(StmtKind::Check(body.clone()))];
    let mut f = function("f", Mode::Spec, vec![binder("i", Ty::int())], Some(check));
    f.ret.ty = body.ty.clone();
    f.body = Body::Spec(body);
    f.termination = decreases(vec![i()]);
    f
}

fn f(arg: Expr) -> Expr {
    spec_call("f", vec![arg], Ty::Bool)
}

fn positive() -> Expr {
    op(Gt, i(), 0)
}

fn less() -> Expr {
    op(Sub, i(), 1)
}

#[test]
fn a_spec_function_goes_down_under_the_conditions_around_the_call() {
    let t = || truth(true);
    assert_eq!(kinds(vec![spec(if_expr(positive(), f(less()), t()))]), []);
    assert_eq!(kinds(vec![spec(if_expr(positive(), t(), f(less())))]), [DecreasesCall]);
    assert_eq!(kinds(vec![spec(if_expr(positive(), f(i()), t()))]), [DecreasesCall]);
    for good in [And, Implies] {
        assert_eq!(kinds(vec![spec(binary(good, positive(), f(less())))]), []);
        assert_eq!(kinds(vec![spec(binary(good, f(less()), positive()))]), [DecreasesCall]);
    }
    assert_eq!(kinds(vec![spec(binary(Or, Expr::not(positive()), f(less())))]), []);
    assert_eq!(kinds(vec![spec(binary(Or, positive(), f(less())))]), [DecreasesCall]);
}

#[test]
fn what_is_bound_around_a_call_is_arbitrary() {
    let bool_body = |j: Expr| binary(Implies, positive(), j);
    let below = |call: Expr| {
        let j = var("j", Ty::int());
        let between = binary(And, op(BinaryOp::Ge, j.clone(), 0), binary(BinaryOp::Lt, j, i()));
        binary(Implies, between, call)
    };
    let j = || var("j", Ty::int());
    let bound = || vec![binder("j", Ty::int())];
    assert_eq!(kinds(vec![spec(bool_body(forall(bound(), below(f(j())))))]), []);
    assert_eq!(kinds(vec![spec(bool_body(forall(bound(), f(j()))))]), [DecreasesCall]);
    let lambda = |body: Expr| {
        let ty = Ty::SpecFn(vec![Ty::int()], Box::new(Ty::Bool));
        let function = Expr::new(ExprKind::Lambda(bound(), body), ty, nowhere());
        Expr::new(ExprKind::Apply(function, vec![int(0)]), Ty::Bool, nowhere())
    };
    assert_eq!(kinds(vec![spec(bool_body(lambda(f(less()))))]), []);
    assert_eq!(kinds(vec![spec(bool_body(lambda(f(j()))))]), [DecreasesCall]);
    let choose = |c: Expr| {
        let chosen = Expr::new(ExprKind::Choose(bound(), Trigger::Auto, c, j()), Ty::int(), nowhere());
        op(Eq, chosen, 0)
    };
    assert_eq!(kinds(vec![spec(bool_body(choose(f(less()))))]), []);
    assert_eq!(kinds(vec![spec(bool_body(choose(f(j()))))]), [DecreasesCall]);
}

#[test]
fn a_local_definition_around_a_call_has_its_value() {
    let with = |value: Expr| {
        let body = f(var("k", Ty::int()));
        let inner = Expr::new(ExprKind::Let(binder("k", Ty::int()), value, body), Ty::Bool, nowhere());
        spec(binary(Implies, positive(), inner))
    };
    assert_eq!(kinds(vec![with(less())]), []);
    assert_eq!(kinds(vec![with(i())]), [DecreasesCall]);
    // A local of the parameter's name is not the parameter.
    let shadow = |value: Expr| {
        let inner = Expr::new(ExprKind::Let(binder("i", Ty::int()), value, f(i())), Ty::Bool, nowhere());
        spec(binary(Implies, positive(), inner))
    };
    assert_eq!(kinds(vec![shadow(less())]), []);
    assert_eq!(kinds(vec![shadow(op(Add, i(), 1))]), [DecreasesCall]);
}

#[test]
fn what_is_checked_elsewhere_is_left_alone() {
    let checked = |e: Expr| Expr::new(ExprKind::Checked(e), Ty::Bool, nowhere());
    assert_eq!(kinds(vec![spec(checked(f(i())))]), []);
}

#[test]
fn when_is_known_and_recommendations_are_not() {
    let mut recursive = spec(f(less()));
    assert_eq!(kinds(vec![recursive.clone()]), [DecreasesCall]);
    recursive.requires = vec![clause(positive())];
    assert_eq!(kinds(vec![recursive.clone()]), [DecreasesCall]);
    recursive.termination.iter_mut().for_each(|t| t.when = Some(positive()));
    assert_eq!(kinds(vec![recursive]), []);
}

#[test]
fn a_proof_in_a_spec_function_helps_its_termination() {
    let helped = |helper: Stmt| {
        let mut recursive = spec(f(less()));
        recursive.check = Some(vec![helper, stmt(StmtKind::Check(f(less())))]);
        kinds(vec![recursive])
    };
    assert_eq!(helped(assume(positive())), []);
    assert_eq!(helped(assume(op(Gt, i(), -1))), [DecreasesCall]);
    assert_eq!(helped(assert(positive())), [Assert]);
}

/// `proof fn name(params: nat ..) decreases measure { stmts }`.
fn proof(name: &str, params: &[&str], measure: Vec<Expr>, stmts: Vec<Stmt>) -> Function {
    let params = params.iter().map(|p| binder(p, nat_ty())).collect();
    let mut f = function(name, Mode::Proof, params, Some(stmts));
    f.termination = decreases(measure);
    f
}

fn nat_ty() -> Ty {
    Ty::Int(IntKind::Nat)
}

fn nat(name: &str) -> Expr {
    var(name, nat_ty())
}

/// The guide's example of measures of two lengths, with the arguments of each call given.
fn multidecrease(self1: Expr, to2: (Expr, Expr), self2: (Expr, Expr), to1: Expr) -> Vec<GoalKind> {
    let i_positive = op(Gt, nat("i"), 0);
    let body1 = vec![call("dec1", vec![self1], None), call("dec2", vec![to2.0, to2.1], None)];
    let k_positive = op(Gt, nat("k"), 0);
    let body2 = vec![
        branch(k_positive, vec![call("dec2", vec![nat("j"), op(Sub, nat("k"), 1)], None)], vec![]),
        branch(
            op(Gt, nat("j"), 0),
            vec![call("dec2", vec![self2.0, self2.1], None), call("dec1", vec![to1], None)],
            vec![],
        ),
    ];
    let dec1 = proof("dec1", &["i"], vec![nat("i")], vec![branch(i_positive, body1, vec![])]);
    let dec2 = proof("dec2", &["j", "k"], vec![nat("j"), nat("k")], body2);
    kinds(vec![dec1, dec2])
}

#[test]
fn measures_of_several_values_go_down_lexicographically() {
    let (i, j) = (|| nat("i"), || nat("j"));
    let less = |e: Expr| op(Sub, e, 1);
    let more = |e: Expr| op(Mul, e, 100);
    let good = || (less(j()), binary(Add, more(j()), nat("k")));
    assert_eq!(multidecrease(less(i()), (i(), more(i())), good(), less(j())), []);
    assert_eq!(multidecrease(i(), (i(), more(i())), good(), less(j())), [DecreasesCall]);
    assert_eq!(multidecrease(less(i()), (op(Add, i(), 1), i()), good(), less(j())), [DecreasesCall]);
    assert_eq!(multidecrease(less(i()), (i(), more(i())), (j(), nat("k")), less(j())), [DecreasesCall]);
    // The shorter measure is above the longer one of the same beginning, not below it.
    assert_eq!(multidecrease(less(i()), (i(), more(i())), good(), j()), [DecreasesCall]);
}

#[test]
fn the_measure_is_that_of_the_beginning_of_the_function() {
    let x = || nat("x");
    let set = || assign("x", int(6));
    assert_eq!(kinds(vec![proof("f", &["x"], vec![x()], vec![set(), call("f", vec![int(5)], None)])]), [DecreasesCall]);
    let saved = vec![declare("y", nat_ty(), Some(op(Sub, x(), 1))), set(), call("f", vec![nat("y")], None)];
    assert_eq!(kinds(vec![proof("f", &["x"], vec![x()], vec![branch(op(Gt, x(), 0), saved, vec![])])]), []);
}

#[test]
fn calls_in_loops_have_goals_too() {
    let x = || nat("x");
    let nest = |isolated, argument: Expr, invariant: Expr| {
        let mut l = loop_("'x", Some(truth(true)), vec![call("f", vec![argument], None)], vec![]);
        (l.isolated, l.invariants) = (isolated, vec![clause(invariant)]);
        let body = branch(op(Gt, x(), 0), vec![stmt(StmtKind::Loop(l))], vec![]);
        kinds(vec![proof("f", &["x"], vec![x()], vec![body])])
    };
    let less = || op(Sub, x(), 1);
    assert_eq!(nest(false, less(), truth(true)), []);
    assert_eq!(nest(true, less(), truth(true)), [DecreasesCall]);
    assert_eq!(nest(true, less(), op(Gt, x(), 0)), []);
    assert_eq!(nest(true, x(), op(Gt, x(), 0)), [DecreasesCall]);
}

#[test]
fn trusted_termination_gives_no_goals() {
    let mut recursive = proof("f", &["x"], vec![nat("x")], vec![call("f", vec![nat("x")], None)]);
    assert_eq!(kinds(vec![recursive.clone()]), [DecreasesCall]);
    recursive.assume_termination = true;
    assert_eq!(kinds(vec![recursive]), []);
}
