//! The types of parameters mean the same in the module of the machine and below it.

use verus_syn::visit::{self, Visit};
use verus_syn::{Macro, Path};

use crate::ast::Machine;
use crate::errors::Errors;
use crate::spans;

/// Reports paths that begin with `super`, and macros.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        for param in &operation.params {
            Paths { errors }.visit_type(&param.ty);
        }
    }
}

struct Paths<'e> {
    errors: &'e mut Errors,
}

impl<'a> Visit<'a> for Paths<'_> {
    fn visit_macro(&mut self, mac: &'a Macro) {
        self.errors.machine(spans::of(mac), "a macro is not allowed in the type of a parameter");
    }

    fn visit_path(&mut self, path: &'a Path) {
        if path.segments.first().is_some_and(|first| first.ident == "super") {
            let text = "a path with `super` is not allowed in the type of a parameter: import the type";
            self.errors.machine(spans::of(path), text);
        }
        visit::visit_path(self, path);
    }
}
