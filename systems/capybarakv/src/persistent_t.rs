//! Stores for programs that are not verified themselves: the same operations without ghost arguments. The authority over the
//! storage is in here, and permits for each operation what it is to do and nothing else; so the theorem of the crate holds
//! whatever the program around it does, as far as it does not take the device away.
//!
//! trusted: the contracts, and what is permitted at four places: anything to make a store, what recovery does not see to find
//! one (and anything where there is none), and one step to commit or to grow. The verifier checks the bodies against the contracts; but a
//! wider permission would pass too, and a wrong contract would be kept.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::cursors_v::*;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::operations_spec_t::*;
use crate::order_spec_t::*;
use crate::order_v::*;
use crate::range_v::*;
use crate::recovery_v::*;
use crate::setup_v::*;
use crate::store_v::*;
use journal::Format;
use journal::recovery_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;

/// How many bytes a storage must have for a store of this geometry, whose journal has room for `capacity` bytes.
///
/// # Errors
/// There can be no such store: [`KvError::TooLarge`].
pub fn size_for(geometry: &Geometry, capacity: u64) -> (result: Result<u64, KvError>)
    ensures
        match result {
            Ok(size) => geometry.is_possible() && size == geometry.format(capacity).size(),
            Err(error) => error == KvError::TooLarge && !(geometry.is_possible() && geometry.format(capacity).is_possible()),
        },
{
    let Some(area) = geometry.needed() else {
        return Err(KvError::TooLarge);
    };
    let format = Format { program: PROGRAM, program_version: VERSION, area, capacity };
    match format.needed() {
        Some(size) => Ok(size),
        None => Err(KvError::TooLarge),
    }
}

/// A store on a device.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct PersistentStore<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K> = Unordered> {
    store: KvStore<D, K, I, L, O>,
    authority: Tracked<Authority>,
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> PersistentStore<D, K, I, L, O> {
    /// The store.
    pub closed spec fn view(&self) -> KvView<K, I, L> {
        self.store@
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.store.inv()
        &&& self.authority@.id() == self.store.id()
        &&& self.store.quiet().transitions() == same_recovery(looking(look::<K, I, L>()))
    }

    /// The store, with the authority over its storage. Nothing is permitted but what recovery does not see.
    pub(crate) fn into_parts(self) -> (parts: (KvStore<D, K, I, L, O>, Tracked<Authority>))
        requires
            self.inv(),
        ensures
            parts.0.inv(),
            parts.0@ == self@,
            parts.0.constants() == self.constants(),
            parts.0.id() == parts.1@.id(),
            parts.0.quiet().transitions() == same_recovery(looking(look::<K, I, L>())),
    {
        (self.store, self.authority)
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.store.constants()
    }

    /// Whether it keeps the keys in order.
    pub closed spec fn is_ordered(&self) -> bool {
        self.store.is_ordered()
    }

    /// Whether what operations do not change is the same as of another one.
    pub open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.constants() == other.constants()
        &&& self.is_ordered() == other.is_ordered()
    }

    /// What a crash would leave of the device, were no operation to follow.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.store.durable()
    }

    /// After a crash, what [`open`](Self::open) finds is the store as an abort would leave it.
    pub proof fn lemma_crash(&self)
        requires
            self.inv(),
        ensures
            recovered_store::<K, I, L>(self.durable()) == Some(self@.stored(self@.on_abort)),
    {
        self.store.lemma_recovered();
    }

    /// Makes a store without keys on a device, whatever it held before. The journal has room for `capacity` bytes of entries,
    /// which bounds a transaction.
    ///
    /// # Errors
    /// The store is too large, or the device too small; or it is corrupted.
    pub fn create(device: D, geometry: &Geometry, capacity: u64) -> (result: Result<PersistentStore<D, K, I, L, O>, KvError>)
        requires
            device.state().writes.len() == 0,
            geometry.is_for::<K, I, L>(),
        ensures
            match result {
                Ok(made) => {
                    &&& made.inv()
                    &&& made.constants() == device.constants()
                    &&& made@ == KvView::idle(Stored { geometry: *geometry, map: Map::<K, Entry<I, L>>::empty() }, made@.capacity)
                },
                Err(KvError::Corrupted) => !device.constants().is_intact(),
                Err(error) => is_of_setup(error, *geometry, capacity, device.state().settled.len() as int),
            },
    {
        let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        match setup::<D, K, I, L>(&mut storage, geometry, capacity, Tracked(&all)) {
            Ok(()) => Self::start(storage, geometry.types, Tracked(authority)),
            Err(error) => Err(error),
        }
    }

    /// Finds the store that is on a device, after a crash or not. If a commit was interrupted it is finished.
    ///
    /// # Errors
    /// The device holds no store, or one for other types, or it is corrupted.
    pub fn open(device: D, types: u64) -> (result: Result<PersistentStore<D, K, I, L, O>, KvError>)
        requires
            device.state().writes.len() == 0,
        ensures
            recovered_store::<K, I, L>(device.state().settled) matches Some(stored) ==> match result {
                Ok(opened) => {
                    &&& opened.inv()
                    &&& opened.constants() == device.constants()
                    &&& opened@ == KvView::idle(stored, opened@.capacity)
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
        PersistentStore<D, K, I, L, O>,
        KvError,
    >)
        requires
            storage@.is_flushed(),
            authority.id() == storage.id(),
        ensures
            recovered_store::<K, I, L>(storage@.durable_state) matches Some(stored) ==> match result {
                Ok(opened) => {
                    &&& opened.inv()
                    &&& opened.constants() == storage.constants()
                    &&& opened@ == KvView::idle(stored, opened@.capacity)
                    &&& stored.geometry.types == types
                },
                Err(KvError::OtherTypes) => stored.geometry.types != types,
                Err(error) => error == KvError::Corrupted && !storage.constants().is_intact(),
            },
    {
        let tracked quiet = if recovered(storage@.durable_state) is Some {
            authority.permit_all(same_recovery(looking(look::<K, I, L>())))
        } else {
            // Where there is no store there is nothing to keep.
            authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true)
        };
        match KvStore::start(storage, types, Tracked(quiet)) {
            Ok(store) => Ok(PersistentStore { store, authority: Tracked(authority) }),
            Err(error) => Err(error),
        }
    }

    /// Ends the use of the store, and leaves nothing to do for the next [`open`](Self::open). What the transaction has changed is
    /// given up.
    pub fn close(self)
        requires
            self.inv(),
    {
        self.store.close();
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
                looking(look::<K, I, L>()),
                |old: Option<Option<Stored<K, I, L>>>, new: Option<Option<Stored<K, I, L>>>|
                    old == Some(Some(from)) && new == Some(Some(to)),
            ),
        );
        self.store.commit(Tracked(permission));
    }

    /// The bytes that the tables may take: those of the device behind the journal.
    pub closed spec fn area(&self) -> int {
        self.store.area()
    }

    /// Gets room for so many more keys, items and elements, in the bytes of the device behind the tables; a device becomes longer
    /// between two [`open`](Self::open). It is durable then. A crash leaves the store with the room of before or with all of it,
    /// and with the same map. What the transaction has changed is given up.
    ///
    /// # Errors
    /// The device is too small, or the store too large, or it has grown too often; see [`is_of_growth`].
    pub fn grow(&mut self, keys: u64, items: u64, elements: u64) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).area() == old(self).area(),
            grows(old(self)@, old(self).area(), (keys as int, items as int, elements as int), final(self)@, result),
    {
        let ghost from = self@.stored(self@.on_abort);
        let tracked permission = self.authority.borrow().permit(
            operation(
                looking(look::<K, I, L>()),
                |old: Option<Option<Stored<K, I, L>>>, new: Option<Option<Stored<K, I, L>>>|
                    old == Some(Some(from)) && (new matches Some(Some(to)) && to.map == from.map && to.geometry.is_grown(
                        from.geometry,
                        keys as int,
                        items as int,
                        elements as int,
                    )),
            ),
        );
        self.store.grow(keys, items, elements, Tracked(permission))
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
        self.store.abort();
    }

    /// Keeps the keys in order from now on, for [`range`](Self::range). Each key is read once. What the transaction has changed is
    /// given up.
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
        self.store.keep_order()
    }

    /// Puts a key that is not there into the store, with an item and an empty list. For errors see [`creates`].
    pub fn insert(&mut self, key: &K, item: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            creates(old(self)@, *key, *item, final(self)@, result, old(self).constants().is_intact()),
    {
        self.store.create(key, item)
    }

    /// Replaces the item of a key. For errors see [`updates`].
    pub fn update(&mut self, key: &K, item: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            updates(old(self)@, *key, *item, final(self)@, result, old(self).constants().is_intact()),
    {
        self.store.update(key, item)
    }

    /// Deletes a key, its item and its list. For errors see [`deletes`].
    pub fn delete(&mut self, key: &K) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            deletes(old(self)@, *key, final(self)@, result, old(self).constants().is_intact()),
    {
        self.store.delete(key)
    }

    /// Puts an element behind the last one of a list. For errors see [`appends`].
    pub fn append(&mut self, key: &K, element: &L) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            appends(old(self)@, *key, *element, final(self)@, result, old(self).constants().is_intact()),
    {
        self.store.append(key, element)
    }

    /// Replaces the element of a list at an index, which begins with 0. For errors see [`sets`].
    pub fn set_element(&mut self, key: &K, index: usize, element: &L) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            sets(old(self)@, *key, index as int, *element, final(self)@, result, old(self).constants().is_intact()),
    {
        self.store.set_element(key, index, element)
    }

    /// Takes the first `n` elements of a list away. For errors see [`trims`].
    pub fn trim(&mut self, key: &K, n: usize) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            trims(old(self)@, *key, n as int, final(self)@, result, old(self).constants().is_intact()),
    {
        self.store.trim(key, n)
    }

    /// The item of a key. For errors see [`reads`].
    pub fn read(&self, key: &K) -> (result: Result<I, KvError>)
        requires
            self.inv(),
        ensures
            reads(self@, *key, result, self.constants().is_intact()),
    {
        self.store.read(key)
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
        self.store.contains(key)
    }

    /// All keys, in no particular order.
    pub fn keys(&self) -> (keys: Keys<'_, D, K, I, L, O>)
        requires
            self.inv(),
        ensures
            keys.inv(),
            keys.constants() == self.constants(),
            keys@.no_duplicates(),
            keys@.to_set() == self@.on_commit.dom(),
    {
        Keys::new(&self.store)
    }

    /// The keys from one on and before another one, in order. What is not given is no bound. Only the keys are read with which a
    /// bound is compared.
    ///
    /// # Errors
    /// The store keeps no order ([`KvError::Unordered`]), or a key is corrupted that a bound had to be compared with.
    pub fn range(&self, from: Option<&K>, to: Option<&K>) -> (result: Result<Range<'_, D, K, I, L, O>, KvError>)
        requires
            self.inv(),
        ensures
            ranges(self@.on_commit, from, to, result, self.is_ordered(), self.constants()),
    {
        self.store.range(from, to)
    }

    /// The first key behind another one; with `or_at`, the first one that is not before it.
    ///
    /// # Errors
    /// The store keeps no order ([`KvError::Unordered`]), or a key is corrupted that had to be read.
    pub fn first_key(&self, key: &K, or_at: bool) -> (result: Result<Option<K>, KvError>)
        requires
            self.inv(),
        ensures
            finds_first::<K, Entry<I, L>, O>(self@.on_commit, *key, or_at, result, self.is_ordered(), self.constants().is_intact()),
    {
        self.store.first_key(key, or_at)
    }

    /// The elements of the list of a key, in order.
    ///
    /// # Errors
    /// The key is not there, or one is corrupted that it had to be compared with.
    pub fn elements(&self, key: &K) -> (result: Result<Elements<'_, D, K, I, L, O>, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(elements) => {
                    &&& elements.inv()
                    &&& elements.constants() == self.constants()
                    &&& self@.on_commit.contains_key(*key)
                    &&& elements@ == self@.on_commit[*key].list
                },
                Err(KvError::KeyNotFound) => !self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        Elements::new(&self.store, key)
    }

    /// The element of a list at an index, which begins with 0. For errors see [`reads_element`].
    pub fn read_element(&self, key: &K, index: usize) -> (result: Result<L, KvError>)
        requires
            self.inv(),
        ensures
            reads_element(self@, *key, index as int, result, self.constants().is_intact()),
    {
        self.store.read_element(key, index)
    }

    /// The number of elements of the list of a key.
    ///
    /// # Errors
    /// The key is not there, or one is corrupted that it had to be compared with.
    pub fn list_len(&self, key: &K) -> (result: Result<usize, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(len) => self@.on_commit.contains_key(*key) && len == self@.on_commit[*key].list.len(),
                Err(KvError::KeyNotFound) => !self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        self.store.list_len(key)
    }

    /// The number of keys.
    pub fn len(&self) -> (len: usize)
        requires
            self.inv(),
        ensures
            len == self@.on_commit.len(),
    {
        self.store.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> (is: bool)
        requires
            self.inv(),
        ensures
            is == (self@.on_commit.len() == 0),
    {
        self.store.is_empty()
    }

    /// The keys, the items and the elements that there is still room for in this transaction.
    pub fn free(&self) -> (free: (usize, usize, usize))
        requires
            self.inv(),
        ensures
            free.0 == self@.free_keys,
            free.1 == self@.free_items,
            free.2 == self@.free_elements,
    {
        (self.store.free_keys(), self.store.free_items(), self.store.free_elements())
    }

    /// How large the store is.
    pub fn geometry(&self) -> (geometry: Geometry)
        requires
            self.inv(),
        ensures
            geometry == self@.geometry,
    {
        self.store.tables.geometry
    }
}

} // verus!
