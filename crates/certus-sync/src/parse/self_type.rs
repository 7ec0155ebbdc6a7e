//! `Self` in operations and fields.
//!
//! What an operation says is written outside of the `impl` of the state as well, where `Self` has no meaning. So it becomes
//! the type of the state: `State`, with the type parameters of the machine.

use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use verus_syn::{GenericParam, Path, PathArguments};

use crate::ast::{Body, Machine, Place, What};
use crate::element::{Binding, Element};

/// Replaces `Self` in all operations and fields.
pub(super) fn replace(machine: &mut Machine) {
    let params = machine.generics.params.iter();
    let names = params.filter_map(|param| match param {
        GenericParam::Type(ty) => Some(ty.ident.clone()),
        _ => None,
    });
    let mut replacer = Replacer { params: names.collect() };
    for field in &mut machine.fields {
        replacer.visit_type_mut(&mut field.ty);
        field.arguments.iter_mut().for_each(|ty| replacer.visit_type_mut(ty));
    }
    for operation in &mut machine.operations {
        for param in &mut operation.params {
            replacer.visit_type_mut(&mut param.ty);
        }
        replacer.body(&mut operation.body);
    }
}

/// Replaces `Self` by the type of the state with these parameters.
struct Replacer {
    params: Vec<Ident>,
}

impl Replacer {
    fn body(&mut self, body: &mut Body) {
        for step in &mut body.steps {
            self.what(&mut step.what);
        }
    }

    fn what(&mut self, what: &mut What) {
        match what {
            What::Block(body) => self.body(body),
            What::Let { pat, ty, value, .. } | What::Find { pat, ty, value, .. } => {
                self.visit_pat_mut(pat);
                if let Some(ty) = ty {
                    self.visit_type_mut(ty);
                }
                self.visit_expr_mut(value);
            }
            What::If { condition, then, otherwise } => {
                self.visit_expr_mut(condition);
                self.body(then);
                self.body(otherwise);
            }
            What::Match { value, arms } => {
                self.visit_expr_mut(value);
                for arm in arms {
                    self.visit_pat_mut(&mut arm.pat);
                    if let Some(guard) = &mut arm.guard {
                        self.visit_expr_mut(guard);
                    }
                    self.body(&mut arm.body);
                }
            }
            What::Require(condition) | What::Assert(condition, None) => self.visit_expr_mut(condition),
            What::Assert(condition, Some(proof)) => {
                self.visit_expr_mut(condition);
                self.visit_block_mut(proof);
            }
            What::Init { value, .. } => self.visit_expr_mut(value),
            What::Update { place, value, .. } => {
                for place in place {
                    if let Place::Index(index) = place {
                        self.visit_expr_mut(index);
                    }
                }
                self.visit_expr_mut(value);
            }
            What::Change { element, proof, .. } => {
                self.element(element);
                if let Some(proof) = proof {
                    self.visit_block_mut(proof);
                }
            }
        }
    }

    fn element(&mut self, element: &mut Element) {
        match element {
            Element::True => {}
            Element::Some(binding) => self.binding(binding),
            Element::Pair(key, binding) => {
                self.visit_expr_mut(key);
                self.binding(binding);
            }
            Element::Multiset(value) | Element::Set(value) | Element::Whole(value) => self.visit_expr_mut(value),
        }
    }

    fn binding(&mut self, binding: &mut Binding) {
        match binding {
            Binding::Value(value) => self.visit_expr_mut(value),
            Binding::Pattern(pat) => self.visit_pat_mut(pat),
        }
    }
}

impl VisitMut for Replacer {
    fn visit_path_mut(&mut self, path: &mut Path) {
        let params = &self.params;
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first_mut()
            && first.ident == "Self"
        {
            let span: Span = first.ident.span();
            first.ident = Ident::new("State", span);
            if !params.is_empty() {
                let arguments = quote::quote_spanned!(span=> ::<#(#params),*>);
                if let Ok(arguments) = verus_syn::parse2(arguments) {
                    first.arguments = PathArguments::AngleBracketed(arguments);
                }
            }
        }
        visit_mut::visit_path_mut(self, path);
    }
}
