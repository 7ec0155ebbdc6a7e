//! Values that only one can have.
// @when resource

#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A value that cannot be put together with any other.
pub enum ExclusiveRA<T> {
    /// The value.
    Exclusive(T),
    /// What two of them would be.
    Invalid,
}

impl<T> ResourceAlgebra for ExclusiveRA<T> {
    open spec fn valid(self) -> bool {
        self is Exclusive
    }

    open spec fn op(a: Self, b: Self) -> Self {
        ExclusiveRA::Invalid
    }

    proof fn associative(a: Self, b: Self, c: Self) {
    }

    proof fn commutative(a: Self, b: Self) {
    }

    proof fn valid_op(a: Self, b: Self) {
    }
}

} // verus!
