//! The rules, a file each.
//!
//! The rules of the second list ask more of a machine whose state is handed out in tokens. They expect that the first ones
//! hold.

mod allowed;
mod assigned;
mod binding;
mod birds_eye;
mod conditional;
mod functions;
mod known_fields;
mod labels;
mod lemmas;
mod names;
mod operations;
mod order;
mod patterns;
mod proofs;
mod reads;
mod shadowing;
mod types;

pub(crate) use patterns::bound_names;

use crate::ast::Machine;
use crate::errors::Errors;

/// A rule.
type Rule = fn(&Machine, &mut Errors);

/// The rules of all machines about single words.
const OF_WORDS: [Rule; 2] = [names::check, known_fields::check];

/// The other rules of all machines.
const OF_ALL: [Rule; 11] = [
    operations::check,
    labels::check,
    allowed::check,
    assigned::check,
    shadowing::check,
    birds_eye::check,
    proofs::check,
    binding::check,
    types::check,
    functions::check,
    lemmas::check,
];

/// The rules of machines with tokens.
const OF_TOKENIZED: [Rule; 3] = [conditional::check, order::check, reads::check];

/// Reports everything that is wrong with a machine.
pub(crate) fn check(machine: &Machine, errors: &mut Errors) {
    conditional::check_conditions(machine, errors);
    for rules in [&OF_WORDS[..], &OF_ALL[..]] {
        for rule in rules {
            rule(machine, errors);
        }
        if !errors.is_empty() {
            return;
        }
    }
    if machine.tokenized {
        for rule in OF_TOKENIZED {
            rule(machine, errors);
        }
    }
}
