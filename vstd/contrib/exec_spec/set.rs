//! Counterparts of sets.
// @when contrib

use super::entries::{elements, empty_set, set_of};
#[allow(unused_imports)]
use super::entries::views;
use super::{DeepViewClone, ExecSpecEq, ExecSpecKey, ExecSpecLen, ToOwned, ToRef};
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

use std::collections::HashSet;
use std::vec::Vec;

verus! {

broadcast use crate::group_vstd_default;

/// `Set::empty`.
pub trait ExecSpecSetEmpty: Sized {
    /// The set without elements.
    fn exec_empty() -> Self;
}

/// `contains` of sets.
pub trait ExecSpecSetContains<'a>: Sized + DeepView {
    /// The elements.
    type Elem: DeepView;

    /// Whether an element is in the set.
    fn exec_contains(self, a: Self::Elem) -> bool;
}

/// `insert` of sets.
pub trait ExecSpecSetInsert<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The elements.
    type Elem: DeepView + DeepViewClone;

    /// The set with an element more.
    fn exec_insert(self, a: Self::Elem) -> Out;
}

/// `remove` of sets.
pub trait ExecSpecSetRemove<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The elements.
    type Elem: DeepView + DeepViewClone;

    /// The set without an element.
    fn exec_remove(self, a: Self::Elem) -> Out;
}

/// `intersect` of sets.
pub trait ExecSpecSetIntersect<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// What is in both sets.
    fn exec_intersect(self, s2: Self) -> Out;
}

/// `union` of sets.
pub trait ExecSpecSetUnion<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// What is in one of the sets.
    fn exec_union(self, s2: Self) -> Out;
}

/// `difference` of sets.
pub trait ExecSpecSetDifference<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// What is in this set, and not in the other.
    fn exec_difference(self, s2: Self) -> Out;
}

/// The first index from `from` on at which an element like `needle` is.
fn found_from<'b, T: DeepView>(s: &[&'b T], needle: &'b T, from: usize) -> (res: Option<usize>) where
    &'b T: ExecSpecEq<'b, Other = &'b T>,

    requires
        from <= s.len(),
    ensures
        match res {
            Some(i) => from <= i < s.len() && views(s@)[i as int] == needle.deep_view(),
            None => forall|j: int| from <= j < s.len() ==> #[trigger] views(s@)[j] != needle.deep_view(),
        },
{
    let mut i = from;
    while i < s.len()
        invariant
            from <= i <= s.len(),
            forall|j: int| from <= j < i ==> #[trigger] views(s@)[j] != needle.deep_view(),
        decreases s.len() - i,
    {
        if <&'b T>::exec_eq(s[i], needle) {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Whether an element like `needle` is there.
fn found<'b, T: DeepView>(s: &[&'b T], needle: &'b T) -> (res: bool) where &'b T: ExecSpecEq<'b, Other = &'b T>
    ensures
        res == views(s@).contains(needle.deep_view()),
{
    found_from::<T>(s, needle, 0).is_some()
}

/// Adds copies of the elements of `from` that are in `of`, or of those that are not.
fn add_chosen<'b, K: DeepView + DeepViewClone>(to: &mut Vec<K>, from: &[&'b K], of: &[&'b K], inside: bool) where
    &'b K: ExecSpecEq<'b, Other = &'b K>,

    ensures
        forall|k: K::V| #[trigger]
            final(to).deep_view().contains(k) <==> old(to).deep_view().contains(k) || views(from@).contains(k)
                && views(of@).contains(k) == inside,
{
    let ghost start = to.deep_view();
    let mut i: usize = 0;
    while i < from.len()
        invariant
            i <= from.len(),
            start == old(to).deep_view(),
            forall|k: K::V| #[trigger]
                to.deep_view().contains(k) <==> start.contains(k) || views(from@).take(i as int).contains(k)
                    && views(of@).contains(k) == inside,
        decreases from.len() - i,
    {
        let ghost k = views(from@)[i as int];
        let ghost before = to.deep_view();
        let ghost seen = views(from@).take(i as int);
        assert(views(from@).take(i + 1) =~= seen.push(k));
        proof {
            lemma_push_contains(before, k);
            lemma_push_contains(seen, k);
        }
        if found::<K>(of, from[i]) == inside {
            to.push(from[i].deep_clone());
            assert(to.deep_view() =~= before.push(k));
        }
        i += 1;
    }
    assert(views(from@).take(i as int) =~= views(from@));
}

/// What is in a sequence with an element more.
proof fn lemma_push_contains<A>(s: Seq<A>, a: A)
    ensures
        forall|b: A| #[trigger] s.push(a).contains(b) <==> s.contains(b) || b == a,
{
    assert forall|b: A| #[trigger] s.push(a).contains(b) <==> s.contains(b) || b == a by {
        if s.contains(b) {
            let i = choose|i: int| 0 <= i < s.len() && s[i] == b;
            assert(s.push(a)[i] == b);
        }
        assert(s.push(a)[s.len() as int] == a);
        if s.push(a).contains(b) {
            let i = choose|i: int| 0 <= i < s.push(a).len() && s.push(a)[i] == b;
            assert(i < s.len() ==> s[i] == b);
        }
    }
}

/// Copies of the elements of `from` that are in `of`, or of those that are not.
fn chosen<'b, K: DeepView + DeepViewClone>(from: &[&'b K], of: &[&'b K], inside: bool) -> (res: Vec<K>) where
    &'b K: ExecSpecEq<'b, Other = &'b K>,

    ensures
        forall|k: K::V| #[trigger]
            res.deep_view().contains(k) <==> views(from@).contains(k) && views(of@).contains(k) == inside,
{
    let mut res: Vec<K> = Vec::new();
    add_chosen::<K>(&mut res, from, of, inside);
    res
}

/// Copies of all elements of `from`, and of those of `more`.
fn joined<'b, K: DeepView + DeepViewClone>(from: &[&'b K], more: &[&'b K]) -> (res: Vec<K>) where
    &'b K: ExecSpecEq<'b, Other = &'b K>,

    ensures
        forall|k: K::V| #[trigger]
            res.deep_view().contains(k) <==> views(from@).contains(k) || views(more@).contains(k),
{
    let none: Vec<&'b K> = Vec::new();
    let mut res: Vec<K> = Vec::new();
    add_chosen::<K>(&mut res, from, none.as_slice(), false);
    add_chosen::<K>(&mut res, more, none.as_slice(), false);
    res
}

/// Whether everything in `a` is in `b`.
fn inside<'b, K: DeepView>(a: &[&'b K], b: &[&'b K]) -> (res: bool) where &'b K: ExecSpecEq<'b, Other = &'b K>
    ensures
        res <==> forall|k: K::V| #[trigger] views(a@).contains(k) ==> views(b@).contains(k),
{
    let mut i: usize = 0;
    while i < a.len()
        invariant
            i <= a.len(),
            forall|j: int| 0 <= j < i ==> views(b@).contains(#[trigger] views(a@)[j]),
        decreases a.len() - i,
    {
        if !found::<K>(b, a[i]) {
            assert(views(a@).contains(views(a@)[i as int]));
            return false;
        }
        i += 1;
    }
    true
}

/// How many different elements there are.
fn count<'b, K: DeepView>(elements: &[&'b K]) -> (res: usize) where &'b K: ExecSpecEq<'b, Other = &'b K>
    ensures
        res == views(elements@).to_set().len(),
{
    let ghost all = views(elements@);
    let mut n: usize = 0;
    let mut i: usize = elements.len();
    assert(all.skip(i as int).to_set() =~= Set::empty());
    while i > 0
        invariant
            n <= all.len() - i,
            i <= all.len() == elements.len(),
            all == views(elements@),
            n == all.skip(i as int).to_set().len(),
        decreases i,
    {
        let ghost later = all.skip(i as int);
        i -= 1;
        let ghost now = all.skip(i as int);
        let ghost k = all[i as int];
        assert forall|b: K::V| #[trigger] now.contains(b) <==> later.contains(b) || b == k by {
            if later.contains(b) {
                let j = choose|j: int| 0 <= j < later.len() && later[j] == b;
                assert(now[j + 1] == b);
            }
            assert(now[0] == k);
            if now.contains(b) {
                let j = choose|j: int| 0 <= j < now.len() && now[j] == b;
                assert(j == 0 || later[j - 1] == b);
            }
        }
        assert(now.to_set() =~= later.to_set().insert(k));
        match found_from::<K>(elements, elements[i], i + 1) {
            None => {
                assert(!later.contains(k));
                n += 1;
            },
            Some(j) => {
                assert(later[j - i - 1] == k);
                assert(later.to_set().insert(k) =~= later.to_set());
            },
        }
    }
    assert(all.skip(0) =~= all);
    n
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ToRef<&'a HashSet<K>> for &'a HashSet<K> {
    #[inline(always)]
    fn get_ref(self) -> &'a HashSet<K> {
        self
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ToOwned<HashSet<K>> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn get_owned(self) -> HashSet<K> {
        self.deep_clone()
    }
}

impl<K: DeepView + DeepViewClone + ExecSpecKey> DeepViewClone for HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn deep_clone(&self) -> Self {
        let res = set_of::<K>(joined::<K>(elements::<K>(self).as_slice(), Vec::new().as_slice()));
        assert(res.deep_view() =~= self.deep_view());
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecEq<'a> for &'a HashSet<K> where
    &'a K: ExecSpecEq<'a, Other = &'a K>,
 {
    type Other = &'a HashSet<K>;

    fn exec_eq(this: Self, other: Self::Other) -> bool {
        let a: Vec<&'a K> = elements::<K>(this);
        let b: Vec<&'a K> = elements::<K>(other);
        let (here, there) = (inside::<K>(a.as_slice(), b.as_slice()), inside::<K>(b.as_slice(), a.as_slice()));
        proof {
            let (left, right) = (this.deep_view(), other.deep_view());
            if left == right {
                assert forall|k: K::V| views(a@).contains(k) == views(b@).contains(k) by {
                    assert(left.contains(k) == right.contains(k));
                }
            }
            assert(here && there ==> left =~= right) by {
                assert forall|k: K::V| here && there implies left.contains(k) == right.contains(k) by {
                    assert(views(a@).contains(k) == views(b@).contains(k));
                }
            }
        }
        here && there
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecLen for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn exec_len(self) -> (res: usize)
        ensures
            res == self.deep_view().len(),
    {
        let all = elements::<K>(self);
        assert(views(all@).to_set() =~= self.deep_view());
        count::<K>(all.as_slice())
    }
}

impl<K: DeepView + ExecSpecKey> ExecSpecSetEmpty for HashSet<K> {
    fn exec_empty() -> (res: Self)
        ensures
            res.deep_view() =~= Set::empty(),
    {
        empty_set::<K>()
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSetContains<'a> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    type Elem = K;

    fn exec_contains(self, a: Self::Elem) -> (res: bool)
        ensures
            res == self.deep_view().contains(a.deep_view()),
    {
        let all = elements::<K>(self);
        let res = found::<K>(all.as_slice(), &a);
        assert(self.deep_view().contains(a.deep_view()) == res);
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSetInsert<'a, HashSet<K>> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    type Elem = K;

    fn exec_insert(self, a: Self::Elem) -> (res: HashSet<K>)
        ensures
            res.deep_view() =~= self.deep_view().insert(a.deep_view()),
    {
        let mut one: Vec<&K> = Vec::new();
        one.push(&a);
        assert(views(one@)[0] == a.deep_view());
        let res = set_of::<K>(joined::<K>(elements::<K>(self).as_slice(), one.as_slice()));
        assert(res.deep_view() =~= self.deep_view().insert(a.deep_view()));
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSetRemove<'a, HashSet<K>> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    type Elem = K;

    fn exec_remove(self, a: Self::Elem) -> (res: HashSet<K>)
        ensures
            res.deep_view() =~= self.deep_view().remove(a.deep_view()),
    {
        let mut one: Vec<&K> = Vec::new();
        one.push(&a);
        assert(views(one@)[0] == a.deep_view());
        let res = set_of::<K>(chosen::<K>(elements::<K>(self).as_slice(), one.as_slice(), false));
        assert(res.deep_view() =~= self.deep_view().remove(a.deep_view()));
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSetIntersect<'a, HashSet<K>> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn exec_intersect(self, s2: Self) -> (res: HashSet<K>)
        ensures
            res.deep_view() =~= self.deep_view().intersect(s2.deep_view()),
    {
        let res = set_of::<K>(chosen::<K>(elements::<K>(self).as_slice(), elements::<K>(s2).as_slice(), true));
        assert(res.deep_view() =~= self.deep_view().intersect(s2.deep_view()));
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSetUnion<'a, HashSet<K>> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn exec_union(self, s2: Self) -> (res: HashSet<K>)
        ensures
            res.deep_view() =~= self.deep_view().union(s2.deep_view()),
    {
        let res = set_of::<K>(joined::<K>(elements::<K>(self).as_slice(), elements::<K>(s2).as_slice()));
        assert(res.deep_view() =~= self.deep_view().union(s2.deep_view()));
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey> ExecSpecSetDifference<'a, HashSet<K>> for &'a HashSet<K> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn exec_difference(self, s2: Self) -> (res: HashSet<K>)
        ensures
            res.deep_view() =~= self.deep_view().difference(s2.deep_view()),
    {
        let res = set_of::<K>(chosen::<K>(elements::<K>(self).as_slice(), elements::<K>(s2).as_slice(), false));
        assert(res.deep_view() =~= self.deep_view().difference(s2.deep_view()));
        res
    }
}

} // verus!
