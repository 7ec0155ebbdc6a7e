//! A store that threads share: many may read at once, or one may change it (PoWER paper, section 5.1.2).
//!
//! Each operation happens at one moment between its call and its return, and does the proof of its caller then. A change happens
//! when the write is made that decides what a crash leaves; so what an atomic invariant says of the map of the store is true of
//! what recovery finds, also if other stores are in the same invariant.

use pmcopy::PmCopy;
use std::sync;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::concurrent_spec_t::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::map_v::*;
use crate::operations_spec_t::*;
use crate::persistent_t::*;
use crate::recovery_v::*;
use crate::store_v::*;
use power::durable_t::*;
use power::moment_v::*;
use power::device_t::*;
use vstd::logatom::*;
use vstd::resource::ghost_var::*;
use vstd::rwlock::*;

/// A store with the right to change it.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct Owned<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> {
    store: KvStore<D, K, I, L>,
    authority: Tracked<DurableAuthority<Contents<K, I, L>>>,
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Owned<D, K, I, L> {
    /// Between two operations nothing is pending, and the variable has what recovery finds.
    pub closed spec fn keeps(&self, terms: Terms) -> bool {
        let authority = self.authority@;
        &&& terms.shards.len() == 1
        &&& self.store.inv()
        &&& self.store@ == terms.shards[0].idle(authority@)
        &&& self.store.constants().is_intact() == terms.shards[0].is_intact
        &&& authority.id() == self.store.id()
        &&& authority.recovery() == recovery_of::<K, I, L>(self.store@.geometry)
        &&& authority.state().id() == terms.state
    }

    /// What the variable has.
    pub closed spec fn view(&self) -> Contents<K, I, L> {
        self.authority@@
    }

    /// What a crash would leave of the device, were no operation to follow.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.store.durable()
    }

    /// What the variable has is what recovery finds after a crash.
    pub proof fn lemma_durable(&self, terms: Terms)
        requires
            self.keeps(terms),
        ensures
            recovery_of::<K, I, L>(terms.shards[0].geometry)(self.durable()) == Some(self@),
    {
        self.store.lemma_recovered();
    }

    /// Makes a change, but does not commit it.
    fn pend(&mut self, change: &Change<K, I, L>) -> (result: Result<(), KvError>)
        requires
            old(self).store.inv(),
        ensures
            final(self).store.inv(),
            final(self).store.is_same(&old(self).store),
            final(self).authority == old(self).authority,
            change.does(old(self).store@, final(self).store@, result, old(self).store.constants().is_intact()),
    {
        match change {
            Change::Create { key, item } => self.store.create(key, item),
            Change::Update { key, item } => self.store.update(key, item),
            Change::Put { key, item } => match self.store.contains(key) {
                Ok(true) => self.store.update(key, item),
                Ok(false) => self.store.create(key, item),
                Err(error) => Err(error),
            },
            Change::Delete { key } => self.store.delete(key),
            Change::Append { key, element } => self.store.append(key, element),
            Change::SetElement { key, index, element } => self.store.set_element(key, *index, element),
            Change::Trim { key, n } => self.store.trim(key, *n),
        }
    }

    /// Makes a change, and the proof of its caller at the same moment.
    fn change<X: MutLinearizer<ChangeOf<K, I, L>>>(
        self,
        change: &Change<K, I, L>,
        Ghost(terms): Ghost<Terms>,
        Tracked(linearizer): Tracked<X>,
    ) -> (done: (Self, Result<(), KvError>, Tracked<X::Completion>))
        requires
            self.keeps(terms),
            linearizer.pre(ChangeOf { terms, change: *change }),
        ensures
            done.0.keeps(terms),
            linearizer.post(ChangeOf { terms, change: *change }, done.1, done.2@),
    {
        let ghost operation = ChangeOf { terms, change: *change };
        let ghost map = self.authority@@;
        let ghost before = self.store@;
        let mut owned = self;
        let result = owned.pend(change);
        proof {
            lemma_alone(map);
            lemma_made(*change, before, owned.store@, result, terms.shards[0].is_intact);
            lemma_shard(change.key());
            assert(terms.shards[0].may_change(map, *change, result));
        }
        let Owned { mut store, authority } = owned;
        let tracked mut authority = authority.get();
        if result.is_err() {
            let tracked completion = authority.pass(operation, &result, linearizer);
            return (Owned { store, authority: Tracked(authority) }, result, Tracked(completion));
        }
        let tracked permission = authority.permit(operation, change.made(map), result, linearizer);
        let Tracked(happened) = store.commit_with::<Moment<Contents<K, I, L>, ChangeOf<K, I, L>, X>>(Tracked(permission));
        let tracked (authority, completion) = match happened {
            Happened::Done(authority, completion) => (authority, completion),
            Happened::Lost(authority, linearizer) => proof_from_false(),
        };
        (Owned { store, authority: Tracked(authority) }, result, Tracked(completion))
    }

    /// Answers a question, and makes the proof of its caller at the same moment.
    fn query<X: ReadLinearizer<QueryOf<K, I, L>>>(&self, query: &Query<K>, Ghost(terms): Ghost<Terms>, Tracked(linearizer): Tracked<X>) -> (
        done: (Answered<I, L>, Tracked<X::Completion>))
        requires
            self.keeps(terms),
            linearizer.pre(QueryOf::new(terms, *query)),
        ensures
            linearizer.post(QueryOf::new(terms, *query), done.0, done.1@),
    {
        let result = match query {
            Query::Item { key } => match self.store.read(key) {
                Ok(item) => Ok(Answer::Item(item)),
                Err(error) => Err(error),
            },
            Query::Contains { key } => match self.store.contains(key) {
                Ok(is) => Ok(Answer::Contains(is)),
                Err(error) => Err(error),
            },
            Query::Len { key } => match self.store.list_len(key) {
                Ok(len) => Ok(Answer::Len(len)),
                Err(error) => Err(error),
            },
            Query::Element { key, index } => match self.store.read_element(key, *index) {
                Ok(element) => Ok(Answer::Element(element)),
                Err(error) => Err(error),
            },
            Query::List { key } => match self.store.read_list(key) {
                Ok(list) => Ok(Answer::List(list)),
                Err(error) => Err(error),
            },
        };
        proof {
            lemma_shard(query.key());
        }
        let tracked completion = linearizer.apply(
            QueryOf::new(terms, *query),
            self.authority.borrow().borrow(),
            &result,
        );
        (result, Tracked(completion))
    }
}

/// Of one shard.
proof fn lemma_shard<K: PmCopy>(key: K)
    ensures
        shard_of(key, 1) == 0,
{
}

/// One shard has all keys.
proof fn lemma_alone<K: PmCopy, I, L>(map: Contents<K, I, L>)
    ensures
        part(map, 1, 0) == map,
{
    assert(part(map, 1, 0) =~= map);
}

/// What a change has done when it is committed.
proof fn lemma_made<K, I, L>(
    change: Change<K, I, L>,
    before: KvView<K, I, L>,
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
    intact: bool,
)
    requires
        change.does(before, after, result, intact),
        before.on_abort == before.on_commit,
    ensures
        after.on_abort == before.on_abort,
        after.geometry == before.geometry,
        after.capacity == before.capacity,
        after.on_commit == change.outcome(before.on_commit, result),
        result is Err ==> after == before,
{
}

/// The exit status where a thread stopped in the middle of a change: it has the store, and nobody will get it.
const STOPPED: i32 = 101;

/// What does not change of a store when it is a shard.
pub open spec fn shard_from<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(store: PersistentStore<D, K, I, L>) -> Shard {
    Shard { geometry: store@.geometry, capacity: store@.capacity, is_intact: store.constants().is_intact() }
}

/// Which stores are behind a lock.
pub ghost struct Rule {
    terms: Terms,
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> RwLockPredicate<Owned<D, K, I, L>> for Rule {
    closed spec fn inv(self, owned: Owned<D, K, I, L>) -> bool {
        owned.keeps(self.terms)
    }
}

/// A store that threads share.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct ConcurrentStore<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> {
    lock: RwLock<Owned<D, K, I, L>, Rule>,
    /// Where threads wait for their turn, without work for the processor. Nothing rests on it.
    turn: sync::RwLock<()>,
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> ConcurrentStore<D, K, I, L> {
    /// What does not change of it.
    pub closed spec fn terms(&self) -> Terms {
        self.lock.pred().terms
    }

    /// Shares a store. What its transaction has changed is given up. The variable says from now on what recovery finds.
    pub fn new(store: PersistentStore<D, K, I, L>) -> (made: Made<Self, K, I, L>)
        requires
            store.inv(),
        ensures
            made.1@@ == store@.on_abort,
            made.0.terms() == (Terms { state: made.1@.id(), shards: seq![shard_from(store)] }),
    {
        let mut store = store;
        store.abort();
        let (store, Tracked(authority)) = store.into_parts();
        let ghost view = store@;
        let tracked (authority, state) = DurableAuthority::new(authority, recovery_of::<K, I, L>(view.geometry), view.on_abort);
        let ghost terms = Terms {
            state: state.id(),
            shards: seq![Shard { geometry: view.geometry, capacity: view.capacity, is_intact: store.constants().is_intact() }],
        };
        let lock = RwLock::new(Owned { store, authority: Tracked(authority) }, Ghost(Rule { terms }));
        (ConcurrentStore { lock, turn: sync::RwLock::new(()) }, Tracked(state))
    }

    /// Ends the use of the store, leaves nothing to do for the next start, and drops its device. A store that is only dropped
    /// keeps it.
    pub fn close(self) {
        self.lock.into_inner().store.close();
    }

    /// Makes a change, durable when this comes back. It happens at one moment, at which the linearizer is applied.
    pub fn change<X: MutLinearizer<ChangeOf<K, I, L>>>(&self, change: &Change<K, I, L>, Tracked(linearizer): Tracked<X>) -> (done: (
        Result<(), KvError>,
        Tracked<X::Completion>,
    ))
        requires
            linearizer.pre(ChangeOf { terms: self.terms(), change: *change }),
        ensures
            linearizer.post(ChangeOf { terms: self.terms(), change: *change }, done.0, done.1@),
    {
        let Ok(_turn) = self.turn.write() else {
            std::process::exit(STOPPED)
        };
        let (owned, handle) = self.lock.acquire_write();
        let (owned, result, completion) = owned.change::<X>(change, Ghost(self.terms()), Tracked(linearizer));
        handle.release_write(owned);
        (result, completion)
    }

    /// Answers a question. That happens at one moment, at which the linearizer is applied.
    pub fn query<X: ReadLinearizer<QueryOf<K, I, L>>>(&self, query: &Query<K>, Tracked(linearizer): Tracked<X>) -> (done: (
        Answered<I, L>,
        Tracked<X::Completion>,
    ))
        requires
            linearizer.pre(QueryOf::new(self.terms(), *query)),
        ensures
            linearizer.post(QueryOf::new(self.terms(), *query), done.0, done.1@),
    {
        let Ok(_turn) = self.turn.read() else {
            std::process::exit(STOPPED)
        };
        let handle = self.lock.acquire_read();
        let done = handle.borrow().query::<X>(query, Ghost(self.terms()), Tracked(linearizer));
        handle.release_read();
        done
    }
}

} // verus!
