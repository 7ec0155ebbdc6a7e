//! Facts about quotients that are not linear.
// @when arithmetic

pub use crate::arithmetic::div_mod::lemma_div_by_self;
pub use crate::arithmetic::div_mod::lemma_div_of0;

#[allow(unused_imports)]
use crate::arithmetic::div_mod::lemma_basic_div;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A divisor goes into a smaller number no times.
pub proof fn lemma_small_div()
    ensures
        forall|x: int, d: int| 0 <= x < d && d > 0 ==> #[trigger] (x / d) == 0,
{
    assert forall|x: int, d: int| 0 <= x < d && d > 0 implies #[trigger] (x / d) == 0 by {
        lemma_basic_div(x, d);
    }
}

} // verus!
