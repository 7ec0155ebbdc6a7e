//! Pairs of values.
// @when resource

#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A value of each of two algebras.
pub struct ProductRA<L, R> {
    /// The first.
    pub left: L,
    /// The second.
    pub right: R,
}

impl<L: ResourceAlgebra, R: ResourceAlgebra> ResourceAlgebra for ProductRA<L, R> {
    open spec fn valid(self) -> bool {
        self.left.valid() && self.right.valid()
    }

    open spec fn op(a: Self, b: Self) -> Self {
        ProductRA { left: L::op(a.left, b.left), right: R::op(a.right, b.right) }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        L::associative(a.left, b.left, c.left);
        R::associative(a.right, b.right, c.right);
    }

    proof fn commutative(a: Self, b: Self) {
        L::commutative(a.left, b.left);
        R::commutative(a.right, b.right);
    }

    proof fn valid_op(a: Self, b: Self) {
        L::valid_op(a.left, b.left);
        R::valid_op(a.right, b.right);
    }
}

impl<L: PCM, R: PCM> PCM for ProductRA<L, R> {
    open spec fn unit() -> Self {
        ProductRA { left: L::unit(), right: R::unit() }
    }

    proof fn op_unit(self) {
        self.left.op_unit();
        self.right.op_unit();
    }

    proof fn unit_valid() {
        L::unit_valid();
        R::unit_valid();
    }
}

} // verus!
