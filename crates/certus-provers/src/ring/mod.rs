//! `by (integer_ring)`: equations and congruences that hold in every ring (guide page `nonlinear`, reference page
//! `reference-prover-mode-integer-ring`; SOSP 2024 paper on Verus, §3.3).
//!
//! A conclusion `a == b` follows when `a - b` is a combination of the differences that the premises say are zero, and
//! `a % d == b % d` when it is one of them and `d`. The combination is found and then checked, so only the reading of
//! expressions as polynomials, and the expansion that checks, are trusted.

mod ideal;
mod poly;
mod read;

use certus_diagnostics::{Diagnostic, Language, Resource, Span, Verify};
use certus_vir::{Expr, Function, IntKind, Stmt, StmtKind, Ty};

use read::Reader;

/// Proves that conclusions follow from premises; the error is for the first that does not.
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

/// Proves a function that is for this prover as a whole.
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

/// That nothing is proved by hand where the prover is to find the proof.
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
    let text = "the body of what is proved `by (integer_ring)` must be empty";
    Err(Box::new(Diagnostic::error(Language::IntegerRing, text, span)))
}

fn does_not_follow(clause: Span, equation: Span) -> Diagnostic {
    let text = "postcondition not satisfied: it does not follow from what is required in every ring";
    let error = Diagnostic::error(Verify::IntegerRing, text, clause);
    let error = if equation == clause { error } else { error.with_secondary(equation, "this equation") };
    error.with_note("`a % d` is known to differ from `a` by a multiple of `d`, and not to be less than `d`")
}

fn exhausted(span: Span) -> Diagnostic {
    let text = "the search for a proof in the ring exceeded its budget";
    Diagnostic::error(Resource::IntegerRing, text, span).with_help("prove a part of it in a lemma of its own")
}
