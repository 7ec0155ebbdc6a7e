//! Extensional equality.

use std::collections::BTreeSet;

use certus_vir::Ty;

use crate::encoder::{Encoder, Feature};
use crate::error::Res;
use crate::term::{self, Bound, Role, Term};
use crate::value::Val;

impl Encoder<'_> {
    /// Rule `ext-eq`: extensional equality is equality. On mathematical functions, abstract types and datatypes marked
    /// `ext_equal` it is a predicate that a proof by elements can hold of; the library says what it takes for its
    /// collections.
    pub(crate) fn ext_eq(&mut self, ty: &Ty, deep: bool, a: Val, b: Val) -> Res<Term> {
        let ty = ty.value().clone();
        if !self.has_extension(&ty)? {
            return Ok(self.equal(a, b));
        }
        let (a, b) = (self.store(a, &ty), self.store(b, &ty));
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
        let sym = self.names.of_instance(&format!("{prefix} {ty:?}"), prefix, std::slice::from_ref(ty));
        let sort = self.sort(ty)?;
        let predicate = |a: Term, b: Term| term::app(&sym, Role::Given, vec![a, b], "Bool");
        if self.out.function(&sym, vec![sort.clone(), sort.clone()], &"Bool".into()) {
            self.features.insert(Feature::ExtEq(ty.clone(), deep));
            let (x, y) = (term::var(&"x".into(), &sort), term::var(&"y".into(), &sort));
            let itself = predicate(x.clone(), y.clone());
            let equal = term::eq(x.clone(), y.clone());
            let alike = self.alike(ty, deep, &x, &y)?;
            let fact = term::and([term::eq(itself.clone(), equal.clone()), term::implies(alike, equal)]);
            let binders = vec![("x".into(), sort.clone()), ("y".into(), sort)];
            self.out.axiom(&sym, term::forall(binders, vec![itself], fact));
        }
        Ok(predicate(a, b))
    }

    /// What makes two values extensionally equal, as far as the type's structure tells.
    fn alike(&mut self, ty: &Ty, deep: bool, x: &Term, y: &Term) -> Res<Term> {
        if let Ty::SpecFn(args, ret) = ty {
            let mut binders: Vec<Bound> = Vec::new();
            for (n, arg) in args.iter().enumerate() {
                binders.push((format!("a{n}").into(), self.stored_sort(arg)?));
            }
            let values: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
            let left = self.apply_stored(ty, x.clone(), values.clone())?;
            let right = self.apply_stored(ty, y.clone(), values)?;
            let stored = self.stored_range(ret);
            let pattern = left.clone();
            let value = |term| Val { term, stored };
            let body = if deep {
                self.ext_eq(ret, true, value(left), value(right))?
            } else {
                self.equal(value(left), value(right))
            };
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
                let stored = self.stored_range(&field.ty);
                let of = |value: &Term| Val {
                    term: term::app(&field.selector, Role::Free, vec![value.clone()], &sort),
                    stored,
                };
                let (left, right) = (of(x), of(y));
                // A field that leads back to the type is compared as a whole: going on would have no end.
                let part = if self.leads_to(&field.ty, ty)? {
                    self.equal(left, right)
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

    /// Equality of two values of one type, in their stored form when both have it.
    pub(crate) fn equal(&mut self, a: Val, b: Val) -> Term {
        if a.stored.is_some() && a.stored == b.stored {
            return term::eq(a.term, b.term);
        }
        let (a, b) = (self.concrete(a), self.concrete(b));
        term::eq(a, b)
    }
}
