//! What a real solver's answers are turned into.

mod common;

use std::time::Duration;

use certus_solve::{Executor, FailedGoal, Limit, LocalPool, Profile, Query, Unwatched, Verdict};
use common::{ENOUGH, indices, pigeonhole, query, solve, verdict, z3};

const INTS: &str = "(declare-const x Int)\n(declare-const y Int)\n(assert (< 0 x))\n(assert (< x y))\n";

/// A function that only a trigger tells anything about, so that the solver cannot be sure of a model.
const FUNCTION: &str = "(declare-sort S 0)\n(declare-fun f (S) Int)\n(declare-const s S)\n\
    (assert (forall ((t S)) (! (< 3 (f t)) :pattern ((f t)))))\n";

fn out_of_units() -> Verdict {
    Verdict::ResourceExhausted { limit: Limit::Units, found: vec![] }
}

#[test]
fn proves_what_holds() {
    for profile in [Profile::Default, Profile::Nonlinear, Profile::Epr] {
        let outcome = solve(&z3(1), Query { profile, ..query(INTS, &["(< 1 y)", "(< 0 (+ x y))"]) });
        assert_eq!(outcome.verdict, Verdict::Proved, "{profile:?}");
        assert!((1..ENOUGH).contains(&outcome.rlimit_count));
        assert!(outcome.wall > Duration::ZERO);
    }
    assert_eq!(verdict(query(FUNCTION, &["(< 2 (f s))"])), Verdict::Proved);
}

#[test]
fn finds_all_goals_that_fail_and_no_other() {
    let claims = ["(< 0 y)", "(distinct x 3)", "(< 1 y)", "(distinct x 4)", "(distinct y 9)"];
    let Verdict::Failed { mut goals, incomplete_after } = verdict(query(INTS, &claims)) else { panic!() };
    goals.sort_by_key(|goal| goal.index);
    assert_eq!(goals.iter().map(|goal| goal.index).collect::<Vec<_>>(), [1, 3, 4]);
    assert!(goals.iter().all(|goal| !goal.from_unknown));
    assert!(!incomplete_after);
}

#[test]
fn stops_at_the_number_of_errors_asked_for() {
    let claims = ["(distinct x 1)", "(distinct x 2)", "(distinct x 3)"];
    for (max_errors, expected) in [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3)] {
        let found = verdict(Query { max_errors, ..query(INTS, &claims) });
        assert_eq!(indices(&found).len(), expected);
        assert!(matches!(found, Verdict::Failed { incomplete_after, .. } if incomplete_after == (expected < 3)));
    }
}

#[test]
fn reads_the_conjuncts_off_the_model() {
    let mut failing = query(INTS, &["(< 0 x)", "(and (< 0 x) (< y 0) (< x y))"]);
    let conjuncts = ["(< 0 x)", "(< y 0)", "(< x y) ; a comment", "(+ x 1)"];
    failing.details = vec![vec![], conjuncts.map(str::to_owned).to_vec()];
    let details = vec![Some(true), Some(false), Some(true), None];
    let goals = vec![FailedGoal { index: 1, details, reads: Vec::new(), from_unknown: false, model: None }];
    assert_eq!(verdict(failing), Verdict::Failed { goals, incomplete_after: false });
}

#[test]
fn takes_the_candidate_when_quantifiers_leave_it_unknown() {
    let mut failing = query(FUNCTION, &["(< 3 (f s))", "(< 4 (f s))"]);
    failing.details = vec![vec![], vec!["(< 3 (f s))".into(), "(< 4 (f s))".into()]];
    let details = vec![Some(true), Some(false)];
    let goals = vec![FailedGoal { index: 1, details, reads: Vec::new(), from_unknown: true, model: None }];
    assert_eq!(verdict(failing), Verdict::Failed { goals, incomplete_after: false });
}

#[test]
fn unknown_is_never_a_proof() {
    // True, but beyond linear arithmetic; the nonlinear profile has it.
    let square = query(&format!("{INTS}{FUNCTION}"), &["(<= (* 2 (* x y)) (+ (* x x) (* y y)))"]);
    let Verdict::Failed { goals, .. } = verdict(square.clone()) else { panic!() };
    assert!(goals[0].from_unknown);
    assert_eq!(verdict(Query { profile: Profile::Nonlinear, ..square }), Verdict::Proved);
}

#[test]
fn an_unknown_may_be_asked_again() {
    let bound =
        "(assert (forall ((a Int) (b Int)) (! (=> (and (<= 0 a) (< 0 b)) (<= 0 (div a b) a)) :pattern ((div a b)))))";
    let numbers = "(declare-const x Int)\n(declare-const y Int)\n(assert (and (<= 0 x 255) (< 0 y)))\n";
    let context = format!("{numbers}{bound}\n");
    let sum = query(&context, &["(<= (+ (div x y) (mod x y)) 255)"]);
    assert_eq!(indices(&verdict(sum.clone())), [0]);
    assert_eq!(verdict(Query { asks_again: true, ..sum }), Verdict::Proved);
    let wrong = query(&context, &["(<= (+ (div x y) (mod x y)) 255)", "(<= (+ (div x y) (mod x y)) 254)"]);
    assert_eq!(indices(&verdict(Query { asks_again: true, max_errors: 2, ..wrong })), [1]);
}

#[test]
fn goals_are_told_apart_without_a_model() {
    // Without quantifiers the solver ends in a tactic that gives no candidate with its `unknown`.
    let outcome = verdict(query(INTS, &["(< 0 y)", "(< 0 (^ 2 x))", "(distinct x 3)", "(< 1 y)"]));
    let Verdict::Failed { goals, incomplete_after: false } = outcome else { panic!("{outcome:?}") };
    let found: Vec<_> = goals.iter().map(|goal| (goal.index, goal.from_unknown)).collect();
    assert_eq!(found, [(1, true), (2, false)]);
}

#[test]
fn bit_vectors() {
    let declarations = "(declare-const a (_ BitVec 32))\n(declare-const b (_ BitVec 32))\n";
    let bits = |claims| Query { profile: Profile::BitVector, ..query(declarations, claims) };
    assert_eq!(verdict(bits(&["(= (bvadd a b) (bvadd b a))", "(= (bvand a (bvnot a)) #x00000000)"])), Verdict::Proved);
    let some = verdict(bits(&["(= (bvadd a b) (bvor a b))", "(= (bvxor a a) #x00000000)", "(bvult a b)"]));
    assert_eq!(indices(&some), [0, 2]);
    let exhausted =
        verdict(Query { rlimit: 2_000, ..bits(&["(or (= b #x00000000) (bvule (bvmul (bvudiv a b) b) a))"]) });
    assert_eq!(exhausted, out_of_units());
}

#[test]
fn epr_gives_genuine_models() {
    let order = "(declare-sort S 0)\n(declare-fun le (S S) Bool)\n(declare-const a S)\n(declare-const b S)\n\
        (assert (forall ((x S)) (le x x)))\n\
        (assert (forall ((x S) (y S)) (=> (and (le x y) (le y x)) (= x y))))\n";
    let epr = |claim| verdict(Query { profile: Profile::Epr, ..query(order, &[claim]) });
    assert_eq!(epr("(=> (and (le a b) (le b a)) (= a b))"), Verdict::Proved);
    let Verdict::Failed { goals, .. } = epr("(or (le a b) (le b a))") else { panic!() };
    assert!(!goals[0].from_unknown);
}

#[test]
fn budget_runs_out() {
    for profile in Profile::ALL {
        let pool = z3(1);
        let hard = Query { rlimit: 20_000, ..pigeonhole(9, profile) };
        let outcome = solve(&pool, hard.clone());
        assert_eq!(outcome.verdict, out_of_units(), "{profile:?}");
        // The default profile tries twice.
        let tries = if profile == Profile::Default { 2 } else { 1 };
        let spent = 20_000 * tries..40_000 * tries;
        assert!(spent.contains(&outcome.rlimit_count), "{profile:?} {}", outcome.rlimit_count);
        // Not by a limit left behind: the same process goes on, with the budget of the query at hand.
        assert_eq!(solve(&pool, query(INTS, &["(< 0 x)"])).verdict, Verdict::Proved);
        assert_eq!(solve(&pool, Query { rlimit: 0, ..pigeonhole(5, profile) }).verdict, Verdict::Proved);
        assert_eq!(solve(&pool, hard).rlimit_count, outcome.rlimit_count);
    }
}

#[test]
fn errors_found_before_the_budget_ran_out_are_reported() {
    let mut hard = pigeonhole(11, Profile::Nonlinear);
    hard.rlimit = 20_000;
    let declaration = "(declare-const g1 Bool)\n(assert (= g1 (not p0_0)))\n";
    hard.context = hard.context.replace("(assert (or g0))", &format!("{declaration}(assert (or g0 g1))")).into();
    hard.goals.push("g1".into());
    let found = verdict(hard.clone());
    assert!(matches!(found, Verdict::ResourceExhausted { .. }), "{found:?}");
    assert_eq!(indices(&found), [1]);
    let split: Vec<Verdict> = z3(1).run(hard.split(), |_, _| {}).into_iter().map(|outcome| outcome.verdict).collect();
    assert_eq!(split[0], out_of_units());
    assert_eq!(indices(&split[1]), [0]);
    assert!(matches!(split[1], Verdict::Failed { .. }));
}

#[test]
fn solver_error_is_no_proof() {
    let contradiction = "(declare-const x Int)\n(assert (< x x))\n";
    let good = query(contradiction, &["false"]);
    assert_eq!(verdict(good.clone()), Verdict::Proved);
    let pool = z3(1);
    let spoilt = |context: String| match solve(&pool, Query { context: context.into(), ..good.clone() }).verdict {
        Verdict::SolverError(message) => message,
        other => panic!("{other:?}"),
    };
    let unknown_symbol = spoilt(format!("(assert nonsense)\n{}", good.context));
    assert!(unknown_symbol.contains("unknown constant nonsense"), "{unknown_symbol}");
    for text in ["(assert", ")", "\"", "(check-sat)", "(echo \"unsat\")", "(frobnicate)", "(exit)", "(assert 1)"] {
        spoilt(format!("{text}\n{}", good.context));
        spoilt(format!("{}{text}", good.context));
    }
    assert_eq!(solve(&pool, good).verdict, Verdict::Proved, "the pool is in order after all this");
}

#[test]
fn malformed_goals_are_refused() {
    let good = query(INTS, &["(< 0 x)"]);
    let refused = |query| matches!(verdict(query), Verdict::SolverError(_));
    assert!(refused(Query { goals: vec![], ..good.clone() }));
    for goal in ["", "g0 g0", "(g0", "g0)) (assert false", "; g0"] {
        assert!(refused(Query { goals: vec![goal.into()], ..good.clone() }), "{goal}");
        let failing = query(INTS, &["(< x 0)"]);
        assert!(refused(Query { details: vec![vec![goal.into()]], ..failing }), "{goal}");
    }
    let failing = query(INTS, &["(< x 0)"]);
    assert!(refused(Query { details: vec![vec!["nonsense".into()]], ..failing }));
}

#[test]
fn query_with_a_model_without_a_failing_goal_is_an_error() {
    // The encoder forgot the disjunction of the goals.
    let mut forgotten = query(INTS, &["(< 0 x)", "(< 0 y)"]);
    forgotten.context = forgotten.context.replace("(assert (or g0 g1))", "").into();
    let Verdict::SolverError(message) = verdict(forgotten) else { panic!() };
    assert!(message.contains("no goal fails"), "{message}");
}

#[test]
fn answers_do_not_depend_on_what_a_process_has_seen() {
    let claims = ["(< 0 y)", "(< 1 x)", "(< 2 (f s))", "(< 9 (f s))"];
    let declarations = format!("{INTS}{FUNCTION}");
    let mut queries: Vec<Query> =
        Profile::ALL.iter().map(|profile| Query { profile: *profile, ..query(&declarations, &claims) }).collect();
    queries.push(pigeonhole(6, Profile::Default));
    queries.retain(|query| query.profile != Profile::BitVector);
    let fresh: Vec<_> = queries.iter().map(|query| solve(&z3(1), query.clone())).collect();
    let pool = z3(1);
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        let mixed: Vec<Query> = order.iter().map(|at| queries[*at].clone()).collect();
        for (at, outcome) in order.iter().zip(pool.run(mixed, |_, _| {})) {
            assert_eq!(outcome.verdict, fresh[*at].verdict);
            assert_eq!(outcome.rlimit_count, fresh[*at].rlimit_count);
        }
    }
}

#[test]
fn batch_is_reported_as_it_finishes_and_returned_in_order() {
    let queries: Vec<Query> = (0..40).map(|n| query(INTS, &["(< 0 x)", &format!("(< x {n})")][..1 + n % 2])).collect();
    let pool = z3(3);
    let mut reported = Vec::new();
    let outcomes = pool.run(queries.clone(), |index, outcome| reported.push((index, outcome.clone())));
    assert_eq!(outcomes.len(), 40);
    for (index, outcome) in &reported {
        assert_eq!(outcomes[*index], *outcome);
        assert_eq!(outcome.verdict.is_proved(), index % 2 == 0, "{index}");
    }
    reported.sort_by_key(|(index, _)| *index);
    assert!(reported.iter().map(|(index, _)| *index).eq(0..40));
    // One at a time the longest finish first, those of one length in the order given.
    let mut expected: Vec<usize> = (0..40).collect();
    expected.sort_by_key(|index| std::cmp::Reverse(queries[*index].context.len()));
    let mut order = Vec::new();
    z3(1).run(queries, |index, _| order.push(index));
    assert_eq!(order, expected);
}

#[test]
fn pool_serves_several_callers_through_the_trait() {
    let pool: Box<dyn Executor> = Box::new(LocalPool::start(&*common::Z3, 2).unwrap());
    std::thread::scope(|scope| {
        for bound in [0, 5] {
            let pool = &pool;
            scope.spawn(move || {
                let queries = vec![query(INTS, &[&format!("(< {bound} x)")]); 10];
                let outcomes = pool.solve(queries, &mut Unwatched);
                assert!(outcomes.iter().all(|outcome| outcome.verdict.is_proved() == (bound == 0)));
            });
        }
    });
}

#[test]
fn a_seed_is_of_one_query_only() {
    let pool = z3(1);
    let claims = ["(< 2 (f s))", "(distinct (f s) 7)"];
    let plain = || query(FUNCTION, &claims);
    let first = solve(&pool, plain());
    for seed in 1..5 {
        let seeded = Query { seed, ..plain() };
        assert_eq!(indices(&solve(&pool, seeded.clone()).verdict), indices(&first.verdict));
        let after = solve(&pool, plain());
        assert_eq!((after.rlimit_count, after.verdict), (first.rlimit_count, first.verdict.clone()));
    }
}

#[test]
fn a_seed_reaches_the_solver() {
    let pool = z3(1);
    let counts = (1..6).map(|seed| solve(&pool, Query { seed, ..pigeonhole(6, Profile::Epr) }).rlimit_count);
    assert!(counts.collect::<std::collections::BTreeSet<u64>>().len() > 1);
}
