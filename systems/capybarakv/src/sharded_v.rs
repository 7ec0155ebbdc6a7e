//! A store in several parts, each on a storage of its own and with its own lock: threads change different parts at once (PoWER
//! paper, section 5.1.2).
//!
//! The hash of a key says which part has it. An atomic invariant keeps the variables of the parts together with one for the whole:
//! each part has the keys of the whole that are its own. The linearizer of a part opens the invariant at the moment of the
//! part's write, and there does the proof of the caller, which is about the whole.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::concurrent_spec_t::*;
use crate::concurrent_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::operations_spec_t::*;
use crate::persistent_t::*;
use power::device_t::*;
use vstd::invariant::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// The variables of a store in several parts.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub tracked struct Whole<K, I, L> {
    total: Held<K, I, L>,
    parts: Map<int, State<K, I, L>>,
}

/// Which variables belong together.
pub ghost struct Family {
    /// The whole.
    pub terms: Terms,
    /// The variables of the parts.
    pub states: Seq<Loc>,
}

impl Family {
    /// The terms of a part.
    pub open spec fn of(self, shard: int) -> Terms {
        Terms { state: self.states[shard], shards: seq![self.terms.shards[shard]] }
    }
}

/// Each part has its keys of the whole.
pub ghost struct Together;

impl<K: PmCopy, I, L> InvariantPredicate<Family, Whole<K, I, L>> for Together {
    closed spec fn inv(family: Family, whole: Whole<K, I, L>) -> bool {
        &&& whole.total.id() == family.terms.state
        &&& forall|shard: int|
            0 <= shard < family.terms.shards.len() ==> #[trigger] is_variable(
                whole.parts,
                shard,
                family.states[shard],
                family.terms.part(whole.total@, shard),
            )
    }
}

/// Whether a part has the variable with this name and value.
spec fn is_variable<K, I, L>(parts: Map<int, State<K, I, L>>, shard: int, name: Loc, value: Contents<K, I, L>) -> bool {
    parts.contains_key(shard) && parts[shard].id() == name && parts[shard]@ == value
}

/// The linearizer of a part, with that of the whole.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
tracked struct InShard<'a, K, I, L, X> {
    linearizer: X,
    whole: &'a AtomicInvariant<Family, Whole<K, I, L>, Together>,
    credit: OpenInvariantCredit,
    ghost shard: int,
}

impl<'a, K: PmCopy, I, L, X> InShard<'a, K, I, L, X> {
    /// The terms of the whole.
    spec fn terms(self) -> Terms {
        self.whole.constant().terms
    }

    /// Whether an operation on this key with these terms is one of the shard.
    spec fn has(self, terms: Terms, key: K) -> bool {
        &&& 0 <= self.shard < self.terms().shards.len()
        &&& terms == self.whole.constant().of(self.shard)
        &&& self.terms().shard(key) == self.shard
    }
}

impl<'a, K: PmCopy, I, L, X: MutLinearizer<ChangeOf<K, I, L>>> MutLinearizer<ChangeOf<K, I, L>> for InShard<'a, K, I, L, X> {
    type Completion = X::Completion;

    closed spec fn namespaces(self) -> ISet<int> {
        self.linearizer.namespaces().insert(self.whole.namespace())
    }

    closed spec fn pre(self, op: ChangeOf<K, I, L>) -> bool {
        &&& self.has(op.terms, op.change.key())
        &&& self.linearizer.pre(ChangeOf { terms: self.terms(), change: op.change })
        &&& !self.linearizer.namespaces().contains(self.whole.namespace())
    }

    closed spec fn post(self, op: ChangeOf<K, I, L>, r: Result<(), KvError>, c: X::Completion) -> bool {
        self.linearizer.post(ChangeOf { terms: self.terms(), change: op.change }, r, c)
    }

    proof fn apply(
        tracked self,
        op: ChangeOf<K, I, L>,
        tracked r: &mut Held<K, I, L>,
        new_state: Contents<K, I, L>,
        e: &Result<(), KvError>,
    ) -> (tracked out: X::Completion) {
        let family = self.whole.constant();
        let (terms, change) = (family.terms, op.change);
        let tracked InShard { linearizer, whole, credit, shard } = self;
        let tracked mut completion = None;
        open_atomic_invariant_in_proof!(credit => whole => w => {
            let (before, total, n) = (w.parts, w.total@, terms.shards.len() as int);
            assert(is_variable(before, shard, family.states[shard], terms.part(total, shard)));
            let tracked mut mine = w.parts.tracked_remove(shard);
            r.agree(&mine);
            lemma_alone(r@);
            lemma_parts(total, change, *e, n);
            completion = Some(linearizer.apply(ChangeOf { terms, change }, &mut w.total, change.outcome(total, *e), e));
            r.update(&mut mine, new_state);
            w.parts.tracked_insert(shard, mine);
            assert forall|i: int| 0 <= i < n implies #[trigger] is_variable(
                w.parts,
                i,
                family.states[i],
                terms.part(w.total@, i),
            ) by {
                assert(is_variable(before, i, family.states[i], terms.part(total, i)));
                assert(part(change.outcome(total, *e), n, i) == terms.part(w.total@, i));
            }
        });
        completion.tracked_unwrap()
    }

    proof fn peek(tracked &self, op: ChangeOf<K, I, L>, tracked r: &Held<K, I, L>) {
    }
}

impl<'a, K: PmCopy, I, L, X: ReadLinearizer<QueryOf<K, I, L>>> ReadLinearizer<QueryOf<K, I, L>> for InShard<'a, K, I, L, X> {
    type Completion = X::Completion;

    closed spec fn namespaces(self) -> ISet<int> {
        self.linearizer.namespaces().insert(self.whole.namespace())
    }

    closed spec fn pre(self, op: QueryOf<K, I, L>) -> bool {
        &&& self.has(op.terms, op.query.key())
        &&& self.linearizer.pre(QueryOf { terms: self.terms(), ..op })
        &&& !self.linearizer.namespaces().contains(self.whole.namespace())
    }

    closed spec fn post(self, op: QueryOf<K, I, L>, r: Answered<I, L>, c: X::Completion) -> bool {
        self.linearizer.post(QueryOf { terms: self.terms(), ..op }, r, c)
    }

    proof fn apply(tracked self, op: QueryOf<K, I, L>, tracked r: &Held<K, I, L>, e: &Answered<I, L>) -> (tracked out:
        X::Completion) {
        let terms = self.whole.constant().terms;
        let tracked InShard { linearizer, whole, credit, shard } = self;
        let tracked mut completion = None;
        open_atomic_invariant_in_proof!(credit => whole => w => {
            assert(is_variable(w.parts, shard, whole.constant().states[shard], terms.part(w.total@, shard)));
            r.agree(w.parts.tracked_borrow(shard));
            completion = Some(linearizer.apply(QueryOf { terms, ..op }, &w.total, e));
        });
        completion.tracked_unwrap()
    }

    proof fn peek(tracked &self, op: QueryOf<K, I, L>, tracked r: &Held<K, I, L>) {
    }
}

/// One shard has all keys.
proof fn lemma_alone<K: PmCopy, I, L>(map: Contents<K, I, L>)
    ensures
        part(map, 1, 0) == map,
        forall|key: K| #[trigger] shard_of(key, 1) == 0,
{
    assert(part(map, 1, 0) =~= map);
}

/// A change of the whole is one of the part that has the key, and of no other.
proof fn lemma_parts<K: PmCopy, I, L>(map: Contents<K, I, L>, change: Change<K, I, L>, result: Result<(), KvError>, shards: int)
    requires
        change is Create || change is Put || result is Err || map.contains_key(change.key()),
    ensures
        forall|shard: int| #[trigger]
            part(change.outcome(map, result), shards, shard) == if shard == shard_of(change.key(), shards) {
                change.outcome(part(map, shards, shard), result)
            } else {
                part(map, shards, shard)
            },
{
    assert forall|shard: int| #[trigger]
        part(change.outcome(map, result), shards, shard) == if shard == shard_of(change.key(), shards) {
            change.outcome(part(map, shards, shard), result)
        } else {
            part(map, shards, shard)
        } by {
        let after = part(change.outcome(map, result), shards, shard);
        if shard == shard_of(change.key(), shards) {
            assert(after =~= change.outcome(part(map, shards, shard), result));
        } else {
            assert(after =~= part(map, shards, shard));
        }
    }
}

/// Whether all keys are those of one shard.
pub open spec fn is_part<K: PmCopy, I, L>(map: Contents<K, I, L>, shards: int, shard: int) -> bool {
    part(map, shards, shard) == map
}

/// A shard joins those that have no key of its own.
proof fn lemma_joined<K: PmCopy, I, L>(before: Contents<K, I, L>, map: Contents<K, I, L>, shards: int, shard: int, i: int)
    requires
        is_part(map, shards, shard),
        forall|key: K| #[trigger] before.contains_key(key) ==> shard_of(key, shards) < shard,
        i <= shard,
    ensures
        part(before.union_prefer_right(map), shards, i) == if i == shard { map } else { part(before, shards, i) },
{
    let after = part(before.union_prefer_right(map), shards, i);
    assert forall|key: K| #[trigger] map.contains_key(key) implies shard_of(key, shards) == shard by {
        assert(part(map, shards, shard).contains_key(key));
    }
    if i == shard {
        assert(after =~= map);
    } else {
        assert(after =~= part(before, shards, i));
    }
}

/// A store in several parts, which threads share.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct ShardedStore<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> {
    shards: Vec<ConcurrentStore<D, K, I, L>>,
    whole: Tracked<AtomicInvariant<Family, Whole<K, I, L>, Together>>,
}

/// The shard that has a key, of so many.
pub fn find_shard<K: PmCopy>(key: &K, shards: usize) -> (shard: usize)
    requires
        shards > 0,
    ensures
        shard == shard_of(*key, shards as int),
        0 <= shard < shards,
{
    ((hash(key) / 0x1_0000_0000) % shards as u64) as usize
}

/// The key that is changed.
fn changed_key<K, I, L>(change: &Change<K, I, L>) -> (key: &K)
    ensures
        *key == change.key(),
{
    match change {
        Change::Create { key, .. } => key,
        Change::Update { key, .. } => key,
        Change::Put { key, .. } => key,
        Change::Delete { key } => key,
        Change::Append { key, .. } => key,
        Change::SetElement { key, .. } => key,
        Change::Trim { key, .. } => key,
    }
}

/// The key that is read.
fn read_key<K>(query: &Query<K>) -> (key: &K)
    ensures
        *key == query.key(),
{
    match query {
        Query::Item { key } => key,
        Query::Contains { key } => key,
        Query::Len { key } => key,
        Query::Element { key, .. } => key,
        Query::List { key } => key,
    }
}

/// Whether all keys of a store are those of this shard.
fn check_keys<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(store: &PersistentStore<D, K, I, L>, shard: usize, shards: usize) -> (result:
    Result<(), KvError>)
    requires
        store.inv(),
        shard < shards,
    ensures
        match result {
            Ok(()) => is_part(store@.on_commit, shards as int, shard as int),
            Err(KvError::NotAStore) => !is_part(store@.on_commit, shards as int, shard as int),
            Err(error) => error == KvError::Corrupted && !store.constants().is_intact(),
        },
{
    let mut rest = store.keys();
    let ghost all = rest@;
    let ghost mut n: int = 0;
    while let (behind, Some(key)) = rest.step()
        invariant
            rest.inv(),
            rest.constants() == store.constants(),
            0 <= n <= all.len(),
            rest@ == all.skip(n),
            all.to_set() == store@.on_commit.dom(),
            shard < shards,
            forall|m: int| 0 <= m < n ==> shard_of(#[trigger] all[m], shards as int) == shard,
        ensures
            n == all.len(),
        decreases rest@.len(),
    {
        let key = key?;
        proof {
            assert(all.contains(all[n]));
            assert(store@.on_commit.contains_key(key));
        }
        if find_shard(&key, shards) != shard {
            assert(!part(store@.on_commit, shards as int, shard as int).contains_key(key));
            return Err(KvError::NotAStore);
        }
        proof {
            assert(behind@ =~= all.skip(n + 1));
            n = n + 1;
        }
        rest = behind;
    }
    proof {
        let map = store@.on_commit;
        assert forall|key: K| #[trigger] map.contains_key(key) implies shard_of(key, shards as int) == shard by {
            assert(all.to_set().contains(key));
            let m = choose|m: int| 0 <= m < all.len() && all[m] == key;
        }
        assert(part(map, shards as int, shard as int) =~= map);
    }
    Ok(())
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> ShardedStore<D, K, I, L> {
    #[verifier::type_invariant]
    spec fn is_whole(self) -> bool {
        let family = self.whole@.constant();
        &&& self.shards@.len() > 0
        &&& self.shards@.len() == family.terms.shards.len()
        &&& forall|shard: int| #![trigger self.shards@[shard]]
            0 <= shard < self.shards@.len() ==> self.shards@[shard].terms() == family.of(shard)
    }

    /// What does not change of it.
    pub closed spec fn terms(&self) -> Terms {
        self.whole@.constant().terms
    }

    /// The namespace of its invariant, which linearizers must not open.
    pub closed spec fn namespace(&self) -> int {
        self.whole@.namespace()
    }

    /// Shares stores as the parts of one, in this order. What their transactions have changed is given up. The variable says from
    /// now on what recovery finds in all of them together.
    ///
    /// # Errors
    /// A key is in a store that is not its own ([`KvError::NotAStore`]), or it is corrupted.
    pub fn new(stores: Vec<PersistentStore<D, K, I, L>>, Ghost(namespace): Ghost<int>) -> (result: Result<
        Made<Self, K, I, L>,
        KvError,
    >)
        requires
            stores@.len() > 0,
            forall|i: int| 0 <= i < stores@.len() ==> (#[trigger] stores@[i]).inv(),
        ensures
            match result {
                Ok((store, state)) => {
                    &&& store.namespace() == namespace
                    &&& store.terms().state == state@.id()
                    &&& store.terms().shards == Seq::new(stores@.len(), |i: int| shard_from(stores@[i]))
                    &&& forall|i: int|
                        0 <= i < stores@.len() ==> store.terms().part(state@@, i) == (#[trigger] stores@[i])@.on_abort
                },
                Err(KvError::NotAStore) => exists|i: int|
                    0 <= i < stores@.len() && !is_part((#[trigger] stores@[i])@.on_abort, stores@.len() as int, i),
                Err(error) => error == KvError::Corrupted && exists|i: int|
                    0 <= i < stores@.len() && !(#[trigger] stores@[i]).constants().is_intact(),
            },
    {
        let n = stores.len();
        let mut rest = stores;
        let mut shards: Vec<ConcurrentStore<D, K, I, L>> = Vec::with_capacity(n);
        let ghost mut total = Map::<K, Entry<I, L>>::empty();
        let ghost mut states = Seq::<Loc>::empty();
        let tracked mut parts = Map::<int, State<K, I, L>>::tracked_empty();
        while shards.len() < n
            invariant
                0 <= shards@.len() <= n == stores@.len(),
                rest@ == stores@.skip(shards@.len() as int),
                states.len() == shards@.len(),
                forall|i: int| 0 <= i < stores@.len() ==> (#[trigger] stores@[i]).inv(),
                forall|i: int| #![trigger shards@[i]]
                    0 <= i < shards@.len() ==> shards@[i].terms() == (Terms { state: states[i], shards: seq![shard_from(stores@[i])] }),
                forall|i: int|
                    0 <= i < shards@.len() ==> #[trigger] is_variable(parts, i, states[i], part(total, n as int, i)),
                forall|i: int| 0 <= i < shards@.len() ==> (#[trigger] stores@[i])@.on_abort == part(total, n as int, i),
                forall|key: K| #[trigger] total.contains_key(key) ==> 0 <= shard_of(key, n as int) < shards@.len(),
            decreases n - shards.len(),
        {
            let shard = shards.len();
            let mut store = rest.remove(0);
            assert(rest@ =~= stores@.skip(shard as int + 1));
            assert(store == stores@[shard as int]);
            store.abort();
            if n > 1 {
                check_keys(&store, shard, n)?;
            }
            let ghost map = store@.on_abort;
            proof {
                lemma_alone(map);
            }
            let (shared, Tracked(state)) = ConcurrentStore::new(store);
            shards.push(shared);
            proof {
                let (before, old_parts, old_states) = (total, parts, states);
                total = before.union_prefer_right(map);
                states = states.push(state.id());
                parts.tracked_insert(shard as int, state);
                assert forall|i: int| 0 <= i <= shard implies #[trigger] is_variable(parts, i, states[i], part(total, n as int, i)) by {
                    lemma_joined(before, map, n as int, shard as int, i);
                    if i < shard {
                        assert(is_variable(old_parts, i, old_states[i], part(before, n as int, i)));
                    }
                }
                assert forall|i: int| 0 <= i <= shard implies (#[trigger] stores@[i])@.on_abort == part(total, n as int, i) by {
                    lemma_joined(before, map, n as int, shard as int, i);
                }
            }
        }
        let tracked (total, state) = GhostVarAuth::new(total);
        let ghost terms = Terms { state: state.id(), shards: Seq::new(stores@.len(), |i: int| shard_from(stores@[i])) };
        let ghost family = Family { terms, states };
        let tracked whole = AtomicInvariant::new(family, Whole { total, parts }, namespace);
        Ok((ShardedStore { shards, whole: Tracked(whole) }, Tracked(state)))
    }

    /// Ends the use of the store, and drops its devices. A store that is only dropped keeps them.
    pub fn close(self) {
        let ShardedStore { mut shards, .. } = self;
        while let Some(shard) = shards.pop()
            decreases shards@.len(),
        {
            shard.close();
        }
    }

    /// Makes a change, durable when this comes back. It happens at one moment, at which the linearizer is applied.
    pub fn change<X: MutLinearizer<ChangeOf<K, I, L>>>(&self, change: &Change<K, I, L>, Tracked(linearizer): Tracked<X>) -> (done: (
        Result<(), KvError>,
        Tracked<X::Completion>,
    ))
        requires
            linearizer.pre(ChangeOf { terms: self.terms(), change: *change }),
            !linearizer.namespaces().contains(self.namespace()),
        ensures
            linearizer.post(ChangeOf { terms: self.terms(), change: *change }, done.0, done.1@),
    {
        proof {
            use_type_invariant(self);
        }
        let shard = find_shard(changed_key(change), self.shards.len());
        let Tracked(credit) = create_open_invariant_credit();
        let tracked mine = InShard { linearizer, whole: self.whole.borrow(), credit, shard: shard as int };
        self.shards[shard].change::<InShard<'_, K, I, L, X>>(change, Tracked(mine))
    }

    /// Answers a question. That happens at one moment, at which the linearizer is applied.
    pub fn query<X: ReadLinearizer<QueryOf<K, I, L>>>(&self, query: &Query<K>, Tracked(linearizer): Tracked<X>) -> (done: (
        Answered<I, L>,
        Tracked<X::Completion>,
    ))
        requires
            linearizer.pre(QueryOf::new(self.terms(), *query)),
            !linearizer.namespaces().contains(self.namespace()),
        ensures
            linearizer.post(QueryOf::new(self.terms(), *query), done.0, done.1@),
    {
        proof {
            use_type_invariant(self);
        }
        let shard = find_shard(read_key(query), self.shards.len());
        let Tracked(credit) = create_open_invariant_credit();
        let tracked mine = InShard { linearizer, whole: self.whole.borrow(), credit, shard: shard as int };
        self.shards[shard].query::<InShard<'_, K, I, L, X>>(query, Tracked(mine))
    }
}

} // verus!
