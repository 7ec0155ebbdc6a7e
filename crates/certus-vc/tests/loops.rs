//! Loops: for each rule a program that meets it and neighbours that do not.

mod common;

use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Sub};
use GoalKind::{Assert, DecreasesLoop, InvariantEnd, InvariantEntry, LoopEnsures, Postcondition, Precondition};
use certus_vir::build::*;
use certus_vir::{BinaryOp, Expr, Function, GoalKind, LoopStmt, MUT_CURRENT, Mode, Stmt, StmtKind, Ty, UnaryOp};
use common::kinds_in;

fn i() -> Expr {
    var("i", u8())
}

fn b() -> Expr {
    var("b", Ty::Bool)
}

fn op(op: BinaryOp, a: Expr, c: i64) -> Expr {
    binary(op, a, int(c))
}

/// `i = i + 1`.
fn step() -> Stmt {
    assign("i", op(Add, i(), 1))
}

/// An exec function of `b` whose statements begin with `let i = 0`.
fn with_i(stmts: Vec<Stmt>) -> Function {
    let mut all = vec![declare("i", u8(), Some(int(0)))];
    all.extend(stmts);
    function("f", Mode::Exec, vec![binder("b", Ty::Bool)], Some(all))
}

/// `loop` or `while` that changes `i`.
fn loop_i(condition: Option<Expr>, body: Vec<Stmt>) -> LoopStmt {
    loop_("'x", condition, body, vec![binder("i", u8())])
}

fn failing_kinds(function: &Function) -> Vec<(String, GoalKind)> {
    kinds_in(&program(vec![function.clone()]), function)
}

fn kinds(function: &Function) -> Vec<GoalKind> {
    failing_kinds(function).into_iter().map(|(_, kind)| kind).collect()
}

/// The same loop, isolated and not.
fn both(l: LoopStmt) -> [LoopStmt; 2] {
    [LoopStmt { isolated: true, ..l.clone() }, LoopStmt { isolated: false, ..l }]
}

fn loop_stmt(l: LoopStmt) -> Stmt {
    stmt(StmtKind::Loop(l))
}

#[test]
fn while_gives_the_invariant_and_the_negated_condition() {
    let mut l = loop_i(Some(op(Lt, i(), 3)), vec![step()]);
    l.invariants = vec![clause(op(Le, i(), 3))];
    l.decreases = vec![binary(Sub, int(3), i())];
    for l in both(l) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l.clone()), assert(op(Eq, i(), 3))])), []);
        assert_eq!(kinds(&with_i(vec![loop_stmt(l.clone()), assert(op(Eq, i(), 2))])), [Assert]);
        let no_invariant = LoopStmt { invariants: vec![], ..l.clone() };
        assert_eq!(kinds(&with_i(vec![loop_stmt(no_invariant), assert(op(Eq, i(), 3))])), [Assert]);
        let late = LoopStmt { invariants: vec![clause(op(Ge, i(), 1))], ..l.clone() };
        assert_eq!(kinds(&with_i(vec![loop_stmt(late)])), [InvariantEntry]);
        let broken = LoopStmt { invariants: vec![clause(op(Le, i(), 2))], ..l.clone() };
        assert_eq!(kinds(&with_i(vec![loop_stmt(broken)])), [InvariantEnd]);
        let upwards = LoopStmt { decreases: vec![i()], ..l };
        assert_eq!(kinds(&with_i(vec![loop_stmt(upwards)])), [DecreasesLoop]);
    }
}

#[test]
fn an_isolated_body_knows_the_invariants_only() {
    let body = vec![assert(op(Eq, var("k", u8()), 1)), step()];
    let l = loop_i(Some(op(Lt, i(), 3)), body);
    let run = |l: LoopStmt| {
        let stmts = vec![declare("k", u8(), Some(int(1))), loop_stmt(l), assert(op(Eq, var("k", u8()), 1))];
        failing_kinds(&with_i(stmts))
    };
    let [isolated, inline] = both(l);
    assert_eq!(run(inline), []);
    assert_eq!(run(isolated.clone()), [("loop 0".into(), Assert)]);
    let told = LoopStmt { invariants: vec![clause(op(Eq, var("k", u8()), 1))], ..isolated };
    assert_eq!(run(told), []);
}

#[test]
fn a_variable_that_a_loop_changes_is_forgotten() {
    for l in both(loop_i(Some(b()), vec![step()])) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l), assert(op(Eq, i(), 0))])), [Assert]);
    }
}

#[test]
fn the_condition_may_have_effects() {
    let x = || var("x", u8());
    let while_ = |premise: i64| {
        let mut l = loop_i(None, vec![step()]);
        let condition = vec![assign("x", op(Add, x(), 1)), call("check", vec![x()], None)];
        l.condition = Some((condition, op(Lt, i(), 3)));
        l.modified.push((binder("x", u8()), vec![vec![]]));
        l.invariants = vec![clause(op(Le, i(), 3)), clause(binary(Eq, x(), i()))];
        let mut check = function("check", Mode::Proof, vec![binder("a", u8())], Some(vec![]));
        check.requires = vec![clause(op(Ge, var("a", u8()), premise))];
        (l, check)
    };
    let run = |premise, last| {
        let (l, check) = while_(premise);
        let failing = |l| {
            let end = vec![assert(op(Eq, i(), 3)), assert(op(Eq, x(), last))];
            let f = with_i([vec![declare("x", u8(), Some(int(0))), loop_stmt(l)], end].concat());
            kinds_in(&program(vec![check.clone(), f.clone()]), &f).into_iter().map(|k| k.1).collect::<Vec<_>>()
        };
        both(l).map(failing)
    };
    assert_eq!(run(1, 4), [vec![], vec![]]);
    assert_eq!(run(1, 3), [vec![Assert], vec![Assert]]);
    // Once, although the condition is evaluated again where the loop ends.
    assert_eq!(run(2, 4), [vec![Precondition], vec![Precondition]]);
}

/// The parts of the function, with the kinds of their goals.
fn parts(f: &Function) -> Vec<(String, Vec<GoalKind>)> {
    let all = certus_vc::obligations(&program(vec![f.clone()]), f);
    all.iter().map(|one| (one.part.to_string(), one.goals.iter().map(|goal| goal.kind).collect())).collect()
}

#[test]
fn a_block_in_a_condition_is_proved_once() {
    let block = || {
        let ensures = vec![goal(Assert, op(Ge, i(), 0))];
        let prover = certus_vir::Prover::Nonlinear;
        stmt(StmtKind::Isolated { prover, requires: vec![], proof: vec![], ensures })
    };
    let mut l = loop_i(None, vec![step()]);
    l.condition = Some((vec![block()], op(Lt, i(), 3)));
    let found = parts(&with_i(vec![loop_stmt(l), block()]));
    assert_eq!(found, ["isolated 0", "isolated 1"].map(|part| (part.to_string(), vec![Assert])));
}

#[test]
fn what_holds_where_the_condition_is_asked_holds_where_it_fails() {
    let mut l = loop_i(Some(op(Lt, i(), 3)), vec![step()]);
    l.invariants = vec![clause(op(Le, i(), 3))];
    l.ensures = vec![clause(op(Ge, i(), 3))];
    let goals = |l: &LoopStmt| parts(&with_i(vec![loop_stmt(l.clone())])).pop();
    assert_eq!(goals(&l), Some(("loop 0".into(), vec![InvariantEnd, LoopEnsures])));
    // A condition with effects may break it.
    l.condition = Some((vec![step()], op(Lt, i(), 3)));
    assert_eq!(goals(&l), Some(("loop 0".into(), vec![InvariantEnd, LoopEnsures, LoopEnsures])));
}

/// `loop { i = i + 1; if i == 3 { exit } }` with the clauses of the guide's example.
fn counting(exit: Stmt) -> LoopStmt {
    let mut l = loop_i(None, vec![assert(op(Le, i(), 2)), step(), branch(op(Eq, i(), 3), vec![exit], vec![])]);
    l.invariants_except_break = vec![clause(op(Le, i(), 2))];
    l.invariants = vec![clause(op(Le, i(), 3))];
    l.ensures = vec![clause(op(Ge, i(), 1))];
    l.decreases = vec![binary(Sub, int(3), i())];
    l
}

#[test]
fn clauses_at_break_and_continue() {
    let after = || assert(binary(BinaryOp::And, op(Ge, i(), 1), op(Le, i(), 3)));
    for l in both(counting(break_("'x"))) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l.clone()), after()])), []);
        let at_once = LoopStmt { body: vec![break_("'x")], ..l.clone() };
        assert_eq!(kinds(&with_i(vec![loop_stmt(at_once), after()])), [LoopEnsures]);
        let tight = LoopStmt { invariants_except_break: vec![clause(op(Le, i(), 1))], ..l };
        assert_eq!(kinds(&with_i(vec![loop_stmt(tight), after()])), [InvariantEnd]);
    }
    for l in both(counting(continue_("'x"))) {
        let with_way_out =
            LoopStmt { body: [l.body.clone(), vec![branch(b(), vec![break_("'x")], vec![])]].concat(), ..l };
        assert_eq!(kinds(&with_i(vec![loop_stmt(with_way_out), after()])), [InvariantEnd]);
    }
}

#[test]
fn only_an_isolated_break_forgets_its_state() {
    let l = LoopStmt { invariants: vec![], ensures: vec![], ..counting(break_("'x")) };
    let [isolated, inline] = both(l);
    let after = || assert(op(Eq, i(), 3));
    assert_eq!(kinds(&with_i(vec![loop_stmt(inline), after()])), []);
    assert_eq!(kinds(&with_i(vec![loop_stmt(isolated), after()])), [Assert]);
}

#[test]
fn a_while_with_break_or_ensures_does_not_give_the_negated_condition() {
    let not_b = || assert(Expr::not(b()));
    let empty = |body| loop_("'x", Some(b()), body, vec![]);
    for l in both(empty(vec![])) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l.clone()), not_b()])), []);
    }
    for l in both(empty(vec![break_("'x")])) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l), not_b()])), [Assert]);
    }
    let told = LoopStmt { ensures: vec![clause(truth(true))], ..empty(vec![]) };
    assert_eq!(kinds(&with_i(vec![loop_stmt(told), not_b()])), [Assert]);
    let ensured = LoopStmt { ensures: vec![clause(Expr::not(b()))], ..empty(vec![]) };
    assert_eq!(kinds(&with_i(vec![loop_stmt(ensured.clone()), not_b()])), []);
    let broken = LoopStmt { body: vec![break_("'x")], ..ensured };
    assert_eq!(kinds(&with_i(vec![loop_stmt(broken), not_b()])), [LoopEnsures]);
}

#[test]
fn a_loop_without_break_does_not_end() {
    let nothing = || assert(truth(false));
    let forever = |body| loop_("'x", None, body, vec![]);
    for l in both(forever(vec![])) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l), nothing()])), []);
    }
    for l in both(forever(vec![break_("'x")])) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(l), nothing()])), [Assert]);
    }
    for to_outer in [false, true] {
        let inner = loop_("'y", None, vec![break_(if to_outer { "'x" } else { "'y" })], vec![]);
        for inner in both(inner) {
            for outer in both(forever(vec![loop_stmt(inner.clone())])) {
                let expected: &[GoalKind] = if to_outer { &[Assert] } else { &[] };
                assert_eq!(kinds(&with_i(vec![loop_stmt(outer), nothing()])), expected);
            }
        }
    }
}

#[test]
fn a_label_belongs_to_the_innermost_loop() {
    let inner = loop_("'x", None, vec![break_("'x")], vec![]);
    let outer = loop_("'x", Some(b()), vec![loop_stmt(inner)], vec![]);
    for outer in both(outer) {
        assert_eq!(kinds(&with_i(vec![loop_stmt(outer), assert(Expr::not(b()))])), []);
    }
}

#[test]
fn leaving_two_loops_needs_the_invariants_of_the_outer() {
    let nest = |label: &str, outer_isolated, inner_isolated| {
        let mut inner = loop_("'y", None, vec![break_(label)], vec![]);
        inner.invariants = vec![clause(op(Eq, i(), 1))];
        inner.isolated = inner_isolated;
        let back = assign("i", op(Sub, i(), 1));
        let mut outer = loop_i(None, vec![step(), loop_stmt(inner), back, branch(b(), vec![break_("'x")], vec![])]);
        outer.invariants = vec![clause(op(Eq, i(), 0))];
        outer.isolated = outer_isolated;
        kinds(&with_i(vec![loop_stmt(outer), assert(op(Eq, i(), 0))]))
    };
    for outer in [false, true] {
        for inner in [false, true] {
            assert_eq!(nest("'y", outer, inner), []);
            // An inline loop does not ask for its invariant at a break inside of the same obligation.
            let expected = if !outer && !inner { Assert } else { LoopEnsures };
            assert_eq!(nest("'x", outer, inner), [expected], "{outer} {inner}");
        }
    }
}

#[test]
fn continue_of_the_outer_loop_ends_its_iteration() {
    let nest = |measure: Expr| {
        let inner = LoopStmt { isolated: false, ..loop_("'y", None, vec![continue_("'x")], vec![]) };
        let down = assign("i", op(Sub, i(), 1));
        let mut outer = loop_i(Some(op(Gt, i(), 0)), vec![down, loop_stmt(inner)]);
        outer.decreases = vec![measure];
        both(outer).map(|l| kinds(&with_i(vec![loop_stmt(l)])))
    };
    assert_eq!(nest(i()), [vec![], vec![]]);
    assert_eq!(nest(int(3)), [vec![DecreasesLoop], vec![DecreasesLoop]]);
}

#[test]
fn return_in_a_loop_meets_the_postcondition() {
    let x = || var("x", u8());
    let run = |isolated, before: Vec<Stmt>, body: Vec<Stmt>, modified: bool| {
        let modified = if modified { vec![binder("x", u8())] } else { vec![] };
        let l = LoopStmt { isolated, ..loop_("'x", None, body, modified) };
        let check = [before, vec![loop_stmt(l)]].concat();
        let mut f = function("f", Mode::Exec, vec![binder("x", u8())], Some(check));
        f.ret.ty = u8();
        f.ensures = vec![clause(binary(Eq, var("result", u8()), x()))];
        kinds(&f)
    };
    let give = |e| vec![assign("result", e), return_()];
    for isolated in [true, false] {
        assert_eq!(run(isolated, vec![], give(x()), false), []);
        assert_eq!(run(isolated, vec![], give(int(5)), false), [Postcondition]);
        assert_eq!(run(isolated, vec![assign("x", int(1))], give(x()), false), [Postcondition]);
        assert_eq!(run(isolated, vec![], give(old("x", u8())), true), []);
        let changes = vec![branch(op(Lt, x(), 3), give(x()), vec![assign("x", int(1))])];
        assert_eq!(run(isolated, vec![], changes, true), [Postcondition]);
    }
}

#[test]
fn fields_that_a_loop_leaves_alone_stay() {
    let ty = || Ty::tuple(vec![u8(), u8()]);
    let (x, tuple2) = (|| var("x", ty()), "tuple%2");
    let field = |n: &str| vec![(tuple2.into(), tuple2.into(), n.into())];
    let run = |isolated, paths: Vec<&str>, body_assert: Option<Stmt>, after: usize| {
        let mut body = vec![assign("x", tuple(vec![tuple_field(x(), 0), int(5)]))];
        body.extend(body_assert);
        let mut l = LoopStmt { isolated, ..loop_("'x", Some(b()), body, vec![]) };
        l.modified = vec![(binder("x", ty()), paths.into_iter().map(field).collect())];
        let start = tuple(vec![clip_u8(int(0)), clip_u8(int(1))]);
        let end = assert(op(Eq, tuple_field(x(), after), after as i64));
        let check = vec![declare("x", ty(), Some(start)), loop_stmt(l), end];
        failing_kinds(&function("f", Mode::Exec, vec![binder("b", Ty::Bool)], Some(check)))
    };
    for isolated in [true, false] {
        assert_eq!(run(isolated, vec!["1"], None, 0), []);
        assert_eq!(run(isolated, vec!["1"], None, 1), [("main".into(), Assert)]);
        assert_eq!(run(isolated, vec!["0", "1"], None, 0), [("main".into(), Assert)]);
    }
    let inside = || Some(assert(op(Eq, tuple_field(x(), 0), 0)));
    assert_eq!(run(false, vec!["1"], inside(), 0), []);
    assert_eq!(run(true, vec!["1"], inside(), 0), [("loop 0".into(), Assert)]);
}

fn clip_u8(e: Expr) -> Expr {
    clip(certus_vir::IntKind::U(8), e)
}

#[test]
fn a_mutable_reference_keeps_its_final_value_through_a_loop() {
    let ty = || Ty::MutRef(Box::new(u8()));
    let view = |op, e| Expr::new(certus_vir::ExprKind::Unary(op, e), u8(), nowhere());
    let last = |e| view(UnaryOp::MutFinal, e);
    let run = |isolated, path: Vec<certus_vir::FieldStep>| {
        let same = assert(binary(Eq, last(var("r", ty())), last(old("r", ty()))));
        let mut l = LoopStmt { isolated, ..loop_("'x", Some(b()), vec![same], vec![]) };
        l.modified = vec![(binder("r", ty()), vec![path])];
        let params = vec![binder("b", Ty::Bool), binder("r", ty())];
        kinds(&function("f", Mode::Exec, params, Some(vec![loop_stmt(l)])))
    };
    for isolated in [true, false] {
        assert_eq!(run(isolated, vec![(MUT_CURRENT.into(), MUT_CURRENT.into(), MUT_CURRENT.into())]), []);
        assert_eq!(run(isolated, vec![]), [Assert]);
    }
}

#[test]
fn what_is_revealed_before_an_isolated_loop_is_revealed_in_it() {
    let reveal = |path: &str| stmt(StmtKind::Reveal(path.into(), 1));
    let l = loop_("'x", Some(b()), vec![assert(b())], vec![]);
    let sometimes = branch(b(), vec![reveal("m::sometimes")], vec![]);
    let f = with_i(vec![reveal("m::always"), sometimes, loop_stmt(l)]);
    let all = certus_vc::obligations(&program(vec![f.clone()]), &f);
    let expected = "\
f loop 0 by Default
  var b: bool
  b0
    reveal m::always 1
  b1 from b0 [b]
    goal Assert: b
";
    assert_eq!(all[0].to_string(), expected);
}

/// Forgetting too little would be unsound: the list of a loop's variables is not taken on trust.
#[test]
fn a_variable_that_the_list_leaves_out_is_forgotten_too() {
    let f = with_i(vec![loop_stmt(loop_("'x", Some(b()), vec![step()], vec![])), assert(op(Eq, i(), 0))]);
    let all = program(vec![f.clone()]);
    assert_eq!(certus_vir::check::check_program(&all), ["f: the loop 'x changes i and does not say so"]);
    let obligations = certus_vc::obligations(&all, &f);
    assert_eq!(common::failing_goals(&obligations[0]), [0]);
}
