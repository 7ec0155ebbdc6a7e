//! Logarithms. Nothing here is trusted.
// @when arithmetic

#[allow(unused_imports)]
use crate::arithmetic::div_mod::*;
#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use crate::math::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The exponent of the largest power of `base` that is at most `pow`.
#[verifier::opaque]
pub open spec fn log(base: int, pow: int) -> int
    recommends
        base > 1,
        pow >= 0,
    decreases pow,
{
    if pow < base || pow / base >= pow || pow / base < 0 {
        0
    } else {
        log(base, pow / base) + 1
    }
}

/// Numbers below the base have the logarithm 0.
pub proof fn lemma_log0(base: int, pow: int)
    requires
        base > 1,
        0 <= pow < base,
    ensures
        log(base, pow) == 0,
{
    reveal(log);
}

/// Dividing by the base makes the logarithm smaller by one.
pub broadcast proof fn lemma_log_s(base: int, pow: int)
    requires
        base > 1,
        pow >= base,
    ensures
        #![trigger log(base, div(pow, base))]
        pow / base >= 0,
        log(base, pow) == 1 + log(base, pow / base),
{
    reveal(log);
    lemma_div_pos_is_pos(pow, base);
    lemma_div_decreases(pow, base);
}

/// Logarithms are not negative.
pub proof fn lemma_log_nonnegative(base: int, pow: int)
    requires
        base > 1,
        0 <= pow,
    ensures
        log(base, pow) >= 0,
    decreases pow,
{
    if pow < base {
        lemma_log0(base, pow);
    } else {
        lemma_log_s(base, pow);
        lemma_div_decreases(pow, base);
        lemma_log_nonnegative(base, pow / base);
    }
}

/// A larger number has no smaller logarithm.
pub proof fn lemma_log_is_ordered(base: int, pow1: int, pow2: int)
    requires
        base > 1,
        0 <= pow1 <= pow2,
    ensures
        log(base, pow1) <= log(base, pow2),
    decreases pow1,
{
    if pow1 < base {
        lemma_log0(base, pow1);
        lemma_log_nonnegative(base, pow2);
    } else {
        lemma_log_s(base, pow1);
        lemma_log_s(base, pow2);
        lemma_div_decreases(pow1, base);
        lemma_div_is_ordered(pow1, pow2, base);
        lemma_log_is_ordered(base, pow1 / base, pow2 / base);
    }
}

/// The logarithm of a power is the exponent.
pub proof fn lemma_log_pow(base: int, n: nat)
    requires
        base > 1,
    ensures
        log(base, pow(base, n)) == n,
    decreases n,
{
    lemma_pow0(base);
    if n == 0 {
        lemma_log0(base, 1);
    } else {
        let rest = (n - 1) as nat;
        lemma_pow1(base);
        lemma_pow_adds(base, 1, rest);
        lemma_pow_positive(base, rest);
        lemma_mul_left_inequality(base, 1, pow(base, rest));
        lemma_log_s(base, pow(base, n));
        lemma_div_multiples_vanish(pow(base, rest), base);
        lemma_log_pow(base, rest);
    }
}

} // verus!
