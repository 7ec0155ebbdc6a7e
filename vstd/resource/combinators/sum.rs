//! Values of one of two algebras.
// @when resource

#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A value of either algebra. Values of different ones cannot be put together.
pub enum SumRA<L, R> {
    /// Of the first.
    Left(L),
    /// Of the second.
    Right(R),
    /// What values of both would be.
    Invalid,
}

impl<L: ResourceAlgebra, R: ResourceAlgebra> ResourceAlgebra for SumRA<L, R> {
    open spec fn valid(self) -> bool {
        match self {
            SumRA::Left(l) => l.valid(),
            SumRA::Right(r) => r.valid(),
            SumRA::Invalid => false,
        }
    }

    open spec fn op(a: Self, b: Self) -> Self {
        match (a, b) {
            (SumRA::Left(l), SumRA::Left(m)) => SumRA::Left(L::op(l, m)),
            (SumRA::Right(r), SumRA::Right(s)) => SumRA::Right(R::op(r, s)),
            _ => SumRA::Invalid,
        }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        match (a, b, c) {
            (SumRA::Left(l), SumRA::Left(m), SumRA::Left(n)) => L::associative(l, m, n),
            (SumRA::Right(r), SumRA::Right(s), SumRA::Right(t)) => R::associative(r, s, t),
            _ => {},
        }
    }

    proof fn commutative(a: Self, b: Self) {
        match (a, b) {
            (SumRA::Left(l), SumRA::Left(m)) => L::commutative(l, m),
            (SumRA::Right(r), SumRA::Right(s)) => R::commutative(r, s),
            _ => {},
        }
    }

    proof fn valid_op(a: Self, b: Self) {
        match (a, b) {
            (SumRA::Left(l), SumRA::Left(m)) => L::valid_op(l, m),
            (SumRA::Right(r), SumRA::Right(s)) => R::valid_op(r, s),
            _ => {},
        }
    }
}

} // verus!
