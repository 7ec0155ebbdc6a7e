//! Which steps have to do with tokens.

use crate::ast::{Body, Machine, Step, What};
use crate::strategy::Form;

/// Whether a step has to do with tokens. A field without tokens is nobody's, so its updates have not; neither has a name alone.
fn is_exchanged(machine: &Machine, step: &Step) -> bool {
    match &step.what {
        What::Let { .. } => false,
        What::Init { field, .. } | What::Update { field, .. } => {
            let field = machine.field(field).and_then(|number| machine.fields.get(number));
            field.is_some_and(|field| field.strategy.form != Form::NotTokenized)
        }
        What::Block(_) | What::If { .. } | What::Match { .. } => {
            let inner = step.what.bodies().into_iter().flat_map(|body| &body.steps);
            inner.into_iter().any(|step| is_exchanged(machine, step))
        }
        _ => true,
    }
}

/// The steps of a body that are a part of the exchange: a name is one if something after it is.
pub(crate) fn exchanged<'m>(machine: &Machine, body: &'m Body) -> Vec<&'m Step> {
    let is_in = |number: usize, step: &Step| match &step.what {
        What::Let { .. } => {
            let rest = body.steps.get(number + 1..).unwrap_or_default();
            rest.iter().any(|step| is_exchanged(machine, step))
        }
        _ => is_exchanged(machine, step),
    };
    body.steps.iter().enumerate().filter(|(number, step)| is_in(*number, step)).map(|(_, step)| step).collect()
}
