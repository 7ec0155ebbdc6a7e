//! Preconditions that a function lacks.
//!
//! For example, `fn next(x: u32) -> u32 { x + 1 }` is proved if it requires `x + 1 <= u32::MAX`. The condition of the goal
//! itself is a precondition that suffices, if it is about nothing but the arguments.

use certus_diagnostics::Note;
use certus_vc::Obligation;
use certus_vir::subst::free_vars;
use certus_vir::words::{Stand, Words};
use certus_vir::{BinaryOp, Expr, ExprKind, GoalKind, Mode, Program, UnaryOp, visit};

use crate::alone::{help, resolved};
use crate::missing::LONG;

/// The note that suggests a precondition for a goal of the obligation, if the callers could meet it.
pub(crate) fn note(program: &Program, obligation: &Obligation, index: usize) -> Option<Note> {
    let goal = obligation.goals.get(index)?;
    let function = program.functions.get(&obligation.function)?;
    let is_demand = matches!(
        goal.kind,
        GoalKind::Overflow
            | GoalKind::DivisionByZero
            | GoalKind::Shift
            | GoalKind::IndexBounds
            | GoalKind::UnionField
            | GoalKind::Precondition
            | GoalKind::InvariantEntry
            | GoalKind::Panic
            | GoalKind::TypeInvariant
            | GoalKind::InvariantClosed
            | GoalKind::AtomicPostcondition
            | GoalKind::OpensInvariants
            | GoalKind::Unwind
    );
    // The contract of an implementation is that of its trait.
    if !is_demand || function.mode == Mode::Spec || obligation.function.contains('<') {
        return None;
    }
    let condition = without_constants(&resolved(obligation, &goal.expr));
    let used = free_vars(&condition);
    let is_argument = |var: &certus_vir::Var| function.params.iter().any(|param| param.var == *var);
    if used.is_empty() || !used.iter().all(is_argument) || has_final(&condition) {
        return None;
    }
    let words = Words { program, module: &obligation.module, stand: Stand::Requires };
    let text = words.of(&condition).filter(|text| text.len() <= LONG)?;
    Some(help(format!("it is proved if the function has `{text}` among its `requires`"), Vec::new()))
}

/// The condition without conjuncts about no variable, such as `1 <= 1`.
fn without_constants(expr: &Expr) -> Expr {
    match &*expr.kind {
        ExprKind::Binary(BinaryOp::And, a, b) if free_vars(a).is_empty() => without_constants(b),
        ExprKind::Binary(BinaryOp::And, a, b) if free_vars(b).is_empty() => without_constants(a),
        _ => expr.clone(),
    }
}

/// Whether the condition is about the final value of an argument.
fn has_final(expr: &Expr) -> bool {
    let mut found = false;
    visit::walk(expr, &mut |e| found |= matches!(&*e.kind, ExprKind::Unary(UnaryOp::MutFinal, _)));
    found
}
