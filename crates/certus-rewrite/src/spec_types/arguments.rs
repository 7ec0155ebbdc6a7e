//! The arguments of `#[make_spec_type(exclude(a, b), closed)]`.

use std::collections::BTreeMap;

use certus_codes::Language;
use proc_macro2::{Span, TokenStream};
use verus_syn::parse::Parser;
use verus_syn::punctuated::Punctuated;
use verus_syn::spanned::Spanned;
use verus_syn::{Fields, Ident, Meta, Token};

use super::{Data, Shape, SpecView};
use crate::enums::plain;
use crate::errors::RewriteError;

/// What the view leaves out, and whether others see how it is computed.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// The fields that the view does not have, with their places in the attribute.
    excluded: BTreeMap<String, Span>,
    /// Whether the bodies of the views are `closed`.
    pub(super) closed: bool,
}

fn error(span: Span, text: impl Into<String>) -> RewriteError {
    RewriteError::new(span, Language::Attribute, text)
}

impl Arguments {
    /// Reads them. Errs with `language/attribute` for an argument that the attribute does not have.
    pub(super) fn of(view: SpecView, tokens: TokenStream) -> Result<Arguments, RewriteError> {
        let mut read = Arguments::default();
        if view == SpecView::Itself {
            return match tokens.is_empty() {
                true => Ok(read),
                false => Err(error(tokens.span(), "`self_view` has no arguments")),
            };
        }
        let of_parser = |e: verus_syn::Error| error(e.span(), e.to_string());
        let metas = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens).map_err(of_parser)?;
        for meta in metas {
            match &meta {
                Meta::List(list) if list.path.is_ident("exclude") => {
                    let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
                    let names = list.parse_args_with(parser).map_err(of_parser)?;
                    read.excluded.extend(names.iter().map(|name| (plain(name), name.span())));
                }
                Meta::Path(path) if path.is_ident("closed") => read.closed = true,
                Meta::Path(path) if path.is_ident("exclude") => {
                    return Err(error(path.span(), "say which fields: `exclude(a, b)`"));
                }
                other => return Err(error(other.span(), "`make_spec_type` takes `exclude(..)` and `closed`")),
            }
        }
        Ok(read)
    }

    /// Whether a field is left out.
    pub(super) fn excludes(&self, field: &Ident) -> bool {
        self.excluded.contains_key(&plain(field))
    }

    /// Errs with `language/attribute` if a field to leave out is no named field of the struct.
    pub(super) fn check(&self, data: &Data) -> Result<(), RewriteError> {
        let names: Vec<String> = match &data.shape {
            Shape::Struct(fields @ Fields::Named(_)) => {
                fields.iter().filter_map(|f| f.ident.as_ref().map(plain)).collect()
            }
            _ => Vec::new(),
        };
        match self.excluded.iter().find(|(name, _)| !names.contains(name)) {
            None => Ok(()),
            Some((_, span)) if matches!(data.shape, Shape::Enum(_)) => {
                Err(error(*span, "only named fields of a struct can be excluded: the view of an enum has all fields"))
            }
            Some((name, span)) => {
                let of = data.name;
                Err(error(*span, format!("`{of}` has no named field `{name}` to exclude")))
            }
        }
    }
}
