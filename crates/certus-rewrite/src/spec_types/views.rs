//! The items of a view: the type, and the impls of `DeepView` and `View`.

use certus_codes::Unsupported;
use certus_visit::visit::{self, Visit};
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, Field, Fields, GenericParam, Ident, Index, Lifetime, Member, Type, TypePath, TypeReference,
};

use super::{Arguments, Data, Shape, SpecView};
use crate::errors::RewriteError;

/// The items of a view. Errs with `unsupported/spec-type` for type parameters and for types within themselves.
pub(super) fn items(view: SpecView, arguments: &Arguments, data: &Data) -> Result<TokenStream, RewriteError> {
    let span = data.name.span();
    if view == SpecView::Itself {
        let body = quote_spanned!(span=> *self);
        let view = quote_spanned!(span=> Self);
        return Ok(impls(data, &view, &quote_spanned!(span=> open), &body));
    }
    arguments.check(data)?;
    supported(data)?;
    let name = format_ident!("{}Spec", data.name, span = span);
    let conditions = crate::conditions::of(data.attrs);
    let (declared, body) = match &data.shape {
        Shape::Struct(fields) => {
            let kept = |field: &&Field| field.ident.as_ref().is_none_or(|name| !arguments.excludes(name));
            let kept: Vec<&Field> = fields.iter().filter(kept).collect();
            let list = declared(fields, &kept, true, span);
            let end = (!matches!(fields, Fields::Named(_))).then(|| quote_spanned!(span=> ;));
            let made = with_parts(fields, &kept, |index, field| {
                let index = Index { index: u32::try_from(index).unwrap_or(u32::MAX), span: field.span() };
                let member = field.ident.clone().map_or(Member::Unnamed(index), Member::Named);
                quote_spanned!(span=> ::vstd::view::DeepView::deep_view(&self.#member))
            });
            (quote_spanned!(span=> pub ghost struct #name #list #end), quote_spanned!(span=> #name #made))
        }
        Shape::Enum(variants) => {
            let mut lists = Vec::new();
            let mut arms = Vec::new();
            for variant in variants {
                let (of, span, fields) = (&variant.ident, variant.ident.span(), &variant.fields);
                let conditions = crate::conditions::of(&variant.attrs);
                let all: Vec<&Field> = fields.iter().collect();
                let list = declared(fields, &all, false, span);
                lists.push(quote_spanned!(span=> #(#conditions)* #of #list));
                let bound = |index: usize| format_ident!("__certus_field_{index}", span = span);
                let pattern = with_parts(fields, &all, |index, _| bound(index).to_token_stream());
                let made = with_parts(fields, &all, |index, _| {
                    let bound = bound(index);
                    quote_spanned!(span=> ::vstd::view::DeepView::deep_view(&#bound))
                });
                arms.push(quote_spanned!(span=> #(#conditions)* Self::#of #pattern => #name::#of #made));
            }
            let body = quote_spanned!(span=> match *self { #(#arms),* });
            (quote_spanned!(span=> pub ghost enum #name { #(#lists),* }), body)
        }
    };
    let open = if arguments.closed { quote_spanned!(span=> closed) } else { quote_spanned!(span=> open) };
    let impls = impls(data, &quote_spanned!(span=> #name), &open, &body);
    Ok(quote_spanned!(span=> #(#conditions)* #declared #impls))
}

/// The list of the views' types, in the brackets that the declaration has.
fn declared(fields: &Fields, kept: &[&Field], public: bool, span: Span) -> Option<TokenStream> {
    let vis = public.then(|| quote_spanned!(span=> pub));
    let ty = |field: &Field| {
        let (ty, span) = (ownerless(&field.ty), field.ty.span());
        quote_spanned!(span=> <#ty as ::vstd::view::DeepView>::V)
    };
    match fields {
        Fields::Named(_) => {
            let fields = kept.iter().map(|field| {
                let (conditions, name, ty) = (crate::conditions::of(&field.attrs), &field.ident, ty(field));
                quote_spanned!(span=> #(#conditions)* #vis #name: #ty)
            });
            Some(quote_spanned!(span=> { #(#fields),* }))
        }
        Fields::Unnamed(_) => {
            let fields = kept.iter().map(|field| {
                let (conditions, ty) = (crate::conditions::of(&field.attrs), ty(field));
                quote_spanned!(span=> #(#conditions)* #vis #ty)
            });
            Some(quote_spanned!(span=> ( #(#fields),* )))
        }
        Fields::Unit => None,
    }
}

/// A pattern or a constructor with a part for each field, in the brackets that the declaration has.
fn with_parts(fields: &Fields, kept: &[&Field], part: impl Fn(usize, &Field) -> TokenStream) -> Option<TokenStream> {
    let parts = kept.iter().enumerate().map(|(index, field)| match &field.ident {
        Some(name) => {
            let (conditions, part) = (crate::conditions::of(&field.attrs), part(index, field));
            quote_spanned!(name.span()=> #(#conditions)* #name: #part)
        }
        None => part(index, field),
    });
    match fields {
        Fields::Named(list) => Some(quote_spanned!(list.brace_token.span.open()=> { #(#parts),* })),
        Fields::Unnamed(list) => Some(quote_spanned!(list.paren_token.span.open()=> ( #(#parts),* ))),
        Fields::Unit => None,
    }
}

/// The impls of the two traits.
fn impls(data: &Data, view: &TokenStream, open: &TokenStream, body: &TokenStream) -> TokenStream {
    let (name, span) = (data.name, data.name.span());
    let (of_impl, of_type, bounds) = data.generics.split_for_impl();
    let conditions: Vec<Attribute> = crate::conditions::of(data.attrs);
    quote_spanned! {span=>
        #(#conditions)*
        impl #of_impl ::vstd::view::DeepView for #name #of_type #bounds {
            type V = #view;
            #open spec fn deep_view(&self) -> Self::V { #body }
        }
        #(#conditions)*
        impl #of_impl ::vstd::view::View for #name #of_type #bounds {
            type V = #view;
            open spec fn view(&self) -> Self::V { ::vstd::view::DeepView::deep_view(self) }
        }
    }
}

/// Errs with `unsupported/spec-type` for what the view's type cannot have.
fn supported(data: &Data) -> Result<(), RewriteError> {
    let refused = |span: Span, text: &str| Err(RewriteError::new(span, Unsupported::SpecType, text));
    if let Some(param) = data.generics.params.iter().find(|param| !matches!(param, GenericParam::Lifetime(_))) {
        return refused(
            param.span(),
            "`make_spec_type` takes no type with type or const parameters: write its view yourself",
        );
    }
    let mut within = Within { name: data.name, found: None };
    match &data.shape {
        Shape::Struct(fields) => fields.iter().for_each(|field| within.visit_type(&field.ty)),
        Shape::Enum(variants) => {
            variants.iter().flat_map(|variant| &variant.fields).for_each(|field| within.visit_type(&field.ty));
        }
    }
    match within.found {
        None => Ok(()),
        Some(span) => {
            refused(span, "`make_spec_type` takes no type that names itself in a field: write its view yourself")
        }
    }
}

/// Looks for the type in its own fields.
struct Within<'n> {
    name: &'n Ident,
    found: Option<Span>,
}

impl<'ast> Visit<'ast> for Within<'_> {
    fn visit_type_path(&mut self, ty: &'ast TypePath) {
        let first = ty.path.segments.first().map(|segment| &segment.ident);
        if ty.qself.is_none() && first.is_some_and(|first| first == self.name || first == "Self") {
            self.found.get_or_insert(ty.span());
        }
        visit::visit_type_path(self, ty);
    }
}

/// A type without the lifetimes of its item: the view is the same for all of them.
fn ownerless(ty: &Type) -> Type {
    let mut ty = ty.clone();
    Forever.visit_type_mut(&mut ty);
    ty
}

struct Forever;

impl VisitMut for Forever {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = Lifetime::new("'static", lifetime.span());
    }

    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        let span = ty.and_token.span;
        ty.lifetime = Some(Lifetime::new("'static", span));
        visit_mut::visit_type_reference_mut(self, ty);
    }
}
