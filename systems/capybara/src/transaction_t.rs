//! Transactions.
//!
//! trusted: as in `store_t`.

use std::ops::Deref;

use capybarakv::KvError;
use capybarakv::order_v::{KeyOrder, Unordered};
use pmcopy::PmCopy;

use crate::error_t::Error;
use crate::store_t::Store;

/// Changes of a store that become durable together. Reads through it, as those of the [`Store`] that it dereferences to, see
/// them at once. If it is dropped without a [`commit`](Self::commit) they are given up.
///
/// A change that gives an error has changed nothing, and the transaction may go on.
#[must_use = "a transaction that is dropped gives its changes up"]
#[derive(Debug)]
pub struct Transaction<'s, K: PmCopy, V: PmCopy, E: PmCopy = V, O: KeyOrder<K> = Unordered> {
    pub(crate) store: &'s mut Store<K, V, E, O>,
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Transaction<'_, K, V, E, O> {
    /// Puts a key into the store, or replaces its value. The list of the key stays.
    ///
    /// # Errors
    /// [`Error::OutOfKeys`], [`Error::OutOfValues`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn put(&mut self, key: &K, value: &V) -> Result<(), Error> {
        match self.store.inner.update(key, value) {
            Err(KvError::KeyNotFound) => self.insert(key, value),
            result => Ok(result?),
        }
    }

    /// Puts a key that is not there into the store, with an empty list.
    ///
    /// # Errors
    /// [`Error::KeyExists`], [`Error::OutOfKeys`], [`Error::OutOfValues`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn insert(&mut self, key: &K, value: &V) -> Result<(), Error> {
        Ok(self.store.inner.insert(key, value)?)
    }

    /// Replaces the value of a key.
    ///
    /// # Errors
    /// [`Error::KeyNotFound`], [`Error::OutOfValues`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn update(&mut self, key: &K, value: &V) -> Result<(), Error> {
        Ok(self.store.inner.update(key, value)?)
    }

    /// Removes a key, its value and its list.
    ///
    /// # Errors
    /// [`Error::KeyNotFound`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn remove(&mut self, key: &K) -> Result<(), Error> {
        Ok(self.store.inner.delete(key)?)
    }

    /// Puts an element behind the last one of the list of a key.
    ///
    /// # Errors
    /// [`Error::KeyNotFound`], [`Error::OutOfElements`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn append(&mut self, key: &K, element: &E) -> Result<(), Error> {
        Ok(self.store.inner.append(key, element)?)
    }

    /// Replaces the element of a list at an index, which begins with 0.
    ///
    /// # Errors
    /// [`Error::KeyNotFound`], [`Error::OutOfBounds`], [`Error::OutOfElements`], [`Error::TransactionFull`],
    /// [`Error::Corrupted`].
    pub fn set_element(&mut self, key: &K, index: usize, element: &E) -> Result<(), Error> {
        Ok(self.store.inner.set_element(key, index, element)?)
    }

    /// Takes the first `n` elements of the list of a key away.
    ///
    /// # Errors
    /// [`Error::KeyNotFound`], [`Error::OutOfBounds`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn trim(&mut self, key: &K, n: usize) -> Result<(), Error> {
        Ok(self.store.inner.trim(key, n)?)
    }

    /// Makes all changes durable. A crash before this comes back leaves all of them or none; afterwards it leaves all.
    ///
    /// If the system cannot write the file, the process ends: nobody could know what is durable.
    pub fn commit(self) {
        self.store.inner.commit();
        self.store.is_pending = false;
    }

    /// Gives all changes up, as a drop does.
    pub fn abort(self) {}
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Deref for Transaction<'_, K, V, E, O> {
    type Target = Store<K, V, E, O>;

    fn deref(&self) -> &Store<K, V, E, O> {
        self.store
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Drop for Transaction<'_, K, V, E, O> {
    fn drop(&mut self) {
        if self.store.is_pending {
            self.store.inner.abort();
            self.store.is_pending = false;
        }
    }
}
