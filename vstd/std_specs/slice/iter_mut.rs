//! `iter_mut`: an iterator over the places of a slice.
//!
//! Its items are mutable references. What an item refers to is the element; what the slice is in the end is what the items
//! refer to in the end, whoever has them by then.
//!
//! trusted: the iterator has one reference for each place of the slice, in order, and gives each one once; nothing but
//! these references writes to the slice. It has no code of its own that runs when it is dropped.

#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::slice::IterMut;
#[cfg(feature = "alloc")]
use std::vec::Vec;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExIterMut<'a, T: 'a>(IterMut<'a, T>);

/// The references that the iterator has yet to give.
pub uninterp spec fn into_iter_elts<'a, T: 'a>(i: IterMut<'a, T>) -> Seq<&'a mut T>;

} // verus!

holds_its_items! { <'a, T> IterMut<'a, T>, &'a mut T }

verus! {

/// The references are to these elements, each to its own.
pub open spec fn refers_to<'a, T: 'a>(i: IterMut<'a, T>, elements: Seq<T>) -> bool {
    &&& into_iter_elts(i).len() == elements.len()
    &&& forall|k: int|
        #![trigger into_iter_elts(i)[k]]
        #![trigger elements[k]]
        0 <= k < elements.len() ==> *into_iter_elts(i)[k] == elements[k]
}

/// In the end the references are to these elements.
#[verifier::prophetic]
pub open spec fn comes_to_refer_to<'a, T: 'a>(i: IterMut<'a, T>, elements: Seq<T>) -> bool {
    &&& into_iter_elts(i).len() == elements.len()
    &&& forall|k: int|
        #![trigger into_iter_elts(i)[k]]
        #![trigger elements[k]]
        0 <= k < elements.len() ==> *final(into_iter_elts(i)[k]) == elements[k]
}

pub assume_specification<'a, T>[ <[T]>::iter_mut ](s: &'a mut [T]) -> (iter: IterMut<'a, T>)
    ensures
        refers_to(iter, old(s)@),
        comes_to_refer_to(iter, final(s)@),
;

pub assume_specification<'a, T>[ <&'a mut [T] as core::iter::IntoIterator>::into_iter ](s: &'a mut [T]) -> (iter:
    IterMut<'a, T>)
    ensures
        refers_to(iter, old(s)@),
        comes_to_refer_to(iter, final(s)@),
;

pub assume_specification<'a, T>[ <&'a mut Vec<T> as core::iter::IntoIterator>::into_iter ](s: &'a mut Vec<T>) -> (iter:
    IterMut<'a, T>)
    ensures
        refers_to(iter, old(s)@),
        comes_to_refer_to(iter, final(s)@),
;

pub assume_specification<'a, T, const N: usize>[ <&'a mut [T; N] as core::iter::IntoIterator>::into_iter ](
    s: &'a mut [T; N],
) -> (iter: IterMut<'a, T>)
    ensures
        refers_to(iter, old(s)@),
        comes_to_refer_to(iter, final(s)@),
;

/// Where nobody writes through what is in the iterator any more, nobody writes through the references that it did not give.
pub broadcast axiom fn axiom_iter_mut_has_resolved<'a, T: 'a>(iter: IterMut<'a, T>, i: int)
    ensures
        0 <= i < into_iter_elts(iter).len() ==> #[trigger] has_resolved(iter) ==> has_resolved(
            #[trigger] into_iter_elts(iter)[i],
        ),
;

} // verus!
