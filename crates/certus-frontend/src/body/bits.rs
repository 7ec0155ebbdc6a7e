//! Operators on bits, of numbers that have none.
//!
//! `x & 3` with `x: int` breaks a bound of a trait that no user knows. That the other operand has another type follows from it,
//! and is not said.

use certus_diagnostics::{Diagnostic, Rust, Span};
use certus_tree::Known;
use ra_ap_hir::{DisplayTarget, HirDisplay};
use ra_ap_hir_def::hir::{Expr, ExprId};
use ra_ap_hir_ty::Span as TySpan;
use ra_ap_hir_ty::solver_errors::{SolverDiagnostic, SolverDiagnosticKind};

use super::Builder;
use crate::key::Key;

/// How the error ends that is said of the whole operation.
const NO_BITS: &str = "has no bits";

impl Builder<'_> {
    /// The error for an operator on the bits of an `int`, a `nat` or a `real`, if the bound is one of these.
    pub(crate) fn without_bits(&self, diagnostic: &SolverDiagnostic) -> Option<Diagnostic> {
        let SolverDiagnosticKind::TraitUnimplemented { trait_predicate, .. } = &diagnostic.kind;
        let of = trait_predicate.get(self.loaded().interner()).trait_ref;
        let operator = match self.loaded().known_item(Key::Trait(of.def_id.0))? {
            Known::SpecBitAndTrait => "&",
            Known::SpecBitOrTrait => "|",
            Known::SpecBitXorTrait => "^",
            Known::SpecShlTrait => "<<",
            Known::SpecShrTrait => ">>",
            _ => return None,
        };
        let target = DisplayTarget::from_crate(self.loaded().db(), self.loaded().crates().own());
        let ty = of.self_ty().display(self.loaded().db(), target).to_string();
        if !matches!(&*ty, "int" | "nat" | "real") {
            return None;
        }
        let span = match diagnostic.span {
            TySpan::ExprId(id) => self.span_of_expr(self.call_around(id).unwrap_or(id)),
            _ => return None,
        };
        let error =
            Diagnostic::error(Rust::UnsatisfiedBound, format!("`{operator}`: a number of type `{ty}` {NO_BITS}"), span);
        Some(error.with_help(format!("machine integers have bits: write a cast, as in `(x as u64) {operator} ..`")))
    }

    /// The call that an expression names the function of, or is an argument of.
    fn call_around(&self, id: ExprId) -> Option<ExprId> {
        let is_part = |expr: &Expr| matches!(expr, Expr::Call { callee, args } if *callee == id || args.contains(&id));
        self.body.exprs().find(|(_, expr)| is_part(expr)).map(|(call, _)| call)
    }
}

/// Leaves out what follows from an operator on bits that are not there: a mismatch within the operation.
pub(super) fn tidy(errors: &mut Vec<Diagnostic>) {
    let place = |error: &Diagnostic| error.primary.as_ref().map(|label| label.span);
    let is_about =
        |error: &&Diagnostic| error.code == Rust::UnsatisfiedBound.into() && error.message.ends_with(NO_BITS);
    let operations: Vec<Span> = errors.iter().filter(is_about).filter_map(place).collect();
    let follows = |at: Span| operations.iter().any(|of| of.file == at.file && of.start <= at.start && at.end <= of.end);
    errors.retain(|error| error.code != Rust::TypeMismatch.into() || !place(error).is_some_and(follows));
}
