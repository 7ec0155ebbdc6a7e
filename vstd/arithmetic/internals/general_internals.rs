//! Induction over all integers, up from 0 and down from 0.
// @when arithmetic

#[allow(unused_imports)]
use crate::math::{add as add1, sub as sub1};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// `x <= y` as a function, for use in triggers.
pub open spec fn is_le(x: int, y: int) -> bool {
    x <= y
}

/// Induction upwards, in steps of `n`.
proof fn lemma_induction_helper_pos(n: int, f: spec_fn(int) -> bool, x: int)
    requires
        x >= 0,
        n > 0,
        forall|i: int| 0 <= i < n ==> #[trigger] f(i),
        forall|i: int| i >= 0 && #[trigger] f(i) ==> #[trigger] f(add1(i, n)),
    ensures
        f(x),
    decreases x,
{
    if x >= n {
        lemma_induction_helper_pos(n, f, x - n);
        assert(f(add1(x - n, n)));
    }
}

/// Induction downwards, in steps of `n`.
proof fn lemma_induction_helper_neg(n: int, f: spec_fn(int) -> bool, x: int)
    requires
        x < 0,
        n > 0,
        forall|i: int| 0 <= i < n ==> #[trigger] f(i),
        forall|i: int| i < n && #[trigger] f(i) ==> #[trigger] f(sub1(i, n)),
    ensures
        f(x),
    decreases -x,
{
    if x + n < 0 {
        lemma_induction_helper_neg(n, f, x + n);
    }
    assert(f(x + n));
    assert(f(sub1(x + n, n)));
}

/// What holds from 0 to below `n`, and with a number also `n` above and `n` below it, holds for every integer.
pub proof fn lemma_induction_helper(n: int, f: spec_fn(int) -> bool, x: int)
    requires
        n > 0,
        forall|i: int| 0 <= i < n ==> #[trigger] f(i),
        forall|i: int| i >= 0 && #[trigger] f(i) ==> #[trigger] f(add1(i, n)),
        forall|i: int| i < n && #[trigger] f(i) ==> #[trigger] f(sub1(i, n)),
    ensures
        f(x),
{
    if x >= 0 {
        lemma_induction_helper_pos(n, f, x);
    } else {
        lemma_induction_helper_neg(n, f, x);
    }
}

} // verus!
