//! An `init!` gives each field one value on each path; a `transition!` updates a field at most once on each path.
//!
//! So the values at the end say what the operation does: no step undoes an earlier one.

use proc_macro2::{Ident, Span};

use crate::ast::{Body, Kind, Machine, Step, What};
use crate::errors::Errors;

/// Reports missing and repeated assignments.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        for field in &machine.fields {
            if operation.kind == Kind::Transition && field.strategy.has_updates() {
                updated(&field.name, &operation.body, errors);
            }
            if operation.kind == Kind::Init && initialized(&field.name, &operation.body, errors) == Ok(false) {
                let text = format!("the `init!` does not initialize the field `{}`", field.name);
                errors.transition(operation.name.span(), text);
            }
        }
    }
}

/// Whether the steps initialize a field. `Err` if an error was reported.
fn initialized(field: &Ident, body: &Body, errors: &mut Errors) -> Result<bool, ()> {
    let mut found = false;
    for step in &body.steps {
        let here = match &step.what {
            What::Init { field: other, .. } => other == field,
            _ => initialized_below(field, step, errors)?,
        };
        if here && found {
            errors.transition(step.span, format!("the field `{field}` might be initialized twice"));
            return Err(());
        }
        found |= here;
    }
    Ok(found)
}

/// The same for the branches of a step, which must agree.
fn initialized_below(field: &Ident, step: &Step, errors: &mut Errors) -> Result<bool, ()> {
    let mut branches: Vec<(Span, bool)> = Vec::new();
    for body in step.what.bodies() {
        branches.push((body.span, initialized(field, body, errors)?));
    }
    let some = branches.iter().any(|(_, found)| *found);
    let Some((span, _)) = branches.iter().find(|(_, found)| some && !found) else { return Ok(some) };
    let text = format!("all branches must initialize the same fields: this one does not initialize `{field}`");
    errors.transition(*span, text);
    Err(())
}

/// Whether the steps may update a field.
fn updated(field: &Ident, body: &Body, errors: &mut Errors) -> bool {
    let mut found = false;
    for step in &body.steps {
        let here = match &step.what {
            // Parts of a field may be updated one after the other.
            What::Update { field: other, place, .. } => other == field && place.is_empty(),
            what => {
                let below = what.bodies().into_iter();
                below.fold(false, |found, body| updated(field, body, errors) | found)
            }
        };
        if here && found {
            errors.transition(step.span, format!("the field `{field}` might be updated twice"));
            return true;
        }
        found |= here;
    }
    found
}
