//! Iterators over a store.
//!
//! trusted: as in `store_t`.

use capybarakv::cursors_v;
use pmcopy::PmCopy;
use power::mapped_t::MappedFile;

use crate::error_t::Error;
use crate::store_t::Store;

/// The keys of a store, in no particular order. See [`Store::keys`].
pub struct Keys<'s, K: PmCopy, V: PmCopy, E: PmCopy = V>(pub(crate) cursors_v::Keys<'s, MappedFile, K, V, E>);

impl<K: PmCopy, V: PmCopy, E: PmCopy> Iterator for Keys<'_, K, V, E> {
    type Item = Result<K, Error>;

    fn next(&mut self) -> Option<Result<K, Error>> {
        Some(self.0.next()?.map_err(Error::from))
    }
}

/// The keys of a store with their values, in no particular order. See [`Store::iter`].
pub struct Entries<'s, K: PmCopy, V: PmCopy, E: PmCopy = V> {
    pub(crate) store: &'s Store<K, V, E>,
    pub(crate) keys: Keys<'s, K, V, E>,
}

impl<K: PmCopy, V: PmCopy, E: PmCopy> Iterator for Entries<'_, K, V, E> {
    type Item = Result<(K, V), Error>;

    fn next(&mut self) -> Option<Result<(K, V), Error>> {
        let entry = |key: K| Ok((key, self.store.inner.read(&key)?));
        Some(self.keys.next()?.and_then(entry))
    }
}

/// The elements of a list, in order. See [`Store::list`].
pub struct Elements<'s, K: PmCopy, V: PmCopy, E: PmCopy = V>(pub(crate) cursors_v::Elements<'s, MappedFile, K, V, E>);

impl<K: PmCopy, V: PmCopy, E: PmCopy> Iterator for Elements<'_, K, V, E> {
    type Item = Result<E, Error>;

    fn next(&mut self) -> Option<Result<E, Error>> {
        Some(self.0.next()?.map_err(Error::from))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy> ExactSizeIterator for Elements<'_, K, V, E> {}
