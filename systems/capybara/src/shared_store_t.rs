//! A store that threads share, in one file or in several.
//!
//! trusted: as in `store_t`, of `capybarakv::SharedStore`, whose operations ask for nothing; and that the files of a folder are given
//! to it in the order of their names.

use std::path::{Path, PathBuf};

use capybarakv::KvError;
use capybarakv::concurrent_spec_t::{Answer, Change, Query};
use pmcopy::PmCopy;
use power::mapped_t::MappedFile;

use crate::error_t::{Error, Fault, OpenError};
use crate::options_t::{Options, Room};
use crate::store_t::Store;

/// A key-value store that threads share. Each operation happens at one moment between its call and its return, and the moments
/// of all operations have one order; a change is durable when its function comes back.
///
/// A store in one file ([`Store::share`]) is read by many threads at once, or changed by one. A store in several files
/// ([`create`](Self::create)) has the keys divided among them by their hashes, and each file by itself is read by many or changed by
/// one.
///
/// ```
/// use capybara::{Options, SharedStore};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("counts");
/// let store: SharedStore<u64, u64> = SharedStore::create(&path, 4, &Options::new())?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| store.put(&1, &10));
///     scope.spawn(|| store.put(&2, &20));
/// });
/// assert_eq!(store.get(&2)?, Some(20));
/// # Ok(())
/// # }
/// ```
pub struct SharedStore<K: PmCopy, V: PmCopy, E: PmCopy = V> {
    /// There until the drop.
    inner: Option<capybarakv::SharedStore<MappedFile, K, V, E>>,
    path: PathBuf,
}

impl<K: PmCopy, V: PmCopy, E: PmCopy> std::fmt::Debug for SharedStore<K, V, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedStore").field("path", &self.path).finish_non_exhaustive()
    }
}

/// The name of a file of a folder.
fn name(shard: usize, shards: usize) -> String {
    format!("{shard}-of-{shards}")
}

impl<K: PmCopy, V: PmCopy, E: PmCopy> SharedStore<K, V, E> {
    pub(crate) fn from_stores(stores: Vec<Store<K, V, E>>, path: PathBuf) -> Result<Self, KvError> {
        let stores = stores.into_iter().filter_map(|store| store.inner.into_inner()).collect();
        Ok(SharedStore { inner: Some(capybarakv::SharedStore::new(stores)?), path })
    }

    /// Makes a store without keys in a new folder, in so many files (at least one). The options are those of each file: as keys do not go evenly
    /// to the files, give each room for some more than its share.
    ///
    /// # Errors
    /// The folder exists, or a file cannot be made; see [`Store::create`]. Then there is no new folder. If the process stops before
    /// this comes back, remove the folder.
    pub fn create(folder: impl AsRef<Path>, shards: usize, options: &Options) -> Result<Self, OpenError> {
        let folder = folder.as_ref();
        let fault = |fault: Fault| OpenError::new(folder, fault);
        let shards = shards.max(1);
        if folder.symlink_metadata().is_ok() {
            return Err(fault(Fault::Exists));
        }
        std::fs::create_dir(folder).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => fault(Fault::NoFolder),
            _ => fault(error.into()),
        })?;
        let stores: Result<Vec<_>, _> =
            (0..shards).map(|shard| Store::create(folder.join(name(shard, shards)), options)).collect();
        let made = stores.and_then(|stores| {
            Self::from_stores(stores, folder.to_owned()).map_err(|error| fault(Fault::of_shards(error)))
        });
        if made.is_err() {
            // Only what was made just now is in it; nothing is lost if it stays.
            let _ = std::fs::remove_dir_all(folder);
        }
        made
    }

    /// Finds the store in a folder again, whatever happened to the process or the machine since.
    ///
    /// # Errors
    /// A file is missing, or is not what it should be; see [`Store::open`]. Then all are as they were, but that commits which were
    /// interrupted may be finished.
    pub fn open(folder: impl AsRef<Path>, options: &Options) -> Result<Self, OpenError> {
        Self::find(folder.as_ref(), |path| Store::open(path, options))
    }

    /// Finds the store in a folder again, and gives each of its files room for so much more, one after the other; see [`Store::grow`].
    ///
    /// # Errors
    /// A file cannot grow. Those before it have grown, and nothing else is different.
    pub fn grow(folder: impl AsRef<Path>, options: &Options, more: Room) -> Result<Self, OpenError> {
        let folder = folder.as_ref();
        Self::find(folder, |path| Store::grow(path, options, more))
    }

    /// The store of the files of a folder.
    fn find(folder: &Path, open: impl Fn(PathBuf) -> Result<Store<K, V, E>, OpenError>) -> Result<Self, OpenError> {
        let fault = |fault: Fault| OpenError::new(folder, fault);
        let shards = shards(folder).map_err(|error| fault(error.into()))?.ok_or_else(|| fault(Fault::NotAStore))?;
        let stores: Result<Vec<_>, _> = (0..shards).map(|shard| open(folder.join(name(shard, shards)))).collect();
        Self::from_stores(stores?, folder.to_owned()).map_err(|error| fault(Fault::of_shards(error)))
    }

    /// The file or the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn change(&self, change: &Change<K, V, E>) -> Result<(), Error> {
        Ok(self.inner.as_ref().ok_or(KvError::NotAStore)?.change(change)?)
    }

    fn query(&self, query: &Query<K>) -> Result<Answer<V, E>, KvError> {
        self.inner.as_ref().ok_or(KvError::NotAStore)?.query(query)
    }

    /// The value of a key, if it is in the store.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn get(&self, key: &K) -> Result<Option<V>, Error> {
        match self.query(&Query::Item { key: *key }) {
            Ok(Answer::Item(value)) => Ok(Some(value)),
            Err(KvError::KeyNotFound) => Ok(None),
            other => Err(other.err().unwrap_or(KvError::NotAStore).into()),
        }
    }

    /// Whether a key is in the store. Its value is not read.
    ///
    /// # Errors
    /// [`Error::Corrupted`].
    pub fn contains(&self, key: &K) -> Result<bool, Error> {
        match self.query(&Query::Contains { key: *key }) {
            Ok(Answer::Contains(is)) => Ok(is),
            other => Err(other.err().unwrap_or(KvError::NotAStore).into()),
        }
    }

    /// The number of elements of the list of a key.
    ///
    /// # Errors
    /// The key is not in the store, or [`Error::Corrupted`].
    pub fn list_len(&self, key: &K) -> Result<usize, Error> {
        match self.query(&Query::Len { key: *key }) {
            Ok(Answer::Len(len)) => Ok(len),
            other => Err(other.err().unwrap_or(KvError::NotAStore).into()),
        }
    }

    /// The elements of the list of a key, in order, all of one moment.
    ///
    /// # Errors
    /// The key is not in the store, or [`Error::Corrupted`].
    pub fn list(&self, key: &K) -> Result<Vec<E>, Error> {
        match self.query(&Query::List { key: *key }) {
            Ok(Answer::List(list)) => Ok(list),
            other => Err(other.err().unwrap_or(KvError::NotAStore).into()),
        }
    }

    /// The element of a list at an index, which begins with 0. The time is proportional to the index.
    ///
    /// # Errors
    /// The key is not in the store, the list has fewer elements, or [`Error::Corrupted`].
    pub fn element(&self, key: &K, index: usize) -> Result<E, Error> {
        match self.query(&Query::Element { key: *key, index }) {
            Ok(Answer::Element(element)) => Ok(element),
            other => Err(other.err().unwrap_or(KvError::NotAStore).into()),
        }
    }

    /// Puts a key into the store, or replaces its value. The list of the key stays.
    ///
    /// # Errors
    /// See [`Transaction::put`](crate::Transaction::put).
    pub fn put(&self, key: &K, value: &V) -> Result<(), Error> {
        self.change(&Change::Put { key: *key, item: *value })
    }

    /// Puts a key that is not there into the store, with an empty list.
    ///
    /// # Errors
    /// See [`Transaction::insert`](crate::Transaction::insert).
    pub fn insert(&self, key: &K, value: &V) -> Result<(), Error> {
        self.change(&Change::Create { key: *key, item: *value })
    }

    /// Replaces the value of a key.
    ///
    /// # Errors
    /// See [`Transaction::update`](crate::Transaction::update).
    pub fn update(&self, key: &K, value: &V) -> Result<(), Error> {
        self.change(&Change::Update { key: *key, item: *value })
    }

    /// Removes a key, its value and its list.
    ///
    /// # Errors
    /// See [`Transaction::remove`](crate::Transaction::remove).
    pub fn remove(&self, key: &K) -> Result<(), Error> {
        self.change(&Change::Delete { key: *key })
    }

    /// Puts an element behind the last one of the list of a key.
    ///
    /// # Errors
    /// See [`Transaction::append`](crate::Transaction::append).
    pub fn append(&self, key: &K, element: &E) -> Result<(), Error> {
        self.change(&Change::Append { key: *key, element: *element })
    }

    /// Replaces the element of a list at an index, which begins with 0.
    ///
    /// # Errors
    /// See [`Transaction::set_element`](crate::Transaction::set_element).
    pub fn set_element(&self, key: &K, index: usize, element: &E) -> Result<(), Error> {
        self.change(&Change::SetElement { key: *key, index, element: *element })
    }

    /// Takes the first `n` elements of the list of a key away.
    ///
    /// # Errors
    /// See [`Transaction::trim`](crate::Transaction::trim).
    pub fn trim(&self, key: &K, n: usize) -> Result<(), Error> {
        self.change(&Change::Trim { key: *key, n })
    }
}

impl<K: PmCopy, V: PmCopy, E: PmCopy> Drop for SharedStore<K, V, E> {
    fn drop(&mut self) {
        // The lock of the verified store does not drop what is in it.
        if let Some(inner) = self.inner.take() {
            inner.close();
        }
    }
}

/// How many files the store in a folder has, as the name of one of them says.
fn shards(folder: &Path) -> std::io::Result<Option<usize>> {
    for entry in std::fs::read_dir(folder)? {
        let found = entry?.file_name();
        let count = found.to_str().and_then(|name| name.split_once("-of-")?.1.parse().ok());
        if let Some(shards) = count.filter(|shards| *shards > 0) {
            return Ok(Some(shards));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::SharedStore;

    #[test]
    fn threads_may_share_it() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<SharedStore<u64, u64>>();
    }
}
