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
    w.goal(eq(f(-1), add(n(-1), f(-2))));
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
