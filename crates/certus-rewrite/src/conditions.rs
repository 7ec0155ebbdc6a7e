//! Conditional compilation: the conditions under which an item exists.
//!
//! If a construct is replaced by another one, or by several, its `cfg` must stay on all of them. Otherwise, code that
//! is configured out would be compiled, and proofs that are configured out would be trusted.
//!
//! For example, `#[cfg(feature = "a")] broadcast use group_x;` becomes an anonymous constant with the same `cfg`.

use crate::spans;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::Parser;
use verus_syn::punctuated::Punctuated;
use verus_syn::{Attribute, Expr, Meta, Stmt, Token};

/// The conditions among attributes: each `cfg`, and each `cfg_attr` with nothing but the `cfg`s in it.
pub(crate) fn of(attrs: &[Attribute]) -> Vec<Attribute> {
    let condition = |attr: &Attribute| {
        let (meta, span) = (condition(&attr.meta)?, attr.pound_token.span);
        Attribute::parse_outer.parse2(quote_spanned!(span=> #[#meta])).ok()
    };
    attrs.iter().filter_map(condition).flatten().collect()
}

/// Statements under conditions.
pub(crate) fn under(conditions: &[Attribute], stmts: impl IntoIterator<Item = Stmt>) -> Vec<Stmt> {
    let under = |stmt: Stmt| match (stmt, conditions.is_empty()) {
        (stmt, true) => stmt,
        (Stmt::Local(mut local), _) => {
            local.attrs.splice(0..0, conditions.iter().cloned());
            Stmt::Local(local)
        }
        (stmt, _) => {
            let span = spans::first_of(&stmt.to_token_stream());
            Stmt::Expr(Expr::Verbatim(quote_spanned!(span=> #(#conditions)* #stmt)), None)
        }
    };
    stmts.into_iter().map(under).collect()
}

/// The condition of a `cfg` or `cfg_attr` attribute.
fn condition(meta: &Meta) -> Option<TokenStream> {
    let Meta::List(list) = meta else { return None };
    if list.path.is_ident("cfg") {
        return Some(meta.to_token_stream());
    }
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let Ok(parts) = parts else {
        // Not all attributes in it can be read, and one of them may be a `cfg`.
        return mentions_cfg(list.tokens.clone()).then(|| meta.to_token_stream());
    };
    let mut parts = parts.iter();
    let when = parts.next()?;
    let inner: Vec<TokenStream> = parts.filter_map(condition).collect();
    let path = &list.path;
    (!inner.is_empty()).then(|| quote_spanned!(list.delimiter.span().open()=> #path(#when, #(#inner),*)))
}

/// Whether tokens contain the word `cfg`.
fn mentions_cfg(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "cfg",
        TokenTree::Group(group) => mentions_cfg(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;
    use verus_syn::{Attribute, parse_quote};

    fn of(attr: Attribute) -> String {
        super::of(&[attr]).into_iter().map(|attr| attr.to_token_stream().to_string().replace(' ', "")).collect()
    }

    #[test]
    fn conditions_are_kept_and_nothing_else() {
        assert_eq!(of(parse_quote!(#[cfg(any())])), "#[cfg(any())]");
        assert_eq!(of(parse_quote!(#[allow(unused)])), "");
        assert_eq!(of(parse_quote!(#[cfg_attr(all(), allow(unused))])), "");
        let mixed = of(parse_quote!(#[cfg_attr(all(), verus_spec(ensures true), cfg(a), cfg_attr(b, cfg(c), inline))]));
        assert_eq!(mixed, "#[cfg_attr(all(),cfg(a),cfg_attr(b,cfg(c)))]");
    }
}
