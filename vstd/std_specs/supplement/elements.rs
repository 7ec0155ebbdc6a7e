//! Slices and vectors: which elements are kept, parts that follow each other, elements of arrays that are given away.
// @when .retain( resize_with .windows( .chunks( .as_slice( to_owned
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::std_specs::slice::into_iter_elts;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::slice::{Chunks, Iter, Windows};
use std::vec::Vec;

verus! {

broadcast use group_seq_lemmas;

/// The elements that are kept, in their order.
pub open spec fn kept_elements<T>(s: Seq<T>, kept: Seq<bool>) -> Seq<T>
    decreases s.len(),
{
    if s.len() == 0 {
        s
    } else {
        let front = kept_elements(s.drop_last(), kept);
        if kept[s.len() - 1] { front.push(s.last()) } else { front }
    }
}

/// If a predicate says which elements are kept, they are those that it chooses.
pub proof fn lemma_kept_elements<T>(s: Seq<T>, kept: Seq<bool>, p: spec_fn(T) -> bool)
    requires
        forall|i: int| 0 <= i < s.len() ==> kept[i] == p(#[trigger] s[i]),
    ensures
        kept_elements(s, kept) == s.filter(p),
    decreases s.len(),
{
    reveal(Seq::filter);
    if s.len() > 0 {
        assert forall|i: int| 0 <= i < s.drop_last().len() implies kept[i] == p(#[trigger] s.drop_last()[i]) by {
            assert(s.drop_last()[i] == s[i]);
        }
        lemma_kept_elements(s.drop_last(), kept, p);
        assert(kept[s.len() - 1] == p(s[s.len() - 1]));
    }
}

pub assume_specification<T, F: FnMut(&T) -> bool>[ Vec::<T>::retain ](vec: &mut Vec<T>, f: F)
    requires
        forall|i: int| 0 <= i < old(vec)@.len() ==> f.requires((#[trigger] &old(vec)@[i],)),
    ensures
        exists|kept: Seq<bool>|
            kept.len() == old(vec)@.len() && final(vec)@ == #[trigger] kept_elements(old(vec)@, kept) && (forall|i: int|
                0 <= i < old(vec)@.len() ==> f.ensures((&old(vec)@[i],), #[trigger] kept[i])),
        // What follows from it, by `lemma_kept_elements`.
        forall|i: int|
            0 <= i < final(vec)@.len() ==> f.ensures((&final(vec)@[i],), true) && old(vec)@.contains(#[trigger] final(vec)@[i]),
        forall|p: spec_fn(T) -> bool|
            (forall|i: int, kept: bool|
                0 <= i < old(vec)@.len() && #[trigger] f.ensures((&old(vec)@[i],), kept) ==> kept == p(old(vec)@[i])) ==> final(vec)@
                == #[trigger] old(vec)@.filter(p),
;

pub assume_specification<T, F: FnMut() -> T>[ Vec::<T>::resize_with ](vec: &mut Vec<T>, new_len: usize, f: F)
    requires
        new_len > old(vec)@.len() ==> f.requires(()),
    ensures
        final(vec)@.len() == new_len,
        forall|i: int| 0 <= i < old(vec)@.len() && i < new_len ==> #[trigger] final(vec)@[i] == old(vec)@[i],
        forall|i: int| old(vec)@.len() <= i < new_len ==> f.ensures((), #[trigger] final(vec)@[i]),
;

pub assume_specification<T: Clone>[ <[T] as std::borrow::ToOwned>::to_owned ](slice: &[T]) -> (res: Vec<T>)
    ensures
        res@.len() == slice@.len(),
        forall|i: int| #![all_triggers] 0 <= i < slice@.len() ==> cloned::<T>(slice@[i], res@[i]),
        slice@ =~= res@ ==> slice@ == res@,
;

pub assume_specification<'a, T>[ Iter::<'a, T>::as_slice ](iter: &Iter<'a, T>) -> (res: &'a [T])
    ensures
        res@ == into_iter_elts(*iter),
;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExWindows<'a, T: 'a>(Windows<'a, T>);

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExChunks<'a, T: 'a>(Chunks<'a, T>);

/// The parts that the iterator has yet to give.
pub uninterp spec fn windows_elts<'a, T: 'a>(i: Windows<'a, T>) -> Seq<&'a [T]>;

/// The parts that the iterator has yet to give.
pub uninterp spec fn chunks_elts<'a, T: 'a>(i: Chunks<'a, T>) -> Seq<&'a [T]>;

} // verus!

lends_its_items! { <'a, T> Windows<'a, T>, &'a [T], windows_elts, |all, at| all[at] }

lends_its_items! { <'a, T> Chunks<'a, T>, &'a [T], chunks_elts, |all, at| all[at] }

verus! {

/// The parts of this length begin at each place, as far as they fit.
pub assume_specification<'a, T>[ <[T]>::windows ](slice: &'a [T], size: usize) -> (res: Windows<'a, T>)
    requires
        size > 0,
    ensures
        windows_elts(res).len() == if slice@.len() < size { 0 } else { slice@.len() - size + 1 },
        forall|i: int| 0 <= i < windows_elts(res).len() ==> (#[trigger] windows_elts(res)[i])@ == slice@.subrange(i, i + size),
;

/// The parts have this length, but for the last one, which may be shorter.
pub assume_specification<'a, T>[ <[T]>::chunks ](slice: &'a [T], size: usize) -> (res: Chunks<'a, T>)
    requires
        size > 0,
    ensures
        chunks_elts(res).len() == (slice@.len() + size - 1) / size as int,
        forall|i: int|
            0 <= i < chunks_elts(res).len() ==> (#[trigger] chunks_elts(res)[i])@ == slice@.subrange(
                i * size,
                if (i + 1) * size < slice@.len() { (i + 1) * size } else { slice@.len() as int },
            ),
;

} // verus!
