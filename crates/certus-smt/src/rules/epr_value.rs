//! Values of EPR mode. A value that is put together is not a term of the query: tests, fields and equations take it apart. A
//! choice between values is put around the formula, so that the rules see each value by itself.
//!
//! # Rule `epr-test`
//!
//! ```smt
//! (= x D.A)                                    ; x is of the variant A, which has no fields
//! (D.C%is x)                                   ; x is of the variant C, which has some
//! true                                         ; D has no other variant, or x was put together as one of C
//! ```
//!
//! True because rule `epr-variants` says so of these symbols.
//!
//! # Rule `epr-field`
//!
//! ```smt
//! (D.C.f x)                                    ; the field f of x
//! A                                            ; of a value of C that was put together with A there
//! ```
//!
//! True because a field is a function of the value, and that of a value just put together is what was put there.
//!
//! # Rule `epr-equal`
//!
//! ```smt
//! (= x y)
//! (and (D.C%is x) (= (D.C.f x) A) ..)          ; x is equal to a value of C that was put together from A ..
//! ```
//!
//! True because what was put together from parts is equal to what is of its variant and has these parts.

use std::rc::Rc;

use certus_diagnostics::{Language, Span};
use certus_vir::{Name, Ty};

use crate::epr::context::{Epr, outside};
use crate::epr::state::Constructor;
use crate::error::Res;
use crate::instance::DataInst;
use crate::names;
use crate::rules::epr_sort::test;
use crate::term::{self, Kind, Role, Term};

impl Epr<'_> {
    /// What constructor made a value, if it was one with fields.
    pub(crate) fn constructor(&self, t: &Term) -> Option<Constructor> {
        let Kind::App(sym, ..) = &t.kind else { return None };
        self.state().constructor(sym).cloned()
    }

    /// A constructor applied. One with fields is not declared: fields, tests and equations take it apart.
    pub(crate) fn construct(&mut self, ty: &Ty, variant: &Name, fields: &[(Name, Term)], span: Span) -> Res<Term> {
        let sort = self.sort_at(ty, span, "this is")?;
        let (instance, at) = self.variant_at(ty, variant, span)?;
        let known = &instance.variants.as_ref().map_or(&[][..], |all| all.as_slice())[at]; // Found just now.
        let mut args = Vec::new();
        for field in &known.fields {
            let Some((_, value)) = fields.iter().find(|(name, _)| *name == field.name) else {
                return Err(self.view().internal(format!("field `{}` is missing", field.name), Some(span)));
            };
            args.push(value.clone());
        }
        if !args.is_empty() {
            let made = Constructor { ty: ty.value().clone(), variant: variant.clone() };
            self.note().construct(&known.ctor, made);
        }
        Ok(term::app(&known.ctor, Role::Free, args, &sort))
    }

    /// Rule `epr-test`: that a value is of a variant.
    pub(crate) fn test_variant(&mut self, ty: &Ty, variant: &Name, value: &Term, span: Span) -> Res<Term> {
        self.sort_at(ty, span, "this is")?;
        let (instance, at) = self.variant_at(ty, variant, span)?;
        cases(value, &mut |value| {
            self.spend(span)?;
            if let Some(made) = self.constructor(value) {
                return Ok(term::boolean(made.variant == *variant));
            }
            let known = instance.variants.as_ref().and_then(|all| all.get(at).map(|v| (v, all.len() == 1)));
            Ok(known
                .map_or(term::boolean(true), |(v, single)| if single { term::boolean(true) } else { test(v, value) }))
        })
    }

    /// Rule `epr-field`: a field of a value, by the names of the variant and the field.
    pub(crate) fn select(&mut self, ty: &Ty, of: (&Name, &Name), value: &Term, span: Span) -> Res<Term> {
        let (variant, name) = of;
        let sort = self.sort_at(ty, span, "this is")?;
        let (instance, at) = self.variant_at(ty, variant, span)?;
        let known = instance.variants.as_ref().and_then(|all| all.get(at));
        let found = known.and_then(|v| v.fields.iter().position(|f| f.name == *name).map(|place| (v, place)));
        let Some((known, place)) = found else {
            return Err(self.view().internal(format!("no field `{name}` of `{}`", names::ty(ty)), Some(span)));
        };
        let field = &known.fields[place]; // Found just now.
        let result = self.sort_at(&field.ty, span, &format!("the field `{name}` is"))?;
        cases(value, &mut |value| {
            self.spend(span)?;
            if let Some(made) = self.constructor(value) {
                if made.variant != *variant {
                    let text = "the field of a value that is of another variant";
                    return Err(outside(Language::EprConstructor, text, span, ""));
                }
                if let Kind::App(_, _, args) = &value.kind
                    && let Some(arg) = args.get(place)
                {
                    return Ok(arg.clone());
                }
            }
            self.theory().declare(&field.selector, vec![sort.clone()], &result);
            self.mean(&field.selector, &format!("{}.{name}", names::ty(ty)), span);
            self.note().select(ty.value(), variant, name);
            Ok(term::app(&field.selector, Role::Field, vec![value.clone()], &result))
        })
    }

    /// Rule `epr-equal`: that two values are equal.
    pub(crate) fn equal(&mut self, a: Term, b: Term, span: Span) -> Res<Term> {
        if *a.sort == *"Bool" {
            return Ok(term::eq(a, b));
        }
        all_cases(&[a, b], &mut Vec::new(), &mut |pair| {
            self.spend(span)?;
            let [a, b] = pair else { return Ok(term::boolean(true)) };
            match (self.constructor(a), self.constructor(b)) {
                (Some(made), _) => self.has_parts(&made, a, b, span),
                (None, Some(made)) => self.has_parts(&made, b, a, span),
                (None, None) => Ok(term::eq(a.clone(), b.clone())),
            }
        })
    }

    /// That a value is of the variant of one just put together, and has its parts.
    fn has_parts(&mut self, made: &Constructor, value: &Term, other: &Term, span: Span) -> Res<Term> {
        let Kind::App(_, _, args) = &value.kind else { return Ok(term::boolean(true)) };
        let is = self.test_variant(&made.ty, &made.variant, other, span)?;
        if self.constructor(other).is_some() && is_false(&is) {
            return Ok(is);
        }
        let (instance, at) = self.variant_at(&made.ty, &made.variant, span)?;
        let fields = instance.variants.iter().flatten().nth(at).into_iter().flat_map(|v| &v.fields);
        let mut all = vec![is];
        for (field, arg) in fields.zip(args) {
            let part = self.select(&made.ty, (&made.variant, &field.name), other, span)?;
            all.push(self.equal(part, arg.clone(), span)?);
        }
        Ok(term::and(all))
    }

    /// A datatype, and the place of a variant in it.
    fn variant_at(&mut self, ty: &Ty, variant: &Name, span: Span) -> Res<(Rc<DataInst>, usize)> {
        let instance = self.vocabulary().datatype(ty.value())?;
        let at = instance.variants.iter().flatten().position(|v| v.name == *variant);
        match at {
            Some(at) => Ok((instance, at)),
            None => Err(self.view().internal(format!("no variant `{variant}` of `{}`", names::ty(ty)), Some(span))),
        }
    }
}

fn is_false(t: &Term) -> bool {
    matches!(&t.kind, Kind::App(sym, _, args) if args.is_empty() && &**sym == "false")
}

/// Takes a choice between values apart: `f` of every value that there may be, under the choice.
pub(crate) fn cases(t: &Term, f: &mut dyn FnMut(&Term) -> Res<Term>) -> Res<Term> {
    let is_const =
        matches!(&t.kind, term::Kind::App(sym, _, args) if args.is_empty() && matches!(&**sym, "true" | "false"));
    if let term::Kind::App(sym, term::Role::Interpreted, args) = &t.kind
        && let ("ite", [condition, a, b]) = (&**sym, args.as_slice())
        && *t.sort != *"Bool"
    {
        let (a, b) = (cases(a, f)?, cases(b, f)?);
        return Ok(term::ite(condition.clone(), a, b));
    }
    if *t.sort == *"Bool" && !is_const {
        let (a, b) = (f(&term::boolean(true))?, f(&term::boolean(false))?);
        return Ok(term::ite(t.clone(), a, b));
    }
    f(t)
}

/// The same for several values.
pub(crate) fn all_cases(values: &[Term], done: &mut Vec<Term>, f: &mut dyn FnMut(&[Term]) -> Res<Term>) -> Res<Term> {
    let Some((first, rest)) = values.split_first() else { return f(done) };
    cases(first, &mut |value| {
        done.push(value.clone());
        let result = all_cases(rest, done, f);
        done.pop();
        result
    })
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::epr::*;

    #[test]
    fn epr_test_of_a_variant() {
        let (w, e, f) = with_enum();
        assert!(proves(&w, &[is_of(&e, "Idle"), is_of(&f, "Idle")], Expr::eq(e.clone(), f.clone())));
        assert!(!proves(&w, &[is_of(&e, "Busy"), is_of(&f, "Busy")], Expr::eq(e, f)));
        assert!(proves(&w, &[], is_of(&make("Busy", &[("by", x("a"))]), "Busy")));
        assert!(!proves(&w, &[], is_of(&make("Busy", &[("by", x("a"))]), "Idle")));
    }

    #[test]
    fn epr_field_is_what_was_put_there() {
        let (w, e, _) = with_enum();
        let busy = make("Busy", &[("by", x("a"))]);
        assert!(proves(&w, &[], Expr::eq(by(&busy), x("a"))));
        assert!(proves(&w, &[Expr::eq(e.clone(), busy.clone())], Expr::eq(by(&e), x("a"))));
        assert!(!proves(&w, &[Expr::eq(e.clone(), busy)], Expr::eq(by(&e), x("b"))));
    }

    #[test]
    fn epr_equal_to_what_has_the_variant_and_the_parts() {
        let (w, e, _) = with_enum();
        let busy = make("Busy", &[("by", x("a"))]);
        assert!(proves(&w, &[is_of(&e, "Idle")], Expr::eq(e.clone(), make("Idle", &[]))));
        assert!(proves(&w, &[is_of(&e, "Busy"), Expr::eq(by(&e), x("a"))], Expr::eq(e.clone(), busy.clone())));
        assert!(!proves(&w, &[Expr::eq(by(&e), x("a"))], Expr::eq(e.clone(), busy.clone())));
        assert!(!proves(&w, &[is_of(&e, "Busy")], Expr::eq(e, busy)));
    }
}
