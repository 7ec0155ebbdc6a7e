//! Steps are about fields that exist.

use crate::ast::{Machine, What};
use crate::errors::Errors;

/// Reports a step about a field that the machine does not have.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        operation.body.each(&mut |step| {
            let field = match &step.what {
                What::Init { field, .. } | What::Update { field, .. } | What::Change { field, .. } => field,
                _ => return,
            };
            if machine.field(field).is_none() {
                errors.transition(step.span, format!("the state machine has no field `{field}`"));
            }
        });
    }
}
