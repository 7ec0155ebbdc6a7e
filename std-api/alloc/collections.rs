//! Collections without hashing.
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TryReserveError { kind: () }

/// Queues with two ends.
pub mod vec_deque {
    pub use super::VecDeque;
    pub struct Iter<'a, T: 'a> { first: &'a [T], second: &'a [T] }
    impl<T> Clone for Iter<'_, T> { fn clone(&self) -> Self; }
    impl<'a, T> Iterator for Iter<'a, T> { type Item = &'a T; fn next(&mut self) -> Option<&'a T>; }
    impl<'a, T> DoubleEndedIterator for Iter<'a, T> { fn next_back(&mut self) -> Option<&'a T>; }
    impl<'a, T> ExactSizeIterator for Iter<'a, T> {}
}
pub struct VecDeque<T> { buf: crate::vec::Vec<T>, head: usize }
impl<T> VecDeque<T> {
    pub const fn new() -> VecDeque<T>;
    pub fn with_capacity(capacity: usize) -> VecDeque<T>;
}
impl<T> VecDeque<T> {
    pub fn get(&self, index: usize) -> Option<&T>;
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T>;
    pub fn contains(&self, x: &T) -> bool where T: PartialEq;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn front(&self) -> Option<&T>;
    pub fn front_mut(&mut self) -> Option<&mut T>;
    pub fn back(&self) -> Option<&T>;
    pub fn back_mut(&mut self) -> Option<&mut T>;
    pub fn pop_front(&mut self) -> Option<T>;
    pub fn pop_back(&mut self) -> Option<T>;
    pub fn push_front(&mut self, value: T);
    pub fn push_back(&mut self, value: T);
    pub fn insert(&mut self, index: usize, value: T);
    pub fn remove(&mut self, index: usize) -> Option<T>;
    pub fn append(&mut self, other: &mut Self);
    pub fn truncate(&mut self, len: usize);
    pub fn reserve(&mut self, additional: usize);
    pub fn split_off(&mut self, at: usize) -> Self;
    pub fn iter(&self) -> vec_deque::Iter<'_, T>;
}
impl<T: Clone> VecDeque<T> { pub fn resize(&mut self, new_len: usize, value: T); }
impl<T> core::ops::Index<usize> for VecDeque<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T;
}
impl<T> core::ops::IndexMut<usize> for VecDeque<T> { fn index_mut(&mut self, index: usize) -> &mut T; }
impl<T: Clone> Clone for VecDeque<T> { fn clone(&self) -> Self; }
impl<T: PartialEq> PartialEq for VecDeque<T> { fn eq(&self, other: &VecDeque<T>) -> bool; }
impl<T: Eq> Eq for VecDeque<T> {}
impl<T: PartialOrd> PartialOrd for VecDeque<T> { fn partial_cmp(&self, other: &VecDeque<T>) -> Option<Ordering>; }
impl<T: Ord> Ord for VecDeque<T> { fn cmp(&self, other: &VecDeque<T>) -> Ordering; }
impl<T: Hash> Hash for VecDeque<T> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T> Default for VecDeque<T> { fn default() -> VecDeque<T>; }

/// Ordered maps.
pub mod btree_map {
    pub use super::BTreeMap;
    pub struct Iter<'a, K: 'a, V: 'a> { range: Option<(&'a K, &'a V)>, length: usize }
    impl<K, V> Clone for Iter<'_, K, V> { fn clone(&self) -> Self; }
    impl<'a, K: 'a, V: 'a> Iterator for Iter<'a, K, V> { type Item = (&'a K, &'a V); fn next(&mut self) -> Option<(&'a K, &'a V)>; }
    impl<'a, K: 'a, V: 'a> DoubleEndedIterator for Iter<'a, K, V> { fn next_back(&mut self) -> Option<(&'a K, &'a V)>; }
    impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}
    pub struct Keys<'a, K, V> { inner: Iter<'a, K, V> }
    impl<K, V> Clone for Keys<'_, K, V> { fn clone(&self) -> Self; }
    impl<'a, K, V> Iterator for Keys<'a, K, V> { type Item = &'a K; fn next(&mut self) -> Option<&'a K>; }
    impl<'a, K, V> DoubleEndedIterator for Keys<'a, K, V> { fn next_back(&mut self) -> Option<&'a K>; }
    impl<K, V> ExactSizeIterator for Keys<'_, K, V> {}
    pub struct Values<'a, K, V> { inner: Iter<'a, K, V> }
    impl<K, V> Clone for Values<'_, K, V> { fn clone(&self) -> Self; }
    impl<'a, K, V> Iterator for Values<'a, K, V> { type Item = &'a V; fn next(&mut self) -> Option<&'a V>; }
    impl<'a, K, V> DoubleEndedIterator for Values<'a, K, V> { fn next_back(&mut self) -> Option<&'a V>; }
    impl<K, V> ExactSizeIterator for Values<'_, K, V> {}
}
pub struct BTreeMap<K, V> { root: Option<(K, V)>, length: usize }
impl<K, V> BTreeMap<K, V> {
    pub const fn new() -> BTreeMap<K, V>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn iter(&self) -> btree_map::Iter<'_, K, V>;
    pub fn keys(&self) -> btree_map::Keys<'_, K, V>;
    pub fn values(&self) -> btree_map::Values<'_, K, V>;
    pub fn get<Q: ?Sized + Ord>(&self, key: &Q) -> Option<&V> where K: Borrow<Q> + Ord;
    pub fn get_mut<Q: ?Sized + Ord>(&mut self, key: &Q) -> Option<&mut V> where K: Borrow<Q> + Ord;
    pub fn contains_key<Q: ?Sized + Ord>(&self, key: &Q) -> bool where K: Borrow<Q> + Ord;
    pub fn insert(&mut self, key: K, value: V) -> Option<V> where K: Ord;
    pub fn remove<Q: ?Sized + Ord>(&mut self, key: &Q) -> Option<V> where K: Borrow<Q> + Ord;
}
impl<K, V> Default for BTreeMap<K, V> { fn default() -> BTreeMap<K, V>; }
impl<'a, K, V> IntoIterator for &'a BTreeMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = btree_map::Iter<'a, K, V>;
    fn into_iter(self) -> btree_map::Iter<'a, K, V>;
}
impl<K: Clone, V: Clone> Clone for BTreeMap<K, V> { fn clone(&self) -> Self; }
impl<K: PartialEq, V: PartialEq> PartialEq for BTreeMap<K, V> { fn eq(&self, other: &BTreeMap<K, V>) -> bool; }
impl<K: Eq, V: Eq> Eq for BTreeMap<K, V> {}
impl<K: PartialOrd, V: PartialOrd> PartialOrd for BTreeMap<K, V> { fn partial_cmp(&self, other: &BTreeMap<K, V>) -> Option<Ordering>; }
impl<K: Ord, V: Ord> Ord for BTreeMap<K, V> { fn cmp(&self, other: &BTreeMap<K, V>) -> Ordering; }
impl<K: Hash, V: Hash> Hash for BTreeMap<K, V> { fn hash<H: Hasher>(&self, state: &mut H); }
/// Ordered sets.
pub mod btree_set {
    pub use super::BTreeSet;
    pub struct Iter<'a, T: 'a> { iter: super::btree_map::Keys<'a, T, ()> }
    impl<T> Clone for Iter<'_, T> { fn clone(&self) -> Self; }
    impl<'a, T> Iterator for Iter<'a, T> { type Item = &'a T; fn next(&mut self) -> Option<&'a T>; }
    impl<'a, T> DoubleEndedIterator for Iter<'a, T> { fn next_back(&mut self) -> Option<&'a T>; }
    impl<T> ExactSizeIterator for Iter<'_, T> {}
}
pub struct BTreeSet<T> { map: BTreeMap<T, ()> }
impl<T> BTreeSet<T> {
    pub const fn new() -> BTreeSet<T>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn iter(&self) -> btree_set::Iter<'_, T>;
    pub fn contains<Q: ?Sized + Ord>(&self, value: &Q) -> bool where T: Borrow<Q> + Ord;
    pub fn get<Q: ?Sized + Ord>(&self, value: &Q) -> Option<&T> where T: Borrow<Q> + Ord;
    pub fn last(&self) -> Option<&T> where T: Ord;
    pub fn take<Q: ?Sized + Ord>(&mut self, value: &Q) -> Option<T> where T: Borrow<Q> + Ord;
    pub fn insert(&mut self, value: T) -> bool where T: Ord;
    pub fn remove<Q: ?Sized + Ord>(&mut self, value: &Q) -> bool where T: Borrow<Q> + Ord;
}
impl<T> Default for BTreeSet<T> { fn default() -> BTreeSet<T>; }
impl<'a, T> IntoIterator for &'a BTreeSet<T> {
    type Item = &'a T;
    type IntoIter = btree_set::Iter<'a, T>;
    fn into_iter(self) -> btree_set::Iter<'a, T>;
}
impl<T: Clone> Clone for BTreeSet<T> { fn clone(&self) -> Self; }
impl<T: PartialEq> PartialEq for BTreeSet<T> { fn eq(&self, other: &BTreeSet<T>) -> bool; }
impl<T: Eq> Eq for BTreeSet<T> {}
impl<T: PartialOrd> PartialOrd for BTreeSet<T> { fn partial_cmp(&self, other: &BTreeSet<T>) -> Option<Ordering>; }
impl<T: Ord> Ord for BTreeSet<T> { fn cmp(&self, other: &BTreeSet<T>) -> Ordering; }
impl<T: Hash> Hash for BTreeSet<T> { fn hash<H: Hasher>(&self, state: &mut H); }
