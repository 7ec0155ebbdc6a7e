//! `assert(e) by (compute)` and `by (compute_only)`: the goal is evaluated (Verus guide, page `assert_by_compute`;
//! Verus reference, page `reference-prover-mode-compute`; SOSP 2024 paper on Verus, §3.3).
//!
//! The evaluator works on the mathematics of the specification language: numbers of any size, datatypes, sequences,
//! maps, sets and functions. Unknown parts remain as they are. Each step replaces an expression by one that is equal to
//! it, so the goal holds exactly if the remaining expression does. For example, `power(x, 2) == x * x` becomes `x * x
//! == x * x`, and then `true`.
//!
//! A recursion continues only if the condition of its branch is known. The evaluator is trusted; tests compare its
//! rules with the solver.

mod code;
mod machine;
mod native;
mod operators;
mod real;
mod residual;
mod value;

use certus_diagnostics::{Diagnostic, Resource, Verify};
use certus_vir::{Const, Expr, ExprKind, Function, Goal, IntKind, Program, Prover, Ty, UnaryOp, visit};

use machine::{Machine, Stopped};
use value::Values;

/// The remaining goal after evaluation; `None` if it has no shorter form than the goal itself.
///
/// # Errors
///
/// `verify/compute` if it must be true (`compute_only`) and is not, `resource/compute` if the evaluation takes more
/// than `steps` steps or too much memory.
pub(crate) fn rest(
    program: &Program,
    function: &Function,
    goal: &Goal,
    prover: Prover,
    steps: u64,
) -> Result<Option<Expr>, Box<Diagnostic>> {
    let mut machine = Machine::new(program, function, steps);
    let value = machine.evaluate(&goal.expr).map_err(|stopped| Box::new(exhausted(goal, &stopped)))?;
    let rest = residual::expression(&machine, value, &Ty::Bool, goal.span);
    if prover == Prover::ComputeOnly && machine.values.as_bool(value) != Some(true) {
        return Err(Box::new(not_true(goal, rest.as_ref(), &machine.values)));
    }
    Ok(rest)
}

/// The value of an expression at the place of a function, in which unknown parts remain as they are. `None` if the
/// evaluation takes more than `steps` steps, or the value is no expression.
pub fn value(program: &Program, function: &Function, expr: &Expr, steps: u64) -> Option<Expr> {
    let mut machine = Machine::new(program, function, steps);
    let value = machine.evaluate(expr).ok()?;
    residual::expression(&machine, value, &expr.ty, expr.span)
}

/// The error that an evaluation exceeded its budget.
fn exhausted(goal: &Goal, stopped: &Stopped) -> Diagnostic {
    let within = stopped.within.as_ref().map(|path| format!(", while it evaluated `{path}`")).unwrap_or_default();
    let text = format!("the computation exceeded its budget{within}");
    Diagnostic::error(Resource::Compute, text, goal.span)
        .with_help("compute less at a time, mark functions #[verifier::memoize], or raise #[verifier::rlimit(n)]")
}

/// The error that the value of a `compute_only` goal is not `true`.
fn not_true(goal: &Goal, rest: Option<&Expr>, values: &Values) -> Diagnostic {
    let text = "the computation failed to simplify down to true";
    let shown = match rest {
        Some(rest) => shortened(&rest.to_string()),
        None => format!("a term that is too large to show ({} values were computed)", values.count()),
    };
    let error = Diagnostic::error(Verify::Compute, text, goal.span).with_note(format!("the result is `{shown}`"));
    match rest.and_then(cut) {
        Some(hint) => error.with_help(hint),
        None => error,
    }
}

/// Advice about a cast in a remaining goal whose value does not fit: the language does not define the result.
pub(crate) fn cut(rest: &Expr) -> Option<String> {
    let mut found = None;
    visit::walk(rest, &mut |e| {
        let ExprKind::Unary(UnaryOp::Clip(kind), inner) = &*e.kind else { return };
        let (ExprKind::Const(Const::Int(value)), None) = (&*inner.kind, &found) else { return };
        let mask = match kind {
            IntKind::U(bits) => format!("mask it first (`& 0x{}`)", "f".repeat((*bits as usize).div_ceil(4))),
            _ => "bring it into the range first".to_owned(),
        };
        found = Some(format!(
            "`as {kind}` of {value} is unspecified, because the value does not fit: {mask}, or prove it `by \
             (bit_vector)`"
        ));
    });
    found
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    const MAX: usize = 400;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}
