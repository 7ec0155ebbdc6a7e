//! Sums of numbers of any type that knows when it overflows.

use num_traits::CheckedAdd;
use vstd::prelude::*;

verus! {

#[verifier::external_trait_specification]
#[verifier::external_trait_extension(CheckedAddSpec via CheckedAddSpecImpl)]
pub trait ExCheckedAdd: Sized + core::ops::Add<Self, Output = Self> {
    type ExternalTraitSpecificationFor: CheckedAdd;

    spec fn value(&self) -> int;

    fn checked_add(&self, v: &Self) -> (r: Option<Self>)
        ensures
            r matches Some(sum) ==> sum.value() == self.value() + v.value(),
    ;
}

/// The sum of all, if there is no overflow on the way.
pub open spec fn total<T: CheckedAdd>(of: Seq<T>) -> int
    decreases of.len(),
{
    if of.len() == 0 {
        0
    } else {
        total(of.drop_last()) + of.last().value()
    }
}

pub fn sum<T: CheckedAdd>(zero: T, of: &[T]) -> (r: Option<T>)
    requires
        zero.value() == 0,
    ensures
        r matches Some(sum) ==> sum.value() == total(of@),
{
    let mut sum = zero;
    for i in 0..of.len()
        invariant
            sum.value() == total(of@.take(i as int)),
    {
        match sum.checked_add(&of[i]) {
            Some(next) => sum = next,
            None => return None,
        }
        assert(of@.take(i + 1).drop_last() =~= of@.take(i as int));
    }
    assert(of@.take(of.len() as int) =~= of@);
    Some(sum)
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn sums_do_not_overflow() {
        assert_eq!(super::sum(0u8, &[1, 2, 3]), Some(6));
        assert_eq!(super::sum(0u8, &[200, 100]), None);
    }
}
