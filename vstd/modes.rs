//! Moves of tracked values.
//!
//! trusted: values move, each of them to one place; what is given away for good is never used otherwise.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The values change places.
pub axiom fn tracked_swap<V>(tracked a: &mut V, tracked b: &mut V)
    ensures
        *final(a) == *old(b),
        *final(b) == *old(a),
;

/// A tracked value that is given away for good can be looked at forever.
pub proof fn tracked_static_ref<V>(tracked v: V) -> (tracked res: &'static V)
    ensures
        *res == v,
{
    let tracked res = tracked_static_mut_ref(v);
    &*res
}

/// A tracked value that is given away for good can be changed forever.
pub axiom fn tracked_static_mut_ref<V>(tracked v: V) -> (tracked res: &'static mut V)
    ensures
        *res == v,
;

} // verus!
