//! Iterators over a store.
//!
//! trusted: as in `store_t`.

use capybarakv::order_v::{KeyOrder, Natural, Unordered};
use capybarakv::{cursors_v, range_v};
use pmcopy::PmCopy;
use power::mapped_t::MappedFile;

use crate::error_t::Error;
use crate::store_t::Store;

/// The keys of a store, in no particular order. See [`Store::keys`].
pub struct Keys<'s, K: PmCopy, V: PmCopy, E: PmCopy = V, O: KeyOrder<K> = Unordered>(
    pub(crate) cursors_v::Keys<'s, MappedFile, K, V, E, O>,
);

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Iterator for Keys<'_, K, V, E, O> {
    type Item = Result<K, Error>;

    fn next(&mut self) -> Option<Result<K, Error>> {
        Some(self.0.next()?.map_err(Error::from))
    }
}

/// The keys of a store with their values, in no particular order. See [`Store::iter`].
pub struct Entries<'s, K: PmCopy, V: PmCopy, E: PmCopy = V, O: KeyOrder<K> = Unordered> {
    pub(crate) store: &'s Store<K, V, E, O>,
    pub(crate) keys: Keys<'s, K, V, E, O>,
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Iterator for Entries<'_, K, V, E, O> {
    type Item = Result<(K, V), Error>;

    fn next(&mut self) -> Option<Result<(K, V), Error>> {
        let entry = |key: K| Ok((key, self.store.inner.read(&key)?));
        Some(self.keys.next()?.and_then(entry))
    }
}

/// The elements of a list, in order. See [`Store::list`].
pub struct Elements<'s, K: PmCopy, V: PmCopy, E: PmCopy = V, O: KeyOrder<K> = Unordered>(
    pub(crate) cursors_v::Elements<'s, MappedFile, K, V, E, O>,
);

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Iterator for Elements<'_, K, V, E, O> {
    type Item = Result<E, Error>;

    fn next(&mut self) -> Option<Result<E, Error>> {
        Some(self.0.next()?.map_err(Error::from))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> ExactSizeIterator for Elements<'_, K, V, E, O> {}

/// The keys of a range in order, with their values. See [`OrderedStore::range`](crate::OrderedStore::range).
pub struct Range<'s, K: PmCopy, V: PmCopy, E: PmCopy = V>(pub(crate) range_v::Range<'s, MappedFile, K, V, E, Natural>)
where
    Natural: KeyOrder<K>;

impl<K: PmCopy, V: PmCopy, E: PmCopy> Iterator for Range<'_, K, V, E>
where
    Natural: KeyOrder<K>,
{
    type Item = Result<(K, V), Error>;

    fn next(&mut self) -> Option<Result<(K, V), Error>> {
        Some(self.0.next_entry()?.map_err(Error::from))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

/// The keys of a range in order. See [`OrderedStore::range_keys`](crate::OrderedStore::range_keys).
pub struct RangeKeys<'s, K: PmCopy, V: PmCopy, E: PmCopy = V>(
    pub(crate) range_v::Range<'s, MappedFile, K, V, E, Natural>,
)
where
    Natural: KeyOrder<K>;

impl<K: PmCopy, V: PmCopy, E: PmCopy> Iterator for RangeKeys<'_, K, V, E>
where
    Natural: KeyOrder<K>,
{
    type Item = Result<K, Error>;

    fn next(&mut self) -> Option<Result<K, Error>> {
        Some(self.0.next()?.map_err(Error::from))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}
