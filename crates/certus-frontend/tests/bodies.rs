//! Ordinary function bodies: every implicit step is explicit in the tree.

mod support;

use certus_tree::Program as _;
use support::{line, tree, with_files};

/// The body of `t::f`, without its signature.
fn body(text: &str) -> String {
    let dump = tree(text);
    let line = line(&dump, "t::f").to_string();
    line.split_once(" = ").map_or(line.clone(), |(_, body)| body.to_string())
}

#[test]
fn auto_reference_and_dereference() {
    let text = "struct P { x: u32 } impl P { fn m(&mut self) -> &mut u32 { &mut self.x } }
        fn f(p: &mut P, b: Box<P>) -> u32 { *p.m() = 5; p.x + b.x }";
    assert_eq!(body(text), "{ *P::m(&~mut *p) = 5; Add(*p.f0, *b.f0) }");
}

#[test]
fn smart_pointers_call_deref() {
    let text = "use std::rc::Rc; struct P { x: u32 } fn f(p: Rc<P>) -> u32 { p.x }";
    assert!(body(text).starts_with("{ *Deref::deref<Rc<P>>@<alloc::rc::Rc as core::ops::Deref>::deref<P>(&~p).f0"));
}

#[test]
fn built_in_operators_look_through_references() {
    assert_eq!(body("fn f(a: u32, b: &u32) -> u32 { (a + b) << 3u8 }"), "{ Shl(Add(a, *b), 3) }");
    assert_eq!(body("fn f(a: &u32, b: &u32) -> bool { a == b && a < b }"), "{ And(Eq(*a, *b), Lt(*a, *b)) }");
    assert_eq!(body("fn f(mut a: u8) { a += 1; a <<= 2; }"), "{ a Add= 1; a Shl= 2; }");
    assert_eq!(body("fn f(a: bool, b: i8) -> (bool, i8) { (!a, -b) }"), "{ (Not(a), Neg(b)) }");
}

#[test]
fn overloaded_operators_are_calls() {
    let text = "use std::ops::Add; #[derive(Clone, Copy)] struct V(u8);
        impl Add for V { type Output = V; fn add(self, o: V) -> V { V(self.0 + o.0) } } fn f(a: V, b: V) -> V { a + b }";
    assert_eq!(body(text), "{ Add::add<V, V>@<t::V as core::ops::Add<t::V>>::add(a, b) }");
    let text = "#[derive(PartialEq)] struct V(u8); fn f(a: V, b: &V) -> bool { a == *b }";
    assert!(body(text).contains("PartialEq::eq<V, V>@<t::V as core::cmp::PartialEq<t::V>>::eq(&~a, &~*b)"));
}

#[test]
fn indexing() {
    assert_eq!(body("fn f(a: [u8; 3], s: &[u8], i: usize) -> u8 { a[i] + s[0] }"), "{ Add(a[i], *s[0]) }");
    let vector = body("fn f(v: &mut Vec<u8>) { v[0] = 1; }");
    assert!(vector.contains("*IndexMut::index_mut<Vec<u8>, usize>"), "{vector}");
    assert!(vector.contains("(&~mut *v, 0) = 1"), "{vector}");
    assert!(body("fn f(v: &[u8]) -> &[u8] { &v[1..2] }").contains("Index::index<[u8], Range<usize>>"));
}

#[test]
fn desugared_forms_are_sugar_again() {
    assert_eq!(
        body("fn f(n: u8) { let mut i = 0; while i < n { i += 1; } }"),
        "{ let mut i: u8 = 0; while Lt(i, n) { i Add= 1; } }"
    );
    assert_eq!(
        body("fn f(n: u8) { 'a: for i in 0..n { break 'a; } }"),
        "{ 'a: for i: u8 in (0..n) { NeverToAny({ break 'a: ; }) } }"
    );
    assert_eq!(body("fn f(o: Option<u8>) -> Option<u8> { Some(o? + 1) }"), "{ new Option<u8>/1 {0: Add(o?, 1)} }");
    assert_eq!(
        body("fn f(mut o: Option<u8>) { while let Some(x) = o { o = None; } }"),
        "{ while let Option/1{0: x: u8} = o { o = new Option<u8>/0 {}; } }"
    );
    assert_eq!(
        body("fn f() { let _ = 1..2u8; let _ = ..3u8; let _ = ..; }"),
        "{ let _ = (1..2); let _ = (..3); let _ = (..); }"
    );
    // The fields of an inclusive range are private: it is made by a call, as its contract says.
    let inclusive = body("fn f() { let _ = 1..=2u8; }");
    assert!(inclusive.contains("new<u8>(1, 2)"), "{inclusive}");
    assert_eq!(
        body("fn f(x: u8) -> u8 { if x > 1 { panic!(\"no {}\", x) } x }"),
        "{ if Gt(x, 1) { NeverToAny(panic_fmt(format(x))) } x }"
    );
}

#[test]
fn patterns_show_their_binding_modes() {
    let text = "enum L { Nil, Cons(u32, Box<L>) } fn f(l: &L) -> u32 { match l { L::Nil => 0, L::Cons(v, t) if *v > 3 => *v + f(t), L::Cons(v, _) => *v } }";
    let expected = "{ match l { *L/0{} => 0, *L/1{0: ref v: &u32, 1: ref t: &Box<L, Global>} if Gt(*v, 3) => Add(*v, f(&~**t)), *L/1{0: ref v: &u32, 1: _} => *v } }";
    assert_eq!(body(text), expected);
    assert_eq!(
        body("fn f(x: i8) -> u8 { match x { -128 => 0, -5..=1 | 7 => 1, n @ 8..20 => 2, _ => 3 } }"),
        "{ match x { -128 => 0, -5..=1 | 7 => 1, n: i8 @ 8..20 => 2, _ => 3 } }"
    );
    assert_eq!(
        body("fn f(t: (u8, u16, u8)) -> u8 { let (a, .., b) = t; a + b }"),
        "{ let (0: a: u8, 2: b: u8) = t; Add(a, b) }"
    );
    assert_eq!(
        body("fn f(s: &[u8]) -> u8 { match s { [a, rest @ ..] => *a, _ => 0 } }"),
        "{ match s { *[ref a: &u8, ref rest: &[u8] @ _..] => *a, _ => 0 } }"
    );
    assert_eq!(
        body("fn f() -> u8 { let (a, b); (a, b) = (1u8, 2u8); a + b }"),
        "{ let (0: a: u8, 1: b: u8); (0: place a, 1: place b) := (1, 2); Add(a, b) }"
    );
}

#[test]
fn calls_know_their_callee() {
    let text = "trait T { const N: u8; fn g(&self) -> u8; } struct S; impl T for S { const N: u8 = 3; fn g(&self) -> u8 { 1 } }
        fn f<A: T>(a: &A, s: S) -> u8 { a.g() + s.g() + A::N + S::N }";
    let expected =
        "{ Add(Add(Add(T::g<A#0>(&~*a), T::g<S>@<t::S as t::T>::g(&~s)), T::N<A#0>), T::N<S>@<t::S as t::T>::N) }";
    assert_eq!(body(text), expected);
    let text = "fn f(a: impl Fn(u8) -> u8, b: &dyn Fn(u8) -> u8, c: fn(u8) -> u8) -> u8 { let d = |x: u8| a(x); b(1) + c(2) + d(3) }";
    assert_eq!(
        body(text),
        "{ let d: closure0 = closure0|x: u8: u8| call a(x); Add(Add(call *b(1), call c(2)), call d(3)) }"
    );
    assert_eq!(
        body("struct W(u8); fn f() -> Option<W> { let k = W; Some(k(1)) }"),
        "{ let k: fn W = ctor W/0; new Option<W>/1 {0: new W/0 {0: 1}} }"
    );
}

#[test]
fn literals_come_from_the_source() {
    assert_eq!(
        body("fn f() -> u128 { 340_282_366_920_938_463_463_374_607_431_768_211_455 }"),
        "{ 340282366920938463463374607431768211455 }"
    );
    assert_eq!(body("fn f() -> u8 { 0xFF + b'a' }"), "{ Add(255, 97) }");
    assert_eq!(body("fn f() -> i8 { -128 }"), "{ Neg(128) }");
}

#[test]
fn nested_items_and_const_generics() {
    let dump = tree(
        "fn f<const N: usize>(a: [u8; N]) -> usize { const K: usize = 2; fn g(x: usize) -> usize { x + K } g(N) + a.len() }",
    );
    assert_eq!(line(&dump, "t::f::g"), "fn(x: usize) -> usize = { Add(x, K) }");
    assert_eq!(line(&dump, "t::f::K"), "Const: usize = 2");
    assert_eq!(line(&dump, "t::f"), "fn<const N>(a: [u8; N]) -> usize = { Add(g(N#0), len<u8>(Unsize(&~a))) }");
}

#[test]
fn items_have_their_signatures() {
    let dump = tree("trait A { type Out; fn g(&self) -> Self::Out; } #[derive(Clone)] struct S<T: Clone>(T); impl<T: Clone> A for S<T> { type Out = T; fn g(&self) -> T { self.0.clone() } }
        fn h<X: A<Out = u8>>(x: X) -> u8 { x.g() }");
    assert_eq!(line(&dump, "t::A::g"), "fn<Self>(self: &Self#0) -> <A<Self#0>>::Out;");
    assert!(dump.contains("<t::S as t::A> impl<T where Clone<T#0>> A<S<T#0>> for S<T#0> [Out=T#0]"), "{dump}");
    assert_eq!(line(&dump, "t::h"), "fn<X where A<X#0>Out=u8>(x: X#0) -> u8 = { A::g<X#0>(&~x) }");
    assert!(
        dump.contains("<t::S as core::clone::Clone>::clone fn<T where Clone<T#0>>(self: &S<T#0>) -> S<T#0>;"),
        "{dump}"
    );
}

/// They are read on two threads, which keep a limited number that nobody has taken yet.
#[test]
fn many_bodies_are_as_they_are_written_in_whichever_order_they_are_asked_for() {
    let functions: Vec<String> = (0..1300).map(|n| format!("fn f{n}() -> u32 {{ {n} }}")).collect();
    let head = "use verus_builtin::*; use verus_builtin_macros::*;";
    let text = format!("{head} verus! {{ {} }}", functions.join("\n"));
    with_files(&[("t.rs", &text)], |loaded| {
        let dump = support::Dump { program: loaded };
        let all = loaded.local_items();
        let backwards = all.iter().rev();
        let every_third = all.iter().step_by(3);
        let mut seen = 0;
        for def in all.iter().chain(backwards).chain(every_third) {
            let path = loaded.path(*def);
            if let Some(number) = path.strip_prefix("t::f") {
                seen += 1;
                assert!(dump.def(*def).ends_with(&format!(" = {{ {number} }}\n")), "{}", dump.def(*def));
            }
        }
        assert!(seen > 3000, "{seen}");
    });
}
