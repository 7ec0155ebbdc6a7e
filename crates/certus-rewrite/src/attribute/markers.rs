//! Removes the two attributes from items: `#[verus_verify(..)]` and `#[verus_spec(..)]`.
//!
//! The arguments of `verus_verify` are attributes of the language without `verifier::`, and become such attributes.

use super::Forms;
use certus_codes::Language;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::punctuated::Punctuated;
use verus_syn::{Attribute, Meta, Token};

/// What `verus_verify` may say.
const ARGUMENTS: &[&str] = &[
    "accept_recursive_types",
    "assume_termination",
    "exec_allows_no_decreases_clause",
    "ext_equal",
    "external",
    "external_body",
    "external_derive",
    "external_type_specification",
    "loop_isolation",
    "reject_recursive_types",
    "reject_recursive_types_in_ground_variants",
    "rlimit",
    "spinoff_prover",
];

/// What the two attributes of one item or expression say.
#[derive(Default)]
pub(super) struct Markers {
    /// The arguments of `verus_spec`, with the place of the attribute.
    pub(super) spec: Option<(TokenStream, Span)>,
    /// The place of `external`.
    pub(super) external: Option<Span>,
    /// The place of `external_body`.
    pub(super) external_body: Option<Span>,
    /// `dual_spec`, with the name of the spec function.
    pub(super) dual: Option<(Span, Option<Ident>)>,
    /// The arguments of `verus_verify` as attributes.
    pub(super) attrs: Vec<Attribute>,
}

/// Which of the two an attribute is, by the last word of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `#[verus_verify(..)]`.
    Verify,
    /// `#[verus_spec(..)]`.
    Spec,
}

impl Marker {
    /// By the name of the attribute.
    pub fn named(name: &str) -> Option<Marker> {
        match name {
            "verus_verify" => Some(Marker::Verify),
            "verus_spec" => Some(Marker::Spec),
            _ => None,
        }
    }

    /// The marker that an attribute is, if it is one.
    fn of(attr: &Attribute) -> Option<Marker> {
        Marker::named(&attr.path().segments.last()?.ident.to_string())
    }
}

impl Forms<'_> {
    /// Takes the two attributes off; `cfg_attr` around one is resolved before.
    pub(super) fn take_markers(&mut self, attrs: &mut Vec<Attribute>) -> Markers {
        let mut markers = Markers::default();
        let mut kept = Vec::new();
        for attr in self.without_cfg(std::mem::take(attrs)) {
            let span = attr.pound_token.span;
            match Marker::of(&attr) {
                None => kept.push(attr),
                Some(Marker::Spec) => {
                    if markers.spec.is_some() {
                        self.error(span, Language::TwoSpecs, "Multiple #[verus_spec] attributes are not allowed.");
                    }
                    markers.spec = Some((self.arguments(&attr.meta), span));
                }
                Some(Marker::Verify) => {
                    if markers.spec.is_some() {
                        let message = "#[verus_verify] attributes should be applied before #[verus_spec].";
                        self.error(span, Language::ConflictingAttributes, message);
                    }
                    self.verify_arguments(&attr, &mut markers);
                }
            }
        }
        *attrs = kept;
        if let Some(span) = markers.external
            && (markers.attrs.len() > 1 || markers.dual.is_some() || markers.spec.is_some())
        {
            let message = "conflict parameters: an `external` item is ignored, so it cannot have other specifications";
            self.error(span, Language::ConflictingAttributes, message);
        }
        markers
    }

    /// The tokens in the parentheses of an attribute.
    fn arguments(&mut self, meta: &Meta) -> TokenStream {
        match meta {
            Meta::Path(_) => TokenStream::new(),
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(meta) => {
                self.error(meta.eq_token.span, Language::Syntax, "expected arguments in parentheses");
                TokenStream::new()
            }
        }
    }

    /// Reads the arguments of `verus_verify`.
    fn verify_arguments(&mut self, attr: &Attribute, markers: &mut Markers) {
        let tokens = self.arguments(&attr.meta);
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        let metas = match verus_syn::parse::Parser::parse2(parser, tokens) {
            Ok(metas) => metas,
            Err(error) => return self.errors.extend(crate::errors::syntax_errors(error)),
        };
        self.one_kind(&metas);
        for meta in metas {
            let Some(name) = meta.path().get_ident().cloned() else {
                self.unknown_argument(attr.pound_token.span);
                continue;
            };
            let span = name.span();
            match name.to_string().as_str() {
                "dual_spec" => {
                    let tokens = self.arguments(&meta);
                    let given = match verus_syn::parse2::<Option<Ident>>(tokens) {
                        Ok(given) => given,
                        Err(error) => return self.errors.extend(crate::errors::syntax_errors(error)),
                    };
                    markers.dual = Some((span, given));
                    continue;
                }
                "external" => markers.external = Some(span),
                "external_body" => markers.external_body = Some(span),
                name if ARGUMENTS.contains(&name) => {}
                _ => self.unknown_argument(span),
            }
            let rest: TokenStream = meta.to_token_stream().into_iter().skip(1).collect();
            markers.attrs.push(verifier(&name, rest, span));
        }
    }

    /// Reports arguments of one attribute that say that an item is not proved, and how to prove it.
    fn one_kind(&mut self, metas: &Punctuated<Meta, Token![,]>) {
        let names: Vec<&Ident> = metas.iter().filter_map(|meta| meta.path().get_ident()).collect();
        let is_trusted = names.iter().any(|name| *name == "external_body" || *name == "external_type_specification");
        let of_proofs = ["rlimit", "spinoff_prover", "external_derive", "ext_equal"];
        if let Some(other) = names.iter().find(|name| of_proofs.iter().any(|of| *name == of)).filter(|_| is_trusted) {
            let message = format!("nothing is proved of this item, so it cannot have `{other}`");
            self.error(other.span(), Language::ConflictingAttributes, message);
        }
    }

    /// Reports an unknown argument.
    fn unknown_argument(&mut self, span: Span) {
        self.unsupported(span, "this argument of `verus_verify`");
    }
}

/// `#[verifier::NAME rest]`.
pub(super) fn verifier(name: &Ident, rest: TokenStream, span: Span) -> Attribute {
    verus_syn::parse_quote_spanned!(span=> #[verifier::#name #rest])
}

/// `requires false`.
pub(super) fn requires_false(span: Span) -> verus_syn::Requires {
    let claim: verus_syn::Expr = verus_syn::parse_quote_spanned!(span=> false);
    let exprs = verus_syn::Specification { exprs: Punctuated::from_iter([claim]) };
    verus_syn::Requires { token: Token![requires](span), exprs }
}

/// `name` with a prefix, at the place of the name.
pub(crate) fn prefixed(prefix: &str, name: &Ident) -> Ident {
    Ident::new(&format!("{prefix}{}", crate::enums::plain(name)), name.span())
}

/// `()` as a type.
pub(super) fn unit(span: Span) -> verus_syn::Type {
    verus_syn::parse_quote_spanned!(span=> ())
}

/// Tokens of `let pat = e;` parsed as a statement of the language.
pub(super) fn statement(tokens: TokenStream) -> verus_syn::Result<Vec<verus_syn::Stmt>> {
    verus_syn::parse::Parser::parse2(verus_syn::Block::parse_within, quote_spanned!(Span::call_site()=> #tokens))
}
