//! Places of several tokens as one, and values with their types.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::Type;

/// From the first place to the last; the first where a compiler cannot join them.
pub(crate) fn from_to(first: Span, last: Span) -> Span {
    first.join(last).unwrap_or(first)
}

/// The place of all tokens of a node; of the caller where there is none.
pub(crate) fn of(node: &impl ToTokens) -> Span {
    let tokens: TokenStream = node.to_token_stream();
    let mut all = tokens.into_iter().map(|tree| tree.span());
    let Some(first) = all.next() else { return Span::call_site() };
    from_to(first, all.last().unwrap_or(first))
}

/// A value as one of this type, so that literals in it have the type.
pub(crate) fn of_type(value: &TokenStream, ty: &Type, span: Span) -> TokenStream {
    quote_spanned!(span=> ({ let tmp_e: #ty = #value; tmp_e }))
}
