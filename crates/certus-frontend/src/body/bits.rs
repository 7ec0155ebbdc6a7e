//! Operators on bits, and remainders, of numbers that have none.
//!
//! `x & 3` with `x: int`, and `x % 2.0` of a `real`, break a bound of a trait that no user knows. That the other operand has
//! another type, or none that is known, follows from it, and is not said.

use certus_diagnostics::{Diagnostic, Rust, Span};
use certus_tree::Known;
use ra_ap_hir::{DisplayTarget, HirDisplay};
use ra_ap_hir_def::hir::{Expr, ExprId};
use ra_ap_hir_ty::Span as TySpan;
use ra_ap_hir_ty::solver_errors::{SolverDiagnostic, SolverDiagnosticKind};

use super::Builder;
use crate::key::Key;

/// How the errors end that are said of a whole operation.
const NO_BITS: &str = "has no bits";
const NO_REMAINDER: &str = "has no remainder";

impl Builder<'_> {
    /// The error for an operator on the bits of an `int`, a `nat` or a `real`, or for the remainder of a `real`, if the bound is one
    /// of these.
    pub(crate) fn without_bits(&self, diagnostic: &SolverDiagnostic) -> Option<Diagnostic> {
        let SolverDiagnosticKind::TraitUnimplemented { trait_predicate, .. } = &diagnostic.kind;
        let of = trait_predicate.get(self.loaded().interner()).trait_ref;
        let operator = match self.loaded().known_item(Key::Trait(of.def_id.0))? {
            Known::SpecBitAndTrait => "&",
            Known::SpecBitOrTrait => "|",
            Known::SpecBitXorTrait => "^",
            Known::SpecShlTrait => "<<",
            Known::SpecShrTrait => ">>",
            Known::SpecRemTrait => "%",
            _ => return None,
        };
        let target = DisplayTarget::from_crate(self.loaded().db(), self.loaded().crates().own());
        let ty = of.self_ty().display(self.loaded().db(), target).to_string();
        let lack = match (operator, &*ty) {
            ("%", "real") => NO_REMAINDER,
            ("%", _) => return None,
            (_, "int" | "nat" | "real") => NO_BITS,
            _ => return None,
        };
        let span = match diagnostic.span {
            TySpan::ExprId(id) => self.span_of_expr(self.call_around(id).unwrap_or(id)),
            _ => return None,
        };
        let error =
            Diagnostic::error(Rust::UnsatisfiedBound, format!("`{operator}`: a number of type `{ty}` {lack}"), span);
        if lack == NO_REMAINDER {
            return Some(error.with_help("`x / y` of reals is exact; integers have remainders"));
        }
        Some(error.with_help(format!("machine integers have bits: write a cast, as in `(x as u64) {operator} ..`")))
    }

    /// The call that an expression names the function of, or is an argument of.
    fn call_around(&self, id: ExprId) -> Option<ExprId> {
        let is_part = |expr: &Expr| matches!(expr, Expr::Call { callee, args } if *callee == id || args.contains(&id));
        self.body.exprs().find(|(_, expr)| is_part(expr)).map(|(call, _)| call)
    }
}

/// Leaves out what follows from an operator that is not there: a mismatch or an unknown type within the operation.
pub(super) fn tidy(errors: &mut Vec<Diagnostic>) {
    let place = |error: &Diagnostic| error.primary.as_ref().map(|label| label.span);
    let is_about = |error: &&Diagnostic| {
        let is_lack = [NO_BITS, NO_REMAINDER].iter().any(|lack| error.message.ends_with(lack));
        error.code == Rust::UnsatisfiedBound.into() && is_lack
    };
    let operations: Vec<Span> = errors.iter().filter(is_about).filter_map(place).collect();
    let follows = |at: Span| operations.iter().any(|of| of.file == at.file && of.start <= at.start && at.end <= of.end);
    let may_follow =
        |error: &Diagnostic| [Rust::TypeMismatch.into(), Rust::TypeAnnotations.into()].contains(&error.code);
    errors.retain(|error| !may_follow(error) || !place(error).is_some_and(follows));
}
