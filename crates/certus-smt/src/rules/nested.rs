//! # Rule `mut-ref-nested`
//!
//! ```smt
//! (declare-sort M 0)                           ; M is mut<T> of a type T that mentions a mutable reference
//! (declare-fun M.mk (T T Int) M)
//! (declare-fun M.cur (M) T)                    ; likewise M.fin, and M.id to Int
//! (forall ((c T) (f T) (i Int)) (! (and (= (M.cur (M.mk c f i)) c) ..) :pattern ((M.mk c f i))))
//! (forall ((r M)) (! (= (M.mk (M.cur r) (M.fin r) (M.id r)) r) :pattern ((M.cur r))))
//! ```
//!
//! True because `M.mk` is the pairing of rule `mut-ref`, and the others are its parts. It is not a datatype of the solver:
//! that would take a value of `n` references around each other apart into its `2^n` parts, as it does with every value of a
//! datatype that has one constructor.

use certus_vir::Ty;

use crate::error::Res;
use crate::instance::{DataInst, VariantInst};
use crate::rules::stored::stored_range;
use crate::term::{self, Role};
use crate::value::Val;
use crate::vocabulary::Vocabulary;

/// Whether a type is that of a mutable reference to a type with mutable references.
pub(crate) fn is_nested_reference(ty: &Ty) -> bool {
    matches!(ty, Ty::MutRef(inner) if mentions_reference(inner))
}

fn mentions_reference(ty: &Ty) -> bool {
    matches!(ty, Ty::MutRef(_)) || ty.parts().any(mentions_reference)
}

impl Vocabulary<'_> {
    /// Rule `mut-ref-nested`: what is known of the parts of a reference.
    pub(crate) fn describe_nested_reference(&mut self, instance: &DataInst, variant: &VariantInst) -> Res<()> {
        let whole = &instance.sort;
        self.theory().declare_sort(whole);
        let mut sorts = Vec::new();
        for field in &variant.fields {
            let sort = self.stored_sort(&field.ty)?;
            self.theory().declare(&field.selector, vec![whole.clone()], &sort);
            sorts.push(sort);
        }
        self.theory().declare(&variant.ctor, sorts.clone(), whole);
        let names = ["c", "f", "i"].map(term::Sym::from);
        let binders: Vec<_> = names.iter().cloned().zip(sorts.iter().cloned()).collect();
        let parts: Vec<_> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
        let made = term::app(&variant.ctor, Role::Constructor, parts.clone(), whole);
        let mut facts = Vec::new();
        for ((field, sort), part) in variant.fields.iter().zip(&sorts).zip(parts) {
            let selected = term::app(&field.selector, Role::Field, vec![made.clone()], sort);
            let stored = stored_range(&field.ty);
            let same = self.theory().equal(Val { term: selected, stored }, Val { term: part, stored });
            facts.push(same);
        }
        self.theory().state(whole, term::forall(binders, vec![made], term::and(facts)));
        let r = term::var(&"r".into(), whole);
        let selected = variant.fields.iter().zip(&sorts);
        let parts: Vec<_> =
            selected.map(|(field, sort)| term::app(&field.selector, Role::Field, vec![r.clone()], sort)).collect();
        let pattern = parts.iter().take(1).cloned().collect();
        let made = term::app(&variant.ctor, Role::Constructor, parts, whole);
        self.theory().state(whole, term::forall(vec![("r".into(), whole.clone())], pattern, term::eq(made, r)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    fn reference(to: Ty) -> Ty {
        Ty::MutRef(Box::new(to))
    }

    #[test]
    fn mut_ref_nested_is_a_pair() {
        let mut w = World::new();
        let inner = reference(u64());
        let outer = w.var("r", reference(inner.clone()));
        let cur = |e: &Expr, ty: Ty| un(UnaryOp::MutCurrent, e.clone(), ty);
        let fin = |e: &Expr, ty: Ty| un(UnaryOp::MutFinal, e.clone(), ty);
        let with = |e: &Expr, v: Expr| certus_vir::build::binary(BinaryOp::WithCurrent, e.clone(), v);
        w.assume(eq(cur(&cur(&outer, inner.clone()), u64()), n(3)));
        let written = with(&outer, with(&cur(&outer, inner.clone()), n(4)));
        let of = |e: &Expr| cur(&cur(e, inner.clone()), u64());
        w.check(eq(of(&written), n(4)));
        w.check(eq(fin(&written, inner.clone()), fin(&outer, inner.clone())));
        w.check(eq(fin(&cur(&written, inner.clone()), u64()), fin(&cur(&outer, inner.clone()), u64())));
        w.check(eq(with(&outer, cur(&outer, inner.clone())), outer.clone()));
        w.check(eq(of(&outer), n(4)));
        w.check(eq(cur(&outer, inner.clone()), fin(&outer, inner.clone())));
        w.check(eq(written, outer));
        w.fails(&[4, 5, 6]);
    }

    #[test]
    fn mut_ref_nested_is_not_taken_apart() {
        let mut w = World::new();
        let mut ty = u64();
        for _ in 0..40 {
            ty = reference(ty);
        }
        let (r, s) = (w.var("r", ty.clone()), w.var("s", ty.clone()));
        w.check(eq(r.clone(), r.clone())).check(eq(r, s));
        w.fails(&[1]);
    }
}
