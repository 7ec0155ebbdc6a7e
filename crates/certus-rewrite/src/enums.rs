//! Accessors of enums: what `e->f` and `#[is_variant]` call.
//!
//! ```text
//! enum E { A { x: int, y: int }, B { x: int } }   ->  impl E {
//!                                                         fn arrow_A_x(self) -> int
//!                                                         fn arrow_A_y(self) -> int
//!                                                         fn arrow_B_x(self) -> int
//!                                                         fn arrow_y(self) -> int    (of one variant only)
//!                                                     }
//! ```
//!
//! Two fields may ask for one name (`A_b` with `c`, `A` with `b_c`): the first in the source has it.

use crate::emit::doc;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use std::collections::{BTreeMap, BTreeSet};
use verus_syn::{Attribute, Item, ItemEnum, Type};

/// An identifier without its `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_string).unwrap_or(text)
}

/// The generated `impl` of an enum whose types are rewritten already; nothing for an enum without variants.
pub(crate) fn accessors(item: &ItemEnum, is_variant: bool) -> Option<Item> {
    let methods = methods(item, is_variant);
    if methods.is_empty() {
        return None;
    }
    let span = item.ident.span();
    let name = &item.ident;
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let hidden = hidden(span);
    Some(Item::Verbatim(quote_spanned! {span=>
        #hidden
        impl #impl_generics #name #type_generics #where_clause { #(#methods)* }
    }))
}

/// Keeps the accessors out of the documentation.
fn hidden(span: proc_macro2::Span) -> TokenStream {
    quote_spanned!(span=> #[doc(hidden)])
}

/// The accessors, each name once.
fn methods(item: &ItemEnum, is_variant: bool) -> Vec<TokenStream> {
    let mut out = Vec::new();
    let mut taken = BTreeSet::new();
    // The types of the fields of one name, in all variants, and the place of the first.
    let mut shared: BTreeMap<String, (Vec<&Type>, Ident)> = BTreeMap::new();
    for variant in &item.variants {
        let (span, name) = (variant.ident.span(), plain(&variant.ident));
        if is_variant {
            let method = Ident::new(&format!("is_{name}"), span);
            let mark = doc(&format!("certus:accessor is {name}"), span, false);
            out.push(
                quote_spanned!(span=> #mark pub const fn #method(&self) -> bool { ::verus_builtin::no_method_body() }),
            );
        }
        for (i, field) in variant.fields.iter().enumerate() {
            let label = field.ident.as_ref().map_or_else(|| i.to_string(), plain);
            let span = field.ident.as_ref().map_or(span, Ident::span);
            let mark = doc(&format!("certus:accessor get {name} {label}"), span, false);
            if is_variant {
                let method = Ident::new(&format!("get_{name}_{label}"), span);
                out.push(getter(&mark, &method, &field.ty));
            }
            let method = Ident::new(&format!("arrow_{name}_{label}"), span);
            if taken.insert(method.to_string()) {
                out.push(getter(&mark, &method, &field.ty));
            }
            shared.entry(label).or_insert_with(|| (Vec::new(), variant.ident.clone())).0.push(&field.ty);
        }
    }
    for (label, (types, variant)) in shared {
        // If several variants have the field, only the longer names exist; otherwise the shorter one would be
        // ambiguous.
        let [ty] = types[..] else { continue };
        let method = Ident::new(&format!("arrow_{label}"), variant.span());
        if taken.insert(method.to_string()) {
            let mark = doc(&format!("certus:accessor get {} {label}", plain(&variant)), variant.span(), false);
            out.push(getter(&mark, &method, ty));
        }
    }
    out
}

/// One accessor; `mark` names the field that it reads.
fn getter(mark: &Attribute, method: &Ident, ty: &Type) -> TokenStream {
    let span = method.span();
    quote_spanned!(span=> #mark pub const fn #method(self) -> #ty where Self: Sized { ::verus_builtin::no_method_body() })
}
