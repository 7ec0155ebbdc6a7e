//! The order that termination measures go down in. Every value has a height, in one sort for all types.
//!
//! # Rule `height-lt`
//!
//! ```smt
//! (and (<= 0 a) (< a b))                       ; a goes down to b, of integers
//! (height.lt (height<T> a) (height<U> b))      ; of values of other types
//! ```
//!
//! True because both are well-founded: no measure goes down without end.
//!
//! # Rule `height-order`
//!
//! ```smt
//! (forall ((x Height)) (! (not (height.lt x x)) :pattern ((height.lt x x))))
//! (forall ((x Height) (y Height) (z Height)) (!
//!     (=> (and (height.lt x y) (height.lt y z)) (height.lt x z))
//!     :pattern ((height.lt x y) (height.lt y z))))
//! ```
//!
//! True because ordinals with their order are a model of it and of all that is stated of heights below. That the order is
//! well-founded is not stated; what needs it is an induction, which the language has as recursion.
//!
//! # Rule `height-field`
//!
//! ```smt
//! (forall ((x D)) (!
//!     (=> ((_ is D.C) x) (height.lt (height<T> (D.C.f x)) (height<D> x)))
//!     :pattern ((height<T> (D.C.f x)))))
//! ```
//!
//! True because values are finite trees, and the height of a tree in the model is above those of its parts. An integer has
//! the height that it is there, at least 0, and no datatype has a finite one: so this goes for fields that hold integers
//! too. It is said of those where the field is declared as a type parameter, and where the height of an integer is spoken
//! of. The trigger is the height of the field: nothing deeper than what a proof speaks of comes in, and a chain of fields is
//! climbed one step at a time.
//!
//! # Rule `height-result`
//!
//! ```smt
//! (forall ((x D) (a A)) (!
//!     (=> ((_ is D.C) x) (height.lt (height<T> (apply<fn<A>-T> (D.C.f x) a)) (height<D> x)))
//!     :pattern ((height<T> (apply<fn<A>-T> (D.C.f x) a)))))
//! ```
//!
//! True because a mathematical function is a part of the value with all its results, and ordinals have a supremum of any set.
//! The declaration of the field has to name what the function results in: that of a type for all `B` says nothing about what
//! `B` may be part of.

use certus_vir::{Name, Ty};

use crate::error::Res;
use crate::instance::{DataInst, FieldInst, VariantInst};
use crate::names;
use crate::reached::Feature;
use crate::term::{self, Bound, Role, Sort, Sym, Term};
use crate::theory::Theory;
use crate::value::Val;
use crate::vocabulary::Vocabulary;

/// The sort that every value has its height in.
const HEIGHT: &str = "Height";

/// The order on heights.
pub(crate) const BELOW: &str = "height.lt";

impl Theory {
    /// Rule `height-order`: the order is irreflexive and transitive.
    fn height_below(&mut self, a: Term, b: Term) -> Term {
        let below = |a: &Term, b: &Term| term::app(BELOW, Role::Given, vec![a.clone(), b.clone()], "Bool");
        let sort: Sort = HEIGHT.into();
        if self.declare(&BELOW.into(), vec![sort.clone(), sort.clone()], &"Bool".into()) {
            let names: [Sym; 3] = ["x".into(), "y".into(), "z".into()];
            let [x, y, z] = names.clone().map(|name| term::var(&name, &sort));
            let [bind_x, bind_y, bind_z] = names.map(|name| (name, sort.clone()));
            let itself = below(&x, &x);
            let fact = term::not(itself.clone());
            self.state(BELOW, term::forall(vec![bind_x.clone()], vec![itself], fact));
            let chain = vec![below(&x, &y), below(&y, &z)];
            let fact = term::implies(term::and(chain.clone()), below(&x, &z));
            self.state(BELOW, term::forall(vec![bind_x, bind_y, bind_z], chain, fact));
        }
        below(&a, &b)
    }
}

impl Vocabulary<'_> {
    /// Rule `height-lt`: between integers the order is `0 <= a < b`; otherwise it is a well-founded order on heights.
    pub(crate) fn height_lt(&mut self, a: (Val, Ty), b: (Val, Ty)) -> Res<Term> {
        if a.1.int_kind().is_some() && b.1.int_kind().is_some() {
            let (a, b) = (self.theory().concrete(a.0), self.theory().concrete(b.0));
            let low = term::less(false, term::lit(0), a.clone());
            return Ok(term::and([low, term::less(true, a, b)]));
        }
        let small = self.theory().store(a.0, &a.1);
        let big = self.theory().store(b.0, &b.1);
        let (small, big) = (self.height(small, &a.1)?, self.height(big, &b.1)?);
        Ok(self.theory().height_below(small, big))
    }

    /// The height of a value in its stored form.
    fn height(&mut self, value: Term, ty: &Ty) -> Res<Term> {
        let ty = ty.value();
        self.reach().add_feature(Feature::Height(ty.clone()));
        let sort = self.stored_sort(ty)?;
        let name = format!("height<{}>", names::ty(ty));
        let sym = self.theory().symbol(&format!("height {ty:?}"), &name);
        if self.theory().declare(&sym, vec![sort], &HEIGHT.into()) {
            self.theory().declare_sort(&HEIGHT.into());
            self.reach().add_height(ty);
        }
        Ok(term::app(&sym, Role::Given, vec![value], HEIGHT))
    }

    /// Rules `height-field` and `height-result`: what is below the values of a type.
    pub(crate) fn describe_height(&mut self, ty: &Ty) -> Res<()> {
        let before = self.reach().heights_before(ty);
        if !matches!(ty, Ty::Data(..)) {
            for of in before.iter().filter(|_| is_scalar(ty)) {
                self.describe_parts(of, &|field| field.value() == ty)?;
            }
            return Ok(());
        }
        let instance = self.datatype(ty)?;
        for variant in instance.variants.iter().flatten() {
            for field in &variant.fields {
                if let Ty::SpecFn(args, ret) = field.ty.value()
                    && has_height(ret)
                    && self.names_its_result(ty, &variant.name, &field.name)
                {
                    self.describe_results(ty, &instance, (variant, field), (args, ret))?;
                }
            }
        }
        self.describe_parts(ty, &|field| has_height(field) || (is_scalar(field) && before.contains(field.value())))
    }

    /// Rule `height-field` for fields of some types. A scalar has to be declared
    /// as a type parameter.
    fn describe_parts(&mut self, ty: &Ty, which: &dyn Fn(&Ty) -> bool) -> Res<()> {
        if !matches!(ty, Ty::Data(..)) {
            return Ok(());
        }
        let instance = self.datatype(ty)?;
        let x = term::var(&"x".into(), &instance.sort);
        for variant in instance.variants.iter().flatten() {
            for field in variant.fields.iter().filter(|field| which(&field.ty)) {
                if is_scalar(&field.ty) && !self.is_declared_open(ty, &variant.name, &field.name) {
                    continue;
                }
                let sort = self.stored_sort(&field.ty)?;
                let part = term::app(&field.selector, Role::Field, vec![x.clone()], &sort);
                let small = self.height(part, &field.ty)?;
                let big = self.height(x.clone(), ty)?;
                let below = self.theory().height_below(small.clone(), big);
                let fact = term::implies(instance.is_variant(variant, x.clone()), below);
                let binders = vec![("x".into(), instance.sort.clone())];
                self.theory().state(&format!("height<{}>", names::ty(ty)), term::forall(binders, vec![small], fact));
            }
        }
        Ok(())
    }

    /// Rule `height-result`: the results of a function in a field are below the value that it is a field of.
    fn describe_results(
        &mut self,
        ty: &Ty,
        instance: &DataInst,
        (variant, field): (&VariantInst, &FieldInst),
        (args, ret): (&[Ty], &Ty),
    ) -> Res<()> {
        let x = term::var(&"x".into(), &instance.sort);
        let mut binders: Vec<Bound> = vec![("x".into(), instance.sort.clone())];
        let mut values = Vec::new();
        for (n, arg) in args.iter().enumerate() {
            let sort = self.stored_sort(arg)?;
            let name: Sym = format!("x{n}").into();
            values.push(term::var(&name, &sort));
            binders.push((name, sort));
        }
        let sort = self.stored_sort(&field.ty)?;
        let function = term::app(&field.selector, Role::Field, vec![x.clone()], &sort);
        let result = self.apply_stored(field.ty.value(), function, values)?;
        let small = self.height(result, ret)?;
        let big = self.height(x.clone(), ty)?;
        let below = self.theory().height_below(small.clone(), big);
        let fact = term::implies(instance.is_variant(variant, x), below);
        self.theory().state(&format!("height<{}>", names::ty(ty)), term::forall(binders, vec![small], fact));
        Ok(())
    }

    /// Whether a field is declared as a function with a result that is not a type parameter of the datatype.
    fn names_its_result(&self, ty: &Ty, variant: &Name, field: &Name) -> bool {
        let declared = self.declared_field(ty, variant, field).map(Ty::value);
        matches!(declared, Some(Ty::SpecFn(_, ret)) if !matches!(ret.value(), Ty::Param(_)))
    }

    /// Whether a field is declared as a type parameter of the datatype.
    fn is_declared_open(&self, ty: &Ty, variant: &Name, field: &Name) -> bool {
        matches!(self.declared_field(ty, variant, field).map(Ty::value), Some(Ty::Param(_)))
    }

    fn declared_field(&self, ty: &Ty, variant: &Name, field: &Name) -> Option<&Ty> {
        let Ty::Data(path, _) = ty else { return None };
        let declared = self.view().program().datatypes.get(path).and_then(|d| d.variants.as_ref());
        let variant = declared.into_iter().flatten().find(|v| v.name == *variant)?;
        variant.fields.iter().find(|f| f.name == *field).map(|field| &field.ty)
    }
}

/// Whether values of the type have nothing below them but smaller integers.
fn is_scalar(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Int(_) | Ty::Bool)
}

/// Whether values of the type can have anything below them that a measure would go down to.
fn has_height(ty: &Ty) -> bool {
    matches!(ty.value(), Ty::Data(..) | Ty::Param(_) | Ty::Proj(..))
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    fn list(w: &mut World) -> Ty {
        let list = data("crate::List", &[param("A")]);
        w.datatype("crate::List", &["A"], &[("Nil", &[]), ("Cons", &[("head", param("A")), ("tail", list)])]);
        data("crate::List", &[u64()])
    }

    #[test]
    fn height_lt_of_integers_stops_at_zero() {
        let mut w = World::new();
        let (x, y) = (w.var("x", int()), w.var("y", int()));
        w.check(height_lt(n(2), n(3))).check(height_lt(n(0), n(1))).check(height_lt(n(-1), n(3)));
        w.check(implies(height_lt(x.clone(), y.clone()), lt(x.clone(), y.clone())));
        w.check(implies(lt(x.clone(), y.clone()), height_lt(x, y)));
        w.fails(&[2, 4]);
    }

    #[test]
    fn height_order_is_irreflexive_and_transitive() {
        let mut w = World::new();
        w.opaque("crate::A", &[]);
        let [x, y, z] = ["x", "y", "z"].map(|name| w.var(name, data("crate::A", &[])));
        let below = |a: &Expr, b: &Expr| height_lt(a.clone(), b.clone());
        w.check(not(below(&x, &x))).check(implies(and(below(&x, &y), below(&y, &z)), below(&x, &z)));
        w.check(not(and(below(&x, &y), below(&y, &x))));
        // It is not said to be total.
        w.check(or(below(&x, &y), or(below(&y, &x), eq(x.clone(), y.clone())))).check(below(&x, &x));
        w.check(implies(and(below(&x, &z), below(&y, &z)), below(&x, &y)));
        w.fails(&[3, 4, 5]);
    }

    #[test]
    fn height_field_is_below_the_value_that_has_it() {
        let mut w = World::new();
        let ty = list(&mut w);
        let x = w.var("x", ty.clone());
        let tail = |e: &Expr| field(e.clone(), "Cons", "tail", ty.clone());
        let cons = is_variant(x.clone(), "Cons");
        w.check(implies(cons.clone(), height_lt(tail(&x), x.clone())));
        w.check(implies(and(cons.clone(), is_variant(tail(&x), "Cons")), height_lt(tail(&tail(&x)), x.clone())));
        w.check(height_lt(tail(&x), x.clone())).check(implies(cons, height_lt(x.clone(), tail(&x))));
        w.check(height_lt(x.clone(), x.clone()));
        let built = ctor(ty.clone(), "Cons", &[("head", n(1)), ("tail", x.clone())]);
        w.check(height_lt(x, built));
        w.fails(&[2, 3, 4]);
    }

    #[test]
    fn height_field_of_an_integer_where_it_is_declared_as_a_parameter() {
        for (declared, expected) in [(param("A"), &[][..]), (int(), &[0])] {
            let mut w = World::new();
            w.datatype("crate::P", &["A"], &[("P", &[("0", declared)])]);
            let x = w.var("x", data("crate::P", &[int()]));
            w.check(height_lt(field(x.clone(), "P", "0", int()), x));
            w.fails(expected);
        }
    }

    #[test]
    fn height_result_of_a_function_is_below_the_value_that_has_it() {
        let mut w = World::new();
        let e = data("crate::E", &[]);
        w.datatype("crate::E", &[], &[("Nil", &[]), ("F", &[("0", func(&[int()], e.clone()))])]);
        let x = w.var("x", e.clone());
        let f = field(x.clone(), "F", "0", func(&[int()], e));
        let result = apply(f, &[n(0)]);
        w.check(implies(is_variant(x.clone(), "F"), height_lt(result.clone(), x.clone()))).check(height_lt(result, x));
        w.fails(&[1]);
    }

    #[test]
    fn height_result_is_not_said_of_a_type_parameter() {
        let mut w = World::new();
        let list = list(&mut w);
        w.datatype("crate::G", &["B"], &[("G", &[("0", func(&[int()], param("B")))])]);
        let x = w.var("x", data("crate::G", std::slice::from_ref(&list)));
        let result = apply(field(x.clone(), "G", "0", func(&[int()], list)), &[n(0)]);
        w.check(height_lt(result, x));
        w.fails(&[0]);
    }
}
