//! The text of queries, and what is read from their answers.

mod common;

use certus_vir::*;
use common::*;

/// Names of quantifiers are only there when they are asked for, and change nothing else.
#[test]
fn quantifiers_are_named_on_request() {
    let mut w = World::new();
    w.define("crate::f", &[("x", int())], int(), add(i("x"), n(1)));
    let f = |e: Expr| call("crate::f", &[e], int());
    w.assume(forall(&[("y", int())], lt(n(0), f(i("y")))));
    w.goal(eq(f(n(1)), n(2)));
    let plain = w.text();
    assert!(!plain.contains(":qid"), "{plain}");
    let (named, origins) = certus_smt::encode_named(&w.program, &w.obligation).unwrap();
    let mut stripped = named.context.to_string();
    for origin in &origins {
        assert!(stripped.contains(&format!(" :qid {})", origin.name)), "{}", origin.name);
        stripped = stripped.replace(&format!(" :qid {})", origin.name), ")");
    }
    assert_eq!(stripped, plain);
    let said: Vec<_> = origins.iter().map(|origin| (origin.what.as_deref(), origin.trigger.as_str())).collect();
    assert!(said.contains(&(None, "f(y)")) && said.contains(&(Some("what is known of `f`"), "f(x)")), "{said:?}");
}

#[test]
fn a_call_with_too_few_arguments_is_a_fault() {
    let mut w = World::new();
    w.declare("crate::p", &[("x", int())], Ty::Bool);
    w.check(is("crate::p", &[]));
    assert_eq!(w.refused(), "internal/encoding");
}

/// The same thing has the same name in every query, whatever else is in it.
#[test]
fn names_tell_what_they_are_of() {
    let mut w = World::new();
    w.declare("crate::f", &[("x", param("A"))], Ty::Bool).type_params = type_params(&["A"]);
    w.declare("crate::p", &[("x", int())], Ty::Bool);
    let later = Var { name: "x".into(), index: 1 };
    w.var("x", int());
    w.obligation.vars.push(Binder { var: later.clone(), ty: int() });
    let chosen = choose(&[("i", int())], is("crate::p", &[i("i")]), i("i"));
    let f = |ty: Ty, e: Expr| call_at("crate::f", &[ty], &[e], Ty::Bool);
    w.check(eq(add(i("x"), Expr::var(&later, int(), sp())), chosen));
    w.check(and(f(int(), i("x")), f(Ty::Bool, t())));
    let text = w.text();
    for name in ["x! ", "x!1 ", "(f. ", "(f<bool> "] {
        assert!(text.contains(name), "{name}: {text}");
    }
    let choice = text.split("choose%").nth(1).and_then(|rest| rest.split([' ', ')']).next());
    assert!(choice.is_some_and(|rest| !rest.contains('.')), "{text}");
}

/// The values at the beginning, in the order of the variables.
#[test]
fn variables_are_read_from_models() {
    let mut w = World::new();
    let (x, b) = (w.var("x", int()), w.var("b", Ty::Bool));
    w.goal(or(not(eq(x, n(7))), b));
    let readings = w.encode().unwrap().readings;
    assert_eq!(readings.terms, ["x!", "b!"]);
    let values = [Some("7".to_owned()), Some("false".to_owned())];
    let read = readings.inputs.iter().map(|(binder, reading)| reading.value(&binder.ty, &values, sp()));
    let read: Vec<Expr> = read.map(Option::unwrap).collect();
    assert!(matches!(&*read[0].kind, ExprKind::Const(Const::Int(seven)) if *seven == 7.into()));
    assert!(matches!(&*read[1].kind, ExprKind::Const(Const::Bool(false))));
}
