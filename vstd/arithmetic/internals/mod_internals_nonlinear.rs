//! Remainders: the facts that the solver finds by itself.
// @when _internals

#[allow(unused_imports)]
use crate::arithmetic::div_mod::{lemma_fundamental_div_mod_converse, lemma_mod_bound};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub use crate::arithmetic::div_mod::lemma_fundamental_div_mod;

/// The remainder, as a place to hang a trigger on.
pub open spec fn modulus(x: int, y: int) -> int {
    x % y
}

/// Nothing leaves nothing.
proof fn lemma_mod_of_zero_is_zero(m: int)
    requires
        0 < m,
    ensures
        0 as int % m == 0 as int,
{
    lemma_fundamental_div_mod_converse(0, m, 0, 0);
}

/// Nothing leaves nothing.
proof fn lemma_0_mod_anything()
    ensures
        forall|m: int| m > 0 ==> #[trigger] modulus(0, m) == 0,
{
    assert forall|m: int| m > 0 implies #[trigger] modulus(0, m) == 0 by {
        lemma_mod_of_zero_is_zero(m);
    }
}

/// What is smaller than the divisor is its own remainder.
pub proof fn lemma_small_mod(x: nat, m: nat)
    requires
        x < m,
        0 < m,
    ensures
        #[trigger] modulus(x as int, m as int) == x as int,
{
    lemma_fundamental_div_mod_converse(x as int, m as int, 0, x as int);
}

/// A remainder is smaller than the divisor.
pub proof fn lemma_mod_range(x: int, m: int)
    requires
        m > 0,
    ensures
        0 <= #[trigger] modulus(x, m) < m,
{
    lemma_mod_bound(x, m);
}

} // verus!
