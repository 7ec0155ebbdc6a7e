//! Types of EPR mode. The quantifiers here have no triggers: the solver searches for a finite model instead.
//!
//! # Rule `epr-sort`
//!
//! ```smt
//! (declare-sort D 0)                           ; for a datatype, a type parameter, an associated type
//! ```
//!
//! True because nothing is known of the sort but what is stated of its variants and fields by the rules below, which hold of
//! the values of the type.
//!
//! # Rule `epr-variants`
//!
//! ```smt
//! (forall ((x D)) (or (= x D.A) (D.B%is x) ..))
//! (forall ((x D)) (not (and (= x D.A) (D.B%is x))))   ; for each two variants
//! ```
//!
//! True because a value of an enum is of one of its variants and of no other. A variant without fields is one value, the
//! constant `D.A`; one with fields is a relation, `D.B%is`.
//!
//! # Rule `epr-fields`
//!
//! ```smt
//! (forall ((x D) (y D)) (=> (and (D.C%is x) (D.C%is y) (= (D.C.f x) (D.C.f y)) ..) (= x y)))
//! ```
//!
//! True because values of one variant that agree in all of its fields are the same. It is stated where all fields are spoken
//! of; of others nothing could follow.

use certus_diagnostics::{Language, Span};
use certus_vir::Ty;

use crate::epr::context::{Epr, outside};
use crate::error::Res;
use crate::instance::{DataInst, VariantInst};
use crate::names;
use crate::term::{self, Quant, Role, Sort, Sym, Term};

/// Where types come from that the library interprets: what is true of them is said with numbers.
const LIBRARIES: [&str; 4] = ["vstd::", "alloc::", "core::", "std::"];

impl Epr<'_> {
    /// Rule `epr-sort`: the sort of a type. `what` begins the sentence that refuses any other type than datatypes, type
    /// parameters and associated types.
    pub(crate) fn sort_at(&mut self, ty: &Ty, span: Span, what: &str) -> Res<Sort> {
        let ty = ty.value();
        match ty {
            Ty::Bool => return Ok("Bool".into()),
            Ty::Int(kind) => {
                let message = format!("{what} of type `{kind}`: integers are not part of EPR");
                let help = "hide them behind a type with private fields, and state the properties that you need as \
                            relations on it";
                return Err(outside(Language::EprInteger, message, span, help));
            }
            Ty::SpecFn(..) | Ty::FnItem(..) => {
                let message = format!("{what} a function: functions as values are not part of EPR");
                return Err(outside(Language::EprFunctionValue, message, span, ""));
            }
            Ty::Data(path, _) => {
                let is_known = self.view().program().datatypes.get(path).is_some_and(|data| data.variants.is_some());
                let is_own = path.starts_with("tuple%") || is_known;
                let is_builtin = matches!(&**path, "array" | "ptr" | "slice" | "str");
                if is_builtin || !is_own && LIBRARIES.iter().any(|library| path.starts_with(library)) {
                    let message = format!("{what} of type `{}`, which the library interprets", names::ty(ty));
                    let help = "hide it behind a type with private fields, and state the properties that you need as \
                                relations on it";
                    return Err(outside(Language::EprType, message, span, help));
                }
            }
            Ty::Const(_) => return Err(self.view().internal("a number as a type", Some(span))),
            _ => {}
        }
        self.sort(ty)
    }

    /// Rule `epr-sort`: the sort of a type that may be of EPR, with what is known of its variants.
    pub(crate) fn sort(&mut self, ty: &Ty) -> Res<Sort> {
        let own = self.view().own().map(|f| f.span);
        let instance = match ty {
            Ty::Bool => return Ok("Bool".into()),
            Ty::Data(..) | Ty::MutRef(_) => self.vocabulary().datatype(ty)?,
            Ty::Param(_) | Ty::Proj(..) => {
                let sort = self.vocabulary().opaque_sort(ty);
                own.iter().for_each(|span| self.mean(&sort, &names::ty(ty).replace('%', ""), *span));
                return Ok(sort);
            }
            _ => {
                let span = own.or_else(|| self.view().obligation().goals.first().map(|g| g.span));
                return Err(match span {
                    Some(span) => {
                        let message = format!("values of type `{}` are not part of EPR", names::ty(ty));
                        outside(Language::EprType, message, span, "")
                    }
                    None => self.view().internal("a type outside of EPR", None),
                });
            }
        };
        let sort = instance.sort.clone();
        if self.theory().once(&format!("epr sort {sort}")) {
            self.theory().declare_sort(&sort);
            let declared = match ty {
                Ty::Data(path, _) => self.view().program().datatypes.get(path).map(|data| data.span),
                _ => None,
            };
            if let Some(span) = declared.or(own) {
                self.mean(&sort, &names::ty(ty), span);
                self.variants_of(ty, &instance, span);
            }
        }
        Ok(sort)
    }

    /// Rule `epr-variants`: what is known of the variants of a type.
    fn variants_of(&mut self, ty: &Ty, instance: &DataInst, span: Span) {
        let Some(variants) = &instance.variants else { return };
        let is_single = variants.len() == 1;
        if is_single && variants.iter().all(|v| !v.fields.is_empty()) {
            return;
        }
        let sort = &instance.sort;
        let name = self.note().new_binder("x", span);
        let x = term::var(&name, sort);
        let mut tests = Vec::new();
        for variant in variants {
            let shown = format!("{}::{}", names::ty(ty), variant.name);
            if variant.fields.is_empty() {
                self.theory().declare(&variant.ctor, Vec::new(), sort);
            } else {
                self.theory().declare(&test_of(variant), vec![sort.clone()], &"Bool".into());
            }
            let sym = if variant.fields.is_empty() { variant.ctor.clone() } else { test_of(variant) };
            self.mean(&sym, &shown, span);
            tests.push(test(variant, &x));
        }
        let binders = vec![(name, sort.clone())];
        let all = |body: Term| {
            term::quant(Quant { forall: true, binders: binders.clone(), patterns: Vec::new(), body, qid: None })
        };
        self.theory().state(sort, all(term::or(tests.iter().cloned())));
        for (index, one) in tests.iter().enumerate() {
            for other in tests.iter().skip(index + 1) {
                self.theory().state(sort, all(term::not(term::and([one.clone(), other.clone()]))));
            }
        }
    }

    /// Rule `epr-fields`: what is known of values that agree in all of their fields.
    pub(crate) fn alike_fields(&mut self) -> Res<()> {
        for ((ty, name), fields) in self.state().selected() {
            let instance = self.vocabulary().datatype(&ty)?;
            let Some(variant) = instance.variant(&name).filter(|v| v.fields.len() == fields.len()) else { continue };
            let span = self.view().own().map_or_else(certus_vir::build::nowhere, |f| f.span);
            let mut bound = |name: &str| {
                let sym = self.note().new_binder(name, span);
                (term::var(&sym, &instance.sort), (sym, instance.sort.clone()))
            };
            let ((x, first), (y, second)) = (bound("x"), bound("y"));
            let is_single = instance.variants.as_ref().is_some_and(|all| all.len() == 1);
            let mut alike = if is_single { Vec::new() } else { vec![test(variant, &x), test(variant, &y)] };
            for field in &variant.fields {
                let sort = self.sort(&field.ty)?;
                let of = |value: &Term| term::app(&field.selector, Role::Field, vec![value.clone()], &sort);
                alike.push(term::eq(of(&x), of(&y)));
            }
            let body = term::implies(term::and(alike), term::eq(x, y));
            let binders = vec![first, second];
            let owner = instance.sort.clone();
            self.theory()
                .state(&owner, term::quant(Quant { forall: true, binders, patterns: Vec::new(), body, qid: None }));
        }
        Ok(())
    }
}

/// The relation for a variant with fields.
fn test_of(variant: &VariantInst) -> Sym {
    names::derived(&variant.ctor, "is")
}

/// That a value is of a variant.
pub(crate) fn test(variant: &VariantInst, value: &Term) -> Term {
    if variant.fields.is_empty() {
        return term::eq(value.clone(), term::constant(&variant.ctor, &value.sort));
    }
    term::app(&test_of(variant), Role::Free, vec![value.clone()], "Bool")
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::epr::*;
    use crate::common::sp;

    #[test]
    fn epr_sort_has_values_of_which_nothing_is_known() {
        assert!(follows(&[], Expr::eq(x("a"), x("a"))));
        assert!(!follows(&[], Expr::eq(x("a"), x("b"))));
        assert!(!follows(&[], Expr::not(Expr::eq(x("a"), x("b")))));
    }

    #[test]
    fn epr_sort_refuses_numbers() {
        let mut w = world();
        w.declare("crate::n", &[("x", node())], Ty::int());
        let n = Expr::new(ExprKind::Call("crate::n".into(), Vec::new(), vec![x("a")]), Ty::int(), sp());
        w.goal(Expr::eq(n.clone(), n));
        assert_eq!(code(&w), "language/epr-integer");
    }

    #[test]
    fn epr_variants_are_all_and_exclude_each_other() {
        let (w, e, _) = with_enum();
        let any = |of: [&str; 3]| of.map(|v| is_of(&e, v)).into_iter().reduce(|a, b| both(BinaryOp::Or, a, b)).unwrap();
        assert!(proves(&w, &[], any(["Idle", "Busy", "Done"])));
        assert!(!proves(&w, &[], any(["Idle", "Busy", "Busy"])));
        assert!(proves(&w, &[is_of(&e, "Busy")], Expr::not(is_of(&e, "Done"))));
        assert!(proves(&w, &[is_of(&e, "Idle")], Expr::not(is_of(&e, "Done"))));
    }

    #[test]
    fn epr_fields_that_agree_are_of_one_value() {
        let (w, e, f) = with_enum();
        let alike = [is_of(&e, "Busy"), is_of(&f, "Busy"), Expr::eq(by(&e), by(&f))];
        assert!(proves(&w, &alike, Expr::eq(e.clone(), f.clone())));
        assert!(!proves(&w, &alike[..2], Expr::eq(e.clone(), f.clone())));
        assert!(!proves(&w, &alike[1..], Expr::eq(e, f)));
    }
}
