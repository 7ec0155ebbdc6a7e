//! The items that a struct with invariants stands for.

use std::collections::BTreeMap;

use certus_codes::Language;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{Block, Fields, GenericParam, Generics, Publish, Type};

use super::declared::{Declared, Invariant, Part};
use super::fields::{Incomplete, completed, incomplete};
use crate::errors::RewriteError;

/// A declaration with what is known of its fields.
struct Struct<'d> {
    declared: &'d Declared,
    /// The parameters, without attributes.
    generics: Generics,
    /// The fields whose types are incomplete.
    incomplete: BTreeMap<String, Incomplete>,
    /// The types of the fields, completed.
    types: BTreeMap<String, Type>,
}

fn wrong(span: Span, text: impl Into<String>) -> RewriteError {
    RewriteError::new(span, Language::StructWithInvariants, text)
}

/// The items. `Err` says what is wrong with the declaration.
pub(super) fn items(declared: &Declared) -> Result<TokenStream, Vec<RewriteError>> {
    let Fields::Named(fields) = &declared.item.fields else {
        let span = declared.item.ident.span();
        return Err(vec![wrong(span, "the fields of a struct with invariants have names")]);
    };
    let mut generics = declared.item.generics.clone();
    generics.params.iter_mut().for_each(|param| match param {
        GenericParam::Type(ty) => ty.attrs.clear(),
        GenericParam::Lifetime(lifetime) => lifetime.attrs.clear(),
        GenericParam::Const(constant) => constant.attrs.clear(),
    });
    let mut found = Struct { declared, generics, incomplete: BTreeMap::new(), types: BTreeMap::new() };
    let mut errors = Vec::new();
    for field in &fields.named {
        let Some(name) = &field.ident else { continue };
        match incomplete(&field.ty) {
            Err(error) => errors.push(error),
            Ok(Some(part)) => {
                found.incomplete.insert(name.to_string(), part);
            }
            Ok(None) => {
                found.types.insert(name.to_string(), field.ty.clone());
            }
        }
    }
    if errors.is_empty() {
        errors.extend(found.invariants().filter_map(|invariant| found.check(invariant).err()));
    }
    if errors.is_empty() {
        errors.extend(found.check_fields());
        errors.extend(found.complete());
    }
    if errors.is_empty() { Ok(found.write()) } else { Err(errors) }
}

impl Struct<'_> {
    fn invariants(&self) -> impl Iterator<Item = &Invariant> {
        self.declared.parts.iter().filter_map(|part| match part {
            Part::Invariant(invariant) => Some(&**invariant),
            Part::Predicate(_) => None,
        })
    }

    /// `Err` if an invariant does not fit its field.
    fn check(&self, invariant: &Invariant) -> Result<(), RewriteError> {
        let Invariant { field, with, forall, params, params_span, .. } = invariant;
        let is_field = |name: &Ident| {
            let name = name.to_string();
            self.types.contains_key(&name) || self.incomplete.contains_key(&name)
        };
        let Some(part) = self.incomplete.get(&field.to_string()) else {
            let text = match is_field(field) {
                true => format!("the type of `{field}` is complete: write `_` for its constant and its predicate"),
                false => format!("the struct has no field `{field}`"),
            };
            return Err(wrong(field.span(), text));
        };
        if let Some(name) = with.iter().find(|name| !is_field(name)) {
            return Err(wrong(name.span(), format!("the struct has no field `{name}`")));
        }
        let names = with.iter().chain(forall.iter().map(|(name, _)| name)).chain(params.iter().map(|(name, _)| name));
        let mut seen: Vec<&Ident> = Vec::new();
        for name in names {
            if seen.contains(&name) {
                return Err(wrong(name.span(), format!("`{name}` is a name in this invariant already")));
            }
            seen.push(name);
        }
        if params.len() != part.about.len() {
            let types: Vec<String> = part.about.iter().map(|ty| ty.to_token_stream().to_string()).collect();
            let text = match &types[..] {
                [one] => format!("expected one parameter, of type `{one}`"),
                types => format!("expected {} parameters, of types `{}`", types.len(), types.join("`, `")),
            };
            return Err(wrong(*params_span, text));
        }
        let same = |a: &Type, b: &Type| a.to_token_stream().to_string() == b.to_token_stream().to_string();
        match params.iter().zip(&part.about).find(|((_, ty), about)| !same(ty, about)) {
            Some(((_, ty), about)) => {
                let text = format!("expected the type `{}`, as in the field", about.to_token_stream());
                Err(wrong(ty.span(), text))
            }
            None => Ok(()),
        }
    }

    /// Fields with no invariant, or with two.
    fn check_fields(&self) -> Vec<RewriteError> {
        let Fields::Named(fields) = &self.declared.item.fields else { return Vec::new() };
        let names = fields.named.iter().filter_map(|field| field.ident.as_ref());
        let names = names.filter(|name| self.incomplete.contains_key(&name.to_string()));
        let wrong_of = |name: &Ident| {
            let mut of = self.invariants().filter(|invariant| invariant.field == *name);
            match (of.next(), of.next()) {
                (None, _) => Some(wrong(name.span(), format!("no invariant is declared on `{name}`"))),
                (_, Some(other)) => Some(wrong(other.field.span(), format!("`{name}` has an invariant already"))),
                _ => None,
            }
        };
        names.filter_map(wrong_of).collect()
    }

    /// Completes the types of all fields, each after those that its invariant depends on.
    fn complete(&mut self) -> Option<RewriteError> {
        let Fields::Named(fields) = &self.declared.item.fields else { return None };
        loop {
            let is_open = |name: &Ident| !self.types.contains_key(&name.to_string());
            let open: Vec<&Invariant> = self.invariants().filter(|invariant| is_open(&invariant.field)).collect();
            let first = open.first()?;
            let Some(next) = open.iter().find(|invariant| !invariant.with.iter().any(is_open)) else {
                let text = "the invariants of these fields depend on each other in a circle";
                return Some(wrong(first.field.span(), text));
            };
            let name = next.field.to_string();
            let field = fields.named.iter().find(|field| field.ident.as_ref() == Some(&next.field))?;
            let ty = completed(&field.ty, &self.constant(next), &self.predicate_type(&next.field));
            self.types.insert(name, ty);
        }
    }

    /// The type of what an invariant depends on.
    fn constant(&self, invariant: &Invariant) -> TokenStream {
        let with = invariant.with.iter().filter_map(|name| self.types.get(&name.to_string()));
        let types: Vec<&Type> = with.chain(invariant.forall.iter().map(|(_, ty)| ty)).collect();
        tuple(&types, invariant.field.span())
    }

    /// The name of the predicate of a field.
    fn predicate_name(&self, field: &Ident) -> Ident {
        Ident::new(&format!("InvariantPredicate_auto_{}_{field}", self.declared.item.ident), field.span())
    }

    /// The type of the predicate of a field.
    fn predicate_type(&self, field: &Ident) -> TokenStream {
        let (_, arguments, _) = self.generics.split_for_impl();
        let name = self.predicate_name(field);
        let span = field.span();
        quote_spanned!(span=> #name #arguments)
    }

    fn write(&self) -> TokenStream {
        let Declared { item, attrs, vis, sig, parts } = self.declared;
        let mut item = item.clone();
        for field in &mut item.fields {
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            if let Some(ty) = self.types.get(&name) {
                field.ty = ty.clone();
            }
        }
        let predicates = self.invariants().map(|invariant| self.predicate(invariant));
        let claims = parts.iter().map(|part| match part {
            Part::Predicate(block) => said(block),
            Part::Invariant(invariant) => self.claim(invariant),
        });
        let span = item.ident.span();
        let all = claims.reduce(|all, claim| quote_spanned!(span=> #all && #claim));
        let all = all.unwrap_or_else(|| quote_spanned!(span=> true));
        let name = &item.ident;
        let (generics, arguments, bounds) = self.generics.split_for_impl();
        quote_spanned! {span=>
            #(#predicates)*
            #item
            impl #generics #name #arguments #bounds {
                #(#attrs)*
                #vis #sig { #all }
            }
        }
    }

    /// The predicate of an invariant, as a type with an impl of the trait of predicates.
    fn predicate(&self, invariant: &Invariant) -> TokenStream {
        let Invariant { field, with, forall, params: about, predicate, .. } = invariant;
        let Some(part) = self.incomplete.get(&field.to_string()) else { return TokenStream::new() };
        let item = &self.declared.item;
        let span = field.span();
        let (name, of) = (self.predicate_name(field), self.predicate_type(field));
        let ((generics, _, bounds), vis) = (self.generics.split_for_impl(), &item.vis);
        let constant = self.constant(invariant);
        let names: Vec<&Ident> = with.iter().chain(forall.iter().map(|(name, _)| name)).collect();
        let names = tuple(&names, span);
        let publish = match &self.declared.sig.publish {
            Publish::Default => quote_spanned!(span=> open),
            publish => publish.to_token_stream(),
        };
        let (about, types): (Vec<&Ident>, Vec<&Type>) = about.iter().map(|(name, ty)| (name, ty)).unzip();
        let held = item.generics.params.iter().filter_map(|param| held(param, span));
        let body = said(predicate);
        let implementation = match (part.is_atomic, &about[..], &types[..]) {
            (true, [value, state], [value_type, state_type]) => quote_spanned! {span=>
                impl #generics ::vstd::atomic_ghost::AtomicInvariantPredicate<#constant, #value_type, #state_type> for #of
                    #bounds
                {
                    #publish spec fn atomic_inv(tmp_k: #constant, tmp_v: #value_type, tmp_g: #state_type) -> bool {
                        let #names = tmp_k;
                        let #value = tmp_v;
                        let #state = tmp_g;
                        #body
                    }
                }
            },
            _ => quote_spanned! {span=>
                impl #generics ::vstd::invariant::InvariantPredicate<#constant, #(#types)*> for #of #bounds {
                    #publish spec fn inv(tmp_k: #constant, tmp_v: #(#types)*) -> bool {
                        let #names = tmp_k;
                        let #(#about)* = tmp_v;
                        #body
                    }
                }
            },
        };
        quote_spanned! {span=>
            #[allow(non_camel_case_types)]
            #vis struct #name #generics #bounds {
                phantom: ::core::marker::PhantomData<(#(#held,)*)>,
            }
            #implementation
        }
    }

    /// What the function says of an invariant: it is of this place, and of these constants.
    fn claim(&self, invariant: &Invariant) -> TokenStream {
        let Invariant { field, with, forall, condition, specifically, .. } = invariant;
        let span = field.span();
        let place = match specifically {
            Some(place) => quote_spanned!(span=> (#place)),
            None => quote_spanned!(span=> self.#field),
        };
        let is_atomic = self.incomplete.get(&field.to_string()).is_some_and(|part| part.is_atomic);
        let mut claims: Vec<TokenStream> = Vec::new();
        if is_atomic {
            claims.push(quote_spanned!(span=> #place.well_formed()));
        }
        let fields = with.iter().map(|name| quote_spanned!(name.span()=> self.#name));
        let values: Vec<TokenStream> = fields.chain(forall.iter().map(|(name, _)| name.to_token_stream())).collect();
        for (number, value) in values.iter().enumerate() {
            let part = (values.len() > 1).then(|| {
                let number = Literal::usize_unsuffixed(number);
                quote_spanned!(span=> .#number)
            });
            claims.push(quote_spanned!(span=> ::verus_builtin::equal(#place.constant()#part, #value)));
        }
        let Some(all) = claims.into_iter().reduce(|all, claim| quote_spanned!(span=> #all && #claim)) else {
            return quote_spanned!(span=> true);
        };
        let all = match condition {
            Some(condition) => quote_spanned!(span=> ::verus_builtin::imply(#condition, #all)),
            None => quote_spanned!(span=> (#all)),
        };
        if forall.is_empty() {
            return all;
        }
        let variables = forall.iter().map(|(name, ty)| quote_spanned!(name.span()=> #name: #ty));
        quote_spanned!(span=> (forall|#(#variables),*| #![trigger #place] #all))
    }
}

/// A block that says something, as an operand.
fn said(block: &Block) -> TokenStream {
    let span = block.brace_token.span.open();
    quote_spanned!(span=> (#block))
}

/// `(a, b)`; one thing stands alone.
fn tuple(items: &[impl ToTokens], span: Span) -> TokenStream {
    match items {
        [one] => one.to_token_stream(),
        items => quote_spanned!(span=> (#(#items),*)),
    }
}

/// A type in which a parameter occurs, if it has to: a constant may be unused.
fn held(param: &GenericParam, span: Span) -> Option<TokenStream> {
    match param {
        GenericParam::Type(ty) => Some(ty.ident.to_token_stream()),
        GenericParam::Lifetime(lifetime) => {
            let lifetime = &lifetime.lifetime;
            Some(quote_spanned!(span=> &#lifetime ()))
        }
        GenericParam::Const(_) => None,
    }
}
