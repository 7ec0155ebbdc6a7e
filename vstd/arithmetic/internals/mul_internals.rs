//! Products: induction, and what holds of all of them.
// @when _internals

#[allow(unused_imports)]
use super::general_internals::{is_le, lemma_induction_helper};
#[allow(unused_imports)]
use crate::math::{add as add1, sub as sub1};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub use crate::arithmetic::mul::{mul_pos, mul_recursive};

/// What holds of 0, and goes on by one in both directions, holds of all numbers.
pub proof fn lemma_mul_induction(f: spec_fn(int) -> bool)
    requires
        f(0),
        forall|i: int| i >= 0 && #[trigger] f(i) ==> #[trigger] f(add1(i, 1)),
        forall|i: int| i <= 0 && #[trigger] f(i) ==> #[trigger] f(sub1(i, 1)),
    ensures
        forall|i: int| #[trigger] f(i),
{
    assert forall|i: int| #[trigger] f(i) by {
        lemma_induction_helper(1, f, i);
    }
}

/// The order of the factors does not matter.
pub broadcast proof fn lemma_mul_commutes(x: int, y: int)
    ensures
        #[trigger] (x * y) == y * x,
{
    assert(x * y == y * x) by (nonlinear_arith);
}

/// One more, and one less.
proof fn lemma_mul_successor()
    ensures
        forall|x: int, y: int| #[trigger] ((x + 1) * y) == x * y + y,
        forall|x: int, y: int| #[trigger] ((x - 1) * y) == x * y - y,
{
    assert forall|x: int, y: int| #[trigger] ((x + 1) * y) == x * y + y by {
        lemma_mul_distributes_plus(x, 1, y);
    }
    assert forall|x: int, y: int| #[trigger] ((x - 1) * y) == x * y - y by {
        lemma_mul_distributes_minus(x, 1, y);
    }
}

/// The product with a sum.
pub broadcast proof fn lemma_mul_distributes_plus(x: int, y: int, z: int)
    ensures
        #[trigger] ((x + y) * z) == (x * z + y * z),
{
    assert((x + y) * z == x * z + y * z) by (nonlinear_arith);
}

/// The product with a difference.
pub broadcast proof fn lemma_mul_distributes_minus(x: int, y: int, z: int)
    ensures
        #[trigger] ((x - y) * z) == (x * z - y * z),
{
    assert((x - y) * z == x * z - y * z) by (nonlinear_arith);
}

/// What holds of all products.
pub open spec fn mul_auto() -> bool {
    &&& forall|x: int, y: int| #[trigger] (x * y) == (y * x)
    &&& forall|x: int, y: int, z: int| #[trigger] ((x + y) * z) == (x * z + y * z)
    &&& forall|x: int, y: int, z: int| #[trigger] ((x - y) * z) == (x * z - y * z)
}

/// What holds of all products.
pub broadcast group group_mul_properties_internal {
    lemma_mul_commutes,
    lemma_mul_distributes_plus,
    lemma_mul_distributes_minus,
}

/// It does hold of all products.
proof fn lemma_mul_properties_internal_prove_mul_auto()
    ensures
        mul_auto(),
{
    broadcast use group_mul_properties_internal;

}

/// Induction with what holds of all products at hand.
pub proof fn lemma_mul_induction_auto(x: int, f: spec_fn(int) -> bool)
    requires
        mul_auto() ==> {
            &&& f(0)
            &&& (forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + 1))
            &&& (forall|i: int| #[trigger] is_le(i, 0) && f(i) ==> f(i - 1))
        },
    ensures
        mul_auto(),
        f(x),
{
    lemma_mul_induction_auto_forall(f);
    assert(f(x));
}

/// The same for all numbers.
pub proof fn lemma_mul_induction_auto_forall(f: spec_fn(int) -> bool)
    requires
        mul_auto() ==> {
            &&& f(0)
            &&& (forall|i: int| #[trigger] is_le(0, i) && f(i) ==> f(i + 1))
            &&& (forall|i: int| #[trigger] is_le(i, 0) && f(i) ==> f(i - 1))
        },
    ensures
        mul_auto(),
        forall|i: int| #[trigger] f(i),
{
    lemma_mul_properties_internal_prove_mul_auto();
    assert forall|i: int| i >= 0 && #[trigger] f(i) implies #[trigger] f(add1(i, 1)) by {
        assert(is_le(0, i));
    }
    assert forall|i: int| i <= 0 && #[trigger] f(i) implies #[trigger] f(sub1(i, 1)) by {
        assert(is_le(i, 0));
    }
    lemma_mul_induction(f);
}

} // verus!
