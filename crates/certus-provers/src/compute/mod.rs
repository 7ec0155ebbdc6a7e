//! `assert(e) by (compute)` and `by (compute_only)`: the goal is evaluated (guide page `assert_by_compute`, reference page
//! `reference-prover-mode-compute`; SOSP 2024 paper on Verus, §3.3).
//!
//! What is evaluated is the mathematics of the specification language, on numbers of any size, datatypes, sequences,
//! maps, sets and functions, with whatever is unknown left standing as it is: each step replaces an expression by one
//! that is equal to it, so that the goal holds exactly if what is left of it does. A recursion goes on only where the
//! condition that decides on it is known. The evaluator is trusted; its rules are compared with the solver by the tests.

mod code;
mod machine;
mod native;
mod operators;
mod residual;
mod value;

use certus_diagnostics::{Diagnostic, Resource, Verify};
use certus_vir::{Const, Expr, ExprKind, Function, Goal, IntKind, Program, Prover, Ty, UnaryOp, visit};

use machine::{Machine, Stopped};
use value::Values;

/// What is left of a goal in a function; `None` when that cannot be said in fewer words than the goal itself.
///
/// # Errors
/// `verify/compute` when it must be true (`compute_only`) and is not, `resource/compute` when the evaluation takes more than
/// `steps` steps or too much memory.
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

/// What an expression comes to where a function stands, with what is unknown left standing; `None` when that takes more
/// than `steps` steps, or cannot be said as an expression.
pub fn value(program: &Program, function: &Function, expr: &Expr, steps: u64) -> Option<Expr> {
    let mut machine = Machine::new(program, function, steps);
    let value = machine.evaluate(expr).ok()?;
    residual::expression(&machine, value, &expr.ty, expr.span)
}

fn exhausted(goal: &Goal, stopped: &Stopped) -> Diagnostic {
    let within = stopped.within.as_ref().map(|path| format!(", while it evaluated `{path}`")).unwrap_or_default();
    let text = format!("the computation exceeded its budget{within}");
    Diagnostic::error(Resource::Compute, text, goal.span)
        .with_help("compute less at a time, mark functions #[verifier::memoize], or raise #[verifier::rlimit(n)]")
}

fn not_true(goal: &Goal, rest: Option<&Expr>, values: &Values) -> Diagnostic {
    let text = "the computation failed to simplify down to true";
    let shown = match rest {
        Some(rest) => shortened(&rest.to_string()),
        None => format!("a term that is too large to show ({} values were computed)", values.count()),
    };
    let error = Diagnostic::error(Verify::Compute, text, goal.span).with_note(format!("it came to `{shown}`"));
    match rest.and_then(cut) {
        Some(hint) => error.with_help(hint),
        None => error,
    }
}

/// What to do about a cast in what is left of a goal that cuts a value off: what such a cast gives is not said by the language.
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
            "`as {kind}` of {value} says nothing, as the value does not fit: {mask}, or prove it `by (bit_vector)`"
        ));
    });
    found
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    const MAX: usize = 400;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}
