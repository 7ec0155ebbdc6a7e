//! Quotients by one divisor.
// @when arithmetic

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::internals::div_internals::{div_pos, div_recursive};
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A quotient is the number of subtractions.
pub broadcast proof fn lemma_div_is_div_recursive(x: int, d: int)
    requires
        0 < d,
    ensures
        div_recursive(x, d) == #[trigger] (x / d),
    decreases if x < 0 { d - x } else { x },
{
    if x < 0 {
        lemma_div_is_div_recursive(x + d, d);
        lemma_div_plus_one(x, d);
    } else if x < d {
        lemma_basic_div(x, d);
    } else {
        lemma_div_is_div_recursive(x - d, d);
        lemma_div_minus_one(x, d);
    }
}

/// A quotient by a negative number is the number of subtractions, negated.
pub proof fn lemma_div_is_div_recursive_negative(x: int, d: int)
    requires
        d < 0,
    ensures
        div_recursive(x, d) == x / d,
{
    lemma_div_is_div_recursive(x, -d);
    assert(x / d == -(x / -d)) by (nonlinear_arith)
        requires
            d < 0,
    ;
}

/// A number that is not 0 goes once into itself.
pub proof fn lemma_div_by_self(d: int)
    requires
        d != 0,
    ensures
        d / d == 1,
{
    assert(d / d == 1) by (nonlinear_arith)
        requires
            d != 0,
    ;
}

/// A number that is not 0 goes into 0 no times.
pub proof fn lemma_div_of0(d: int)
    requires
        d != 0,
    ensures
        0 as int / d == 0,
{
    assert(0int / d == 0) by (nonlinear_arith)
        requires
            d != 0,
    ;
}

/// Quotients of 0, by 1, and by the number itself.
pub proof fn lemma_div_basics(x: int)
    ensures
        x != 0 as int ==> 0 as int / x == 0,
        x / 1 == x,
        x != 0 ==> x / x == 1,
{
    if x != 0 {
        lemma_div_of0(x);
        lemma_div_by_self(x);
    }
}

/// 0 divided by a number is 0.
pub broadcast proof fn lemma_div_basics_1(x: int)
    ensures
        x != 0 as int ==> #[trigger] (0int / x) == 0,
{
    lemma_div_basics(x);
}

/// A number divided by 1 is the number.
pub broadcast proof fn lemma_div_basics_2(x: int)
    ensures
        #[trigger] (x / 1) == x,
{
}

/// A number divided by itself is 1.
pub broadcast proof fn lemma_div_basics_3(x: int)
    ensures
        x != 0 ==> #[trigger] (x / x) == 1,
{
    lemma_div_basics(x);
}

/// A quotient of numbers that are not negative is not negative.
pub broadcast proof fn lemma_div_basics_4(x: int, y: int)
    ensures
        x >= 0 && y > 0 ==> #[trigger] (x / y) >= 0,
{
    if x >= 0 && y > 0 {
        lemma_div_pos_is_pos(x, y);
    }
}

/// A quotient is at most the dividend.
pub broadcast proof fn lemma_div_basics_5(x: int, y: int)
    ensures
        x >= 0 && y > 0 ==> #[trigger] (x / y) <= x,
{
    if x >= 0 && y > 0 {
        lemma_div_nonincreasing(x, y);
    }
}

/// The simplest quotients.
pub broadcast group group_div_basics {
    lemma_div_basics_1,
    lemma_div_basics_2,
    lemma_div_basics_3,
    lemma_div_basics_4,
    lemma_div_basics_5,
}

/// A quotient of numbers that are not negative is not negative.
pub broadcast proof fn lemma_div_pos_is_pos(x: int, d: int)
    requires
        0 <= x,
        0 < d,
    ensures
        0 <= #[trigger] (x / d),
{
    lemma_fundamental_div_mod(x, d);
    lemma_mod_bound(x, d);
    let (q, r) = (x / d, x % d);
    assert(0 <= q) by (nonlinear_arith)
        requires
            x == d * q + r,
            0 <= x,
            r < d,
            0 < d,
    ;
}

/// Only a number below the divisor has the quotient 0.
pub broadcast proof fn lemma_small_div_converse(x: int, d: int)
    ensures
        0 <= x && 0 < d && #[trigger] (x / d) == 0 ==> x < d,
{
    if 0 <= x && 0 < d && x / d == 0 {
        lemma_fundamental_div_mod(x, d);
        lemma_mod_bound(x, d);
    }
}

/// A number no smaller than the divisor has a positive quotient.
pub proof fn lemma_div_non_zero(x: int, d: int)
    requires
        x >= d > 0,
    ensures
        #[trigger] (x / d) > 0,
{
    lemma_div_pos_is_pos(x, d);
    lemma_small_div_converse(x, d);
}

/// A larger divisor makes no larger quotient.
pub broadcast proof fn lemma_div_is_ordered_by_denominator(x: int, y: int, z: int)
    requires
        0 <= x,
        1 <= y <= z,
    ensures
        #[trigger] (x / y) >= #[trigger] (x / z),
{
    lemma_fundamental_div_mod(x, y);
    lemma_mod_bound(x, y);
    lemma_fundamental_div_mod(x, z);
    lemma_mod_bound(x, z);
    lemma_div_pos_is_pos(x, z);
    let (p, q, r, s) = (x / y, x / z, x % y, x % z);
    if p < q {
        lemma_mul_left_inequality(y, p + 1, q);
        lemma_mul_is_distributive_add(y, p, 1);
        lemma_mul_inequality(y, z, q);
    }
}

/// A divisor above 1 makes a positive number smaller.
pub broadcast proof fn lemma_div_is_strictly_smaller(x: int, d: int)
    requires
        0 < x,
        1 < d,
    ensures
        #[trigger] (x / d) < x,
{
    lemma_fundamental_div_mod(x, d);
    lemma_mod_bound(x, d);
    let q = x / d;
    if x <= q {
        lemma_mul_strictly_increases(d, q);
    }
}

/// The quotient of a sum, up to remainders.
pub broadcast proof fn lemma_dividing_sums(a: int, b: int, d: int, r: int)
    requires
        0 < d,
        r == a % d + b % d - (a + b) % d,
    ensures
        #![trigger (d * ((a + b) / d) - r), (d * (a / d) + d * (b / d))]
        d * ((a + b) / d) - r == d * (a / d) + d * (b / d),
{
    lemma_fundamental_div_mod(a, d);
    lemma_fundamental_div_mod(b, d);
    lemma_fundamental_div_mod(a + b, d);
}

/// The divisor more makes the quotient larger by one.
pub broadcast proof fn lemma_div_plus_one(x: int, d: int)
    requires
        0 < d,
    ensures
        #![trigger (1 + x / d), ((d + x) / d)]
        1 + x / d == (d + x) / d,
{
    lemma_fundamental_div_mod(x, d);
    lemma_mod_bound(x, d);
    let (q, r) = (x / d, x % d);
    assert(d + x == (1 + q) * (d) + (r)) by (nonlinear_arith)
        requires
            x == d * q + r,
    ;
    lemma_fundamental_div_mod_converse(d + x, d, 1 + q, r);
}

/// The divisor less makes the quotient smaller by one.
pub broadcast proof fn lemma_div_minus_one(x: int, d: int)
    requires
        0 < d,
    ensures
        #![trigger (-1 + x / d), ((-d + x) / d)]
        -1 + x / d == (-d + x) / d,
{
    lemma_fundamental_div_mod(x, d);
    lemma_mod_bound(x, d);
    let (q, r) = (x / d, x % d);
    assert(-d + x == (-1 + q) * (d) + (r)) by (nonlinear_arith)
        requires
            x == d * q + r,
    ;
    lemma_fundamental_div_mod_converse(-d + x, d, -1 + q, r);
}

/// Numbers below a divisor have the quotient 0.
pub proof fn lemma_basic_div_specific_divisor(d: int)
    requires
        0 < d,
    ensures
        forall|x: int| 0 <= x < d ==> #[trigger] (x / d) == 0,
{
    assert forall|x: int| 0 <= x < d implies #[trigger] (x / d) == 0 by {
        lemma_basic_div(x, d);
    }
}

/// A number below the divisor has the quotient 0.
pub broadcast proof fn lemma_basic_div(x: int, d: int)
    requires
        0 <= x < d,
    ensures
        #[trigger] (x / d) == 0,
{
    lemma_fundamental_div_mod_converse(x, d, 0, x);
}

/// A larger dividend makes no smaller quotient.
pub broadcast proof fn lemma_div_is_ordered(x: int, y: int, z: int)
    requires
        x <= y,
        0 < z,
    ensures
        #[trigger] (x / z) <= #[trigger] (y / z),
{
    lemma_fundamental_div_mod(x, z);
    lemma_mod_bound(x, z);
    lemma_fundamental_div_mod(y, z);
    lemma_mod_bound(y, z);
    let (p, q) = (x / z, y / z);
    if q < p {
        lemma_mul_left_inequality(z, q + 1, p);
        lemma_mul_is_distributive_add(z, q, 1);
    }
}

/// A divisor above 1 makes a positive number smaller.
pub broadcast proof fn lemma_div_decreases(x: int, d: int)
    requires
        0 < x,
        1 < d,
    ensures
        #[trigger] (x / d) < x,
{
    lemma_div_is_strictly_smaller(x, d);
}

/// A quotient is at most the dividend.
pub broadcast proof fn lemma_div_nonincreasing(x: int, d: int)
    requires
        0 <= x,
        0 < d,
    ensures
        #[trigger] (x / d) <= x,
{
    if 0 < x && 1 < d {
        lemma_div_is_strictly_smaller(x, d);
    } else if x == 0 {
        lemma_basic_div(x, d);
    }
}

} // verus!
