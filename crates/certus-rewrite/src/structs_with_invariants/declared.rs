//! The grammar.

use proc_macro2::{Ident, Span};
use verus_syn::parse::{Parse, ParseStream};
use verus_syn::punctuated::Punctuated;
use verus_syn::{
    Attribute, Block, Expr, FnArg, FnArgKind, Pat, PatIdent, Receiver, Signature, Token, Type, Visibility, braced,
    parenthesized,
};

/// The argument of the macro.
pub(super) struct Declared {
    /// The struct, with fields whose types are incomplete.
    pub(super) item: verus_syn::ItemStruct,
    /// The attributes of the function.
    pub(super) attrs: Vec<Attribute>,
    /// Who sees the function.
    pub(super) vis: Visibility,
    /// Its signature.
    pub(super) sig: Signature,
    /// What it says.
    pub(super) parts: Vec<Part>,
}

/// A part of what the function says.
pub(super) enum Part {
    /// `predicate { .. }`.
    Predicate(Block),
    /// `invariant on field .. { .. }`.
    Invariant(Box<Invariant>),
}

/// The invariant of a field.
pub(super) struct Invariant {
    /// The field.
    pub(super) field: Ident,
    /// The fields that it depends on.
    pub(super) with: Vec<Ident>,
    /// The variables that it depends on.
    pub(super) forall: Vec<(Ident, Type)>,
    /// The condition under which it is the invariant.
    pub(super) condition: Option<Expr>,
    /// Where in the field the thing with the invariant is.
    pub(super) specifically: Option<Expr>,
    /// The names and types of what it is about.
    pub(super) params: Vec<(Ident, Type)>,
    /// The parentheses around them.
    pub(super) params_span: Span,
    /// What it says.
    pub(super) predicate: Block,
}

/// Reads this word, if it is the next one.
fn read(input: ParseStream, word: &str) -> bool {
    let next = input.cursor().ident().is_some_and(|(ident, _)| ident == word);
    next && input.step(|cursor| cursor.ident().map(|(_, rest)| ((), rest)).ok_or_else(|| cursor.error(""))).is_ok()
}

/// Reads this word.
fn expect(input: ParseStream, word: &str) -> verus_syn::Result<()> {
    if read(input, word) { Ok(()) } else { Err(input.error(format!("expected `{word}`"))) }
}

/// `name: Type`.
fn typed(input: ParseStream) -> verus_syn::Result<(Ident, Type)> {
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    Ok((name, input.parse()?))
}

/// `(expression)`.
fn in_parentheses(input: ParseStream) -> verus_syn::Result<Expr> {
    let inside;
    parenthesized!(inside in input);
    let expr = inside.parse()?;
    if inside.is_empty() { Ok(expr) } else { Err(inside.error("expected one expression")) }
}

impl Declared {
    /// Reads the argument.
    pub(super) fn parse(input: ParseStream) -> verus_syn::Result<Declared> {
        let item = input.parse()?;
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig: Signature = input.parse()?;
        if !matches!(sig.mode, verus_syn::FnMode::Spec(_)) {
            return Err(verus_syn::Error::new(sig.ident.span(), "expected a `spec` function"));
        }
        let takes_self = matches!(sig.inputs.first(), Some(FnArg { kind: FnArgKind::Receiver(Receiver { .. }), .. }));
        if !takes_self {
            return Err(verus_syn::Error::new(sig.ident.span(), "the first parameter of this function must be `self`"));
        }
        let inside;
        braced!(inside in input);
        let mut parts = Vec::new();
        while !inside.is_empty() {
            parts.push(inside.parse()?);
        }
        Ok(Declared { item, attrs, vis, sig, parts })
    }
}

impl Parse for Part {
    fn parse(input: ParseStream) -> verus_syn::Result<Part> {
        if read(input, "predicate") {
            return Ok(Part::Predicate(input.parse()?));
        }
        if !read(input, "invariant") {
            return Err(input.error("expected `predicate` or `invariant on`"));
        }
        expect(input, "on")?;
        let field = input.parse()?;
        let mut with = Vec::new();
        if read(input, "with") {
            let inside;
            parenthesized!(inside in input);
            with.extend(Punctuated::<Ident, Token![,]>::parse_terminated(&inside)?);
        }
        let mut forall = Vec::new();
        if read(input, "forall") {
            input.parse::<Token![|]>()?;
            while !input.peek(Token![|]) {
                forall.push(typed(input)?);
                if input.peek(Token![|]) {
                    break;
                }
                input.parse::<Token![,]>()?;
            }
            input.parse::<Token![|]>()?;
        }
        let condition = if read(input, "where") { Some(in_parentheses(input)?) } else { None };
        let specifically = if read(input, "specifically") { Some(in_parentheses(input)?) } else { None };
        expect(input, "is")?;
        let inside;
        let parentheses = parenthesized!(inside in input);
        let params = Punctuated::<FnArg, Token![,]>::parse_terminated(&inside)?;
        let params = params.into_iter().map(param).collect::<verus_syn::Result<_>>()?;
        let params_span = parentheses.span.join();
        let predicate = input.parse()?;
        let invariant = Invariant { field, with, forall, condition, specifically, params, params_span, predicate };
        Ok(Part::Invariant(Box::new(invariant)))
    }
}

/// A parameter, which is `name: Type` and no more.
fn param(arg: FnArg) -> verus_syn::Result<(Ident, Type)> {
    let span = verus_syn::spanned::Spanned::span(&arg);
    let wrong = || verus_syn::Error::new(span, "expected `name: Type`");
    let FnArg { tracked: None, kind: FnArgKind::Typed(typed) } = arg else { return Err(wrong()) };
    match *typed.pat {
        Pat::Ident(PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) => Ok((ident, *typed.ty)),
        _ => Err(wrong()),
    }
}
