//! Names in the order in which they were given.

use indexmap::IndexSet;
use vstd::prelude::*;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
#[verifier::reject_recursive_types(S)]
pub struct ExIndexSet<T, S>(IndexSet<T, S>);

/// The elements in their order.
pub uninterp spec fn order<T, S>(of: IndexSet<T, S>) -> Seq<T>;

pub assume_specification<T>[ IndexSet::<T>::new ]() -> (r: IndexSet<T>)
    ensures
        order(r) == Seq::<T>::empty(),
;

pub assume_specification<T, S>[ IndexSet::<T, S>::len ](this: &IndexSet<T, S>) -> (r: usize)
    ensures
        r == order(*this).len(),
;

pub assume_specification<T, S>[ IndexSet::<T, S>::get_index ](this: &IndexSet<T, S>, index: usize) -> (r: Option<&T>)
    ensures
        index < order(*this).len() ==> r == Some(&order(*this)[index as int]),
        index >= order(*this).len() ==> r is None,
;

pub assume_specification<T, S>[ IndexSet::<T, S>::insert ](this: &mut IndexSet<T, S>, value: T) -> (r: bool)
    where T: std::hash::Hash + Eq, S: std::hash::BuildHasher
    ensures
        r ==> order(*final(this)) == order(*old(this)).push(value),
        !r ==> order(*final(this)) == order(*old(this)) && order(*old(this)).contains(value),
;

pub fn first_of(a: u32, b: u32) -> (r: u32)
    ensures
        r == a,
{
    let mut set = IndexSet::<u32>::new();
    let is_new = set.insert(a);
    if !is_new {
        return a;
    }
    set.insert(b);
    match set.get_index(0) {
        Some(first) => *first,
        None => a,
    }
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_stays_first() {
        assert_eq!(super::first_of(2, 1), 2);
    }
}
