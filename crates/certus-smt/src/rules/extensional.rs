//! Extensional equality `a =~= b` is equality. On mathematical functions, abstract types and datatypes marked `ext_equal`
//! it is a predicate that a proof by elements can hold of, `ext_eq<S>`; a deep one, `ext_eq_deep<S>`, compares the elements
//! in this way too. The library says what it takes for its collections.
//!
//! # Rule `ext-eq`
//!
//! ```smt
//! (forall ((x S) (y S)) (!
//!     (and (= (ext_eq<S> x y) (= x y)) (=> ALIKE(x, y) (= x y)))
//!     :pattern ((ext_eq<S> x y))))
//! ```
//!
//! True because values that are alike in all that can be seen of them are equal in the model. Of an abstract type nothing
//! is seen: `ALIKE` is false.
//!
//! # Rule `ext-eq-function`
//!
//! ```smt
//! (forall ((a T)) (! (= (apply<fn<T>-R> x a) (apply<fn<T>-R> y a)) :pattern ((apply<fn<T>-R> x a)))) ; ALIKE(x, y)
//! ```
//!
//! True because a mathematical function is known by its results: the set of all functions is a model. The results are compared
//! by extensional equality again, and by a deep one for a deep one.
//!
//! # Rule `ext-eq-datatype`
//!
//! ```smt
//! (or (and ((_ is D.C) x) ((_ is D.C) y) (= (D.C.f x) (D.C.f y)) ..) ..)          ; ALIKE(x, y)
//! ```
//!
//! True because a value is known by its variant and the fields of that. The fields are compared by extensional equality
//! again, but one that leads back to the type, which is compared as a whole: going on would have no end.

use std::collections::BTreeSet;

use certus_vir::Ty;

use crate::error::Res;
use crate::reached::Feature;
use crate::rules::stored::stored_range;
use crate::term::{self, Bound, Role, Term};
use crate::value::Val;
use crate::vocabulary::Vocabulary;

impl Vocabulary<'_> {
    /// Rule `ext-eq`: the predicate where it says more than the solver's equality, which it is elsewhere.
    pub(crate) fn ext_eq(&mut self, ty: &Ty, deep: bool, a: Val, b: Val) -> Res<Term> {
        let ty = ty.value().clone();
        if !self.has_extension(&ty)? {
            return Ok(self.theory().equal(a, b));
        }
        let theory = self.theory();
        let (a, b) = (theory.store(a, &ty), theory.store(b, &ty));
        self.ext_predicate(&ty, deep, a, b)
    }

    /// Whether extensional equality at a type is more than the solver's own equality.
    fn has_extension(&mut self, ty: &Ty) -> Res<bool> {
        match ty {
            Ty::SpecFn(..) => Ok(true),
            Ty::Data(..) => {
                let instance = self.datatype(ty)?;
                Ok(instance.ext_equal || instance.variants.is_none())
            }
            _ => Ok(false),
        }
    }

    fn ext_predicate(&mut self, ty: &Ty, deep: bool, a: Term, b: Term) -> Res<Term> {
        let prefix = if deep { "ext_eq_deep" } else { "ext_eq" };
        let sym = self.theory().instance_symbol(&format!("{prefix} {ty:?}"), prefix, std::slice::from_ref(ty));
        let sort = self.sort(ty)?;
        let predicate = |a: Term, b: Term| term::app(&sym, Role::Extensional, vec![a, b], "Bool");
        if self.theory().declare(&sym, vec![sort.clone(), sort.clone()], &"Bool".into()) {
            self.reach().add_feature(Feature::ExtEq(ty.clone(), deep));
            let (x, y) = (term::var(&"x".into(), &sort), term::var(&"y".into(), &sort));
            let itself = predicate(x.clone(), y.clone());
            let equal = term::eq(x.clone(), y.clone());
            let alike = self.alike(ty, deep, &x, &y)?;
            let fact = term::and([term::eq(itself.clone(), equal.clone()), term::implies(alike, equal)]);
            let binders = vec![("x".into(), sort.clone()), ("y".into(), sort)];
            self.theory().state(&sym, term::forall(binders, vec![itself], fact));
        }
        Ok(predicate(a, b))
    }

    /// Rules `ext-eq-function` and `ext-eq-datatype`: what makes two values equal, as far as the type's structure tells.
    fn alike(&mut self, ty: &Ty, deep: bool, x: &Term, y: &Term) -> Res<Term> {
        if let Ty::SpecFn(args, ret) = ty {
            let mut binders: Vec<Bound> = Vec::new();
            for (n, arg) in args.iter().enumerate() {
                binders.push((format!("a{n}").into(), self.stored_sort(arg)?));
            }
            let values: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
            let left = self.apply_stored(ty, x.clone(), values.clone())?;
            let right = self.apply_stored(ty, y.clone(), values)?;
            let stored = stored_range(ret);
            let pattern = left.clone();
            let value = |term| Val { term, stored };
            let body = self.ext_eq(ret, deep, value(left), value(right))?;
            return Ok(term::forall(binders, vec![pattern], body));
        }
        let instance = self.datatype(ty)?;
        if !instance.ext_equal {
            return Ok(term::boolean(false));
        }
        let mut variants = Vec::new();
        for variant in instance.variants.iter().flatten() {
            let mut parts = vec![instance.is_variant(variant, x.clone()), instance.is_variant(variant, y.clone())];
            for field in &variant.fields {
                let sort = self.stored_sort(&field.ty)?;
                let stored = stored_range(&field.ty);
                let of = |value: &Term| Val {
                    term: term::app(&field.selector, Role::Field, vec![value.clone()], &sort),
                    stored,
                };
                let (left, right) = (of(x), of(y));
                let part = if self.leads_to(&field.ty, ty)? {
                    self.theory().equal(left, right)
                } else {
                    self.ext_eq(&field.ty, deep, left, right)?
                };
                parts.push(part);
            }
            variants.push(term::and(parts));
        }
        Ok(term::or(variants))
    }

    /// Whether values of one type can have values of the other inside, as fields of fields.
    fn leads_to(&mut self, from: &Ty, to: &Ty) -> Res<bool> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![from.value().clone()];
        while let Some(ty) = todo.pop() {
            if ty == *to {
                return Ok(true);
            }
            if matches!(ty, Ty::Data(..)) && seen.insert(ty.clone()) {
                let instance = self.datatype(&ty)?;
                let fields = instance.variants.iter().flatten().flat_map(|v| &v.fields);
                todo.extend(fields.map(|f| f.ty.value().clone()));
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn ext_eq_is_equality() {
        let mut w = World::new();
        w.opaque("crate::A", &[]);
        let (x, y) = (w.var("x", data("crate::A", &[])), w.var("y", data("crate::A", &[])));
        w.check(eq(ext(x.clone(), y.clone()), eq(x.clone(), y.clone()))).check(ext(x.clone(), x.clone()));
        w.check(ext(x, y));
        w.fails(&[2]);
    }

    /// A function that gives `x` and something.
    fn plus(by: i64) -> Expr {
        lambda(&[("x", int())], add(i("x"), n(by)))
    }

    #[test]
    fn ext_eq_function_compares_results() {
        let mut w = World::new();
        let flipped = lambda(&[("x", int())], add(n(1), i("x")));
        w.check(ext(plus(1), flipped.clone())).check(ext(plus(1), plus(2)));
        // Nobody looks at results where extensionality is not asked for.
        w.check(eq(plus(1), flipped));
        w.fails(&[1, 2]);
    }

    #[test]
    fn ext_eq_datatype_goes_into_marked_ones() {
        for (marked, expected) in [(true, &[1][..]), (false, &[0, 1])] {
            let mut w = World::new();
            let f = func(&[int()], int());
            let d = data("crate::D", &[]);
            w.datatype("crate::D", &[], &[("D", &[("f", f.clone()), ("n", int())])]).ext_equal = marked;
            let make = |body: Expr, k: i64| ctor(d.clone(), "D", &[("f", lambda(&[("x", int())], body)), ("n", n(k))]);
            let x = i("x");
            w.check(ext(make(add(x.clone(), n(1)), 0), make(add(n(1), x.clone()), 0)));
            w.check(ext(make(add(x.clone(), n(1)), 0), make(add(n(1), x), 1)));
            w.fails(expected);
        }
    }

    #[test]
    fn ext_eq_datatype_ends_where_a_field_leads_back() {
        let mut w = World::new();
        let list = data("crate::L", &[]);
        let fields = [("head", func(&[int()], int())), ("tail", list.clone())];
        w.datatype("crate::L", &[], &[("Nil", &[]), ("Cons", &fields)]).ext_equal = true;
        let nil = ctor(list.clone(), "Nil", &[]);
        let cons = |head: Expr, tail: &Expr| ctor(list.clone(), "Cons", &[("head", head), ("tail", tail.clone())]);
        let flipped = lambda(&[("x", int())], add(n(1), i("x")));
        let mut inner = w.clone();
        w.check(ext(cons(plus(1), &nil), cons(flipped.clone(), &nil))).check(ext(cons(plus(1), &nil), nil.clone()));
        w.fails(&[1]);
        // The tails are equal only if something compares them by elements.
        inner.check(ext(cons(plus(0), &cons(plus(1), &nil)), cons(plus(0), &cons(flipped, &nil))));
        inner.fails(&[0]);
    }
}
