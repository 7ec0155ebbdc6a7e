//! Quotients by products, and of products.
// @when arithmetic

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A number below the divisor is its own remainder.
pub proof fn lemma_small_mod(x: nat, m: nat)
    requires
        x < m,
        0 < m,
    ensures
        x % m == x,
{
    lemma_fundamental_div_mod_converse(x as int, m as int, 0, x as int);
}

/// The remainder of division by a product, in two steps.
pub broadcast proof fn lemma_breakdown(x: int, y: int, z: int)
    requires
        0 <= x,
        0 < y,
        0 < z,
    ensures
        #![trigger y * z, x % (y * z), y * ((x / y) % z) + x % y]
        0 < y * z,
        (x % (y * z)) == y * ((x / y) % z) + x % y,
{
    lemma_mul_strictly_positive(y, z);
    lemma_fundamental_div_mod(x, y);
    lemma_mod_bound(x, y);
    let (a, s) = (x / y, x % y);
    lemma_fundamental_div_mod(a, z);
    lemma_mod_bound(a, z);
    let (b, t) = (a / z, a % z);
    let r = y * t + s;
    assert(x == b * (y * z) + r) by (nonlinear_arith)
        requires
            x == y * a + s,
            a == z * b + t,
            r == y * t + s,
    ;
    assert(0 <= r < y * z) by (nonlinear_arith)
        requires
            r == y * t + s,
            0 <= s < y,
            0 <= t < z,
    ;
    lemma_fundamental_div_mod_converse(x, y * z, b, r);
}

/// The same, wherever a remainder by a product is looked at.
pub broadcast proof fn lemma_mod_breakdown(x: int, y: int, z: int)
    requires
        0 <= x,
        0 < y,
        0 < z,
    ensures
        #![trigger x % (y * z)]
        y * z > 0,
        x % (y * z) == y * ((x / y) % z) + x % y,
{
    lemma_breakdown(x, y, z);
}

/// Dividing twice is dividing by the product.
pub broadcast proof fn lemma_div_denominator(x: int, c: int, d: int)
    requires
        0 <= x,
        0 < c,
        0 < d,
    ensures
        c * d != 0,
        #[trigger] ((x / c) / d) == x / (c * d),
{
    let (y, z) = (c, d);
    lemma_mul_strictly_positive(y, z);
    lemma_fundamental_div_mod(x, y);
    lemma_mod_bound(x, y);
    let (a, s) = (x / y, x % y);
    lemma_fundamental_div_mod(a, z);
    lemma_mod_bound(a, z);
    let (b, t) = (a / z, a % z);
    let r = y * t + s;
    assert(x == b * (y * z) + r) by (nonlinear_arith)
        requires
            x == y * a + s,
            a == z * b + t,
            r == y * t + s,
    ;
    assert(0 <= r < y * z) by (nonlinear_arith)
        requires
            r == y * t + s,
            0 <= s < y,
            0 <= t < z,
    ;
    lemma_fundamental_div_mod_converse(x, y * z, b, r);
}

/// A multiple is above the dividend less the divisor.
pub broadcast proof fn lemma_remainder_upper(x: int, d: int)
    requires
        0 <= x,
        0 < d,
    ensures
        #![trigger (x - d), (x / d * d)]
        x - d < x / d * d,
{
    lemma_remainder(x, d);
}

/// A multiple is at most the dividend.
pub broadcast proof fn lemma_remainder_lower(x: int, d: int)
    requires
        0 <= x,
        0 < d,
    ensures
        x >= #[trigger] (x / d * d),
{
    lemma_remainder(x, d);
}

/// What is left of a dividend is a remainder.
pub broadcast proof fn lemma_remainder(x: int, d: int)
    requires
        0 <= x,
        0 < d,
    ensures
        0 <= #[trigger] (x - (x / d * d)) < d,
{
    lemma_fundamental_div_mod(x, d);
    lemma_mod_bound(x, d);
    lemma_mul_is_commutative(x / d, d);
}

/// A factor may be moved under a division, which makes no less.
pub broadcast proof fn lemma_mul_hoist_inequality(x: int, y: int, z: int)
    requires
        0 <= x,
        0 < z,
    ensures
        #![trigger (x * (y / z)), ((x * y) / z)]
        x * (y / z) <= (x * y) / z,
{
    lemma_fundamental_div_mod(y, z);
    lemma_mod_bound(y, z);
    let (q, r) = (y / z, y % z);
    assert(z * (x * q) <= x * y) by (nonlinear_arith)
        requires
            y == z * q + r,
            0 <= r,
            0 <= x,
    ;
    lemma_div_is_ordered(z * (x * q), x * y, z);
    lemma_div_multiples_vanish(x * q, z);
}

/// Numbers between the same multiples have the same quotient.
pub broadcast proof fn lemma_indistinguishable_quotients(a: int, b: int, d: int)
    requires
        0 < d,
        0 <= a - a % d <= b < a + d - a % d,
    ensures
        #![trigger (a / d), (b / d)]
        a / d == b / d,
{
    lemma_fundamental_div_mod(a, d);
    lemma_mul_is_commutative(a / d, d);
    lemma_fundamental_div_mod_converse(b, d, a / d, b - d * (a / d));
}

/// A common factor of dividend and divisor is a factor of the remainder.
pub proof fn lemma_truncate_middle(x: int, b: int, c: int)
    requires
        0 <= x,
        0 < b,
        0 < c,
    ensures
        #![trigger (b * (x % c))]
        0 < b * c,
        (b * x) % (b * c) == b * (x % c),
{
    lemma_mul_strictly_positive(b, c);
    lemma_fundamental_div_mod(x, c);
    lemma_mod_bound(x, c);
    let (q, r) = (x / c, x % c);
    assert(b * x == q * (b * c) + b * r) by (nonlinear_arith)
        requires
            x == c * q + r,
    ;
    assert(0 <= b * r < b * c) by (nonlinear_arith)
        requires
            0 <= r < c,
            0 < b,
    ;
    lemma_fundamental_div_mod_converse(b * x, b * c, q, b * r);
}

/// A common factor of dividend and divisor does not change the quotient.
pub broadcast proof fn lemma_div_multiples_vanish_quotient(x: int, a: int, d: int)
    requires
        0 < x,
        0 <= a,
        0 < d,
    ensures
        #![trigger a / d, x * a, x * d]
        0 < x * d,
        a / d == (x * a) / (x * d),
{
    lemma_mul_strictly_positive(x, d);
    lemma_fundamental_div_mod(a, d);
    lemma_mod_bound(a, d);
    let (q, r) = (a / d, a % d);
    assert(x * a == q * (x * d) + x * r) by (nonlinear_arith)
        requires
            a == d * q + r,
    ;
    assert(0 <= x * r < x * d) by (nonlinear_arith)
        requires
            0 <= r < d,
            0 < x,
    ;
    lemma_fundamental_div_mod_converse(x * a, x * d, q, x * r);
}

/// A multiple and a little more has the multiple as its round part.
pub broadcast proof fn lemma_round_down(a: int, r: int, d: int)
    requires
        0 < d,
        a % d == 0,
        0 <= r < d,
    ensures
        #![trigger (d * ((a + r) / d))]
        a == d * ((a + r) / d),
{
    lemma_fundamental_div_mod(a, d);
    lemma_div_multiples_vanish_fancy(a / d, r, d);
}

/// Multiplying and dividing again gives the number, also with a little more.
pub broadcast proof fn lemma_div_multiples_vanish_fancy(x: int, b: int, d: int)
    requires
        0 < d,
        0 <= b < d,
    ensures
        #![trigger (d * x + b) / d]
        (d * x + b) / d == x,
{
    lemma_mul_is_commutative(d, x);
    lemma_fundamental_div_mod_converse(d * x + b, d, x, b);
}

/// Multiplying and dividing again gives the number.
pub broadcast proof fn lemma_div_multiples_vanish(x: int, d: int)
    requires
        0 < d,
    ensures
        #![trigger (d * x) / d]
        (d * x) / d == x,
{
    lemma_div_multiples_vanish_fancy(x, 0, d);
}

/// The same, with the factor on the right.
pub broadcast proof fn lemma_div_by_multiple(b: int, d: int)
    requires
        0 <= b,
        0 < d,
    ensures
        #![trigger ((b * d) / d)]
        (b * d) / d == b,
{
    lemma_fundamental_div_mod_converse(b * d, d, b, 0);
}

/// A number below a multiple has a smaller quotient.
pub broadcast proof fn lemma_div_by_multiple_is_strongly_ordered(x: int, y: int, m: int, z: int)
    requires
        x < y,
        y == m * z,
        0 < z,
    ensures
        #![trigger x / z, m * z, y / z]
        x / z < y / z,
{
    lemma_fundamental_div_mod_converse(y, z, m, 0);
    lemma_mul_is_commutative(m, z);
    lemma_multiply_divide_lt(x, z, m);
}

/// Dividing by a factor of an upper bound.
pub broadcast proof fn lemma_multiply_divide_le(a: int, b: int, c: int)
    requires
        0 < b,
        a <= b * c,
    ensures
        #![trigger a / b, b * c]
        a / b <= c,
{
    lemma_div_is_ordered(a, b * c, b);
    lemma_div_multiples_vanish(c, b);
}

/// Dividing by a factor of a strict upper bound.
pub broadcast proof fn lemma_multiply_divide_lt(a: int, b: int, c: int)
    requires
        0 < b,
        a < b * c,
    ensures
        #![trigger a / b, b * c]
        a / b < c,
{
    lemma_fundamental_div_mod(a, b);
    lemma_mod_bound(a, b);
    if c <= a / b {
        lemma_mul_left_inequality(b, c, a / b);
    }
}

/// A number may be moved under a division.
pub broadcast proof fn lemma_hoist_over_denominator(x: int, j: int, d: nat)
    requires
        0 < d,
    ensures
        #![trigger x / d as int + j]
        x / d as int + j == (x + j * d) / d as int,
{
    let m = d as int;
    lemma_fundamental_div_mod(x, m);
    lemma_mod_bound(x, m);
    let (q, r) = (x / m, x % m);
    assert(x + j * m == (q + j) * (m) + (r)) by (nonlinear_arith)
        requires
            x == m * q + r,
    ;
    lemma_fundamental_div_mod_converse(x + j * m, m, q + j, r);
}

/// A round part, cut to a product, is at least a factor below it.
pub broadcast proof fn lemma_part_bound1(a: int, b: int, c: int)
    requires
        0 <= a,
        0 < b,
        0 < c,
    ensures
        #![trigger (b * (a / b) % (b * c))]
        0 < b * c,
        (b * (a / b) % (b * c)) <= b * (c - 1),
{
    lemma_div_pos_is_pos(a, b);
    lemma_truncate_middle(a / b, b, c);
    lemma_mod_bound(a / b, c);
    lemma_mul_left_inequality(b, (a / b) % c, c - 1);
}

} // verus!
