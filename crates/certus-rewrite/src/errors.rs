//! The result of a rewrite: tokens and errors.

use certus_codes::{Code, Language, Unsupported};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// One complaint of the rewriter about the source.
#[derive(Clone, Debug)]
pub struct RewriteError {
    /// The place in the given tokens.
    pub span: Span,
    /// What is wrong, as shown to the user.
    pub message: String,
    /// The code: an error of the language, or a construct that this version cannot read.
    pub code: Code,
}

/// A call of a macro of the language's own library, which programs do not call. Only what it stands in is refused.
#[must_use]
pub fn internal_macro(tokens: &TokenStream) -> Rewritten {
    let span = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let text = "this internal macro of a library is not supported";
    Rewritten { tokens: quote_spanned!(span=> ::core::compile_error!(#text)), errors: Vec::new() }
}

/// The result of a rewrite: all that could be rewritten, and all that was wrong.
#[derive(Clone, Debug, Default)]
pub struct Rewritten {
    /// Plain Rust; items that did not parse are missing from it.
    pub tokens: TokenStream,
    /// Every error, in source order within an item. If there is one, the program does not count as verified.
    pub errors: Vec<RewriteError>,
}

impl RewriteError {
    /// An error of the language.
    pub(crate) fn new(span: Span, code: impl Into<Code>, message: impl Into<String>) -> Self {
        RewriteError { span, message: message.into(), code: code.into() }
    }

    /// An unsupported construct.
    pub(crate) fn unsupported(span: Span, what: &str) -> Self {
        RewriteError::new(span, Unsupported::UnsupportedSyntax, format!("{what} is not supported yet"))
    }
}

/// The errors of the parser, one each.
pub(crate) fn syntax_errors(error: verus_syn::Error) -> Vec<RewriteError> {
    error.into_iter().map(|e| RewriteError::new(e.span(), Language::Syntax, e.to_string())).collect()
}
