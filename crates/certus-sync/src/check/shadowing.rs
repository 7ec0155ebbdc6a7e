//! Each variable of an operation has a name of its own.

use crate::ast::Machine;
use crate::errors::Errors;

use super::bound_names;

/// Reports a variable with the name of an earlier one, or of a parameter.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        let mut known: Vec<String> = Vec::new();
        for param in &operation.params {
            if known.contains(&param.name.to_string()) {
                let text = format!("there are two parameters `{}`", param.name);
                errors.machine(param.name.span(), text);
            }
            known.push(param.name.to_string());
        }
        operation.body.each(&mut |step| {
            for name in step.what.patterns().into_iter().flat_map(bound_names) {
                let text = name.to_string();
                match known.contains(&text) {
                    true => {
                        let message = format!("an operation has no two variables with the same name, here `{name}`");
                        errors.machine(name.span(), message);
                    }
                    false => known.push(text),
                }
            }
        });
    }
}
