//! Conditions on ranges, in a form that `assert .. by (compute)` can run through.

use core::ops::Range;

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Ranges whose every element can be asked about.
pub trait RangeAll where Self: Sized {
    /// Whether `p` holds of every element.
    spec fn all_spec(self, p: spec_fn(int) -> bool) -> bool;
}

/// Whether `p` holds of every element, asked from the front.
pub open spec fn range_all_spec_rec(r: Range<int>, p: spec_fn(int) -> bool) -> bool
    decreases r.end - r.start,
{
    if r.end <= r.start {
        true
    } else {
        p(r.start) && range_all_spec_rec(Range { start: r.start + 1, end: r.end }, p)
    }
}

impl RangeAll for Range<int> {
    open spec fn all_spec(self, p: spec_fn(int) -> bool) -> bool {
        range_all_spec_rec(self, p)
    }
}

/// What was asked from the front holds everywhere.
pub broadcast proof fn all_spec_ensures(r: Range<int>, p: spec_fn(int) -> bool)
    ensures
        #[trigger] r.all_spec(p) ==> (forall|i: int| r.start <= i < r.end ==> #[trigger] p(i)),
    decreases r.end - r.start,
{
    if r.start < r.end && r.all_spec(p) {
        let rest = Range { start: r.start + 1, end: r.end };
        all_spec_ensures(rest, p);
        assert(rest.all_spec(p));
        assert forall|i: int| r.start <= i < r.end implies #[trigger] p(i) by {
            assert(i == r.start || rest.start <= i);
        }
    }
}

} // verus!
