//! `by (integer_ring)`: equations and congruences that hold in every ring (Verus guide, page `nonlinear`; Verus
//! reference, page `reference-prover-mode-integer-ring`; SOSP 2024 paper on Verus, §3.3).
//!
//! A conclusion `a == b` follows if `a - b` is a combination of the differences that are zero by the premises. `a % d
//! == b % d` follows if `a - b` is a combination of these and `d`. The combination is searched and then checked. So
//! only two parts are trusted: the reading of expressions as polynomials, and the expansion in the check.

mod ideal;
mod poly;
mod read;

use certus_diagnostics::{Diagnostic, Language, Resource, Span, Verify};
use certus_vir::{Expr, Function, IntKind, Stmt, StmtKind, Ty};

use read::Reader;

/// Proves that the conclusions follow from the premises. The error is about the first one that does not.
pub(crate) fn prove(premises: &[&Expr], conclusions: &[(&Expr, Span)]) -> Result<(), Box<Diagnostic>> {
    for (conclusion, span) in conclusions {
        let mut reader = Reader::new(premises)?;
        let questions = reader.questions(conclusion)?;
        let known = reader.premises(premises)?;
        for question in questions {
            let mut given = known.clone();
            given.extend(question.divisor);
            match ideal::combination(&given, &question.difference) {
                Ok(Some(_)) => {}
                Ok(None) => return Err(Box::new(does_not_follow(*span, question.span))),
                Err(ideal::Exhausted) => return Err(Box::new(exhausted(*span))),
            }
        }
    }
    Ok(())
}

/// Proves a function that is marked for this prover.
pub(crate) fn prove_function(function: &Function) -> Result<(), Box<Diagnostic>> {
    let is_int = |ty: &Ty| ty.int_kind() == Some(IntKind::Int);
    if let Some(param) = function.params.iter().find(|param| !is_int(&param.ty)) {
        let text = format!("`integer_ring` is for parameters of type `int`; `{}` is a `{}`", param.var.name, param.ty);
        return Err(Box::new(Diagnostic::error(Language::IntegerRing, text, function.span)));
    }
    silent(function.check.as_deref().unwrap_or_default())?;
    let premises: Vec<&Expr> = function.requires.iter().map(|clause| &clause.expr).collect();
    let conclusions: Vec<(&Expr, Span)> = function.ensures.iter().map(|clause| (&clause.expr, clause.span)).collect();
    prove(&premises, &conclusions)
}

/// Checks that a body has no proof steps, because the prover has to find the proof.
pub(crate) fn silent(stmts: &[Stmt]) -> Result<(), Box<Diagnostic>> {
    let mut said = None;
    let mut look = |stmt: &Stmt| {
        use StmtKind::{Assign, Block, Declare, Return};
        if !matches!(&stmt.kind, Declare(..) | Assign(..) | Return | Block(_)) && said.is_none() {
            said = Some(stmt.span);
        }
    };
    certus_vir::visit::walk_stmts(stmts, &mut look, &mut |_| {});
    let Some(span) = said else { return Ok(()) };
    let text = "a function that is proved `by (integer_ring)` must have an empty body";
    Err(Box::new(Diagnostic::error(Language::IntegerRing, text, span)))
}

/// The error that an equation does not follow from the premises.
fn does_not_follow(clause: Span, equation: Span) -> Diagnostic {
    let text = "postcondition not satisfied: it does not follow from the preconditions in every ring";
    let error = Diagnostic::error(Verify::IntegerRing, text, clause);
    let error = if equation == clause { error } else { error.with_secondary(equation, "this equation") };
    error.with_note("`a % d` is known to differ from `a` by a multiple of `d`, and not to be less than `d`")
}

/// The error that the search exceeded its budget.
fn exhausted(span: Span) -> Diagnostic {
    let text = "the search for a proof in the ring exceeded its budget";
    Diagnostic::error(Resource::IntegerRing, text, span).with_help("prove a part of it in a lemma of its own")
}
