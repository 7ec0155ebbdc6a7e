//! The grammar of an operation: `transition! { name(params) { steps } }`.

use proc_macro2::Ident;
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::punctuated::Punctuated;
use verus_syn::{Macro, Token, Type, parenthesized};

use super::steps;
use crate::ast::{Kind, Operation, Param};
use crate::errors::Errors;
use crate::spans;

/// Reads an operation; nothing and an error if the macro is none.
pub(super) fn operation(mac: &Macro, errors: &mut Errors) -> Option<Operation> {
    let kinds = [
        ("init", Kind::Init),
        ("transition", Kind::Transition),
        ("readonly", Kind::Readonly),
        ("property", Kind::Property),
    ];
    let Some((_, kind)) = kinds.into_iter().find(|(name, _)| mac.path.is_ident(name)) else {
        let text = "this macro declares no operation: expected `init!`, `transition!`, `readonly!` or `property!`";
        errors.machine(spans::of(&mac.path), text);
        return None;
    };
    let read = |input: ParseStream| -> verus_syn::Result<Operation> {
        let name: Ident = input.parse()?;
        let inside;
        parenthesized!(inside in input);
        let params = Punctuated::<Param, Token![,]>::parse_terminated_with(&inside, param)?;
        let body = steps::body(input)?;
        Ok(Operation { kind, name, params: params.into_iter().collect(), body })
    };
    match read.parse2(mac.tokens.clone()) {
        Ok(operation) => Some(operation),
        Err(error) => {
            errors.syntax(error);
            None
        }
    }
}

/// `name: Type`.
fn param(input: ParseStream) -> verus_syn::Result<Param> {
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    Ok(Param { name, written: ty.clone(), ty })
}
