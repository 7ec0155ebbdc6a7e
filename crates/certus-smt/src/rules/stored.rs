//! Where a program speaks of an integer as such it is an `Int`. Where an integer is only kept (in a field, as an element,
//! as an argument of a mathematical function, where a type parameter stands) it is an element of the sort of its range,
//! which the arithmetic solver never sees unless a proof looks at it. `K` is such a range, and the name of its sort.
//!
//! # Rule `stored-view`
//!
//! ```smt
//! (forall ((x K)) (! (and RANGE(K, (K.v x)) (= (K.mk (K.v x)) x)) :pattern ((K.v x))))
//! ```
//!
//! True because the elements of `K` are the integers of the range, of which `K.v` is each itself and `K.mk` gives it back.
//!
//! # Rule `stored-make`
//!
//! ```smt
//! (forall ((i Int)) (! (=> RANGE(K, i) (= (K.v (K.mk i)) i)) :pattern ((K.mk i))))
//! ```
//!
//! True because `K.mk` of an integer of the range is that integer. Of any other one it is some element, as no range is
//! empty; nothing is said of it, so there is a model whatever `K.mk` is applied to.
//!
//! # Rule `stored-equal`
//!
//! ```smt
//! (= x y)                                      ; for (= (K.v x) (K.v y)), x and y of sort K
//! ```
//!
//! True because `K.v` gives equal integers for equal elements only: by rule `stored-view`, `K.mk` gives each back.

use certus_vir::{IntKind, Ty};

use crate::names;
use crate::rules::range::contains;
use crate::term::{self, Kind, Role, Sort, Sym, Term};
use crate::theory::Theory;
use crate::value::Val;

impl Theory {
    /// Rules `stored-view` and `stored-make`: the sort in which integers of a range are kept.
    pub(crate) fn stored_sort(&mut self, kind: IntKind) -> Sort {
        let name = names::stored(kind);
        let sort: Sort = name.as_str().into();
        if self.once(&format!("stored {name}")) {
            self.declare_sort(&sort);
            let int: Sort = "Int".into();
            self.declare(&format!("{name}.v").into(), vec![sort.clone()], &int);
            self.declare(&format!("{name}.mk").into(), vec![int.clone()], &sort);
            let x = term::var(&"x".into(), &sort);
            let value = view(kind, x.clone());
            let inside = self.range(kind, &value);
            let back = term::eq(make(kind, value.clone()), x);
            let fact = term::and([inside, back]);
            self.state(&name, term::forall(vec![("x".into(), sort.clone())], vec![value], fact));
            let i = term::var(&"i".into(), &int);
            let made = make(kind, i.clone());
            let fact = term::implies(self.range(kind, &i), term::eq(view(kind, made.clone()), i));
            self.state(&name, term::forall(vec![("i".into(), int)], vec![made], fact));
        }
        sort
    }

    /// The integer of a value.
    pub(crate) fn concrete(&mut self, value: Val) -> Term {
        let Some(kind) = value.stored else {
            return value.term;
        };
        if let Kind::App(sym, _, args) = &value.term.kind
            && **sym == format!("{}.mk", names::stored(kind))
            && let Some(inner) = args.first()
            && let Kind::Lit(number) = &inner.kind
            && contains(self.fixed(kind), number) == Some(true)
        {
            return inner.clone();
        }
        view(kind, value.term)
    }

    /// A value as it is kept: of the sort of its range when it is a ranged integer, as it is otherwise.
    pub(crate) fn store(&mut self, value: Val, ty: &Ty) -> Term {
        let kept = stored_range(ty);
        let value = match value.stored {
            // Kept as a number of another range, as a cast leaves it.
            Some(from) if ty.int_kind().is_some() && kept != Some(from) => Val::plain(self.concrete(value)),
            _ => value,
        };
        match kept {
            Some(kind) if value.stored.is_none() => {
                self.stored_sort(kind);
                if let Kind::App(sym, _, args) = &value.term.kind
                    && **sym == format!("{}.v", names::stored(kind))
                    && let Some(inner) = args.first()
                {
                    return inner.clone();
                }
                make(kind, value.term)
            }
            _ => value.term,
        }
    }

    /// Rule `stored-equal`: equality of two values of one type, in their stored form when both have it.
    pub(crate) fn equal(&mut self, a: Val, b: Val) -> Term {
        if a.stored.is_some() && a.stored == b.stored {
            return term::eq(a.term, b.term);
        }
        let (a, b) = (self.concrete(a), self.concrete(b));
        term::eq(a, b)
    }
}

/// The range, when values of the type are kept in a sort of their own.
pub(crate) fn stored_range(ty: &Ty) -> Option<IntKind> {
    ty.int_kind().filter(|kind| *kind != IntKind::Int)
}

fn view(kind: IntKind, t: Term) -> Term {
    term::app(&format!("{}.v", names::stored(kind)), Role::Inner, vec![t], "Int")
}

fn make(kind: IntKind, t: Term) -> Term {
    let sort = names::stored(kind);
    term::app(&format!("{sort}.mk"), Role::Inner, vec![t], &sort)
}

/// The variable in a conversion of a bare variable to its stored form.
pub(crate) fn made_of_variable(t: &Term) -> Option<&Sym> {
    match &t.kind {
        Kind::App(sym, Role::Inner, args) if sym.ends_with(".mk") => match &args.first()?.kind {
            Kind::Var(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The operand, when the term is the integer of a stored one.
pub(crate) fn viewed(t: &Term) -> Option<&Term> {
    match &t.kind {
        Kind::App(sym, Role::Inner, args) if sym.ends_with(".v") || sym.ends_with(".mk") => args.first(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    /// `struct P { a: u64, b: int }`.
    fn pair(w: &mut World) -> Ty {
        w.datatype("crate::P", &[], &[("P", &[("a", u64()), ("b", int())])]);
        data("crate::P", &[])
    }

    fn a(e: Expr) -> Expr {
        field(e, "P", "a", u64())
    }

    #[test]
    fn stored_view_lies_in_the_range() {
        let mut w = World::new();
        let p = pair(&mut w);
        let x = w.var("x", p);
        w.check(le(n(0), a(x.clone()))).check(lt(a(x.clone()), big("18446744073709551616")));
        w.check(lt(n(0), a(x.clone()))).check(lt(a(x), big("18446744073709551615")));
        w.fails(&[2, 3]);
    }

    #[test]
    fn stored_make_keeps_the_value_inside_of_the_range() {
        let mut w = World::new();
        let p = pair(&mut w);
        let y = w.var("y", u64());
        let made = ctor(p.clone(), "P", &[("b", n(-5)), ("a", y.clone())]);
        w.check(eq(a(made.clone()), y)).check(eq(field(made, "P", "b", int()), n(-5)));
        // A value outside of the range is kept as some value inside: nothing wrong follows.
        let wrong = ctor(p, "P", &[("b", n(0)), ("a", n(-1))]);
        w.check(eq(a(wrong.clone()), n(-1))).check(eq(a(wrong.clone()), n(0))).check(le(n(0), a(wrong)));
        w.fails(&[2, 3]);
    }

    #[test]
    fn stored_equal_when_the_values_are() {
        let mut w = World::new();
        w.datatype("crate::P", &[], &[("P", &[("a", u64())])]);
        let p = data("crate::P", &[]);
        let (x, y) = (w.var("x", p.clone()), w.var("y", p));
        w.check(implies(eq(add(a(x.clone()), n(1)), add(a(y.clone()), n(1))), eq(x.clone(), y.clone())));
        w.check(eq(x, y));
        w.fails(&[1]);
    }

    /// The arithmetic solver does not see an element that is only chosen and kept.
    #[test]
    fn stored_equal_compares_what_is_kept() {
        let mut w = World::new();
        w.declare("crate::element", &[("i", int())], param("A")).type_params = type_params(&["A"]);
        w.declare("crate::f", &[("x", param("A"))], Ty::Bool).type_params = type_params(&["A"]);
        let c = w.var("c", Ty::Bool);
        let element = |k| call_at("crate::element", &[u8()], &[n(k)], u8());
        let f = |e: Expr| call_at("crate::f", &[u8()], &[e], Ty::Bool);
        w.assume(f(element(0))).assume(f(element(1)));
        w.check(f(ite(c, element(0), element(1))));
        w.proves();
        assert!(w.text().contains("(f. (ite c! (element. 0) (element. 1)))"), "{}", w.text());
    }
}
