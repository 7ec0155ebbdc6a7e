//! What branches may depend on, and what may stand in them.

use certus_visit::visit::{self, Visit};
use verus_syn::{Expr, ExprBlock, ExprLet};

use crate::ast::{Machine, Step, What};
use crate::errors::Errors;
use crate::spans;

/// Reports `if let`.
pub(super) fn check_conditions(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        operation.body.each(&mut |step| {
            if let What::If { condition, .. } = &step.what {
                Lets { errors }.visit_expr(condition);
            }
        });
    }
}

/// Finds `let` in conditions.
struct Lets<'e> {
    errors: &'e mut Errors,
}

impl<'a> Visit<'a> for Lets<'_> {
    fn visit_expr_block(&mut self, _: &'a ExprBlock) {}

    fn visit_expr(&mut self, expr: &'a Expr) {
        // The blocks of an inner `if` have conditions of their own.
        if !matches!(expr, Expr::If(_) | Expr::Match(_) | Expr::Closure(_)) {
            visit::visit_expr(self, expr);
        }
    }

    fn visit_expr_let(&mut self, expr: &'a ExprLet) {
        self.errors.transition(spans::of(expr), "operations have no `if let`: use `match`");
    }
}

/// Reports steps of machines with tokens that have no exchange of tokens: the tokens would depend on a condition.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        for step in &operation.body.steps {
            check_step(step, false, errors);
        }
    }
}

fn check_step(step: &Step, in_branch: bool, errors: &mut Errors) {
    match &step.what {
        What::Change { .. } if in_branch => {
            let text = format!("`{}` is not supported in a branch", step.what.word());
            errors.transition(step.span, text);
        }
        What::Update { place, .. } if !place.is_empty() => {
            let text = "updates of a part of a field are not supported in a tokenized state machine";
            errors.transition(step.span, text);
        }
        what => {
            let in_branch = in_branch || matches!(what, What::If { .. } | What::Match { .. });
            for inner in what.bodies().into_iter().flat_map(|body| &body.steps) {
                check_step(inner, in_branch, errors);
            }
        }
    }
}
