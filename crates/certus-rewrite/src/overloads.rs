//! Operators of ghost code on types of the program: `a + b` means `a.spec_add(b)`.
//!
//! ```text
//! impl S { spec fn spec_add(self, rhs: R) -> O { .. } }   ->  impl verus_builtin::SpecAdd<R> for S { type Output = O; }
//! ```
//!
//! The impl gives the operator its type; the meaning is that of the method, whoever calls it.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use verus_syn::{FnArgKind, FnMode, ImplItem, Item, ItemImpl, ReturnType, Signature, Type};

/// Methods and the traits of `verus_builtin` that the operators are of.
const OPERATORS: [(&str, &str); 9] = [
    ("spec_add", "SpecAdd"),
    ("spec_sub", "SpecSub"),
    ("spec_mul", "SpecMul"),
    ("spec_div", "SpecDiv"),
    ("spec_rem", "SpecRem"),
    ("spec_lt", "SpecOrd"),
    ("spec_le", "SpecOrd"),
    ("spec_gt", "SpecOrd"),
    ("spec_ge", "SpecOrd"),
];

/// The impls for the methods of an inherent impl that is not rewritten yet; its types and those of the answer are.
pub(crate) struct Overloads {
    found: Vec<(&'static str, Type, Option<Type>, Span)>,
}

impl Overloads {
    /// Looks for the methods, before their modes are rewritten.
    pub(crate) fn of(item: &ItemImpl) -> Overloads {
        let mut found: Vec<(&'static str, Type, Option<Type>, Span)> = Vec::new();
        for member in item.items.iter().filter(|_| item.trait_.is_none()) {
            let ImplItem::Fn(function) = member else { continue };
            let (name, sig) = (function.sig.ident.to_string(), &function.sig);
            let Some((_, trait_)) = OPERATORS.iter().find(|(method, _)| *method == name) else { continue };
            let Some((rhs, ret)) = types(sig) else { continue };
            let output = (*trait_ != "SpecOrd").then_some(ret);
            // Different comparison operators on one type share a trait.
            if !found.iter().any(|(known, ..)| known == trait_) {
                found.push((trait_, rhs, output, sig.ident.span()));
            }
        }
        Overloads { found }
    }

    /// The impls; `item` is rewritten by now.
    pub(crate) fn impls(self, item: &ItemImpl) -> Vec<Item> {
        let (params, _, clause) = item.generics.split_for_impl();
        let this = &item.self_ty;
        let one = |(trait_, rhs, output, span): (&str, Type, Option<Type>, Span)| {
            let name = proc_macro2::Ident::new(trait_, span);
            let output = output.map(|ty| quote_spanned!(span=> type Output = #ty;)).unwrap_or_else(TokenStream::new);
            Item::Verbatim(quote_spanned!(span=>
                impl #params ::verus_builtin::#name<#rhs> for #this #clause { #output }
            ))
        };
        self.found.into_iter().map(one).collect()
    }
}

/// The types of the second parameter and of the result of a spec method with `self` and one more parameter.
fn types(sig: &Signature) -> Option<(Type, Type)> {
    let is_spec = matches!(sig.mode, FnMode::Spec(_) | FnMode::SpecChecked(_));
    if !is_spec || !sig.generics.params.is_empty() || sig.inputs.len() != 2 {
        return None;
    }
    let mut inputs = sig.inputs.iter();
    let FnArgKind::Receiver(receiver) = &inputs.next()?.kind else { return None };
    let FnArgKind::Typed(rhs) = &inputs.next()?.kind else { return None };
    let ReturnType::Type(_, _, _, ret) = &sig.output else { return None };
    receiver.reference.is_none().then(|| ((*rhs.ty).clone(), (**ret).clone()))
}
