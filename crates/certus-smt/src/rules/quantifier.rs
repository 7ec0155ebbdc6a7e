//! # Rule `quantifier`
//!
//! ```smt
//! (forall ((x Int) ..) (! (=> RANGE(T, x) BODY) :pattern (TRIGGER ..)))
//! (exists ((x Int) ..) (! (and RANGE(T, x) BODY) :pattern (TRIGGER ..)))
//! (forall ((x K) ..) (! BODY :pattern (TRIGGER ..)))  ; where TRIGGER has x in its stored form
//! ```
//!
//! True because a bound integer of a type ranges over the integers of that type, which the sort `K` of the range has one
//! element for each. Where a trigger has the variable as it is kept (as an element, as a generic argument), it is bound in
//! that form, so that the trigger matches. Triggers have no meaning: they say when the solver uses the fact.

use certus_vir::QuantKind;

use crate::encoder::Encoder;
use crate::error::Res;
use crate::scope::Binding;
use crate::term::{self, Quant, Term};
use crate::value::Env;

impl Encoder<'_> {
    /// Rule `quantifier`: a formula for all values of variables, or for some.
    pub(crate) fn quantifier(&mut self, env: &Env, kind: QuantKind, of: Binding<'_>) -> Res<Term> {
        let scoped = self.scoped(env, of)?;
        let forall = kind == QuantKind::Forall;
        let body =
            if forall { term::implies(scoped.guard, scoped.body) } else { term::and([scoped.guard, scoped.body]) };
        let qid = self.origins().and_then(|origins| origins.of_source(of.span, &scoped.groups));
        Ok(term::quant(Quant { forall, binders: scoped.vars, patterns: scoped.groups, body, qid }))
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn quantifier_ranges_over_the_type() {
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
}
