//! Counterparts of sequences: their parts, and what is in them.
// @when contrib

use super::{DeepViewClone, ExecMultiset, ExecSpecEq, ExecSpecKey};
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

use crate::slice::slice_subrange;
use core::hash::Hash;

verus! {

broadcast use crate::group_vstd_default;

/// `subrange` of sequences.
pub trait ExecSpecSeqSubrange<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// The elements from one index up to before another.
    fn exec_subrange(self, start_inclusive: usize, end_exclusive: usize) -> Self
        requires
            0 <= start_inclusive <= end_exclusive <= self.deep_view().len(),
    ;
}

/// `drop_first` of sequences.
pub trait ExecSpecSeqDropFirst<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// All elements but the first.
    fn exec_drop_first(self) -> Self
        requires
            self.deep_view().len() >= 1,
    ;
}

/// `drop_last` of sequences.
pub trait ExecSpecSeqDropLast<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// All elements but the last.
    fn exec_drop_last(self) -> Self
        requires
            self.deep_view().len() >= 1,
    ;
}

/// `take` of sequences.
pub trait ExecSpecSeqTake<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// The first elements.
    fn exec_take(self, n: usize) -> Self
        requires
            0 <= n <= self.deep_view().len(),
    ;
}

/// `skip` of sequences.
pub trait ExecSpecSeqSkip<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// All elements but the first ones.
    fn exec_skip(self, n: usize) -> Self
        requires
            0 <= n <= self.deep_view().len(),
    ;
}

/// `last` of sequences.
pub trait ExecSpecSeqLast<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// The last element.
    fn exec_last(self) -> Self::Elem
        requires
            0 < self.deep_view().len(),
    ;
}

/// `first` of sequences.
pub trait ExecSpecSeqFirst<'a>: Sized + DeepView<V = Seq<<Self::Elem as DeepView>::V>> {
    /// The elements.
    type Elem: DeepView;

    /// The first element.
    fn exec_first(self) -> Self::Elem
        requires
            0 < self.deep_view().len(),
    ;
}

/// `is_prefix_of` of sequences.
pub trait ExecSpecSeqIsPrefixOf<'a>: DeepView + Sized {
    /// What may begin with the sequence.
    type Other: DeepView<V = Self::V>;

    /// Whether `other` begins with the sequence.
    fn exec_is_prefix_of(self, other: Self::Other) -> (res: bool);
}

/// `is_suffix_of` of sequences.
pub trait ExecSpecSeqIsSuffixOf<'a>: DeepView + Sized {
    /// What may end with the sequence.
    type Other: DeepView<V = Self::V>;

    /// Whether `other` ends with the sequence.
    fn exec_is_suffix_of(self, other: Self::Other) -> (res: bool);
}

/// `contains` of sequences.
pub trait ExecSpecSeqContains<'a>: Sized + DeepView {
    /// The elements.
    type Elem: DeepView;

    /// Whether an element is in the sequence.
    fn exec_contains(self, needle: Self::Elem) -> bool;
}

/// `index_of` of sequences.
pub trait ExecSpecSeqIndexOf<'a>: Sized + DeepView {
    /// The elements.
    type Elem: DeepView;

    /// The index of an element that is there once. Panics if it is not: the specification says then of no index that it
    /// is the one.
    fn exec_index_of(self, needle: Self::Elem) -> usize;
}

/// `index_of_first` of sequences.
pub trait ExecSpecSeqIndexOfFirst<'a>: Sized + DeepView {
    /// The elements.
    type Elem: DeepView;

    /// The first index of an element.
    fn exec_index_of_first(self, needle: Self::Elem) -> Option<usize>;
}

/// `index_of_last` of sequences.
pub trait ExecSpecSeqIndexOfLast<'a>: Sized + DeepView {
    /// The elements.
    type Elem: DeepView;

    /// The last index of an element.
    fn exec_index_of_last(self, needle: Self::Elem) -> Option<usize>;
}

/// `to_multiset` of sequences.
pub trait ExecSpecSeqToMultiset<'a>: Sized {
    /// The elements.
    type Elem: DeepView + DeepViewClone + Hash + Eq;

    /// How often each element is there.
    fn exec_to_multiset(self) -> ExecMultiset<Self::Elem>;
}

impl<'a, T: DeepView> ExecSpecSeqSubrange<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_subrange(self, start_inclusive: usize, end_exclusive: usize) -> (res: Self)
        ensures
            res.deep_view() =~= self.deep_view().subrange(start_inclusive as int, end_exclusive as int),
    {
        slice_subrange(self, start_inclusive, end_exclusive)
    }
}

impl<'a, T: DeepView> ExecSpecSeqDropFirst<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_drop_first(self) -> (res: Self)
        ensures
            res.deep_view() =~= self.deep_view().drop_first(),
    {
        slice_subrange(self, 1, self.len())
    }
}

impl<'a, T: DeepView> ExecSpecSeqDropLast<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_drop_last(self) -> (res: Self)
        ensures
            res.deep_view() =~= self.deep_view().drop_last(),
    {
        slice_subrange(self, 0, self.len() - 1)
    }
}

impl<'a, T: DeepView> ExecSpecSeqTake<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_take(self, n: usize) -> (res: Self)
        ensures
            res.deep_view() =~= self.deep_view().take(n as int),
    {
        slice_subrange(self, 0, n)
    }
}

impl<'a, T: DeepView> ExecSpecSeqSkip<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_skip(self, n: usize) -> (res: Self)
        ensures
            res.deep_view() =~= self.deep_view().skip(n as int),
    {
        slice_subrange(self, n, self.len())
    }
}

impl<'a, T: DeepView> ExecSpecSeqLast<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_last(self) -> (res: Self::Elem)
        ensures
            res.deep_view() == self.deep_view().last(),
    {
        &self[self.len() - 1]
    }
}

impl<'a, T: DeepView> ExecSpecSeqFirst<'a> for &'a [T] {
    type Elem = &'a T;

    fn exec_first(self) -> (res: Self::Elem)
        ensures
            res.deep_view() == self.deep_view().first(),
    {
        &self[0]
    }
}

impl<'a, T: DeepView> ExecSpecSeqIsPrefixOf<'a> for &'a [T] where &'a T: ExecSpecEq<'a, Other = &'a T> {
    type Other = &'a [T];

    fn exec_is_prefix_of(self, other: Self::Other) -> (res: bool)
        ensures
            res == self.deep_view().is_prefix_of(other.deep_view()),
    {
        if self.len() > other.len() {
            return false;
        }
        let start = slice_subrange(other, 0, self.len());
        assert(start.deep_view() =~= other.deep_view().subrange(0, self.len() as int));
        <&'a [T]>::exec_eq(self, start)
    }
}

impl<'a, T: DeepView> ExecSpecSeqIsSuffixOf<'a> for &'a [T] where &'a T: ExecSpecEq<'a, Other = &'a T> {
    type Other = &'a [T];

    fn exec_is_suffix_of(self, other: Self::Other) -> (res: bool)
        ensures
            res == self.deep_view().is_suffix_of(other.deep_view()),
    {
        if self.len() > other.len() {
            return false;
        }
        let end = slice_subrange(other, other.len() - self.len(), other.len());
        assert(end.deep_view() =~= other.deep_view().subrange(other.len() - self.len(), other.len() as int));
        <&'a [T]>::exec_eq(self, end)
    }
}

/// The first index from `from` on at which an element like `needle` is.
fn found_from<'b, T: DeepView>(s: &'b [T], needle: &'b T, from: usize) -> (res: Option<usize>) where
    &'b T: ExecSpecEq<'b, Other = &'b T>,

    requires
        from <= s.len(),
    ensures
        match res {
            Some(i) => from <= i < s.len() && s.deep_view()[i as int] == needle.deep_view() && forall|j: int|
                from <= j < i ==> #[trigger] s.deep_view()[j] != needle.deep_view(),
            None => forall|j: int| from <= j < s.len() ==> #[trigger] s.deep_view()[j] != needle.deep_view(),
        },
{
    let mut i = from;
    while i < s.len()
        invariant
            from <= i <= s.len(),
            forall|j: int| from <= j < i ==> #[trigger] s.deep_view()[j] != needle.deep_view(),
        decreases s.len() - i,
    {
        if <&'b T>::exec_eq(&s[i], needle) {
            return Some(i);
        }
        i += 1;
    }
    None
}

impl<'a, T: DeepView> ExecSpecSeqContains<'a> for &'a [T] where for <'b>&'b T: ExecSpecEq<'b, Other = &'b T> {
    type Elem = T;

    fn exec_contains(self, needle: Self::Elem) -> (res: bool)
        ensures
            res == self.deep_view().contains(needle.deep_view()),
    {
        found_from::<T>(self, &needle, 0).is_some()
    }
}

impl<'a, T: DeepView> ExecSpecSeqIndexOf<'a> for &'a [T] where for <'b>&'b T: ExecSpecEq<'b, Other = &'b T> {
    type Elem = T;

    fn exec_index_of(self, needle: Self::Elem) -> (res: usize)
        ensures
            res == self.deep_view().index_of(needle.deep_view()),
    {
        match found_from::<T>(self, &needle, 0) {
            Some(i) if found_from::<T>(self, &needle, i + 1).is_none() => i,
            _ => super::give_up("`index_of` says of no index that it is the one of this element"),
        }
    }
}

impl<'a, T: DeepView> ExecSpecSeqIndexOfFirst<'a> for &'a [T] where for <'b>&'b T: ExecSpecEq<'b, Other = &'b T> {
    type Elem = T;

    fn exec_index_of_first(self, needle: Self::Elem) -> (res: Option<usize>)
        ensures
            match res {
                Some(i) => self.deep_view().index_of_first(needle.deep_view()) == Some(i as int),
                None => self.deep_view().index_of_first(needle.deep_view()) == None::<int>,
            },
    {
        proof {
            self.deep_view().index_of_first_ensures(needle.deep_view());
        }
        found_from::<T>(self, &needle, 0)
    }
}

impl<'a, T: DeepView> ExecSpecSeqIndexOfLast<'a> for &'a [T] where for <'b>&'b T: ExecSpecEq<'b, Other = &'b T> {
    type Elem = T;

    fn exec_index_of_last(self, needle: Self::Elem) -> (res: Option<usize>)
        ensures
            match res {
                Some(i) => self.deep_view().index_of_last(needle.deep_view()) == Some(i as int),
                None => self.deep_view().index_of_last(needle.deep_view()) == None::<int>,
            },
    {
        let mut i = self.len();
        while i > 0
            invariant
                i <= self.len(),
                forall|j: int| i <= j < self.len() ==> #[trigger] self.deep_view()[j] != needle.deep_view(),
            decreases i,
        {
            i -= 1;
            if <&T>::exec_eq(&self[i], &needle) {
                assert(self.deep_view()[i as int] == needle.deep_view());
                proof {
                    self.deep_view().index_of_last_ensures(needle.deep_view());
                }
                return Some(i);
            }
        }
        proof {
            self.deep_view().index_of_last_ensures(needle.deep_view());
        }
        None
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSeqToMultiset<'a> for &'a [T] where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    type Elem = T;

    fn exec_to_multiset(self) -> (res: ExecMultiset<Self::Elem>)
        ensures
            res.deep_view() =~= self.deep_view().to_multiset(),
    {
        super::multiset::counted::<T>(self)
    }
}

} // verus!
