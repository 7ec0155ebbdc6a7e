//! Contradictions in what is known at places of an obligation.

mod common;

use certus_vc::{Obligation, Place, Step, obligations};
use certus_vir::build::*;
use certus_vir::{BinaryOp, Expr, Function, GoalKind, Mode, Stmt, StmtKind, Ty};
use common::{failing_goals, kinds_in};

fn x() -> Expr {
    var("x", u8())
}

fn b() -> Expr {
    var("b", Ty::Bool)
}

fn less(n: i64) -> Expr {
    binary(BinaryOp::Lt, x(), int(n))
}

fn more(n: i64) -> Expr {
    binary(BinaryOp::Gt, x(), int(n))
}

fn no() -> Stmt {
    assert(truth(false))
}

/// A function of `b` and `x`.
fn proof(requires: Vec<Expr>, stmts: Vec<Stmt>) -> Function {
    let params = vec![binder("b", Ty::Bool), binder("x", u8())];
    let requires = requires.into_iter().map(clause).collect();
    Function { requires, ..function("f", Mode::Proof, params, Some(stmts)) }
}

/// The one obligation of such a function.
fn only(requires: Vec<Expr>, stmts: Vec<Stmt>) -> Obligation {
    let function = proof(requires, stmts);
    let mut all = obligations(&program(vec![function.clone()]), &function);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// How many contexts are asked about, and which of them are contradictory.
fn contradictory(obligation: &Obligation) -> (usize, Vec<usize>) {
    let places = obligation.contexts();
    let asked = obligation.asked_at(&places);
    assert!(asked.goals.iter().all(|goal| goal.kind == GoalKind::Contradiction));
    let failing = failing_goals(&asked);
    (places.len(), (0..places.len()).filter(|number| !failing.contains(number)).collect())
}

#[test]
fn goals_are_left_out_and_known_behind_them() {
    // The first goal stands at the beginning. What fails is known behind it all the same.
    let obligation = only(vec![], vec![assert(less(3)), assert(less(5))]);
    assert_eq!(contradictory(&obligation), (2, vec![]));
    let obligation = only(vec![], vec![assert(less(3)), assert(more(4)), assert(b())]);
    assert_eq!(contradictory(&obligation), (3, vec![2]));
    // The goals of the question are all that is asked.
    let asked = obligation.asked_at(&obligation.goal_places());
    let goals = asked.blocks.iter().flat_map(|block| &block.steps).filter(|step| matches!(step, Step::Goal(_)));
    assert_eq!((goals.count(), asked.goals.len()), (3, 3));
}

#[test]
fn preconditions_are_not_known_at_the_beginning() {
    let obligation = only(vec![less(3), more(4)], vec![assert(b())]);
    assert_eq!(contradictory(&obligation), (2, vec![1]));
    let place = |step| Place { block: 0, step };
    assert_eq!(obligation.contexts(), [place(0), place(2)]);
    assert!(!obligation.is_conditional(0));
}

#[test]
fn a_branch_that_is_not_reached_is_found() {
    let obligation = only(vec![more(3)], vec![branch(less(2), vec![assert(b())], vec![assert(more(2))])]);
    let places = obligation.contexts();
    let (count, found) = contradictory(&obligation);
    assert_eq!((count, found.len()), (3, 1));
    assert!(obligation.is_conditional(places[found[0]].block));
}

#[test]
fn a_branch_in_which_false_is_claimed_is_meant() {
    let meant = |then| contradictory(&only(vec![more(3)], vec![branch(less(2), then, vec![]), assert(b())]));
    // The beginning and the last goal, which stands behind both branches.
    assert_eq!(meant(vec![assert(b()), no()]), (2, vec![]));
    // The claim has to be proved all the same.
    let proved = proof(vec![more(3)], vec![branch(less(2), vec![no()], vec![])]);
    assert_eq!(kinds_in(&program(vec![proved.clone()]), &proved), []);
    assert_eq!(meant(vec![branch(b(), vec![no()], vec![no()])]), (2, vec![]));
    // One case is no proof of the other.
    assert_eq!(meant(vec![branch(b(), vec![no()], vec![assert(b())])]).1.len(), 1);
    assert_eq!(meant(vec![assert(b())]).1.len(), 1);
}

#[test]
fn what_is_claimed_of_all_cases_is_not_meant() {
    // Up to the goal itself; nothing is said of what comes behind it.
    let (count, found) = contradictory(&only(vec![more(3), less(2)], vec![no(), assert(b())]));
    assert_eq!((count, found), (2, vec![1]));
    // Nor is it where a proof on the side claims it without a premise.
    let side = |first: Vec<Stmt>| {
        let body = [first, vec![no()]].concat();
        let aside = StmtKind::Aside { binders: vec![], body, conclusions: vec![b()] };
        contradictory(&only(vec![more(3), less(2)], vec![stmt(aside), assert(b())])).1.len()
    };
    assert_eq!(side(vec![]), 2);
    assert_eq!(side(vec![assume(b())]), 1);
}

#[test]
fn behind_branches_that_join_nothing_is_conditional() {
    let stmts = vec![branch(b(), vec![assert(less(9))], vec![]), assert(less(8))];
    let obligation = only(vec![], stmts);
    let conditional: Vec<bool> =
        obligation.goal_places().iter().map(|place| obligation.is_conditional(place.block)).collect();
    assert_eq!(conditional, [true, false]);
}
