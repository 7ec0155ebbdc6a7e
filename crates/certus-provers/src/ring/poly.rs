//! Polynomials with integer coefficients.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Zero};

/// A product of variables: the exponent of each variable by its number, without trailing zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Monomial(Vec<u32>);

impl Monomial {
    /// The monomial of a single variable.
    fn variable(number: usize) -> Monomial {
        let mut powers = vec![0; number];
        powers.push(1);
        Monomial(powers)
    }

    /// The exponent of a variable.
    pub(super) fn power(&self, variable: usize) -> u32 {
        self.0.get(variable).copied().unwrap_or(0)
    }

    /// The sum of the exponents.
    fn degree(&self) -> u64 {
        self.0.iter().map(|power| u64::from(*power)).sum()
    }

    /// Combines the exponents of two monomials, variable by variable.
    fn zip(&self, other: &Monomial, f: impl Fn(u32, u32) -> u32) -> Monomial {
        let len = self.0.len().max(other.0.len());
        let mut powers: Vec<u32> = (0..len).map(|i| f(self.power(i), other.power(i))).collect();
        while powers.last() == Some(&0) {
            powers.pop();
        }
        Monomial(powers)
    }

    /// The product.
    pub(super) fn times(&self, other: &Monomial) -> Monomial {
        self.zip(other, u32::saturating_add)
    }

    /// The least common multiple.
    pub(super) fn lcm(&self, other: &Monomial) -> Monomial {
        self.zip(other, u32::max)
    }

    /// The quotient, if the other monomial divides this one.
    pub(super) fn over(&self, other: &Monomial) -> Option<Monomial> {
        let divides = (0..other.0.len()).all(|i| other.power(i) <= self.power(i));
        divides.then(|| self.zip(other, u32::saturating_sub))
    }

    /// Whether the monomials have no variable in common.
    pub(super) fn is_coprime(&self, other: &Monomial) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| *a == 0 || *b == 0)
    }

    /// The variables in it.
    pub(super) fn variables(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, power)| **power > 0).map(|(variable, _)| variable)
    }
}

/// The order by degree. Among monomials of the same degree, the one with the smaller exponent of the last variable is
/// greater (graded reverse lexicographic order).
impl Ord for Monomial {
    fn cmp(&self, other: &Monomial) -> Ordering {
        let last = || {
            let len = self.0.len().max(other.0.len());
            let differs = (0..len).rev().find(|i| self.power(*i) != other.power(*i));
            differs.map_or(Ordering::Equal, |i| other.power(i).cmp(&self.power(i)))
        };
        self.degree().cmp(&other.degree()).then_with(last)
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Monomial) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A polynomial: its coefficients by monomial, none of them zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Poly(BTreeMap<Monomial, BigInt>);

impl Poly {
    /// A constant polynomial.
    pub(super) fn constant(value: BigInt) -> Poly {
        Poly::term(value, Monomial::default())
    }

    /// The polynomial of a single variable.
    pub(super) fn variable(number: usize) -> Poly {
        Poly::term(BigInt::one(), Monomial::variable(number))
    }

    /// A polynomial with one term.
    pub(super) fn term(coefficient: BigInt, monomial: Monomial) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(&monomial, coefficient);
        poly
    }

    /// Adds a term, and removes it if its coefficient becomes zero.
    fn add_term(&mut self, monomial: &Monomial, coefficient: BigInt) {
        let sum = self.0.remove(monomial).unwrap_or_default() + coefficient;
        if !sum.is_zero() {
            self.0.insert(monomial.clone(), sum);
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of terms.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of terms, each counted as often as its coefficient has words.
    pub(super) fn size(&self) -> u64 {
        self.0.values().map(|coefficient| 1 + coefficient.bits() / 64).sum()
    }

    /// Its terms.
    pub(super) fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &BigInt)> {
        self.0.iter()
    }

    /// The greatest term.
    pub(super) fn lead(&self) -> Option<(&Monomial, &BigInt)> {
        self.0.last_key_value()
    }

    /// The value, if the polynomial has no variables.
    pub(super) fn as_constant(&self) -> Option<BigInt> {
        match self.0.first_key_value() {
            None => Some(BigInt::zero()),
            Some((monomial, value)) => (self.0.len() == 1 && monomial.0.is_empty()).then(|| value.clone()),
        }
    }

    /// Adds a multiple of another polynomial.
    pub(super) fn add_multiple(&mut self, other: &Poly, coefficient: &BigInt, monomial: &Monomial) {
        for (m, c) in &other.0 {
            self.add_term(&m.times(monomial), c * coefficient);
        }
    }

    /// The sum.
    pub(super) fn plus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        sum.add_multiple(other, &BigInt::one(), &Monomial::default());
        sum
    }

    /// The difference.
    pub(super) fn minus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        sum.add_multiple(other, &BigInt::from(-1), &Monomial::default());
        sum
    }

    /// The product.
    pub(super) fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (monomial, coefficient) in &self.0 {
            product.add_multiple(other, coefficient, monomial);
        }
        product
    }
}
