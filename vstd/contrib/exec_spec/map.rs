//! Counterparts of maps.
// @when contrib

use super::entries::{entries, map_of, value_of};
#[allow(unused_imports)]
use super::entries::{distinct, lists, pairs};
use super::{DeepViewClone, ExecSpecEq, ExecSpecKey, ExecSpecLen, ToOwned, ToRef};
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

use std::collections::{HashMap, HashSet};
use std::vec::Vec;

verus! {

broadcast use crate::group_vstd_default;

/// `Map::empty`.
pub trait ExecSpecMapEmpty: Sized {
    /// The map without entries.
    fn exec_empty() -> Self;
}

/// `m[k]` of maps.
pub trait ExecSpecMapIndex<'a>: Sized + DeepView<
    V = Map<<Self::Key as DeepView>::V, <Self::Value as DeepView>::V>,
> {
    /// The keys.
    type Key: DeepView;

    /// The values.
    type Value: DeepView;

    /// The value of a key.
    fn exec_index(self, key: Self::Key) -> Self::Value
        requires
            self.deep_view().dom().contains(key.deep_view()),
    ;
}

/// `insert` of maps.
pub trait ExecSpecMapInsert<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The keys.
    type Key: DeepView + DeepViewClone;

    /// The values.
    type Value: DeepView + DeepViewClone;

    /// The map with this value for the key.
    fn exec_insert(self, key: Self::Key, value: Self::Value) -> Out;
}

/// `remove` of maps.
pub trait ExecSpecMapRemove<'a, Out: Sized + DeepView>: Sized + DeepView + ToOwned<Out> {
    /// The keys.
    type Key: DeepView + DeepViewClone;

    /// The map without the key.
    fn exec_remove(self, key: Self::Key) -> Out;
}

/// `dom` of maps.
pub trait ExecSpecMapDom<'a>: Sized + DeepView {
    /// The keys.
    type Key: DeepView + DeepViewClone;

    /// The set of the keys.
    fn exec_dom(self) -> HashSet<Self::Key>;
}

/// `get` of maps.
pub trait ExecSpecMapGet<'a>: Sized + DeepView {
    /// The keys.
    type Key: DeepView + DeepViewClone;

    /// The values.
    type Value: DeepView + DeepViewClone;

    /// The value of a key, if it has one.
    fn exec_get(self, k: Self::Key) -> Option<Self::Value>;
}

/// Two maps with these entries are one.
proof fn lemma_lists_one<K, V>(entries: Seq<(K, V)>, a: Map<K, V>, b: Map<K, V>)
    requires
        lists(entries, a),
        lists(entries, b),
    ensures
        a == b,
{
    assert forall|k: K| a.contains_key(k) == b.contains_key(k) && (a.contains_key(k) ==> a[k] == b[k]) by {
        if a.contains_key(k) {
            let i = choose|i: int| 0 <= i < entries.len() && (#[trigger] entries[i]).0 == k;
            assert(b.contains_key(entries[i].0));
        }
        if b.contains_key(k) {
            let i = choose|i: int| 0 <= i < entries.len() && (#[trigger] entries[i]).0 == k;
            assert(a.contains_key(entries[i].0));
        }
    }
    assert(a =~= b);
}

/// Copies of the entries.
pub(crate) fn copies<K: DeepViewClone, V: DeepViewClone>(entries: &[(&K, &V)]) -> (res: Vec<(K, V)>)
    ensures
        res.deep_view() == pairs(entries@),
{
    let mut res: Vec<(K, V)> = Vec::new();
    let mut i: usize = 0;
    while i < entries.len()
        invariant
            i == res.len(),
            i <= entries.len(),
            res.deep_view() == pairs(entries@).take(i as int),
        decreases entries.len() - i,
    {
        let ghost before = res.deep_view();
        let (k, v) = entries[i];
        res.push((k.deep_clone(), v.deep_clone()));
        assert(res.deep_view() =~= before.push(pairs(entries@)[i as int]));
        i += 1;
        assert(res.deep_view() =~= pairs(entries@).take(i as int));
    }
    assert(res.deep_view() =~= pairs(entries@));
    res
}

/// The entries whose keys have another description.
fn others<'b, K: DeepView + DeepViewClone, V: DeepView + DeepViewClone>(
    entries: &[(&'b K, &'b V)],
    key: &'b K,
) -> (res: Vec<(K, V)>) where &'b K: ExecSpecEq<'b, Other = &'b K>
    requires
        distinct(pairs(entries@)),
    ensures
        distinct(res.deep_view()),
        forall|i: int| 0 <= i < res.deep_view().len() ==> (#[trigger] res.deep_view()[i]).0 != key.deep_view()
            && pairs(entries@).contains(res.deep_view()[i]),
        forall|i: int|
            0 <= i < pairs(entries@).len() && (#[trigger] pairs(entries@)[i]).0 != key.deep_view()
                ==> res.deep_view().contains(pairs(entries@)[i]),
{
    let ghost all = pairs(entries@);
    let mut res: Vec<(K, V)> = Vec::new();
    let mut i: usize = 0;
    while i < entries.len()
        invariant
            all == pairs(entries@),
            distinct(all),
            i <= entries.len(),
            distinct(res.deep_view()),
            forall|j: int| 0 <= j < res.deep_view().len() ==> (#[trigger] res.deep_view()[j]).0 != key.deep_view()
                && exists|at: int| 0 <= at < i && #[trigger] all[at] == res.deep_view()[j],
            forall|j: int|
                0 <= j < i && (#[trigger] all[j]).0 != key.deep_view() ==> res.deep_view().contains(all[j]),
        decreases entries.len() - i,
    {
        let ghost before = res.deep_view();
        let (k, v) = entries[i];
        if !<&'b K>::exec_eq(k, key) {
            res.push((k.deep_clone(), v.deep_clone()));
            assert(res.deep_view() =~= before.push(all[i as int]));
            assert(res.deep_view()[before.len() as int] == all[i as int]);
            assert forall|j: int| 0 <= j < i && (#[trigger] all[j]).0 != key.deep_view() implies
                res.deep_view().contains(all[j]) by {
                let at = choose|at: int| 0 <= at < before.len() && before[at] == all[j];
                assert(res.deep_view()[at] == all[j]);
            }
        }
        i += 1;
    }
    res
}

/// Whether every entry is one of the map.
fn all_in<'b, K: DeepView + ExecSpecKey, V: DeepView>(entries: &[(&'b K, &'b V)], map: &'b HashMap<K, V>) -> (res:
    bool) where &'b K: ExecSpecEq<'b, Other = &'b K>, &'b V: ExecSpecEq<'b, Other = &'b V>

    ensures
        res <==> forall|i: int|
            0 <= i < pairs(entries@).len() ==> map.deep_view().contains_key((#[trigger] pairs(entries@)[i]).0)
                && map.deep_view()[pairs(entries@)[i].0] == pairs(entries@)[i].1,
{
    let ghost all = pairs(entries@);
    let mut i: usize = 0;
    while i < entries.len()
        invariant
            all == pairs(entries@),
            i <= entries.len(),
            forall|j: int| 0 <= j < i ==> map.deep_view().contains_key((#[trigger] all[j]).0)
                && map.deep_view()[all[j].0] == all[j].1,
        decreases entries.len() - i,
    {
        let (key, value) = entries[i];
        assert(all[i as int] == (key.deep_view(), value.deep_view()));
        match value_of::<K, V>(map, key) {
            Some(found) if <&'b V>::exec_eq(found, value) => {},
            _ => return false,
        }
        i += 1;
    }
    true
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ToRef<&'a HashMap<K, V>> for &'a HashMap<
    K,
    V,
> {
    #[inline(always)]
    fn get_ref(self) -> &'a HashMap<K, V> {
        self
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ToOwned<HashMap<K, V>> for &'a HashMap<
    K,
    V,
> where for <'b>&'b K: ExecSpecEq<'b, Other = &'b K> {
    fn get_owned(self) -> HashMap<K, V> {
        self.deep_clone()
    }
}

impl<K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> DeepViewClone for HashMap<K, V> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    fn deep_clone(&self) -> Self {
        let all = entries::<K, V>(self);
        let copies = copies::<K, V>(all.as_slice());
        let ghost list = copies.deep_view();
        let res = map_of::<K, V>(copies);
        proof {
            lemma_lists_one(list, self.deep_view(), res.deep_view());
        }
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ExecSpecEq<'a> for &'a HashMap<
    K,
    V,
> where &'a K: ExecSpecEq<'a, Other = &'a K>, &'a V: ExecSpecEq<'a, Other = &'a V> {
    type Other = &'a HashMap<K, V>;

    fn exec_eq(this: Self, other: Self::Other) -> bool {
        let a: Vec<(&'a K, &'a V)> = entries::<K, V>(this);
        let b: Vec<(&'a K, &'a V)> = entries::<K, V>(other);
        let res = all_in::<K, V>(a.as_slice(), other) && all_in::<K, V>(b.as_slice(), this);
        proof {
            let (left, right) = (this.deep_view(), other.deep_view());
            if res {
                assert(lists(pairs(a@), right)) by {
                    assert forall|k| #[trigger] right.contains_key(k) implies exists|i: int|
                        0 <= i < pairs(a@).len() && (#[trigger] pairs(a@)[i]).0 == k by {
                        let j = choose|j: int| 0 <= j < pairs(b@).len() && (#[trigger] pairs(b@)[j]).0 == k;
                        assert(left.contains_key(pairs(b@)[j].0));
                    }
                }
                lemma_lists_one(pairs(a@), left, right);
            }
        }
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ExecSpecLen for &'a HashMap<
    K,
    V,
> where for <'b>&'b K: ExecSpecEq<'b, Other = &'b K> {
    fn exec_len(self) -> (res: usize)
        ensures
            res == self.deep_view().len(),
    {
        let all = entries::<K, V>(self);
        proof {
            let list = pairs(all@);
            let keys = list.map_values(|e: (K::V, V::V)| e.0);
            assert(keys.no_duplicates());
            assert(keys.to_set() =~= self.deep_view().dom()) by {
                assert forall|k: K::V| keys.contains(k) <==> self.deep_view().contains_key(k) by {
                    if keys.contains(k) {
                        let i = choose|i: int| 0 <= i < keys.len() && keys[i] == k;
                        assert(self.deep_view().contains_key(list[i].0));
                    }
                    if self.deep_view().contains_key(k) {
                        let i = choose|i: int| 0 <= i < list.len() && (#[trigger] list[i]).0 == k;
                        assert(keys[i] == k);
                    }
                }
            }
            keys.unique_seq_to_set();
        }
        all.len()
    }
}

impl<K: DeepView + ExecSpecKey, V: DeepView> ExecSpecMapEmpty for HashMap<K, V> {
    fn exec_empty() -> (res: Self)
        ensures
            res.deep_view() =~= Map::empty(),
    {
        let res = map_of::<K, V>(Vec::new());
        assert(res.deep_view() =~= Map::empty());
        res
    }
}

impl<'a, K: DeepView + ExecSpecKey, V: DeepView> ExecSpecMapIndex<'a> for &'a HashMap<K, V> where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,
 {
    type Key = K;

    type Value = &'a V;

    fn exec_index(self, index: Self::Key) -> (res: Self::Value)
        ensures
            res.deep_view() == self.deep_view()[index.deep_view()],
    {
        match value_of::<K, V>(self, &index) {
            Some(value) => value,
            None => super::give_up("the map has no such key"),
        }
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ExecSpecMapInsert<
    'a,
    HashMap<K, V>,
> for &'a HashMap<K, V> where for <'b>&'b K: ExecSpecEq<'b, Other = &'b K> {
    type Key = K;

    type Value = V;

    fn exec_insert(self, key: Self::Key, value: Self::Value) -> (res: HashMap<K, V>)
        ensures
            res.deep_view() =~= self.deep_view().insert(key.deep_view(), value.deep_view()),
    {
        let all = entries::<K, V>(self);
        let ghost list = pairs(all@);
        let mut rest = others::<K, V>(all.as_slice(), &key);
        let ghost (before, entry) = (rest.deep_view(), (key.deep_view(), value.deep_view()));
        rest.push((key, value));
        let ghost after = rest.deep_view();
        assert(after =~= before.push(entry));
        let res = map_of::<K, V>(rest);
        proof {
            let expected = self.deep_view().insert(entry.0, entry.1);
            assert(lists(after, expected)) by {
                assert forall|k| #[trigger] expected.contains_key(k) implies exists|i: int|
                    0 <= i < after.len() && (#[trigger] after[i]).0 == k by {
                    if k == entry.0 {
                        assert(after[before.len() as int].0 == k);
                    } else {
                        let i = choose|i: int| 0 <= i < list.len() && (#[trigger] list[i]).0 == k;
                        let j = choose|j: int| 0 <= j < before.len() && before[j] == list[i];
                        assert(after[j].0 == k);
                    }
                }
            }
            lemma_lists_one(after, expected, res.deep_view());
        }
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ExecSpecMapRemove<
    'a,
    HashMap<K, V>,
> for &'a HashMap<K, V> where for <'b>&'b K: ExecSpecEq<'b, Other = &'b K> {
    type Key = K;

    fn exec_remove(self, key: Self::Key) -> (res: HashMap<K, V>)
        ensures
            res.deep_view() =~= self.deep_view().remove(key.deep_view()),
    {
        let all = entries::<K, V>(self);
        let ghost list = pairs(all@);
        let rest = others::<K, V>(all.as_slice(), &key);
        let ghost after = rest.deep_view();
        let res = map_of::<K, V>(rest);
        proof {
            let expected = self.deep_view().remove(key.deep_view());
            assert(lists(after, expected)) by {
                assert forall|k| #[trigger] expected.contains_key(k) implies exists|i: int|
                    0 <= i < after.len() && (#[trigger] after[i]).0 == k by {
                    let i = choose|i: int| 0 <= i < list.len() && (#[trigger] list[i]).0 == k;
                    let j = choose|j: int| 0 <= j < after.len() && after[j] == list[i];
                    assert(after[j].0 == k);
                }
            }
            lemma_lists_one(after, expected, res.deep_view());
        }
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ExecSpecMapDom<'a> for &'a HashMap<
    K,
    V,
> where for <'b>&'b K: ExecSpecEq<'b, Other = &'b K> {
    type Key = K;

    fn exec_dom(self) -> (res: HashSet<K>)
        ensures
            res.deep_view() =~= self.deep_view().dom(),
    {
        let all = entries::<K, V>(self);
        let ghost list = pairs(all@);
        let mut keys: Vec<K> = Vec::new();
        let mut i: usize = 0;
        while i < all.len()
            invariant
                list == pairs(all@),
                i <= all.len(),
                keys.len() == i,
                forall|j: int| 0 <= j < i ==> #[trigger] keys.deep_view()[j] == list[j].0,
            decreases all.len() - i,
        {
            let ghost before = keys.deep_view();
            keys.push(all[i].0.deep_clone());
            assert(keys.deep_view() =~= before.push(list[i as int].0));
            i += 1;
        }
        let ghost found = keys.deep_view();
        let res = super::entries::set_of::<K>(keys);
        proof {
            assert forall|k: K::V| found.contains(k) <==> self.deep_view().dom().contains(k) by {
                if found.contains(k) {
                    let j = choose|j: int| 0 <= j < found.len() && found[j] == k;
                    assert(self.deep_view().contains_key(list[j].0));
                }
                if self.deep_view().contains_key(k) {
                    let j = choose|j: int| 0 <= j < list.len() && (#[trigger] list[j]).0 == k;
                    assert(found[j] == k);
                }
            }
            assert(res.deep_view() =~= self.deep_view().dom());
        }
        res
    }
}

impl<'a, K: DeepView + DeepViewClone + ExecSpecKey, V: DeepView + DeepViewClone> ExecSpecMapGet<'a> for &'a HashMap<
    K,
    V,
> where for <'b>&'b K: ExecSpecEq<'b, Other = &'b K> {
    type Key = K;

    type Value = V;

    fn exec_get(self, k: Self::Key) -> (res: Option<Self::Value>)
        ensures
            res.deep_view() == self.deep_view().get(k.deep_view()),
    {
        match value_of::<K, V>(self, &k) {
            Some(value) => Some(value.deep_clone()),
            None => None,
        }
    }
}

} // verus!
