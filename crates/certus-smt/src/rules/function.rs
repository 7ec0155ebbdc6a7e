//! What is known of a spec function `f` at type arguments. `GUARDS` says that each argument lies in the range of its type.
//!
//! # Rule `result-range`
//!
//! ```smt
//! (forall ((x T) ..) (! (=> GUARDS RANGE(R, (f x ..))) :pattern ((f x ..))))
//! ```
//!
//! True because a function of the language gives a value of its type for values of theirs. For a recursive one it is stated
//! of the symbol with fuel, to which the other is equal.
//!
//! # Rule `definition`
//!
//! ```smt
//! (=> SHOWN (forall ((x T) ..) (! (=> (and GUARDS WHEN) (= (f x ..) BODY)) :pattern ((f x ..)))))
//! ```
//!
//! True because the function is what its definition says, for arguments of their types and where its `when` holds. The
//! definition has to be visible from where the obligation stands; of one that is hidden at first, `SHOWN` is that a step
//! which reveals it is behind, by rule `reveal`.

use crate::instance::FnInst;
use crate::term::{self, Bound, Quant, Role, Sym, Term};
use crate::theory::Theory;

/// A function's symbol applied to variables, with the ranges of these.
pub(crate) struct Head<'i> {
    instance: &'i FnInst,
    binders: Vec<Bound>,
    args: Vec<Term>,
    guards: Vec<Term>,
}

impl<'i> Head<'i> {
    /// A function applied to variables of these names and sorts.
    pub(crate) fn new(instance: &'i FnInst, binders: Vec<Bound>, guards: Vec<Term>) -> Head<'i> {
        let args = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
        Head { instance, binders, args, guards }
    }

    /// The function.
    pub(crate) fn instance(&self) -> &'i FnInst {
        self.instance
    }

    /// That the arguments lie in the ranges of their types.
    pub(crate) fn guards(&self) -> Vec<Term> {
        self.guards.clone()
    }

    /// The function applied.
    pub(crate) fn call(&self) -> Term {
        term::app(&self.instance.sym, Role::Free, self.args.clone(), &self.instance.ret.sort)
    }

    /// The function's symbol with fuel applied.
    pub(crate) fn call_with(&self, sym: &Sym, fuel: Term) -> Term {
        let args = self.args.iter().cloned().chain([fuel]).collect();
        term::app(sym, Role::Free, args, &self.instance.ret.sort)
    }

    /// The fact for all arguments (and fuel, where it occurs).
    pub(crate) fn quantified(&self, pattern: Term, fact: Term) -> Term {
        let mut binders = self.binders.clone();
        let fuel: Sym = "n".into();
        if pattern.free.contains(&fuel) {
            binders.push((fuel, "Fuel".into()));
        }
        term::quant(Quant { forall: true, binders, patterns: vec![vec![pattern]], body: fact, qid: None })
    }

    /// States a fact for all arguments.
    pub(crate) fn state(&self, theory: &mut Theory, pattern: Term, fact: Term) {
        theory.state(&self.instance.sym, self.quantified(pattern, fact));
    }

    /// Rule `result-range`: the result lies in the range of its type. `recursive` is the symbol with fuel.
    pub(crate) fn result_range(&self, theory: &mut Theory, recursive: Option<&Sym>) {
        let Some(kind) = self.instance.ret.range() else {
            return;
        };
        let fuel = recursive.map(|sym| (sym, term::var(&"n".into(), &"Fuel".into())));
        let result = match &fuel {
            Some((sym, fuel)) => self.call_with(sym, fuel.clone()),
            None => self.call(),
        };
        let inside = theory.range(kind, &result);
        let fact = term::implies(term::and(self.guards()), inside);
        self.state(theory, result, fact);
    }

    /// Rule `definition`: where it is shown and the premise holds, the function is this value.
    pub(crate) fn definition(&self, theory: &mut Theory, shown: Term, premise: Term, value: Term) {
        let fact = term::implies(premise, term::eq(self.call(), value));
        let fact = self.quantified(self.call(), fact);
        theory.state(&self.instance.sym, term::implies(shown, fact));
    }
}

#[cfg(test)]
mod tests {
    use certus_vc::Step;
    use certus_vir::*;

    use crate::common::*;

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
    fn definition_only_where_its_when_holds() {
        let mut w = World::new();
        let f = w.define("crate::f", &[("x", int())], int(), add(i("x"), n(1)));
        f.termination = Some(Termination { decreases: vec![i("x")], when: Some(le(n(0), i("x"))) });
        let f = |k| call("crate::f", &[n(k)], int());
        w.check(eq(f(3), n(4))).check(eq(f(0), n(1))).check(eq(f(-1), n(0)));
        w.fails(&[2]);
    }

    #[test]
    fn definition_only_for_arguments_in_range() {
        let mut w = World::new();
        w.define("crate::f", &[("x", u8())], int(), add(var("x", u8()), n(1)));
        let f = |k| call("crate::f", &[n(k)], int());
        w.check(eq(f(255), n(256))).check(eq(f(256), n(257)));
        w.fails(&[1]);
    }

    #[test]
    fn definition_only_where_it_is_shown() {
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
}
