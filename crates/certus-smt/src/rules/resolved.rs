//! The end of mutable borrows.
//!
//! # Rule `resolved`
//!
//! ```smt
//! (resolved<T> x)                              ; that the references in a value x of type T are resolved
//! ```
//!
//! True because it is only assumed of values through whose references nobody writes any more, which is what it means. Of a
//! shared reference, a counted pointer and `Ghost` nothing more is said: these own nothing.
//!
//! # Rule `resolved-ref`
//!
//! ```smt
//! (forall ((r mut<T>)) (!
//!     (=> (resolved<mut<T>> r) (= (mut<T>.cur r) (mut<T>.fin r)))
//!     :pattern ((resolved<mut<T>> r))))
//! ```
//!
//! True because a reference through which nobody writes any more has the value that it has in the end.
//!
//! # Rule `resolved-parts`
//!
//! ```smt
//! (forall ((x D)) (!
//!     (=> (and (resolved<D> x) ((_ is D.C) x)) (resolved<T> (D.C.f x)))
//!     :pattern ((resolved<D> x))))             ; with (D.C.f x) in the pattern if D is recursive
//! ```
//!
//! True because the references in a value are those in its fields. A field that is ghost has none of its own. Of an abstract
//! type nothing is said, nor of one with an `impl Drop`, whose code may write through the references in it when the value
//! goes out of scope.

use certus_vir::{Known, Ty};

use crate::error::Res;
use crate::names;
use crate::reached::Feature;
use crate::rules::stored::stored_range;
use crate::term::{self, Role, Term};
use crate::value::Val;
use crate::vocabulary::{Vocabulary, plain_reference};

impl Vocabulary<'_> {
    /// Rule `resolved`.
    pub(crate) fn has_resolved(&mut self, value: Val, ty: &Ty) -> Res<Term> {
        let value = self.theory().store(value, ty);
        self.resolved(value, ty)
    }

    /// The same for a value in its stored form. A box is what is in it.
    fn resolved(&mut self, value: Term, ty: &Ty) -> Res<Term> {
        let (plain, shared) = owned(ty);
        let reference = plain_reference(plain);
        let plain = reference.as_ref().unwrap_or(plain);
        self.reach().add_feature(Feature::Resolved(plain.clone()));
        let sort = self.stored_sort(plain)?;
        // What is owned by others is another type here, though its values are the same.
        let kind = if shared { "shared " } else { "" };
        let name = format!("resolved<{}{}>", if shared { "ref-" } else { "" }, names::ty(plain));
        let sym = self.theory().symbol(&format!("resolved {kind}{plain:?}"), &name);
        if self.theory().declare(&sym, vec![sort], &"Bool".into()) && !shared {
            self.reach().add_resolved(plain);
        }
        Ok(term::app(&sym, Role::Field, vec![value], "Bool"))
    }

    /// Rules `resolved-ref` and `resolved-parts`: what the predicate of a type says.
    pub(crate) fn describe_resolved(&mut self, ty: &Ty) -> Res<()> {
        if !matches!(ty, Ty::Data(..) | Ty::MutRef(_)) || self.drops(ty) {
            return Ok(());
        }
        let instance = self.datatype(ty)?;
        let x = term::var(&"x".into(), &instance.sort);
        let binders = vec![("x".into(), instance.sort.clone())];
        let whole = self.resolved(x.clone(), ty)?;
        let name = format!("resolved<{}>", names::ty(ty));
        let recursive = self.is_recursive(ty);
        let ghost = self.ghost_fields(ty);
        let mut values = Vec::new();
        for variant in instance.variants.iter().flatten() {
            for field in variant.fields.iter().filter(|f| !ghost.contains(&(variant.name.clone(), f.name.clone()))) {
                let sort = self.stored_sort(&field.ty)?;
                let part = term::app(&field.selector, Role::Field, vec![x.clone()], &sort);
                if matches!(ty, Ty::MutRef(_)) {
                    values.push(Val { term: part, stored: stored_range(&field.ty) });
                    continue;
                }
                let fact = self.resolved(part.clone(), &field.ty)?;
                let premise = term::and([whole.clone(), instance.is_variant(variant, x.clone())]);
                let pattern = if recursive { vec![whole.clone(), part] } else { vec![whole.clone()] };
                let fact = term::implies(premise, fact);
                self.theory().state(&name, term::forall(binders.clone(), pattern, fact));
            }
        }
        if let [now, last, ..] = &values[..] {
            let same = self.theory().equal(now.clone(), last.clone());
            let fact = term::implies(whole.clone(), same);
            self.theory().state(&name, term::forall(binders, vec![whole], fact));
        }
        Ok(())
    }

    /// The fields of a datatype whose values are only known.
    fn ghost_fields(&self, ty: &Ty) -> Vec<(certus_vir::Name, certus_vir::Name)> {
        let Ty::Data(path, _) = ty else { return Vec::new() };
        let data = self.view().program().datatypes.get(path);
        let variants = data.and_then(|data| data.variants.as_ref()).into_iter().flatten();
        let of = |variant: &certus_vir::Variant| {
            let ghost = variant.fields.iter().filter(|field| field.ghost);
            ghost.map(|field| (variant.name.clone(), field.name.clone())).collect::<Vec<_>>()
        };
        variants.flat_map(of).collect()
    }

    /// Whether values of a type have values of the same datatype in them.
    fn is_recursive(&self, ty: &Ty) -> bool {
        let Ty::Data(start, _) = ty else { return false };
        let (mut seen, mut work) = (std::collections::BTreeSet::new(), vec![start.clone()]);
        while let Some(path) = work.pop() {
            let Some(data) = self.view().program().datatypes.get(&path) else { continue };
            let mut next = Vec::new();
            let fields = data.variants.iter().flatten().flat_map(|variant| &variant.fields);
            fields.for_each(|field| datatypes_in(&field.ty, &mut next));
            for inner in next {
                if inner == *start {
                    return true;
                }
                if seen.insert(inner.clone()) {
                    work.push(inner);
                }
            }
        }
        false
    }

    fn drops(&self, ty: &Ty) -> bool {
        let Ty::Data(path, _) = ty else { return false };
        self.view().program().datatypes.get(path).is_some_and(|data| data.drops)
    }

    /// Rule `mut-ref`: a mutable reference after a value was written through it.
    pub(crate) fn with_current(&mut self, ty: &Ty, of: Term, value: Val, span: certus_diagnostics::Span) -> Res<Val> {
        let variant = "mut".into();
        let last = self.select(ty, (&variant, &"fin".into()), of.clone(), span)?;
        let id = self.select(ty, (&variant, &"id".into()), of, span)?;
        let fields = vec![("cur".into(), value), ("fin".into(), last), ("id".into(), id)];
        let term = self.construct(ty, &variant, fields, span)?;
        Ok(Val { term, stored: None })
    }
}

/// The type without decorations, and whether one of them shares what it decorates with others.
fn owned(ty: &Ty) -> (&Ty, bool) {
    match ty {
        Ty::Boxed(path, inner) if matches!(Known::of(path), Some(Known::Box | Known::Tracked)) => owned(inner),
        Ty::Ref(inner) | Ty::Boxed(_, inner) => (inner.value(), true),
        _ => (ty, false),
    }
}

/// The datatypes that a type mentions.
fn datatypes_in(ty: &Ty, out: &mut Vec<certus_vir::Path>) {
    if let Ty::Data(path, _) = ty {
        out.push(path.clone());
    }
    ty.parts().for_each(|part| datatypes_in(part, out));
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    fn reference() -> Ty {
        Ty::MutRef(Box::new(u64()))
    }

    fn resolved(e: &Expr) -> Expr {
        un(UnaryOp::HasResolved, e.clone(), Ty::Bool)
    }

    fn current(e: Expr) -> Expr {
        un(UnaryOp::MutCurrent, e, u64())
    }

    fn last(e: Expr) -> Expr {
        un(UnaryOp::MutFinal, e, u64())
    }

    #[test]
    fn resolved_ref_has_its_final_value() {
        let mut w = World::new();
        let r = w.var("r", reference());
        w.check(implies(resolved(&r), eq(current(r.clone()), last(r.clone()))));
        w.check(implies(eq(current(r.clone()), last(r.clone())), resolved(&r)));
        w.check(resolved(&r));
        w.fails(&[1, 2]);
    }

    #[test]
    fn resolved_parts_of_an_option() {
        let mut w = World::new();
        w.datatype("core::Option", &["T"], &[("None", &[]), ("Some", &[("0", param("T"))])]);
        let o = w.var("o", data("core::Option", &[reference()]));
        let part = field(o.clone(), "Some", "0", reference());
        let some = is_variant(o.clone(), "Some");
        w.check(implies(and(resolved(&o), some.clone()), eq(current(part.clone()), last(part.clone()))));
        w.check(implies(resolved(&o), eq(current(part.clone()), last(part))));
        w.fails(&[1]);
    }

    #[test]
    fn resolved_parts_of_a_list_node_by_node() {
        let mut w = World::new();
        let list = data("crate::L", &[]);
        w.datatype("crate::L", &[], &[("Nil", &[]), ("Cons", &[("0", reference()), ("1", list.clone())])]);
        let x = w.var("x", list.clone());
        let (head, tail) = (field(x.clone(), "Cons", "0", reference()), field(x.clone(), "Cons", "1", list));
        let cons = is_variant(x.clone(), "Cons");
        w.check(implies(and(resolved(&x), cons.clone()), eq(current(head.clone()), last(head))));
        w.check(implies(and(resolved(&x), cons), resolved(&tail)));
        w.check(implies(resolved(&tail), resolved(&x)));
        w.fails(&[2]);
    }

    #[test]
    fn resolved_says_nothing_of_what_is_abstract() {
        let mut w = World::new();
        w.opaque("crate::A", &["T"]);
        let (x, p) = (w.var("x", data("crate::A", &[reference()])), w.var("p", param("T")));
        w.check(resolved(&x)).check(resolved(&p)).check(not(resolved(&x)));
        w.fails(&[0, 1, 2]);
    }
}
