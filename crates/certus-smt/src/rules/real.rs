//! # Rule `real`
//!
//! ```smt
//! (+ a b) (- a b) (* a b) (/ a b) (- a)        ; on real numbers, for a + b, a - b, a * b, a / b, -a
//! (< a b) (<= a b)                             ; for a < b and b > a, a <= b and b >= a
//! (to_real n) (to_int a)                       ; for n as real, a.floor()
//! (/ 11.0 4.0)                                 ; for 2.75
//! ```
//!
//! True because the type `real` has the real numbers of mathematics, as the sort `Real` does. `to_int` is the greatest integer
//! that is not above its argument. Neither side says what a division by zero gives, only that it is one number.
//!
//! # Rule `real-product`
//!
//! ```smt
//! (forall ((x Real) (y Real)) (!
//!     (and (= (real.mul x y) (* x y)) (=> (and (<= 0.0 x) (<= 0.0 y)) (<= 0.0 (real.mul x y))))
//!     :pattern ((real.mul x y))))
//! ```
//!
//! True because the function is defined so. It stands for a product of two unknowns, as in rule `product`.

use certus_vir::RealOp;
use num_bigint::Sign;
use num_rational::BigRational;

use crate::rules::arithmetic::NONLINEAR;
use crate::term::{self, Role, Sort, Term};
use crate::theory::Theory;

/// The sort of the real numbers.
pub(crate) const REAL: &str = "Real";

/// The function for a product of two unknowns.
const PRODUCT: &str = "real.mul";

/// Rule `real`: a literal.
pub(crate) fn literal(value: &BigRational) -> Term {
    let constant = |digits: String| real(&format!("{digits}.0"), Vec::new());
    let numerator = constant(value.numer().magnitude().to_string());
    let size =
        if value.is_integer() { numerator } else { real("/", vec![numerator, constant(value.denom().to_string())]) };
    if value.numer().sign() == Sign::Minus { negation(size) } else { size }
}

/// Rule `real`: `-a`.
pub(crate) fn negation(a: Term) -> Term {
    real("-", vec![a])
}

/// Rule `real`: `n as real`.
pub(crate) fn of_integer(n: Term) -> Term {
    real("to_real", vec![n])
}

/// Rule `real`: `a.floor()`.
pub(crate) fn floor(a: Term) -> Term {
    term::arith("to_int", vec![a])
}

/// Rules `real` and `real-product`: an operator.
pub(crate) fn operator(theory: &mut Theory, op: RealOp, [a, b]: [Term; 2], is_nonlinear: bool) -> Term {
    match op {
        RealOp::Add => real("+", vec![a, b]),
        RealOp::Sub => real("-", vec![a, b]),
        RealOp::Lt => term::logic("<", vec![a, b]),
        RealOp::Le => term::logic("<=", vec![a, b]),
        RealOp::Gt => term::logic("<", vec![b, a]),
        RealOp::Ge => term::logic("<=", vec![b, a]),
        RealOp::Div => {
            if !is_literal(&b) {
                theory.once(NONLINEAR);
            }
            real("/", vec![a, b])
        }
        RealOp::Mul if is_literal(&a) || is_literal(&b) => real("*", vec![a, b]),
        RealOp::Mul => {
            theory.once(NONLINEAR);
            if is_nonlinear { real("*", vec![a, b]) } else { product(theory, a, b) }
        }
    }
}

/// Rule `real-product`.
fn product(theory: &mut Theory, a: Term, b: Term) -> Term {
    let sort: Sort = REAL.into();
    if theory.declare(&PRODUCT.into(), vec![sort.clone(), sort.clone()], &sort) {
        let binders: Vec<term::Bound> = ["x", "y"].into_iter().map(|name| (name.into(), sort.clone())).collect();
        let factors: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
        let result = term::app(PRODUCT, Role::Given, factors.clone(), REAL);
        let from_zero = |t: &Term| term::logic("<=", vec![literal(&BigRational::default()), t.clone()]);
        let same = term::eq(result.clone(), real("*", factors.clone()));
        let signs = term::implies(term::and(factors.iter().map(from_zero).collect::<Vec<_>>()), from_zero(&result));
        theory.state(PRODUCT, term::forall(binders, vec![result], term::and([same, signs])));
    }
    term::app(PRODUCT, Role::Given, vec![a, b], REAL)
}

/// Whether a term is a number: no variable or function of the program is in it.
fn is_literal(t: &Term) -> bool {
    match &t.kind {
        term::Kind::App(_, Role::Interpreted, args) => args.iter().all(is_literal),
        term::Kind::Lit(_) => true,
        _ => false,
    }
}

/// An operator of the solver that gives a real number.
fn real(name: &str, args: Vec<Term>) -> Term {
    term::app(name, Role::Interpreted, args, REAL)
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    fn r(text: &str) -> Expr {
        Expr::new(ExprKind::Const(Const::Real(decimal::parse(text).unwrap())), Ty::Real, sp())
    }

    fn op(op: RealOp, a: Expr, b: Expr) -> Expr {
        bin(BinaryOp::Real(op), a, b)
    }

    fn one(op: UnaryOp, ty: Ty, e: Expr) -> Expr {
        Expr::new(ExprKind::Unary(op, e), ty, sp())
    }

    #[test]
    fn real_arithmetic_is_exact_and_division_by_zero_unspecified() {
        let mut w = World::new();
        let x = w.var("x", Ty::Real);
        let third = op(RealOp::Div, x.clone(), r("3"));
        w.check(eq(op(RealOp::Mul, third, r("3")), x.clone())).check(eq(op(RealOp::Div, r("1"), r("4")), r("0.25")));
        w.check(eq(op(RealOp::Add, r("0.1"), r("0.2")), r("0.3")))
            .check(eq(op(RealOp::Sub, r("1"), r("0.9")), r("0.1")));
        w.check(eq(op(RealOp::Div, x.clone(), r("0")), r("0")))
            .check(eq(op(RealOp::Div, x.clone(), r("0")), x.clone()));
        w.check(eq(op(RealOp::Div, r("1"), r("3")), r("0.3333")))
            .check(eq(one(UnaryOp::RealNeg, Ty::Real, x.clone()), x));
        w.fails(&[4, 5, 6, 7]);
    }

    #[test]
    fn real_order_is_dense_and_floor_rounds_down() {
        let mut w = World::new();
        let (x, y) = (w.var("x", Ty::Real), w.var("y", Ty::Real));
        let half = op(RealOp::Div, op(RealOp::Add, x.clone(), y.clone()), r("2"));
        w.assume(op(RealOp::Lt, x.clone(), y.clone()));
        let floor = |e| one(UnaryOp::Floor, int(), e);
        let back = |e| one(UnaryOp::IntToReal, Ty::Real, floor(e));
        w.check(and(op(RealOp::Lt, x.clone(), half.clone()), op(RealOp::Gt, y.clone(), half)));
        w.check(eq(floor(r("-2.7")), n(-3))).check(eq(floor(r("2.7")), n(2)));
        w.check(op(RealOp::Le, back(x.clone()), x.clone())).check(op(RealOp::Ge, back(x.clone()), x.clone()));
        w.check(lt(floor(x.clone()), floor(y.clone()))).check(op(RealOp::Le, op(RealOp::Add, x.clone(), r("1")), y));
        w.check(eq(floor(one(UnaryOp::IntToReal, Ty::Real, n(7))), n(7)));
        w.fails(&[4, 5, 6]);
    }

    #[test]
    fn real_product_of_numbers_from_zero_is_not_negative() {
        let mut w = World::new();
        let (x, y) = (w.var("x", Ty::Real), w.var("y", Ty::Real));
        let product = op(RealOp::Mul, x.clone(), y.clone());
        let from_zero = |e: &Expr| op(RealOp::Le, r("0"), e.clone());
        w.check(implies(and(from_zero(&x), from_zero(&y)), from_zero(&product)));
        w.check(eq(product.clone(), op(RealOp::Mul, y.clone(), x.clone()))).check(from_zero(&product));
        w.check(implies(from_zero(&x), from_zero(&product)));
        w.fails(&[2, 3]);
    }
}
