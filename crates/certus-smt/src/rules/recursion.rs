//! Recursive definitions unfold as far as there is fuel for it. Fuel is a number in unary, `fuel.s` of `fuel.s` of something;
//! `f%rec` is the function `f` with one more argument that says how much is left.
//!
//! # Rule `recursive-definition`
//!
//! ```smt
//! (forall ((x T) ..) (! (= (f x ..) (f%rec x .. FUEL)) :pattern ((f x ..))))
//! (forall ((x T) .. (n Fuel)) (! (= (f%rec x .. n) (f%rec x .. fuel.0)) :pattern ((f%rec x .. n))))
//! (forall ((x T) .. (n Fuel)) (!
//!     (=> (and GUARDS WHEN) (= (f%rec x .. (fuel.s n)) BODY[f%rec .. n]))
//!     :pattern ((f%rec x .. (fuel.s n)))))
//! ```
//!
//! True because `f%rec` is, in the model, `f` itself for every amount of fuel: how much is left makes no difference to the
//! value, and each equation is the definition. Calls within `BODY` that lead back to `f` have one piece of fuel less, so that
//! the solver unfolds no further than the fuel lasts.
//!
//! # Rule `fuel`
//!
//! ```smt
//! (fuel.s .. fuel.0)                           ; FUEL: as many as the cycle is long, where no step reveals f
//! (=> reveal<f/N> (= f%fuel (fuel.s .. f%fuelN)))  ; N of them, where a step does, and FUEL is f%fuel
//! ```
//!
//! True because all fuel is equal in the model. The end of a number, `f%fuelN`, is unknown, so that two statements of it agree.
//!
//! # Rule `reveal`
//!
//! ```smt
//! (declare-const reveal<f/N> Bool)             ; asserted where a step that shows f with the fuel N stands
//! ```
//!
//! True because the definition holds everywhere; the constant says only where a proof is to know it. In the model it is true.

use certus_vir::Path;

use crate::names;
use crate::rules::function::Head;
use crate::term::{self, Role, Sort, Sym, Term};
use crate::theory::Theory;

impl Theory {
    /// Rule `reveal`: the constant that stands for a step which shows a definition; it is true where the step is
    /// behind.
    pub(crate) fn reveal(&mut self, path: &Path, fuel: u32) -> Term {
        let name = format!("reveal<{}/{fuel}>", names::path(path));
        let sym = self.symbol(&format!("reveal {path} {fuel}"), &name);
        self.constant(&sym, "Bool")
    }

    /// Rule `reveal`: that some step which shows a definition is behind, by the amounts of fuel in these steps.
    pub(crate) fn revealed(&mut self, path: &Path, shown: &[u32]) -> Term {
        term::or(shown.iter().map(|fuel| self.reveal(path, *fuel)).collect::<Vec<_>>())
    }

    /// The sort of fuel.
    pub(crate) fn fuel_sort(&mut self) -> Sort {
        self.declare_sort(&"Fuel".into());
        "Fuel".into()
    }

    /// No fuel.
    fn fuel_zero(&mut self) -> Term {
        let sort = self.fuel_sort();
        self.constant(&"fuel.0".into(), &sort)
    }

    /// This much fuel more.
    fn fuel_above(&mut self, steps: u32, end: Term) -> Term {
        let sort = self.fuel_sort();
        self.declare(&"fuel.s".into(), vec![sort.clone()], &sort);
        (0..steps).fold(end, |fuel, _| term::app("fuel.s", Role::Inner, vec![fuel], &sort))
    }

    /// Rule `fuel`: how far a recursive definition unfolds. `start` is how far it does without any step, and `shown` has
    /// the amounts of fuel in the steps that reveal it.
    fn fuel(&mut self, path: &Path, sym: &Sym, start: Option<u32>, shown: &[u32]) -> Term {
        if let (Some(start), true) = (start, shown.is_empty()) {
            let zero = self.fuel_zero();
            return self.fuel_above(start, zero);
        }
        let sort = self.fuel_sort();
        let fuel = self.constant(&names::derived(sym, "fuel"), &sort);
        let premises = shown.iter().map(|n| (*n, Some(*n))).chain(start.map(|n| (n, None)));
        for (steps, shown) in premises {
            let end = self.constant(&names::derived(sym, &format!("fuel{steps}")), &sort);
            let high = self.fuel_above(steps, end);
            let premise = match shown {
                Some(steps) => self.reveal(path, steps),
                None => term::boolean(true),
            };
            self.state(sym, term::implies(premise, term::eq(fuel.clone(), high)));
        }
        fuel
    }
}

impl Head<'_> {
    /// Rule `recursive-definition`, but the unfolding: the function is its version with the fuel it has here, and how much
    /// is left makes no difference. Gives the fuel that is left in the definition.
    pub(crate) fn with_fuel(&self, theory: &mut Theory, path: &Path, start: Option<u32>, shown: &[u32]) -> Term {
        let fuel = theory.fuel(path, &self.instance().sym, start, shown);
        let left = term::var(&"n".into(), &theory.fuel_sort());
        let Some(sym) = &self.instance().recursive else {
            return left;
        };
        let same = term::eq(self.call(), self.call_with(sym, fuel));
        self.state(theory, self.call(), same);
        let any = self.call_with(sym, left.clone());
        let none = theory.fuel_zero();
        let irrelevant = term::eq(any.clone(), self.call_with(sym, none));
        self.state(theory, any, irrelevant);
        left
    }

    /// Rule `recursive-definition`, the unfolding: with one piece of fuel more than is left, the function is this value.
    pub(crate) fn unfolding(&self, theory: &mut Theory, left: Term, premise: Term, value: Term) {
        let Some(sym) = &self.instance().recursive else {
            return;
        };
        let more = theory.fuel_above(1, left);
        let unfolded = self.call_with(sym, more);
        let fact = term::implies(premise, term::eq(unfolded.clone(), value));
        self.state(theory, unfolded, fact);
    }
}

#[cfg(test)]
mod tests {
    use certus_vc::Step;
    use certus_vir::*;

    use crate::common::*;

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
    }

    #[test]
    fn fuel_is_as_much_as_a_step_reveals() {
        let mut w = World::new();
        sum(&mut w);
        let f = |k| call("crate::f", &[n(k)], int());
        w.step(Step::Reveal("crate::f".into(), 3)).goal(eq(f(2), n(3))).goal(eq(f(9), n(45)));
        w.fails(&[1]);
    }

    #[test]
    fn fuel_through_two_functions_is_that_of_their_cycle() {
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
    fn reveal_holds_on_one_path_only() {
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
    fn reveal_of_a_recursive_definition() {
        let mut w = World::new();
        sum(&mut w);
        w.program.functions["crate::f"].fuel = 0;
        let f = |k| call("crate::f", &[n(k)], int());
        w.check(eq(f(0), n(0))).step(Step::Reveal("crate::f".into(), 1)).check(eq(f(0), n(0))).check(eq(f(2), n(3)));
        w.fails(&[0, 2]);
    }
}
