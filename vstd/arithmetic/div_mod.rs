//! Quotients and remainders. Nothing here is trusted.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What the quotient and the remainder are to each other.
pub proof fn lemma_fundamental_div_mod(x: int, d: int)
    requires
        d != 0,
    ensures
        x == d * (x / d) + (x % d),
{
    assert(x == d * (x / d) + (x % d)) by (nonlinear_arith)
        requires
            d != 0,
    ;
}

/// A remainder is at least 0 and below the divisor.
pub proof fn lemma_mod_bound(x: int, d: int)
    requires
        d > 0,
    ensures
        0 <= x % d < d,
{
    assert(0 <= x % d < d) by (nonlinear_arith)
        requires
            d > 0,
    ;
}

/// A number below the divisor is its own remainder.
pub proof fn lemma_small_mod(x: nat, d: nat)
    requires
        x < d,
        d > 0,
    ensures
        x as int % d as int == x,
{
    let (a, b) = (x as int, d as int);
    assert(a % b == a) by (nonlinear_arith)
        requires
            0 <= a < b,
    ;
}

/// A quotient of numbers that are not negative is not negative, and at most the dividend.
pub proof fn lemma_div_bound(x: int, d: int)
    requires
        0 <= x,
        0 < d,
    ensures
        0 <= x / d <= x,
{
    assert(0 <= x / d <= x) by (nonlinear_arith)
        requires
            0 <= x,
            0 < d,
    ;
}

} // verus!
