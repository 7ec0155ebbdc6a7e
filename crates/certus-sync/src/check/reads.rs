//! What an operation of a machine with tokens may read of the state before it.
//!
//! Whoever takes a step knows what is in their tokens and no more. So `pre` stands for single fields only, and of these for
//! those that one token has, and constants. A `birds_eye let` may read all of them.

use certus_visit::visit::{self, Visit};
use verus_syn::{Expr, ExprField, Member};

use crate::ast::{Body, Machine, Step, What};
use crate::element::{Element, Verb};
use crate::errors::Errors;
use crate::exchange::exchanged;
use crate::spans;
use crate::strategy::Form;

/// Reports other uses of `pre`.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        check_body(machine, &operation.body, errors);
    }
}

/// Checks the steps that are a part of the exchange of tokens.
fn check_body(machine: &Machine, body: &Body, errors: &mut Errors) {
    for step in exchanged(machine, body) {
        check_step(machine, step, errors);
        for inner in step.what.bodies() {
            check_body(machine, inner, errors);
        }
    }
}

/// Checks what a step reads.
fn check_step(machine: &Machine, step: &Step, errors: &mut Errors) {
    let birds_eye = match &step.what {
        What::Let { birds_eye, .. } | What::Find { birds_eye, .. } => *birds_eye,
        _ => false,
    };
    for expr in step.what.expressions() {
        // The key of what is stored is no part of the exchange. What is lent is, with its key: it must stay where it is.
        let is_stored_key = match &step.what {
            What::Change { verb: Verb::Deposit | Verb::Withdraw, element: Element::Pair(key, _), .. } => {
                std::ptr::eq(&**key, expr)
            }
            _ => false,
        };
        if !is_stored_key {
            Reads { machine, birds_eye, errors }.visit_expr(expr);
        }
    }
}

struct Reads<'c> {
    machine: &'c Machine,
    birds_eye: bool,
    errors: &'c mut Errors,
}

fn is_pre(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.qself.is_none() && path.path.is_ident("pre"))
}

impl<'a> Visit<'a> for Reads<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            expr if is_pre(expr) => {
                let text = "in a tokenized state machine `pre` stands for single fields only, as in `pre.field`";
                self.errors.sharding(spans::of(expr), text);
            }
            Expr::Field(ExprField { base, member, .. }) if is_pre(base) => {
                let field = match member {
                    Member::Named(name) => self.machine.field(name),
                    Member::Unnamed(_) => {
                        self.errors.sharding(spans::of(expr), "expected the name of a field");
                        return;
                    }
                };
                let Some(field) = field.and_then(|number| self.machine.fields.get(number)) else {
                    let text = "this is no field of the state: an operation reads nothing else of `pre`";
                    self.errors.sharding(spans::of(expr), text);
                    return;
                };
                if !self.birds_eye && !matches!(field.strategy.form, Form::Variable | Form::Constant) {
                    let text = format!(
                        "a field with the sharding strategy `{}` cannot be read here: use `have`, or `birds_eye let`",
                        field.strategy.name()
                    );
                    self.errors.sharding(spans::of(expr), text);
                }
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}
