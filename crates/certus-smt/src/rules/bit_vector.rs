//! The bit-vector prover is asked about bit vectors and nothing else (reference page `reference-prover-mode-bit-vector`).
//! Integers stay exact: every term `X` carries as many bits as its value can need, `W(X)`, and whether they are read as two's
//! complement. So what is proved is true of the mathematical operators that it was written with. `X'` is the same value in as
//! many bits as are asked for.
//!
//! # Rule `bit-vector-goal`
//!
//! ```smt
//! (=> g (and KNOWN .. (not G)))                ; for each width of the target that there may be
//! ```
//!
//! True because a goal fails where what is known before it holds and the goal does not. Where the width of the target is not
//! fixed it has to hold for 32 and for 64 bits.
//!
//! # Rule `bit-vector-variable`
//!
//! ```smt
//! (declare-fun x () (_ BitVec W))              ; W bits, for a type of W bits
//! (forall ((x (_ BitVec W))) BODY)             ; for a bound one
//! ```
//!
//! True because an integer type of a fixed width has one value for each pattern of so many bits. The obligation around proved
//! that a variable lies in the range of its type. Others, such as `int`, are refused.
//!
//! # Rule `bit-vector-literal`
//!
//! ```smt
//! (_ bvN W)                                    ; W is the least number of bits that N has
//! ```
//!
//! True because the bits say the number. A negative one is two's complement: -2^(W-1) is the lowest of W bits.
//!
//! # Rule `bit-vector-extend`
//!
//! ```smt
//! ((_ zero_extend M) X)                        ; X', of M bits more, where X has no sign
//! ((_ sign_extend M) X)                        ; where it is two's complement
//! ```
//!
//! True because zeros above a number without sign, and copies of the sign above one in two's complement, leave the value as
//! it is. A number without sign is one in two's complement with one more bit.
//!
//! # Rule `bit-vector-compare`
//!
//! ```smt
//! (bvult X' Y') (bvule X' Y')                  ; for x < y, x <= y, where neither has a sign
//! (bvslt X' Y') (bvsle X' Y')                  ; elsewhere; X' and Y' are in the same form
//! ```
//!
//! True because in the same form the order of the bits is that of the numbers.
//!
//! # Rule `bit-vector-sum`
//!
//! ```smt
//! (bvadd X' Y') (bvsub X' Y')                  ; for x + y, x - y, in one bit more than either
//! ```
//!
//! True because one bit more has room for every sum. A difference of numbers without sign lies between -2^W and 2^W.
//!
//! # Rule `bit-vector-product`
//!
//! ```smt
//! (bvmul X' Y')                                ; for x * y, in W(X) + W(Y) bits, one more for numbers without sign
//! ```
//!
//! True because a product has no more bits than its factors together.
//!
//! # Rule `bit-vector-division`
//!
//! ```smt
//! (ite (= Y 0) UNDEFINED (bvudiv X Y))         ; for x / y, where neither has a sign; bvurem for x % y
//! (let ((a X') (b Y')) (let ((q (bvsdiv a b)) (r (bvsrem a b)))
//!     (ite (= b 0) UNDEFINED
//!         (ite (bvslt r 0) (ite (bvslt b 0) (bvadd q 1) (bvsub q 1)) q))))             ; for x / y elsewhere
//! ; and (ite (bvslt r 0) (ite (bvslt b 0) (bvsub r b) (bvadd r b)) r) for x % y, in one bit more
//! ```
//!
//! True because the division of the language is Euclidean, and that of the solver is rounded towards 0: they differ where the
//! remainder is negative. The one bit more is for the lowest number divided by -1. Of a division by zero nothing is known but
//! that equal dividends give equal results: `UNDEFINED` is a constant, or a function of the dividend.
//!
//! # Rule `bit-vector-bits`
//!
//! ```smt
//! (bvand X' Y') (bvor X' Y') (bvxor X' Y')     ; X' and Y' in the same form
//! ```
//!
//! True because the operators are those of two's complement of any width, and so work on each bit by itself.
//!
//! # Rule `bit-vector-shift-right`
//!
//! ```smt
//! (bvlshr X' Y') (bvashr X' Y')                ; for x >> y, where X has no sign, and where it has one
//! ```
//!
//! True because a shift right is a division by a power of two, rounded down. A distance with a sign is refused.
//!
//! # Rule `bit-vector-shift-left`
//!
//! ```smt
//! ((_ extract H 0) (bvshl X' Y'))              ; for x << y at a type of H + 1 bits
//! ```
//!
//! True because the result is what of the shifted bits fits into the type.
//!
//! # Rule `bit-vector-complement`
//!
//! ```smt
//! (bvnot X')                                   ; for !x of a type without sign that has the bits of X
//! (bvsub H' X')                                ; elsewhere, H the highest value of the type, or -1 for one with a sign
//! ```
//!
//! True because every bit is turned over, and a number and its complement add up to the number in which every bit is set.
//!
//! # Rule `bit-vector-clip`
//!
//! ```smt
//! X                                            ; where every value of so many bits lies in the type
//! ((_ extract H 0) X')                         ; elsewhere, for a type of H + 1 bits
//! (ite (bvslt X 0) 0 X)                        ; for nat, without the bit of the sign
//! ```
//!
//! True because the low bits of a number in the range say the number, and any value is as good for one outside, by rule
//! `clip`. Rust's cast gives the low bits too.

use num_bigint::{BigInt, Sign};

/// An integer as a bit vector: the number that the bits say, never that number modulo something. An operator makes a term
/// that is wide enough for every result it can have, so nothing is lost on the way.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    /// The term in SMT-LIB.
    pub term: String,
    /// How many bits it has, one at least.
    pub width: u32,
    /// Whether it is read as two's complement.
    pub signed: bool,
}

/// Rule `bit-vector-variable`: a variable of so many bits, with its sort.
pub(crate) fn variable(name: &str, width: u32, signed: bool) -> (Bits, String) {
    (Bits { term: name.to_owned(), width, signed }, format!("(_ BitVec {width})"))
}

/// Rule `bit-vector-literal`: a number with the fewest bits.
pub(crate) fn literal(value: &BigInt) -> Bits {
    if value.sign() == Sign::Minus {
        // -2^(n-1) is the lowest of n bits.
        let width = (-value - BigInt::from(1)).bits() as u32 + 1;
        let pattern = (BigInt::from(1) << width) + value;
        return Bits { term: format!("(_ bv{pattern} {width})"), width, signed: true };
    }
    let width = (value.bits() as u32).max(1);
    Bits { term: format!("(_ bv{value} {width})"), width, signed: false }
}

/// Rule `bit-vector-extend`: the same value in more bits.
pub(crate) fn extend(value: &Bits, width: u32) -> String {
    match width - value.width {
        0 => value.term.clone(),
        more => format!("((_ {}_extend {more}) {})", if value.signed { "sign" } else { "zero" }, value.term),
    }
}

/// The low bits of a term of so many bits.
fn extract(term: &str, width: u32, of: u32) -> String {
    if width == of { term.to_owned() } else { format!("((_ extract {} 0) {term})", width - 1) }
}

/// As two's complement.
fn signed(value: &Bits) -> Bits {
    match value.signed {
        true => value.clone(),
        false => Bits { term: extend(value, value.width + 1), width: value.width + 1, signed: true },
    }
}

/// In as many bits as asked for, which are enough.
fn at(value: &Bits, width: u32) -> Bits {
    Bits { term: extend(value, width), width, signed: value.signed }
}

/// Rule `bit-vector-extend`: both in the same form.
pub(crate) fn join(x: &Bits, y: &Bits) -> (Bits, Bits) {
    let (x, y) = if x.signed == y.signed { (x.clone(), y.clone()) } else { (signed(x), signed(y)) };
    let width = x.width.max(y.width);
    (at(&x, width), at(&y, width))
}

/// Rule `bit-vector-compare`: `<` or `<=` of numbers, whatever their types.
pub(crate) fn compare(how: &str, x: &Bits, y: &Bits) -> String {
    let (x, y) = join(x, y);
    format!("(bv{}{how} {} {})", if x.signed { "s" } else { "u" }, x.term, y.term)
}

/// Rule `bit-vector-sum`: the exact sum or difference.
pub(crate) fn sum(operator: &str, x: &Bits, y: &Bits) -> Bits {
    let (x, y) = join(x, y);
    let width = x.width + 1;
    let term = format!("({operator} {} {})", extend(&x, width), extend(&y, width));
    // A difference of numbers without sign lies between -2^n and 2^n.
    Bits { term, width, signed: x.signed || operator == "bvsub" }
}

/// Rule `bit-vector-product`: the exact product.
pub(crate) fn product(x: &Bits, y: &Bits) -> Bits {
    let width = x.width + y.width + 1;
    let (x, y) = if x.signed == y.signed { (x.clone(), y.clone()) } else { (signed(x), signed(y)) };
    let width = width.max(x.width + y.width);
    Bits { term: format!("(bvmul {} {})", extend(&x, width), extend(&y, width)), width, signed: x.signed }
}

/// Rule `bit-vector-division`: the Euclidean quotient, or remainder, of numbers in the same form.
pub(crate) fn quotient(x: &Bits, y: &Bits, undefined: &str, is_quotient: bool) -> Bits {
    if !x.signed {
        let name = if is_quotient { "bvudiv" } else { "bvurem" };
        let zero = format!("(_ bv0 {})", x.width);
        let term = format!("(ite (= {} {zero}) {undefined} ({name} {} {}))", y.term, x.term, y.term);
        return Bits { term, ..x.clone() };
    }
    // One bit more, for the lowest number divided by -1.
    let width = x.width + 1;
    let (zero, one) = (format!("(_ bv0 {width})"), format!("(_ bv1 {width})"));
    let result = if is_quotient {
        format!("(ite (bvslt r {zero}) (ite (bvslt b {zero}) (bvadd q {one}) (bvsub q {one})) q)")
    } else {
        format!("(ite (bvslt r {zero}) (ite (bvslt b {zero}) (bvsub r b) (bvadd r b)) r)")
    };
    let term = format!(
        "(let ((a {}) (b {})) (let ((q (bvsdiv a b)) (r (bvsrem a b))) (ite (= b {zero}) {} {result})))",
        extend(x, width),
        extend(y, width),
        extend(&Bits { term: undefined.to_owned(), ..x.clone() }, width),
    );
    Bits { term, width, signed: true }
}

/// Rule `bit-vector-shift-right`: divided by a power of two, rounded down.
pub(crate) fn shift_right(x: &Bits, y: &Bits) -> Bits {
    let width = x.width.max(y.width);
    let name = if x.signed { "bvashr" } else { "bvlshr" };
    let (value, distance) = (extend(x, width), extend(y, width));
    Bits { term: format!("({name} {value} {distance})"), width, signed: x.signed }
}

/// Rule `bit-vector-shift-left`: times a power of two, wrapped.
pub(crate) fn shift_left(x: &Bits, y: &Bits, width: u32, signed: bool) -> Bits {
    let all = x.width.max(y.width).max(width);
    let shifted = format!("(bvshl {} {})", extend(x, all), extend(y, all));
    Bits { term: extract(&shifted, width, all), width, signed }
}

/// Rule `bit-vector-bits`: an operator that works bit by bit.
pub(crate) fn bitwise(operator: &str, x: &Bits, y: &Bits) -> Bits {
    let (x, y) = join(x, y);
    Bits { term: format!("({operator} {} {})", x.term, y.term), ..x }
}

/// Rule `bit-vector-complement` for a number without sign of at most so many bits.
pub(crate) fn complement(x: &Bits, width: u32) -> Bits {
    Bits { term: format!("(bvnot {})", extend(x, width)), width, signed: false }
}

/// Rule `bit-vector-clip`: the value where it lies in the range of so many bits; the low bits otherwise, as good as any.
pub(crate) fn clip(value: Bits, width: u32, signed: bool) -> Bits {
    let fits = match (value.signed, signed) {
        (false, false) | (true, true) => value.width <= width,
        (false, true) => value.width < width,
        (true, false) => false,
    };
    if fits {
        return value;
    }
    let of = value.width.max(width);
    Bits { term: extract(&extend(&value, of), width, of), width, signed }
}

/// Rule `bit-vector-clip` for natural numbers: the value where it is not negative, and zero otherwise.
pub(crate) fn natural(value: Bits) -> Bits {
    if !value.signed {
        return value;
    }
    let (zero, value) = join(&literal(&BigInt::default()), &value);
    let low = format!("(ite (bvslt {} {}) {} {})", value.term, zero.term, zero.term, value.term);
    Bits { term: extract(&low, value.width - 1, value.width), width: value.width - 1, signed: false }
}

/// Rule `bit-vector-goal`: how a goal fails.
pub(crate) fn goal_fails(known: &[String], goal: &str) -> String {
    format!("(and {} (not {goal}))", known.join(" "))
}

#[cfg(test)]
mod tests;
