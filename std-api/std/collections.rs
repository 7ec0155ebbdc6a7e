//! Collections.
pub use alloc_crate::collections::*;
pub use hash_map::HashMap;
pub use hash_set::HashSet;

/// Hash maps.
pub mod hash_map {
    use core::borrow::Borrow;
    use core::hash::{BuildHasher, Hash, Hasher};

    #[derive(Clone)]
    pub struct RandomState { k0: u64, k1: u64 }
    impl RandomState { pub fn new() -> RandomState; }
    impl Default for RandomState { fn default() -> RandomState; }
    #[derive(Clone, Debug)]
    pub struct DefaultHasher(u64);
    impl DefaultHasher { pub fn new() -> DefaultHasher; }
    impl Hasher for DefaultHasher {
        fn finish(&self) -> u64;
        fn write(&mut self, bytes: &[u8]);
    }
    impl BuildHasher for RandomState {
        type Hasher = DefaultHasher;
        fn build_hasher(&self) -> DefaultHasher;
    }
    pub struct HashMap<K, V, S = RandomState> { base: Option<(K, V)>, state: S }
    impl<K, V> HashMap<K, V, RandomState> {
        pub fn new() -> HashMap<K, V, RandomState>;
        pub fn with_capacity(capacity: usize) -> HashMap<K, V, RandomState>;
    }
    impl<K, V, S> HashMap<K, V, S> {
        pub const fn with_hasher(hash_builder: S) -> HashMap<K, V, S>;
        pub fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S>;
    }
    impl<K, V, S> HashMap<K, V, S> {
        pub fn capacity(&self) -> usize;
        pub fn keys(&self) -> Keys<'_, K, V>;
        pub fn values(&self) -> Values<'_, K, V>;
        pub fn iter(&self) -> Iter<'_, K, V>;
        pub fn len(&self) -> usize;
        pub fn is_empty(&self) -> bool;
        pub fn clear(&mut self);
    }
    impl<K: Eq + Hash, V, S: BuildHasher> HashMap<K, V, S> {
        pub fn reserve(&mut self, additional: usize);
        pub fn entry(&mut self, key: K) -> Entry<'_, K, V>;
        pub fn get<Q: ?Sized + Hash + Eq>(&self, k: &Q) -> Option<&V> where K: Borrow<Q>;
        pub fn get_mut<Q: ?Sized + Hash + Eq>(&mut self, k: &Q) -> Option<&mut V> where K: Borrow<Q>;
        pub fn contains_key<Q: ?Sized + Hash + Eq>(&self, k: &Q) -> bool where K: Borrow<Q>;
        pub fn insert(&mut self, k: K, v: V) -> Option<V>;
        pub fn remove<Q: ?Sized + Hash + Eq>(&mut self, k: &Q) -> Option<V> where K: Borrow<Q>;
    }
    impl<K, V, S: Default> Default for HashMap<K, V, S> { fn default() -> HashMap<K, V, S>; }
    impl<K: Clone, V: Clone, S: Clone> Clone for HashMap<K, V, S> { fn clone(&self) -> Self; }
    impl<K: Eq + Hash, V, S: BuildHasher> Extend<(K, V)> for HashMap<K, V, S> {
        fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, iter: T);
    }
    pub enum Entry<'a, K: 'a, V: 'a> {
        Occupied(OccupiedEntry<'a, K, V>),
        Vacant(VacantEntry<'a, K, V>),
    }
    impl<'a, K, V> Entry<'a, K, V> {
        pub fn or_insert(self, default: V) -> &'a mut V;
        pub fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V;
        pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, default: F) -> &'a mut V;
        pub fn key(&self) -> &K;
        pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Self;
        pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V>;
    }
    impl<'a, K, V: Default> Entry<'a, K, V> { pub fn or_default(self) -> &'a mut V; }
    pub struct OccupiedEntry<'a, K: 'a, V: 'a> { base: &'a mut (K, V) }
    impl<'a, K, V> OccupiedEntry<'a, K, V> {
        pub fn key(&self) -> &K;
        pub fn remove_entry(self) -> (K, V);
        pub fn get(&self) -> &V;
        pub fn get_mut(&mut self) -> &mut V;
        pub fn into_mut(self) -> &'a mut V;
        pub fn insert(&mut self, value: V) -> V;
        pub fn remove(self) -> V;
    }
    pub struct VacantEntry<'a, K: 'a, V: 'a> { key: K, base: &'a mut Option<(K, V)> }
    impl<'a, K: 'a, V: 'a> VacantEntry<'a, K, V> {
        pub fn key(&self) -> &K;
        pub fn into_key(self) -> K;
        pub fn insert(self, value: V) -> &'a mut V;
        pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V>;
    }
    pub struct IntoIter<K, V> { base: Option<(K, V)> }
    impl<K, V> Iterator for IntoIter<K, V> { type Item = (K, V); fn next(&mut self) -> Option<(K, V)>; }
    impl<K, V, S> IntoIterator for HashMap<K, V, S> {
        type Item = (K, V);
        type IntoIter = IntoIter<K, V>;
        fn into_iter(self) -> IntoIter<K, V>;
    }
    pub struct Iter<'a, K: 'a, V: 'a> { base: Option<(&'a K, &'a V)> }
    impl<K, V> Clone for Iter<'_, K, V> { fn clone(&self) -> Self; }
    impl<'a, K, V> Iterator for Iter<'a, K, V> { type Item = (&'a K, &'a V); fn next(&mut self) -> Option<(&'a K, &'a V)>; }
    pub struct Keys<'a, K: 'a, V: 'a> { inner: Iter<'a, K, V> }
    impl<K, V> Clone for Keys<'_, K, V> { fn clone(&self) -> Self; }
    impl<'a, K, V> Iterator for Keys<'a, K, V> { type Item = &'a K; fn next(&mut self) -> Option<&'a K>; }
    pub struct Values<'a, K: 'a, V: 'a> { inner: Iter<'a, K, V> }
    impl<K, V> Clone for Values<'_, K, V> { fn clone(&self) -> Self; }
    impl<'a, K, V> Iterator for Values<'a, K, V> { type Item = &'a V; fn next(&mut self) -> Option<&'a V>; }
    impl<'a, K, V, S> IntoIterator for &'a HashMap<K, V, S> {
        type Item = (&'a K, &'a V);
        type IntoIter = Iter<'a, K, V>;
        fn into_iter(self) -> Iter<'a, K, V>;
    }
}
/// Hash sets.
pub mod hash_set {
    use super::hash_map::{HashMap, RandomState};
    use core::borrow::Borrow;
    use core::hash::{BuildHasher, Hash};

    pub struct HashSet<T, S = RandomState> { base: HashMap<T, (), S> }
    impl<T> HashSet<T, RandomState> {
        pub fn new() -> HashSet<T, RandomState>;
        pub fn with_capacity(capacity: usize) -> HashSet<T, RandomState>;
    }
    impl<T, S> HashSet<T, S> {
        pub const fn with_hasher(hasher: S) -> HashSet<T, S>;
    }
    impl<T, S> HashSet<T, S> {
        pub fn iter(&self) -> Iter<'_, T>;
        pub fn len(&self) -> usize;
        pub fn is_empty(&self) -> bool;
        pub fn clear(&mut self);
    }
    impl<T: Eq + Hash, S: BuildHasher> HashSet<T, S> {
        pub fn reserve(&mut self, additional: usize);
        pub fn contains<Q: ?Sized + Hash + Eq>(&self, value: &Q) -> bool where T: Borrow<Q>;
        pub fn get<Q: ?Sized + Hash + Eq>(&self, value: &Q) -> Option<&T> where T: Borrow<Q>;
        pub fn insert(&mut self, value: T) -> bool;
        pub fn remove<Q: ?Sized + Hash + Eq>(&mut self, value: &Q) -> bool where T: Borrow<Q>;
    }
    impl<T, S: Default> Default for HashSet<T, S> { fn default() -> HashSet<T, S>; }
    impl<T: Clone, S: Clone> Clone for HashSet<T, S> { fn clone(&self) -> Self; }
    pub struct Iter<'a, K: 'a> { base: Option<&'a K> }
    impl<K> Clone for Iter<'_, K> { fn clone(&self) -> Self; }
    impl<'a, K> Iterator for Iter<'a, K> { type Item = &'a K; fn next(&mut self) -> Option<&'a K>; }
}
