//! Counterparts of multisets.
// @when contrib

#[allow(unused_imports)]
use super::entries::{distinct, lists, pairs};
use super::entries::{entries, map_of, value_of};
use super::map::copies;
use super::{DeepViewClone, ExecSpecEq, ExecSpecKey, ExecSpecLen, ToOwned, ToRef};
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

use core::hash::Hash;
use std::collections::HashMap;
use std::vec::Vec;

verus! {

broadcast use crate::group_vstd_default;

/// A multiset: how often each element is there.
#[derive(Eq, PartialEq, Debug)]
pub struct ExecMultiset<T: Hash + Eq> {
    /// The counts. An element that is not there has none, or the count 0.
    pub m: HashMap<T, usize>,
}

impl<T: DeepView + ExecSpecKey> DeepView for ExecMultiset<T> {
    type V = Multiset<<T as DeepView>::V>;

    open spec fn deep_view(&self) -> Self::V {
        Multiset::from_map(self.m.deep_view().map_values(|v: usize| v as nat))
    }
}

/// `count` of multisets.
pub trait ExecSpecMultisetCount: Sized + DeepView {
    /// The elements.
    type Elem;

    /// How often an element is there.
    fn exec_count(self, value: Self::Elem) -> usize;
}

/// `Multiset::empty`.
pub trait ExecSpecMultisetEmpty: Sized {
    /// The multiset without elements.
    fn exec_empty() -> Self;
}

/// `Multiset::singleton`.
pub trait ExecSpecMultisetSingleton: Sized {
    /// The elements.
    type Elem;

    /// The multiset in which one element is there once.
    fn exec_singleton(v: Self::Elem) -> Self;
}

/// `add` of multisets.
pub trait ExecSpecMultisetAdd<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The sum of the counts. Panics if one does not fit.
    fn exec_add(self, m2: Self) -> Out;
}

/// `sub` of multisets.
pub trait ExecSpecMultisetSub<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The difference of the counts, at least 0.
    fn exec_sub(self, m2: Self) -> Out;
}

// ---------------------------------------------------------------------------------------------- Lists with counts

/// The multiset that has one value `n` times.
spec fn times<K>(k: K, n: nat) -> Multiset<K> {
    Multiset::from_map(Map::empty().insert(k, n))
}

/// The multiset of a list of values, each with its count.
spec fn of<K>(list: Seq<(K, usize)>) -> Multiset<K>
    decreases list.len(),
{
    if list.len() == 0 {
        Multiset::empty()
    } else {
        of(list.drop_last()).add(times(list.last().0, list.last().1 as nat))
    }
}

/// The counts of a list.
spec fn sum<K>(list: Seq<(K, usize)>) -> nat
    decreases list.len(),
{
    if list.len() == 0 {
        0
    } else {
        sum(list.drop_last()) + list.last().1 as nat
    }
}

proof fn lemma_times<K>(k: K, n: nat)
    ensures
        forall|j: K| #[trigger] times(k, n).count(j) == (if j == k { n } else { 0 }),
        times(k, n).len() == n,
    decreases n,
{
    let m = Map::<K, nat>::empty().insert(k, n);
    assert forall|j: K| #[trigger] times(k, n).count(j) == (if j == k { n } else { 0 }) by {
        assert(m.dom().contains(j) <==> j == k);
    }
    if n == 0 {
        assert(times(k, n) =~= Multiset::empty());
    } else {
        let less = (n - 1) as nat;
        lemma_times(k, less);
        assert(times(k, n) =~= times(k, less).insert(k));
    }
}

/// A count in a list.
proof fn lemma_of_count<K>(list: Seq<(K, usize)>, k: K)
    requires
        distinct(list),
    ensures
        forall|i: int| 0 <= i < list.len() && (#[trigger] list[i]).0 == k ==> of(list).count(k) == list[i].1,
        (forall|i: int| 0 <= i < list.len() ==> (#[trigger] list[i]).0 != k) ==> of(list).count(k) == 0,
    decreases list.len(),
{
    if list.len() > 0 {
        let rest = list.drop_last();
        let last = list.last();
        lemma_of_count(rest, k);
        lemma_times(last.0, last.1 as nat);
        assert forall|i: int| 0 <= i < list.len() && (#[trigger] list[i]).0 == k implies of(list).count(k) == list[i].1 by {
            if i < rest.len() {
                assert(rest[i] == list[i]);
                assert(list[list.len() - 1].0 != k);
            } else {
                assert forall|j: int| 0 <= j < rest.len() implies (#[trigger] rest[j]).0 != k by {
                    assert(rest[j] == list[j]);
                }
            }
        }
        if forall|i: int| 0 <= i < list.len() ==> (#[trigger] list[i]).0 != k {
            assert(list[list.len() - 1].0 != k);
            assert forall|j: int| 0 <= j < rest.len() implies (#[trigger] rest[j]).0 != k by {
                assert(rest[j] == list[j]);
            }
        }
    }
}

proof fn lemma_sum<K>(list: Seq<(K, usize)>)
    ensures
        of(list).len() == sum(list),
    decreases list.len(),
{
    if list.len() > 0 {
        lemma_sum(list.drop_last());
        lemma_times(list.last().0, list.last().1 as nat);
    }
}

/// A list begins with a shorter one.
proof fn lemma_take<K>(list: Seq<(K, usize)>, i: int)
    requires
        0 <= i < list.len(),
    ensures
        of(list.take(i + 1)) == of(list.take(i)).add(times(list[i].0, list[i].1 as nat)),
        sum(list.take(i + 1)) == sum(list.take(i)) + list[i].1,
{
    assert(list.take(i + 1).drop_last() =~= list.take(i));
}

/// The multiset of a table is that of its entries.
proof fn lemma_table<K>(list: Seq<(K, usize)>, map: Map<K, usize>)
    requires
        distinct(list),
        lists(list, map),
    ensures
        Multiset::from_map(map.map_values(|v: usize| v as nat)) == of(list),
{
    let counts = map.map_values(|v: usize| v as nat);
    let all = Multiset::from_map(counts);
    assert forall|k: K| #[trigger] all.count(k) == of(list).count(k) by {
        lemma_of_count(list, k);
        if map.contains_key(k) {
            let i = choose|i: int| 0 <= i < list.len() && (#[trigger] list[i]).0 == k;
            assert(counts.dom().contains(k));
            assert(map[list[i].0] == list[i].1);
        } else {
            assert(!counts.dom().contains(k));
            assert forall|i: int| 0 <= i < list.len() implies (#[trigger] list[i]).0 != k by {
                assert(map.contains_key(list[i].0));
            }
        }
    }
    assert(all =~= of(list));
}

/// Counts a value `by` times more.
fn count_more<T: DeepView + DeepViewClone>(list: &mut Vec<(T, usize)>, value: &T, by: usize) where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,

    requires
        distinct(old(list).deep_view()),
    ensures
        distinct(final(list).deep_view()),
        of(final(list).deep_view()) == of(old(list).deep_view()).add(times(value.deep_view(), by as nat)),
{
    let ghost start = list.deep_view();
    let ghost key = value.deep_view();
    let mut i: usize = 0;
    while i < list.len()
        invariant
            start == list.deep_view(),
            list.deep_view() == old(list).deep_view(),
            key == value.deep_view(),
            distinct(start),
            i <= list.len(),
            forall|j: int| 0 <= j < i ==> (#[trigger] start[j]).0 != key,
        decreases list.len() - i,
    {
        if <&T>::exec_eq(&list[i].0, value) {
            assert(start[i as int].0 == key);
            let had = list[i].1;
            if had > usize::MAX - by {
                return super::give_up("a count does not fit into `usize`");
            }
            let copy = list[i].0.deep_clone();
            list.set(i, (copy, had + by));
            let ghost end = list.deep_view();
            proof {
                assert(end =~= start.update(i as int, (key, (had + by) as usize)));
                lemma_of_update(start, end, i as int, by);
            }
            return;
        }
        i += 1;
    }
    list.push((value.deep_clone(), by));
    proof {
        let end = list.deep_view();
        assert(end =~= start.push((key, by)));
        assert(end.drop_last() =~= start);
    }
}

/// A count that is larger.
proof fn lemma_of_update<K>(start: Seq<(K, usize)>, end: Seq<(K, usize)>, i: int, by: usize)
    requires
        distinct(start),
        0 <= i < start.len(),
        start[i].1 + by <= usize::MAX,
        end == start.update(i, (start[i].0, (start[i].1 + by) as usize)),
    ensures
        distinct(end),
        of(end) == of(start).add(times(start[i].0, by as nat)),
{
    let key = start[i].0;
    assert forall|a: int, b: int| 0 <= a < end.len() && 0 <= b < end.len() && a != b implies (#[trigger] end[a]).0 != (
    #[trigger] end[b]).0 by {
        assert(start[a].0 != start[b].0);
    }
    lemma_times(key, by as nat);
    assert forall|k: K| #[trigger] of(end).count(k) == of(start).add(times(key, by as nat)).count(k) by {
        lemma_of_count(start, k);
        lemma_of_count(end, k);
        if exists|j: int| 0 <= j < start.len() && (#[trigger] start[j]).0 == k {
            let j = choose|j: int| 0 <= j < start.len() && (#[trigger] start[j]).0 == k;
            assert(end[j].0 == k);
            assert(j == i || start[i].0 != k);
        } else {
            assert forall|j: int| 0 <= j < end.len() implies (#[trigger] end[j]).0 != k by {
                assert(start[j].0 != k);
            }
        }
    }
    assert(of(end) =~= of(start).add(times(key, by as nat)));
}

/// The multiset of a list.
fn multiset_of<T: DeepView + ExecSpecKey>(list: Vec<(T, usize)>) -> (res: ExecMultiset<T>)
    requires
        distinct(list.deep_view()),
    ensures
        res.deep_view() == of(list.deep_view()),
{
    let m = map_of::<T, usize>(list);
    proof {
        lemma_table(list.deep_view(), m.deep_view());
    }
    ExecMultiset { m }
}

/// How often each element of a sequence is there.
pub(crate) fn counted<T: DeepView + DeepViewClone + ExecSpecKey>(s: &[T]) -> (res: ExecMultiset<T>) where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,

    ensures
        res.deep_view() == s.deep_view().to_multiset(),
{
    let mut list: Vec<(T, usize)> = Vec::new();
    let mut i: usize = 0;
    proof {
        crate::seq_lib::to_multiset_len(s.deep_view().take(0));
        assert(s.deep_view().take(0).to_multiset() =~= of(list.deep_view()));
    }
    while i < s.len()
        invariant
            i <= s.len(),
            distinct(list.deep_view()),
            of(list.deep_view()) == s.deep_view().take(i as int).to_multiset(),
        decreases s.len() - i,
    {
        let ghost k = s.deep_view()[i as int];
        count_more::<T>(&mut list, &s[i], 1);
        proof {
            lemma_times(k, 1);
            crate::seq_lib::to_multiset_build(s.deep_view().take(i as int), k);
            assert(s.deep_view().take(i as int).push(k) =~= s.deep_view().take(i + 1));
            assert(times(k, 1) =~= Multiset::singleton(k));
        }
        i += 1;
    }
    assert(s.deep_view().take(i as int) =~= s.deep_view());
    multiset_of::<T>(list)
}

/// Whether each value has the count in the table that the list has for it.
fn agrees<'b, T: DeepView + ExecSpecKey>(list: &[(&'b T, &'b usize)], table: &'b HashMap<T, usize>) -> (res: bool) where
    &'b T: ExecSpecEq<'b, Other = &'b T>,

    ensures
        res <==> forall|i: int|
            0 <= i < list.len() ==> (#[trigger] pairs(list@)[i]).1 == Multiset::from_map(
                table.deep_view().map_values(|v: usize| v as nat),
            ).count(pairs(list@)[i].0),
{
    let ghost all = Multiset::from_map(table.deep_view().map_values(|v: usize| v as nat));
    let mut i: usize = 0;
    while i < list.len()
        invariant
            i <= list.len(),
            all == Multiset::from_map(table.deep_view().map_values(|v: usize| v as nat)),
            forall|j: int| 0 <= j < i ==> (#[trigger] pairs(list@)[j]).1 == all.count(pairs(list@)[j].0),
        decreases list.len() - i,
    {
        let (value, count) = list[i];
        assert(pairs(list@)[i as int] == (value.deep_view(), *count));
        if *count != count_in::<T>(table, value) {
            return false;
        }
        i += 1;
    }
    true
}

/// The count of a value in a table.
fn count_in<'b, T: DeepView + ExecSpecKey>(table: &'b HashMap<T, usize>, value: &'b T) -> (res: usize) where
    &'b T: ExecSpecEq<'b, Other = &'b T>,

    ensures
        res == Multiset::from_map(table.deep_view().map_values(|v: usize| v as nat)).count(value.deep_view()),
{
    let ghost counts = table.deep_view().map_values(|v: usize| v as nat);
    assert(counts.dom().contains(value.deep_view()) == table.deep_view().contains_key(value.deep_view()));
    match value_of::<T, usize>(table, value) {
        Some(count) => *count,
        None => 0,
    }
}

// ---------------------------------------------------------------------------------------------- Counterparts

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ToRef<&'a ExecMultiset<T>> for &'a ExecMultiset<T> {
    #[inline(always)]
    fn get_ref(self) -> &'a ExecMultiset<T> {
        self
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ToOwned<ExecMultiset<T>> for &'a ExecMultiset<T> where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    fn get_owned(self) -> ExecMultiset<T> {
        self.deep_clone()
    }
}

impl<T: DeepView + DeepViewClone + ExecSpecKey> DeepViewClone for ExecMultiset<T> where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    fn deep_clone(&self) -> Self {
        ExecMultiset { m: self.m.deep_clone() }
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecEq<'a> for &'a ExecMultiset<T> where
    &'a T: ExecSpecEq<'a, Other = &'a T>,
 {
    type Other = &'a ExecMultiset<T>;

    fn exec_eq(this: Self, other: Self::Other) -> bool {
        let a: Vec<(&'a T, &'a usize)> = entries::<T, usize>(&this.m);
        let b: Vec<(&'a T, &'a usize)> = entries::<T, usize>(&other.m);
        let here = agrees::<T>(a.as_slice(), &other.m);
        let there = agrees::<T>(b.as_slice(), &this.m);
        proof {
            let (left, right) = (this.deep_view(), other.deep_view());
            let (from, to) = (pairs(a@), pairs(b@));
            lemma_table(from, this.m.deep_view());
            lemma_table(to, other.m.deep_view());
            if here && there {
                assert forall|k: T::V| #[trigger] left.count(k) == right.count(k) by {
                    lemma_of_count(from, k);
                    lemma_of_count(to, k);
                    if exists|i: int| 0 <= i < from.len() && (#[trigger] from[i]).0 == k {
                        let i = choose|i: int| 0 <= i < from.len() && (#[trigger] from[i]).0 == k;
                        assert(from[i].1 == right.count(k));
                    } else if exists|i: int| 0 <= i < to.len() && (#[trigger] to[i]).0 == k {
                        let i = choose|i: int| 0 <= i < to.len() && (#[trigger] to[i]).0 == k;
                        assert(to[i].1 == left.count(k));
                    }
                }
                assert(left =~= right);
            }
            if left == right {
                assert forall|i: int| 0 <= i < from.len() implies (#[trigger] from[i]).1 == right.count(from[i].0) by {
                    lemma_of_count(from, from[i].0);
                }
                assert forall|i: int| 0 <= i < to.len() implies (#[trigger] to[i]).1 == left.count(to[i].0) by {
                    lemma_of_count(to, to[i].0);
                }
            }
        }
        here && there
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecLen for &'a ExecMultiset<T> where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    fn exec_len(self) -> (res: usize)
        ensures
            res == self.deep_view().len(),
    {
        let all = entries::<T, usize>(&self.m);
        let ghost list = pairs(all@);
        proof {
            lemma_table(list, self.m.deep_view());
            lemma_sum(list);
        }
        let mut n: usize = 0;
        let mut i: usize = 0;
        while i < all.len()
            invariant
                i <= all.len(),
                list == pairs(all@),
                n == sum(list.take(i as int)),
            decreases all.len() - i,
        {
            let count = *all[i].1;
            assert(list[i as int].1 == count);
            if count > usize::MAX - n {
                return super::give_up("a count does not fit into `usize`");
            }
            n += count;
            proof {
                lemma_take(list, i as int);
            }
            i += 1;
        }
        assert(list.take(i as int) =~= list);
        n
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecMultisetCount for &'a ExecMultiset<T> where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    type Elem = T;

    fn exec_count(self, value: Self::Elem) -> (res: usize)
        ensures
            res == self.deep_view().count(value.deep_view()),
    {
        count_in::<T>(&self.m, &value)
    }
}

impl<T: DeepView + ExecSpecKey> ExecSpecMultisetEmpty for ExecMultiset<T> {
    fn exec_empty() -> (res: Self)
        ensures
            res.deep_view() =~= Multiset::empty(),
    {
        multiset_of::<T>(Vec::new())
    }
}

impl<T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecMultisetSingleton for ExecMultiset<T> {
    type Elem = T;

    fn exec_singleton(v: Self::Elem) -> (res: Self)
        ensures
            res.deep_view() =~= Multiset::singleton(v.deep_view()),
    {
        let ghost k = v.deep_view();
        let mut list: Vec<(T, usize)> = Vec::new();
        list.push((v, 1));
        proof {
            let all = list.deep_view();
            assert(all =~= seq![(k, 1usize)]);
            assert(all.drop_last() =~= Seq::empty());
            assert(of(all.drop_last()) =~= Multiset::empty());
            lemma_times(k, 1);
            assert(of(all) =~= Multiset::singleton(k));
        }
        multiset_of::<T>(list)
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecMultisetAdd<'a, ExecMultiset<T>> for &'a ExecMultiset<T> where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    fn exec_add(self, m2: Self) -> (res: ExecMultiset<T>)
        ensures
            res.deep_view() =~= self.deep_view().add(m2.deep_view()),
    {
        let all = entries::<T, usize>(&self.m);
        let more = entries::<T, usize>(&m2.m);
        let ghost (start, added) = (pairs(all@), pairs(more@));
        let mut list = copies::<T, usize>(all.as_slice());
        let mut i: usize = 0;
        assert(of(list.deep_view()) =~= of(start).add(of(added.take(0))));
        while i < more.len()
            invariant
                i <= more.len(),
                added == pairs(more@),
                distinct(list.deep_view()),
                of(list.deep_view()) == of(start).add(of(added.take(i as int))),
            decreases more.len() - i,
        {
            let (value, count) = more[i];
            assert(added[i as int] == (value.deep_view(), *count));
            let ghost before = of(list.deep_view());
            count_more::<T>(&mut list, value, *count);
            proof {
                lemma_take(added, i as int);
                assert(of(list.deep_view()) =~= of(start).add(of(added.take(i + 1))));
            }
            i += 1;
        }
        proof {
            assert(added.take(i as int) =~= added);
            lemma_table(start, self.m.deep_view());
            lemma_table(added, m2.m.deep_view());
        }
        multiset_of::<T>(list)
    }
}

impl<'a, T: DeepView + DeepViewClone + ExecSpecKey> ExecSpecMultisetSub<'a, ExecMultiset<T>> for &'a ExecMultiset<T> where
    for <'b>&'b T: ExecSpecEq<'b, Other = &'b T>,
 {
    fn exec_sub(self, m2: Self) -> (res: ExecMultiset<T>)
        ensures
            res.deep_view() =~= self.deep_view().sub(m2.deep_view()),
    {
        let all = entries::<T, usize>(&self.m);
        let ghost start = pairs(all@);
        let ghost less = m2.deep_view();
        let mut list: Vec<(T, usize)> = Vec::new();
        let mut i: usize = 0;
        while i < all.len()
            invariant
                i <= all.len(),
                i == list.len(),
                start == pairs(all@),
                less == m2.deep_view(),
                forall|j: int| 0 <= j < i ==> (#[trigger] list.deep_view()[j]).0 == start[j].0 && list.deep_view()[j].1
                    == (if start[j].1 >= less.count(start[j].0) { start[j].1 - less.count(start[j].0) } else { 0 }),
            decreases all.len() - i,
        {
            let ghost before = list.deep_view();
            let (value, count) = all[i];
            let taken = count_in::<T>(&m2.m, value);
            let left = if *count >= taken { *count - taken } else { 0 };
            list.push((value.deep_clone(), left));
            assert(start[i as int] == (value.deep_view(), *count));
            assert(list.deep_view() =~= before.push((value.deep_view(), left)));
            i += 1;
        }
        proof {
            let end = list.deep_view();
            assert(end.len() == start.len());
            assert(distinct(end)) by {
                assert forall|a: int, b: int| 0 <= a < end.len() && 0 <= b < end.len() && a != b implies (
                #[trigger] end[a]).0 != (#[trigger] end[b]).0 by {
                    assert(start[a].0 != start[b].0);
                }
            }
            lemma_table(start, self.m.deep_view());
            assert forall|k: T::V| #[trigger] of(end).count(k) == of(start).sub(less).count(k) by {
                lemma_of_count(start, k);
                lemma_of_count(end, k);
                if exists|j: int| 0 <= j < start.len() && (#[trigger] start[j]).0 == k {
                    let j = choose|j: int| 0 <= j < start.len() && (#[trigger] start[j]).0 == k;
                    assert(end[j].0 == k);
                } else {
                    assert forall|j: int| 0 <= j < end.len() implies (#[trigger] end[j]).0 != k by {
                        assert(start[j].0 != k);
                    }
                }
            }
            assert(of(end) =~= of(start).sub(less));
        }
        multiset_of::<T>(list)
    }
}

} // verus!
