//! # Rule `lambda`
//!
//! ```smt
//! (forall ((c C) .. (x T) ..) (!
//!     (= (apply<fn<T>-R> (lambda%H c ..) x ..) BODY)
//!     :pattern ((apply<fn<T>-R> (lambda%H c ..) x ..))))
//! ```
//!
//! True because `lambda%H` is, in the model, the function of the captured values `c` that gives for each of their values the
//! mathematical function which `BODY` defines; the full function space is there. Functions with one body and equal captures
//! are equal, as they have one symbol, which is named after the text of the body.
//!
//! # Rule `apply`
//!
//! ```smt
//! (apply<fn<T>-R> f x ..)                      ; for f(x, ..); arguments and result are in their stored form
//! ```
//!
//! True because application is a function of the function and its arguments, of which nothing else is stated.

use certus_diagnostics::Unsupported;
use certus_vir::{Binder, Expr, Ty};

use crate::encoder::Encoder;
use crate::error::Res;
use crate::lift::{Lifted, lift};
use crate::names;
use crate::reached::Feature;
use crate::rules::stored::stored_range;
use crate::term::{self, Bound, Role, Sort, Term};
use crate::value::{Env, Val};
use crate::vocabulary::{Vocabulary, plain_fn};

impl Encoder<'_> {
    /// Rule `lambda`: a mathematical function is a constructor applied to what it captures.
    pub(crate) fn lambda(&mut self, env: &Env, binders: &[Binder], body: &Expr, ty: &Ty) -> Res<Val> {
        let ty = plain_fn(ty);
        let Ty::SpecFn(_, ret) = &ty else {
            return Err(self.view().internal("a mathematical function of another type", Some(body.span)));
        };
        let sort = self.vocabulary().sort(&ty)?;
        let mut inner = env.clone();
        let mut bound = Vec::new();
        for binder in binders {
            let of = self.view().norm(env.types(), &binder.ty);
            let name = inner.binder(&binder.var);
            let binder_sort = self.vocabulary().stored_sort(&of)?;
            let value = Val { term: term::var(&name, &binder_sort), stored: stored_range(&of) };
            inner = inner.bind(&binder.var, value);
            bound.push((name, binder_sort));
        }
        let value = self.expr(&inner, body)?;
        let value = self.theory().store(value, ret);
        let made = self.vocabulary().function_value(&ty, &sort, lift(&bound, &[value]))?;
        Ok(Val::plain(made))
    }

    /// Rule `apply`: an application in the program.
    pub(crate) fn apply(&mut self, env: &Env, callee: &Expr, args: &[Expr]) -> Res<Val> {
        let ty = plain_fn(&self.ty(env, callee));
        let Ty::SpecFn(params, ret) = &ty else {
            let message = "a call of a value that is no `spec_fn`";
            return Err(self.view().unsupported(Unsupported::Apply, message, Some(callee.span)));
        };
        let f = self.expr(env, callee)?.term;
        let mut values = Vec::new();
        for (arg, param) in args.iter().zip(params) {
            let value = self.expr(env, arg)?;
            values.push(self.theory().store(value, param));
        }
        let term = self.vocabulary().apply_stored(&ty, f, values)?;
        Ok(Val { term, stored: stored_range(ret) })
    }
}

impl Vocabulary<'_> {
    /// The constructor of a function whose body was lifted, applied to what it captures.
    fn function_value(&mut self, ty: &Ty, sort: &Sort, lifted: Lifted) -> Res<Term> {
        let key = format!("lambda {sort} {}", lifted.key());
        let name = format!("lambda%{}", names::digest(&key));
        let sym = self.theory().symbol(&key, &name);
        let params: Vec<Sort> = lifted.params.iter().map(|(_, sort)| sort.clone()).collect();
        if self.theory().declare(&sym, params, sort) {
            let made = term::app(&sym, Role::Inner, lifted.param_terms(), sort);
            let args = lifted.binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
            let applied = self.apply_stored(ty, made, args)?;
            let all: Vec<Bound> = lifted.params.iter().chain(&lifted.binders).cloned().collect();
            for body in &lifted.terms {
                let fact = term::eq(applied.clone(), body.clone());
                self.theory().state(&sym, quantified(&all, &applied, fact));
            }
        }
        Ok(term::app(&sym, Role::Inner, lifted.captures, sort))
    }

    /// Rule `apply`: arguments and result in their stored form.
    pub(crate) fn apply_stored(&mut self, ty: &Ty, f: Term, args: Vec<Term>) -> Res<Term> {
        let ty = plain_fn(ty);
        let Ty::SpecFn(params, ret) = &ty else {
            return Err(self.view().internal("the application of what is no function", None));
        };
        let ret = self.stored_sort(ret)?;
        let sym = self.theory().symbol(&format!("apply {ty:?}"), &format!("apply<{}>", names::ty(&ty)));
        let mut sorts = vec![self.sort(&ty)?];
        for param in params {
            sorts.push(self.stored_sort(param)?);
        }
        self.theory().declare(&sym, sorts, &ret);
        self.reach().add_feature(Feature::Apply(ty.clone()));
        let all = std::iter::once(f).chain(args).collect();
        Ok(term::app(&sym, Role::Apply, all, &ret))
    }
}

/// The fact for all values of the variables that the pattern mentions.
fn quantified(binders: &[Bound], pattern: &Term, fact: Term) -> Term {
    let used: Vec<Bound> = binders.iter().filter(|(name, _)| pattern.free.contains(name)).cloned().collect();
    term::forall(used, vec![pattern.clone()], fact)
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn lambda_applied_captured_and_equal() {
        let mut w = World::new();
        let (a, b) = (w.var("a", int()), w.var("b", int()));
        let plus = |c: &Expr| lambda(&[("x", u8())], add(var("x", u8()), c.clone()));
        w.check(eq(apply(plus(&a), &[n(2)]), add(a.clone(), n(2))));
        w.check(implies(eq(a.clone(), b.clone()), eq(plus(&a), plus(&b))));
        w.check(eq(plus(&a), plus(&b)));
        w.check(ext(plus(&a), lambda(&[("y", u8())], add(a.clone(), var("y", u8())))));
        w.check(ext(plus(&a), lambda(&[("y", u8())], add(a.clone(), n(3)))));
        w.fails(&[2, 4]);
    }

    #[test]
    fn lambda_within_a_binder() {
        let mut w = World::new();
        w.declare("crate::p", &[("f", func(&[int()], int())), ("x", int())], Ty::Bool);
        let inner = lambda(&[("y", int())], add(i("x"), i("y")));
        let body = is("crate::p", &[inner, i("x")]);
        let all = forall(&[("x", int())], body.clone());
        w.assume(all);
        let three = lambda(&[("y", int())], add(n(3), i("y")));
        let x = w.var("x", int());
        // The literal stays in the text of the function, so this one is another function until it is compared.
        w.check(is("crate::p", &[lambda(&[("y", int())], add(x.clone(), i("y"))), x]));
        w.check(is("crate::p", &[three, n(4)]));
        w.fails(&[1]);
    }

    #[test]
    fn apply_is_a_function_of_the_function_and_its_arguments() {
        let mut w = World::new();
        let ty = func(&[u8()], u8());
        let (f, g) = (w.var("f", ty.clone()), w.var("g", ty));
        let (x, y) = (w.var("x", u8()), w.var("y", u8()));
        let at = |f: &Expr, x: &Expr| apply(f.clone(), std::slice::from_ref(x));
        w.check(implies(eq(x.clone(), y.clone()), eq(at(&f, &x), at(&f, &y)))).check(lt(at(&f, &x), n(256)));
        w.check(eq(at(&f, &x), at(&f, &y))).check(eq(at(&f, &x), at(&g, &x)));
        w.fails(&[2, 3]);
    }
}
