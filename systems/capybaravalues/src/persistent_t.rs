//! Stores of values for programs that are not verified themselves: the same operations without ghost arguments. The authority over
//! the storage is in here, and permits for each operation what it is to do and nothing else.
//!
//! trusted: the contracts, and what is permitted at three places: anything to make a store, what recovery does not see to find
//! one (and anything where there is none), and one step to commit. The verifier checks the bodies against the contracts; but a
//! wider permission would pass too, and a wrong contract would be kept.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::*;
use crate::length_v::Length;
use crate::operations_spec_t::*;
use crate::setup_v::*;
use crate::values_v::*;
use capybarakv::operations_spec_t::is_of_setup;
use capybarakv::order_spec_t::*;
use capybarakv::order_v::*;
use capybarakv::range_v::Range;
use capybarakv::{Geometry, KvError};
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;

/// A store of values on a device. A row has `N` bytes.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(N)]
pub struct PersistentValues<D: Device, K: PmCopy, const N: usize, O: KeyOrder<K> = Unordered> {
    values: ValueStore<D, K, N, O>,
    authority: Tracked<Authority>,
}

impl<D: Device, K: PmCopy, const N: usize, O: KeyOrder<K>> PersistentValues<D, K, N, O> {
    /// The values.
    pub closed spec fn view(&self) -> ValuesView<K> {
        self.values@
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.values.inv()
        &&& self.authority@.id() == self.values.id()
        &&& self.values.quiet().transitions() == same_recovery(recovery::<K, N>())
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.values.constants()
    }

    /// Whether it keeps the keys in order.
    pub closed spec fn is_ordered(&self) -> bool {
        self.values.is_ordered()
    }

    /// Whether what operations do not change is the same as of another one.
    pub open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.constants() == other.constants()
        &&& self.is_ordered() == other.is_ordered()
    }

    /// What a crash would leave of the device, were no operation to follow.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.values.durable()
    }

    /// After a crash, what [`open`](Self::open) finds is the values as an abort would leave them.
    pub proof fn lemma_crash(&self)
        requires
            self.inv(),
        ensures
            recovered_values::<K, N>(self.durable()) == Some(self@.stored(self@.on_abort)),
    {
        self.values.lemma_recovered();
    }

    /// Makes a store without values on a device, whatever it held before. The geometry is that of [`geometry_for`]. The journal has room
    /// for `capacity` bytes of entries, which bounds a transaction; the value of greatest length takes
    /// 120 bytes and 32 for each of its rows.
    ///
    /// # Errors
    /// The store is too large, or the device too small; or it is corrupted.
    pub fn create(device: D, geometry: &Geometry, capacity: u64) -> (result: Result<PersistentValues<D, K, N, O>, KvError>)
        requires
            0 < N,
            device.state().writes.len() == 0,
            geometry.is_for::<K, Length, [u8; N]>(),
        ensures
            match result {
                Ok(made) => {
                    &&& made.inv()
                    &&& made.constants() == device.constants()
                    &&& made@ == ValuesView::idle(StoredValues { geometry: *geometry, map: Map::<K, Seq<u8>>::empty() }, made@.capacity)
                },
                Err(KvError::Corrupted) => !device.constants().is_intact(),
                Err(error) => is_of_setup(error, *geometry, capacity, device.state().settled.len() as int),
            },
    {
        let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        match setup::<D, K, N>(&mut storage, geometry, capacity, Tracked(&all)) {
            Ok(()) => Self::start(storage, geometry.types, Tracked(authority)),
            Err(error) => Err(error),
        }
    }

    /// Finds the store that is on a device, after a crash or not. If a commit was interrupted it is finished. The types are those of
    /// [`types_for`].
    ///
    /// # Errors
    /// The device holds no store, or one of other types, or it is corrupted.
    pub fn open(device: D, types: u64) -> (result: Result<PersistentValues<D, K, N, O>, KvError>)
        requires
            0 < N,
            device.state().writes.len() == 0,
        ensures
            recovered_values::<K, N>(device.state().settled) matches Some(stored) ==> match result {
                Ok(opened) => {
                    &&& opened.inv()
                    &&& opened.constants() == device.constants()
                    &&& opened@ == ValuesView::idle(stored, opened@.capacity)
                    &&& stored.geometry.types == types
                },
                Err(KvError::OtherTypes) => stored.geometry.types != types,
                Err(error) => error == KvError::Corrupted && !device.constants().is_intact(),
            },
    {
        let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        Self::start(storage, types, Tracked(authority))
    }

    fn start(storage: PowerStorage<D>, types: u64, Tracked(authority): Tracked<Authority>) -> (result: Result<
        PersistentValues<D, K, N, O>,
        KvError,
    >)
        requires
            0 < N,
            storage@.is_flushed(),
            authority.id() == storage.id(),
        ensures
            recovered_values::<K, N>(storage@.durable_state) matches Some(stored) ==> match result {
                Ok(opened) => {
                    &&& opened.inv()
                    &&& opened.constants() == storage.constants()
                    &&& opened@ == ValuesView::idle(stored, opened@.capacity)
                    &&& stored.geometry.types == types
                },
                Err(KvError::OtherTypes) => stored.geometry.types != types,
                Err(error) => error == KvError::Corrupted && !storage.constants().is_intact(),
            },
    {
        let tracked quiet = if recovered_values::<K, N>(storage@.durable_state) is Some {
            authority.permit_all(same_recovery(recovery::<K, N>()))
        } else {
            // Where there are no values there is nothing to keep.
            authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true)
        };
        match ValueStore::start(storage, types, Tracked(quiet)) {
            Ok(values) => Ok(PersistentValues { values, authority: Tracked(authority) }),
            Err(error) => Err(error),
        }
    }

    /// Ends the use of the store, and leaves nothing to do for the next [`open`](Self::open). What the transaction has changed is
    /// given up.
    pub fn close(self)
        requires
            self.inv(),
    {
        self.values.close();
    }

    /// Makes durable what the transaction has changed. A crash leaves all of it or nothing.
    pub fn commit(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
    {
        let ghost (from, to) = (self@.stored(self@.on_abort), self@.stored(self@.on_commit));
        let tracked permission = self.authority.borrow().permit(
            operation(
                recovery::<K, N>(),
                |old: Option<StoredValues<K>>, new: Option<StoredValues<K>>| old == Some(from) && new == Some(to),
            ),
        );
        self.values.commit(Tracked(permission));
    }

    /// Gives up what the transaction has changed.
    pub fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.abort(),
    {
        self.values.abort();
    }

    /// Gives a key a value in place of what it had, if it is there. For errors see [`puts`].
    pub fn put(&mut self, key: &K, value: &[u8]) -> (result: Result<(), ValueError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            puts(old(self)@, *key, value@, final(self)@, result, old(self).constants().is_intact()),
    {
        self.values.put(key, value)
    }

    /// Deletes a key and its value. For errors see [`deletes`].
    pub fn delete(&mut self, key: &K) -> (result: Result<(), ValueError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            deletes(old(self)@, *key, final(self)@, result, old(self).constants().is_intact()),
    {
        self.values.delete(key)
    }

    /// The value of a key. For errors see [`reads`].
    pub fn get(&self, key: &K) -> (result: Result<Vec<u8>, ValueError>)
        requires
            self.inv(),
        ensures
            reads(self@, *key, bytes_of(result), self.constants().is_intact()),
    {
        self.values.get(key)
    }

    /// So many bytes of the value of a key from one on; the first one has the number 0. For errors see [`reads_range`].
    pub fn get_range(&self, key: &K, from: usize, n: usize) -> (result: Result<Vec<u8>, ValueError>)
        requires
            self.inv(),
        ensures
            reads_range(self@, *key, from as int, n as int, bytes_of(result), self.constants().is_intact()),
    {
        self.values.get_range(key, from, n)
    }

    /// The length of the value of a key, in bytes. For errors see [`reads_len`].
    pub fn value_len(&self, key: &K) -> (result: Result<usize, ValueError>)
        requires
            self.inv(),
        ensures
            reads_len(self@, *key, result, self.constants().is_intact()),
    {
        self.values.value_len(key)
    }

    /// Whether a key is in the store.
    ///
    /// # Errors
    /// [`KvError::Corrupted`].
    pub fn contains(&self, key: &K) -> (result: Result<bool, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(is) => is == self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        self.values.contains(key)
    }

    /// All keys, in no particular order.
    ///
    /// # Errors
    /// [`KvError::Corrupted`].
    pub fn keys(&self) -> (result: Result<Vec<K>, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(keys) => keys@.no_duplicates() && keys@.to_set() == self@.on_commit.dom(),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        self.values.keys()
    }

    /// Keeps the keys in order from now on, for [`range`](Self::range). What the transaction has changed is given up.
    ///
    /// # Errors
    /// [`KvError::Corrupted`].
    pub fn keep_order(&mut self) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            final(self)@ == old(self)@.abort(),
            match result {
                Ok(()) => final(self).is_ordered(),
                Err(error) => {
                    &&& error == KvError::Corrupted
                    &&& !old(self).constants().is_intact()
                    &&& final(self).is_ordered() == old(self).is_ordered()
                },
            },
    {
        self.values.keep_order()
    }

    /// The keys from one on and before another one, in order. What is not given is no bound.
    ///
    /// # Errors
    /// The store keeps no order ([`KvError::Unordered`]), or a key is corrupted that a bound had to be compared with.
    pub fn range(&self, from: Option<&K>, to: Option<&K>) -> (result: Result<Range<'_, D, K, Length, [u8; N], O>, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(range) => {
                    &&& range.inv()
                    &&& range.constants() == self.constants()
                    &&& self.is_ordered()
                    &&& is_range::<K, Seq<u8>, O>(range@, self@.on_commit, given(from), given(to))
                },
                Err(KvError::Unordered) => !self.is_ordered(),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        self.values.range(from, to)
    }

    /// The number of keys.
    pub fn len(&self) -> (len: usize)
        requires
            self.inv(),
        ensures
            len == self@.on_commit.len(),
    {
        self.values.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> (is: bool)
        requires
            self.inv(),
        ensures
            is == (self@.on_commit.len() == 0),
    {
        self.values.is_empty()
    }

    /// How much the transaction may still take.
    pub fn free(&self) -> (free: Free)
        requires
            self.inv(),
        ensures
            free.keys == self@.free_keys,
            free.values == self@.free_items,
            free.rows == self@.free_rows,
            free.room == self@.room,
    {
        self.values.free()
    }
}

} // verus!
