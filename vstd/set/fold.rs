//! Combining the members of a finite set, in any order.

#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

impl<A> Set<A> {
    /// `f` applied to `z` and the members, one after the other.
    #[verifier::inline]
    pub open spec fn fold<B>(self, z: B, f: spec_fn(B, A) -> B) -> B
        recommends
            crate::iset::fold::is_fun_commutative(f),
    {
        self.to_iset().fold(z, f)
    }
}

} // verus!
