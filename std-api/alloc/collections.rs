//! Collections without hashing.
use core::borrow::Borrow;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TryReserveError { kind: () }

/// Queues with two ends.
pub mod vec_deque { pub use super::{VecDeque, VecDequeIter as Iter}; }
pub struct VecDequeIter<'a, T: 'a> { first: &'a [T], second: &'a [T] }
impl<'a, T> Iterator for VecDequeIter<'a, T> { type Item = &'a T; fn next(&mut self) -> Option<&'a T>; }
impl<'a, T> DoubleEndedIterator for VecDequeIter<'a, T> { fn next_back(&mut self) -> Option<&'a T>; }
impl<'a, T> ExactSizeIterator for VecDequeIter<'a, T> {}
pub struct VecDeque<T> { buf: crate::vec::Vec<T>, head: usize }
impl<T> VecDeque<T> {
    pub const fn new() -> VecDeque<T>;
    pub fn with_capacity(capacity: usize) -> VecDeque<T>;
}
impl<T> VecDeque<T> {
    pub fn get(&self, index: usize) -> Option<&T>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn front(&self) -> Option<&T>;
    pub fn back(&self) -> Option<&T>;
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
    pub fn iter(&self) -> VecDequeIter<'_, T>;
}
impl<T: Clone> VecDeque<T> { pub fn resize(&mut self, new_len: usize, value: T); }
impl<T> core::ops::Index<usize> for VecDeque<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T;
}
impl<T> core::ops::IndexMut<usize> for VecDeque<T> { fn index_mut(&mut self, index: usize) -> &mut T; }
impl<T: Clone> Clone for VecDeque<T> { fn clone(&self) -> Self; }
impl<T> Default for VecDeque<T> { fn default() -> VecDeque<T>; }

pub struct BTreeMap<K, V> { root: Option<(K, V)>, length: usize }
impl<K, V> BTreeMap<K, V> {
    pub const fn new() -> BTreeMap<K, V>;
    pub const fn len(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn get<Q: ?Sized + Ord>(&self, key: &Q) -> Option<&V> where K: Borrow<Q> + Ord;
    pub fn get_mut<Q: ?Sized + Ord>(&mut self, key: &Q) -> Option<&mut V> where K: Borrow<Q> + Ord;
    pub fn contains_key<Q: ?Sized + Ord>(&self, key: &Q) -> bool where K: Borrow<Q> + Ord;
    pub fn insert(&mut self, key: K, value: V) -> Option<V> where K: Ord;
    pub fn remove<Q: ?Sized + Ord>(&mut self, key: &Q) -> Option<V> where K: Borrow<Q> + Ord;
}
pub struct BTreeSet<T> { map: BTreeMap<T, ()> }
impl<T> BTreeSet<T> {
    pub const fn new() -> BTreeSet<T>;
    pub const fn len(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub fn contains<Q: ?Sized + Ord>(&self, value: &Q) -> bool where T: Borrow<Q> + Ord;
    pub fn insert(&mut self, value: T) -> bool where T: Ord;
    pub fn remove<Q: ?Sized + Ord>(&mut self, value: &Q) -> bool where T: Borrow<Q> + Ord;
}
