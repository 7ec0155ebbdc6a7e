//! # Rule `choose`
//!
//! ```smt
//! (forall ((c C) ..) (!
//!     (and (=> (exists ((x T) ..) (! (and RANGE(T, x) COND) :pattern (TRIGGER ..)))
//!              (and RANGE(T, x) COND)[(choose%H c ..)/x, ..])
//!          RANGE(T, (choose%H c ..)) ..)
//!     :pattern ((choose%H c ..)) ..))
//! ```
//!
//! True because `choose%H` is, in the model, a function of the captured values `c` that gives values which meet the condition
//! if some do, and any values of their types otherwise; the axiom of choice gives such a function. Equal conditions of equal
//! captures choose equal values: they have one symbol, which is named after the text of the condition. Choices of several
//! variables have a symbol for each.

use certus_vir::{Binder, Expr};

use crate::encoder::Encoder;
use crate::error::Res;
use crate::lift::{Lifted, lift};
use crate::names;
use crate::rules::stored::stored_range;
use crate::scope::Binding;
use crate::term::{self, Bound, Quant, Role, Sort, Sym, Term};
use crate::value::{Env, Val};

impl Encoder<'_> {
    /// Rule `choose`: the result for the values that are chosen to meet the condition, which is the body of `of`.
    pub(crate) fn choose(&mut self, env: &Env, of: Binding<'_>, result: &Expr) -> Res<Val> {
        let scoped = self.scoped(env, of)?;
        let body = term::and([scoped.guard.clone(), scoped.body]);
        let all: Vec<Term> = std::iter::once(body).chain(scoped.groups.iter().flatten().cloned()).collect();
        let lifted = lift(&scoped.vars, &all);
        let key = format!("choose {}", lifted.key());
        let base = format!("choose%{}", names::digest(&key));
        let mut symbols = Vec::new();
        for (index, (_, sort)) in scoped.vars.iter().enumerate() {
            let name = if index == 0 { base.clone() } else { format!("{base}.{index}") };
            symbols.push((self.theory().symbol(&format!("{index} {key}"), &name), sort.clone()));
        }
        let params: Vec<Sort> = lifted.params.iter().map(|(_, sort)| sort.clone()).collect();
        let mut is_new = false;
        for (sym, sort) in &symbols {
            is_new |= self.theory().declare(sym, params.clone(), sort);
        }
        if is_new {
            let shape: Vec<usize> = scoped.groups.iter().map(Vec::len).collect();
            self.choose_axioms(env, of.binders, (&lifted, &shape), &symbols);
        }
        let mut inner = env.clone();
        for (binder, (sym, sort)) in of.binders.iter().zip(&symbols) {
            let term = term::app(sym, Role::Free, lifted.captures.clone(), sort);
            let ty = self.view().norm(env.types(), &binder.ty);
            let stored = stored_range(&ty).filter(|_| &**sort != "Int");
            inner = inner.bind(&binder.var, Val { term, stored });
        }
        self.expr(&inner, result)
    }

    /// The axiom of symbols for the variables. After the condition, `lifted` has the triggers, in groups of these lengths.
    fn choose_axioms(
        &mut self,
        env: &Env,
        binders: &[Binder],
        (lifted, shape): (&Lifted, &[usize]),
        symbols: &[Bound],
    ) {
        let Some((body, mut rest)) = lifted.terms.split_first() else {
            return;
        };
        let mut patterns = Vec::new();
        for len in shape {
            let (group, others) = rest.split_at((*len).min(rest.len()));
            patterns.push(group.to_vec());
            rest = others;
        }
        let chosen: Vec<Term> =
            symbols.iter().map(|(sym, sort)| term::app(sym, Role::Free, lifted.param_terms(), sort)).collect();
        let place = |name: &Sym| {
            let index = lifted.binders.iter().position(|(bound, _)| bound == name)?;
            chosen.get(index).cloned()
        };
        let witness = term::subst(body, &place);
        let some = Quant { forall: false, binders: lifted.binders.clone(), patterns, body: body.clone(), qid: None };
        let mut facts = vec![term::implies(term::quant(some), witness)];
        for (binder, value) in binders.iter().zip(&chosen) {
            let ty = self.view().norm(env.types(), &binder.ty);
            if let Some(kind) = stored_range(&ty).filter(|_| &*value.sort == "Int") {
                facts.push(self.theory().range(kind, value));
            }
        }
        let owner = symbols.first().map(|(sym, _)| sym.to_string()).unwrap_or_default();
        let patterns = chosen.iter().map(|t| vec![t.clone()]).collect();
        let all = Quant { forall: true, binders: lifted.params.clone(), patterns, body: term::and(facts), qid: None };
        self.theory().state(&owner, term::quant(all));
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

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
}
