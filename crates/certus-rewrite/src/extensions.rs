//! The two traits that `#[verifier::external_trait_extension(Spec via SpecImpl)]` declares: `SpecImpl`, which concrete
//! types implement, and `Spec`, which every type that implements the external trait has.
//!
//! ```text
//! #[verifier::external_trait_extension(Spec via SpecImpl)]
//! trait Ex<A> { type ExternalTraitSpecificationFor: T<A>; spec fn s(&self) -> bool; }
//!     ->  trait Ex<A> { .. }
//!         trait SpecImpl<A>: T<A> { fn s(&self) -> bool; }
//!         trait Spec<A>: T<A> { fn s(&self) -> bool; }
//!         impl<A, X: ?Sized + T<A>> Spec<A> for X { fn s(&self) -> bool { no_method_body() } }
//! ```

use crate::emit::doc;
use crate::enums::plain;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use verus_syn::{
    AttrStyle, Attribute, Block, Generics, Item, ItemTrait, Path, TraitItem, TraitItemFn, TypeParamBound,
    parse_quote_spanned, token,
};

/// The traits that go with a rewritten external trait specification; nothing when it has no extension.
pub(crate) fn traits(item: &ItemTrait, names: &[String]) -> Vec<Item> {
    let Some((spec, spec_impl)) = names.iter().find_map(|name| extension(name)) else { return Vec::new() };
    let Some(external) = external_trait(item, names) else { return Vec::new() };
    let span = item.ident.span();
    let (spec, spec_impl) = (Ident::new(&spec, span), Ident::new(&spec_impl, span));
    let methods: Vec<&TraitItemFn> = item.items.iter().filter_map(spec_method).collect();
    let (vis, generics) = (&item.vis, &item.generics);
    let (_, type_generics, where_clause) = generics.split_for_impl();
    let declare = |name: &Ident, mark: Attribute| {
        Item::Verbatim(quote_spanned! {span=>
            #mark
            #vis trait #name #generics: #external #where_clause { #(#methods)* }
        })
    };
    let source = plain(&item.ident);
    let for_all = blanket(generics, &external, span);
    let (impl_generics, _, _) = for_all.split_for_impl();
    let bodies: Vec<TraitItemFn> = methods.iter().map(|method| with_body(method)).collect();
    let mark = doc(&format!("certus:spec_trait {source}"), span, false);
    vec![
        declare(&spec_impl, doc(&format!("certus:spec_impl_trait {source}"), span, false)),
        declare(&spec, mark.clone()),
        Item::Verbatim(quote_spanned! {span=>
            #mark
            impl #impl_generics #spec #type_generics for __CertusSelf #where_clause { #(#bodies)* }
        }),
    ]
}

/// The same traits where specifications are erased: they are bounds and names to import, and have no methods.
pub(crate) fn erased_traits(item: &ItemTrait, names: &[String]) -> Vec<Item> {
    let Some((spec, spec_impl)) = names.iter().find_map(|name| extension(name)) else { return Vec::new() };
    let Some(external) = external_trait(item, names) else { return Vec::new() };
    let span = item.ident.span();
    let (spec, spec_impl) = (Ident::new(&spec, span), Ident::new(&spec_impl, span));
    let (vis, generics) = (&item.vis, &item.generics);
    let (_, type_generics, where_clause) = generics.split_for_impl();
    let for_all = blanket(generics, &external, span);
    let (impl_generics, _, _) = for_all.split_for_impl();
    vec![Item::Verbatim(quote_spanned! {span=>
        #[allow(dead_code)]
        #vis trait #spec_impl #generics: #external #where_clause {}
        #[allow(dead_code)]
        #vis trait #spec #generics: #external #where_clause {}
        impl #impl_generics #spec #type_generics for __CertusSelf #where_clause {}
    })]
}

/// `Spec` and `SpecImpl` from the attribute's text.
fn extension(text: &str) -> Option<(String, String)> {
    let inner = text.strip_prefix("external_trait_extension(")?.strip_suffix(')')?;
    let (spec, spec_impl) = inner.split_once(" via ")?;
    let name = |s: &str| s.chars().all(|c| c.is_alphanumeric() || c == '_') && !s.starts_with(|c: char| c.is_numeric());
    (!spec.is_empty() && !spec_impl.is_empty() && name(spec) && name(spec_impl))
        .then(|| (spec.to_string(), spec_impl.to_string()))
}

/// The trait that the associated type `ExternalTraitSpecificationFor` is bounded by, or the one that the attribute names in
/// its place.
fn external_trait(item: &ItemTrait, names: &[String]) -> Option<Path> {
    let named = names.iter().find_map(|name| name.strip_prefix("external_trait_specification(")?.strip_suffix(')'));
    let named = named.map_or("ExternalTraitSpecificationFor", str::trim);
    item.items.iter().find_map(|member| match member {
        TraitItem::Type(ty) if ty.ident == named => ty.bounds.iter().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(bound.path.clone()),
            _ => None,
        }),
        _ => None,
    })
}

/// A method of the trait that is a spec function and was written in it.
fn spec_method(member: &TraitItem) -> Option<&TraitItemFn> {
    let TraitItem::Fn(f) = member else { return None };
    let spec = |a: &Attribute| {
        matches!(a.style, AttrStyle::Outer) && a.to_token_stream().to_string().contains("certus:mode spec")
    };
    let hidden = f.sig.ident.to_string().starts_with("__certus_");
    (!hidden && f.attrs.iter().any(spec)).then_some(f)
}

/// The generics with a parameter more, bounded by the external trait.
fn blanket(generics: &Generics, external: &Path, span: Span) -> Generics {
    let mut generics = generics.clone();
    if !generics.params.empty_or_trailing() {
        generics.params.push_punct(token::Comma(span));
    }
    generics.params.push_value(parse_quote_spanned!(span=> __CertusSelf: ?Sized + #external));
    generics
}

/// The method, with `no_method_body()` as its body.
fn with_body(method: &TraitItemFn) -> TraitItemFn {
    let close = method.sig.paren_token.span.close();
    let stmts = vec![crate::funcs::no_method_body(close)];
    TraitItemFn { default: Some(Block { brace_token: token::Brace(close), stmts }), semi_token: None, ..method.clone() }
}
