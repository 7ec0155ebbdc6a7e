//! The types of code that runs for a type of specifications.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath};

use crate::errors::ExecSpecError;
use crate::{Block, Made, exec_type, refused};

/// Who has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Owned,
    Borrowed,
}

/// Types that are their own counterparts.
const PLAIN: [&str; 14] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char"];

/// Types that code has and specifications of the macros do not.
const OF_CODE: [&str; 6] = ["Vec", "HashMap", "HashSet", "ExecMultiset", "String", "str"];

/// Collections, each with the number of its arguments.
const COLLECTIONS: [(&str, usize); 5] = [("Seq", 1), ("Multiset", 1), ("Map", 2), ("Set", 1), ("Option", 1)];

/// The integers over which quantifiers may range.
pub(crate) const RANGES: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// The name of a type that is one.
pub(crate) fn simple(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(TypePath { qself: None, path }) => path.get_ident().map(ToString::to_string),
        Type::Paren(inner) => simple(&inner.elem),
        _ => None,
    }
}

/// Whether a type is its own counterpart.
pub(crate) fn is_plain(ty: &Type) -> bool {
    simple(ty).is_some_and(|name| PLAIN.contains(&name.as_str()))
}

/// Whether a type is a mathematical integer.
pub(crate) fn is_mathematical(ty: &Type) -> bool {
    simple(ty).is_some_and(|name| name == "int" || name == "nat")
}

impl Block {
    /// The counterpart of a type.
    pub(crate) fn kind(&self, ty: &Type, form: Form) -> Made {
        let span = ty.span();
        if is_plain(ty) {
            return Ok(ty.to_token_stream());
        }
        match ty {
            Type::Paren(inner) => self.kind(&inner.elem, form),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|ty| self.kind(ty, Form::Owned));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                let owned = quote_spanned!(span=> (#(#parts,)*));
                Ok(with_form(owned, form))
            }
            Type::Path(TypePath { qself: None, path }) => {
                let Some(last) = path.segments.last() else { return Err(unsupported(ty)) };
                if path.segments.len() > 1 && COLLECTIONS.iter().any(|(name, _)| last.ident == name) {
                    let text = format!(
                        "a path to `{0}` is not supported in this macro: import it, and write `{0}`",
                        last.ident
                    );
                    return Err(refused(span, text));
                }
                match path.segments.len() {
                    1 => self.named(ty, last, form),
                    _ => Ok(projection(ty, form)),
                }
            }
            _ => Err(unsupported(ty)),
        }
    }

    /// The counterpart of a type with a name.
    fn named(&self, ty: &Type, segment: &PathSegment, form: Form) -> Made {
        let (span, name) = (ty.span(), segment.ident.to_string());
        if OF_CODE.contains(&name.as_str()) || is_mathematical(ty) {
            return Err(unsupported(ty));
        }
        if let Some((_, count)) = COLLECTIONS.iter().find(|(known, _)| *known == name) {
            let parts = self.arguments(segment, *count)?;
            return Ok(match (name.as_str(), form) {
                ("Seq", Form::Borrowed) => quote_spanned!(span=> &[#(#parts),*]),
                ("Seq", Form::Owned) => quote_spanned!(span=> ::std::vec::Vec<#(#parts),*>),
                ("Map", form) => with_form(quote_spanned!(span=> ::std::collections::HashMap<#(#parts),*>), form),
                ("Set", form) => with_form(quote_spanned!(span=> ::std::collections::HashSet<#(#parts),*>), form),
                ("Option", form) => with_form(quote_spanned!(span=> ::core::option::Option<#(#parts),*>), form),
                (_, form) => {
                    with_form(quote_spanned!(span=> ::vstd::contrib::exec_spec::ExecMultiset<#(#parts),*>), form)
                }
            });
        }
        if self.types.contains(&name) {
            let name = exec_type(&segment.ident);
            return Ok(with_form(name.to_token_stream(), form));
        }
        Ok(projection(ty, form))
    }

    /// The counterparts of the arguments of a collection, owned.
    pub(crate) fn arguments(&self, segment: &PathSegment, count: usize) -> Result<Vec<TokenStream>, ExecSpecError> {
        let expected = || {
            let plural = if count == 1 { "type" } else { "types" };
            refused(segment.span(), format!("`{}` needs {count} {plural} here", segment.ident))
        };
        let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Err(expected()) };
        let kinds = arguments.args.iter().map(|argument| match argument {
            GenericArgument::Type(ty) => self.kind(ty, Form::Owned),
            _ => Err(expected()),
        });
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        if kinds.len() == count { Ok(kinds) } else { Err(expected()) }
    }
}

/// A type in a form: `T` owned, `&T` borrowed.
fn with_form(owned: TokenStream, form: Form) -> TokenStream {
    match form {
        Form::Owned => owned,
        Form::Borrowed => {
            let span = owned.span();
            quote_spanned!(span=> &#owned)
        }
    }
}

/// The counterpart of a type of another place, which its impl of `ExecSpecType` names.
fn projection(ty: &Type, form: Form) -> TokenStream {
    let span = ty.span();
    match form {
        Form::Owned => quote_spanned!(span=> <#ty as ::vstd::contrib::exec_spec::ExecSpecType>::ExecOwnedType),
        Form::Borrowed => quote_spanned!(span=> <#ty as ::vstd::contrib::exec_spec::ExecSpecType>::ExecRefType<'_>),
    }
}

/// The error for a type of which no code can have values, or whose counterpart is not known here.
fn unsupported(ty: &Type) -> ExecSpecError {
    let text = "no code can be made for this type; supported are the integers with a width, `bool`, `char`, `SpecString`, \
                tuples, `Option`, `Seq`, `Map`, `Set`, `Multiset`, and the structs and enums of these macros";
    refused(ty.span(), text)
}
