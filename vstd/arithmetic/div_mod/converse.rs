//! What the quotient and the remainder are to each other.
// @when arithmetic

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What the quotient and the remainder are to each other.
pub broadcast proof fn lemma_fundamental_div_mod(x: int, d: int)
    requires
        d != 0,
    ensures
        x == #[trigger] (d * (x / d) + (x % d)),
{
    assert(x == d * (x / d) + (x % d)) by (nonlinear_arith)
        requires
            d != 0,
    ;
}

/// A remainder is at least 0 and below the divisor.
pub broadcast proof fn lemma_mod_bound(x: int, m: int)
    requires
        0 < m,
    ensures
        0 <= #[trigger] (x % m) < m,
{
    assert(0 <= x % m < m) by (nonlinear_arith)
        requires
            0 < m,
    ;
}

/// The same, as it is often asked for.
pub broadcast proof fn lemma_mod_pos_bound(x: int, m: int)
    requires
        0 <= x,
        0 < m,
    ensures
        0 <= #[trigger] (x % m) < m,
{
    lemma_mod_bound(x, m);
}

/// The same, under another name.
pub broadcast proof fn lemma_mod_division_less_than_divisor(x: int, m: int)
    requires
        m > 0,
    ensures
        0 <= #[trigger] (x % m) < m,
{
    lemma_mod_bound(x, m);
}

/// There is one way only to write a number as a multiple and a remainder.
pub proof fn lemma_fundamental_div_mod_converse(x: int, d: int, q: int, r: int)
    requires
        d != 0,
        0 <= r < d,
        x == q * d + r,
    ensures
        r == x % d,
        q == x / d,
{
    lemma_fundamental_div_mod(x, d);
    lemma_mod_bound(x, d);
    let (q2, r2) = (x / d, x % d);
    assert(q == q2) by (nonlinear_arith)
        requires
            q * d + r == d * q2 + r2,
            0 <= r < d,
            0 <= r2 < d,
    ;
    lemma_mul_is_commutative(q, d);
}

/// The remainder is the one that makes up for a multiple.
pub broadcast proof fn lemma_fundamental_div_mod_converse_mod(x: int, d: int, q: int, r: int)
    requires
        d != 0,
        0 <= r < d,
        x == #[trigger] (q * d + r),
    ensures
        r == #[trigger] (x % d),
{
    lemma_fundamental_div_mod_converse(x, d, q, r);
}

/// The quotient is the one that leaves a remainder.
pub broadcast proof fn lemma_fundamental_div_mod_converse_div(x: int, d: int, q: int, r: int)
    requires
        d != 0,
        0 <= r < d,
        x == #[trigger] (q * d + r),
    ensures
        q == #[trigger] (x / d),
{
    lemma_fundamental_div_mod_converse(x, d, q, r);
}

/// The quotient of a number that is written as a multiple and a remainder.
pub proof fn lemma_fundamental_div_mod_converse_helper_1(u: int, d: int, r: int)
    requires
        d != 0,
        0 <= r < d,
    ensures
        u == (u * d + r) / d,
{
    lemma_fundamental_div_mod_converse(u * d + r, d, u, r);
}

/// The remainder of a number that is written as a multiple and a remainder.
pub proof fn lemma_fundamental_div_mod_converse_helper_2(u: int, d: int, r: int)
    requires
        d != 0,
        0 <= r < d,
    ensures
        r == (u * d + r) % d,
{
    lemma_fundamental_div_mod_converse(u * d + r, d, u, r);
}

/// Quotient and remainder from a way to write a number.
pub broadcast group group_fundamental_div_mod_converse {
    lemma_fundamental_div_mod_converse_mod,
    lemma_fundamental_div_mod_converse_div,
}

} // verus!
