//! Sorts the items of a declaration.

use proc_macro2::TokenStream;
use verus_syn::{Attribute, FnMode, GenericParam, ImplItemFn, Item, ItemFn};

use super::attributes::{self, Role, is_mode};
use super::items::Declaration;
use super::{fields, labels, operation, self_type};
use crate::ast::{Lemma, Machine};
use crate::errors::Errors;
use crate::spans;

/// Reads a declaration; nothing if it is too broken to check it.
pub(crate) fn machine(tokens: TokenStream, tokenized: bool, errors: &mut Errors) -> Option<Machine> {
    let read = match verus_syn::parse2::<Declaration>(tokens) {
        Ok(read) => read,
        Err(error) => {
            errors.syntax(error);
            return None;
        }
    };
    attributes::check_head(&read.attrs, errors);
    for param in read.generics.params.iter().filter(|param| !matches!(param, GenericParam::Type(_))) {
        errors.machine(spans::of(param), "a state machine has type parameters only");
    }
    let mut blocks = read.fields.into_iter();
    let Some((_, block)) = blocks.next() else {
        errors.machine(read.name.span(), "the state machine lacks its `fields { .. }`");
        return None;
    };
    for (word, _) in blocks {
        errors.machine(word, "expected only one declaration of `fields`");
    }
    let mut machine = Machine {
        attrs: read.attrs,
        name: read.name,
        generics: read.generics,
        fields: fields::fields(block, tokenized, errors),
        operations: Vec::new(),
        label: None,
        init_label: None,
        invariants: Vec::new(),
        lemmas: Vec::new(),
        functions: Vec::new(),
        tokenized,
    };
    let mut complete = true;
    for item in read.items {
        complete &= add(&mut machine, item, errors);
    }
    self_type::replace(&mut machine);
    // Without an operation that could not be read, rules about all of them would complain.
    complete.then_some(machine)
}

/// Adds an item to the machine; `false` if it could not be read.
fn add(machine: &mut Machine, item: Item, errors: &mut Errors) -> bool {
    match item {
        Item::Fn(function) => add_function(machine, function, errors),
        Item::Macro(item) => {
            // `#[transition] transition! { .. }` says the same twice.
            let is_plain = |attr: &Attribute| attr.path().is_ident("doc") || *attr.path() == item.mac.path;
            for attr in item.attrs.iter().filter(|attr| !is_plain(attr)) {
                errors.machine(spans::of(attr), "an operation has no attributes");
            }
            match operation::operation(&item.mac, errors) {
                Some(operation) => machine.operations.push(operation),
                None => return false,
            }
        }
        Item::Struct(_) | Item::Enum(_) | Item::Type(_) => {
            let Some(is_init) = labels::check(&item, &machine.generics, errors) else { return true };
            let (slot, name) = match is_init {
                true => (&mut machine.init_label, labels::INIT_LABEL),
                false => (&mut machine.label, labels::LABEL),
            };
            if slot.is_some() {
                errors.machine(spans::of(&item), format!("`{name}` is already declared"));
            }
            *slot = Some(item);
        }
        other => errors.machine(spans::of(&other), "a state machine has no items of this kind"),
    }
    true
}

/// Adds a function, by its role.
fn add_function(machine: &mut Machine, function: ItemFn, errors: &mut Errors) {
    let ItemFn { mut attrs, vis, sig, block, semi_token } = function;
    let role = attributes::role(&mut attrs, errors);
    if !matches!(role, Role::Plain) {
        for attr in attrs.iter().filter(|attr| is_mode(attr)) {
            let text = match role {
                Role::Invariant => "an invariant is `spec` already and has no mode of its own",
                _ => "an inductiveness lemma is `proof` already and has no mode of its own",
            };
            errors.inductive(spans::of(attr), text);
        }
    }
    let function = ImplItemFn { attrs, vis, defaultness: None, sig, block: *block, semi_token };
    match role {
        Role::Plain => machine.functions.push(function),
        Role::Invariant => machine.invariants.push(function),
        Role::Inductive(operation) => machine.lemmas.push(Lemma { operation, function }),
    }
}

/// The place and the word of a mode, if a function has one.
pub(crate) fn mode_of(mode: &FnMode) -> Option<(proc_macro2::Span, &'static str)> {
    Some(match mode {
        FnMode::Default => return None,
        FnMode::Spec(mode) => (mode.spec_token.span, "spec"),
        FnMode::SpecChecked(mode) => (mode.spec_token.span, "spec(checked)"),
        FnMode::Proof(mode) => (mode.proof_token.span, "proof"),
        FnMode::ProofAxiom(mode) => (mode.axiom_token.span, "axiom"),
        FnMode::Exec(mode) => (mode.exec_token.span, "exec"),
    })
}
