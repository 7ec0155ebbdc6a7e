//! Reads expressions as polynomials.
//!
//! If `d` is known not to be zero, `a % d` is read as `a - d * q`, where the quotient `q` is an unknown number.
//! Otherwise `a % d` is an unknown as a whole; so is a call of a function.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, Path, Ty, UnaryOp, Var};
use indexmap::IndexSet;
use num_traits::Zero;

use super::poly::Poly;

/// The meaning of a variable of the polynomials.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Unknown {
    Var(Var),
    Old(Var),
    Quotient(Poly, Poly),
    Remainder(Poly, Poly),
    Call(Path, Vec<Ty>, Vec<Poly>),
}

/// The variables and the known facts.
pub(super) struct Reader {
    unknowns: IndexSet<Unknown>,
    /// The polynomials that are known not to be zero.
    nonzero: Vec<Poly>,
}

pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// An equation to prove: the polynomial must be in the ideal of the premises and, in a congruence, of the divisor.
pub(super) struct Question {
    pub(super) difference: Poly,
    pub(super) divisor: Option<Poly>,
    pub(super) span: Span,
}

/// The error that an expression is not supported by this prover.
fn beyond<T>(what: &str, span: Span) -> Read<T> {
    let text = format!("`integer_ring` supports only sums, products, remainders and equations of integers, not {what}");
    Err(Box::new(Diagnostic::error(Language::IntegerRing, text, span)))
}

/// Splits a condition into its conjuncts.
fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &*e.kind {
        ExprKind::Arm(e) | ExprKind::Checked(e) => conjuncts(e, out),
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

fn bare(e: &Expr) -> &Expr {
    match &*e.kind {
        ExprKind::Arm(e) | ExprKind::Checked(e) => bare(e),
        _ => e,
    }
}

/// The two sides of an equation of integers.
fn equation(e: &Expr) -> Option<(&Expr, &Expr)> {
    match &*bare(e).kind {
        ExprKind::Binary(BinaryOp::Eq, a, b) if a.ty.int_kind().is_some() => Some((a, b)),
        _ => None,
    }
}

/// The two sides of a condition `a != b`.
fn inequation(e: &Expr) -> Option<(&Expr, &Expr)> {
    match &*bare(e).kind {
        ExprKind::Unary(UnaryOp::Not, e) => equation(e),
        _ => None,
    }
}

impl Reader {
    /// A reader that knows which polynomials are not zero by the premises.
    pub(super) fn new(premises: &[&Expr]) -> Read<Reader> {
        let mut reader = Reader { unknowns: IndexSet::new(), nonzero: Vec::new() };
        reader.learn_nonzero(premises)?;
        Ok(reader)
    }

    fn learn_nonzero(&mut self, premises: &[&Expr]) -> Read<()> {
        for premise in split(premises) {
            if let Some((a, b)) = inequation(premise) {
                let difference = self.poly(a)?.minus(&self.poly(b)?);
                self.nonzero.push(difference);
            }
        }
        Ok(())
    }

    /// The polynomials that are zero by the premises.
    pub(super) fn premises(&mut self, premises: &[&Expr]) -> Read<Vec<Poly>> {
        let mut out = Vec::new();
        for premise in split(premises) {
            match (equation(premise), inequation(premise)) {
                (Some((a, b)), _) => out.push(self.poly(a)?.minus(&self.poly(b)?)),
                (None, Some(_)) => {}
                (None, None) => return beyond("this", premise.span),
            }
        }
        Ok(out)
    }

    /// The equations of a conclusion. It also learns from the conclusion which polynomials are not zero.
    pub(super) fn questions(&mut self, conclusion: &Expr) -> Read<Vec<Question>> {
        let conclusion = bare(conclusion);
        if let ExprKind::Binary(BinaryOp::Implies, guard, then) = &*conclusion.kind {
            let all = split(&[guard]);
            if let Some(other) = all.iter().find(|e| inequation(e).is_none()) {
                return beyond("this", other.span);
            }
            self.learn_nonzero(&all)?;
            return self.questions(then);
        }
        let mut out = Vec::new();
        for equal in split(&[conclusion]) {
            let Some((a, b)) = equation(equal) else { return beyond("this", equal.span) };
            out.push(self.question(a, b, equal.span)?);
        }
        Ok(out)
    }

    /// The question for an equation. Two remainders by the same divisor are equal exactly if the difference of the
    /// dividends is a multiple of the divisor.
    fn question(&mut self, a: &Expr, b: &Expr, span: Span) -> Read<Question> {
        let (left, right) = (self.remainder(a)?, self.remainder(b)?);
        let is_zero = |e: &Expr| matches!(&*bare(e).kind, ExprKind::Const(Const::Int(value)) if value.is_zero());
        let congruent = match (left, right) {
            (Some((x, d)), Some((y, e))) if d == e => Some((x.minus(&y), d)),
            (Some((x, d)), _) if is_zero(b) => Some((x, d)),
            (_, Some((y, d))) if is_zero(a) => Some((y, d)),
            _ => None,
        };
        if let Some((difference, divisor)) = congruent {
            return Ok(Question { difference, divisor: Some(divisor), span });
        }
        Ok(Question { difference: self.poly(a)?.minus(&self.poly(b)?), divisor: None, span })
    }

    /// The dividend and the divisor of a remainder, if the divisor is not zero.
    fn remainder(&mut self, e: &Expr) -> Read<Option<(Poly, Poly)>> {
        let ExprKind::Binary(BinaryOp::Mod, a, d) = &*bare(e).kind else { return Ok(None) };
        let divisor = self.poly(d)?;
        let dividend = self.poly(a)?;
        Ok(self.is_nonzero(&divisor).then_some((dividend, divisor)))
    }

    /// Whether a number is known not to be zero: a constant, a premise, or a product of such variables.
    fn is_nonzero(&self, poly: &Poly) -> bool {
        if let Some(value) = poly.as_constant() {
            return !value.is_zero();
        }
        let opposite = Poly::default().minus(poly);
        if self.nonzero.iter().any(|known| known == poly || *known == opposite) {
            return true;
        }
        let mut terms = poly.terms();
        let (Some((monomial, _)), None) = (terms.next(), terms.next()) else { return false };
        let is_known = |variable| self.nonzero.contains(&Poly::variable(variable));
        monomial.variables().all(is_known)
    }

    /// The polynomial of an unknown: a variable of the polynomials for each different unknown.
    fn unknown(&mut self, unknown: Unknown) -> Poly {
        Poly::variable(self.unknowns.insert_full(unknown).0)
    }

    /// Reads an expression as a polynomial.
    fn poly(&mut self, e: &Expr) -> Read<Poly> {
        certus_vir::visit::deep(|| self.poly_once(e))
    }

    fn poly_once(&mut self, e: &Expr) -> Read<Poly> {
        if e.ty.int_kind().is_none() {
            return beyond(&format!("values of type `{}`", e.ty), e.span);
        }
        Ok(match &*e.kind {
            ExprKind::Arm(e) | ExprKind::Checked(e) => self.poly(e)?,
            ExprKind::Const(Const::Int(value)) => Poly::constant(value.clone()),
            ExprKind::Var(var) => self.unknown(Unknown::Var(var.clone())),
            ExprKind::Old(var) => self.unknown(Unknown::Old(var.clone())),
            ExprKind::Unary(UnaryOp::Neg, a) => Poly::default().minus(&self.poly(a)?),
            ExprKind::Binary(BinaryOp::Add, a, b) => self.poly(a)?.plus(&self.poly(b)?),
            ExprKind::Binary(BinaryOp::Sub, a, b) => self.poly(a)?.minus(&self.poly(b)?),
            ExprKind::Binary(BinaryOp::Mul, a, b) => self.poly(a)?.times(&self.poly(b)?),
            ExprKind::Binary(BinaryOp::Mod, a, d) => {
                let (dividend, divisor) = (self.poly(a)?, self.poly(d)?);
                if self.is_nonzero(&divisor) {
                    let quotient = self.unknown(Unknown::Quotient(dividend.clone(), divisor.clone()));
                    dividend.minus(&divisor.times(&quotient))
                } else {
                    self.unknown(Unknown::Remainder(dividend, divisor))
                }
            }
            ExprKind::Binary(BinaryOp::Div, ..) => return beyond("division", e.span),
            ExprKind::Call(path, tys, args) => {
                let args = args.iter().map(|arg| self.poly(arg)).collect::<Read<Vec<Poly>>>()?;
                self.unknown(Unknown::Call(path.clone(), tys.clone(), args))
            }
            _ => return beyond("this", e.span),
        })
    }
}

fn split<'e>(conditions: &[&'e Expr]) -> Vec<&'e Expr> {
    let mut out = Vec::new();
    conditions.iter().for_each(|e| conjuncts(e, &mut out));
    out
}
