//! A pattern in an element stands for what is there already.

use crate::ast::{Machine, What};
use crate::element::Verb;
use crate::errors::Errors;

/// Reports patterns where nothing is there that they could match.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        operation.body.each(&mut |step| {
            let What::Change { verb, element, .. } = &step.what else { return };
            if element.pattern().is_none() {
                return;
            }
            let why = match verb {
                Verb::Have | Verb::Remove | Verb::Withdraw => return,
                Verb::Add | Verb::Join => "nothing says which value to add",
                Verb::Deposit => "nothing says which value to deposit",
                Verb::Guard => "what is guarded must be determined by what is known before the step",
            };
            let text = format!("a pattern cannot be used in `{}`: {why}", verb.word());
            errors.transition(step.span, text);
        });
    }
}
