//! Operator by operator and type by type, against arithmetic on big integers: at the corners of every range the solver finds
//! the value, and not the next one.

use certus_vir::*;
use num_bigint::BigInt;

use crate::common::*;

/// Every type, with the width of the target.
fn kinds() -> Vec<(IntKind, Option<u32>)> {
    let fixed = [8, 16, 32, 64, 128].into_iter().flat_map(|bits| [IntKind::U(bits), IntKind::I(bits)]);
    let arch = [32, 64].into_iter().flat_map(|arch| [(IntKind::Usize, Some(arch)), (IntKind::Isize, Some(arch))]);
    fixed.map(|kind| (kind, None)).chain(arch).collect()
}

/// The ends of a range on a target.
fn ends(kind: IntKind, arch: Option<u32>) -> (BigInt, BigInt) {
    let fixed = match (kind, arch) {
        (IntKind::Usize, Some(bits)) => IntKind::U(bits),
        (IntKind::Isize, Some(bits)) => IntKind::I(bits),
        _ => kind,
    };
    let (low, high) = fixed.bounds();
    (low.unwrap(), high.unwrap())
}

/// Values at which a width or a sign is easily got wrong.
fn corners(low: &BigInt, high: &BigInt) -> Vec<BigInt> {
    let mut all = vec![low.clone(), low + 1, (low + high) / 2 + 1, high - 1, high.clone()];
    all.extend([-2, -1, 0, 1, 2].map(BigInt::from));
    all.retain(|value| low <= value && value <= high);
    all.sort();
    all.dedup();
    all
}

/// The number that the low bits of another are in a range.
fn wrap(value: &BigInt, low: &BigInt, high: &BigInt) -> BigInt {
    let size = high - low + 1;
    let offset: BigInt = (value - low) % &size;
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

/// The value of an operator; `None` where it has none that is known.
fn value(op: BinaryOp, x: &BigInt, y: &BigInt, low: &BigInt, high: &BigInt) -> Option<BigInt> {
    let distance = || u32::try_from(y).ok().filter(|bits| *bits < 300);
    Some(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div | BinaryOp::Mod if *y == BigInt::default() => return None,
        BinaryOp::Div => euclid(x, y).0,
        BinaryOp::Mod => euclid(x, y).1,
        BinaryOp::BitAnd => x & y,
        BinaryOp::BitOr => x | y,
        BinaryOp::BitXor => x ^ y,
        BinaryOp::Shr => x >> distance()?,
        BinaryOp::Shl(_) => wrap(&(x << distance()?), low, high),
        _ => return None,
    })
}

/// That the term has each value where its variables have those before it; and that one of them is not another.
fn compare(kind: IntKind, arch: Option<u32>, cases: &[(BigInt, BigInt, BigInt)], term: &dyn Fn(Expr, Expr) -> Expr) {
    let ty = Ty::Int(kind);
    let mut w = World::new();
    w.program.arch_bits = arch;
    w.obligation.prover = Prover::BitVector;
    let number = |value: &BigInt| Expr::int(value.clone(), sp());
    let mut found = Vec::new();
    for (index, (a, b, value)) in cases.iter().enumerate() {
        let (x, y) = (format!("x{index}"), format!("y{index}"));
        w.obligation.vars.extend([binder(&x, &ty), binder(&y, &ty)]);
        w.assume(eq(var(&x, ty.clone()), number(a))).assume(eq(var(&y, ty.clone()), number(b)));
        found.push((term(var(&x, ty.clone()), var(&y, ty.clone())), value));
    }
    let mut wrong = w.clone();
    w.goal(Expr::and_all(found.iter().map(|(term, value)| eq(term.clone(), number(value))), sp()));
    w.proves();
    let (term, value) = &found[cases.len() / 2];
    wrong.goal(eq(term.clone(), number(&(*value + 1))));
    wrong.fails(&[0]);
}

/// An operator on operands of every type, and what is known of its value.
fn at_the_corners_of_every_type(operator: &dyn Fn(IntKind) -> BinaryOp) {
    for (kind, arch) in kinds() {
        let (low, high) = ends(kind, arch);
        let op = operator(kind);
        let mut cases = Vec::new();
        for x in corners(&low, &high) {
            let width = BigInt::from((&high - &low + 1u8).bits() - 1);
            let shifts = matches!(op, BinaryOp::Shr | BinaryOp::Shl(_));
            let rights = if shifts { vec![0.into(), 1.into(), &width - 1, width] } else { corners(&low, &high) };
            for y in rights.into_iter().filter(|y| *y <= high) {
                cases.extend(value(op, &x, &y, &low, &high).map(|value| (x.clone(), y, value)));
            }
        }
        // Circuits that multiply and divide are large: of these some cases, others for each type.
        let is_large = matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod);
        let step = if is_large { cases.len().div_ceil(6) } else { 1 };
        let cases: Vec<_> = cases.into_iter().rev().step_by(step).collect();
        // How far is not negative.
        let distance = |y| if matches!(op, BinaryOp::Shr | BinaryOp::Shl(_)) { clip(IntKind::U(8), y) } else { y };
        compare(kind, arch, &cases, &|x, y| bin(op, x, distance(y)));
    }
}

/// What an operator gives for a value of a type, whose lowest and highest values come last.
type Reference<'f> = &'f dyn Fn(IntKind, &BigInt, (&BigInt, &BigInt)) -> BigInt;

/// A function of one value, at operands of every type.
fn at_the_corners(of: Reference<'_>, term: &dyn Fn(IntKind, Expr) -> Expr) {
    for (kind, arch) in kinds() {
        let (low, high) = ends(kind, arch);
        let case = |x: BigInt| (x.clone(), low.clone(), of(kind, &x, (&low, &high)));
        let cases: Vec<_> = corners(&low, &high).into_iter().map(case).collect();
        compare(kind, arch, &cases, &|x, _| term(kind, x));
    }
}

#[test]
fn bit_vector_sum_is_exact() {
    at_the_corners_of_every_type(&|_| BinaryOp::Add);
    at_the_corners_of_every_type(&|_| BinaryOp::Sub);
    at_the_corners(&|_, x, _| -x, &|_, x| un(UnaryOp::Neg, x, int()));
}

#[test]
fn bit_vector_product_is_exact() {
    at_the_corners_of_every_type(&|_| BinaryOp::Mul);
}

#[test]
fn bit_vector_division_is_euclidean() {
    at_the_corners_of_every_type(&|_| BinaryOp::Div);
    at_the_corners_of_every_type(&|_| BinaryOp::Mod);
}

#[test]
fn bit_vector_division_by_zero_is_not_known() {
    for op in [BinaryOp::Div, BinaryOp::Mod] {
        let mut w = World::new();
        w.obligation.prover = Prover::BitVector;
        w.obligation.vars.push(binder("x", &u8()));
        let by_zero = bin(op, var("x", u8()), n(0));
        w.goal(eq(by_zero.clone(), by_zero.clone()));
        w.goal(eq(by_zero.clone(), n(0))).goal(eq(by_zero, var("x", u8())));
        w.fails(&[1, 2]);
    }
}

#[test]
fn bit_vector_bits_are_those_of_twos_complement() {
    for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor] {
        at_the_corners_of_every_type(&|_| op);
    }
}

#[test]
fn bit_vector_shift_right_rounds_down() {
    at_the_corners_of_every_type(&|_| BinaryOp::Shr);
}

#[test]
fn bit_vector_shift_left_wraps() {
    at_the_corners_of_every_type(&BinaryOp::Shl);
}

#[test]
fn bit_vector_complement_of_every_type() {
    let complement = |kind: IntKind, x: &BigInt, high: &BigInt| if kind.is_signed() { -x - 1 } else { high - x };
    let term = |kind, x| un(UnaryOp::BitNot(kind), x, Ty::Int(kind));
    at_the_corners(&|kind, x, (_, high)| complement(kind, x, high), &term);
}

#[test]
fn bit_vector_literal_has_bits_enough() {
    let bound = |is_high| move |kind: IntKind, _| Expr::new(ExprKind::Bound(kind, is_high), int(), sp());
    at_the_corners(&|_, _, (low, _)| low.clone(), &bound(false));
    at_the_corners(&|_, _, (_, high)| high.clone(), &bound(true));
}

#[test]
fn bit_vector_clip_keeps_the_low_bits_from_every_type_to_every_type() {
    for (kind, arch) in kinds() {
        let (low, high) = ends(kind, arch);
        let targets = kinds().into_iter().filter(|(_, other)| other.is_none() || *other == arch);
        for (to, _) in targets {
            let (to_low, to_high) = ends(to, arch);
            let case = |x: BigInt| (x.clone(), low.clone(), wrap(&x, &to_low, &to_high));
            let cases: Vec<_> = corners(&low, &high).into_iter().map(case).collect();
            compare(kind, arch, &cases, &|x, _| clip(to, x));
        }
    }
}

#[test]
fn bit_vector_clip_to_natural_numbers() {
    let mut w = World::new();
    w.obligation.prover = Prover::BitVector;
    w.obligation.vars.push(binder("x", &Ty::Int(IntKind::I(8))));
    let x = || var("x", Ty::Int(IntKind::I(8)));
    let natural = clip(IntKind::Nat, x());
    w.goal(implies(le(n(0), x()), eq(natural.clone(), x()))).goal(le(n(0), natural.clone())).goal(eq(natural, x()));
    w.fails(&[2]);
}

/// Numbers of two types are compared and combined as numbers.
#[test]
fn bit_vector_extend_mixes_types_by_value() {
    for ((left, left_arch), (right, right_arch)) in kinds().into_iter().zip(kinds().into_iter().rev()) {
        let arch = left_arch.or(right_arch);
        if left_arch.is_some() && right_arch.is_some() && left_arch != right_arch {
            continue;
        }
        let (left_ends, right_ends) = (ends(left, arch), ends(right, arch));
        let mut w = World::new();
        w.program.arch_bits = arch;
        w.obligation.prover = Prover::BitVector;
        w.obligation.vars.extend([binder("x", &Ty::Int(left)), binder("y", &Ty::Int(right))]);
        let (x, y) = (|| var("x", Ty::Int(left)), || var("y", Ty::Int(right)));
        for a in corners(&left_ends.0, &left_ends.1) {
            for b in corners(&right_ends.0, &right_ends.1) {
                let number = |value: &BigInt| Expr::int(value.clone(), sp());
                let here = Expr::and_all([eq(x(), number(&a)), eq(y(), number(&b))], sp());
                let found = Expr::and_all(
                    [
                        eq(lt(x(), y()), Expr::bool(a < b, sp())),
                        eq(le(x(), y()), Expr::bool(a <= b, sp())),
                        eq(eq(x(), y()), Expr::bool(a == b, sp())),
                        eq(add(x(), y()), number(&(&a + &b))),
                        eq(bin(BinaryOp::BitXor, x(), y()), number(&(&a ^ &b))),
                    ],
                    sp(),
                );
                w.goal(Expr::binary(BinaryOp::Implies, here, found, sp()));
            }
        }
        w.proves();
    }
}

#[test]
fn bit_vector_compare_as_numbers() {
    let x = |kind| var("x", Ty::Int(kind));
    for (kind, holds) in [
        (IntKind::U(8), vec![le(n(0), x(IntKind::U(8))), lt(x(IntKind::U(8)), n(256)), lt(n(-1), x(IntKind::U(8)))]),
        (IntKind::I(8), vec![le(n(-128), x(IntKind::I(8))), lt(x(IntKind::I(8)), n(128))]),
    ] {
        let mut w = World::new();
        w.obligation.prover = Prover::BitVector;
        w.obligation.vars.push(binder("x", &Ty::Int(kind)));
        holds.into_iter().for_each(|e| {
            w.goal(e);
        });
        let above = un(UnaryOp::InRange(kind), add(x(kind), n(1)), Ty::Bool);
        w.goal(un(UnaryOp::InRange(kind), x(kind), Ty::Bool)).goal(above);
        let last = w.obligation.goals.len() - 1;
        w.fails(&[last]);
    }
}

#[test]
fn bit_vector_goal_for_both_widths_of_the_target_unless_it_is_fixed() {
    let mut w = World::new();
    w.obligation.prover = Prover::BitVector;
    w.obligation.vars.push(binder("x", &usize_()));
    let x = || var("x", usize_());
    w.goal(le(x(), big("18446744073709551615"))).goal(le(x(), big("4294967295")));
    w.fails(&[1]);
    w.program.arch_bits = Some(32);
    w.proves();
}

#[test]
fn bit_vector_variable_has_every_value_of_its_type() {
    let mut w = World::new();
    w.obligation.prover = Prover::BitVector;
    w.obligation.vars.push(binder("x", &u8()));
    let x = || var("x", u8());
    w.goal(le(x(), n(255))).goal(lt(x(), n(255)));
    let y = || var("y", u8());
    w.goal(forall(&[("y", u8())], le(y(), n(255)))).goal(forall(&[("y", u8())], lt(y(), n(255))));
    w.fails(&[1, 3]);
    w.obligation.vars.push(binder("z", &int()));
    w.goal(eq(i("z"), i("z")));
    assert_eq!(w.refused(), "language/bit-vector");
}
