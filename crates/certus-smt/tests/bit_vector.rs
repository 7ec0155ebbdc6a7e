//! The rules for bit vectors together, against arithmetic on big integers: the value of each random expression, at random values of its
//! variables, is what the solver finds, and no other.

mod common;

use certus_vir::*;
use common::*;
use num_bigint::BigInt;

const KINDS: [IntKind; 6] =
    [IntKind::U(8), IntKind::I(8), IntKind::U(16), IntKind::I(16), IntKind::U(64), IntKind::I(64)];

/// A generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// A value of a range, often one at its ends.
    fn value(&mut self, kind: IntKind) -> BigInt {
        let (Some(low), Some(high)) = kind.bounds() else { unreachable!("machine integers have bounds") };
        match self.below(6) {
            0 => low,
            1 => high,
            2 => BigInt::from(1),
            _ => &low + BigInt::from(self.below(1 << 31)) * BigInt::from(self.below(1 << 31)) % (&high - &low + 1),
        }
    }
}

/// The number that the low bits of another are in a range.
fn wrap(value: &BigInt, kind: IntKind) -> BigInt {
    let (Some(low), Some(high)) = kind.bounds() else { unreachable!("machine integers have bounds") };
    let size = &high - &low + 1;
    let offset: BigInt = (value - &low) % &size;
    low + (offset + &size) % &size
}

/// The quotient rounded so that the remainder is not negative.
fn euclid(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let zero = BigInt::default();
    let (mut quotient, mut remainder) = (a / b, a % b);
    if remainder < zero {
        quotient += if *b > zero { -1 } else { 1 };
        remainder += if *b > zero { b.clone() } else { -b };
    }
    (quotient, remainder)
}

/// Every operator that the encoding knows is among these, on operands of every range, signed with unsigned ones mixed,
/// because that is where a width or a sign is easily got wrong.
///
/// A random expression with its value; the variables are those of `scope`.
fn expression(random: &mut Random, scope: &[(Expr, IntKind, BigInt)], depth: u32) -> (Expr, BigInt) {
    if depth == 0 || random.below(8) == 0 {
        return match scope.get(random.below(scope.len() as u64 + 1) as usize) {
            Some((var, _, value)) => (var.clone(), value.clone()),
            None => {
                let value = random.value(IntKind::I(16));
                (Expr::int(value.clone(), sp()), value)
            }
        };
    }
    let kind = KINDS[random.below(KINDS.len() as u64) as usize];
    let (a, x) = expression(random, scope, depth - 1);
    let (b, y) = expression(random, scope, depth - 1);
    let zero = BigInt::default();
    let small = |e: Expr| clip(IntKind::U(8), bin(BinaryOp::BitAnd, e, n(15)));
    match random.below(14) {
        0 => (add(a, b), x + y),
        1 => (sub(a, b), x - y),
        2 => (mul(a, b), x * y),
        3 if y != zero => (bin(BinaryOp::Div, a, b), euclid(&x, &y).0),
        4 if y != zero => (bin(BinaryOp::Mod, a, b), euclid(&x, &y).1),
        5 => (bin(BinaryOp::BitAnd, a, b), x & y),
        6 => (bin(BinaryOp::BitOr, a, b), x | y),
        7 => (bin(BinaryOp::BitXor, a, b), x ^ y),
        8 => {
            let distance = u32::try_from(&y & BigInt::from(15)).unwrap();
            (bin(BinaryOp::Shr, a, small(b)), x >> distance)
        }
        9 => {
            let distance = u32::try_from(&y & BigInt::from(15)).unwrap();
            (bin(BinaryOp::Shl(kind), a, small(b)), wrap(&(x << distance), kind))
        }
        10 => (clip(kind, a), wrap(&x, kind)),
        11 => (un(UnaryOp::Neg, a, int()), -x),
        12 => {
            let inside = clip(kind, a);
            let value = wrap(&x, kind);
            let high = kind.bounds().1.unwrap();
            let complement = if kind.is_signed() { -value - 1 } else { high - value };
            (un(UnaryOp::BitNot(kind), inside, Ty::Int(kind)), complement)
        }
        _ => {
            let smaller = x < y;
            (ite(lt(a.clone(), b.clone()), a, b), if smaller { x } else { y })
        }
    }
}

/// Each is asked twice: that it has its value, which must be proved, and that it has the next one, which must not.
#[test]
fn expressions_have_their_values() {
    let mut random = Random(20);
    for _ in 0..150 {
        let mut w = World::new();
        w.obligation.prover = Prover::BitVector;
        let mut scope = Vec::new();
        for (index, kind) in KINDS.iter().enumerate() {
            let (text, value) = (format!("x{index}"), random.value(*kind));
            w.obligation.vars.push(binder(&text, &Ty::Int(*kind)));
            let x = var(&text, Ty::Int(*kind));
            w.assume(eq(x.clone(), Expr::int(value.clone(), sp())));
            scope.push((x, *kind, value));
        }
        let (e, value) = expression(&mut random, &scope, 4);
        let is = |value: BigInt| eq(e.clone(), Expr::int(value, sp()));
        let mut wrong = w.clone();
        w.goal(is(value.clone()));
        w.proves();
        wrong.goal(is(value + 1));
        wrong.fails(&[0]);
    }
}
