//! Each operation has a name of its own.

use crate::ast::Machine;
use crate::errors::Errors;

/// Reports a second operation with the name of an earlier one.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for (number, operation) in machine.operations.iter().enumerate() {
        let earlier = machine.operations.iter().take(number);
        if earlier.into_iter().any(|other| other.name == operation.name) {
            let text = format!("there are two operations `{}`", operation.name);
            errors.machine(operation.name.span(), text);
        }
    }
}
