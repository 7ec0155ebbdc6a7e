//! The store of values: a store of `capybarakv` in which each key has a value.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::*;
use crate::length_v::Length;
use crate::operations_spec_t::*;
use crate::rows_v::*;
use capybarakv::abstract_spec_t::*;
use capybarakv::order_spec_t::*;
use capybarakv::order_v::*;
use capybarakv::range_v::Range;
use capybarakv::recovery_v::*;
use capybarakv::{KvError, KvStore};
use journal::install_v::allows_all;
use journal::recovery_v::looking;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;
use vstd::resource::Loc;

/// A store of values that was started. A row has `N` bytes.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(N)]
pub struct ValueStore<D: Device, K: PmCopy, const N: usize, O: KeyOrder<K> = Unordered> {
    pub(crate) store: KvStore<D, K, Length, [u8; N], O>,
}

/// The store of values that a store is.
pub open(crate) spec fn view_of<K, const N: usize>(store: KvView<K, Length, [u8; N]>) -> ValuesView<K> {
    ValuesView {
        geometry: store.geometry,
        on_abort: values_of(store.on_abort),
        on_commit: values_of(store.on_commit),
        free_keys: store.free_keys,
        free_items: store.free_items,
        free_rows: store.free_elements,
        room: store.room,
        capacity: store.capacity,
    }
}

/// The keys of both are the same, and each has its value.
pub(crate) proof fn lemma_values<K, const N: usize>(map: Map<K, Entry<Length, [u8; N]>>)
    ensures
        values_of(map).dom() == map.dom(),
        forall|key: K| map.contains_key(key) ==> #[trigger] values_of(map)[key] == value_of(map[key]),
        are_values(map) ==> total(map) == total_rows(values_of(map), N as int),
{
    assert(values_of(map).dom() =~= map.dom());
    if are_values(map) {
        lemma_total(map);
    }
}

/// What recovery sees of values is a part of what it sees of the store.
proof fn lemma_quiet<K: PmCopy, const N: usize>(quiet: Blanket)
    requires
        allows_quiet(quiet, recovery::<K, N>()),
    ensures
        allows_quiet(quiet, looking(look::<K, Length, [u8; N]>())),
{
    assert forall|pre: Seq<u8>, post: Seq<u8>|
        pre.len() == post.len() && looking(look::<K, Length, [u8; N]>())(post) == looking(look::<K, Length, [u8; N]>())(
            pre,
        ) implies #[trigger] quiet.transitions()(pre, post) by {
        assert(recovery::<K, N>()(post) == recovery::<K, N>()(pre));
    }
}

impl<D: Device, K: PmCopy, const N: usize, O: KeyOrder<K>> ValueStore<D, K, N, O> {
    /// The storage that it is on.
    pub open(crate) spec fn id(&self) -> Loc {
        self.store.id()
    }

    /// What does not change of it.
    pub open(crate) spec fn constants(&self) -> DeviceConstants {
        self.store.constants()
    }

    /// The permission that it was started with.
    pub open(crate) spec fn quiet(&self) -> Blanket {
        self.store.quiet()
    }

    /// What is durable of the storage.
    pub open(crate) spec fn durable(&self) -> Seq<u8> {
        self.store.durable()
    }

    /// Whether it keeps the keys in order.
    pub open(crate) spec fn is_ordered(&self) -> bool {
        self.store.is_ordered()
    }

    /// The values.
    pub open(crate) spec fn view(&self) -> ValuesView<K> {
        view_of(self.store@)
    }

    /// What holds between operations.
    pub open(crate) spec fn inv(&self) -> bool {
        &&& 0 < N
        &&& self.store.inv()
        &&& self.store@.geometry.element_len == N
        &&& are_values(self.store@.on_abort)
        &&& are_values(self.store@.on_commit)
    }

    /// Whether what does not change is the same as of another one.
    pub open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.id() == other.id()
        &&& self.constants() == other.constants()
        &&& self.quiet() == other.quiet()
        &&& self.is_ordered() == other.is_ordered()
    }

    /// After a crash, what is recovered is what an abort would leave.
    pub proof fn lemma_recovered(&self)
        requires
            self.inv(),
        ensures
            recovered_values::<K, N>(self.durable()) == Some(self@.stored(self@.on_abort)),
            self.quiet().id() == self.id(),
    {
        self.store.lemma_recovered();
    }

    /// Starts with what a storage holds, after [`setup`](crate::setup_v::setup) or any crash since: if a commit was interrupted it
    /// is finished. Where there are no values there is nothing to keep.
    pub fn start(storage: PowerStorage<D>, types: u64, Tracked(quiet): Tracked<Blanket>) -> (result: Result<
        ValueStore<D, K, N, O>,
        KvError,
    >)
        requires
            0 < N,
            storage@.is_flushed(),
            quiet.id() == storage.id(),
            allows_quiet(quiet, recovery::<K, N>()),
            recovered_values::<K, N>(storage@.durable_state) is Some || allows_all(quiet),
        ensures
            recovered_values::<K, N>(storage@.durable_state) matches Some(stored) ==> match result {
                Ok(made) => {
                    &&& made.inv()
                    &&& made.id() == storage.id()
                    &&& made.constants() == storage.constants()
                    &&& made.quiet() == quiet
                    &&& !made.is_ordered()
                    &&& made@ == ValuesView::idle(stored, made@.capacity)
                    &&& stored.geometry.types == types
                },
                Err(KvError::OtherTypes) => stored.geometry.types != types,
                Err(error) => error == KvError::Corrupted && !storage.constants().is_intact(),
            },
    {
        proof {
            if recovered_values::<K, N>(storage@.durable_state) is Some {
                lemma_values((recovered_store::<K, Length, [u8; N]>(storage@.durable_state)->0).map);
            }
            lemma_quiet::<K, N>(quiet);
        }
        match KvStore::start(storage, types, Tracked(quiet)) {
            Ok(store) => Ok(ValueStore { store }),
            Err(error) => Err(error),
        }
    }

    /// Ends the use of the store, and leaves nothing to do for the next start. What the transaction has changed is given up.
    pub fn close(self)
        requires
            self.inv(),
    {
        self.store.close();
    }

    /// Makes durable what the transaction has changed. A crash leaves all of it or nothing.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_values::<K, N>(permission, old(self)@.stored(old(self)@.on_abort), old(self)@.stored(old(self)@.on_commit)),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
    {
        proof {
            lemma_values(self.store@.on_commit);
        }
        self.store.commit(Tracked(permission));
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
        proof {
            lemma_values(self.store@.on_abort);
        }
        self.store.abort();
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
        if value.len() > MAX_LEN {
            return Err(ValueError::TooLong { len: value.len() });
        }
        let rows = cut::<N>(value);
        let item = Length { bytes: value.len() as u64 };
        let ghost before = self.store@;
        let result = self.store.put(key, &item, rows.as_slice());
        proof {
            lemma_values(before.on_commit);
            let entry = Entry { item, list: rows@ };
            assert(values_of(before.on_commit.insert(*key, entry)) =~= values_of(before.on_commit).insert(*key, value@));
        }
        of_store(result)
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
        proof {
            lemma_values(self.store@.on_commit);
            assert(values_of(self.store@.on_commit.remove(*key)) =~= values_of(self.store@.on_commit).remove(*key));
        }
        of_store(self.store.delete(key))
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
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).quiet() == old(self).quiet(),
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
        proof {
            lemma_values(self.store@.on_abort);
        }
        self.store.keep_order()
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
        proof {
            lemma_values(self.store@.on_commit);
        }
        self.store.contains(key)
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
        proof {
            lemma_values(self.store@.on_commit);
        }
        self.store.keys()
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
        proof {
            lemma_values(self.store@.on_commit);
        }
        self.store.range(from, to)
    }

    /// The number of keys.
    pub fn len(&self) -> (len: usize)
        requires
            self.inv(),
        ensures
            len == self@.on_commit.len(),
    {
        proof {
            lemma_values(self.store@.on_commit);
        }
        self.store.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> (is: bool)
        requires
            self.inv(),
        ensures
            is == (self@.on_commit.len() == 0),
    {
        self.len() == 0
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
        let store = &self.store;
        Free { keys: store.free_keys(), values: store.free_items(), rows: store.free_elements(), room: store.room() }
    }
}

/// How much a transaction may still take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The keys that it may create.
    pub keys: usize,
    /// The values that it may put.
    pub values: usize,
    /// The rows that these may take.
    pub rows: usize,
    /// The bytes of the journal that are left.
    pub room: u64,
}

} // verus!
