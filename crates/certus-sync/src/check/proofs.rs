//! `by { .. }` stands where there is something to prove.

use crate::ast::{Machine, What};
use crate::element::Verb;
use crate::errors::Errors;

/// Reports proofs of steps that claim nothing.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        operation.body.each(&mut |step| {
            let What::Change { field, verb, proof: Some(_), .. } = &step.what else { return };
            let Some(field) = machine.field(field).and_then(|number| machine.fields.get(number)) else { return };
            let word = verb.word();
            let name = field.strategy.name();
            if matches!(verb, Verb::Have | Verb::Remove) {
                let text = format!("`{word}` has no condition to prove: its proof is meaningless");
                errors.transition(step.span, text);
            } else if verb.puts() && field.strategy.is_total() {
                let text = format!("`{word}` always succeeds for the strategy `{name}`: its proof is meaningless");
                errors.transition(step.span, text);
            }
        });
    }
}
