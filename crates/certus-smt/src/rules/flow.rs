//! An obligation is a graph of blocks. Each point that control can reach, and from which a goal can be reached, is a Boolean
//! constant `b`, and each goal is a constant `g`. The query asserts `(or g ..)`: a model in which some `g` is true is a path
//! to a goal that fails; that there is none means that all hold.
//!
//! # Rule `flow`
//!
//! ```smt
//! (=> b (and (or (and b' ASSUMED) ..) FACTS))  ; b' and ASSUMED for each edge into the block
//! FACTS                                        ; where control always comes, and no goal was yet
//! ```
//!
//! True because whoever comes to a point came by one of the edges into its block, under what the edge assumes, and past the
//! facts on the way.
//!
//! # Rule `goal`
//!
//! ```smt
//! (=> g (and b (not G)))
//! (=> g (and b (or g.0 g.1 ..)))               ; for a goal of several conjuncts
//! (=> g.0 (not G0))
//! ```
//!
//! True because a goal fails where control comes to it and it does not hold, or one of its conjuncts does not. Behind a goal
//! it counts as a fact: a path on which it fails has its counterexample there already.
//!
//! # Rule `mark`
//!
//! ```smt
//! (mark G0)                                    ; for each named conjunct, when there are several goals
//! ```
//!
//! True because `mark` is a predicate that always holds, of which nothing else is said. What the goals speak of is there from
//! the start: the solver would otherwise look at the terms of one goal after the other, and instantiate again for each. Not
//! where something is multiplied with an unknown, or divided by one: what the solver makes of that early costs more, and it
//! may give up.

use crate::rules::arithmetic::NONLINEAR;
use crate::term::{self, Role, Sort, Term};
use crate::theory::Theory;

/// Rule `flow`: what is known where control comes.
pub(crate) fn reached(point: Term, facts: Term) -> Term {
    term::implies(point, facts)
}

/// Rule `goal`: where a goal fails, control comes to it, and one of these holds.
pub(crate) fn goal_fails(goal: Term, reach: Term, failures: Vec<Term>) -> Term {
    term::logic("=>", vec![goal, term::and([reach, term::or(failures)])])
}

/// Rule `goal`: where a conjunct is the first that fails, those before it hold and it does not. What those say is matched by
/// triggers while this one is looked at, as it is where a goal is written in one piece.
pub(crate) fn conjunct_fails(failure: Term, conjunct: Term, before: Option<Term>) -> Term {
    term::implies(failure, term::and(before.into_iter().chain([term::not(conjunct)])))
}

/// Rule `mark`: the facts for the conjuncts of so many goals.
pub(crate) fn marks(theory: &mut Theory, goals: usize, conjuncts: &[Term]) -> Vec<Term> {
    if goals < 2 || conjuncts.is_empty() || theory.is_done(NONLINEAR) {
        return Vec::new();
    }
    let bool_sort: Sort = "Bool".into();
    theory.declare(&"mark".into(), vec![bool_sort.clone()], &bool_sort);
    let mark = |conjunct: &Term| term::app("mark", Role::Given, vec![conjunct.clone()], "Bool");
    conjuncts.iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn flow_comes_by_one_of_the_edges() {
        let mut w = World::new();
        let (c, x) = (w.var("c", Ty::Bool), w.var("x", int()));
        w.block(&[(0, std::slice::from_ref(&c))]).assume(eq(x.clone(), n(1)));
        w.block(&[(0, &[not(c.clone())])]).assume(eq(x.clone(), n(2)));
        w.block(&[(1, &[]), (2, &[])]);
        w.check(or(eq(x.clone(), n(1)), eq(x.clone(), n(2)))).check(implies(c.clone(), eq(x.clone(), n(1))));
        w.check(eq(x.clone(), n(1))).check(c).check(lt(x, n(2)));
        w.fails(&[2, 3, 4]);
    }

    #[test]
    fn goal_is_known_behind_it_and_not_beside_it() {
        let mut w = World::new();
        let x = w.var("x", int());
        w.check(lt(n(0), x.clone())).goal(lt(n(1), x.clone())).goal(lt(n(0), x));
        w.fails(&[0, 1]);
    }

    #[test]
    fn goal_tells_which_conjunct_fails() {
        let mut w = World::new();
        w.declare("crate::p", &[("x", int())], Ty::Bool);
        let p = |k| is("crate::p", &[n(k)]);
        w.assume(p(1)).assume(p(3));
        w.check(implies(p(0), let_("y", n(2), and(p(1), and(is("crate::p", &[i("y")]), p(3))))));
        let certus_solve::Verdict::Failed { goals, .. } = w.verdict() else { panic!("proved") };
        assert_eq!(goals[0].details, [Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn mark_when_there_are_several_goals_and_nothing_is_nonlinear() {
        let mut w = World::new();
        w.declare("crate::a_function", &[("x", int())], int());
        let (x, y) = (w.var("x", int()), w.var("y", int()));
        let f = |e: Expr| call("crate::a_function", &[e], int());
        let long = |k| le(f(add(i("x"), n(k))), f(add(n(k), i("x"))));
        let is_marked = |w: &World| w.text().contains("(assert (mark ");
        w.goal(long(1_000_000));
        assert!(!is_marked(&w));
        w.goal(long(2_000_000)).check(lt(x.clone(), n(0)));
        assert!(is_marked(&w));
        w.fails(&[2]);
        for op in [BinaryOp::Mul, BinaryOp::Div, BinaryOp::Mod] {
            let (mut by_literal, mut by_unknown) = (w.clone(), w.clone());
            by_literal.check(eq(bin(op, x.clone(), n(2)), y.clone()));
            by_unknown.check(eq(bin(op, x.clone(), y.clone()), n(7)));
            assert_eq!((is_marked(&by_literal), is_marked(&by_unknown)), (true, false));
            by_literal.fails(&[2, 3]);
            by_unknown.fails(&[2, 3]);
        }
    }

    #[test]
    fn mark_needs_a_conjunct_with_a_name() {
        let mut w = World::new();
        let x = w.var("x", int());
        w.goal(le(x.clone(), x.clone())).goal(le(x.clone(), add(x, n(1))));
        assert!(!w.text().contains("mark"), "{}", w.text());
        w.proves();
    }
}
