//! Generic functions, broadcast functions, traits: what an obligation reaches, and at which types.

mod common;

use certus_vir::*;
use common::*;

fn seq(of: Ty) -> Ty {
    data("vstd::Seq", &[of])
}

fn len(s: Expr) -> Expr {
    let Ty::Data(_, args) = s.ty.clone() else { panic!("no sequence") };
    call_at("vstd::Seq::len", &args, &[s], nat())
}

fn index(s: Expr, at: Expr) -> Expr {
    let Ty::Data(_, args) = s.ty.clone() else { panic!("no sequence") };
    call_at("vstd::Seq::index", &args, &[s, at], args[0].clone())
}

fn push(s: Expr, e: Expr) -> Expr {
    let Ty::Data(_, args) = s.ty.clone() else { panic!("no sequence") };
    call_at("vstd::Seq::push", &args, &[s.clone(), e], s.ty)
}

/// Sequences: length, element, push, and what a library says of them.
fn sequences(w: &mut World) {
    let a = param("A");
    w.opaque("vstd::Seq", &["A"]);
    let generic = |f: &mut Function| f.type_params = type_params(&["A"]);
    generic(w.declare("vstd::Seq::len", &[("s", seq(a.clone()))], nat()));
    generic(w.declare("vstd::Seq::index", &[("s", seq(a.clone())), ("i", int())], a.clone()));
    generic(w.declare("vstd::Seq::push", &[("s", seq(a.clone())), ("e", a.clone())], seq(a.clone())));
    let s = var("s", seq(a.clone()));
    let r = var("r", seq(a.clone()));
    let e = var("e", a.clone());
    let pushed = push(s.clone(), e.clone());
    let params = [("s", seq(a.clone())), ("e", a.clone())];
    let fact = eq(len(pushed.clone()), add(len(s.clone()), n(1)));
    generic(w.broadcast("vstd::push_len", &params, given(std::slice::from_ref(&pushed)), fact));
    let at = index(pushed.clone(), i("i"));
    let value = ite(eq(i("i"), len(s.clone())), e.clone(), index(s.clone(), i("i")));
    let fact = implies(and(le(n(0), i("i")), le(i("i"), len(s.clone()))), eq(at.clone(), value));
    generic(w.broadcast("vstd::push_index", &[&params[..], &[("i", int())]].concat(), given(&[at]), fact));
    let inside = and(le(n(0), i("i")), lt(i("i"), len(s.clone())));
    let same = implies(inside, eq(index(s.clone(), i("i")), index(r.clone(), i("i"))));
    let at = given(&[index(s.clone(), i("i"))]);
    let all = quant(QuantKind::Forall, &[("i", int())], at, same);
    let equal = ext(s.clone(), r.clone());
    let fact = eq(equal.clone(), and(eq(len(s.clone()), len(r.clone())), all));
    let params = [("s", seq(a.clone())), ("r", seq(a))];
    generic(w.broadcast("vstd::ext", &params, given(&[equal]), fact));
}

#[test]
fn broadcast_at_the_types_that_are_reached() {
    let mut w = World::new();
    sequences(&mut w);
    let s = w.var("s", seq(u64()));
    let x = w.var("x", u64());
    let pushed = push(s.clone(), x.clone());
    w.check(eq(len(pushed.clone()), add(len(s.clone()), n(1))));
    w.check(eq(index(pushed.clone(), len(s.clone())), x.clone()));
    w.check(lt(index(s.clone(), n(3)), big("18446744073709551616")));
    w.check(implies(lt(n(0), len(s.clone())), eq(index(pushed.clone(), n(0)), index(s.clone(), n(0)))));
    w.check(ext(push(s.clone(), x.clone()), push(s.clone(), add(x.clone(), n(0)))));
    w.check(eq(index(pushed, n(0)), x.clone()));
    w.check(ext(push(s.clone(), x), s));
    w.fails(&[5, 6]);
    let text = w.text();
    assert!(text.contains("(Seq.len. ") && !text.contains("Seq.len<"), "{text}");
}

#[test]
fn broadcast_is_not_pulled_in_by_what_is_not_reached() {
    let mut w = World::new();
    sequences(&mut w);
    let s = w.var("s", seq(u64()));
    w.check(le(n(0), len(s)));
    w.proves();
    assert!(!w.text().contains("push"), "{}", w.text());
}

#[test]
fn extensional_equality_by_elements() {
    let mut w = World::new();
    sequences(&mut w);
    let ty = seq(param("T"));
    w.own().type_params = type_params(&["T"]);
    let (s, r) = (w.var("s", ty.clone()), w.var("r", ty));
    let inside = and(le(n(0), i("i")), lt(i("i"), len(s.clone())));
    let at = index(s.clone(), i("i"));
    let same = implies(inside, eq(at.clone(), index(r.clone(), i("i"))));
    w.assume(quant(QuantKind::Forall, &[("i", int())], given(&[at]), same));
    let mut short = w.clone();
    short.check(ext(s.clone(), r.clone()));
    short.fails(&[0]);
    w.assume(eq(len(s.clone()), len(r.clone()))).goal(ext(s.clone(), r.clone())).goal(eq(s, r));
    w.proves();
}

#[test]
fn broadcast_without_parameters_where_its_bounds_hold() {
    let mut w = World::new();
    let sized = |ty: Ty| call_at("crate::is_sized", &[ty], &[], Ty::Bool);
    let f = w.declare("crate::is_sized", &[], Ty::Bool);
    f.type_params = vec![TypeParam { name: "T".into(), maybe_unsized: true }];
    w.broadcast("crate::p", &[], Trigger::Auto, sized(param("T"))).type_params = type_params(&["T"]);
    w.own().type_params = type_params(&["T"]);
    w.own().type_params.push(TypeParam { name: "U".into(), maybe_unsized: true });
    w.datatype("crate::Z", &["B"], &[("Z", &[("a", int()), ("b", param("B"))])]);
    let slice = data("slice", &[u64()]);
    for ty in [u64(), param("T"), data("crate::Z", &[u64()]), Ty::Ref(Box::new(slice.clone()))] {
        w.check(sized(ty));
    }
    for ty in [param("U"), slice.clone(), data("crate::Z", &[slice]), data("str", &[])] {
        w.check(sized(ty));
    }
    w.fails(&[4, 5, 6, 7]);
}

#[test]
fn a_function_at_a_reference_is_another_one() {
    let mut w = World::new();
    w.declare("crate::size_of", &[], nat()).type_params = type_params(&["T"]);
    w.declare("crate::id", &[("x", param("T"))], param("T")).type_params = type_params(&["T"]);
    let size = |ty: Ty| call_at("crate::size_of", &[ty], &[], nat());
    w.check(eq(size(u8()), size(Ty::Ref(Box::new(u8())))));
    let x = w.var("x", Ty::Ref(Box::new(u8())));
    let y = w.var("y", u8());
    w.check(implies(eq(x.clone(), y.clone()), eq(add(x, n(1)), add(y, n(1)))));
    w.fails(&[0]);
}

/// `trait Area { spec fn area(self) -> nat; type Unit; }` with an impl for a type, one for pairs, and a default.
fn areas(w: &mut World) {
    w.declare("crate::Area::area", &[("self", param("Self"))], nat()).type_params = type_params(&["Self"]);
    w.declare("crate::Area::twice", &[("self", param("Self"))], nat()).type_params = type_params(&["Self"]);
    let size = w.define("crate::Area::twice%default", &[("self", param("Self"))], nat(), n(0));
    size.type_params = type_params(&["Self"]);
    let this = var("self", param("Self"));
    let area = call_at("crate::Area::area", &[param("Self")], &[this], nat());
    size.body = Body::Spec(add(area.clone(), area));
    w.datatype("crate::Sq", &[], &[("Sq", &[("side", nat())])]);
    let sq = data("crate::Sq", &[]);
    let side = field(var("self", sq.clone()), "Sq", "side", nat());
    w.define("crate::Sq::area", &[("self", sq.clone())], nat(), mul(side, n(4)));
    let pair = Ty::tuple(vec![param("A"), param("A")]);
    let half = |name: &str| {
        let part = field(var("self", pair.clone()), "tuple%2", name, param("A"));
        call_at("crate::Area::area", &[param("A")], &[part], nat())
    };
    let sum = add(half("0"), half("1"));
    w.define("crate::pair::area", &[("self", pair.clone())], nat(), sum).type_params = type_params(&["A"]);
    let twice: (Path, Path) = ("crate::Area::twice".into(), "crate::Area::twice%default".into());
    let area: Path = "crate::Area::area".into();
    let bound = TraitBound { trait_: "crate::Area".into(), args: vec![param("A")], assoc: vec![] };
    w.program.impls.push(TraitImpl {
        trait_: "crate::Area".into(),
        params: Vec::new(),
        bounds: Vec::new(),
        args: vec![sq],
        functions: vec![(area.clone(), "crate::Sq::area".into()), twice.clone()],
        types: vec![("Unit".into(), u64())],
        hidden: None,
        derived: false,
        span: sp(),
    });
    w.program.impls.push(TraitImpl {
        trait_: "crate::Area".into(),
        params: type_params(&["A"]),
        bounds: vec![bound],
        args: vec![pair],
        functions: vec![(area, "crate::pair::area".into()), twice],
        types: vec![("Unit".into(), Ty::Proj("crate::Area".into(), vec![param("A")], "Unit".into()))],
        hidden: None,
        derived: false,
        span: sp(),
    });
}

#[test]
fn trait_calls_mean_the_impl_where_it_is_known() {
    let mut w = World::new();
    areas(&mut w);
    w.own().type_params = type_params(&["T"]);
    let sq = data("crate::Sq", &[]);
    let pair = Ty::tuple(vec![sq.clone(), sq.clone()]);
    let on = |f: &str, e: &Expr| {
        call_at(&format!("crate::Area::{f}"), std::slice::from_ref(&e.ty), std::slice::from_ref(e), nat())
    };
    let (x, y, z) = (w.var("x", sq.clone()), w.var("y", pair), w.var("z", param("T")));
    let side = |e: Expr| mul(field(e, "Sq", "side", nat()), n(4));
    w.check(eq(on("area", &x), side(x.clone())));
    let part = |name: &str| field(y.clone(), "tuple%2", name, sq.clone());
    w.check(eq(on("area", &y), add(side(part("0")), side(part("1")))));
    w.check(eq(on("twice", &y), add(on("area", &y), on("area", &y))));
    w.check(le(n(0), on("area", &z)));
    // Another impl may have another definition.
    w.check(eq(on("twice", &z), add(on("area", &z), on("area", &z))));
    w.fails(&[4]);
}

#[test]
fn associated_types_are_looked_up() {
    let mut w = World::new();
    areas(&mut w);
    let unit = |ty: Ty| Ty::Proj("crate::Area".into(), vec![ty], "Unit".into());
    w.declare("crate::unit", &[("x", param("A"))], unit(param("A"))).type_params = type_params(&["A"]);
    let pair = Ty::tuple(vec![data("crate::Sq", &[]); 2]);
    let y = w.var("y", pair.clone());
    let value = call_at("crate::unit", std::slice::from_ref(&pair), &[y], unit(pair.clone()));
    w.check(lt(value, big("18446744073709551616")));
    w.proves();
}

#[test]
fn polymorphic_recursion_is_refused() {
    let mut w = World::new();
    let a = param("A");
    let wrapped = Ty::tuple(vec![a.clone(), a.clone()]);
    let x = var("x", a.clone());
    let both = ctor(wrapped.clone(), "tuple%2", &[("0", x.clone()), ("1", x)]);
    let body = call_at("crate::f", &[wrapped], &[both], int());
    w.define("crate::f", &[("x", a)], int(), body).type_params = type_params(&["A"]);
    w.check(eq(call_at("crate::f", &[int()], &[n(1)], int()), n(1)));
    assert_eq!(w.refused(), "unsupported/polymorphic-recursion");
}

#[test]
fn inline_functions_are_replaced_in_triggers_too() {
    let mut w = World::new();
    w.declare("crate::fx", &[("x", param("A"))], Ty::Bool).type_params = type_params(&["A"]);
    let fx = |ty: Ty, e: Expr| call_at("crate::fx", &[ty], &[e], Ty::Bool);
    let f = w.define("crate::fy", &[("y", param("A"))], Ty::Bool, fx(param("A"), var("y", param("A"))));
    f.type_params = type_params(&["A"]);
    f.inline = true;
    let fy = |e: Expr| call_at("crate::fy", &[u8()], &[e], Ty::Bool);
    let x = var("x", u8());
    w.assume(quant(QuantKind::Forall, &[("x", u8())], given(&[fy(x.clone())]), fy(x)));
    w.check(fx(u8(), n(7))).check(fy(n(6))).check(fx(int(), n(7)));
    w.fails(&[2]);
    assert!(!w.text().contains("fy"), "{}", w.text());
}

#[test]
fn unrelated_items_change_no_byte() {
    let mut w = World::new();
    sequences(&mut w);
    let s = w.var("s", seq(u64()));
    let x = w.var("x", u64());
    w.check(eq(len(push(s.clone(), x)), add(len(s), n(1))));
    let before = w.text();
    let mut other = World::new();
    other.declare("crate::aaa", &[], int());
    sequences(&mut other);
    other.define("crate::zzz", &[("x", int())], int(), n(1));
    other.datatype("crate::Aaa", &[], &[("Aaa", &[])]);
    other.program.functions.reverse();
    other.obligation = w.obligation.clone();
    other.obligation.uses.reverse();
    assert_eq!(before, other.text());
    assert_eq!(before, w.text());
}

#[test]
fn nonlinear_goals() {
    let mut w = World::new();
    w.obligation.prover = Prover::Nonlinear;
    let (x, y, z) = (w.var("x", int()), w.var("y", int()), w.var("z", int()));
    let triple = eq(mul(mul(x.clone(), y.clone()), z.clone()), mul(x.clone(), mul(y.clone(), z)));
    w.check(triple).check(le(n(0), mul(x.clone(), x.clone()))).check(le(n(0), mul(x, y)));
    w.fails(&[2]);
    // Numbers without a width, and goals of a prover that is never asked by a query.
    w.obligation.prover = Prover::BitVector;
    assert_eq!(w.refused(), "language/bit-vector");
    w.obligation.prover = Prover::IntegerRing;
    assert_eq!(w.refused(), "internal/encoding");
}

#[test]
fn many_pushes_stay_small() {
    let mut w = World::new();
    sequences(&mut w);
    let mut s = w.var("s", seq(u64()));
    let x = w.var("x", u64());
    let first = len(s.clone());
    for k in 0..64 {
        let pushed = push(s, x.clone());
        s = w.def(&format!("s{k}"), pushed);
    }
    w.check(eq(len(s.clone()), add(first.clone(), n(64))));
    w.check(eq(index(s.clone(), add(first.clone(), n(5))), x));
    let text = w.text();
    assert!(text.len() < 12_000, "{} bytes", text.len());
    w.check(eq(len(s), add(first, n(65))));
    w.fails(&[2]);
}
