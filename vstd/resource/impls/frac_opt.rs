//! Shares of a tracked value, which is kept while it is shared.
// @when resource
//!
//! Whoever has a share ([`Frac`]) may look at the value. Whoever has all shares may take the value out; what remains is an
//! [`Empty`] place, into which another value may be put.

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::agree::AgreementRA;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::frac::FractionRA;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use crate::resource::product::ProductRA;
#[allow(unused_imports)]
use crate::resource::storage_protocol::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_imap_lemmas, group_iset_lemmas};

/// What a share is at its location: how much, and what all agree is in the place.
type Amount<T> = Option<ProductRA<FractionRA, AgreementRA<Option<T>>>>;

/// A share of a place, or nothing.
struct Share<T> {
    amount: Amount<T>,
}

impl<T> Share<T> {
    /// So much of a place with this content.
    spec fn of(frac: real, content: Option<T>) -> Self {
        Share { amount: Some(ProductRA { left: FractionRA::Frac(frac), right: AgreementRA::Agree(content) }) }
    }

    /// How much it is.
    spec fn frac(self) -> real {
        self.amount->0.left.frac()
    }

    /// What is in the place.
    spec fn content(self) -> Option<T> {
        self.amount->0.right@
    }
}

/// What a place keeps.
spec fn kept<T>(content: Option<T>) -> IMap<(), T> {
    match content {
        Some(v) => IMap::empty().insert((), v),
        None => IMap::empty(),
    }
}

impl<T> Protocol<(), T> for Share<T> {
    closed spec fn op(self, other: Self) -> Self {
        Share { amount: Amount::<T>::op(self.amount, other.amount) }
    }

    closed spec fn rel(self, s: IMap<(), T>) -> bool {
        self == Share::of(1real, self.content()) && s == kept(self.content())
    }

    closed spec fn unit() -> Self {
        Share { amount: None }
    }

    proof fn commutative(a: Self, b: Self) {
        Amount::<T>::commutative(a.amount, b.amount);
    }

    proof fn associative(a: Self, b: Self, c: Self) {
        Amount::<T>::associative(a.amount, b.amount, c.amount);
    }

    proof fn op_unit(a: Self) {
    }
}

/// A resource of a place.
type Place<T> = StorageResource<(), T, Share<T>>;

/// A place without a value, to leave where a resource is taken from.
proof fn unused<T>() -> (tracked r: Place<T>)
    ensures
        r.value() == Share::<T>::of(1real, None),
{
    StorageResource::alloc(Share::of(1real, None), IMap::tracked_empty())
}

/// Gives a part of a share away.
proof fn split_share<T>(tracked r: &mut Place<T>, rest: real, given: real) -> (tracked other: Place<T>)
    requires
        0real < rest,
        0real < given,
        rest + given <= 1real,
        old(r).value() == Share::of(rest + given, old(r).value().content()),
    ensures
        final(r).loc() == old(r).loc(),
        other.loc() == old(r).loc(),
        final(r).value() == Share::of(rest, old(r).value().content()),
        other.value() == Share::of(given, old(r).value().content()),
{
    let content = r.value().content();
    let tracked mut whole = unused();
    tracked_swap(r, &mut whole);
    assert(whole.value() == Share::of(rest, content).op(Share::of(given, content)));
    let tracked (mut left, right) = whole.split(Share::of(rest, content), Share::of(given, content));
    tracked_swap(r, &mut left);
    right
}

/// Adds a share.
proof fn join_shares<T>(tracked r: &mut Place<T>, tracked other: Place<T>)
    requires
        old(r).loc() == other.loc(),
    ensures
        final(r).loc() == old(r).loc(),
        final(r).value() == old(r).value().op(other.value()),
{
    let tracked mut mine = unused();
    tracked_swap(r, &mut mine);
    let tracked mut both = StorageResource::join(mine, other);
    tracked_swap(r, &mut both);
}

/// A share of a tracked value.
pub tracked struct Frac<T> {
    r: Place<T>,
}

/// All of a place without a value.
pub tracked struct Empty<T> {
    r: Place<T>,
}

impl<T> Frac<T> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        self.r.value() == Share::of(self.frac(), Some(self.resource()))
    }

    /// Which place it is a share of.
    pub closed spec fn id(self) -> Loc {
        self.r.loc()
    }

    /// The value.
    pub closed spec fn resource(self) -> T {
        self.r.value().content()->0
    }

    /// How much of it.
    pub closed spec fn frac(self) -> real {
        self.r.value().frac()
    }

    /// Whether it is so much of that place.
    pub open spec fn valid(self, id: Loc, frac: real) -> bool {
        &&& self.id() == id
        &&& self.frac() == frac
    }

    /// All of a new place with a value.
    pub proof fn new(tracked v: T) -> (tracked result: Self)
        ensures
            result.frac() == 1real,
            result.resource() == v,
    {
        let tracked mut values = IMap::tracked_empty();
        values.tracked_insert((), v);
        Frac { r: StorageResource::alloc(Share::of(1real, Some(v)), values) }
    }

    /// Two shares are of the same value.
    pub proof fn agree(tracked &self, tracked other: &Self)
        requires
            self.id() == other.id(),
        ensures
            self.resource() == other.resource(),
    {
        use_type_invariant(self);
        use_type_invariant(other);
        let tracked both = self.r.join_shared(&other.r);
        let (others, _values) = both.validate();
        let (a, b, whole) = (self.r.value(), other.r.value(), both.value());
        let beside_a = choose|c: Share<T>| #[trigger] a.op(c) == whole;
        let beside_b = choose|c: Share<T>| #[trigger] b.op(c) == whole;
        assert(a.op(beside_a) == whole && b.op(beside_b) == whole);
        assert(whole.op(others).content() == a.content());
    }

    /// A share is more than nothing, and no more than all.
    pub proof fn bounded(tracked &self)
        ensures
            0real < self.frac() <= 1real,
    {
        use_type_invariant(self);
        let (_others, _values) = self.r.validate();
    }

    /// Two shares are no more than all.
    pub proof fn bounded_with(tracked &mut self, tracked other: &Self)
        requires
            old(self).id() == other.id(),
        ensures
            0real < old(self).frac() + other.frac() <= 1real,
            *old(self) == *final(self),
    {
        use_type_invariant(&*self);
        use_type_invariant(other);
        let (_others, _values) = self.r.validate_with_shared(&other.r);
    }

    /// Gives a part of the share away.
    pub proof fn split_to(tracked &mut self, result_frac: real) -> (tracked result: Self)
        requires
            0real < result_frac < old(self).frac(),
        ensures
            final(self).id() == old(self).id(),
            result.id() == old(self).id(),
            final(self).resource() == old(self).resource(),
            result.resource() == old(self).resource(),
            final(self).frac() == old(self).frac() - result_frac,
            result.frac() == result_frac,
    {
        self.bounded();
        use_type_invariant(&*self);
        let rest = self.frac() - result_frac;
        Frac { r: split_share(&mut self.r, rest, result_frac) }
    }

    /// Gives half of the share away.
    pub proof fn split(tracked &mut self) -> (tracked result: Self)
        ensures
            final(self).id() == old(self).id(),
            result.id() == old(self).id(),
            final(self).resource() == old(self).resource(),
            result.resource() == old(self).resource(),
            final(self).frac() == old(self).frac() / 2real,
            result.frac() == old(self).frac() / 2real,
    {
        self.bounded();
        self.split_to(self.frac() / 2real)
    }

    /// Adds another share of the same place.
    pub proof fn combine(tracked &mut self, tracked other: Self)
        requires
            old(self).id() == other.id(),
        ensures
            final(self).id() == old(self).id(),
            final(self).resource() == old(self).resource(),
            final(self).resource() == other.resource(),
            final(self).frac() == old(self).frac() + other.frac(),
    {
        self.bounded_with(&other);
        self.bounded();
        other.bounded();
        self.agree(&other);
        use_type_invariant(&*self);
        use_type_invariant(&other);
        join_shares(&mut self.r, other.r);
    }

    /// Looks at the value.
    pub proof fn borrow(tracked &self) -> (tracked ret: &T)
        ensures
            ret == self.resource(),
    {
        use_type_invariant(self);
        let tracked values = StorageResource::guard(&self.r, kept(Some(self.resource())));
        values.tracked_borrow(())
    }

    /// Takes the value out, with all of it.
    pub proof fn take_resource(tracked self) -> (tracked pair: (T, Empty<T>))
        requires
            self.frac() == 1real,
        ensures
            pair.0 == self.resource(),
            pair.1.id() == self.id(),
    {
        use_type_invariant(&self);
        let (before, after) = (Share::of(1real, Some(self.resource())), Share::<T>::of(1real, None));
        let stored = kept(before.content());
        assert forall|q: Share<T>, t: IMap<(), T>| #[trigger] before.op(q).rel(t) implies after.op(q).rel(
            t.remove_keys(stored.dom()),
        ) && stored.submap_of(t) by {
            assert(t.remove_keys(stored.dom()) =~= IMap::empty());
        }
        let tracked (r, mut values) = self.r.withdraw(after, stored);
        (values.tracked_remove(()), Empty { r })
    }
}

impl<T> Empty<T> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        self.r.value() == Share::<T>::of(1real, None)
    }

    /// Which place it is.
    pub closed spec fn id(self) -> Loc {
        self.r.loc()
    }

    /// A new place.
    pub proof fn new(tracked v: T) -> (tracked result: Self) {
        Empty { r: unused() }
    }

    /// Puts a value in.
    pub proof fn put_resource(tracked self, tracked resource: T) -> (tracked frac: Frac<T>)
        ensures
            frac.id() == self.id(),
            frac.resource() == resource,
            frac.frac() == 1real,
    {
        use_type_invariant(&self);
        let (before, after) = (Share::<T>::of(1real, None), Share::of(1real, Some(resource)));
        let tracked mut values = IMap::tracked_empty();
        values.tracked_insert((), resource);
        assert forall|q: Share<T>, t: IMap<(), T>| #[trigger] before.op(q).rel(t) implies after.op(q).rel(
            t.union_prefer_right(values),
        ) && t.dom().disjoint(values.dom()) by {
            assert(t.union_prefer_right(values) =~= values);
        }
        Frac { r: self.r.deposit(values, after) }
    }
}

} // verus!
