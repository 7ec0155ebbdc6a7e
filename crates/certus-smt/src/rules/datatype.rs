//! # Rule `datatype`
//!
//! ```smt
//! (declare-datatype D ((D.C (D.C.f T) ..) ..)) ; for each instance of a datatype; fields are in their stored form
//! ((_ is D.C) x)                               ; that x is of the variant C; true when there is no other
//! ```
//!
//! True because values of an algebraic datatype of the solver are the finite trees that its constructors make, as values of
//! the program are. Since fields are in their stored form, no range is ever stated of a selector: selectors are total, so
//! such a fact would be a contradiction.
//!
//! # Rule `abstract-datatype`
//!
//! ```smt
//! (declare-sort D 0)                           ; for a datatype without known variants, or without any
//! ```
//!
//! True because nothing is said of it but that it has a value. A type without variants has none, but whatever is proved of
//! one arbitrary value holds of no values too.
//!
//! # Rule `mut-ref`
//!
//! ```smt
//! (declare-datatype mut<T> ((mut<T>.mk (mut<T>.cur T) (mut<T>.fin T) (mut<T>.id Int))))
//! (mut<T>.mk v (mut<T>.fin r) (mut<T>.id r))   ; the reference r after v was written through it
//! ```
//!
//! True because a mutable reference is known by its current value and by the value that is there when it ends, which is a
//! prophecy: nothing relates the two before it does. Every borrow has a number of its own, of which nothing else is said. So
//! whether two references are equal is known when they are made, and does not tell what they refer to in the end: ghost code
//! that runs may depend on it. A reference to what has references in it is stated in another way; see rule `mut-ref-nested`.
//!
//! # Rule `opaque-sort`
//!
//! ```smt
//! (declare-sort T 0)                           ; for a type parameter, an unknown associated type, functions of a type
//! ```
//!
//! True because the obligation has to hold for whatever the type is, and every type of the language has a value in ghost code.

use certus_diagnostics::Span;
use certus_vir::instances::substitution;
use certus_vir::{Name, Ty, Variant};

use crate::emit::VariantDecl;
use crate::error::Res;
use crate::instance::{DataInst, FieldInst, VariantInst};
use crate::names;
use crate::reached::Feature;
use crate::rules::nested::is_nested_reference;
use crate::rules::stored::stored_range;
use crate::term::{self, Role, Sort, Term};
use crate::theory::Theory;
use crate::value::Val;
use crate::vocabulary::Vocabulary;

impl Vocabulary<'_> {
    /// Rules `datatype`, `abstract-datatype` and `mut-ref`: the symbols of a datatype at type arguments.
    pub(crate) fn make_datatype(&mut self, ty: &Ty) -> Res<DataInst> {
        let entity = format!("sort {ty:?}");
        let sort = match ty {
            Ty::Data(path, args) => self.theory().instance_symbol(&entity, path, args),
            Ty::MutRef(inner) => self.theory().instance_symbol(&entity, "mut", std::slice::from_ref(inner)),
            _ => self.theory().symbol(&entity, &names::ty(ty)),
        };
        // Constructors and fields are named after the sort.
        let plain = sort.trim_matches('|').trim_end_matches('.').to_owned();
        let (path, args) = match ty {
            Ty::Data(path, args) => (path, args.as_slice()),
            Ty::MutRef(inner) => {
                let [cur, fin] = ["cur", "fin"].map(|name| (name.into(), (**inner).clone()));
                let fields = vec![cur, fin, ("id".into(), Ty::int())];
                let variant = make_variant(self.theory(), ty, (&plain, true), &"mut".into(), fields);
                return Ok(DataInst { sort, variants: Some(vec![variant]), ext_equal: false });
            }
            _ => return Err(self.view().internal(format!("`{plain}` is not a datatype"), None)),
        };
        let Some(data) = self.view().program().datatypes.get(path) else {
            if !path.starts_with("tuple%") {
                return Ok(DataInst { sort, variants: None, ext_equal: false });
            }
            let fields = args.iter().enumerate().map(|(n, t)| (n.to_string().into(), t.clone())).collect();
            let variant = make_variant(self.theory(), ty, (&plain, true), path, fields);
            return Ok(DataInst { sort, variants: Some(vec![variant]), ext_equal: true });
        };
        let subst = substitution(&data.params, args);
        let variants = data.variants.as_ref().filter(|all| !all.is_empty()).map(|all| {
            let single = all.len() == 1;
            let make = |v: &Variant| {
                let fields = v.fields.iter().map(|f| (f.name.clone(), self.view().norm(&subst, &f.ty))).collect();
                make_variant(self.theory(), ty, (&plain, single), &v.name, fields)
            };
            all.iter().map(make).collect()
        });
        let ext_equal = data.ext_equal || path.starts_with("tuple%");
        Ok(DataInst { sort, variants, ext_equal })
    }

    /// Declares a datatype that was reached.
    pub(crate) fn describe_datatype(&mut self, ty: &Ty) -> Res<()> {
        let instance = self.datatype(ty)?;
        let Some(variants) = &instance.variants else {
            self.theory().declare_sort(&instance.sort);
            return Ok(());
        };
        if let ([variant], true) = (&variants[..], is_nested_reference(ty)) {
            return self.describe_nested_reference(&instance, variant);
        }
        let mut declared = Vec::new();
        for variant in variants {
            let mut fields = Vec::new();
            for field in &variant.fields {
                fields.push((field.selector.clone(), self.stored_sort(&field.ty)?));
            }
            declared.push(VariantDecl { ctor: variant.ctor.clone(), fields });
        }
        self.theory().declare_datatype(&instance.sort, declared);
        Ok(())
    }

    /// A constructor applied to fields by name.
    pub(crate) fn construct(&mut self, ty: &Ty, variant: &Name, fields: Vec<(Name, Val)>, span: Span) -> Res<Term> {
        self.reach_datatype(ty);
        let instance = self.datatype(ty.value())?;
        let Some(known) = instance.variant(variant) else {
            return Err(self.view().internal(format!("no variant `{variant}` of `{}`", names::ty(ty)), Some(span)));
        };
        let mut args = Vec::new();
        for field in &known.fields {
            let Some((_, value)) = fields.iter().find(|(name, _)| *name == field.name) else {
                return Err(self.view().internal(format!("field `{}` is missing", field.name), Some(span)));
            };
            args.push(self.theory().store(value.clone(), &field.ty));
        }
        // A tuple is no term of the user's that one would look for.
        let is_tuple = matches!(ty.value(), Ty::Data(path, _) if path.starts_with("tuple%"));
        let role = if is_tuple { Role::Tuple } else { Role::Constructor };
        Ok(term::app(&known.ctor, role, args, &instance.sort))
    }

    /// A field of a value, by the names of the variant and the field.
    pub(crate) fn select(&mut self, ty: &Ty, of: (&Name, &Name), value: Term, span: Span) -> Res<Val> {
        let (variant, field) = of;
        self.reach_datatype(ty);
        let instance = self.datatype(ty.value())?;
        let known = instance.variant(variant).and_then(|v| v.fields.iter().find(|f| f.name == *field));
        let Some(known) = known else {
            let message = format!("no field `{field}` of `{}`", names::ty(ty));
            return Err(self.view().internal(message, Some(span)));
        };
        let sort = self.stored_sort(&known.ty)?;
        let term = term::app(&known.selector, Role::Field, vec![value], &sort);
        Ok(Val { term, stored: stored_range(&known.ty) })
    }

    /// The condition that a value is of a variant.
    pub(crate) fn test_variant(&mut self, ty: &Ty, variant: &Name, value: Term, span: Span) -> Res<Term> {
        let instance = self.datatype(ty.value())?;
        match instance.variant(variant) {
            Some(known) => Ok(instance.is_variant(known, value)),
            None => Err(self.view().internal(format!("no variant `{variant}` of `{}`", names::ty(ty)), Some(span))),
        }
    }

    fn reach_datatype(&mut self, ty: &Ty) {
        if let Ty::Data(path, args) = ty.value() {
            self.reach().add_feature(Feature::Data(path.clone(), args.clone()));
        }
    }

    /// Rule `opaque-sort`: the sort of a type of which nothing is known.
    pub(crate) fn opaque_sort(&mut self, ty: &Ty) -> Sort {
        let plain = names::ty(ty);
        let wanted = if matches!(ty, Ty::Param(_)) { plain } else { format!("{plain}.") };
        let sort = self.theory().symbol(&format!("sort {ty:?}"), &wanted);
        self.theory().declare_sort(&sort);
        sort
    }
}

/// A variant of a datatype that has this name in symbols, and perhaps no other variant.
fn make_variant(
    theory: &mut Theory,
    ty: &Ty,
    (plain, single): (&str, bool),
    name: &Name,
    fields: Vec<(Name, Ty)>,
) -> VariantInst {
    let base = if single { plain.to_owned() } else { format!("{plain}.{name}") };
    let wanted = if single { format!("{plain}.mk") } else { base.clone() };
    let ctor = theory.symbol(&format!("ctor {ty:?} {name}"), &wanted);
    let mut field = |(field, of): (Name, Ty)| {
        let entity = format!("field {ty:?} {name} {field}");
        FieldInst { selector: theory.symbol(&entity, &format!("{base}.{field}")), name: field, ty: of }
    };
    VariantInst { name: name.clone(), ctor, fields: fields.into_iter().map(&mut field).collect() }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn datatype_at_instances() {
        let mut w = World::new();
        w.datatype("core::Option", &["T"], &[("None", &[]), ("Some", &[("0", param("T"))])]);
        let ty = data("core::Option", &[u64()]);
        let x = w.var("x", ty.clone());
        let some = ctor(ty.clone(), "Some", &[("0", n(3))]);
        let value = |e: &Expr| field(e.clone(), "Some", "0", u64());
        w.check(eq(value(&some), n(3))).check(not(is_variant(some.clone(), "None")));
        w.check(or(is_variant(x.clone(), "Some"), is_variant(x.clone(), "None")));
        w.check(le(n(0), value(&x)));
        w.check(implies(and(is_variant(x.clone(), "Some"), eq(value(&x), n(3))), eq(x.clone(), some)));
        w.check(is_variant(x, "Some"));
        w.fails(&[5]);
    }

    #[test]
    fn abstract_datatype_has_values_of_which_nothing_is_known() {
        let mut w = World::new();
        w.opaque("crate::A", &["T"]);
        w.datatype("crate::Never", &[], &[]);
        let of = |ty: Ty| data("crate::A", &[ty]);
        let (x, y, z) = (w.var("x", of(u8())), w.var("y", of(u8())), w.var("z", data("crate::Never", &[])));
        w.check(eq(x.clone(), x.clone())).check(eq(x.clone(), y.clone())).check(not(eq(x, y)));
        // A value of a type without variants makes no contradiction.
        w.check(not(eq(z.clone(), z)));
        w.fails(&[1, 2, 3]);
    }

    #[test]
    fn mut_ref_is_a_pair() {
        let mut w = World::new();
        let r = w.var("r", Ty::MutRef(Box::new(u64())));
        let cur = un(UnaryOp::MutCurrent, r.clone(), u64());
        let fin = un(UnaryOp::MutFinal, r, u64());
        w.assume(eq(cur.clone(), n(3)));
        w.check(eq(add(cur, n(1)), n(4))).check(le(n(0), fin.clone())).check(eq(fin, n(3)));
        w.fails(&[2]);
    }

    #[test]
    fn opaque_sort_is_one_for_each_type() {
        let mut w = World::new();
        w.own().type_params = type_params(&["T", "U"]);
        let same = |t: &str, x: &str, y: &str| eq(var(x, param(t)), var(y, param(t)));
        for (name, ty) in [("a", "T"), ("b", "T"), ("c", "T"), ("d", "U"), ("e", "U")] {
            w.var(name, param(ty));
        }
        w.assume(same("T", "a", "b")).assume(same("T", "b", "c"));
        w.check(same("T", "a", "c")).check(same("U", "d", "e")).check(not(same("U", "d", "e")));
        w.fails(&[1, 2]);
    }
}
