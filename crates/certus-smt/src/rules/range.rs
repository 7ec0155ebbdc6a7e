//! # Rule `range`
//!
//! ```smt
//! true                                         ; RANGE(int, x)
//! (<= 0 x)                                     ; RANGE(nat, x)
//! (<= L x H)                                   ; RANGE(K, x), K of a fixed width with the bounds L and H
//! (and (<= 0 x) (< x usize.hi))                ; RANGE(usize, x)
//! (and (<= (- isize.hi) x) (< x isize.hi))     ; RANGE(isize, x)
//! (or (<= 0 x 55295) (<= 57344 x 1114111))     ; RANGE(char, x)
//! ```
//!
//! True because this is what the types of Rust hold: unsigned numbers and two's complement of their width, and for `char`
//! all code points but the surrogates. Where the program fixes the width of the target, `usize` and `isize` are of that width.
//!
//! # Rule `bound`
//!
//! ```smt
//! L                                            ; the lowest value of K of a fixed width
//! H                                            ; the highest one
//! (- usize.hi 1)                               ; the highest value of usize, and so for isize
//! (- isize.hi)                                 ; the lowest value of isize
//! ```
//!
//! True because `usize.hi` and `isize.hi` are the first values above the ranges, by rule `arch`.
//!
//! # Rule `arch`
//!
//! ```smt
//! (or (and (= arch.bits 32) (= isize.hi 2147483648) (= usize.hi 4294967296))
//!     (and (= arch.bits 64) (= isize.hi 9223372036854775808) (= usize.hi 18446744073709551616)))
//! ```
//!
//! True because the targets that are supported have pointers of 32 or of 64 bits. A proof then holds on both.

use certus_vir::IntKind;
use num_bigint::BigInt;

use crate::term::{self, Kind, Term};
use crate::theory::Theory;

impl Theory {
    /// Rule `range`: that an integer lies in a range.
    pub(crate) fn range(&mut self, kind: IntKind, t: &Term) -> Term {
        let kind = self.fixed(kind);
        if let Kind::Lit(value) = &t.kind
            && let Some(known) = contains(kind, value)
        {
            return term::boolean(known);
        }
        let between = |low: Term, high: Term| term::logic("<=", vec![low, t.clone(), high]);
        match kind {
            IntKind::Int => term::boolean(true),
            IntKind::Usize => {
                let high = self.arch_constant("usize.hi");
                term::and([term::logic("<=", vec![term::lit(0), t.clone()]), term::logic("<", vec![t.clone(), high])])
            }
            IntKind::Isize => {
                let high = self.arch_constant("isize.hi");
                let low = term::arith("-", vec![high.clone()]);
                term::and([term::logic("<=", vec![low, t.clone()]), term::logic("<", vec![t.clone(), high])])
            }
            // The surrogates are no characters.
            IntKind::Char => {
                term::or([between(term::lit(0), term::lit(0xD7FF)), between(term::lit(0xE000), term::lit(0x10_FFFF))])
            }
            IntKind::Nat | IntKind::U(_) | IntKind::I(_) => match kind.bounds() {
                (Some(low), Some(high)) => between(term::lit(low), term::lit(high)),
                (Some(low), None) => term::logic("<=", vec![term::lit(low), t.clone()]),
                _ => term::boolean(true),
            },
        }
    }

    /// Rule `bound`: the lowest or highest value of a range.
    pub(crate) fn bound(&mut self, kind: IntKind, high: bool) -> Term {
        match (self.fixed(kind), high) {
            (IntKind::Usize, true) => {
                let end = self.arch_constant("usize.hi");
                term::arith("-", vec![end, term::lit(1)])
            }
            (IntKind::Isize, true) => {
                let end = self.arch_constant("isize.hi");
                term::arith("-", vec![end, term::lit(1)])
            }
            (IntKind::Isize, false) => {
                let end = self.arch_constant("isize.hi");
                term::arith("-", vec![end])
            }
            (kind, high) => {
                let (low, top) = kind.bounds();
                // `int` has no bounds and `nat` no highest; nobody asks, and any value is as good.
                term::lit(if high { top } else { low }.unwrap_or_default())
            }
        }
    }

    /// Rule `arch`: one of the three constants of the target. Its width is a number where the program fixes it.
    pub(crate) fn arch_constant(&mut self, name: &str) -> Term {
        if name == "arch.bits"
            && let Some(bits) = self.arch_bits()
        {
            return term::lit(bits);
        }
        let constant = |name: &str| term::constant(name, "Int");
        if self.once("arch") {
            let mut widths = Vec::new();
            for bits in [32_u32, 64] {
                let unsigned = BigInt::from(1) << bits;
                let signed = BigInt::from(1) << (bits - 1);
                widths.push(term::and([
                    term::eq(constant("arch.bits"), term::lit(bits)),
                    term::eq(constant("isize.hi"), term::lit(signed)),
                    term::eq(constant("usize.hi"), term::lit(unsigned)),
                ]));
            }
            for name in ["arch.bits", "isize.hi", "usize.hi"] {
                self.declare(&name.into(), Vec::new(), &"Int".into());
            }
            self.state("arch", term::or(widths));
        }
        constant(name)
    }
}

/// Whether a number lies in a range, where that does not depend on the target.
pub(crate) fn contains(kind: IntKind, value: &BigInt) -> Option<bool> {
    let inside = |kind: IntKind| {
        let (low, high) = kind.bounds();
        low.is_none_or(|low| low <= *value) && high.is_none_or(|high| *value <= high)
    };
    match kind {
        IntKind::Usize | IntKind::Isize => {
            let (narrow, wide) = if kind.is_signed() {
                (inside(IntKind::I(32)), inside(IntKind::I(64)))
            } else {
                (inside(IntKind::U(32)), inside(IntKind::U(64)))
            };
            (narrow == wide).then_some(narrow)
        }
        IntKind::Char => {
            let surrogate = BigInt::from(0xD800) <= *value && *value <= BigInt::from(0xDFFF);
            Some(inside(kind) && !surrogate)
        }
        _ => Some(inside(kind)),
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    #[test]
    fn range_of_each_kind_and_not_one_value_less() {
        let mut w = World::new();
        let x = w.var("x", int());
        let mut failures = Vec::new();
        for (kind, low, high) in [
            (IntKind::U(8), "0", "255"),
            (IntKind::I(8), "-128", "127"),
            (IntKind::U(128), "0", "340282366920938463463374607431768211455"),
            (IntKind::Char, "0", "1114111"),
        ] {
            let is_in = un(UnaryOp::InRange(kind), x.clone(), Ty::Bool);
            w.check(implies(is_in.clone(), and(le(big(low), x.clone()), le(x.clone(), big(high)))));
            for claim in [lt(big(low), x.clone()), lt(x.clone(), big(high))] {
                failures.push(w.obligation.goals.len());
                w.check(implies(is_in.clone(), claim));
            }
        }
        w.check(implies(un(UnaryOp::InRange(IntKind::Nat), x.clone(), Ty::Bool), le(n(0), x.clone())));
        failures.push(w.obligation.goals.len());
        w.check(un(UnaryOp::InRange(IntKind::Nat), x, Ty::Bool));
        w.fails(&failures);
    }

    #[test]
    fn range_of_characters_has_no_surrogates() {
        let mut w = World::new();
        let c = w.var("c", Ty::Int(IntKind::Char));
        w.check(not(eq(c.clone(), n(0xD800)))).check(not(eq(c.clone(), n(0xDFFF))));
        w.check(not(eq(c.clone(), n(0xD7FF)))).check(not(eq(c, n(0xE000))));
        w.fails(&[2, 3]);
    }

    #[test]
    fn arch_is_of_32_or_64_bits() {
        let mut w = World::new();
        let u = w.var("u", usize_());
        let bits = Expr::new(ExprKind::ArchBits, int(), sp());
        w.check(lt(u.clone(), big("18446744073709551616"))).check(lt(u.clone(), n(1 << 32)));
        w.check(implies(eq(bits.clone(), n(32)), lt(u, n(1 << 32))));
        w.check(or(eq(bits.clone(), n(32)), eq(bits.clone(), n(64)))).check(eq(bits, n(64)));
        w.fails(&[1, 4]);
        w.program.arch_bits = Some(32);
        w.fails(&[4]);
        assert!(!w.text().contains("usize.hi"), "{}", w.text());
    }

    #[test]
    fn bound_is_a_value_of_the_type_and_the_last_one() {
        let mut w = World::new();
        let bound = |kind, high| Expr::new(ExprKind::Bound(kind, high), Ty::Int(kind), sp());
        let mut failures = Vec::new();
        for (name, kind) in [("u", IntKind::Usize), ("i", IntKind::Isize), ("b", IntKind::I(8))] {
            let x = w.var(name, Ty::Int(kind));
            w.check(and(le(bound(kind, false), x.clone()), le(x.clone(), bound(kind, true))));
            for claim in [lt(bound(kind, false), x.clone()), lt(x, bound(kind, true))] {
                failures.push(w.obligation.goals.len());
                w.check(claim);
            }
        }
        w.fails(&failures);
    }
}
