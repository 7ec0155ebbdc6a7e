//! Which conjuncts a goal is opened into, and what is known of each.

use BinaryOp::{And, Eq, Gt, Implies, Lt, Or, Sub};
use certus_vc::{Obligation, Opening, Step, obligations};
use certus_vir::build::*;
use certus_vir::{BinaryOp, Body, Expr, ExprKind, Function, Mode, Program, QuantKind, Stmt, StmtKind, Trigger, Ty};

fn x() -> Expr {
    var("x", Ty::int())
}

fn y() -> Expr {
    var("y", Ty::int())
}

/// A predicate about `x`.
fn predicate(path: &str, body: Expr) -> Function {
    let mut f = function(path, Mode::Spec, vec![binder("x", Ty::int())], None);
    f.ret.ty = Ty::Bool;
    f.body = Body::Spec(body);
    f
}

/// The call of a predicate.
fn is(path: &str, arg: Expr) -> Expr {
    spec_call(path, vec![arg], Ty::Bool)
}

/// `0 < x && x < 9`
fn small() -> Function {
    predicate("small", binary(And, binary(Lt, int(0), x()), binary(Lt, x(), int(9))))
}

/// A function of `y` and `b` with these statements, and its obligation. The last goal is the one of interest.
fn asked(functions: Vec<Function>, stmts: Vec<Stmt>) -> (Program, Obligation) {
    let params = vec![binder("y", Ty::int()), binder("b", Ty::Bool)];
    let main = function("main", Mode::Proof, params, Some(stmts));
    let program = program(functions.into_iter().chain([main.clone()]).collect());
    let obligation = obligations(&program, &main).pop().expect("an obligation");
    (program, obligation)
}

/// The conjuncts of an assertion, each with the calls that lead to it.
fn opened(functions: Vec<Function>, claim: Expr) -> Vec<String> {
    let (program, obligation) = asked(functions, vec![assert(claim)]);
    Opening::new(&program, &obligation, 0).map_or(Vec::new(), |opening| texts(&opening))
}

fn texts(opening: &Opening<'_>) -> Vec<String> {
    let text = |one: &certus_vc::Conjunct| {
        let calls: Vec<&str> = one.calls.iter().map(|call| &*call.path).collect();
        format!("{}: {}", calls.join(" "), one.goal)
    };
    opening.conjuncts().iter().map(text).collect()
}

fn not(e: Expr) -> Expr {
    Expr::not(e)
}

#[test]
fn calls_open_into_the_conjuncts_of_definitions() {
    let pair = predicate("pair", binary(And, is("small", x()), is("small", binary(Sub, x(), int(1)))));
    let expected = ["pair small: 0 < y", "pair small: y < 9", "pair small: 0 < (y - 1)", "pair small: (y - 1) < 9"];
    assert_eq!(opened(vec![small(), pair], is("pair", y())), expected);
    assert!(opened(vec![small()], binary(Lt, y(), int(3))).is_empty());
}

#[test]
fn conditions_are_known() {
    let b = || var("b", Ty::Bool);
    let both = ["small: b ==> (0 < y)", "small: b ==> (y < 9)"];
    assert_eq!(opened(vec![small()], binary(Implies, b(), is("small", y()))), both);
    assert_eq!(opened(vec![small()], binary(Or, not(b()), is("small", y()))), both);
    let chosen = if_expr(b(), is("small", y()), binary(Lt, y(), int(3)));
    assert_eq!(opened(vec![small()], chosen), ["small: b ==> (0 < y)", "small: b ==> (y < 9)", ": !b ==> (y < 3)"]);
    let same = binary(Eq, b(), is("small", y()));
    let expected = ["small: b ==> (0 < y)", "small: b ==> (y < 9)", "small: !b ==> !((0 < y) && (y < 9))"];
    assert_eq!(opened(vec![small()], same), expected);
    // Which of the two should hold is not said.
    assert!(opened(vec![small()], binary(Or, is("small", y()), is("small", int(3)))).is_empty());
}

#[test]
fn negations_are_pushed_inside() {
    let bad = predicate("bad", binary(Or, binary(Lt, x(), int(0)), binary(Gt, x(), int(9))));
    assert_eq!(opened(vec![bad], not(is("bad", y()))), ["bad: !(y < 0)", "bad: !(y > 9)"]);
    let implies = binary(Implies, binary(Lt, x(), int(0)), binary(Gt, x(), int(9)));
    assert_eq!(opened(vec![predicate("bad", implies)], not(is("bad", y()))), ["bad: y < 0", "bad: !(y > 9)"]);
}

#[test]
fn quantifiers_are_about_arbitrary_values() {
    let all = forall(vec![binder("x", Ty::int())], binary(Implies, binary(Lt, x(), y()), is("small", x())));
    let (program, obligation) = asked(vec![small()], vec![assert(all)]);
    let opening = Opening::new(&program, &obligation, 0).expect("opened");
    assert_eq!(texts(&opening), ["small: (x%o0 < y) ==> (0 < x%o0)", "small: (x%o0 < y) ==> (x%o0 < 9)"]);
    let names: Vec<String> = opening.arbitrary().iter().map(|binder| binder.var.name.to_string()).collect();
    assert_eq!(names, ["x%o0"]);
    let some = ExprKind::Quant(QuantKind::Exists, vec![binder("x", Ty::int())], Trigger::Auto, is("small", x()));
    let some = Expr::new(some, Ty::Bool, nowhere());
    assert!(opened(vec![small()], some.clone()).is_empty());
    assert_eq!(opened(vec![small()], not(some)), ["small: !((0 < x%o0) && (x%o0 < 9))"]);
}

#[test]
fn only_definitions_that_are_known_are_opened() {
    let opaque = Function { fuel: 0, ..small() };
    assert!(opened(vec![opaque.clone()], is("small", y())).is_empty());
    let reveal = stmt(StmtKind::Reveal("small".into(), 1));
    let (program, obligation) = asked(vec![opaque], vec![reveal, assert(is("small", y()))]);
    assert!(Opening::new(&program, &obligation, 0).is_some());
    let hide = stmt(StmtKind::Reveal("small".into(), 0));
    let (program, obligation) = asked(vec![small()], vec![hide, assert(is("small", y()))]);
    assert!(Opening::new(&program, &obligation, 0).is_none());
    let elsewhere = Function { publish: certus_vir::Publish::Module("other".into()), ..small() };
    assert!(opened(vec![elsewhere], is("small", y())).is_empty());
    assert!(opened(vec![Function { body: Body::None, ..small() }], is("small", y())).is_empty());
}

#[test]
fn recursion_is_opened_once() {
    let again = is("down", binary(Sub, x(), int(1)));
    let body = binary(And, binary(Lt, x(), int(9)), binary(Implies, binary(Gt, x(), int(0)), again));
    let down = Function { cycle: 1, ..predicate("down", body) };
    assert_eq!(opened(vec![down], is("down", y())), ["down: y < 9", "down: (y > 0) ==> down(y - 1)"]);
}

/// What was opened is asked with each conjunct known after it, and the terms of the calls are still there.
#[test]
fn obligation_asks_for_each_conjunct() {
    let (program, obligation) = asked(vec![small()], vec![assume(binary(Lt, y(), int(5))), assert(is("small", y()))]);
    let opening = Opening::new(&program, &obligation, 0).expect("opened");
    let (asked, place) = opening.obligation().expect("an obligation");
    assert_eq!((asked.goals.len(), place), (2, 1));
    let steps: Vec<String> = asked.blocks[0]
        .steps
        .iter()
        .map(|step| match step {
            Step::Assume(fact) => fact.to_string(),
            Step::Goal(goal) => format!("goal {goal}"),
            Step::Mention(var) => asked.defs.iter().find(|(b, _)| b.var == *var).expect("a definition").1.to_string(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(steps, ["y < 5", "small(y)", "goal 0", "goal 1"]);
}

/// What is very large is opened on demand, with what comes before known.
#[test]
fn large_definitions_are_opened_further() {
    let many = (1..=100).map(|n| binary(Lt, x(), int(n))).reduce(|a, b| binary(And, b, a)).expect("some");
    let (program, obligation) = asked(vec![predicate("many", many)], vec![assert(is("many", y()))]);
    let opening = Opening::new(&program, &obligation, 0).expect("opened");
    let count = opening.conjuncts().len();
    assert!((40..=50).contains(&count), "{count}");
    assert!(opening.further(0).is_none());
    let further = opening.further(count - 1).expect("more");
    assert!(further.conjuncts().len() > 40);
    let known = further.obligation().expect("an obligation").0.blocks[0]
        .steps
        .iter()
        .filter(|s| matches!(s, Step::Assume(_)))
        .count();
    assert_eq!(known, count - 1);
}
