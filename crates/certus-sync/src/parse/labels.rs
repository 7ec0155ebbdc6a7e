//! The types `Label` and `InitLabel`: what is seen of a transition from outside.

use verus_syn::{GenericParam, Generics, Item, Visibility};

use crate::errors::Errors;
use crate::spans;

/// The name of the type of the labels of transitions.
pub(crate) const LABEL: &str = "Label";
/// The name of the type of the labels of initializations.
pub(crate) const INIT_LABEL: &str = "InitLabel";

/// The generics of a type.
pub(crate) fn generics_of(item: &Item) -> Option<&Generics> {
    match item {
        Item::Struct(item) => Some(&item.generics),
        Item::Enum(item) => Some(&item.generics),
        Item::Type(item) => Some(&item.generics),
        _ => None,
    }
}

/// Checks a type in a declaration. The answer is whether it is the one of initializations; nothing if it is no label.
pub(super) fn check(item: &Item, machine: &Generics, errors: &mut Errors) -> Option<bool> {
    let (name, generics, vis) = match item {
        Item::Struct(item) => (&item.ident, &item.generics, &item.vis),
        Item::Enum(item) => (&item.ident, &item.generics, &item.vis),
        Item::Type(item) => (&item.ident, &item.generics, &item.vis),
        _ => return None,
    };
    let is_init = name == INIT_LABEL;
    if !is_init && name != LABEL {
        let text = format!("a state machine declares no types but `{LABEL}` and `{INIT_LABEL}`");
        errors.machine(name.span(), text);
        return None;
    }
    if let Some(clause) = &generics.where_clause {
        errors.machine(spans::of(clause), "the type of a label has no `where` clause");
    }
    for param in &generics.params {
        let span = spans::of(param);
        match param {
            GenericParam::Type(ty) => {
                let is_bare = ty.attrs.is_empty() && ty.colon_token.is_none() && ty.default.is_none();
                if !is_bare {
                    errors.machine(span, "unsupported type parameter: in the type of a label it is a name alone");
                }
                let is_known = |other: &GenericParam| matches!(other, GenericParam::Type(t) if t.ident == ty.ident);
                if !machine.params.iter().any(is_known) {
                    errors.machine(span, "invalid type parameter: it must be one of the state machine");
                }
            }
            _ => errors.machine(span, "this parameter is not supported: the type of a label has type parameters only"),
        }
    }
    if !matches!(vis, Visibility::Public(_)) {
        errors.machine(name.span(), format!("the type `{name}` must be `pub`"));
    }
    Some(is_init)
}
