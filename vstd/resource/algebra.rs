//! Values that can be put together.
// @when resource

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Values of which some can be put together, in any order.
pub trait ResourceAlgebra: Sized {
    /// Whether a value can exist.
    spec fn valid(self) -> bool;

    /// Two values put together. Values that cannot be put together give one that is not valid.
    spec fn op(a: Self, b: Self) -> Self;

    /// Brackets do not matter.
    proof fn associative(a: Self, b: Self, c: Self)
        ensures
            Self::op(a, Self::op(b, c)) == Self::op(Self::op(a, b), c),
    ;

    /// The order does not matter.
    proof fn commutative(a: Self, b: Self)
        ensures
            Self::op(a, b) == Self::op(b, a),
    ;

    /// A part of what can exist can exist.
    proof fn valid_op(a: Self, b: Self)
        requires
            Self::op(a, b).valid(),
        ensures
            a.valid(),
    ;
}

} // verus!
