//! Powers. Nothing here is trusted.

#[allow(unused_imports)]
use crate::arithmetic::mul::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// `b` multiplied by itself `e` times.
pub open spec fn pow(b: int, e: nat) -> int
    decreases e,
{
    if e == 0 {
        1
    } else {
        b * pow(b, (e - 1) as nat)
    }
}

/// The first two powers.
pub proof fn lemma_pow_small(b: int)
    ensures
        pow(b, 0) == 1,
        pow(b, 1) == b,
{
    reveal_with_fuel(pow, 2);
}

/// Powers of a positive number are positive.
pub proof fn lemma_pow_positive(b: int, e: nat)
    requires
        b > 0,
    ensures
        pow(b, e) > 0,
    decreases e,
{
    if e > 0 {
        lemma_pow_positive(b, (e - 1) as nat);
        lemma_mul_strictly_positive(b, pow(b, (e - 1) as nat));
    }
}

/// Exponents add up.
pub proof fn lemma_pow_adds(b: int, e1: nat, e2: nat)
    ensures
        pow(b, e1 + e2) == pow(b, e1) * pow(b, e2),
    decreases e1,
{
    if e1 == 0 {
        assert(pow(b, e1) == 1);
    } else {
        let rest = (e1 - 1) as nat;
        lemma_pow_adds(b, rest, e2);
        assert((e1 + e2 - 1) as nat == rest + e2);
        lemma_mul_is_associative(b, pow(b, rest), pow(b, e2));
    }
}

} // verus!
