//! A machine is a monoid and a storage protocol, and its operations are changes that nobody sees.
// @when ::verusync verusync::

#[allow(unused_imports)]
use super::strategy::*;
#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::iset_lib::*;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use crate::resource::relations;
#[allow(unused_imports)]
use crate::resource::storage_protocol::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_imap_lemmas};

/// The fields of a machine and its invariant. Several fields are [`Both`](super::Both) and
/// [`StoredBoth`](super::StoredBoth) of two.
pub trait Machine: Sized {
    /// The fields with tokens.
    type Tokens: Strategy;

    /// The fields that store values.
    type Kept: Store;

    /// Whether a state satisfies the invariant.
    spec fn invariant(field: <Self::Tokens as Strategy>::Field, kept: <Self::Kept as Store>::Field) -> bool;

    /// The fields of some first state, such as one of an `init!`. A machine without one has no instances.
    spec fn first_field() -> <Self::Tokens as Strategy>::Field;

    /// What that state stores.
    spec fn first_kept() -> <Self::Kept as Store>::Field;

    /// The first state satisfies the invariant.
    proof fn starts()
        ensures
            Self::invariant(Self::first_field(), Self::first_kept()),
    ;
}

/// The fields with tokens.
pub type FieldOf<M> = <<M as Machine>::Tokens as Strategy>::Field;

/// Parts of these fields.
pub type PartOf<M> = <<M as Machine>::Tokens as Strategy>::Part;

/// The fields that store values.
pub type KeptOf<M> = <<M as Machine>::Kept as Store>::Field;

/// What they store.
pub type ValuesOf<M> = IMap<<<M as Machine>::Kept as Store>::Key, <<M as Machine>::Kept as Store>::Value>;

/// Parts of a machine. They can be there if some state that satisfies the invariant has them.
pub struct Shards<M: Machine> {
    /// The parts of its fields.
    pub part: <M::Tokens as Strategy>::Part,
}

impl<M: Machine> Shards<M> {
    /// All parts of a state.
    pub open spec fn all(field: FieldOf<M>) -> Self {
        Shards { part: M::Tokens::whole(field) }
    }

    /// Parts put together.
    pub open spec fn with(self, other: Self) -> Self {
        Shards { part: M::Tokens::op(self.part, other.part) }
    }

    /// Whether this state has these parts, and others.
    pub open spec fn of_state(self, field: FieldOf<M>, kept: KeptOf<M>, others: Self) -> bool {
        M::invariant(field, kept) && self.with(others) == Self::all(field)
    }
}

impl<M: Machine> ResourceAlgebra for Shards<M> {
    open spec fn valid(self) -> bool {
        exists|field: FieldOf<M>, kept: KeptOf<M>, others: Self| #[trigger] self.of_state(field, kept, others)
    }

    open spec fn op(a: Self, b: Self) -> Self {
        a.with(b)
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        M::Tokens::associative(a.part, b.part, c.part);
    }

    proof fn commutative(a: Self, b: Self) {
        M::Tokens::commutative(a.part, b.part);
    }

    proof fn valid_op(a: Self, b: Self) {
        let (field, kept, others) = choose|field: FieldOf<M>, kept: KeptOf<M>, others: Self| #[trigger]
            a.with(b).of_state(field, kept, others);
        M::Tokens::associative(a.part, b.part, others.part);
        assert(a.of_state(field, kept, b.with(others)));
    }
}

impl<M: Machine> PCM for Shards<M> {
    open spec fn unit() -> Self {
        Shards { part: M::Tokens::unit() }
    }

    proof fn op_unit(self) {
        M::Tokens::op_unit(self.part);
    }

    proof fn unit_valid() {
        let (field, kept) = (M::first_field(), M::first_kept());
        M::starts();
        let all = Self::all(field);
        M::Tokens::commutative(M::Tokens::unit(), all.part);
        M::Tokens::op_unit(all.part);
        assert((Shards::<M> { part: M::Tokens::unit() }).of_state(field, kept, all));
    }
}

impl<M: Machine> Protocol<<M::Kept as Store>::Key, <M::Kept as Store>::Value> for Shards<M> {
    open spec fn op(self, other: Self) -> Self {
        self.with(other)
    }

    open spec fn rel(self, s: ValuesOf<M>) -> bool {
        exists|field: FieldOf<M>, kept: KeptOf<M>| #[trigger]
            M::invariant(field, kept) && self == Self::all(field) && s == M::Kept::stored(kept)
    }

    open spec fn unit() -> Self {
        Shards { part: M::Tokens::unit() }
    }

    proof fn commutative(a: Self, b: Self) {
        M::Tokens::commutative(a.part, b.part);
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        M::Tokens::associative(a.part, b.part, c.part);
    }

    proof fn op_unit(a: Self) {
        M::Tokens::op_unit(a.part);
    }
}

/// Whether an operation leads from one state to another. It removes the parts `taken` and adds `given`; it stores `put_in`, and
/// takes `got` out. Its safety conditions hold, and so does the invariant afterwards. What nobody has parts of may change in any way.
pub open spec fn leads<M: Machine>(
    before: (FieldOf<M>, KeptOf<M>),
    taken: Shards<M>,
    put_in: ValuesOf<M>,
    given: Shards<M>,
    got: ValuesOf<M>,
    after: (FieldOf<M>, KeptOf<M>),
) -> bool {
    let rest = M::Tokens::remove(before.0, taken.part);
    let full = M::Kept::deposit(before.1, put_in);
    &&& M::Tokens::may_add(rest, given.part)
    &&& M::Tokens::whole(after.0) == M::Tokens::whole(M::Tokens::add(rest, given.part))
    &&& M::Kept::may_deposit(before.1, put_in)
    &&& M::Kept::may_withdraw(full, got)
    &&& M::Kept::stored(after.1) == M::Kept::stored(M::Kept::withdraw(full, got))
    &&& M::invariant(after.0, after.1)
}

/// Whether an operation is well formed: from each state that satisfies the invariant and has the parts `taken` and `shown`, it
/// leads to a state, and what is given and taken out is one of the results. These are the obligations of a machine: safety
/// conditions, and that operations keep the invariant.
pub open spec fn well_formed<M: Machine>(
    taken: Shards<M>,
    shown: Shards<M>,
    put_in: ValuesOf<M>,
    results: ISet<(Shards<M>, ValuesOf<M>)>,
) -> bool {
    &&& M::Tokens::may_remove(taken.part)
    &&& forall|field: FieldOf<M>, kept: KeptOf<M>| #[trigger]
        M::invariant(field, kept) && M::Tokens::holds(field, taken.part) && M::Tokens::rest_holds(
            M::Tokens::remove(field, taken.part),
            shown.part,
        ) ==> exists|given: Shards<M>, got: ValuesOf<M>, after: (FieldOf<M>, KeptOf<M>)|
            results.contains((given, got)) && #[trigger] leads((field, kept), taken, put_in, given, got, after)
}

/// The step of a well-formed operation from a state that has the parts, and others: they are parts of the state afterwards.
proof fn lemma_step<M: Machine>(
    taken: Shards<M>,
    shown: Shards<M>,
    put_in: ValuesOf<M>,
    results: ISet<(Shards<M>, ValuesOf<M>)>,
    others: Shards<M>,
    before: (FieldOf<M>, KeptOf<M>),
) -> (out: (Shards<M>, ValuesOf<M>, (FieldOf<M>, KeptOf<M>)))
    requires
        well_formed(taken, shown, put_in, results),
        taken.with(shown).with(others) == Shards::<M>::all(before.0),
        M::invariant(before.0, before.1),
    ensures
        results.contains((out.0, out.1)),
        leads(before, taken, put_in, out.0, out.1, out.2),
        out.0.with(shown).with(others) == Shards::<M>::all(out.2.0),
{
    let rest = M::Tokens::remove(before.0, taken.part);
    let left = M::Tokens::op(shown.part, others.part);
    M::Tokens::associative(taken.part, shown.part, others.part);
    M::Tokens::removes(before.0, taken.part, left);
    M::Tokens::shows(rest, shown.part, others.part);
    let (given, got, after) = choose|given: Shards<M>, got: ValuesOf<M>, after: (FieldOf<M>, KeptOf<M>)|
        results.contains((given, got)) && #[trigger] leads(before, taken, put_in, given, got, after);
    assert(before == (before.0, before.1));
    M::Tokens::adds(rest, given.part);
    M::Tokens::associative(given.part, shown.part, others.part);
    (given, got, after)
}

/// A well-formed operation is a step of the storage protocol.
pub proof fn lemma_exchange<M: Machine>(
    taken: Shards<M>,
    shown: Shards<M>,
    put_in: ValuesOf<M>,
    results: ISet<(Shards<M>, ValuesOf<M>)>,
)
    requires
        well_formed(taken, shown, put_in, results),
    ensures
        exchanges_nondeterministic(taken.with(shown), put_in, set_op(results, shown)),
{
    let (start, ends) = (taken.with(shown), set_op(results, shown));
    assert forall|q: Shards<M>, t1: ValuesOf<M>| #[trigger] Protocol::rel(Protocol::op(start, q), t1) implies exists|
        p2: Shards<M>,
        s2: ValuesOf<M>,
        t2: ValuesOf<M>,
    |
        #![trigger ends.contains((p2, s2)), Protocol::rel(Protocol::op(p2, q), t2)]
        {
            &&& ends.contains((p2, s2))
            &&& Protocol::rel(Protocol::op(p2, q), t2)
            &&& t1.dom().disjoint(put_in.dom())
            &&& t2.dom().disjoint(s2.dom())
            &&& t1.union_prefer_right(put_in) =~= t2.union_prefer_right(s2)
        } by {
        let (field, kept) = choose|field: FieldOf<M>, kept: KeptOf<M>| #[trigger]
            M::invariant(field, kept) && start.with(q) == Shards::<M>::all(field) && t1 == M::Kept::stored(kept);
        let (given, got, after) = lemma_step(taken, shown, put_in, results, q, (field, kept));
        let (p2, t2) = (given.with(shown), M::Kept::stored(after.1));
        M::Kept::deposits(kept, put_in);
        M::Kept::withdraws(M::Kept::deposit(kept, put_in), got);
        assert(M::invariant(after.0, after.1));
        assert(Protocol::rel(Protocol::op(p2, q), t2));
        let f = |r: (Shards<M>, ValuesOf<M>)| (r.0.with(shown), r.1);
        assert(f((given, got)) == (p2, got));
        assert(ends.contains((p2, got)));
        assert(t1.union_prefer_right(put_in) =~= t2.union_prefer_right(got));
    }
}

/// A well-formed operation that neither stores values nor takes them out is a change that nobody sees.
pub proof fn lemma_update<M: Machine>(taken: Shards<M>, shown: Shards<M>, results: ISet<Shards<M>>)
    requires
        well_formed(taken, shown, IMap::empty(), results.map(|given: Shards<M>| (given, IMap::empty()))),
    ensures
        relations::frame_preserving_update_nondeterministic(
            taken.with(shown),
            relations::set_op(results, shown),
        ),
{
    let start = taken.with(shown);
    let ends = relations::set_op(results, shown);
    let outs = results.map(|given: Shards<M>| (given, IMap::empty()));
    assert forall|c: Shards<M>| #[trigger] ResourceAlgebra::op(start, c).valid() implies exists|b: Shards<M>|
        #[trigger]
        ends.contains(b) && ResourceAlgebra::op(b, c).valid() by {
        let whole = start.with(c);
        let (field, kept, others) = choose|field: FieldOf<M>, kept: KeptOf<M>, others: Shards<M>| #[trigger]
            whole.of_state(field, kept, others);
        let frame = c.with(others);
        M::Tokens::associative(start.part, c.part, others.part);
        let (given, got, after) = lemma_step(taken, shown, IMap::empty(), outs, frame, (field, kept));
        let b = given.with(shown);
        M::Tokens::associative(b.part, c.part, others.part);
        assert(b.with(c).of_state(after.0, after.1, others));
        assert(results.contains(given) && ends.contains(b));
    }
}

/// What a state with these parts lends is stored, whatever others have.
pub proof fn lemma_guard<M: Machine>(shown: Shards<M>, values: ValuesOf<M>)
    requires
        forall|field: FieldOf<M>, kept: KeptOf<M>| #[trigger]
            M::invariant(field, kept) && M::Tokens::holds(field, shown.part) ==> M::Kept::may_guard(kept, values),
    ensures
        guards(shown, values),
{
    assert forall|q: Shards<M>, t: ValuesOf<M>| #[trigger] Protocol::rel(Protocol::op(shown, q), t) implies values.submap_of(t) by {
        let (field, kept) = choose|field: FieldOf<M>, kept: KeptOf<M>| #[trigger]
            M::invariant(field, kept) && shown.with(q) == Shards::<M>::all(field) && t == M::Kept::stored(kept);
        M::Tokens::removes(field, shown.part, q.part);
        M::Kept::guards(kept, values);
    }
}

/// Parts that are there are parts of a state that satisfies the invariant.
pub proof fn lemma_property<M: Machine>(shown: Shards<M>) -> (state: (FieldOf<M>, KeptOf<M>))
    requires
        shown.valid(),
    ensures
        M::invariant(state.0, state.1),
        M::Tokens::holds(state.0, shown.part),
{
    let (field, kept, others) = choose|field: FieldOf<M>, kept: KeptOf<M>, others: Shards<M>| #[trigger]
        shown.of_state(field, kept, others);
    M::Tokens::removes(field, shown.part, others.part);
    (field, kept)
}

/// Pieces of ghost state that are parts of a machine.
pub type Tokens<M> = StorageResource<<<M as Machine>::Kept as Store>::Key, <<M as Machine>::Kept as Store>::Value, Shards<M>>;

/// A new instance in a state that satisfies the invariant (`init!`).
pub proof fn initialize<M: Machine>(
    field: FieldOf<M>,
    kept: KeptOf<M>,
    tracked stored: ValuesOf<M>,
) -> (tracked tokens: Tokens<M>)
    requires
        M::invariant(field, kept),
        stored == M::Kept::stored(kept),
    ensures
        tokens.value() == Shards::<M>::all(field),
{
    StorageResource::alloc(Shards::<M>::all(field), stored)
}

/// A well-formed operation, done with pieces of ghost state (`transition!`).
pub proof fn exchange<M: Machine>(
    tracked taken: Tokens<M>,
    tracked shown: &Tokens<M>,
    tracked put_in: ValuesOf<M>,
    results: ISet<(Shards<M>, ValuesOf<M>)>,
) -> (tracked out: (Tokens<M>, ValuesOf<M>))
    requires
        taken.loc() == shown.loc(),
        well_formed(taken.value(), shown.value(), put_in, results),
    ensures
        out.0.loc() == taken.loc(),
        results.contains((out.0.value(), out.1)),
{
    lemma_exchange(taken.value(), shown.value(), put_in, results);
    StorageResource::exchange_nondeterministic_with_shared(taken, shown, put_in, results)
}

/// A look at a stored value (`guard`).
pub proof fn lend<M: Machine>(tracked shown: &Tokens<M>, values: ValuesOf<M>) -> (tracked lent: &ValuesOf<M>)
    requires
        forall|field: FieldOf<M>, kept: KeptOf<M>| #[trigger]
            M::invariant(field, kept) && M::Tokens::holds(field, shown.value().part) ==> M::Kept::may_guard(kept, values),
    ensures
        *lent == values,
{
    lemma_guard(shown.value(), values);
    StorageResource::guard(shown, values)
}

} // verus!
