//! Parameters and type parameters of what is generated.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use verus_syn::{GenericParam, Generics};

use crate::ast::{Machine, Operation, Param};
use crate::parse::labels::generics_of;

/// The type parameters of a machine without attributes: `<T: Bound>`.
pub(crate) fn declared(generics: &Generics) -> TokenStream {
    let params = generics.params.iter().map(|param| match param {
        GenericParam::Type(ty) => {
            let mut ty = ty.clone();
            ty.attrs.clear();
            GenericParam::Type(ty)
        }
        other => other.clone(),
    });
    let params: Vec<GenericParam> = params.collect();
    let span = Span::call_site();
    match params.is_empty() {
        true => TokenStream::new(),
        false => quote_spanned!(span=> <#(#params),*>),
    }
}

/// The names of the type parameters: `<T>`.
fn names(generics: &Generics) -> Vec<Ident> {
    let name = |param: &GenericParam| match param {
        GenericParam::Type(ty) => Some(ty.ident.clone()),
        _ => None,
    };
    generics.params.iter().filter_map(name).collect()
}

/// A type of the machine's module with the type parameters, as a type.
pub(crate) fn ty(machine: &Machine, name: &str, span: Span) -> TokenStream {
    let (name, params) = (Ident::new(name, span), names(&machine.generics));
    match params.is_empty() {
        true => quote_spanned!(span=> #name),
        false => quote_spanned!(span=> #name<#(#params),*>),
    }
}

/// The same as the beginning of a path in an expression.
pub(crate) fn path(machine: &Machine, name: &str, span: Span) -> TokenStream {
    let (name, params) = (Ident::new(name, span), names(&machine.generics));
    match params.is_empty() {
        true => quote_spanned!(span=> #name),
        false => quote_spanned!(span=> #name::<#(#params),*>),
    }
}

/// The type parameters, the type and the bounds of the `impl` of the state.
pub(crate) fn implementation(machine: &Machine) -> (TokenStream, TokenStream, TokenStream) {
    let span = machine.name.span();
    let bounds = &machine.generics.where_clause;
    (declared(&machine.generics), ty(machine, "State", span), quote_spanned!(span=> #bounds))
}

/// The same for a free function: its type parameters and its bounds.
pub(crate) fn function(machine: &Machine) -> (TokenStream, TokenStream) {
    let (params, _, bounds) = implementation(machine);
    (params, bounds)
}

/// `name: Type` for each parameter.
pub(crate) fn of(operation: &Operation) -> Vec<TokenStream> {
    let param = |param: &Param| {
        let (name, ty, span) = (&param.name, &param.ty, param.name.span());
        quote_spanned!(span=> #name: #ty)
    };
    operation.params.iter().map(param).collect()
}

/// The names of the parameters.
pub(crate) fn arguments(operation: &Operation) -> Vec<Ident> {
    operation.params.iter().map(|param| param.name.clone()).collect()
}

/// The states that the relation of an operation is about, as parameters of type `ty`.
pub(crate) fn states(operation: &Operation, ty: &TokenStream, span: Span) -> Vec<TokenStream> {
    state_names(operation, span).into_iter().map(|name| quote_spanned!(span=> #name: #ty)).collect()
}

/// Their names: `post` for an initialization, and `pre` and `post` for a step.
pub(crate) fn state_names(operation: &Operation, span: Span) -> Vec<Ident> {
    let names: &[&str] = if operation.kind == crate::ast::Kind::Init { &["post"] } else { &["pre", "post"] };
    names.iter().map(|name| Ident::new(name, span)).collect()
}

/// The label of all operations of the kind: its name and its type.
pub(crate) fn label(machine: &Machine, operation_kind: crate::ast::Kind, span: Span) -> Option<(Ident, TokenStream)> {
    let item = machine.label_of(operation_kind)?;
    let is_init = operation_kind == crate::ast::Kind::Init;
    let (name, ty) = if is_init { ("init_label", "InitLabel") } else { ("label", "Label") };
    let (name, ty) = (Ident::new(name, span), Ident::new(ty, span));
    let params = generics_of(item).map(names).unwrap_or_default();
    let ty = match params.is_empty() {
        true => quote_spanned!(span=> #ty),
        false => quote_spanned!(span=> #ty<#(#params),*>),
    };
    Some((name, ty))
}

/// A name with this ending.
pub(crate) fn named(name: &Ident, ending: &str) -> Ident {
    Ident::new(&format!("{name}{ending}"), name.span())
}
