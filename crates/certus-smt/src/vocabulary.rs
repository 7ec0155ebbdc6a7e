//! The words for the types of a program: sorts, and the places of functions, with the theory that they belong to.

use std::rc::Rc;

use certus_diagnostics::{Span, Unsupported};
use certus_vc::Obligation;
use certus_vir::{IntKind, Program, Ty};

use crate::error::Res;
use crate::instance::{DataInst, Place, is_generic};
use crate::names;
use crate::reached::Reached;
use crate::rules::real::REAL;
use crate::rules::stored::stored_range;
use crate::term::{Sort, Term};
use crate::theory::Theory;
use crate::value::Val;
use crate::view::View;

/// What types and their values are in a query. It knows no expressions.
pub(crate) struct Vocabulary<'a> {
    view: View<'a>,
    theory: Theory,
    reached: Reached,
}

impl<'a> Vocabulary<'a> {
    /// Nothing is reached.
    pub(crate) fn new(program: &'a Program, obligation: &'a Obligation) -> Vocabulary<'a> {
        let view = View::new(program, obligation);
        Vocabulary { view, theory: Theory::new(program.arch_bits), reached: Reached::default() }
    }

    /// The program as the obligation sees it.
    pub(crate) fn view(&self) -> &View<'a> {
        &self.view
    }

    /// What is declared and stated.
    pub(crate) fn theory(&mut self) -> &mut Theory {
        &mut self.theory
    }

    /// What was reached.
    pub(crate) fn reached(&self) -> &Reached {
        &self.reached
    }

    /// What was reached, to add to it.
    pub(crate) fn reach(&mut self) -> &mut Reached {
        &mut self.reached
    }

    /// Counts an instance at these type arguments, and refuses what would go on without end.
    pub(crate) fn count_instance(&mut self, what: &str, args: &[Ty], span: Option<Span>) -> Res<()> {
        if self.reached.count_instance(args) {
            return Ok(());
        }
        let what = what.strip_prefix("crate::").unwrap_or(what);
        let message = format!("too many different type arguments of `{what}`: polymorphic recursion is not supported");
        Err(self.view.unsupported(Unsupported::PolymorphicRecursion, message, span))
    }

    /// The sort of the values of a type where integers are spoken of.
    pub(crate) fn sort(&mut self, ty: &Ty) -> Res<Sort> {
        match ty.value() {
            Ty::Bool => Ok("Bool".into()),
            Ty::Int(_) => Ok("Int".into()),
            Ty::Real => Ok(REAL.into()),
            Ty::Data(..) | Ty::MutRef(_) => Ok(self.datatype(ty.value())?.sort.clone()),
            Ty::SpecFn(..) => Ok(self.opaque_sort(&plain_fn(ty))),
            other => Ok(self.opaque_sort(other)),
        }
    }

    /// The sort in which values of a type are kept.
    pub(crate) fn stored_sort(&mut self, ty: &Ty) -> Res<Sort> {
        match stored_range(ty) {
            Some(kind) => Ok(self.theory.stored_sort(kind)),
            None => self.sort(ty),
        }
    }

    /// The datatype of a type, described later. References to a value and to a box with it are the same.
    pub(crate) fn datatype(&mut self, ty: &Ty) -> Res<Rc<DataInst>> {
        let plain = plain_reference(ty);
        let ty = plain.as_ref().unwrap_or(ty);
        if let Some(known) = self.reached.datatype(ty) {
            return Ok(known);
        }
        let args = match ty {
            Ty::Data(_, args) => args.as_slice(),
            _ => std::slice::from_ref(ty),
        };
        self.count_instance(&names::ty(ty), args, None)?;
        let instance = Rc::new(self.make_datatype(ty)?);
        self.reached.add_datatype(ty, instance.clone());
        Ok(instance)
    }

    /// A parameter or result of a function, by its declared type and that at type arguments.
    pub(crate) fn place(&mut self, declared: &Ty, ty: &Ty) -> Res<Place> {
        let stored: Option<IntKind> = stored_range(ty).filter(|_| is_generic(declared));
        let sort = if stored.is_some() { self.stored_sort(ty)? } else { self.sort(ty)? };
        Ok(Place { ty: ty.clone(), sort, stored })
    }

    /// A value as a place has it.
    pub(crate) fn fit(&mut self, value: Val, place: &Place) -> Term {
        if place.stored.is_some() { self.theory.store(value, &place.ty) } else { self.theory.concrete(value) }
    }
}

/// The type of a mutable reference without decorations of what it refers to; `None` if there are none.
pub(crate) fn plain_reference(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::MutRef(inner) if **inner != *inner.value() => Some(Ty::MutRef(Box::new(inner.value().clone()))),
        _ => None,
    }
}

/// A function type without decorations of its arguments and result.
pub(crate) fn plain_fn(ty: &Ty) -> Ty {
    match ty.value() {
        Ty::SpecFn(args, ret) => {
            Ty::SpecFn(args.iter().map(|t| t.value().clone()).collect(), Box::new(ret.value().clone()))
        }
        other => other.clone(),
    }
}
