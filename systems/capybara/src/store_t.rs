//! A store in a file.
//!
//! trusted: that a `PersistentStore` is used by its contract: each of its functions but those that make it asks for `inv()` alone,
//! which each of them gives back, and which is of private fields; those that make it ask for a device that was not written to,
//! which `MappedFile::new` gives, and for lengths that `Geometry::of` gives.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use capybarakv::order_v::{KeyOrder, Natural, Unordered};
use capybarakv::{Geometry, KvError, PersistentStore, size_for};
use pmcopy::PmCopy;
use power::mapped_t::MappedFile;
use power_media::Mapping;

use crate::error_t::{Error, Fault, OpenError};
use crate::file_t::{self, Info, LongerFile, NewFile};
use crate::iterators_t::{Elements, Entries, Keys, Range, RangeKeys};
use crate::options_t::{Options, Room};
use crate::shared_store_t::SharedStore;
use crate::transaction_t::Transaction;

/// The bytes of the journal that a change takes at most.
const CHANGE: u64 = 40;

/// A verified store, which is closed when this is dropped, so that the next start has nothing to do.
pub(crate) struct Held<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>>(
    Option<PersistentStore<MappedFile, K, V, E, O>>,
);

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Held<K, V, E, O> {
    /// The store, which is not closed.
    pub(crate) fn into_inner(mut self) -> Option<PersistentStore<MappedFile, K, V, E, O>> {
        self.0.take()
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Deref for Held<K, V, E, O> {
    type Target = PersistentStore<MappedFile, K, V, E, O>;

    fn deref(&self) -> &Self::Target {
        // It is there until `into_inner` or the drop, which have the only reference.
        self.0.as_ref().expect("a store that is open")
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> DerefMut for Held<K, V, E, O> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        // As in `deref`.
        self.0.as_mut().expect("a store that is open")
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Drop for Held<K, V, E, O> {
    fn drop(&mut self) {
        // A panic in an operation ends the use of a store.
        if let Some(store) = self.0.take()
            && !std::thread::panicking()
        {
            store.close();
        }
    }
}

/// A key-value store in a file. Each key has a value and a list of elements. What is committed is durable; the file is
/// locked against others while the store is open. A drop waits until the next [`open`](Self::open) has nothing to finish.
pub struct Store<K: PmCopy, V: PmCopy, E: PmCopy = V, O: KeyOrder<K> = Unordered> {
    pub(crate) inner: Held<K, V, E, O>,
    path: PathBuf,
    info: Info,
    /// Whether a transaction was forgotten without its end.
    pub(crate) is_pending: bool,
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> std::fmt::Debug for Store<K, V, E, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("path", &self.path).field("info", &self.info).finish_non_exhaustive()
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> Store<K, V, E, O> {
    /// Makes a store without keys in a new file. The file is there only when the store in it is whole.
    ///
    /// # Errors
    /// The file exists, cannot be made, or has no room on the disk; or no store can be so large. Then there is no new file.
    pub fn create(path: impl AsRef<Path>, options: &Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::make(path, options).map_err(|fault| OpenError::new(path, fault))
    }

    fn make(path: &Path, options: &Options) -> Result<Self, Fault> {
        let spare = |n: u64| n.checked_add(options.changes).ok_or(Fault::TooLarge);
        let elements = if options.elements == 0 { 0 } else { spare(options.elements)? };
        let geometry = Geometry::of::<K, V, E>(options.keys, spare(options.keys)?, elements, options.types);
        let capacity = options.changes.checked_mul(CHANGE).ok_or(Fault::TooLarge)?;
        let size = size_for(&geometry, capacity).map_err(|_| Fault::TooLarge)?;
        let info = Info::new(&geometry, capacity, size, geometry.needed().ok_or(Fault::TooLarge)?);
        let len = size.checked_next_multiple_of(8).filter(|len| *len <= i64::MAX as u64).ok_or(Fault::TooLarge)?;
        let (file, new) = NewFile::create(path, len)?;
        let device = map(file, options, &info, false)?;
        let inner = PersistentStore::create(device, &geometry, capacity).map_err(|error| fault(error, &info))?;
        let inner = in_order(inner, options, &info)?;
        new.finish()?;
        let inner = Held(Some(inner));
        Ok(Store { inner, path: path.to_owned(), info, is_pending: false })
    }

    /// Finds the store in a file again, whatever happened to the process or the machine since. A commit that was interrupted is
    /// finished. The time is proportional to the number of keys and elements; values are not read.
    ///
    /// # Errors
    /// The file cannot be read and written, is in use, or holds no store for these types. Then it is as it was.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::find(path, options).map_err(|fault| OpenError::new(path, fault))
    }

    fn find(path: &Path, options: &Options) -> Result<Self, Fault> {
        let (file, info) = file_t::open(path)?;
        let device = map(file, options, &info, true)?;
        let inner = PersistentStore::open(device, options.types).map_err(|error| fault(error, &info))?;
        let inner = Held(Some(in_order(inner, options, &info)?));
        Ok(Store { inner, path: path.to_owned(), info, is_pending: false })
    }

    /// Finds the store in a file again, and gives it room for so many more keys, values and elements, which is durable then. The file
    /// becomes longer; nothing that is there is moved or written again. Whenever the process or the machine stops, the store has the
    /// room of before or all of it, and what was committed. A store can grow 15 times.
    ///
    /// # Errors
    /// As for [`open`](Self::open); or there is no room on the disk, the store would be too large, has grown too often, or was made
    /// for fewer than seven changes a transaction. Then the store is as it was.
    pub fn grow(path: impl AsRef<Path>, options: &Options, more: Room) -> Result<Self, OpenError> {
        let path = path.as_ref();
        Self::lengthen(path, options, more).map_err(|fault| OpenError::new(path, fault))
    }

    fn lengthen(path: &Path, options: &Options, more: Room) -> Result<Self, Fault> {
        let Room { keys, values, elements } = more;
        let (file, now, info, longer) = LongerFile::open(path, [keys, values, elements])?;
        let device = map(file, options, &now, true)?;
        let mut inner = PersistentStore::open(device, options.types).map_err(|error| fault(error, &now))?;
        inner.grow(keys, values, elements).map_err(|error| fault(error, &now))?;
        longer.keep();
        let inner = Held(Some(in_order(inner, options, &info)?));
        Ok(Store { inner, path: path.to_owned(), info, is_pending: false })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How large the store is, and for which types.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The keys, the values and the elements that there is still room for in this transaction. Outside of a transaction, the
    /// values and elements include those that are for changes of a full store.
    pub fn free(&self) -> (usize, usize, usize) {
        self.inner.free()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.inner.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.inner.is_empty()
    }

    /// The value of a key, if it is in the store.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn get(&self, key: &K) -> Result<Option<V>, Error> {
        match self.inner.read(key) {
            Ok(value) => Ok(Some(value)),
            Err(KvError::KeyNotFound) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a key is in the store. Its value is not read.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn contains(&self, key: &K) -> Result<bool, Error> {
        Ok(self.inner.contains(key)?)
    }

    /// All keys, in no particular order. Of each corrupted one there is an error, and the others follow.
    pub fn keys(&self) -> Keys<'_, K, V, E, O> {
        Keys(self.inner.keys())
    }

    /// All keys with their values, in no particular order.
    pub fn iter(&self) -> Entries<'_, K, V, E, O> {
        Entries { store: self, keys: self.keys() }
    }

    /// The number of elements of the list of a key.
    ///
    /// # Errors
    /// The key is not in the store, or [`Error::Corrupted`].
    pub fn list_len(&self, key: &K) -> Result<usize, Error> {
        Ok(self.inner.list_len(key)?)
    }

    /// The elements of the list of a key, in order. Of each corrupted one there is an error, and the others follow.
    ///
    /// # Errors
    /// The key is not in the store, or [`Error::Corrupted`].
    pub fn list(&self, key: &K) -> Result<Elements<'_, K, V, E, O>, Error> {
        Ok(Elements(self.inner.elements(key)?))
    }

    /// The element of a list at an index, which begins with 0. The time is proportional to the index.
    ///
    /// # Errors
    /// The key is not in the store, the list has fewer elements, or [`Error::Corrupted`].
    pub fn element(&self, key: &K, index: usize) -> Result<E, Error> {
        Ok(self.inner.read_element(key, index)?)
    }

    /// Begins a transaction: changes that become durable together. Without a commit they are given up.
    pub fn transaction(&mut self) -> Transaction<'_, K, V, E, O> {
        if self.is_pending {
            self.inner.abort();
        }
        self.is_pending = true;
        Transaction { store: self }
    }

    /// One change as a transaction. One that is not done has changed nothing; a `put` that is two is not half done either.
    fn alone(
        &mut self,
        change: impl FnOnce(&mut Transaction<'_, K, V, E, O>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut transaction = self.transaction();
        change(&mut transaction)?;
        transaction.commit();
        Ok(())
    }

    /// Puts a key into the store, or replaces its value; durable when this comes back. The list of the key stays.
    ///
    /// # Errors
    /// See [`Transaction::put`].
    pub fn put(&mut self, key: &K, value: &V) -> Result<(), Error> {
        self.alone(|transaction| transaction.put(key, value))
    }

    /// Puts a key that is not there into the store; durable when this comes back.
    ///
    /// # Errors
    /// See [`Transaction::insert`].
    pub fn insert(&mut self, key: &K, value: &V) -> Result<(), Error> {
        self.alone(|transaction| transaction.insert(key, value))
    }

    /// Replaces the value of a key; durable when this comes back.
    ///
    /// # Errors
    /// See [`Transaction::update`].
    pub fn update(&mut self, key: &K, value: &V) -> Result<(), Error> {
        self.alone(|transaction| transaction.update(key, value))
    }

    /// Removes a key, its value and its list; durable when this comes back.
    ///
    /// # Errors
    /// See [`Transaction::remove`].
    pub fn remove(&mut self, key: &K) -> Result<(), Error> {
        self.alone(|transaction| transaction.remove(key))
    }

    /// Puts an element behind the last one of the list of a key; durable when this comes back.
    ///
    /// # Errors
    /// See [`Transaction::append`].
    pub fn append(&mut self, key: &K, element: &E) -> Result<(), Error> {
        self.alone(|transaction| transaction.append(key, element))
    }

    /// Replaces the element of a list at an index, which begins with 0; durable when this comes back.
    ///
    /// # Errors
    /// See [`Transaction::set_element`].
    pub fn set_element(&mut self, key: &K, index: usize, element: &E) -> Result<(), Error> {
        self.alone(|transaction| transaction.set_element(key, index, element))
    }

    /// Takes the first `n` elements of the list of a key away; durable when this comes back.
    ///
    /// # Errors
    /// See [`Transaction::trim`].
    pub fn trim(&mut self, key: &K, n: usize) -> Result<(), Error> {
        self.alone(|transaction| transaction.trim(key, n))
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy> Store<K, V, E> {
    /// Shares the store between threads. What a forgotten transaction has changed is given up.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn share(self) -> Result<SharedStore<K, V, E>, Error> {
        let path = self.path.clone();
        Ok(SharedStore::from_stores(vec![self], path)?)
    }
}

/// A store whose keys can be read in order, if it is made or opened with [`Options::ordered`]: numbers by their size, and arrays and
/// strings of bytes as in a dictionary.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("years");
/// use capybara::{Options, OrderedStore};
///
/// let mut store: OrderedStore<u64, [u8; 4]> = OrderedStore::create(&path, &Options::new().ordered())?;
/// for (year, what) in [(1969, b"moon"), (1687, b"laws"), (2019, b"hole")] {
///     store.put(&year, what)?;
/// }
/// let century: Result<Vec<_>, _> = store.range(Some(&1900), Some(&2000))?.collect();
/// assert_eq!(century?, [(1969, *b"moon")]);
/// # Ok(())
/// # }
/// ```
pub type OrderedStore<K, V, E = V> = Store<K, V, E, Natural>;

impl<K: PmCopy, V: PmCopy, E: PmCopy> OrderedStore<K, V, E>
where
    Natural: KeyOrder<K>,
{
    /// The keys from `from` on and before `to`, in order, each with its value. What is not given is no bound. Of each corrupted
    /// one there is an error, and the others follow.
    ///
    /// # Errors
    /// [`Error::Unordered`] if the store was not opened in order, or [`Error::Corrupted`].
    pub fn range(&self, from: Option<&K>, to: Option<&K>) -> Result<Range<'_, K, V, E>, Error> {
        Ok(Range(self.inner.range(from, to)?))
    }

    /// The same without the values, which are not read.
    ///
    /// # Errors
    /// [`Error::Unordered`] if the store was not opened in order, or [`Error::Corrupted`].
    pub fn range_keys(&self, from: Option<&K>, to: Option<&K>) -> Result<RangeKeys<'_, K, V, E>, Error> {
        Ok(RangeKeys(self.inner.range(from, to)?))
    }
}

impl<'s, K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>> IntoIterator for &'s Store<K, V, E, O> {
    type Item = Result<(K, V), Error>;
    type IntoIter = Entries<'s, K, V, E, O>;

    fn into_iter(self) -> Entries<'s, K, V, E, O> {
        self.iter()
    }
}

/// The store with its keys in order, if the options say so and the type has an order.
fn in_order<K: PmCopy, V: PmCopy, E: PmCopy, O: KeyOrder<K>>(
    mut inner: PersistentStore<MappedFile, K, V, E, O>,
    options: &Options,
    info: &Info,
) -> Result<PersistentStore<MappedFile, K, V, E, O>, Fault> {
    if options.is_ordered && O::is_useful() {
        inner.keep_order().map_err(|error| fault(error, info))?;
    }
    Ok(inner)
}

/// Maps the file, as the options say.
pub(crate) fn map(file: std::fs::File, options: &Options, info: &Info, is_downward: bool) -> Result<MappedFile, Fault> {
    let mapping = if options.is_persistent { Mapping::of_as_persistent(file)? } else { Mapping::of(file)? };
    if let Some(progress) = &options.progress {
        progress.watch(mapping.reached(), info.table.0..info.table.1, is_downward);
    }
    Ok(MappedFile::new(mapping))
}

/// Why a store could not be made or found.
pub(crate) fn fault(error: KvError, info: &Info) -> Fault {
    match error {
        KvError::Corrupted => Fault::Corrupted,
        KvError::TooLarge => Fault::TooLarge,
        KvError::OtherVersion { version } => {
            Fault::OtherVersion { found: version, ours: capybarakv::layout_v::VERSION }
        }
        KvError::OtherTypes => Fault::OtherTypes {
            key_len: info.key_len,
            value_len: info.value_len,
            element_len: info.element_len,
            types: info.types,
        },
        KvError::OutOfSegments => Fault::GrownTooOften,
        KvError::TransactionFull { .. } => Fault::NoRoomToGrow { needed: capybarakv::layout_v::GROW_ROOM },
        _ => Fault::NotAStore,
    }
}
