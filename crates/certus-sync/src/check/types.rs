//! The types of parameters, and those of fields with tokens, mean the same in the module of the machine and below it.

use certus_visit::visit::{self, Visit};
use verus_syn::{Macro, Path};

use crate::ast::Machine;
use crate::errors::Errors;
use crate::spans;

/// Reports paths that begin with `super` or `self`, and macros.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        for param in &operation.params {
            Paths { errors, what: "a parameter" }.visit_type(&param.ty);
        }
    }
    if machine.tokenized {
        for field in &machine.fields {
            Paths { errors, what: "a field" }.visit_type(&field.ty);
        }
    }
}

struct Paths<'e> {
    errors: &'e mut Errors,
    /// What has the type.
    what: &'static str,
}

impl<'a> Visit<'a> for Paths<'_> {
    fn visit_macro(&mut self, mac: &'a Macro) {
        self.errors.machine(spans::of(mac), format!("a macro is not allowed in the type of {}", self.what));
    }

    fn visit_path(&mut self, path: &'a Path) {
        if let Some(first) = path.segments.first().filter(|first| first.ident == "super" || first.ident == "self") {
            let (first, what) = (&first.ident, self.what);
            let text = format!("a path with `{first}` is not allowed in the type of {what}: import the type");
            self.errors.machine(spans::of(path), text);
        }
        visit::visit_path(self, path);
    }
}
