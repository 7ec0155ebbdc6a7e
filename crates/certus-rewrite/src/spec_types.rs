//! `#[make_spec_type]` and `#[self_view]`: the view of a struct or an enum, made from its declaration.
//!
//! ```text
//! #[make_spec_type(exclude(cache))]        ->  pub struct P { pub id: u64, pub name: String, pub cache: u64 }
//! pub struct P {                               pub ghost struct PSpec {
//!     pub id: u64,                                 pub id: <u64 as DeepView>::V,
//!     pub name: String,                            pub name: <String as DeepView>::V,
//!     pub cache: u64,                          }
//! }                                            impl DeepView for P { type V = PSpec; .. }
//!                                              impl View for P { type V = PSpec; .. }
//!
//! #[self_view]                             ->  impl DeepView for Color { type V = Self; .. *self .. }
//! pub enum Color { Red, Green }                impl View for Color { type V = Self; .. *self .. }
//! ```
//!
//! What is made is rewritten like the text of a user, so nothing of it is trusted. In `verus!` the attribute stays, for its name
//! has to be found, and a doc string says that its work is done. The names of the library are written in full: a trait of the
//! program with the name of one of the library's changes nothing.

mod arguments;
mod views;

use arguments::Arguments;
use certus_codes::Language;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::spanned::Spanned;
use verus_syn::{Attribute, Fields, Generics, Ident, Item, Meta, Variant};

use crate::attribute::{arguments_and_item, attrs_of};
use crate::emit::doc;
use crate::entry::with_parser;
use crate::errors::{RewriteError, Rewritten};
use crate::visitor::Rewriter;
use crate::{Code, Mode};

/// Which view is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecView {
    /// `#[make_spec_type]`: a type of its own, with the views of the fields.
    OwnType,
    /// `#[self_view]`: the type itself.
    Itself,
}

/// Says of an item in `verus!` that the work of its attribute is done.
const DONE: &str = "certus:viewed";

impl SpecView {
    /// The view that an attribute of this name makes.
    fn named(name: &Ident) -> Option<SpecView> {
        match name.to_string().as_str() {
            "make_spec_type" => Some(SpecView::OwnType),
            "self_view" => Some(SpecView::Itself),
            _ => None,
        }
    }

    /// The view that an attribute makes, whichever path it has.
    fn of(attr: &Attribute) -> Option<SpecView> {
        SpecView::named(&attr.path().segments.last()?.ident)
    }

    /// The name of the attribute.
    fn name(self) -> &'static str {
        match self {
            SpecView::OwnType => "make_spec_type",
            SpecView::Itself => "self_view",
        }
    }
}

/// A struct or an enum.
struct Data<'i> {
    name: &'i Ident,
    attrs: &'i [Attribute],
    generics: &'i Generics,
    shape: Shape<'i>,
}

/// The fields of a struct, or the variants of an enum.
enum Shape<'i> {
    Struct(&'i Fields),
    Enum(Vec<&'i Variant>),
}

impl<'i> Data<'i> {
    /// An item that has values with fields; errs for another, with its place.
    fn of(item: &'i Item) -> Result<Data<'i>, Span> {
        match item {
            Item::Struct(item) => Ok(Data {
                name: &item.ident,
                attrs: &item.attrs,
                generics: &item.generics,
                shape: Shape::Struct(&item.fields),
            }),
            Item::Enum(item) => Ok(Data {
                name: &item.ident,
                attrs: &item.attrs,
                generics: &item.generics,
                shape: Shape::Enum(item.variants.iter().collect()),
            }),
            other => Err(other.span()),
        }
    }
}

/// Rewrites an item outside of `verus!` with one of the attributes; `tokens` are the arguments of the attribute in parentheses,
/// and the item.
pub fn spec_view(mode: Mode, view: SpecView, tokens: TokenStream) -> Rewritten {
    with_parser(mode, Code::Exec, tokens, arguments_and_item, |rewriter, (arguments, mut item)| {
        if mode == Mode::Erase {
            return crate::erase::erase_marked(&TokenStream::new(), item);
        }
        if attrs_of(&mut item).is_some_and(|attrs| attrs.iter().any(is_done)) {
            return item.to_token_stream();
        }
        let made = made(rewriter, view, arguments, &item);
        let mut items = Vec::new();
        for item in std::iter::once(item).chain(made) {
            rewriter.item(item, &mut items);
        }
        items.iter().map(ToTokens::to_token_stream).collect()
    })
}

/// The items that the attributes of an item in `verus!` make. The attributes stay, marked as done.
pub(crate) fn written_out(rewriter: &mut Rewriter, item: &mut Item) -> Vec<Item> {
    let Some(attrs) = attrs_of(item) else { return Vec::new() };
    let found: Vec<(SpecView, Attribute)> =
        attrs.iter().filter_map(|attr| SpecView::of(attr).map(|view| (view, attr.clone()))).collect();
    conditional(rewriter, attrs);
    let mut out = Vec::new();
    for (view, attr) in &found {
        let arguments = match &attr.meta {
            Meta::List(list) => list.tokens.clone(),
            Meta::Path(_) => TokenStream::new(),
            Meta::NameValue(given) => {
                let text = format!("`{}` takes its arguments in parentheses", view.name());
                rewriter.errors.push(RewriteError::new(given.eq_token.span, Language::Attribute, text));
                continue;
            }
        };
        out.extend(made(rewriter, *view, arguments, item));
    }
    if let (Some((_, first)), Some(attrs)) = (found.first(), attrs_of(item)) {
        attrs.push(doc(DONE, first.pound_token.span, false));
    }
    out
}

/// Whether an attribute says that the item has its views.
fn is_done(attr: &Attribute) -> bool {
    attr.path().is_ident("doc") && attr.meta.to_token_stream().to_string().contains(DONE)
}

/// Refuses one of the attributes behind a condition: the item is rewritten before Rust evaluates that.
fn conditional(rewriter: &mut Rewriter, attrs: &[Attribute]) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("cfg_attr")) {
        let Meta::List(list) = &attr.meta else { continue };
        let named = |tree: TokenTree| match tree {
            TokenTree::Ident(name) => SpecView::named(&name),
            _ => None,
        };
        if let Some(view) = list.tokens.clone().into_iter().find_map(named) {
            let text = format!("`{}` behind the condition of a `cfg_attr`", view.name());
            rewriter.errors.push(RewriteError::unsupported(attr.pound_token.span, &text));
        }
    }
}

/// The items of a view. After an error there are none.
fn made(rewriter: &mut Rewriter, view: SpecView, arguments: TokenStream, item: &Item) -> Vec<Item> {
    let made = Data::of(item)
        .map_err(|span| {
            let text = format!("`{}` is for structs and enums", view.name());
            RewriteError::new(span, Language::MisplacedAttribute, text)
        })
        .and_then(|data| {
            let arguments = Arguments::of(view, arguments)?;
            views::items(view, &arguments, &data)
        });
    let parser = |input: ParseStream| {
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse::<Item>()?);
        }
        Ok(items)
    };
    match made.map(|tokens| parser.parse2(tokens)) {
        Ok(Ok(items)) => items,
        Ok(Err(error)) => {
            rewriter.errors.extend(crate::errors::syntax_errors(error));
            Vec::new()
        }
        Err(error) => {
            rewriter.errors.push(error);
            Vec::new()
        }
    }
}
