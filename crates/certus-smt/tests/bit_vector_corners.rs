//! Rule `bit-vector`, operator by operator and type by type, against arithmetic on big integers: at the corners of every
//! range the solver finds the value, and not the next one.

mod common;

use certus_vir::*;
use common::*;
use num_bigint::BigInt;

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

#[test]
fn operators_have_their_values_at_the_corners_of_every_type() {
    for (kind, arch) in kinds() {
        let (low, high) = ends(kind, arch);
        let operators = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Mod,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
            BinaryOp::Shr,
            BinaryOp::Shl(kind),
        ];
        for op in operators {
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
}

#[test]
fn casts_keep_the_low_bits_from_every_type_to_every_type() {
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
fn complements_minus_and_bounds_of_every_type() {
    for (kind, arch) in kinds() {
        let (low, high) = ends(kind, arch);
        let all = corners(&low, &high);
        let case = |x: &BigInt, value: BigInt| (x.clone(), low.clone(), value);
        let cases = |f: &dyn Fn(&BigInt) -> BigInt| all.iter().map(|x| case(x, f(x))).collect::<Vec<_>>();
        let complement = |x: &BigInt| if kind.is_signed() { -x - 1 } else { &high - x };
        compare(kind, arch, &cases(&complement), &|x, _| un(UnaryOp::BitNot(kind), x, Ty::Int(kind)));
        compare(kind, arch, &cases(&|x| -x), &|x, _| un(UnaryOp::Neg, x, int()));
        let bound = |is_high| Expr::new(ExprKind::Bound(kind, is_high), int(), sp());
        compare(kind, arch, &cases(&|_| low.clone()), &|_, _| bound(false));
        compare(kind, arch, &cases(&|_| high.clone()), &|_, _| bound(true));
    }
}

/// Numbers of two types are compared and combined as numbers.
#[test]
fn types_are_mixed_by_value() {
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
