//! Decides whether a polynomial is a combination of others, with integer polynomials as coefficients.
//!
//! The search uses a Gröbner basis over the integers (Kandri-Rody and Kapur 1988: for two leading terms, it adds both
//! the difference of multiples that cancels them and the combination that has their greatest common divisor). The
//! result is CHECKED by expansion, so the search need not be trusted.
//!
//! For example, `x^2 - y^2` is the combination `(x + y) * (x - y)` of the polynomial `x - y`.

use std::collections::{BTreeMap, VecDeque};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::poly::{Monomial, Poly};

/// The maximal number of terms in a search. Each term counts as often as its coefficient has words.
const MAX_WORK: u64 = 10_000_000;

/// A polynomial of the ideal, with its coefficients over the given polynomials.
#[derive(Clone)]
struct Member {
    poly: Poly,
    /// The coefficients, by the number of the given polynomial.
    made_of: BTreeMap<usize, Poly>,
}

/// The search exceeded its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

/// The state of a search: the work that is left.
struct Search {
    work: u64,
}

impl Member {
    /// Adds a multiple of another member.
    fn add(&mut self, other: &Member, coefficient: &BigInt, monomial: &Monomial) {
        self.poly.add_multiple(&other.poly, coefficient, monomial);
        for (number, poly) in &other.made_of {
            self.made_of.entry(*number).or_default().add_multiple(poly, coefficient, monomial);
        }
    }

    /// The work of adding a multiple of it.
    fn size(&self) -> u64 {
        self.poly.size() + self.made_of.values().map(Poly::size).sum::<u64>()
    }
}

/// The coefficients with which the given polynomials add up to a goal; `None` if the goal is not in their ideal.
pub(super) fn combination(given: &[Poly], goal: &Poly) -> Result<Option<BTreeMap<usize, Poly>>, Exhausted> {
    let mut search = Search { work: 0 };
    // The rest of the goal, and the combination that was subtracted from it.
    let mut left = Member { poly: goal.clone(), made_of: BTreeMap::new() };
    let one = |(number, poly): (usize, &Poly)| {
        let made_of = BTreeMap::from([(number, Poly::constant(BigInt::one()))]);
        Member { poly: poly.clone(), made_of }
    };
    let mut members: Vec<Member> = given.iter().enumerate().map(one).filter(|m| !m.poly.is_zero()).collect();
    search.eliminate(&mut members, &mut left)?;
    let found = search.reduce_by_basis(members, &mut left)?;
    let coefficients = left.made_of.into_iter().map(|(n, poly)| (n, Poly::default().minus(&poly))).collect();
    Ok((found && is_sum(given, &coefficients, goal)).then_some(coefficients))
}

/// The check: whether the sum of the products is the goal.
fn is_sum(given: &[Poly], coefficients: &BTreeMap<usize, Poly>, goal: &Poly) -> bool {
    let mut sum = Poly::default();
    for (number, coefficient) in coefficients {
        let Some(poly) = given.get(*number) else { return false };
        sum = sum.plus(&coefficient.times(poly));
    }
    sum == *goal
}

impl Search {
    /// Adds a multiple, and counts the work.
    fn add(
        &mut self,
        to: &mut Member,
        other: &Member,
        coefficient: &BigInt,
        monomial: &Monomial,
    ) -> Result<(), Exhausted> {
        self.pay(other.size().saturating_mul(1 + coefficient.bits() / 64))?;
        to.add(other, coefficient, monomial);
        Ok(())
    }

    /// Counts work; `Err` if the budget is used up.
    fn pay(&mut self, work: u64) -> Result<(), Exhausted> {
        self.work = self.work.saturating_add(work);
        if self.work > MAX_WORK { Err(Exhausted) } else { Ok(()) }
    }

    /// Replaces variables that a member defines (`v - r` without `v` in `r`) in all members. The rest mentions only the
    /// other variables, and the definitions are no longer needed.
    fn eliminate(&mut self, members: &mut Vec<Member>, goal: &mut Member) -> Result<(), Exhausted> {
        while let Some((index, variable, sign)) = definition(members) {
            let by = members.swap_remove(index);
            for member in members.iter_mut().chain([&mut *goal]) {
                self.replace(member, &by, variable, &sign)?;
            }
            members.retain(|member| !member.poly.is_zero());
        }
        Ok(())
    }

    /// Replaces a variable in `to` by the definition in `by`.
    fn replace(&mut self, to: &mut Member, by: &Member, variable: usize, sign: &BigInt) -> Result<(), Exhausted> {
        let one = Poly::variable(variable);
        let Some((single, _)) = one.lead() else { return Ok(()) };
        loop {
            let term = to.poly.terms().rev().find(|(m, _)| m.power(variable) > 0);
            let Some((monomial, coefficient)) = term else { return Ok(()) };
            let Some(rest) = monomial.over(single) else { return Ok(()) };
            let coefficient = -(coefficient * sign);
            self.add(to, by, &coefficient, &rest)?;
        }
    }

    /// Extends a Gröbner basis until the goal reduces to zero, or the basis is complete.
    fn reduce_by_basis(&mut self, given: Vec<Member>, goal: &mut Member) -> Result<bool, Exhausted> {
        let mut basis: Vec<Member> = Vec::new();
        let mut pairs: VecDeque<(usize, usize)> = VecDeque::new();
        for member in given {
            self.join(member, &mut basis, &mut pairs)?;
        }
        loop {
            self.reduce(goal, &basis)?;
            if goal.poly.is_zero() {
                return Ok(true);
            }
            self.pay(pairs.len() as u64)?;
            // The pair with the smallest common multiple comes first.
            let key = |(i, j): &(usize, usize)| match (basis.get(*i).and_then(lead), basis.get(*j).and_then(lead)) {
                (Some((a, _)), Some((b, _))) => Some(a.lcm(&b)),
                _ => None,
            };
            let Some(next) = (0..pairs.len()).min_by_key(|at| pairs.get(*at).and_then(key)) else { return Ok(false) };
            let Some((i, j)) = pairs.swap_remove_back(next) else { return Ok(false) };
            let (a, b) = (basis[i].clone(), basis[j].clone());
            for member in self.combinations(&a, &b)? {
                self.join(member, &mut basis, &mut pairs)?;
            }
        }
    }

    /// The combinations of two members for the basis.
    fn combinations(&mut self, a: &Member, b: &Member) -> Result<Vec<Member>, Exhausted> {
        let (Some((s, x)), Some((t, y))) = (lead(a), lead(b)) else { return Ok(Vec::new()) };
        let common = s.lcm(&t);
        let (Some(to_a), Some(to_b)) = (common.over(&s), common.over(&t)) else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        let multiple = x.lcm(&y);
        let mut difference = Member { poly: Poly::default(), made_of: BTreeMap::new() };
        self.add(&mut difference, a, &(&multiple / &x), &to_a)?;
        self.add(&mut difference, b, &-(&multiple / &y), &to_b)?;
        out.push(difference);
        if !x.is_multiple_of(&y) && !y.is_multiple_of(&x) {
            let bezout = x.extended_gcd(&y);
            let mut greatest = Member { poly: Poly::default(), made_of: BTreeMap::new() };
            self.add(&mut greatest, a, &bezout.x, &to_a)?;
            self.add(&mut greatest, b, &bezout.y, &to_b)?;
            out.push(greatest);
        }
        Ok(out)
    }

    /// Adds the reduced form of a member to the basis.
    fn join(
        &mut self,
        mut member: Member,
        basis: &mut Vec<Member>,
        pairs: &mut VecDeque<(usize, usize)>,
    ) -> Result<(), Exhausted> {
        self.reduce(&mut member, basis)?;
        let Some((s, x)) = lead(&member) else { return Ok(()) };
        for (index, other) in basis.iter().enumerate() {
            let Some((t, y)) = lead(other) else { continue };
            // A pair of coprime leading monomials gives nothing new, if one of the coefficients is a unit.
            if !(s.is_coprime(&t) && (x.magnitude().is_one() || y.magnitude().is_one())) {
                pairs.push_back((index, basis.len()));
            }
        }
        basis.push(member);
        Ok(())
    }

    /// Subtracts multiples of the basis as long as that makes a term smaller.
    fn reduce(&mut self, member: &mut Member, basis: &[Member]) -> Result<(), Exhausted> {
        let mut below: Option<Monomial> = None;
        loop {
            self.pay((member.poly.len() + basis.len()) as u64)?;
            let is_next = |m: &Monomial| below.as_ref().is_none_or(|below| m < below);
            let Some((monomial, coefficient)) = member.poly.terms().rev().find(|(m, _)| is_next(m)) else {
                return Ok(());
            };
            let (monomial, coefficient) = (monomial.clone(), coefficient.clone());
            let fits = basis.iter().find_map(|other| {
                let (t, y) = lead(other)?;
                let quotient = coefficient.div_floor(&y);
                let rest = monomial.over(&t)?;
                // A smaller remainder of the same sign counts as progress.
                let is_less = coefficient.mod_floor(&y).magnitude() < coefficient.magnitude();
                (is_less && !quotient.is_zero()).then_some((other, quotient, rest))
            });
            match fits {
                Some((other, quotient, rest)) => self.add(member, other, &-quotient, &rest)?,
                None => below = Some(monomial),
            }
        }
    }
}

/// The leading term of a member; `None` for zero.
fn lead(member: &Member) -> Option<(Monomial, BigInt)> {
    member.poly.lead().map(|(m, c)| (m.clone(), c.clone()))
}

/// The shortest member that defines a variable: its number, the variable, and the sign of the variable.
fn definition(members: &[Member]) -> Option<(usize, usize, BigInt)> {
    let defines = |(index, member): (usize, &Member)| {
        let alone = member.poly.terms().find_map(|(monomial, coefficient)| {
            let mut variables = monomial.variables();
            let (variable, None) = (variables.next()?, variables.next()) else { return None };
            let is_unit = coefficient.magnitude().is_one() && monomial.power(variable) == 1;
            let others = member.poly.terms().filter(|(m, _)| m.power(variable) > 0).count();
            (is_unit && others == 1).then(|| (variable, coefficient.clone()))
        })?;
        Some((member.size(), index, alone))
    };
    let found = members.iter().enumerate().filter_map(defines).min_by_key(|(size, index, _)| (*size, *index));
    found.map(|(_, index, (variable, sign))| (index, variable, sign))
}

#[cfg(test)]
mod tests;
