//! The grammar of steps.
//!
//! ```text
//! step := { step* } | if e { step* } else .. | match e { pat => { step* } .. }
//!       | birds_eye? let pat = e; | require e; | assert e by { proof }; | (require | assert) birds_eye? let pat = e;
//!       | init field = e; | update field (.name | [e])* = e; | verb field op element by { proof };
//! ```

use proc_macro2::{Ident, Span};
use verus_syn::parse::ParseStream;
use verus_syn::{Block, Error, Expr, Pat, PatIdent, Token, Type, braced, bracketed, token};

use super::{any_word, elements, peek_word, word};
use crate::ast::{Arm, Body, Demand, Place, Step, What};
use crate::spans;

/// Reads `{ steps }`.
pub(super) fn body(input: ParseStream) -> verus_syn::Result<Body> {
    let inside;
    let brace = braced!(inside in input);
    let mut steps = Vec::new();
    while !inside.is_empty() {
        steps.push(step(&inside)?);
    }
    Ok(Body { span: brace.span.join(), steps })
}

/// Reads one step.
fn step(input: ParseStream) -> verus_syn::Result<Step> {
    if input.peek(token::Brace) {
        let body = body(input)?;
        return Ok(Step { span: body.span, what: What::Block(body) });
    }
    if input.peek(Token![if]) {
        return conditional(input);
    }
    if input.peek(Token![match]) {
        return matching(input);
    }
    let ahead = input.fork();
    let Some(first) = any_word(&ahead) else {
        return Err(input.error("expected a step, such as `update field = value;`"));
    };
    match first.to_string().as_str() {
        "let" => binding(input, word(input, "let")?, None, false),
        "birds_eye" => {
            word(input, "birds_eye")?;
            input.parse::<Token![let]>()?;
            binding(input, first.span(), None, true)
        }
        "require" => demanded(input, Demand::Require),
        "assert" => demanded(input, Demand::Assert),
        "init" => {
            let start = word(input, "init")?;
            let field: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            let value = input.parse()?;
            ended(input, start, What::Init { field, value })
        }
        "update" => update(input),
        "have" | "add" | "remove" | "guard" | "deposit" | "withdraw" => {
            any_word(input);
            let (field, verb, element) = elements::change(input, &first)?;
            let proof = proof(input)?;
            ended(input, first.span(), What::Change { field, verb, element, proof })
        }
        _ => Err(Error::new(first.span(), "expected a step, such as `update field = value;`")),
    }
}

/// Reads the semicolon of a step.
fn ended(input: ParseStream, start: Span, what: What) -> verus_syn::Result<Step> {
    let semi: Token![;] = input.parse()?;
    Ok(Step { span: spans::from_to(start, semi.span), what })
}

/// Reads `by { proof }`, if it is there.
fn proof(input: ParseStream) -> verus_syn::Result<Option<Block>> {
    if !peek_word(input, "by") {
        return Ok(None);
    }
    word(input, "by")?;
    input.parse().map(Some)
}

/// Reads what follows `let`.
fn binding(input: ParseStream, start: Span, demand: Option<Demand>, birds_eye: bool) -> verus_syn::Result<Step> {
    let pat = Pat::parse_single(input)?;
    if matches!(&pat, Pat::Ident(PatIdent { ident, .. }) if ident == "birds_eye") {
        return Err(Error::new(spans::of(&pat), "the words are in the wrong order: write `birds_eye let`"));
    }
    let mut ty: Option<Type> = None;
    if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
        ty = Some(input.parse()?);
    }
    input.parse::<Token![=]>()?;
    let value: Expr = input.parse()?;
    let what = match demand {
        None => What::Let { pat, ty, value, birds_eye },
        Some(demand) => What::Find { demand, pat, ty, value, birds_eye },
    };
    ended(input, start, what)
}

/// Reads a step that begins with `require` or `assert`.
fn demanded(input: ParseStream, demand: Demand) -> verus_syn::Result<Step> {
    let start = match demand {
        Demand::Require => word(input, "require")?,
        Demand::Assert => word(input, "assert")?,
    };
    let birds_eye = peek_word(input, "birds_eye") && input.peek2(Token![let]);
    if birds_eye {
        word(input, "birds_eye")?;
    }
    if input.peek(Token![let]) {
        input.parse::<Token![let]>()?;
        return binding(input, start, Some(demand), birds_eye);
    }
    let condition: Expr = input.parse()?;
    match demand {
        Demand::Require => ended(input, start, What::Require(condition)),
        Demand::Assert => {
            let proof = proof(input)?;
            ended(input, start, What::Assert(condition, proof))
        }
    }
}

/// Reads `update field.x[i] = value;`.
fn update(input: ParseStream) -> verus_syn::Result<Step> {
    let start = word(input, "update")?;
    let field: Ident = input.parse()?;
    let mut place = Vec::new();
    loop {
        if input.peek(Token![.]) {
            input.parse::<Token![.]>()?;
            place.push(Place::Field(input.parse()?));
        } else if input.peek(token::Bracket) {
            let inside;
            bracketed!(inside in input);
            place.push(Place::Index(inside.parse()?));
        } else {
            break;
        }
    }
    input.parse::<Token![=]>()?;
    let value = input.parse()?;
    ended(input, start, What::Update { field, place, value })
}

/// Reads `if e { .. }`, with what follows `else`.
fn conditional(input: ParseStream) -> verus_syn::Result<Step> {
    let start = input.parse::<Token![if]>()?.span;
    let condition = input.call(Expr::parse_without_eager_brace)?;
    let then = body(input)?;
    let mut otherwise = Body { span: start, steps: Vec::new() };
    if input.peek(Token![else]) {
        input.parse::<Token![else]>()?;
        otherwise = match input.peek(Token![if]) {
            true => {
                let nested = conditional(input)?;
                Body { span: nested.span, steps: vec![nested] }
            }
            false => body(input)?,
        };
    }
    let last = if otherwise.steps.is_empty() { then.span } else { otherwise.span };
    Ok(Step { span: spans::from_to(start, last), what: What::If { condition, then, otherwise } })
}

/// Reads `match e { .. }`.
fn matching(input: ParseStream) -> verus_syn::Result<Step> {
    let start = input.parse::<Token![match]>()?.span;
    let value = input.call(Expr::parse_without_eager_brace)?;
    let inside;
    let brace = braced!(inside in input);
    let mut arms = Vec::new();
    while !inside.is_empty() {
        let pat = Pat::parse_multi_with_leading_vert(&inside)?;
        let mut guard = None;
        if inside.peek(Token![if]) {
            inside.parse::<Token![if]>()?;
            guard = Some(inside.parse()?);
        }
        inside.parse::<Token![=>]>()?;
        let body = body(&inside)?;
        inside.parse::<Option<Token![,]>>()?;
        arms.push(Arm { pat, guard, body });
    }
    Ok(Step { span: spans::from_to(start, brace.span.join()), what: What::Match { value, arms } })
}
