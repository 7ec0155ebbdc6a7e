//! Stores that threads share, for programs that are not verified themselves: the operations of [`crate::sharded_v`] without ghost
//! arguments. With one shard many threads may read at once, or one may change the store; with several, each shard by itself.
//!
//! trusted: the contracts, which say less than is proved: each result is the one of its operation on the contents at one moment
//! between call and return. That there is one order of all these moments, the same for all operations, is what the linearizers of
//! [`crate::concurrent_spec_t`] say. The bodies are verified.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::concurrent_spec_t::*;
use crate::concurrent_v::*;
use crate::error_v::KvError;
use crate::persistent_t::*;
use crate::sharded_v::*;
use power::device_t::*;
use vstd::invariant::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// A variable with this name, whatever its value.
pub ghost struct Named;

impl<K, I, L> InvariantPredicate<Loc, State<K, I, L>> for Named {
    open spec fn inv(name: Loc, state: State<K, I, L>) -> bool {
        state.id() == name
    }
}

/// The invariant that has a variable.
type Kept<K, I, L> = AtomicInvariant<Loc, State<K, I, L>, Named>;

/// The namespace of a [`ShardedStore`] in here.
spec const WHOLE: int = 0;

/// The namespace of its variable.
spec const STATE: int = 1;

/// Sees what the keys have at a moment.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
tracked struct Witness<'a, K, I, L> {
    state: &'a Kept<K, I, L>,
    credit: OpenInvariantCredit,
}

/// Whether a change may have this result where the keys have this.
pub open spec fn may_change<K: PmCopy, I, L>(
    terms: Terms,
    contents: Contents<K, I, L>,
    change: Change<K, I, L>,
    result: Result<(), KvError>,
) -> bool {
    let shard = terms.shard(change.key());
    terms.shards[shard].may_change(terms.part(contents, shard), change, result)
}

/// Whether a question may have this answer where the keys have this.
pub open spec fn may_answer<K: PmCopy, I, L>(
    terms: Terms,
    contents: Contents<K, I, L>,
    query: Query<K>,
    result: Answered<I, L>,
) -> bool {
    let shard = terms.shards[terms.shard(query.key())];
    query.gives(shard.idle(contents), result, shard.is_intact)
}

impl<'a, K: PmCopy, I, L> MutLinearizer<ChangeOf<K, I, L>> for Witness<'a, K, I, L> {
    type Completion = Ghost<Contents<K, I, L>>;

    closed spec fn namespaces(self) -> ISet<int> {
        iset![self.state.namespace()]
    }

    closed spec fn pre(self, op: ChangeOf<K, I, L>) -> bool {
        op.terms.state == self.state.constant()
    }

    closed spec fn post(self, op: ChangeOf<K, I, L>, r: Result<(), KvError>, c: Ghost<Contents<K, I, L>>) -> bool {
        may_change(op.terms, c@, op.change, r)
    }

    proof fn apply(
        tracked self,
        op: ChangeOf<K, I, L>,
        tracked r: &mut Held<K, I, L>,
        new_state: Contents<K, I, L>,
        e: &Result<(), KvError>,
    ) -> (tracked out: Ghost<Contents<K, I, L>>) {
        let before = r@;
        let tracked Witness { state, credit } = self;
        open_atomic_invariant_in_proof!(credit => state => s => {
            r.update(&mut s, new_state);
        });
        Ghost(before)
    }

    proof fn peek(tracked &self, op: ChangeOf<K, I, L>, tracked r: &Held<K, I, L>) {
    }
}

impl<'a, K: PmCopy, I, L> ReadLinearizer<QueryOf<K, I, L>> for Witness<'a, K, I, L> {
    type Completion = Ghost<Contents<K, I, L>>;

    closed spec fn post(self, op: QueryOf<K, I, L>, r: Answered<I, L>, c: Ghost<Contents<K, I, L>>) -> bool {
        may_answer(op.terms, c@, op.query, r)
    }

    proof fn apply(tracked self, op: QueryOf<K, I, L>, tracked r: &Held<K, I, L>, e: &Answered<I, L>) -> (tracked out:
        Ghost<Contents<K, I, L>>) {
        Ghost(r@)
    }

    proof fn peek(tracked &self, op: QueryOf<K, I, L>, tracked r: &Held<K, I, L>) {
    }
}

/// A store that threads share, in one part or in several.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct SharedStore<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> {
    store: ShardedStore<D, K, I, L>,
    state: Tracked<Kept<K, I, L>>,
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> SharedStore<D, K, I, L> {
    #[verifier::type_invariant]
    spec fn is_named(self) -> bool {
        &&& self.store.namespace() == WHOLE
        &&& self.store.terms().state == self.state@.constant()
        &&& self.state@.namespace() == STATE
    }

    /// What does not change of it.
    pub closed spec fn terms(&self) -> Terms {
        self.store.terms()
    }

    /// Shares stores as the parts of one, always in the order in which they were first shared. What their transactions have changed
    /// is given up.
    ///
    /// # Errors
    /// There is no store ([`KvError::TooLarge`]), a key is in a store that is not its own ([`KvError::NotAStore`]), or it is corrupted.
    pub fn new(stores: Vec<PersistentStore<D, K, I, L>>) -> (result: Result<SharedStore<D, K, I, L>, KvError>)
        requires
            forall|i: int| 0 <= i < stores@.len() ==> (#[trigger] stores@[i]).inv(),
        ensures
            match result {
                Ok(store) => store.terms().shards == Seq::new(stores@.len(), |i: int| shard_from(stores@[i])),
                Err(KvError::TooLarge) => stores@.len() == 0,
                Err(KvError::NotAStore) => exists|i: int|
                    0 <= i < stores@.len() && !is_part((#[trigger] stores@[i])@.on_abort, stores@.len() as int, i),
                Err(error) => error == KvError::Corrupted && exists|i: int|
                    0 <= i < stores@.len() && !(#[trigger] stores@[i]).constants().is_intact(),
            },
    {
        if stores.is_empty() {
            return Err(KvError::TooLarge);
        }
        let (store, Tracked(state)) = ShardedStore::new(stores, Ghost(WHOLE))?;
        let tracked state = AtomicInvariant::new(state.id(), state, STATE);
        Ok(SharedStore { store, state: Tracked(state) })
    }

    /// Ends the use of the store, and drops its devices. A store that is only dropped keeps them.
    pub fn close(self) {
        self.store.close();
    }

    /// Makes a change, durable when this comes back. For errors see the operations of [`PersistentStore`].
    pub fn change(&self, change: &Change<K, I, L>) -> (result: Result<(), KvError>)
        ensures
            exists|contents: Contents<K, I, L>| #[trigger] may_change(self.terms(), contents, *change, result),
    {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked witness = Witness { state: self.state.borrow(), credit };
        let (result, Tracked(seen)) = self.store.change::<Witness<'_, K, I, L>>(change, Tracked(witness));
        assert(may_change(self.terms(), seen@, *change, result));
        result
    }

    /// Answers a question.
    pub fn query(&self, query: &Query<K>) -> (result: Answered<I, L>)
        ensures
            exists|contents: Contents<K, I, L>| #[trigger] may_answer(self.terms(), contents, *query, result),
    {
        proof {
            use_type_invariant(self);
        }
        let Tracked(credit) = create_open_invariant_credit();
        let tracked witness = Witness { state: self.state.borrow(), credit };
        let (result, Tracked(seen)) = self.store.query::<Witness<'_, K, I, L>>(query, Tracked(witness));
        assert(may_answer(self.terms(), seen@, *query, result));
        result
    }
}

} // verus!
