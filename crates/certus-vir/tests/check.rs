//! Programs that break an invariant of VIR, each beside one that does not.

use certus_vir::build::*;
use certus_vir::check::check_program;
use certus_vir::{BinaryOp, Expr, ExprKind, Function, Mode, Program, Stmt, StmtKind, Ty};

fn exec(stmts: Vec<Stmt>) -> Function {
    function("f", Mode::Exec, vec![binder("x", u8())], Some(stmts))
}

fn x() -> Expr {
    var("x", u8())
}

fn faults(stmts: Vec<Stmt>) -> Vec<String> {
    let mut lemma = function("lemma", Mode::Proof, vec![binder("b", Ty::Bool)], None);
    lemma.ret.ty = u8();
    let mut spec = function("spec", Mode::Spec, vec![binder("n", Ty::int())], None);
    spec.ret.ty = Ty::Bool;
    check_program(&program(vec![exec(stmts), lemma, spec]))
}

#[track_caller]
fn good(stmts: Vec<Stmt>) {
    assert_eq!(faults(stmts), Vec::<String>::new());
}

#[track_caller]
fn bad(stmts: Vec<Stmt>, words: &str) {
    let found = faults(stmts);
    assert!(found.len() == 1 && found[0].contains(words), "{found:?}");
}

#[test]
fn variables_are_declared_with_their_types() {
    good(vec![declare("y", u8(), Some(x())), assign("y", int(3)), assert(binary(BinaryOp::Le, var("y", u8()), x()))]);
    bad(vec![assert(binary(BinaryOp::Le, var("y", u8()), x()))], "y is not declared");
    bad(vec![assign("y", int(3))], "y is not declared");
    bad(vec![assign("x", truth(true))], "has the type bool instead of u8");
    bad(vec![declare("y", u8(), None), assert(var("y", Ty::Bool))], "has the type bool instead of u8");
    bad(vec![branch(truth(true), vec![declare("y", u8(), None)], vec![]), assign("y", int(1))], "y is not declared");
    bad(vec![declare("y", u8(), None), assert(binary(BinaryOp::Eq, old("y", u8()), x()))], "is not a parameter");
}

#[test]
fn bound_variables_are_in_scope_in_their_body_only() {
    let n = || var("n", Ty::int());
    let some = || forall(vec![binder("n", Ty::int())], binary(BinaryOp::Ge, n(), x()));
    good(vec![assert(some())]);
    bad(vec![assert(some()), assert(binary(BinaryOp::Ge, n(), x()))], "n is not declared");
}

#[test]
fn operators_have_operands_of_their_types() {
    bad(vec![assert(x())], "a condition has the type u8");
    bad(vec![assert(binary(BinaryOp::And, truth(true), x()))], "an operand of && has the type u8");
    bad(vec![assert(binary(BinaryOp::Le, x(), truth(true)))], "instead of an integer type");
    bad(vec![assert(Expr::eq(x(), truth(true)))], "the right side of == has the type bool");
    good(vec![assert(Expr::eq(x(), int(3)))]);
    bad(vec![assert(Expr::eq(tuple_field(x(), 0), tuple(vec![x()])))], "the right side of ==");
    good(vec![assert(Expr::eq(tuple_field(tuple(vec![x()]), 0), x()))]);
}

#[test]
fn calls_fit_their_functions() {
    good(vec![call("lemma", vec![truth(true)], Some("r")), assert(Expr::eq(var("r", u8()), x()))]);
    bad(vec![call("lemma", vec![], None)], "0 arguments");
    bad(vec![call("lemma", vec![x()], None)], "the argument b of lemma has the type u8");
    bad(vec![call("missing", vec![], None)], "missing is not a function");
    bad(vec![call("spec", vec![x()], None)], "of another mode");
    good(vec![assert(spec_call("spec", vec![x()], Ty::Bool))]);
    bad(vec![stmt(StmtKind::Check(spec_call("lemma", vec![truth(true)], u8())))], "of another mode");
    bad(vec![stmt(StmtKind::Check(spec_call("spec", vec![x()], Ty::int())))], "the result of spec");
}

#[test]
fn control_leaves_loops_that_are_around_it() {
    let nest = |label: &str| stmt(StmtKind::Loop(loop_("'x", None, vec![break_(label)], vec![])));
    good(vec![nest("'x")]);
    bad(vec![nest("'y")], "no loop 'y is around");
    bad(vec![nest("'x"), continue_("'x")], "no loop 'x is around");
    let aside = StmtKind::Aside { binders: vec![], body: vec![break_("'x")], conclusions: vec![] };
    bad(vec![stmt(StmtKind::Loop(loop_("'x", None, vec![stmt(aside)], vec![])))], "no loop 'x is around");
    bad(vec![stmt(StmtKind::Loop(loop_("'x", None, vec![], vec![binder("y", u8())])))], "y is not declared");
}

#[test]
fn functions_are_listed_by_their_paths() {
    let mut all = Program::default();
    all.functions.insert("g".into(), exec(vec![]));
    assert_eq!(check_program(&all), ["function f is listed as g"]);
}

#[test]
fn a_result_is_known_in_postconditions_only() {
    let result = || Expr::new(ExprKind::Var(name("result")), Ty::unit(), nowhere());
    let mut f = exec(vec![]);
    f.ensures = vec![clause(Expr::eq(result(), result()))];
    assert_eq!(check_program(&program(vec![f.clone()])), Vec::<String>::new());
    f.requires = f.ensures.clone();
    assert_eq!(check_program(&program(vec![f])).len(), 2);
}
