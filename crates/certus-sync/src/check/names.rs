//! Which names may stand in an operation.
//!
//! What a step says becomes part of functions with parameters `pre` and `post` and variables for fields. So these names
//! are reserved, and macros are not allowed: nobody knows which names they use.

use certus_visit::visit::{self, Visit};
use proc_macro2::Ident;
use verus_syn::{Expr, ExprMacro, Pat, PatIdent};

use super::bound_names;
use crate::ast::{Body, Kind, Machine, Operation, Place, What};
use crate::errors::Errors;
use crate::meaning::CURRENT;
use crate::spans;
use crate::strategy::Form;

/// Names that nothing in a machine may have.
const RESERVED: [&str; 5] = ["post", "instance", "tmp_tuple", "tmp_e", "tmp_assert"];
/// Names that begin so are reserved too.
const PREFIXES: [&str; 3] = ["param_token_", "original_field_", CURRENT];

/// What a machine with tokens declares besides, so that no field may be called so.
const TYPES: [&str; 8] = ["Instance", "State", "Step", "Config", "Label", "InitLabel", "show", "take_step"];
/// What an instance has besides its constants and the exchanges of operations.
const OF_INSTANCES: [&str; 2] = ["id", "clone"];

/// Checks the names of a machine, of its fields and of its operations, and those in its steps.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    if machine.tokenized {
        check_instance(machine, errors);
    }
    check_name(&machine.name, errors);
    for field in &machine.fields {
        check_name(&field.name, errors);
    }
    for operation in &machine.operations {
        check_name(&operation.name, errors);
        let mut bound: Vec<String> = Vec::new();
        for param in &operation.params {
            check_bound(&param.name, errors);
            bound.push(param.name.to_string());
        }
        check_body(machine, operation, &operation.body, bound, errors);
    }
}

/// Reports names that an instance or the module of the machine would have twice.
fn check_instance(machine: &Machine, errors: &mut Errors) {
    let constants = machine.fields.iter().filter(|field| field.strategy.form == Form::Constant);
    let constants: Vec<&Ident> = constants.map(|field| &field.name).collect();
    let operations = machine.operations.iter().map(|operation| &operation.name);
    for name in constants.iter().copied().chain(operations.clone()) {
        if OF_INSTANCES.iter().any(|other| name == other) {
            let text = format!("`{name}` is a function of every `Instance`: give this another name");
            errors.machine(name.span(), text);
        }
    }
    for name in operations {
        if constants.contains(&name) {
            let text = format!("`{name}` is a constant of the machine already, which `Instance` has as a function");
            errors.machine(name.span(), text);
        }
    }
    for field in &machine.fields {
        if TYPES.iter().any(|other| field.name == other) {
            let text = format!("`{}` is declared by every machine: give the field another name", field.name);
            errors.machine(field.name.span(), text);
        }
    }
}

/// Reports a reserved name.
fn check_name(name: &Ident, errors: &mut Errors) {
    if RESERVED.iter().any(|other| name == other) {
        errors.machine(name.span(), format!("`{name}` is a reserved identifier in state machines"));
    }
    let text = name.to_string();
    if let Some(prefix) = PREFIXES.iter().find(|prefix| text.starts_with(*prefix)) {
        let text = format!("identifiers that begin with `{prefix}` are reserved identifiers in state machines");
        errors.machine(name.span(), text);
    }
}

/// Reports a reserved name of a variable.
fn check_bound(name: &Ident, errors: &mut Errors) {
    if name == "pre" || name == "self" {
        errors.machine(name.span(), format!("`{name}` is a reserved identifier in an operation: no variable has it"));
    }
    check_name(name, errors);
}

/// Checks steps, after which other names are bound than before.
fn check_body(machine: &Machine, operation: &Operation, body: &Body, mut bound: Vec<String>, errors: &mut Errors) {
    for step in &body.steps {
        let mut look = |expr: &Expr, bound: &[String]| {
            let mut visitor = Names::new(machine, operation.kind, bound, errors);
            visitor.look(expr);
        };
        match &step.what {
            What::Match { value, arms } => {
                look(value, &bound);
                for arm in arms {
                    let mut inside = bound.clone();
                    inside.extend(bound_names(&arm.pat).iter().map(ToString::to_string));
                    if let Some(guard) = &arm.guard {
                        look(guard, &inside);
                    }
                }
                for arm in arms {
                    check_pattern(machine, operation.kind, &arm.pat, errors);
                    let mut inside = bound.clone();
                    inside.extend(bound_names(&arm.pat).iter().map(ToString::to_string));
                    check_body(machine, operation, &arm.body, inside, errors);
                }
                continue;
            }
            what => what.expressions().into_iter().for_each(|expr| look(expr, &bound)),
        }
        if let What::Update { place, .. } = &step.what {
            for place in place {
                if let Place::Field(name) = place {
                    check_name(name, errors);
                }
            }
        }
        for pat in step.what.patterns() {
            check_pattern(machine, operation.kind, pat, errors);
            bound.extend(bound_names(pat).iter().map(ToString::to_string));
        }
        for body in step.what.bodies() {
            check_body(machine, operation, body, bound.clone(), errors);
        }
    }
}

/// Checks the names in a pattern.
fn check_pattern(machine: &Machine, kind: Kind, pat: &Pat, errors: &mut Errors) {
    Names::new(machine, kind, &[], errors).visit_pat(pat);
}

/// Looks at the names in an expression or pattern.
struct Names<'c> {
    machine: &'c Machine,
    kind: Kind,
    bound: Vec<String>,
    errors: &'c mut Errors,
}

impl<'c> Names<'c> {
    fn new(machine: &'c Machine, kind: Kind, bound: &[String], errors: &'c mut Errors) -> Self {
        Names { machine, kind, bound: bound.to_vec(), errors }
    }

    /// Looks at an expression, in which what its own patterns bind is bound.
    fn look(&mut self, expr: &Expr) {
        let mut inner = Inner { names: Vec::new() };
        inner.visit_expr(expr);
        self.bound.extend(inner.names);
        self.visit_expr(expr);
    }
}

/// Collects what patterns in an expression bind.
struct Inner {
    names: Vec<String>,
}

impl<'a> Visit<'a> for Inner {
    fn visit_pat(&mut self, pat: &'a Pat) {
        self.names.extend(bound_names(pat).iter().map(ToString::to_string));
    }
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_ident(&mut self, name: &'a Ident) {
        if name == "post" {
            self.errors.machine(name.span(), "an operation cannot refer to `post`: say what it does by steps");
        } else if name == "pre" && self.kind == Kind::Init {
            let text = "cannot refer to `pre` in an `init!`: there is no state before";
            self.errors.machine(name.span(), text);
        } else if name == "self" {
            let text = "`self` has no meaning in an operation: `pre` is the state before it";
            self.errors.machine(name.span(), text);
        } else {
            check_name(name, self.errors);
        }
    }

    fn visit_pat_ident(&mut self, pat: &'a PatIdent) {
        if pat.ident == "pre" {
            check_bound(&pat.ident, self.errors);
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr_macro(&mut self, expr: &'a ExprMacro) {
        self.errors
            .machine(spans::of(expr), "a macro is not allowed in a step of an operation: put it into a function");
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Verbatim(_) | Expr::Infer(_) => {
                self.errors.machine(spans::of(expr), "this expression is not supported in an operation");
            }
            Expr::Path(path) if path.qself.is_none() => {
                if let Some(name) = path.path.get_ident()
                    && self.machine.field(name).is_some()
                    && !self.bound.iter().any(|bound| name == bound)
                {
                    let text = format!("`{name}` is a field: its value is `pre.{name}`");
                    self.errors.machine(name.span(), text);
                }
                visit::visit_expr(self, expr);
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}
