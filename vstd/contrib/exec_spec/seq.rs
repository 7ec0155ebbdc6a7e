//! Counterparts of sequences: how they are copied, compared, read and made.
// @when contrib

use super::{DeepViewClone, ExecSpecEq, ExecSpecIndex, ExecSpecLen, ToOwned, ToRef};
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

use std::vec::Vec;

verus! {

broadcast use crate::group_vstd_default;

/// A vector with copies of the elements of `s`, and room for more.
pub(crate) fn copied<T: DeepViewClone>(s: &[T]) -> (res: Vec<T>)
    ensures
        res.deep_view() == s.deep_view(),
{
    let mut res: Vec<T> = Vec::new();
    let mut i: usize = 0;
    while i < s.len()
        invariant
            i == res.len(),
            i <= s.len(),
            forall|j: int| 0 <= j < i ==> (#[trigger] res@[j]).deep_view() == s@[j].deep_view(),
        decreases s.len() - i,
    {
        res.push(s[i].deep_clone());
        i += 1;
    }
    assert(res.deep_view() =~= s.deep_view());
    res
}

/// Whether two sequences of equal lengths have equal elements.
fn equal<'a, T: DeepView>(s: &'a [T], t: &'a [T]) -> (res: bool) where &'a T: ExecSpecEq<'a, Other = &'a T>
    ensures
        res == (s.deep_view() == t.deep_view()),
{
    if s.len() != t.len() {
        assert(s.deep_view().len() != t.deep_view().len());
        return false;
    }
    let mut i: usize = 0;
    while i < s.len()
        invariant
            i <= s.len(),
            s.len() == t.len(),
            forall|j: int| 0 <= j < i ==> (#[trigger] s@[j]).deep_view() == t@[j].deep_view(),
        decreases s.len() - i,
    {
        if !<&'a T>::exec_eq(&s[i], &t[i]) {
            assert(s.deep_view()[i as int] != t.deep_view()[i as int]);
            return false;
        }
        i += 1;
    }
    assert(s.deep_view() =~= t.deep_view());
    true
}

impl<'a, T: DeepView> ToRef<&'a [T]> for &'a Vec<T> {
    #[inline(always)]
    fn get_ref(self) -> &'a [T] {
        self.as_slice()
    }
}

impl<'a, T: DeepView + DeepViewClone> ToOwned<Vec<T>> for &'a [T] {
    #[inline(always)]
    fn get_owned(self) -> Vec<T> {
        copied(self)
    }
}

impl<T: DeepViewClone> DeepViewClone for Vec<T> {
    #[inline(always)]
    fn deep_clone(&self) -> Self {
        copied(self.as_slice())
    }
}

impl<'a, T: DeepView> ExecSpecEq<'a> for &'a [T] where &'a T: ExecSpecEq<'a, Other = &'a T> {
    type Other = &'a [T];

    #[inline(always)]
    fn exec_eq(this: Self, other: Self::Other) -> bool {
        equal::<T>(this, other)
    }
}

impl<'a, T: DeepView> ExecSpecEq<'a> for &'a Vec<T> where &'a T: ExecSpecEq<'a, Other = &'a T> {
    type Other = &'a Vec<T>;

    #[inline(always)]
    fn exec_eq(this: Self, other: Self::Other) -> bool {
        equal::<T>(this.as_slice(), other.as_slice())
    }
}

impl<'a, T: DeepView> ExecSpecLen for &'a [T] {
    #[inline(always)]
    fn exec_len(self) -> (res: usize)
        ensures
            res == self.deep_view().len(),
    {
        self.len()
    }
}

impl<'a, T: DeepView> ExecSpecIndex<'a> for &'a [T] {
    type Elem = &'a T;

    #[inline(always)]
    fn exec_index(self, index: usize) -> (res: Self::Elem)
        ensures
            res.deep_view() == self.deep_view()[index as int],
    {
        &self[index]
    }
}

/// `add` of sequences.
pub trait ExecSpecSeqAdd<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// One sequence after the other.
    fn exec_add(self, rhs: Self) -> Out;
}

/// `push` of sequences.
pub trait ExecSpecSeqPush<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The elements.
    type Elem: DeepView + DeepViewClone;

    /// The sequence with an element more at its end.
    fn exec_push(self, a: Self::Elem) -> Out;
}

/// `update` of sequences.
pub trait ExecSpecSeqUpdate<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The elements.
    type Elem: DeepView + DeepViewClone;

    /// The sequence with another element at an index, if the sequence is so long.
    fn exec_update(self, i: usize, a: Self::Elem) -> Out;
}

/// `Seq::empty`.
pub trait ExecSpecSeqEmpty: Sized {
    /// The sequence without elements.
    fn exec_empty() -> Self;
}

impl<'a, T: DeepView + DeepViewClone> ExecSpecSeqAdd<'a, Vec<T>> for &'a [T] {
    fn exec_add(self, rhs: Self) -> (res: Vec<T>)
        ensures
            res.deep_view() =~= self.deep_view().add(rhs.deep_view()),
    {
        let mut res = copied(self);
        let mut i: usize = 0;
        while i < rhs.len()
            invariant
                i <= rhs.len(),
                res.deep_view() == self.deep_view().add(rhs.deep_view().take(i as int)),
            decreases rhs.len() - i,
        {
            let ghost before = res.deep_view();
            res.push(rhs[i].deep_clone());
            assert(res.deep_view() =~= before.push(rhs.deep_view()[i as int]));
            assert(rhs.deep_view().take(i + 1) =~= rhs.deep_view().take(i as int).push(rhs.deep_view()[i as int]));
            i += 1;
            assert(res.deep_view() =~= self.deep_view().add(rhs.deep_view().take(i as int)));
        }
        assert(rhs.deep_view().take(i as int) =~= rhs.deep_view());
        res
    }
}

impl<'a, T: DeepView + DeepViewClone> ExecSpecSeqPush<'a, Vec<T>> for &'a [T] {
    type Elem = T;

    fn exec_push(self, a: Self::Elem) -> (res: Vec<T>)
        ensures
            res.deep_view() =~= self.deep_view().push(a.deep_view()),
    {
        let mut res = copied(self);
        let ghost before = res.deep_view();
        res.push(a);
        assert(res.deep_view() =~= before.push(a.deep_view()));
        res
    }
}

impl<'a, T: DeepView + DeepViewClone> ExecSpecSeqUpdate<'a, Vec<T>> for &'a [T] {
    type Elem = T;

    fn exec_update(self, i: usize, a: Self::Elem) -> (res: Vec<T>)
        ensures
            res.deep_view() =~= self.deep_view().update(i as int, a.deep_view()),
    {
        let mut res = copied(self);
        let ghost before = res.deep_view();
        if i < res.len() {
            res.set(i, a);
        }
        assert(res.deep_view() =~= before.update(i as int, a.deep_view()));
        res
    }
}

impl<T: DeepView> ExecSpecSeqEmpty for Vec<T> {
    #[inline(always)]
    fn exec_empty() -> (res: Self)
        ensures
            res.deep_view() =~= Seq::empty(),
    {
        Vec::new()
    }
}

} // verus!
