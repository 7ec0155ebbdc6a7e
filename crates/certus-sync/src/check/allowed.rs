//! Which steps an operation may have, and which a field allows.
//!
//! | Step | `init!` | `transition!` | `readonly!` | `property!` |
//! |---|---|---|---|---|
//! | `init` | yes | | | |
//! | `update`, `add`, `remove`, `deposit`, `withdraw` | | yes | | |
//! | `guard` | | | yes | yes |
//! | `have` | | yes | yes | yes |
//! | `assert` | | yes | yes | yes |
//! | `require`, `let`, `if`, `match` | yes | yes | yes | yes |

use certus_codes::Unsupported;

use crate::ast::{Demand, Kind, Machine, Place, Step, What};
use crate::element::{Element, Verb};
use crate::errors::Errors;
use crate::strategy::{Hold, Strategy};

/// Reports steps that their operation or their field does not allow.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        operation.body.each(&mut |step| {
            match operation.kind {
                Kind::Init => in_init(step, errors),
                kind => elsewhere(step, kind, errors),
            }
            if operation.kind != Kind::Init {
                by_strategy(machine, step, errors);
            }
        });
    }
}

/// In an `init!`, fields get their first values and nothing is claimed.
fn in_init(step: &Step, errors: &mut Errors) {
    match &step.what {
        What::Assert(..) | What::Find { demand: Demand::Assert, .. } => {
            errors.transition(step.span, "`assert` is not allowed in an `init!`: there is no invariant to prove it by");
        }
        What::Update { .. } | What::Change { .. } => {
            let text = format!("`{}` is not allowed in an `init!`: use `init`", step.what.word());
            errors.transition(step.span, text);
        }
        _ => {}
    }
}

/// In the other operations, nothing is initialized, and only a `transition!` changes something.
fn elsewhere(step: &Step, kind: Kind, errors: &mut Errors) {
    let changes = match &step.what {
        What::Init { .. } => {
            errors.transition(step.span, "`init` is allowed in an `init!` only");
            return;
        }
        What::Update { .. } => true,
        What::Change { verb, .. } => verb.changes(),
        _ => return,
    };
    let word = step.what.word();
    match kind {
        Kind::Readonly if changes => {
            errors.transition(step.span, format!("`{word}` is not allowed in a `readonly!`: it changes the state"));
        }
        Kind::Property if changes => {
            errors.transition(step.span, format!("`{word}` is not allowed in a `property!`: it changes the state"));
        }
        Kind::Transition if matches!(step.what, What::Change { verb: Verb::Guard, .. }) => {
            errors.transition(step.span, format!("`{word}` is allowed in a `readonly!` or a `property!` only"));
        }
        _ => {}
    }
}

/// What the strategy of the field allows.
fn by_strategy(machine: &Machine, step: &Step, errors: &mut Errors) {
    let (What::Update { field, .. } | What::Change { field, .. }) = &step.what else { return };
    let Some(field) = machine.field(field).and_then(|number| machine.fields.get(number)) else { return };
    let strategy = field.strategy;
    if let What::Update { place, .. } = &step.what
        && place.iter().any(|place| matches!(place, Place::Field(_)))
    {
        let text = "updates of a field of a field are not supported yet: update the whole field";
        errors.add(step.span, Unsupported::UnsupportedSyntax, text);
    }
    match &step.what {
        What::Change { verb, element, .. } => {
            if let Err(text) = allows(strategy, *verb, element) {
                errors.sharding(step.span, text);
            }
        }
        _ if !strategy.has_updates() => {
            let text = format!("`update` is not allowed for a field with the sharding strategy `{}`", strategy.name());
            errors.sharding(step.span, text);
        }
        _ => {}
    }
}

/// `Err` if a field of this strategy cannot be changed so.
fn allows(strategy: Strategy, verb: Verb, element: &Element) -> Result<(), String> {
    let (word, name) = (verb.word(), strategy.name());
    let refused = format!("`{word}` is not allowed for a field with the sharding strategy `{name}`");
    if strategy.form.is_single() {
        return Err(format!("{refused}; use `update`"));
    }
    if !element.is_of(strategy.form) {
        let (form, ty) = element.described();
        return Err(format!("`{form}` is an element of a `{ty}`, but the field has the sharding strategy `{name}`"));
    }
    match (strategy.hold, verb) {
        (Hold::Persistent, Verb::Add) => {
            Err(format!("for the persistent strategy `{name}`, use `(union)=` and not `+=`"))
        }
        (Hold::Owned | Hold::Stored, Verb::Join) => {
            Err(format!("for the strategy `{name}`, use `+=` and not `(union)=`, which is for persistent strategies"))
        }
        (Hold::Persistent, Verb::Remove) => Err(format!("{refused}; what is persistent can only grow")),
        (hold, verb) if hold != Hold::Stored && verb.is_about_storage() => {
            Err(format!("{refused}; it is for storage strategies: use `add`, `remove` and `have`"))
        }
        (Hold::Stored, verb) if !verb.is_about_storage() => {
            Err(format!("{refused}; a storage strategy has `deposit`, `withdraw` and `guard`"))
        }
        _ => Ok(()),
    }
}
