//! The fields of the state, each with its sharding strategy.

use verus_syn::punctuated::Punctuated;
use verus_syn::{Attribute, FieldsNamed, Meta, Token, Visibility};

use super::attributes::is_mode;
use crate::ast::Field;
use crate::errors::Errors;
use crate::spans;
use crate::strategy::Strategy;

/// Reads the fields of a `fields` block.
pub(super) fn fields(block: FieldsNamed, tokenized: bool, errors: &mut Errors) -> Vec<Field> {
    let mut out: Vec<Field> = Vec::new();
    for field in block.named {
        let span = spans::of(&field);
        let Some(name) = field.ident else {
            errors.machine(span, "a field of a state machine has a name");
            continue;
        };
        if !matches!(field.vis, Visibility::Public(_)) {
            errors.machine(span, format!("the field `{name}` of a state machine must be `pub`"));
        }
        if out.iter().any(|other| other.name == name) {
            errors.machine(name.span(), format!("there are two fields `{name}`"));
        }
        for attr in field.attrs.iter().filter(|attr| is_mode(attr)) {
            errors.machine(spans::of(attr), "a field of a state machine is `spec` already and has no mode of its own");
        }
        let mut attrs = field.attrs;
        let found = strategy(&mut attrs, tokenized, errors);
        let strategy = match (found, tokenized) {
            (Ok(Some(strategy)), true) => strategy,
            (Ok(None), true) => {
                let text = "a field of a tokenized state machine needs a sharding strategy, such as \
                            `#[sharding(variable)]`";
                errors.sharding(span, text);
                Strategy::PLAIN
            }
            _ => Strategy::PLAIN,
        };
        let ty = strategy.type_of(&field.ty).unwrap_or_else(|form| {
            let text = format!("the type of a field with the sharding strategy `{}` must be {form}", strategy.name());
            errors.sharding(spans::of(&field.ty), text);
            field.ty.clone()
        });
        let arguments = strategy.arguments(&field.ty);
        out.push(Field { attrs, name, ty, arguments, strategy });
    }
    out
}

/// The strategy that the attributes name, which are taken out. `Err` if an error was reported.
fn strategy(attrs: &mut Vec<Attribute>, tokenized: bool, errors: &mut Errors) -> Result<Option<Strategy>, ()> {
    let mut found = Ok(None);
    attrs.retain(|attr| {
        if !attr.path().is_ident("sharding") {
            return true;
        }
        let span = spans::of(attr);
        let nested = match &attr.meta {
            Meta::List(_) => attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok(),
            _ => None,
        };
        let argument = nested.filter(|nested| nested.len() == 1).and_then(|nested| match nested.first() {
            Some(Meta::Path(path)) => path.get_ident().map(ToString::to_string),
            _ => None,
        });
        let Some(name) = argument else {
            errors.sharding(span, "expected one sharding strategy, such as `#[sharding(variable)]`");
            found = Err(());
            return false;
        };
        match Strategy::named(&name) {
            None => {
                errors.sharding(span, format!("unrecognized sharding strategy: `{name}`"));
                found = Err(());
            }
            Some(_) if !tokenized => {
                let text = "a sharding strategy makes sense for tokenized state machines only; is this one meant to be a \
                            `tokenized_state_machine!`?";
                errors.sharding(span, text);
                found = Err(());
            }
            Some(_) if matches!(found, Ok(Some(_))) => {
                errors.sharding(span, "duplicate sharding attribute: a field has one strategy");
                found = Err(());
            }
            Some(strategy) => found = found.map(|_| Some(strategy)),
        }
        false
    });
    found
}
