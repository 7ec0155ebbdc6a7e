//! The syntax of a comprehension: `element: type | variable, .., condition, ..`, or `variable, condition, ..`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::spanned::Spanned;
use verus_syn::{Expr, ExprPath, RangeLimits, Token, Type};

use super::{Comprehension, Values, Variable, error};
use crate::errors::RewriteError;

/// A part between two commas.
enum Part {
    Variable(Box<Variable>),
    Condition(Box<Expr>),
}

/// Reads a comprehension. Errs with `language/set-build`; `place` is where there is no token.
pub(super) fn comprehension(tokens: TokenStream, place: Span) -> Result<Comprehension, RewriteError> {
    let (element, parts) = split(tokens)?;
    let syntax = |e: verus_syn::Error| error(e.span(), e.to_string());
    let (mut variables, mut conditions) = (Vec::new(), Vec::new());
    for tokens in parts {
        match part.parse2(tokens).map_err(syntax)? {
            Part::Variable(variable) => variables.push(*variable),
            Part::Condition(condition) => conditions.push(*condition),
        }
    }
    let mut variables = variables.into_iter();
    let Some(first) = variables.next() else {
        return Err(error(place, "set must declare at least one variable using `x: type`"));
    };
    let rest: Vec<Variable> = variables.collect();
    let (element, element_type) = match (element, rest.first()) {
        (Some(tokens), _) => member.parse2(tokens).map_err(syntax)?,
        (None, None) => {
            let path = ExprPath { attrs: Vec::new(), qself: None, path: first.name.clone().into() };
            (Expr::Path(path), Some(first.ty.clone()))
        }
        (None, Some(second)) => {
            let text = "when `|` is omitted, set must declare exactly one `x: type`";
            return Err(error(second.name.span(), text));
        }
    };
    Ok(Comprehension { element, element_type, first, rest, conditions })
}

/// What stands before the bar, and what stands between commas after it.
type Split = (Option<TokenStream>, Vec<TokenStream>);

fn split(tokens: TokenStream) -> Result<Split, RewriteError> {
    let (mut element, mut parts, mut current) = (None, Vec::new(), Vec::new());
    for tree in tokens {
        let TokenTree::Punct(punct) = &tree else {
            current.push(tree);
            continue;
        };
        let span = punct.span();
        let wrong = match punct.as_char() {
            '|' if element.is_some() => Some("only one `|` allowed"),
            '|' if !parts.is_empty() => Some("`|` not allowed after `,`"),
            '|' if current.is_empty() => Some("unexpected `|`"),
            ',' if current.is_empty() => Some("unexpected `,`"),
            _ => None,
        };
        if let Some(text) = wrong {
            return Err(error(span, text));
        }
        match punct.as_char() {
            '|' => element = Some(current.drain(..).collect()),
            ',' => parts.push(current.drain(..).collect()),
            _ => current.push(tree),
        }
    }
    if !current.is_empty() {
        parts.push(current.into_iter().collect());
    }
    Ok((element, parts))
}

/// The members of the set, with their type if it is written.
fn member(input: ParseStream) -> verus_syn::Result<(Expr, Option<Type>)> {
    let expr = input.parse()?;
    let ty = match input.parse::<Option<Token![:]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    Ok((expr, ty))
}

fn part(input: ParseStream) -> verus_syn::Result<Part> {
    let is_variable = |input: ParseStream| input.peek2(Token![:]) && !input.peek2(Token![::]);
    let exists = input.peek(Token![exists]) && input.peek3(Token![:]) && !input.peek3(Token![::]);
    if exists {
        input.parse::<Token![exists]>()?;
    }
    if !is_variable(input) {
        return Ok(Part::Condition(Box::new(input.parse()?)));
    }
    let name: Ident = input.parse()?;
    input.parse::<Token![:]>()?;
    let ty = input.parse()?;
    let values = match input.parse::<Option<Token![in]>>()? {
        None => Values::All,
        Some(_) => values(input.parse()?)?,
    };
    Ok(Part::Variable(Box::new(Variable { name, ty, values, exists })))
}

/// The values that are written after `in`.
fn values(expr: Expr) -> verus_syn::Result<Values> {
    let Expr::Range(range) = expr else { return Ok(Values::Of(Box::new(expr))) };
    let span = range.span();
    let inclusive = matches!(range.limits, RangeLimits::Closed(_));
    match (range.start, range.end) {
        (Some(from), Some(to)) => Ok(Values::Range { from, to, inclusive }),
        (None, _) => Err(verus_syn::Error::new(span, "unexpected `..`")),
        (_, None) => Err(verus_syn::Error::new(span, "missing expression after `..`")),
    }
}
