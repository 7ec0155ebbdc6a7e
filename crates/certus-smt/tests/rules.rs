//! Each rule of the encoding, asked of the solver: what it must give and what it must not.

mod common;

use certus_vc::Step;
use certus_vir::*;
use common::*;

/// `f(i) = if i == 0 { 0 } else { i + f(i - 1) } when i >= 0`.
fn sum(w: &mut World) {
    let rest = call("crate::f", &[sub(i("i"), n(1))], int());
    let body = ite(eq(i("i"), n(0)), n(0), add(i("i"), rest));
    let f = w.define("crate::f", &[("i", int())], int(), body);
    f.termination = Some(Termination { decreases: vec![i("i")], when: Some(le(n(0), i("i"))) });
}

#[test]
fn recursive_definition_unfolds_one_step_at_a_time() {
    let mut w = World::new();
    sum(&mut w);
    let f = |k| call("crate::f", &[n(k)], int());
    w.goal(eq(f(0), n(0))).goal(eq(f(1), n(1))).goal(eq(f(2), n(3)));
    w.check(eq(f(-1), add(n(-1), f(-2))));
    w.fails(&[3]);
    let mut w = World::new();
    sum(&mut w);
    w.goal(eq(f(2), n(3)));
    w.fails(&[0]);
    let mut w = World::new();
    sum(&mut w);
    w.step(Step::Reveal("crate::f".into(), 3)).goal(eq(f(2), n(3))).goal(eq(f(9), n(45)));
    w.fails(&[1]);
}

#[test]
fn recursive_definition_through_two_functions_has_the_fuel_of_their_cycle() {
    let mut w = World::new();
    for (f, g) in [("crate::a", "crate::b"), ("crate::b", "crate::a")] {
        let less = clip(IntKind::Nat, sub(var("i", nat()), n(1)));
        let body = ite(eq(var("i", nat()), n(0)), n(0), add(n(1), call(g, &[less], nat())));
        w.define(f, &[("i", nat())], nat(), body);
    }
    let a = |k| call("crate::a", &[n(k)], nat());
    let mut short = w.clone();
    short.check(eq(a(1), n(1)));
    short.proves();
    w.check(eq(a(2), n(2)));
    w.fails(&[0]);
}

#[test]
fn definition_only_where_its_when_holds_and_where_it_is_shown() {
    let mut w = World::new();
    w.define("crate::f", &[("x", int())], int(), add(i("x"), n(1)));
    let g = |w: &mut World| {
        w.check(eq(call("crate::f", &[n(1)], int()), n(2)));
    };
    let mut shown = w.clone();
    g(&mut shown);
    shown.proves();
    let mut hidden = w.clone();
    hidden.obligation.hidden.push("crate::f".into());
    g(&mut hidden);
    hidden.step(Step::Reveal("crate::f".into(), 1));
    g(&mut hidden);
    hidden.fails(&[0]);
    let mut undefined = w.clone();
    undefined.obligation.undefined.push("crate::f".into());
    g(&mut undefined);
    undefined.fails(&[0]);
    for (publish, expected) in [
        (Publish::Never, &[0][..]),
        (Publish::Module("crate".into()), &[]),
        (Publish::Module("crate::m".into()), &[0]),
        (Publish::Module("crat".into()), &[0]),
    ] {
        let mut w = w.clone();
        w.program.functions["crate::f"].publish = publish;
        g(&mut w);
        w.fails(expected);
    }
}

#[test]
fn revealed_on_one_path_only() {
    let mut w = World::new();
    w.define("crate::f", &[("x", int())], int(), i("x")).fuel = 0;
    let c = w.var("c", Ty::Bool);
    let goal = eq(call("crate::f", &[n(1)], int()), n(1));
    w.block(&[(0, std::slice::from_ref(&c))]).step(Step::Reveal("crate::f".into(), 1)).goal(goal.clone());
    w.block(&[(0, &[not(c.clone())])]).goal(goal.clone());
    // Behind the join the fact holds where c does.
    w.block(&[(1, &[]), (2, &[])]).check(implies(c, goal));
    w.fails(&[1]);
}

#[test]
fn revealed_recursive_definition() {
    let mut w = World::new();
    sum(&mut w);
    w.program.functions["crate::f"].fuel = 0;
    let f = |k| call("crate::f", &[n(k)], int());
    w.check(eq(f(0), n(0))).step(Step::Reveal("crate::f".into(), 1)).check(eq(f(0), n(0))).check(eq(f(2), n(3)));
    w.fails(&[0, 2]);
}

#[test]
fn result_range_under_the_ranges_of_arguments() {
    let mut w = World::new();
    w.declare("crate::f", &[("x", u8())], u8());
    let x = w.var("x", int());
    let f = call("crate::f", std::slice::from_ref(&x), u8());
    w.check(implies(and(le(n(0), x.clone()), lt(x, n(256))), lt(f.clone(), n(256)))).check(lt(f, n(256)));
    w.fails(&[1]);
}

#[test]
fn range_of_variables_but_not_of_definitions() {
    let mut w = World::new();
    let x = w.var("x", u8());
    let sum = Expr::new(ExprKind::Binary(BinaryOp::Add, x.clone(), n(1)), u8(), sp());
    let y = w.def("y", sum);
    w.check(le(x, n(255))).check(le(y, n(255)));
    w.fails(&[1]);
}

#[test]
fn range_of_characters_and_of_the_target() {
    let mut w = World::new();
    let c = w.var("c", Ty::Int(IntKind::Char));
    let u = w.var("u", usize_());
    w.check(not(eq(c, n(0xD800)))).check(lt(u.clone(), big("18446744073709551616"))).check(lt(u.clone(), n(1 << 32)));
    let bits = Expr::new(ExprKind::ArchBits, int(), sp());
    w.check(implies(eq(bits, n(32)), lt(u.clone(), n(1 << 32))));
    let max = Expr::new(ExprKind::Bound(IntKind::Usize, true), usize_(), sp());
    w.check(le(u.clone(), max));
    w.fails(&[2]);
    w.program.arch_bits = Some(32);
    w.proves();
    assert!(!w.text().contains("usize.hi"), "{}", w.text());
}

#[test]
fn stored_integers_keep_their_value_and_range() {
    let mut w = World::new();
    w.datatype("crate::P", &[], &[("P", &[("a", u64()), ("b", int())])]);
    let p = data("crate::P", &[]);
    let x = w.var("x", p.clone());
    let a = |e: Expr| field(e, "P", "a", u64());
    w.check(le(n(0), a(x.clone()))).check(lt(a(x.clone()), big("18446744073709551616")));
    let y = w.var("y", u64());
    let made = ctor(p.clone(), "P", &[("b", n(-5)), ("a", y.clone())]);
    w.check(eq(a(made.clone()), y)).check(eq(field(made, "P", "b", int()), n(-5)));
    // A value outside of the range is kept as some value inside: nothing wrong follows.
    let wrong = ctor(p, "P", &[("b", n(0)), ("a", n(-1))]);
    w.check(eq(a(wrong.clone()), n(-1))).check(le(n(0), a(wrong)));
    w.check(lt(a(x), n(10)));
    w.fails(&[4, 6]);
}

#[test]
fn stored_integers_are_equal_when_their_values_are() {
    let mut w = World::new();
    w.datatype("crate::P", &[], &[("P", &[("a", u64())])]);
    let p = data("crate::P", &[]);
    let (x, y) = (w.var("x", p.clone()), w.var("y", p));
    let a = |e: &Expr| field(e.clone(), "P", "a", u64());
    w.check(implies(eq(add(a(&x), n(1)), add(a(&y), n(1))), eq(x.clone(), y.clone()))).check(eq(x, y));
    w.fails(&[1]);
}

#[test]
fn clip_is_the_identity_inside_the_range_and_within_it_outside() {
    let mut w = World::new();
    let x = w.var("x", int());
    let c = clip(IntKind::U(8), x.clone());
    w.check(implies(and(le(n(0), x.clone()), lt(x.clone(), n(256))), eq(c.clone(), x.clone())));
    w.check(le(c.clone(), n(255))).check(eq(c.clone(), x.clone())).check(implies(lt(x.clone(), n(0)), eq(c, n(0))));
    let b = w.var("b", u8());
    w.check(eq(clip(IntKind::I(16), b.clone()), b.clone())).check(eq(clip(IntKind::I(8), b.clone()), b));
    w.fails(&[2, 3, 5]);
}

fn bit(op: BinaryOp, a: Expr, b: Expr, kind: IntKind) -> Expr {
    Expr::new(ExprKind::Binary(op, a, b), Ty::Int(kind), sp())
}

#[test]
fn bits_do_not_depend_on_the_width_but_for_shift_left() {
    let mut w = World::new();
    let u16 = IntKind::U(16);
    let (x, y) = (w.var("x", Ty::Int(u16)), w.var("y", Ty::Int(u16)));
    let wide = |e: &Expr| clip(IntKind::U(32), e.clone());
    for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shr] {
        let narrow = bit(op, x.clone(), y.clone(), u16);
        w.check(eq(narrow.clone(), bit(op, wide(&x), wide(&y), IntKind::U(32))));
        w.check(and(le(n(0), narrow.clone()), lt(narrow, n(0x1_0000))));
    }
    let shl = bit(BinaryOp::Shl(u16), x.clone(), n(2), u16);
    w.check(lt(shl.clone(), n(0x1_0000)));
    w.check(eq(shl, bit(BinaryOp::Shl(IntKind::U(32)), wide(&x), n(2), IntKind::U(32))));
    let not = |kind, e| un(UnaryOp::BitNot(kind), e, Ty::Int(kind));
    w.check(eq(not(u16, x.clone()), not(IntKind::U(32), wide(&x))));
    let s = w.var("s", Ty::Int(IntKind::I(16)));
    w.check(eq(not(IntKind::I(16), s.clone()), not(IntKind::I(32), clip(IntKind::I(32), s.clone()))));
    let and = bit(BinaryOp::BitAnd, s.clone(), x.clone(), IntKind::I(16));
    w.check(le(n(0), and));
    w.check(eq(
        bit(BinaryOp::BitOr, s.clone(), s.clone(), IntKind::I(16)),
        bit(BinaryOp::BitOr, clip(IntKind::U(32), s.clone()), clip(IntKind::U(32), s), IntKind::U(32)),
    ));
    w.fails(&[9, 10, 12, 13]);
}

#[test]
fn division_by_zero_is_unspecified() {
    let mut w = World::new();
    let x = w.var("x", int());
    let div = |a: Expr, b: Expr| bin(BinaryOp::Div, a, b);
    let rem = |a: Expr, b: Expr| bin(BinaryOp::Mod, a, b);
    w.check(eq(div(n(-7), n(2)), n(-4))).check(eq(rem(n(-7), n(2)), n(1))).check(eq(rem(n(7), n(-2)), n(1)));
    w.check(eq(div(x.clone(), n(0)), n(0))).check(eq(rem(x.clone(), n(0)), x.clone()));
    w.check(not(eq(div(x.clone(), n(0)), n(0))));
    w.fails(&[3, 4, 5]);
}

fn option(w: &mut World) {
    w.datatype("core::Option", &["T"], &[("None", &[]), ("Some", &[("0", param("T"))])]);
}

#[test]
fn datatypes_at_instances() {
    let mut w = World::new();
    option(&mut w);
    let ty = data("core::Option", &[u64()]);
    let x = w.var("x", ty.clone());
    let some = ctor(ty.clone(), "Some", &[("0", n(3))]);
    let value = |e: &Expr| field(e.clone(), "Some", "0", u64());
    w.check(eq(value(&some), n(3))).check(not(is_variant(some.clone(), "None")));
    w.check(or(is_variant(x.clone(), "Some"), is_variant(x.clone(), "None")));
    w.check(le(n(0), value(&x)));
    w.check(implies(and(is_variant(x.clone(), "Some"), eq(value(&x), n(3))), eq(x.clone(), some)));
    w.check(is_variant(x, "Some"));
    w.fails(&[5]);
}

fn list(w: &mut World) -> Ty {
    let list = data("crate::List", &[param("A")]);
    w.datatype("crate::List", &["A"], &[("Nil", &[]), ("Cons", &[("head", param("A")), ("tail", list)])]);
    data("crate::List", &[u64()])
}

#[test]
fn height_goes_down_into_fields() {
    let mut w = World::new();
    let ty = list(&mut w);
    let x = w.var("x", ty.clone());
    let tail = |e: &Expr| field(e.clone(), "Cons", "tail", ty.clone());
    let cons = is_variant(x.clone(), "Cons");
    w.check(implies(cons.clone(), height_lt(tail(&x), x.clone())));
    w.check(implies(and(cons.clone(), is_variant(tail(&x), "Cons")), height_lt(tail(&tail(&x)), x.clone())));
    w.check(height_lt(tail(&x), x.clone())).check(implies(cons, height_lt(x.clone(), tail(&x))));
    w.check(height_lt(x.clone(), x.clone()));
    let built = ctor(ty.clone(), "Cons", &[("head", n(1)), ("tail", x.clone())]);
    w.check(height_lt(x, built));
    w.check(height_lt(n(2), n(3))).check(height_lt(n(-1), n(3)));
    w.fails(&[2, 3, 4, 7]);
}

#[test]
fn height_goes_down_into_results_of_functions() {
    let mut w = World::new();
    let e = data("crate::E", &[]);
    w.datatype("crate::E", &[], &[("Nil", &[]), ("F", &[("0", func(&[int()], e.clone()))])]);
    let x = w.var("x", e.clone());
    let f = field(x.clone(), "F", "0", func(&[int()], e));
    let result = apply(f, &[n(0)]);
    w.check(implies(is_variant(x.clone(), "F"), height_lt(result.clone(), x.clone()))).check(height_lt(result, x));
    w.fails(&[1]);
}

#[test]
fn lambda_applied_captured_and_equal() {
    let mut w = World::new();
    let (a, b) = (w.var("a", int()), w.var("b", int()));
    let plus = |c: &Expr| lambda(&[("x", u8())], add(var("x", u8()), c.clone()));
    w.check(eq(apply(plus(&a), &[n(2)]), add(a.clone(), n(2))));
    w.check(implies(eq(a.clone(), b.clone()), eq(plus(&a), plus(&b))));
    w.check(eq(plus(&a), plus(&b)));
    w.check(ext(plus(&a), lambda(&[("y", u8())], add(a.clone(), var("y", u8())))));
    w.check(ext(plus(&a), lambda(&[("y", u8())], add(a.clone(), n(3)))));
    w.fails(&[2, 4]);
}

#[test]
fn lambda_within_a_binder() {
    let mut w = World::new();
    w.declare("crate::p", &[("f", func(&[int()], int())), ("x", int())], Ty::Bool);
    let inner = lambda(&[("y", int())], add(i("x"), i("y")));
    let body = is("crate::p", &[inner, i("x")]);
    let all = forall(&[("x", int())], body.clone());
    w.assume(all);
    let three = lambda(&[("y", int())], add(n(3), i("y")));
    let x = w.var("x", int());
    // The literal stays in the text of the function, so this one is another function until it is compared.
    w.check(is("crate::p", &[lambda(&[("y", int())], add(x.clone(), i("y"))), x]));
    w.check(is("crate::p", &[three, n(4)]));
    w.fails(&[1]);
}

#[test]
fn choose_meets_a_condition_that_can_be_met() {
    let mut w = World::new();
    w.define("crate::f", &[("i", int())], Ty::Bool, le(n(5), i("i")));
    let f = |e| is("crate::f", &[e]);
    let one = |extra: Expr| choose(&[("i", int())], and(f(i("i")), extra), i("i"));
    let mut unknown = w.clone();
    unknown.check(le(n(5), one(t())));
    unknown.fails(&[0]);
    w.goal(f(n(7))).check(le(n(5), one(t())));
    w.check(eq(one(eq(add(n(1), n(1)), n(2))), one(eq(add(n(2), n(2)), n(4)))));
    let flipped = choose(&[("i", int())], and(eq(n(4), add(n(2), n(2))), f(i("i"))), i("i"));
    w.check(eq(one(eq(add(n(2), n(2)), n(4))), flipped));
    let natural = choose(&[("n", nat())], and(f(var("n", nat())), lt(var("n", nat()), n(0))), var("n", nat()));
    w.check(le(n(0), natural.clone())).check(lt(natural, n(0)));
    w.fails(&[3, 5]);
}

#[test]
fn choose_of_two_depends_on_captures() {
    let mut w = World::new();
    w.declare("crate::r", &[("i", int()), ("j", int()), ("k", int())], Ty::Bool);
    let k = w.var("k", int());
    let r = |a: Expr, b: Expr| is("crate::r", &[a, b, k.clone()]);
    let of = |result: &str| choose(&[("i", int()), ("j", int())], r(i("i"), i("j")), i(result));
    w.assume(r(n(1), n(2))).check(r(of("i"), of("j"))).check(eq(of("i"), n(1))).check(r(of("j"), of("i")));
    w.fails(&[1, 2]);
}

#[test]
fn quantifier_ranges_and_skolems() {
    let mut w = World::new();
    w.declare("crate::f", &[("i", int())], Ty::Bool);
    let f = |e| is("crate::f", &[e]);
    let mut p = w.clone();
    p.assume(forall(&[("i", nat())], f(var("i", nat()))));
    p.check(f(n(3))).check(f(n(-3)));
    p.fails(&[1]);
    let mut p = w.clone();
    p.assume(f(n(300)))
        .check(exists(&[("i", nat())], f(var("i", nat()))))
        .check(exists(&[("i", u8())], f(var("i", u8()))));
    p.fails(&[1]);
    let mut p = w.clone();
    p.check(forall(&[("i", u8())], implies(f(var("i", u8())), le(var("i", u8()), n(255)))));
    p.check(forall(&[("i", u8())], implies(f(var("i", u8())), le(var("i", u8()), n(254)))));
    p.fails(&[1]);
}

#[test]
fn quantifier_over_stored_positions() {
    let mut w = World::new();
    w.declare("crate::g", &[("a", param("A"))], Ty::Bool).type_params = type_params(&["A"]);
    let g = |e| call_at("crate::g", &[nat()], &[e], Ty::Bool);
    let k = var("k", nat());
    let mut p = w.clone();
    p.assume(g(n(300))).check(exists(&[("k", nat())], and(le(n(0), k.clone()), g(k.clone()))));
    p.proves();
    let mut p = w.clone();
    p.check(exists(&[("k", nat())], and(le(n(0), k.clone()), g(k.clone()))));
    p.fails(&[0]);
    let mut p = w.clone();
    p.assume(forall(&[("k", nat())], implies(lt(n(5), k.clone()), g(k.clone())))).check(g(n(7))).check(g(n(2)));
    p.fails(&[1]);
}

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
    assert_eq!(notes(implies(f(i("i")), f(n(1)))), 0);
}

#[test]
fn trigger_arithmetic() {
    let mut w = World::new();
    w.declare("crate::f", &[("i", int())], Ty::Bool);
    let x = w.var("x", int());
    let f = |e| is("crate::f", &[e]);
    let next = |e: Expr| add(e, n(1));
    let body = implies(f(i("i")), le(n(7), next(i("i"))));
    let q = quant(QuantKind::Forall, &[("i", int())], given(&[f(i("i")), next(i("i"))]), body);
    w.assume(q).assume(f(x.clone()));
    let mut good = w.clone();
    good.goal(le(n(7), next(x.clone()))).goal(le(n(8), add(x.clone(), n(2))));
    good.proves();
    w.check(le(n(8), add(x, n(2))));
    w.fails(&[0]);
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
fn product_of_naturals() {
    let mut w = World::new();
    let (x, y, z) = (w.var("x", nat()), w.var("y", nat()), w.var("z", int()));
    w.check(le(n(0), mul(x.clone(), y.clone()))).check(le(n(0), mul(x.clone(), z.clone())));
    w.check(eq(mul(x.clone(), z.clone()), mul(z, x.clone()))).check(eq(mul(x.clone(), n(2)), add(x.clone(), x)));
    w.fails(&[1]);
}

#[test]
fn conjuncts_are_marked_when_there_are_several_goals_and_nothing_is_nonlinear() {
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
fn nothing_is_marked_where_no_conjunct_has_a_name() {
    let mut w = World::new();
    let x = w.var("x", int());
    w.goal(le(x.clone(), x.clone())).goal(le(x.clone(), add(x, n(1))));
    assert!(!w.text().contains("mark"), "{}", w.text());
    w.proves();
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
    w.check(f(n(3)));
    w.proves();
    assert!(w.text().contains(":pattern ((g. y$))"), "{}", w.text());
}

#[test]
fn literals_of_text_and_bytes_are_known_by_what_is_written_only() {
    let text = |s: &str| Expr::new(ExprKind::Const(Const::Str(s.into())), data("str", &[]), sp());
    let bytes = |s: &[u8]| {
        let ty = data("array", &[u8(), Ty::Const(s.len().into())]);
        Expr::new(ExprKind::Const(Const::Bytes(s.into())), ty, sp())
    };
    let mut w = World::new();
    w.goal(eq(text("a"), text("a"))).goal(eq(bytes(b"a\xff"), bytes(b"a\xff")));
    w.goal(not(eq(text("a"), text("c")))).goal(not(eq(bytes(b"a\xff"), bytes(b"a\xfd"))));
    w.check(eq(text("a"), text("b"))).fails(&[4]);
    let mut w = World::new();
    w.check(eq(bytes(b"a\xff"), bytes(b"a\xfe"))).fails(&[0]);
    // Another value may be any of them.
    let mut w = World::new();
    let other = w.var("s", data("str", &[]));
    w.check(not(eq(other, text("a")))).fails(&[0]);
}

#[test]
fn function_items_have_their_contract_and_no_more() {
    let mut w = World::new();
    w.datatype("tuple%1", &["T0"], &[("tuple%1", &[("0", param("T0"))])]);
    for path in [callable::CALL_REQUIRES, callable::CALL_ENSURES] {
        w.program.functions.insert(path.into(), callable::function(path, sp()));
    }
    let f = w.declare("crate::f", &[("x", int())], int());
    f.mode = Mode::Exec;
    f.requires = vec![clause(lt(n(0), i("x")))];
    f.ensures = vec![clause(eq(i("result"), add(i("x"), n(1))))];
    let item = Ty::FnItem("crate::f".into(), Vec::new());
    let value = Expr::new(ExprKind::TypeConst(item.clone()), item, sp());
    let args = |x| ctor(Ty::tuple(vec![int()]), "tuple%1", &[("0", n(x))]);
    let may = |x| callable::requires(value.clone(), args(x), sp());
    let o = w.var("o", int());
    let gives = |x, o| callable::ensures(value.clone(), args(x), o, sp());
    w.goal(may(5)).goal(implies(gives(5, o.clone()), eq(o, n(6))));
    // Neither follows the other way round.
    w.goal(may(0)).goal(gives(5, n(6)));
    w.fails(&[2, 3]);
}

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
    let mut stripped = named.context.clone();
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

/// The arithmetic solver does not see an element that is only chosen and kept.
#[test]
fn a_choice_between_kept_integers_is_kept() {
    let mut w = World::new();
    w.declare("crate::element", &[("i", int())], param("A")).type_params = type_params(&["A"]);
    w.declare("crate::f", &[("x", param("A"))], Ty::Bool).type_params = type_params(&["A"]);
    let c = w.var("c", Ty::Bool);
    let element = |k| call_at("crate::element", &[u8()], &[n(k)], u8());
    let f = |e: Expr| call_at("crate::f", &[u8()], &[e], Ty::Bool);
    w.assume(f(element(0))).assume(f(element(1)));
    w.check(f(ite(c, element(0), element(1))));
    w.proves();
    assert!(w.text().contains("(f. (ite c! (element. 0) (element. 1)))"), "{}", w.text());
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
