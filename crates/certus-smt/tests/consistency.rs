//! What is stated has a model: a context in which everything occurs proves nothing false.

mod common;

use certus_vc::Step;
use certus_vir::*;
use common::*;

/// Everything at once: ranges, datatypes, heights, functions, lambdas, choices, bits, recursion, equality.
fn rich() -> World {
    let mut w = World::new();
    w.own().type_params = type_params(&["T"]);
    let list = data("crate::List", &[param("A")]);
    w.datatype("crate::List", &["A"], &[("Nil", &[]), ("Cons", &[("head", param("A")), ("tail", list.clone())])]);
    let e = data("crate::E", &[]);
    let f = func(&[u8()], e.clone());
    w.datatype("crate::E", &[], &[("Nil", &[]), ("F", &[("0", f.clone()), ("1", u8())])]).ext_equal = true;
    let this = var("l", list.clone());
    let tail = field(this.clone(), "Cons", "tail", list.clone());
    let more = add(n(1), call_at("crate::len", &[param("A")], &[tail], nat()));
    let body = ite(is_variant(this, "Cons"), more, n(0));
    w.define("crate::len", &[("l", list)], nat(), body).type_params = type_params(&["A"]);
    w.declare("crate::code", &[("x", u8()), ("c", Ty::Int(IntKind::Char))], Ty::Int(IntKind::I(8)));
    w.declare("crate::id", &[("x", param("A"))], param("A")).type_params = type_params(&["A"]);
    for (name, of) in [("xs", u8()), ("ys", param("T")), ("zs", usize_())] {
        let xs = w.var(name, data("crate::List", std::slice::from_ref(&of)));
        let tail = field(xs.clone(), "Cons", "tail", xs.ty.clone());
        let head = field(xs.clone(), "Cons", "head", of.clone());
        w.check(height_lt(tail.clone(), xs.clone())).check(height_lt(xs.clone(), tail));
        w.check(eq(call_at("crate::len", std::slice::from_ref(&of), &[xs], nat()), n(-1)));
        w.check(not(eq(
            call_at("crate::id", std::slice::from_ref(&of), std::slice::from_ref(&head), of.clone()),
            head,
        )));
    }
    let (a, b) = (w.var("a", e.clone()), w.var("b", e));
    let of = |e: &Expr| apply(field(e.clone(), "F", "0", f.clone()), &[n(300)]);
    w.check(ext(a.clone(), b.clone())).check(height_lt(of(&a), a.clone())).check(height_lt(a.clone(), of(&a)));
    let constant = lambda(&[("x", u8())], a.clone());
    let made = ctor(a.ty.clone(), "F", &[("0", constant.clone()), ("1", n(-1))]);
    w.check(eq(made.clone(), b.clone())).check(height_lt(made.clone(), a.clone()));
    w.check(eq(field(made, "F", "1", u8()), n(-1))).check(ext(constant, field(b, "F", "0", f)));
    let x = w.var("x", int());
    let code = |k: Expr| call("crate::code", &[k, n(0xD800)], Ty::Int(IntKind::I(8)));
    let some = choose(&[("k", u8())], eq(code(var("k", u8())), n(1000)), var("k", u8()));
    w.check(eq(some.clone(), n(-1))).check(eq(code(some), n(1000))).check(eq(clip(IntKind::Char, x.clone()), n(-1)));
    let bit = |op, kind, a: &Expr, b: Expr| Expr::new(ExprKind::Binary(op, a.clone(), b), Ty::Int(kind), sp());
    for kind in [IntKind::Int, IntKind::Nat, IntKind::U(8), IntKind::I(8), IntKind::Usize, IntKind::Isize] {
        let typed = un(UnaryOp::Clip(kind), x.clone(), Ty::Int(kind));
        for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shr, BinaryOp::Shl(kind)] {
            for other in [n(-1), n(0), n(255), x.clone()] {
                w.check(eq(bit(op, kind, &typed, other), n(-1000)));
            }
        }
        w.check(eq(bin(BinaryOp::Div, typed.clone(), n(0)), bin(BinaryOp::Mod, typed, n(0))));
    }
    let next = add(x.clone(), i("k"));
    let grows = quant(QuantKind::Exists, &[("k", int())], given(std::slice::from_ref(&next)), lt(next, n(0)));
    w.check(grows);
    w
}

#[test]
fn nothing_false_follows() {
    let mut w = rich();
    w.check(not(t()));
    let last = w.obligation.goals.len() - 1;
    assert!(w.failures().contains(&last), "{}", w.text());
    // With the newer arithmetic solver and nonlinear arithmetic too.
    w.obligation.prover = Prover::Nonlinear;
    assert!(w.failures().contains(&last), "{}", w.text());
}

#[test]
fn facts_alone_are_consistent() {
    // All the terms of the goals as facts, none of them asserted: `e == e` is true of any of them.
    let mut w = rich();
    let goals: Vec<Expr> = w.obligation.goals.iter().map(|g| g.expr.clone()).collect();
    for e in goals {
        w.step(Step::Assume(or(e.clone(), not(e))));
    }
    w.goal(not(t()));
    let last = w.obligation.goals.len() - 1;
    assert!(w.failures().contains(&last), "{}", w.text());
}

#[test]
fn the_text_is_the_same_every_time() {
    assert_eq!(rich().text(), rich().text());
}
