//! # Rule `arithmetic`
//!
//! ```smt
//! (+ a b) (- a b) (* a b) (- a)                ; for a + b, a - b, a * b, -a
//! (< a b) (<= a b)                             ; for a < b and b > a, a <= b and b >= a
//! (div a b) (mod a b)                          ; for a / b, a % b
//! ```
//!
//! True because the operators of the language on `int` are those of mathematics, and its division is the Euclidean one, as
//! is that of the SMT-LIB theory of integers: `a = b * (div a b) + (mod a b)` with `0 <= (mod a b) < |b|`. Neither says what
//! a division by zero gives.
//!
//! # Rule `trigger-arithmetic`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (! (= (int.add x y) (+ x y)) :pattern ((int.add x y))))
//! ; and so int.sub, int.neg, int.mul, int.div, int.mod
//! ```
//!
//! True because the function is defined so. An operator that stands in some trigger is such a function in the whole query,
//! because the solver does not match its own operators.
//!
//! # Rule `product`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (!
//!     (and (= (int.mul x y) (* x y)) (=> (and (<= 0 x) (<= 0 y)) (<= 0 (int.mul x y)))
//!          (=> (= x 0) (= (int.mul x y) 0)) (=> (= y 0) (= (int.mul x y) 0)))
//!     :pattern ((int.mul x y))))
//! ```
//!
//! True because the function is defined so, the product of two numbers that are not negative is not negative, and a product
//! with 0 is 0. A product of two unknowns is this function, outside of the nonlinear prover: what the solver's normal form of
//! polynomials happens to prove would come and go with the shape of the query. That form has no product with a literal 0, so
//! a factor that is 0 by an equation of the program would tell nothing.
//!
//! # Rule `quotient`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (!
//!     (=> (and (<= 0 x) (< 0 y)) (and (<= 0 (div x y)) (<= (div x y) x)))
//!     :pattern ((div x y))))
//! ```
//!
//! True because with `x = y * q + r` and `0 <= r < y`, a negative `q` would make `x` negative, and one above `x` would make
//! `y * q` greater than `x`. It is stated where something is divided by an unknown, outside of the nonlinear prover: proofs on
//! unsigned numbers need it, and the solver does not find it by itself. The solver matches this operator of its own, as the
//! quotient by an unknown is no polynomial.

use std::collections::BTreeSet;

use certus_vir::{IntKind, Prover};

use crate::term::{self, Kind, Role, Sort, Term};
use crate::theory::Theory;

/// What happens once something is multiplied with an unknown, or divided by one.
pub(crate) const NONLINEAR: &str = "nonlinear arithmetic";

/// What rule `quotient` is noted as, once it is stated.
pub(crate) const QUOTIENT: &str = "bounds of quotients";

/// What is printed as a function in the whole query because it stands in a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wrapped {
    /// The function for an operator.
    Operator(&'static str),
    /// Casts to a type, those that change nothing too.
    Cast(IntKind),
}

/// Which integer operators, and which casts that change nothing, are printed as functions.
pub(crate) struct Operators {
    /// Those that stand in some trigger of the query, as far as was known when the encoding began.
    wrapped: BTreeSet<Wrapped>,
    /// Those found in triggers so far; when one is not in `wrapped`, the encoding is done over with it.
    in_triggers: BTreeSet<Wrapped>,
    /// Whether the prover is the nonlinear one, which is to see products as they are.
    is_nonlinear: bool,
}

impl Operators {
    /// These operators are known to stand in triggers.
    pub(crate) fn new(wrapped: BTreeSet<Wrapped>, prover: Prover) -> Operators {
        Operators { wrapped, in_triggers: BTreeSet::new(), is_nonlinear: prover == Prover::Nonlinear }
    }

    /// Whether the prover is the nonlinear one.
    pub(crate) fn is_nonlinear(&self) -> bool {
        self.is_nonlinear
    }

    /// Notes the operators in a trigger: symbols of the solver with how many operands they have.
    pub(crate) fn in_trigger(&mut self, operators: &[(String, usize)]) {
        self.in_triggers.extend(operators.iter().map(|(symbol, n)| Wrapped::Operator(function_name(symbol, *n))));
    }

    /// Notes that a cast to this type is a trigger.
    pub(crate) fn cast_in_trigger(&mut self, kind: IntKind) {
        self.in_triggers.insert(Wrapped::Cast(kind));
    }

    /// Whether each cast to this type is printed, as far as is known.
    pub(crate) fn keeps_cast(&self, kind: IntKind) -> bool {
        let cast = Wrapped::Cast(kind);
        self.wrapped.contains(&cast) || self.in_triggers.contains(&cast)
    }

    /// All operators that stand in triggers, if there are others than were known in the beginning.
    pub(crate) fn once_more(&self) -> Option<BTreeSet<Wrapped>> {
        let is_known = self.in_triggers.is_subset(&self.wrapped);
        (!is_known).then(|| self.wrapped.union(&self.in_triggers).copied().collect())
    }

    /// Rules `arithmetic`, `trigger-arithmetic`, `product` and `quotient`: an operator of the solver applied, or the function
    /// for it.
    pub(crate) fn apply(&self, theory: &mut Theory, symbol: &str, args: Vec<Term>) -> Term {
        let name = function_name(symbol, args.len());
        let unknown = |t: &Term| !matches!(t.kind, Kind::Lit(_));
        let is_linear = match symbol {
            "*" => !args.iter().all(unknown),
            "div" | "mod" => !args.last().is_some_and(unknown),
            _ => true,
        };
        if !is_linear {
            theory.once(NONLINEAR);
        }
        if symbol == "div" && !is_linear && !self.is_nonlinear && theory.once(QUOTIENT) {
            let int: Sort = "Int".into();
            let (x, y) = (term::var(&"x".into(), &int), term::var(&"y".into(), &int));
            let quotient = term::arith(symbol, vec![x.clone(), y.clone()]);
            let at_least_zero = |t: &Term| term::less(false, term::lit(0), t.clone());
            let divides = term::and([at_least_zero(&x), term::less(true, term::lit(0), y)]);
            let in_bounds = term::and([at_least_zero(&quotient), term::less(false, quotient.clone(), x)]);
            let binders = ["x", "y"].map(|name| (name.into(), int.clone())).to_vec();
            theory.state("quotient", term::forall(binders, vec![quotient], term::implies(divides, in_bounds)));
        }
        let is_product = symbol == "*" && !is_linear && !self.is_nonlinear;
        if !self.wrapped.contains(&Wrapped::Operator(name)) && !is_product {
            return term::arith(symbol, args);
        }
        if theory.once(&format!("operator {name}")) {
            let int: Sort = "Int".into();
            let binders: Vec<term::Bound> =
                ["x", "y"].iter().take(args.len()).map(|name| ((*name).into(), int.clone())).collect();
            let values: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
            let result = term::app(name, Role::Given, values.clone(), "Int");
            theory.declare(&name.into(), vec![int.clone(); args.len()], &int);
            let mut fact = term::eq(result.clone(), term::arith(symbol, values.clone()));
            if symbol == "*" {
                let from_zero = |t: &Term| term::less(false, term::lit(0), t.clone());
                let factors = term::and(values.iter().map(from_zero).collect::<Vec<_>>());
                let is_zero = |t: &Term| term::eq(t.clone(), term::lit(0));
                let of_zero = values.iter().map(|factor| term::implies(is_zero(factor), is_zero(&result)));
                fact = term::and([fact, term::implies(factors, from_zero(&result))].into_iter().chain(of_zero));
            }
            theory.state(name, term::forall(binders, vec![result], fact));
        }
        term::app(name, Role::Given, args, "Int")
    }
}

/// The function for an integer operator of the solver.
fn function_name(symbol: &str, operands: usize) -> &'static str {
    match (symbol, operands) {
        ("+", _) => "int.add",
        ("-", 1) => "int.neg",
        ("-", _) => "int.sub",
        ("*", _) => "int.mul",
        ("div", _) => "int.div",
        _ => "int.mod",
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn arithmetic_division_is_euclidean_and_by_zero_unspecified() {
        let mut w = World::new();
        let x = w.var("x", int());
        let div = |a: Expr, b: Expr| bin(BinaryOp::Div, a, b);
        let rem = |a: Expr, b: Expr| bin(BinaryOp::Mod, a, b);
        w.check(eq(div(n(-7), n(2)), n(-4))).check(eq(rem(n(-7), n(2)), n(1))).check(eq(rem(n(7), n(-2)), n(1)));
        w.check(eq(div(x.clone(), n(0)), n(0))).check(eq(rem(x.clone(), n(0)), x.clone()));
        w.check(not(eq(div(x.clone(), n(0)), n(0)))).check(eq(div(n(7), n(-2)), n(-4)));
        w.fails(&[3, 4, 5, 6]);
    }

    #[test]
    fn arithmetic_comparisons_are_strict_or_not() {
        let mut w = World::new();
        let (x, y) = (w.var("x", int()), w.var("y", int()));
        w.assume(lt(x.clone(), y.clone()));
        w.check(le(add(x.clone(), n(1)), y.clone())).check(bin(BinaryOp::Gt, y.clone(), x.clone()));
        w.check(bin(BinaryOp::Ge, y.clone(), add(x.clone(), n(1)))).check(lt(add(x.clone(), n(1)), y.clone()));
        w.check(bin(BinaryOp::Ge, x.clone(), y.clone())).check(eq(sub(x.clone(), y.clone()), sub(y, x)));
        w.fails(&[3, 4, 5]);
    }

    #[test]
    fn trigger_arithmetic_is_matched_and_means_the_operator() {
        let mut w = World::new();
        w.declare("crate::f", &[("i", int())], Ty::Bool);
        let x = w.var("x", int());
        let f = |e| is("crate::f", &[e]);
        let next = |e: Expr| add(e, n(1));
        let body = implies(f(i("i")), le(n(7), next(i("i"))));
        let q = quant(QuantKind::Forall, &[("i", int())], given(&[f(i("i")), next(i("i"))]), body);
        w.assume(q).assume(f(x.clone()));
        let mut good = w.clone();
        good.goal(le(n(7), next(x.clone()))).goal(le(n(8), add(x.clone(), n(2))));
        good.proves();
        w.check(le(n(8), add(x, n(2))));
        w.fails(&[0]);
    }

    #[test]
    fn quotient_of_naturals_is_no_larger_and_its_rest_is_smaller() {
        let mut w = World::new();
        let (x, y, z) = (w.var("x", nat()), w.var("y", nat()), w.var("z", int()));
        let div = |a: &Expr, b: &Expr| bin(BinaryOp::Div, a.clone(), b.clone());
        let rem = |a: &Expr, b: &Expr| bin(BinaryOp::Mod, a.clone(), b.clone());
        let for_divisor = |b: &Expr, e: Expr| implies(bin(BinaryOp::Lt, n(0), b.clone()), e);
        w.check(for_divisor(&y, le(div(&x, &y), x.clone()))).check(for_divisor(&y, le(n(0), div(&x, &y))));
        w.check(for_divisor(&y, le(rem(&x, &y), y.clone()))).check(for_divisor(&y, le(div(&z, &y), z.clone())));
        w.check(le(div(&x, &y), x.clone())).check(for_divisor(&y, le(add(div(&x, &y), n(1)), x)));
        w.fails(&[3, 4, 5]);
    }

    #[test]
    fn product_of_naturals_is_not_negative() {
        let mut w = World::new();
        let (x, y, z) = (w.var("x", nat()), w.var("y", nat()), w.var("z", int()));
        w.check(le(n(0), mul(x.clone(), y.clone()))).check(le(n(0), mul(x.clone(), z.clone())));
        w.check(eq(mul(x.clone(), z.clone()), mul(z, x.clone()))).check(eq(mul(x.clone(), n(2)), add(x.clone(), x)));
        w.fails(&[1]);
    }

    #[test]
    fn product_with_zero_is_zero() {
        let mut w = World::new();
        let (x, y, z) = (w.var("x", int()), w.var("y", int()), w.var("z", int()));
        w.declare("crate::f", &[("i", int())], int());
        let f = |e: &Expr| call("crate::f", std::slice::from_ref(e), int());
        w.assume(eq(f(&x), y.clone())).assume(eq(f(&x), n(0)));
        w.check(eq(mul(y.clone(), z.clone()), n(0))).check(eq(mul(z.clone(), y), n(0))).check(eq(mul(x, z), n(0)));
        w.fails(&[2]);
    }
}
