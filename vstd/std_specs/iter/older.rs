//! Other names for what is known of iterators that are turned into others. Nothing here is trusted.
// @when into_rev_spec rev_post iter_into_iter_spec group_iter_axioms trigger_peek_implications

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::iter::Rev;

verus! {

/// What an iterator is turned into: itself.
pub open spec fn iter_into_iter_spec<I: core::iter::Iterator>(i: I) -> I {
    i
}

/// Always true. A place to hang a trigger on that is about the items to come.
pub open spec fn trigger_peek_implications<T>(x: T) -> bool {
    true
}

/// A reversed iterator that reverses this one.
pub closed spec fn into_rev_spec<I>(i: I) -> Rev<I> {
    choose|r: Rev<I>| rev_iter(r) == i
}

/// Whether `r` reverses `i`, as `i.rev()` does.
pub open spec fn rev_post<I>(i: I, r: Rev<I>) -> bool {
    rev_iter(r) == i
}

/// A reversed iterator gives what is left in the other order.
pub broadcast proof fn rev_postcondition<I: DoubleEndedIteratorSpec>(i: I)
    requires
        i.obeys_prophetic_iter_laws(),
        rev_post(i, into_rev_spec(i)),
    ensures
        ({
            let r = #[trigger] into_rev_spec(i);
            &&& IteratorSpec::remaining(&r) == IteratorSpec::remaining(&i).reverse()
            &&& IteratorSpec::will_return_none(&r) == i.will_return_none()
            &&& IteratorSpec::decrease(&r) is Some == i.decrease() is Some
        }),
{
}

/// What is known of iterators that are turned into others.
pub broadcast group group_iter_axioms {
    rev_postcondition,
}

} // verus!
