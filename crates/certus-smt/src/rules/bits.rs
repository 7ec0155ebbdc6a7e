//! Operators on bits are uninterpreted but for what their ranges give; the bit-vector prover knows the rest. And, or,
//! exclusive or and shift right are those of two's complement without a width, so they do not depend on the type, and each
//! is one function for all types. A shift left wraps, so it is a function for each type `K`.
//!
//! # Rule `bit-range`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (! (=> (and RANGE(K, x) RANGE(K, y)) RANGE(K, (OP x y))) :pattern ((OP x y))))
//! ; OP is bit.and, bit.or or bit.xor
//! ```
//!
//! True because the operators work bit by bit: if both operands have no bit set above the width (or all of them, for
//! negative numbers), so has the result. For `char` the range is that of `u32`: surrogates make the characters no such set.
//!
//! # Rule `bit-and`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (!
//!     (=> (and RANGE(K, x) RANGE(K, y)) (and (<= (bit.and x y) x) (<= (bit.and x y) y)))
//!     :pattern ((bit.and x y))))               ; K has no negative numbers
//! ```
//!
//! True because the result has no bit that an operand lacks, and no bit of these numbers counts negatively.
//!
//! # Rule `bit-shift-right`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (!
//!     (and (=> RANGE(K, x) RANGE(K, (bit.shr x y)))
//!          (=> (<= 0 x) (and (<= 0 (bit.shr x y)) (<= (bit.shr x y) x))))
//!     :pattern ((bit.shr x y))))
//! ```
//!
//! True because a shift right goes towards 0, or towards -1 from negative numbers. A model does nothing for negative distances.
//!
//! # Rule `bit-shift-left`
//!
//! ```smt
//! (forall ((x Int) (y Int)) (! RANGE(K, (K.shl x y)) :pattern ((K.shl x y))))
//! (forall ((x Int) (y Int)) (! (=> (<= 0 x) (<= 0 (nat.shl x y))) :pattern ((nat.shl x y))))
//! ```
//!
//! True because the result is what of the shifted bits fits into `K`. For `nat` nothing is cut off, and no bit is negative.
//!
//! # Rule `bit-not`
//!
//! ```smt
//! (forall ((x Int)) (! (= (bit.not x) (- (- 1) x)) :pattern ((bit.not x))))   ; K is signed, or has no width
//! (forall ((x Int)) (! (= (K.not x) (- H x)) :pattern ((K.not x))))           ; K is unsigned, H its highest value
//! ```
//!
//! True because in two's complement a number and its complement add up to -1, where every bit is set; in an unsigned type
//! to the number in which every bit is set. It is a function, and not the difference itself, as no trigger holds arithmetic.

use certus_vir::{BinaryOp, IntKind};

use crate::term::{self, Role, Sort, Term};
use crate::theory::Theory;

impl Theory {
    /// Rules `bit-range`, `bit-and`, `bit-shift-right` and `bit-shift-left`: an operator with what its range gives.
    pub(crate) fn bit_op(&mut self, op: BinaryOp, kind: IntKind, a: Term, b: Term) -> Term {
        let kind = self.fixed(kind);
        let name = match op {
            BinaryOp::BitAnd => "bit.and".to_owned(),
            BinaryOp::BitOr => "bit.or".to_owned(),
            BinaryOp::BitXor => "bit.xor".to_owned(),
            BinaryOp::Shr => "bit.shr".to_owned(),
            _ => format!("{kind}.shl"),
        };
        let int: Sort = "Int".into();
        self.declare(&name.as_str().into(), vec![int.clone(), int.clone()], &int);
        if self.once(&format!("bits {name} {kind}")) {
            let x = term::var(&"x".into(), &int);
            let y = term::var(&"y".into(), &int);
            let result = term::app(&name, Role::Bits, vec![x.clone(), y.clone()], "Int");
            let fact = self.bit_fact(op, kind, (&x, &y), &result);
            self.state(&name, term::forall(vec![("x".into(), int.clone()), ("y".into(), int)], vec![result], fact));
        }
        term::app(&name, Role::Bits, vec![a, b], "Int")
    }

    /// What is known of a result from operands of a range.
    fn bit_fact(&mut self, op: BinaryOp, kind: IntKind, (x, y): (&Term, &Term), result: &Term) -> Term {
        // Surrogates make the characters no set that is closed under these operators.
        let closed = if kind == IntKind::Char { IntKind::U(32) } else { kind };
        let inside = self.range(closed, result);
        let of_x = self.range(closed, x);
        let nonnegative = |t: &Term| term::logic("<=", vec![term::lit(0), t.clone()]);
        let below = |t: &Term| term::logic("<=", vec![result.clone(), t.clone()]);
        match op {
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let mut facts = vec![inside];
                if op == BinaryOp::BitAnd && !closed.is_signed() && closed != IntKind::Int {
                    facts.extend([below(x), below(y)]);
                }
                let of_y = self.range(closed, y);
                term::implies(term::and([of_x, of_y]), term::and(facts))
            }
            BinaryOp::Shr => {
                let shrinks = term::implies(nonnegative(x), term::and([nonnegative(result), below(x)]));
                term::and([term::implies(of_x, inside), shrinks])
            }
            _ if closed == IntKind::Nat => term::implies(of_x, inside),
            _ => inside,
        }
    }

    /// Rule `bit-not`: the complement.
    pub(crate) fn bit_not(&mut self, kind: IntKind, t: Term) -> Term {
        let kind = self.fixed(kind);
        let (name, sum) = match kind.is_signed() || matches!(kind, IntKind::Int | IntKind::Nat) {
            true => ("bit.not".to_owned(), term::lit(-1)),
            false => (format!("{kind}.not"), self.bound(kind, true)),
        };
        let int: Sort = "Int".into();
        self.declare(&name.as_str().into(), vec![int.clone()], &int);
        if self.once(&format!("bits {name}")) {
            let x = term::var(&"x".into(), &int);
            let result = term::app(&name, Role::Bits, vec![x.clone()], "Int");
            let fact = term::eq(result.clone(), term::arith("-", vec![sum, x]));
            self.state(&name, term::forall(vec![("x".into(), int)], vec![result], fact));
        }
        term::app(&name, Role::Bits, vec![t], "Int")
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::*;

    const U16: IntKind = IntKind::U(16);
    const I16: IntKind = IntKind::I(16);

    fn bit(op: BinaryOp, a: &Expr, b: &Expr, kind: IntKind) -> Expr {
        Expr::new(ExprKind::Binary(op, a.clone(), b.clone()), Ty::Int(kind), sp())
    }

    fn wide(e: &Expr) -> Expr {
        clip(IntKind::U(32), e.clone())
    }

    #[test]
    fn bit_range_for_every_width_by_the_same_function() {
        let mut w = World::new();
        let (x, y, s) = (w.var("x", Ty::Int(U16)), w.var("y", Ty::Int(U16)), w.var("s", Ty::Int(I16)));
        for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor] {
            let narrow = bit(op, &x, &y, U16);
            w.check(eq(narrow.clone(), bit(op, &wide(&x), &wide(&y), IntKind::U(32))));
            w.check(and(le(n(0), narrow.clone()), lt(narrow.clone(), n(0x1_0000))));
            w.check(lt(narrow, n(0xffff)));
        }
        // Nothing is known of the sign where an operand may be negative.
        w.check(le(n(-0x8000), bit(BinaryOp::BitAnd, &s, &s, I16))).check(le(n(0), bit(BinaryOp::BitAnd, &s, &x, I16)));
        let cast = clip(IntKind::U(32), s.clone());
        let unsigned = bit(BinaryOp::BitOr, &cast, &cast, IntKind::U(32));
        w.check(eq(bit(BinaryOp::BitOr, &s, &s, I16), unsigned));
        w.fails(&[2, 5, 8, 10, 11]);
    }

    #[test]
    fn bit_range_of_characters_is_that_of_their_numbers() {
        let mut w = World::new();
        let (c, d) = (w.var("c", Ty::Int(IntKind::Char)), w.var("d", Ty::Int(IntKind::Char)));
        let or = bit(BinaryOp::BitOr, &c, &d, IntKind::Char);
        w.check(le(n(0), or.clone())).check(le(or, n(0x10_FFFF)));
        w.fails(&[1]);
    }

    #[test]
    fn bit_and_is_below_its_operands_where_none_is_negative() {
        let mut w = World::new();
        let (x, y, s) = (w.var("x", Ty::Int(U16)), w.var("y", Ty::Int(U16)), w.var("s", Ty::Int(I16)));
        let both = bit(BinaryOp::BitAnd, &x, &y, U16);
        w.check(and(le(both.clone(), x.clone()), le(both.clone(), y))).check(lt(both, x));
        w.check(le(bit(BinaryOp::BitOr, &s, &s, I16), s.clone())).check(le(bit(BinaryOp::BitAnd, &s, &s, I16), s));
        w.fails(&[1, 2, 3]);
    }

    #[test]
    fn bit_shift_right_goes_towards_zero() {
        let mut w = World::new();
        let (x, y, s) = (w.var("x", Ty::Int(U16)), w.var("y", Ty::Int(U16)), w.var("s", Ty::Int(I16)));
        let narrow = bit(BinaryOp::Shr, &x, &y, U16);
        w.check(eq(narrow.clone(), bit(BinaryOp::Shr, &wide(&x), &wide(&y), IntKind::U(32))));
        w.check(and(le(n(0), narrow.clone()), le(narrow.clone(), x.clone()))).check(lt(narrow, x));
        let signed = bit(BinaryOp::Shr, &s, &y, I16);
        w.check(and(le(n(-0x8000), signed.clone()), lt(signed.clone(), n(0x8000)))).check(le(signed, s));
        w.fails(&[2, 4]);
    }

    #[test]
    fn bit_shift_left_depends_on_the_width() {
        let mut w = World::new();
        let (x, m) = (w.var("x", Ty::Int(U16)), w.var("m", nat()));
        let shl = bit(BinaryOp::Shl(U16), &x, &n(2), U16);
        w.check(and(le(n(0), shl.clone()), lt(shl.clone(), n(0x1_0000))));
        w.check(eq(shl, bit(BinaryOp::Shl(IntKind::U(32)), &wide(&x), &n(2), IntKind::U(32))));
        let natural = bit(BinaryOp::Shl(IntKind::Nat), &m, &n(2), IntKind::Nat);
        w.check(le(n(0), natural.clone())).check(lt(natural, n(0x1_0000)));
        w.fails(&[1, 3]);
    }

    #[test]
    fn bit_not_depends_on_the_width_of_unsigned_types_only() {
        let mut w = World::new();
        let (x, s) = (w.var("x", Ty::Int(U16)), w.var("s", Ty::Int(I16)));
        let not = |kind, e| un(UnaryOp::BitNot(kind), e, Ty::Int(kind));
        w.check(eq(not(U16, x.clone()), sub(n(0xffff), x.clone())));
        w.check(eq(not(U16, x.clone()), not(IntKind::U(32), wide(&x))));
        w.check(eq(not(I16, s.clone()), not(IntKind::I(32), clip(IntKind::I(32), s.clone()))));
        w.check(eq(not(I16, s.clone()), sub(n(0), s)));
        w.fails(&[1, 3]);
    }
}
