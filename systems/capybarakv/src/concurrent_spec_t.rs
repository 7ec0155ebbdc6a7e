//! What operations of a store that threads share do, each at one moment between its call and its return.
//!
//! The state is one map, a ghost variable in two halves. The store has one half; the other one is the client's, who may put it into
//! an atomic invariant. An operation gets a linearizer, which is the client's proof for the moment of the operation.

use pmcopy::PmBytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::index_v::hash_of;
use crate::layout_v::Geometry;
use crate::operations_spec_t::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// An operation that changes one key. It is a transaction.
#[derive(Clone, Copy, Debug)]
pub enum Change<K, I, L> {
    /// Puts a key that is not there into the store, with an item and an empty list.
    Create {
        /// The key.
        key: K,
        /// The item.
        item: I,
    },
    /// Replaces the item of a key.
    Update {
        /// The key.
        key: K,
        /// The new item.
        item: I,
    },
    /// Puts a key into the store, with an empty list, or replaces its item.
    Put {
        /// The key.
        key: K,
        /// The item.
        item: I,
    },
    /// Deletes a key, its item and its list.
    Delete {
        /// The key.
        key: K,
    },
    /// Puts an element behind the last one of a list.
    Append {
        /// The key that has the list.
        key: K,
        /// The new element.
        element: L,
    },
    /// Replaces the element of a list at an index.
    SetElement {
        /// The key that has the list.
        key: K,
        /// The index, which begins with 0.
        index: usize,
        /// The new element.
        element: L,
    },
    /// Takes the first elements of a list away.
    Trim {
        /// The key that has the list.
        key: K,
        /// How many.
        n: usize,
    },
}

/// An operation that reads what one key has.
#[derive(Clone, Copy, Debug)]
pub enum Query<K> {
    /// The item.
    Item {
        /// The key.
        key: K,
    },
    /// Whether the key is there.
    Contains {
        /// The key.
        key: K,
    },
    /// The number of elements of the list.
    Len {
        /// The key.
        key: K,
    },
    /// The element of the list at an index.
    Element {
        /// The key.
        key: K,
        /// The index, which begins with 0.
        index: usize,
    },
    /// The list.
    List {
        /// The key.
        key: K,
    },
}

/// What a [`Query`] gives.
#[derive(Clone, Debug)]
pub enum Answer<I, L> {
    /// An item.
    Item(I),
    /// Whether a key is there.
    Contains(bool),
    /// The number of elements of a list.
    Len(usize),
    /// An element.
    Element(L),
    /// A list.
    List(Vec<L>),
}

/// What the keys have.
pub type Contents<K, I, L> = Map<K, Entry<I, L>>;

/// The store's half of the variable that says what the keys have.
pub type Held<K, I, L> = GhostVarAuth<Contents<K, I, L>>;

/// The client's half of it.
pub type State<K, I, L> = GhostVar<Contents<K, I, L>>;

/// A store that is shared, and the client's half.
pub type Made<S, K, I, L> = (S, Tracked<State<K, I, L>>);

/// What a [`Query`] gives, or why it does not.
pub type Answered<I, L> = Result<Answer<I, L>, KvError>;

impl<K, I, L> Change<K, I, L> {
    /// The key that is changed.
    pub open spec fn key(self) -> K {
        match self {
            Change::Create { key, .. } => key,
            Change::Update { key, .. } => key,
            Change::Put { key, .. } => key,
            Change::Delete { key } => key,
            Change::Append { key, .. } => key,
            Change::SetElement { key, .. } => key,
            Change::Trim { key, .. } => key,
        }
    }

    /// What the keys have when the change was made.
    pub open spec fn made(self, map: Contents<K, I, L>) -> Contents<K, I, L> {
        match self {
            Change::Create { key, item } => map.insert(key, Entry { item, list: seq![] }),
            Change::Update { key, item } => map.insert(key, Entry { item, ..map[key] }),
            Change::Put { key, item } => map.insert(
                key,
                Entry { item, list: if map.contains_key(key) { map[key].list } else { seq![] } },
            ),
            Change::Delete { key } => map.remove(key),
            Change::Append { key, element } => with_list(map, key, map[key].list.push(element)),
            Change::SetElement { key, index, element } => with_list(map, key, map[key].list.update(index as int, element)),
            Change::Trim { key, n } => with_list(map, key, map[key].list.skip(n as int)),
        }
    }

    /// What the keys have after the change, if it was made.
    pub open spec fn outcome(self, map: Contents<K, I, L>, result: Result<(), KvError>) -> Contents<K, I, L> {
        match result {
            Ok(()) => self.made(map),
            Err(_) => map,
        }
    }

    /// What the change does to a store between two transactions, before it is committed, or why it does not.
    pub open spec fn does(self, before: KvView<K, I, L>, after: KvView<K, I, L>, result: Result<(), KvError>, intact: bool) -> bool {
        match self {
            Change::Create { key, item } => creates(before, key, item, after, result, intact),
            Change::Update { key, item } => updates(before, key, item, after, result, intact),
            Change::Put { key, item } => if before.on_commit.contains_key(key) {
                updates(before, key, item, after, result, intact)
            } else {
                creates(before, key, item, after, result, intact)
            },
            Change::Delete { key } => deletes(before, key, after, result, intact),
            Change::Append { key, element } => appends(before, key, element, after, result, intact),
            Change::SetElement { key, index, element } => sets(before, key, index as int, element, after, result, intact),
            Change::Trim { key, n } => trims(before, key, n as int, after, result, intact),
        }
    }
}

/// The length of a list that is read, or why it was not.
pub open spec fn reads_len<K, I, L>(store: KvView<K, I, L>, key: K, result: Result<usize, KvError>, intact: bool) -> bool {
    match result {
        Ok(len) => store.on_commit.contains_key(key) && len == store.on_commit[key].list.len(),
        Err(KvError::KeyNotFound) => !store.on_commit.contains_key(key),
        Err(error) => error == KvError::Corrupted && !intact,
    }
}

impl<K> Query<K> {
    /// The key that is read.
    pub open spec fn key(self) -> K {
        match self {
            Query::Item { key } => key,
            Query::Contains { key } => key,
            Query::Len { key } => key,
            Query::Element { key, .. } => key,
            Query::List { key } => key,
        }
    }

    /// Whether this answer is right, where `store` has nothing pending.
    pub open spec fn gives<I, L>(self, store: KvView<K, I, L>, result: Answered<I, L>, intact: bool) -> bool {
        match (self, result) {
            (Query::Item { key }, Ok(Answer::Item(item))) => reads(store, key, Ok(item), intact),
            (Query::Item { key }, Err(error)) => reads(store, key, Err(error), intact),
            (Query::Contains { key }, Ok(Answer::Contains(is))) => is == store.on_commit.contains_key(key),
            (Query::Contains { .. }, Err(error)) => error == KvError::Corrupted && !intact,
            (Query::Len { key }, Ok(Answer::Len(len))) => reads_len(store, key, Ok(len), intact),
            (Query::Len { key }, Err(error)) => reads_len(store, key, Err(error), intact),
            (Query::Element { key, index }, Ok(Answer::Element(element))) => reads_element(store, key, index as int, Ok(element), intact),
            (Query::Element { key, index }, Err(error)) => reads_element(store, key, index as int, Err(error), intact),
            (Query::List { key }, Ok(Answer::List(list))) => reads_list(store, key, Ok(list@), intact),
            (Query::List { key }, Err(error)) => reads_list(store, key, Err(error), intact),
            _ => false,
        }
    }
}

/// What does not change of a shard: a store that has a part of the keys.
pub ghost struct Shard {
    /// How large it is.
    pub geometry: Geometry,
    /// The bytes of its journal.
    pub capacity: int,
    /// Whether its media are intact.
    pub is_intact: bool,
}

impl Shard {
    /// The shard between two transactions.
    pub open spec fn idle<K, I, L>(self, map: Contents<K, I, L>) -> KvView<K, I, L> {
        KvView::idle(Stored { geometry: self.geometry, map }, self.capacity)
    }

    /// Whether a change may have this result where the keys of the shard have this.
    pub open spec fn may_change<K, I, L>(self, map: Contents<K, I, L>, change: Change<K, I, L>, result: Result<(), KvError>) -> bool {
        exists|after: KvView<K, I, L>| #[trigger] change.does(self.idle(map), after, result, self.is_intact)
    }
}

/// The shard that has a key, of so many.
pub open spec fn shard_of<K: PmBytes>(key: K, shards: int) -> int {
    (hash_of(key) as int / 0x1_0000_0000) % shards
}

/// What the keys of a shard have.
pub open spec fn part<K: PmBytes, I, L>(map: Contents<K, I, L>, shards: int, shard: int) -> Contents<K, I, L> {
    map.filter_keys(|key: K| shard_of(key, shards) == shard)
}

/// What does not change of a store that threads share.
pub ghost struct Terms {
    /// The variable that says what the keys have.
    pub state: Loc,
    /// The shards.
    pub shards: Seq<Shard>,
}

impl Terms {
    /// The shard that has a key.
    pub open spec fn shard<K: PmBytes>(self, key: K) -> int {
        shard_of(key, self.shards.len() as int)
    }

    /// What the keys of a shard have.
    pub open spec fn part<K: PmBytes, I, L>(self, map: Contents<K, I, L>, shard: int) -> Contents<K, I, L> {
        part(map, self.shards.len() as int, shard)
    }
}

/// A change of a store with these terms.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub ghost struct ChangeOf<K, I, L> {
    /// The store.
    pub terms: Terms,
    /// The change.
    pub change: Change<K, I, L>,
}

impl<K: PmBytes, I, L> MutOperation for ChangeOf<K, I, L> {
    type Resource = Held<K, I, L>;

    type ExecResult = Result<(), KvError>;

    type NewState = Contents<K, I, L>;

    open spec fn requires(self, pre: Held<K, I, L>, new_state: Contents<K, I, L>, e: Result<(), KvError>) -> bool {
        let shard = self.terms.shard(self.change.key());
        &&& pre.id() == self.terms.state
        &&& self.terms.shards[shard].may_change(self.terms.part(pre@, shard), self.change, e)
        &&& new_state == self.change.outcome(pre@, e)
    }

    open spec fn ensures(self, pre: Held<K, I, L>, post: Held<K, I, L>, new_state: Contents<K, I, L>) -> bool {
        post.id() == pre.id() && post@ == new_state
    }
}

/// A read of a store with these terms.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub ghost struct QueryOf<K, I, L> {
    /// The store.
    pub terms: Terms,
    /// The read.
    pub query: Query<K>,
    /// The types that its items and elements have.
    pub types: core::marker::PhantomData<(I, L)>,
}

impl<K, I, L> QueryOf<K, I, L> {
    /// This read of this store.
    pub open spec fn new(terms: Terms, query: Query<K>) -> QueryOf<K, I, L> {
        QueryOf { terms, query, types: core::marker::PhantomData }
    }
}

impl<K: PmBytes, I, L> ReadOperation for QueryOf<K, I, L> {
    type Resource = Held<K, I, L>;

    type ExecResult = Answered<I, L>;

    open spec fn requires(self, r: Held<K, I, L>, e: Answered<I, L>) -> bool {
        let shard = self.terms.shards[self.terms.shard(self.query.key())];
        &&& r.id() == self.terms.state
        &&& self.query.gives(shard.idle(r@), e, shard.is_intact)
    }
}

} // verus!
