//! Facts about remainders that are not linear.
// @when arithmetic

pub use crate::arithmetic::div_mod::lemma_fundamental_div_mod;

#[allow(unused_imports)]
use crate::arithmetic::div_mod::lemma_mod_bound;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// `x % y` as a function, for use in triggers.
pub open spec fn modulus(x: int, y: int) -> int {
    x % y
}

/// 0 leaves no remainder.
proof fn lemma_mod_of_zero_is_zero(m: int)
    requires
        0 < m,
    ensures
        0int % m == 0int,
{
    lemma_small_mod(0, m as nat);
}

/// 0 leaves no remainder, for any divisor.
pub proof fn lemma_0_mod_anything()
    ensures
        forall|m: int| m > 0 ==> #[trigger] modulus(0, m) == 0,
{
    assert forall|m: int| m > 0 implies #[trigger] modulus(0, m) == 0 by {
        lemma_mod_of_zero_is_zero(m);
    }
}

/// A number below the divisor is its own remainder.
pub proof fn lemma_small_mod(x: nat, m: nat)
    requires
        x < m,
        0 < m,
    ensures
        #[trigger] modulus(x as int, m as int) == x as int,
{
    crate::arithmetic::div_mod::lemma_small_mod(x, m);
}

/// A remainder is at least 0 and below the divisor.
pub proof fn lemma_mod_range(x: int, m: int)
    requires
        m > 0,
    ensures
        0 <= #[trigger] modulus(x, m) < m,
{
    lemma_mod_bound(x, m);
}

} // verus!
