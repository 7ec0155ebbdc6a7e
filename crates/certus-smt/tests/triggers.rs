//! Triggers: which are chosen, and which of the given ones are refused.

mod common;

use certus_vir::*;
use common::*;

#[test]
fn triggers_chosen_given_and_refused() {
    let mut w = World::new();
    w.declare("crate::f", &[("i", int())], Ty::Bool);
    w.declare("crate::h", &[("i", int())], Ty::Bool);
    let f = |e| is("crate::f", &[e]);
    let h = |e| is("crate::h", &[e]);
    let half = f(bin(BinaryOp::Div, i("i"), n(2)));
    let refused = |q: Expr| {
        let mut p = w.clone();
        p.assume(q).check(t());
        p.refused()
    };
    assert_eq!(refused(forall(&[("i", int())], eq(half.clone(), half))), "language/no-trigger");
    let q = |trigger: Expr| quant(QuantKind::Forall, &[("i", int())], given(&[trigger]), f(i("i")));
    assert_eq!(refused(q(f(n(3)))), "language/trigger-coverage");
    assert_eq!(refused(q(eq(i("i"), n(3)))), "language/bad-trigger");
    assert_eq!(refused(q(f(ite(h(i("i")), i("i"), n(1))))), "language/bad-trigger");
    // Two triggers of equal merit are both taken.
    for known in [f(n(300)), h(n(300))] {
        let mut p = w.clone();
        p.assume(known.clone()).assume(forall(&[("i", int())], eq(f(i("i")), h(i("i")))));
        p.check(and(f(n(300)), h(n(300))));
        p.proves();
        assert_eq!(p.encode().unwrap().notes.len(), 1);
    }
    // One given is the only one.
    let mut p = w.clone();
    let only = quant(QuantKind::Forall, &[("i", int())], given(&[f(i("i"))]), h(i("i")));
    p.assume(only).check(h(n(3)));
    p.fails(&[0]);
}

#[test]
fn a_chosen_trigger_that_finds_itself_again_is_told() {
    let mut w = World::new();
    w.declare("crate::f", &[("i", int())], Ty::Bool);
    let f = |e| is("crate::f", &[e]);
    let notes = |body: Expr| {
        let mut p = w.clone();
        p.assume(forall(&[("i", int())], body)).check(f(n(3)));
        p.encode().unwrap().notes.len()
    };
    assert_eq!(notes(implies(f(i("i")), f(add(i("i"), n(1))))), 1);
    assert_eq!(notes(implies(f(i("i")), f(n(1)))), 1);
}

#[test]
fn trigger_of_a_local_definition() {
    let mut w = World::new();
    w.declare("crate::llama", &[("x", int())], int());
    w.declare("crate::foo", &[("x", int()), ("y", int())], Ty::Bool);
    w.declare("crate::bar", &[("x", int())], Ty::Bool);
    let llama = |e: Expr| call("crate::llama", &[e], int());
    let foo = |a: Expr, b: Expr| is("crate::foo", &[a, b]);
    let inner = quant(QuantKind::Forall, &[("z", int())], given(&[foo(i("y"), i("z"))]), foo(i("y"), i("z")));
    let bar = is("crate::bar", &[i("x")]);
    let body = implies(bar.clone(), let_("y", llama(i("x")), inner));
    w.assume(quant(QuantKind::Forall, &[("x", int())], given(&[bar]), body)).assume(is("crate::bar", &[n(7)]));
    w.check(foo(llama(n(7)), n(20))).check(foo(llama(n(8)), n(20)));
    let outer = let_("y", llama(i("x")), is("crate::bar", &[i("y")]));
    w.assume(quant(QuantKind::Forall, &[("x", int())], given(&[is("crate::bar", &[i("y")])]), outer));
    w.check(is("crate::bar", &[llama(n(1))]));
    w.fails(&[1]);
}

#[test]
fn all_triggers_are_all_smallest_groups() {
    let mut w = World::new();
    for f in ["crate::bar", "crate::qux", "crate::baz"] {
        w.declare(f, &[("i", int())], Ty::Bool);
    }
    w.declare("crate::res", &[("i", int()), ("j", int())], Ty::Bool);
    let p = |f: &str, e: Expr| is(&format!("crate::{f}"), &[e]);
    let res = is("crate::res", &[i("i"), i("j")]);
    let body = implies(and(p("bar", i("i")), p("qux", i("j"))), and(res, p("baz", i("j"))));
    let q = |trigger: Trigger| quant(QuantKind::Forall, &[("i", int()), ("j", int())], trigger, body.clone());
    for (trigger, expected) in [(Trigger::All, &[][..]), (Trigger::Auto, &[0])] {
        let mut w = w.clone();
        w.assume(q(trigger)).assume(p("bar", n(3))).assume(p("qux", n(4))).check(p("baz", n(4)));
        w.fails(expected);
    }
}

#[test]
fn triggers_of_nested_quantifiers() {
    let mut w = World::new();
    w.declare("crate::f", &[("i", int())], Ty::Bool);
    w.declare("crate::g", &[("i", int())], Ty::Bool);
    let (f, g) = (|e| is("crate::f", &[e]), |e| is("crate::g", &[e]));
    let body = and(f(i("x")), g(i("y")));
    let inner = quant(QuantKind::Forall, &[("y", int())], given(&[f(i("x")), g(i("y"))]), body);
    w.assume(quant(QuantKind::Forall, &[("x", int())], given(&[f(i("x"))]), inner));
    let mut silent = w.clone();
    silent.check(f(n(3)));
    silent.fails(&[0]);
    // A definition that nothing uses still mentions what triggers match.
    w.def("u", g(n(4)));
    w.step(certus_vc::Step::Mention(name("u")));
    w.check(f(n(3)));
    w.proves();
    assert!(w.text().contains(":pattern ((g. y$))"), "{}", w.text());
}

/// All groups for the other variables would be more than anybody waits for.
#[test]
fn a_variable_without_a_term_is_found_at_once() {
    let mut w = World::new();
    let vars = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let functions: Vec<String> = (0..20).map(|n| format!("crate::f{n}")).collect();
    for f in &functions {
        w.declare(f, &[("i", int())], Ty::Bool);
    }
    let covered = vars[..7].iter().flat_map(|var| functions.iter().map(|f| is(f, &[i(var)])));
    let body = covered.reduce(and).unwrap();
    let binders: Vec<(&str, Ty)> = vars.iter().map(|var| (*var, int())).collect();
    w.assume(forall(&binders, implies(body, bin(BinaryOp::Lt, i("h"), n(3))))).check(t());
    assert_eq!(w.refused(), "language/no-trigger");
}
