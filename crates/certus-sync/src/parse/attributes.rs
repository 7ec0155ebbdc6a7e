//! The attributes of a declaration and of its functions.

use proc_macro2::Ident;
use verus_syn::punctuated::Punctuated;
use verus_syn::{AttrStyle, Attribute, Meta, Path, Token};

use crate::errors::Errors;
use crate::spans;

/// What the attributes of a function make of it.
pub(super) enum Role {
    /// Nothing: it is a function of the state.
    Plain,
    /// `#[invariant]`.
    Invariant,
    /// `#[inductive(operation)]`.
    Inductive(Ident),
}

/// The role of a function; the attributes that give it one are taken out.
pub(super) fn role(attrs: &mut Vec<Attribute>, errors: &mut Errors) -> Role {
    let mut role = Role::Plain;
    attrs.retain(|attr| {
        let found = match &attr.meta {
            _ if !matches!(attr.style, AttrStyle::Outer) => return true,
            Meta::Path(path) if path.is_ident("invariant") => Role::Invariant,
            Meta::List(list) if list.path.is_ident("inductive") => match attr.parse_args() {
                Ok(operation) => Role::Inductive(operation),
                Err(_) => {
                    errors.inductive(spans::of(attr), "expected the name of an operation: `#[inductive(name)]`");
                    return false;
                }
            },
            Meta::Path(path) if path.is_ident("inductive") => {
                errors.inductive(spans::of(attr), "expected the name of an operation: `#[inductive(name)]`");
                return false;
            }
            _ => return true,
        };
        if !matches!(role, Role::Plain) {
            errors.inductive(spans::of(attr), "conflicting attributes: a function has one role in a machine");
        }
        role = found;
        false
    });
    role
}

/// Whether the attribute gives a mode.
pub(super) fn is_mode(attr: &Attribute) -> bool {
    matches!(&attr.meta, Meta::Path(path) if matches!(verifier_name(path).as_deref(), Some("spec" | "proof" | "exec")))
}

/// Reports the attributes of a declaration that it cannot have: only those about recursive types are allowed.
pub(super) fn check_head(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| !is_about_recursion(attr)) {
        let text = "a state machine has no attributes but `verifier::accept_recursive_types`, \
                    `verifier::reject_recursive_types` and `verifier::reject_recursive_types_in_ground_variants`";
        errors.machine(spans::of(attr), text);
    }
}

fn is_about_recursion(attr: &Attribute) -> bool {
    let is_it = |meta: &Meta| matches!(meta, Meta::List(list) if is_recursion_name(&list.path));
    match &attr.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let nested = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            let is_condition = |meta: &Meta| matches!(meta, Meta::Path(path) if path.is_ident("verus_keep_ghost"));
            nested.is_ok_and(|nested| nested.iter().all(|meta| is_condition(meta) || is_it(meta)))
        }
        meta => is_it(meta),
    }
}

fn is_recursion_name(path: &Path) -> bool {
    let names = ["accept_recursive_types", "reject_recursive_types", "reject_recursive_types_in_ground_variants"];
    verifier_name(path).is_some_and(|name| names.contains(&name.as_str()))
}

/// The second part of `verifier::name`.
fn verifier_name(path: &Path) -> Option<String> {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &segments[..] {
        [first, name] if first == "verifier" => Some(name.clone()),
        _ => None,
    }
}
