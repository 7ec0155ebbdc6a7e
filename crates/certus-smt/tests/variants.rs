//! A variant of a query is the same question: the solver says the same of it.

mod common;

use certus_smt::variants::{Mutation, variant};
use certus_solve::{Query, Verdict};
use certus_vc::Step;
use certus_vir::*;
use common::*;

/// A recursive definition, a datatype with a recursive field, a quantified fact.
fn world() -> World {
    let mut w = World::new();
    let list = data("crate::List", &[]);
    w.datatype("crate::List", &[], &[("Nil", &[]), ("Cons", &[("head", int()), ("tail", list.clone())])]);
    let here = || var("l", data("crate::List", &[]));
    let tail = field(here(), "Cons", "tail", list.clone());
    let body = ite(is_variant(here(), "Nil"), n(0), add(n(1), call("crate::len", &[tail], int())));
    w.define("crate::len", &[("l", list.clone())], int(), body).termination =
        Some(Termination { decreases: vec![here()], when: None });
    w.declare("crate::f", &[("x", int())], int());
    let f = |e| call("crate::f", &[e], int());
    w.assume(forall(&[("x", int())], lt(n(3), f(i("x")))));
    w.var("k", int());
    let empty = ctor(list.clone(), "Nil", &[]);
    let one = ctor(list, "Cons", &[("head", n(7)), ("tail", empty)]);
    w.step(Step::Reveal("crate::len".into(), 3)).goal(eq(call("crate::len", &[one], int()), n(1)));
    w.goal(lt(n(2), f(i("k"))));
    w
}

/// What the solver says of some variants.
fn verdicts(w: &World, mutation: Mutation) -> Vec<Verdict> {
    let encoded = w.encode().unwrap();
    let goals: Vec<String> = encoded.goals.iter().map(|goal| goal.name.clone()).collect();
    let query = |seed| {
        let (context, goals) = variant(&encoded.context, &goals, mutation, seed).unwrap();
        Query { max_errors: 100, ..Query::new(context, goals, ENOUGH) }
    };
    let queries = (1..=8).map(query).collect();
    POOL.run(queries, |_, _| {}).into_iter().map(|outcome| outcome.verdict).collect()
}

#[test]
fn what_is_proved_is_proved_in_every_variant() {
    for mutation in [Mutation::Shuffle, Mutation::Rename] {
        for verdict in verdicts(&world(), mutation) {
            assert_eq!(verdict, Verdict::Proved, "{mutation:?}");
        }
    }
}

#[test]
fn what_fails_fails_in_every_variant_at_the_same_goal() {
    let mut w = world();
    w.goal(lt(call("crate::f", &[i("k")], int()), n(2)));
    for mutation in [Mutation::Shuffle, Mutation::Rename] {
        for verdict in verdicts(&w, mutation) {
            let Verdict::Failed { goals, .. } = verdict else { panic!("{mutation:?}: {verdict:?}") };
            assert_eq!(goals.iter().map(|goal| goal.index).collect::<Vec<_>>(), [2]);
        }
    }
}
