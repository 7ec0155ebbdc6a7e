//! The steps about one field go in the order `remove`, `have`, `add`.
//!
//! So tokens are exchanged: some are consumed, others are looked at, and new ones are made, which are different. In another
//! order the steps would say less than that.

use crate::ast::{Body, Machine, What};
use crate::element::Verb;
use crate::errors::Errors;

/// Reports steps in another order.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        for field in &machine.fields {
            after(&operation.body, &field.name.to_string(), 0, errors);
        }
    }
}

/// The latest of the verbs that came before or in the steps: 1 for `have`, 2 for `add`.
fn after(body: &Body, field: &str, before: u8, errors: &mut Errors) -> u8 {
    let mut latest = before;
    for step in &body.steps {
        match &step.what {
            What::Change { field: other, verb, .. } if other == field => {
                let place = match verb {
                    Verb::Remove => 0,
                    Verb::Have => 1,
                    Verb::Add | Verb::Join => 2,
                    _ => continue,
                };
                if place < latest {
                    let text = "the steps about a field go in the order `remove`, `have`, `add`: in another order the \
                                relation would say less than the exchange of tokens";
                    errors.transition(step.span, text);
                    return latest;
                }
                latest = place;
            }
            what => {
                let branches = what.bodies().into_iter().map(|body| after(body, field, latest, errors));
                latest = branches.max().unwrap_or(latest);
            }
        }
    }
    latest
}
