//! Statements other than loops.

mod common;

use BinaryOp::{Add, And, Eq, Ge, Le, Lt, Mul, Sub};
use GoalKind::{Assert, Postcondition, Precondition, ProverRequires};
use certus_vc::{DEFAULT_UNITS, Part, STEPS_PER_UNIT, obligations};
use certus_vir::build::*;
use certus_vir::{
    BinaryOp, CallStmt, Expr, ExprKind, Function, Goal, GoalKind, IntKind, Mode, Prover, Stmt, StmtKind, Ty, TypeParam,
};
use common::kinds_in;

fn x() -> Expr {
    var("x", u8())
}

fn b() -> Expr {
    var("b", Ty::Bool)
}

fn op(op: BinaryOp, a: Expr, c: i64) -> Expr {
    binary(op, a, int(c))
}

/// An exec function of `b` and `x`.
fn exec(stmts: Vec<Stmt>) -> Function {
    function("f", Mode::Exec, vec![binder("b", Ty::Bool), binder("x", u8())], Some(stmts))
}

fn failing_kinds(function: &Function) -> Vec<(String, GoalKind)> {
    kinds_in(&program(vec![function.clone()]), function)
}

fn kinds(function: &Function) -> Vec<GoalKind> {
    failing_kinds(function).into_iter().map(|(_, kind)| kind).collect()
}

#[test]
fn branches_join() {
    let set = |n| vec![assign("x", int(n))];
    let f = |last: Expr| kinds(&exec(vec![branch(b(), set(1), set(2)), assert(last)]));
    assert_eq!(f(op(Eq, x(), 1)), [Assert]);
    assert_eq!(f(binary(Eq, x(), if_expr(b(), int(1), int(2)))), []);
    let one_way = |last: Expr| kinds(&exec(vec![branch(b(), set(1), vec![]), assert(last)]));
    assert_eq!(one_way(binary(Eq, x(), if_expr(b(), int(1), old("x", u8())))), []);
    assert_eq!(one_way(op(Eq, x(), 1)), [Assert]);
    let returns = |last: Expr| kinds(&exec(vec![branch(b(), vec![return_()], set(2)), assert(last)]));
    assert_eq!(returns(binary(And, Expr::not(b()), op(Eq, x(), 2))), []);
    assert_eq!(returns(truth(false)), [Assert]);
    let both = exec(vec![branch(b(), vec![return_()], vec![return_()]), assert(truth(false))]);
    assert_eq!(kinds(&both), []);
}

#[test]
fn a_goal_is_known_after_it_and_not_before() {
    assert_eq!(kinds(&exec(vec![assert(op(Le, x(), 3)), assert(op(Le, x(), 4))])), [Assert]);
    assert_eq!(kinds(&exec(vec![assert(op(Le, x(), 4)), assert(op(Le, x(), 3))])), [Assert, Assert]);
}

/// Hazard of the design: the range of a sum is not known before the goal that it does not overflow.
#[test]
fn the_range_of_a_definition_is_not_known() {
    let sum = declare("y", u8(), Some(op(Add, x(), 255)));
    let within = || in_range(IntKind::U(8), var("y", u8()));
    let f = exec(vec![sum, assert(within())]);
    assert_eq!(kinds(&f), [Assert]);
    let all = obligations(&program(vec![f.clone()]), &f);
    let [main] = &all[..] else { panic!("one obligation") };
    assert_eq!((main.vars.len(), main.defs.len(), main.phis.len()), (1, 1, 0), "{main}");
}

#[test]
fn parameters_in_postconditions_mean_their_initial_values() {
    let f = |stmts: Vec<Stmt>| {
        let mut f = exec(stmts);
        f.ret.ty = u8();
        f.ensures = vec![clause(binary(Eq, var("result", u8()), x()))];
        f
    };
    let give = |e| vec![assign("result", e), return_()];
    assert_eq!(
        kinds(&f([vec![declare("z", u8(), Some(x())), assign("x", int(5))], give(var("z", u8()))].concat())),
        []
    );
    assert_eq!(kinds(&f([vec![assign("x", int(5))], give(int(5))].concat())), [Postcondition]);
    assert_eq!(kinds(&f([vec![assign("x", int(5))], give(x())].concat())), [Postcondition]);
    let twice = f([vec![branch(b(), give(int(1)), vec![])], give(int(2))].concat());
    assert_eq!(kinds(&twice), [Postcondition, Postcondition]);
}

#[test]
fn preconditions_are_known_at_the_beginning() {
    let mut f = exec(vec![assert(op(Ge, x(), 1))]);
    assert_eq!(kinds(&f), [Assert]);
    f.requires = vec![clause(op(Ge, x(), 1))];
    assert_eq!(kinds(&f), []);
    // Recommendations of a spec function are not.
    f.mode = Mode::Spec;
    f.requires = vec![clause(op(Ge, x(), 1))];
    assert_eq!(kinds(&f), [Assert]);
    f.termination = decreases(vec![x()]);
    f.termination.iter_mut().for_each(|t| t.when = Some(op(Ge, x(), 1)));
    assert_eq!(kinds(&f), []);
}

#[test]
fn a_call_uses_the_contract() {
    let mut next = function("next", Mode::Exec, vec![binder("x", u8())], None);
    next.ret.ty = u8();
    next.requires = vec![clause(op(Lt, x(), 3))];
    next.ensures = vec![clause(binary(Eq, var("result", u8()), op(Add, x(), 1)))];
    let run = |stmts: Vec<Stmt>| {
        let f = exec(stmts);
        kinds_in(&program(vec![next.clone(), f.clone()]), &f).into_iter().map(|k| k.1).collect::<Vec<_>>()
    };
    let twice = |last: i64| {
        let calls =
            vec![call("next", vec![int(0)], Some("y")), call("next", vec![op(Add, var("y", u8()), 1)], Some("z"))];
        run([calls, vec![assert(op(Eq, var("z", u8()), last))]].concat())
    };
    assert_eq!(twice(3), []);
    assert_eq!(twice(2), [Assert]);
    assert_eq!(run(vec![call("next", vec![x()], None)]), [Precondition]);
    // The result has its type.
    assert_eq!(
        run(vec![assume(op(Lt, x(), 3)), call("next", vec![x()], Some("y")), assert(op(Ge, var("y", u8()), 0))]),
        []
    );
}

/// `forall |i| p ==> ..` of a contract must not capture the caller's `i`.
#[test]
fn a_contract_does_not_capture() {
    let mut callee = function("g", Mode::Proof, vec![binder("a", Ty::int())], None);
    let (i, a) = (var("i", Ty::int()), var("a", Ty::int()));
    callee.requires = vec![clause(forall(vec![binder("i", Ty::int())], binary(Eq, i.clone(), a)))];
    callee.type_params = vec![TypeParam { name: "T".into(), maybe_unsized: false }];
    let call = CallStmt {
        callee: "g".into(),
        type_args: vec![u8()],
        args: vec![i],
        dest: None,
        within: Default::default(),
        part: Default::default(),
        span: nowhere(),
    };
    let f = function("f", Mode::Proof, vec![binder("i", Ty::int())], Some(vec![stmt(StmtKind::Call(call))]));
    let all = obligations(&program(vec![callee, f.clone()]), &f);
    assert_eq!(all[0].goals[0].expr.to_string(), "forall |i#1: int| i#1 == i");
}

#[test]
fn type_arguments_reach_the_contract() {
    let mut callee = function("g", Mode::Proof, vec![binder("a", Ty::Param("T".into()))], None);
    callee.type_params = vec![TypeParam { name: "T".into(), maybe_unsized: false }];
    let a = var("a", Ty::Param("T".into()));
    let p = ExprKind::Call("p".into(), vec![Ty::Param("T".into())], vec![a]);
    callee.requires = vec![clause(Expr::new(p, Ty::Bool, nowhere()))];
    let call = CallStmt {
        callee: "g".into(),
        type_args: vec![u8()],
        args: vec![x()],
        dest: None,
        within: Default::default(),
        part: Default::default(),
        span: nowhere(),
    };
    let f = exec(vec![stmt(StmtKind::Call(call))]);
    let all = obligations(&program(vec![callee, f.clone()]), &f);
    assert_eq!(all[0].goals[0].expr.to_string(), "p::<u8>(x)");
}

#[test]
fn a_proof_on_the_side_leaves_its_conclusion_only() {
    let aside = |conclusion: Expr| {
        let body = vec![assign("x", int(0)), assume(op(Eq, old("x", u8()), 2)), assert(conclusion.clone())];
        stmt(StmtKind::Aside { binders: vec![binder("k", u8())], body, conclusions: vec![conclusion] })
    };
    assert_eq!(kinds(&exec(vec![aside(op(Eq, old("x", u8()), 2)), assert(op(Eq, x(), 2))])), []);
    assert_eq!(kinds(&exec(vec![aside(truth(true)), assert(op(Eq, x(), 2))])), [Assert]);
    assert_eq!(kinds(&exec(vec![aside(truth(true)), assert(op(Eq, x(), 0))])), [Assert]);
    assert_eq!(kinds(&exec(vec![aside(op(Eq, old("x", u8()), 3))])), [Assert]);
}

fn by_prover(requires: Vec<Expr>, proof: Vec<Stmt>, ensures: Expr) -> Stmt {
    let requires: Vec<Goal> = requires.into_iter().map(|e| goal(ProverRequires, e)).collect();
    let ensures = vec![goal(Assert, ensures)];
    stmt(StmtKind::Isolated { prover: Prover::Nonlinear, requires, proof, ensures })
}

#[test]
fn a_special_prover_knows_its_premises_only() {
    let square = || binary(Mul, x(), x());
    let run = |stmts| failing_kinds(&exec(stmts));
    let two = || assume(op(Eq, x(), 2));
    let isolated = || ("isolated 0".to_string(), Assert);
    assert_eq!(
        run(vec![two(), by_prover(vec![op(Eq, x(), 2)], vec![], op(Eq, square(), 4)), assert(op(Eq, square(), 4))]),
        []
    );
    assert_eq!(run(vec![two(), by_prover(vec![], vec![], op(Eq, square(), 4))]), [isolated()]);
    assert_eq!(
        run(vec![by_prover(vec![op(Eq, x(), 2)], vec![], op(Eq, square(), 4))]),
        [("main".into(), ProverRequires)]
    );
    // The types of variables are known, proof steps are checked in the isolated context and forgotten outside.
    assert_eq!(run(vec![by_prover(vec![], vec![], op(Ge, square(), 0))]), []);
    assert_eq!(run(vec![two(), by_prover(vec![], vec![assert(op(Eq, x(), 2))], truth(true))]), [isolated()]);
    let proof = vec![assume(op(Eq, x(), 3))];
    assert_eq!(run(vec![by_prover(vec![], proof, truth(true)), assert(op(Eq, x(), 3))]), [("main".into(), Assert)]);
}

#[test]
fn a_value_that_leaves_its_range_is_a_premise_of_a_special_prover() {
    let less = || declare("y", u8(), Some(op(Sub, x(), 1)));
    let positive = || by_prover(vec![], vec![], op(Ge, var("y", u8()), 0));
    assert_eq!(failing_kinds(&exec(vec![less(), positive()])), [("main".into(), ProverRequires)]);
    let checked = assert(in_range(IntKind::U(8), var("y", u8())));
    assert_eq!(kinds(&exec(vec![assume(op(Ge, x(), 1)), less(), checked, positive()])), []);
}

#[test]
fn limits_and_provers_of_a_function() {
    let mut f = exec(vec![assert(op(Le, x(), 3))]);
    let first = |f: &Function| obligations(&program(vec![f.clone()]), f).remove(0);
    assert_eq!(first(&f).rlimit, Some(u64::from(DEFAULT_UNITS) * STEPS_PER_UNIT));
    f.rlimit = Some(0);
    f.prover = Prover::BitVector;
    f.uses = vec!["m::lemma".into()];
    let main = first(&f);
    assert_eq!((main.rlimit, main.prover, main.part), (None, Prover::BitVector, Part::Main));
    assert_eq!(main.uses.len(), 1);
}

#[test]
fn nothing_to_prove_gives_nothing() {
    let f = exec(vec![assume(op(Le, x(), 3)), declare("y", u8(), Some(x()))]);
    assert!(obligations(&program(vec![f.clone()]), &f).is_empty());
    let trusted = function("t", Mode::Exec, vec![], None);
    assert!(obligations(&program(vec![trusted.clone()]), &trusted).is_empty());
}

/// Only what goals depend on is in the text, and in a form that a person can read.
#[test]
fn the_text_of_an_obligation() {
    let unused = || declare("unused", u8(), Some(x()));
    let reveal = stmt(StmtKind::Reveal("m::spec".into(), 2));
    let then = vec![assign("x", op(Add, x(), 1)), unused()];
    let f = exec(vec![unused(), reveal, branch(b(), then, vec![]), assert(op(Le, x(), 3)), assume(b())]);
    let all = obligations(&program(vec![f.clone()]), &f);
    let expected = "\
f main by Default
  var b: bool
  var x: u8
  phi x@2: u8
  def x@1: u8 = x + 1
  b0
    reveal m::spec 2
  b1 from b0 [b]
  b2 from b1 [x@2 == x@1], b0 [!b; x@2 == x]
    goal Assert: x@2 <= 3
";
    assert_eq!(all[0].to_string(), expected);
}

#[test]
fn other_goals_may_be_taken_as_known() {
    let f = exec(vec![assert(op(Le, x(), 3)), stmt(StmtKind::Assert(goal(Precondition, op(Le, x(), 4))))]);
    let all = obligations(&program(vec![f.clone()]), &f);
    let only = |kind| all[0].only(|g| g.kind == kind);
    let left = only(Precondition).map(|o| (o.goals.len(), common::failing_goals(&o)));
    assert_eq!(left, Some((1, vec![])));
    assert_eq!(only(Assert).map(|o| common::failing_goals(&o)), Some(vec![0]));
    assert!(only(Postcondition).is_none());
}

/// An expression is as deep as its author makes it.
#[test]
fn a_deep_expression_does_not_exhaust_the_stack() {
    let sum = (0..3_000).fold(x(), |sum, _| op(Add, sum, 1));
    let f = exec(vec![declare("y", u8(), Some(sum)), assert(op(Le, var("y", u8()), 3))]);
    let mut all = program(vec![f.clone()]);
    assert!(certus_vir::check::check_program(&all).is_empty());
    assert!(certus_vir::passes::termination::run(&mut all).is_empty());
    let text = obligations(&all, &f)[0].to_string();
    assert!(text.len() > 12_000);
}
