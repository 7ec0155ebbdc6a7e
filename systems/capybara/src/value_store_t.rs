//! A store of values of any length in a file.
//!
//! trusted: that a `PersistentValues` is used by its contract: each of its functions but those that make it asks for `inv()` alone,
//! which each of them gives back, and which is of private fields; those that make it ask for a device that was not written to,
//! which `MappedFile::new` gives, and for lengths that `geometry_for` gives.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use capybarakv::{KvError, size_for};
use capybaravalues::{MAX_LEN, PersistentValues, ValueError, geometry_for};
use pmcopy::PmCopy;
use power::mapped_t::MappedFile;

use crate::error_t::{Error, Fault, OpenError};
use crate::file_t::{self, Info, NewFile};
use crate::options_t::Options;
use crate::store_t::{fault, map};

/// The bytes of a row.
const ROW: usize = 1024;

/// The rows of the longest value.
const MOST: u64 = (MAX_LEN / ROW) as u64;

/// The bytes of the journal that a put takes at most.
const PUT: u64 = 120 + 32 * MOST;

/// A store in a file whose keys have values of 0 to 65,536 bytes, in rows of 1,024. What is committed is durable; the file is locked
/// against others while the store is open.
///
/// Of the [`Options`], `keys` says how many keys there may be, `elements` how many rows all values may take, `changes` how many puts
/// and removes a transaction may have, and the lower half of `types` is your number for the keys.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("pictures");
/// use capybara::{Options, ValueStore};
///
/// let options = Options::new().keys(100).elements(1_000).changes(10);
/// let mut store: ValueStore<u64> = ValueStore::create(&path, &options)?;
/// store.put(&7, &[0x5a; 50_000])?; // durable
/// assert_eq!(store.get_range(&7, 40_000, 2)?, [0x5a; 2]);
/// # Ok(())
/// # }
/// ```
pub struct ValueStore<K: PmCopy> {
    /// It is there until the drop.
    inner: Option<PersistentValues<MappedFile, K, ROW>>,
    path: PathBuf,
    info: Info,
    /// Whether a transaction was forgotten without its end.
    is_pending: bool,
}

impl<K: PmCopy> std::fmt::Debug for ValueStore<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValueStore").field("path", &self.path).field("info", &self.info).finish_non_exhaustive()
    }
}

impl<K: PmCopy> ValueStore<K> {
    /// Makes a store without keys in a new file. The file is there only when the store in it is whole.
    ///
    /// # Errors
    /// The file exists, cannot be made, or has no room on the disk; or no store can be so large. Then there is no new file.
    pub fn create(path: impl AsRef<Path>, options: &Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::make(path, options).map_err(|fault| OpenError::new(path, fault))
    }

    fn make(path: &Path, options: &Options) -> Result<Self, Fault> {
        let lengths = options.keys.checked_add(options.changes).ok_or(Fault::TooLarge)?;
        let rows = options.elements.checked_add(MOST).ok_or(Fault::TooLarge)?;
        let geometry = geometry_for::<K, ROW>(options.keys, lengths, rows, options.types as u32);
        let capacity = options.changes.checked_mul(PUT).ok_or(Fault::TooLarge)?;
        let size = size_for(&geometry, capacity).map_err(|_| Fault::TooLarge)?;
        let info = Info::new(&geometry, capacity, size, geometry.needed().ok_or(Fault::TooLarge)?);
        let len = size.checked_next_multiple_of(8).filter(|len| *len <= i64::MAX as u64).ok_or(Fault::TooLarge)?;
        let (file, new) = NewFile::create(path, len)?;
        let device = map(file, options, &info, false)?;
        let inner = PersistentValues::create(device, &geometry, capacity).map_err(|error| fault(error, &info))?;
        new.finish()?;
        Ok(ValueStore { inner: Some(inner), path: path.to_owned(), info, is_pending: false })
    }

    /// Finds the store in a file again, whatever happened to the process or the machine since. Values are not read.
    ///
    /// # Errors
    /// The file cannot be read and written, is in use, or holds no store of values for these keys. Then it is as it was.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::find(path, options).map_err(|fault| OpenError::new(path, fault))
    }

    fn find(path: &Path, options: &Options) -> Result<Self, Fault> {
        let (file, info) = file_t::open(path)?;
        let device = map(file, options, &info, true)?;
        let types = capybaravalues::types_for(options.types as u32);
        let inner = PersistentValues::open(device, types).map_err(|error| fault(error, &info))?;
        Ok(ValueStore { inner: Some(inner), path: path.to_owned(), info, is_pending: false })
    }

    fn values(&self) -> &PersistentValues<MappedFile, K, ROW> {
        // It is there until the drop, which has the only reference.
        self.inner.as_ref().expect("a store that is open")
    }

    fn values_mut(&mut self) -> &mut PersistentValues<MappedFile, K, ROW> {
        // As in `values`.
        self.inner.as_mut().expect("a store that is open")
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How large the store is.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.values().len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.values().is_empty()
    }

    /// The value of a key, if it is in the store.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn get(&self, key: &K) -> Result<Option<Vec<u8>>, Error> {
        match self.values().get(key) {
            Ok(value) => Ok(Some(value)),
            Err(ValueError::Store(KvError::KeyNotFound)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// So many bytes of the value of a key from one on; the first one has the number 0. No other rows are read.
    ///
    /// # Errors
    /// The key is not in the store, [`Error::OutOfRange`], or [`Error::Corrupted`].
    pub fn get_range(&self, key: &K, from: usize, n: usize) -> Result<Vec<u8>, Error> {
        Ok(self.values().get_range(key, from, n)?)
    }

    /// The length of the value of a key, in bytes. The value is not read.
    ///
    /// # Errors
    /// The key is not in the store, or [`Error::Corrupted`].
    pub fn value_len(&self, key: &K) -> Result<usize, Error> {
        Ok(self.values().value_len(key)?)
    }

    /// Whether a key is in the store.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn contains(&self, key: &K) -> Result<bool, Error> {
        Ok(self.values().contains(key)?)
    }

    /// All keys, in no particular order.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn keys(&self) -> Result<Vec<K>, Error> {
        Ok(self.values().keys()?)
    }

    /// Begins a transaction: changes that become durable together. Without a commit they are given up.
    pub fn transaction(&mut self) -> ValueTransaction<'_, K> {
        if self.is_pending {
            self.values_mut().abort();
        }
        self.is_pending = true;
        ValueTransaction { store: self }
    }

    /// Puts a key into the store, or replaces its value; durable when this comes back.
    ///
    /// # Errors
    /// See [`ValueTransaction::put`].
    pub fn put(&mut self, key: &K, value: &[u8]) -> Result<(), Error> {
        let mut transaction = self.transaction();
        transaction.put(key, value)?;
        transaction.commit();
        Ok(())
    }

    /// Removes a key and its value; durable when this comes back.
    ///
    /// # Errors
    /// See [`ValueTransaction::remove`].
    pub fn remove(&mut self, key: &K) -> Result<(), Error> {
        let mut transaction = self.transaction();
        transaction.remove(key)?;
        transaction.commit();
        Ok(())
    }
}

impl<K: PmCopy> Drop for ValueStore<K> {
    fn drop(&mut self) {
        // A panic in an operation ends the use of a store.
        if let Some(values) = self.inner.take()
            && !std::thread::panicking()
        {
            values.close();
        }
    }
}

/// Changes of a [`ValueStore`] that become durable together. Reads through it see them at once. If it is dropped without a
/// [`commit`](Self::commit) they are given up. A change that gives an error has changed nothing, and the transaction may go on.
#[must_use = "a transaction that is dropped gives its changes up"]
#[derive(Debug)]
pub struct ValueTransaction<'s, K: PmCopy> {
    store: &'s mut ValueStore<K>,
}

impl<K: PmCopy> ValueTransaction<'_, K> {
    /// Puts a key into the store, or replaces its value.
    ///
    /// # Errors
    /// [`Error::TooLong`], [`Error::OutOfKeys`], [`Error::OutOfValues`], [`Error::OutOfElements`] if too few rows are free,
    /// [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn put(&mut self, key: &K, value: &[u8]) -> Result<(), Error> {
        Ok(self.store.values_mut().put(key, value)?)
    }

    /// Removes a key and its value.
    ///
    /// # Errors
    /// [`Error::KeyNotFound`], [`Error::TransactionFull`], [`Error::Corrupted`].
    pub fn remove(&mut self, key: &K) -> Result<(), Error> {
        Ok(self.store.values_mut().delete(key)?)
    }

    /// Makes all changes durable. A crash before this comes back leaves all of them or none; afterwards it leaves all.
    pub fn commit(self) {
        self.store.values_mut().commit();
        self.store.is_pending = false;
    }

    /// Gives all changes up, as a drop does.
    pub fn abort(self) {}
}

impl<K: PmCopy> Deref for ValueTransaction<'_, K> {
    type Target = ValueStore<K>;

    fn deref(&self) -> &ValueStore<K> {
        self.store
    }
}

impl<K: PmCopy> Drop for ValueTransaction<'_, K> {
    fn drop(&mut self) {
        if self.store.is_pending {
            self.store.values_mut().abort();
            self.store.is_pending = false;
        }
    }
}
