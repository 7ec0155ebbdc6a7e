//! The grammar of what is added, removed, deposited and so on: `field += Some(x)`.

use proc_macro2::Ident;
use verus_syn::parse::{ParseBuffer, ParseStream};
use verus_syn::{Expr, Pat, Token, braced, bracketed, parenthesized, token};

use super::{peek_word, word};
use crate::element::{Binding, Element, Verb};

/// Reads what follows the verb.
pub(super) fn change(input: ParseStream, verb: &Ident) -> verus_syn::Result<(Ident, Verb, Element)> {
    let field: Ident = input.parse()?;
    let name = verb.to_string();
    let verb = match name.as_str() {
        "have" | "guard" => {
            input.parse::<Token![>=]>()?;
            if name == "have" { Verb::Have } else { Verb::Guard }
        }
        "remove" | "withdraw" => {
            input.parse::<Token![-=]>()?;
            if name == "remove" { Verb::Remove } else { Verb::Withdraw }
        }
        "deposit" => {
            input.parse::<Token![+=]>()?;
            Verb::Deposit
        }
        _ if input.peek(token::Paren) => {
            let inside;
            parenthesized!(inside in input);
            if !peek_word(&inside, "union") {
                return Err(inside.error("expected `union`, as in `(union)=`"));
            }
            word(&inside, "union")?;
            input.parse::<Token![=]>()?;
            Verb::Join
        }
        _ if input.peek(Token![+=]) => {
            input.parse::<Token![+=]>()?;
            Verb::Add
        }
        _ => return Err(input.error("expected `+=` or `(union)=`")),
    };
    Ok((field, verb, element(input, &name)?))
}

/// Reads the element itself.
fn element(input: ParseStream, verb: &str) -> verus_syn::Result<Element> {
    let inside: ParseBuffer;
    if input.peek(token::Brace) {
        braced!(inside in input);
        Ok(Element::Multiset(value(&inside)?))
    } else if input.peek(token::Bracket) {
        bracketed!(inside in input);
        let key = value(&inside)?;
        inside.parse::<Token![=>]>()?;
        Ok(Element::Pair(key, binding(&inside)?))
    } else if input.peek(token::Paren) {
        parenthesized!(inside in input);
        Ok(Element::Whole(value(&inside)?))
    } else if peek_word(input, "Some") {
        word(input, "Some")?;
        parenthesized!(inside in input);
        Ok(Element::Some(binding(&inside)?))
    } else if peek_word(input, "set") {
        word(input, "set")?;
        braced!(inside in input);
        Ok(Element::Set(value(&inside)?))
    } else if peek_word(input, "true") {
        word(input, "true")?;
        Ok(Element::True)
    } else {
        Err(input.error(format!("malformed `{verb}` statement: expected an element, such as `Some(value)`")))
    }
}

/// An expression, or `let` and a pattern.
fn binding(input: ParseStream) -> verus_syn::Result<Binding> {
    if input.peek(Token![let]) {
        input.parse::<Token![let]>()?;
        return Ok(Binding::Pattern(Box::new(Pat::parse_single(input)?)));
    }
    Ok(Binding::Value(Box::new(input.parse()?)))
}

/// An expression, and no pattern.
fn value(input: ParseStream) -> verus_syn::Result<Box<Expr>> {
    if input.peek(Token![let]) {
        return Err(input.error("a pattern stands here only as in `[key => let pattern]` and `Some(let pattern)`"));
    }
    input.parse()
}
