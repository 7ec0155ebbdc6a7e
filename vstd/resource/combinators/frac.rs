//! Fractions of a whole, and ghost values whose shares are fractions.
// @when resource
//!
//! Whoever has a share of a [`FracGhost`] knows its value. Whoever has all of it may change the value.

#[allow(unused_imports)]
use crate::pervasive::arbitrary;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::agree::AgreementRA;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::lib::{incorporate, split_mut, update_mut};
#[allow(unused_imports)]
use crate::resource::pcm::{PCM, Resource};
#[allow(unused_imports)]
use crate::resource::product::ProductRA;
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A share of a whole: more than nothing, and no more than all of it.
pub enum FractionRA {
    /// The share; 1 is all.
    Frac(real),
    /// What shares of more than the whole would be.
    Invalid,
}

impl FractionRA {
    /// A share.
    pub open spec fn new(f: real) -> Self
        recommends
            0real < f <= 1real,
    {
        FractionRA::Frac(f)
    }

    /// How much it is.
    pub open spec fn frac(self) -> real
        recommends
            self is Frac,
    {
        self->Frac_0
    }
}

impl ResourceAlgebra for FractionRA {
    open spec fn valid(self) -> bool {
        self is Frac && 0real < self.frac() <= 1real
    }

    open spec fn op(a: Self, b: Self) -> Self {
        if a.valid() && b.valid() && a.frac() + b.frac() <= 1real {
            FractionRA::Frac(a.frac() + b.frac())
        } else {
            FractionRA::Invalid
        }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
    }

    proof fn commutative(a: Self, b: Self) {
    }

    proof fn valid_op(a: Self, b: Self) {
    }
}

/// Nobody else has a share of what one has all of.
pub proof fn lemma_whole_fraction_has_no_frame(a: FractionRA)
    requires
        a == FractionRA::Frac(1real),
    ensures
        forall|b: FractionRA| !(#[trigger] FractionRA::op(a, b)).valid(),
{
}

/// What a share of a value is at its location.
type Share<T> = Option<ProductRA<FractionRA, AgreementRA<T>>>;

/// A share of a value.
spec fn share<T>(f: real, v: T) -> Share<T> {
    Some(ProductRA { left: FractionRA::Frac(f), right: AgreementRA::Agree(v) })
}

/// A share of a ghost value.
pub tracked struct FracGhost<T> {
    r: Resource<Share<T>>,
}

impl<T> FracGhost<T> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        self.r.value() == share(self.frac(), self.view())
    }

    /// Which value it is a share of.
    pub closed spec fn id(self) -> Loc {
        self.r.loc()
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.r.value()->0.right.view()
    }

    /// How much of it.
    pub closed spec fn frac(self) -> real {
        self.r.value()->0.left.frac()
    }

    /// Whether it is so much of that value.
    pub open spec fn valid(self, id: Loc, frac: real) -> bool {
        &&& self.id() == id
        &&& self.frac() == frac
    }

    /// All of a new value.
    pub proof fn new(v: T) -> (tracked result: Self)
        ensures
            result.frac() == 1real,
            result@ == v,
    {
        FracGhost { r: Resource::alloc(share(1real, v)) }
    }

    /// All of any value, where one is wanted of which nothing is asked.
    pub proof fn dummy() -> (tracked result: Self) {
        Self::new(arbitrary())
    }

    /// A share is more than nothing, and no more than all.
    pub proof fn bounded(tracked &self)
        ensures
            0real < self.frac() <= 1real,
    {
        use_type_invariant(self);
        self.r.validate();
    }

    /// Two shares are no more than all.
    pub proof fn bounded_with(tracked &mut self, tracked other: &Self)
        requires
            old(self).id() == other.id(),
        ensures
            0real < old(self).frac() + other.frac() <= 1real,
            *final(self) == *old(self),
    {
        use_type_invariant(&*self);
        use_type_invariant(other);
        self.r.validate_2(&other.r);
    }

    /// Two shares have the same value.
    pub proof fn agree(tracked &self, tracked other: &Self)
        requires
            self.id() == other.id(),
        ensures
            self@ == other@,
    {
        use_type_invariant(self);
        use_type_invariant(other);
        let tracked both = self.r.join_shared(&other.r);
        both.validate();
        lemma_same_value(self.r.value(), other.r.value(), both.value());
    }

    /// Takes the share, and leaves one of another value.
    pub proof fn take(tracked &mut self) -> (tracked result: Self)
        ensures
            result == *old(self),
    {
        let tracked mut other = Self::dummy();
        crate::modes::tracked_swap(self, &mut other);
        other
    }

    /// Gives a part of the share away.
    pub proof fn split_to(tracked &mut self, result_frac: real) -> (tracked result: Self)
        requires
            0real < result_frac < old(self).frac(),
        ensures
            final(self).id() == old(self).id(),
            result.id() == final(self).id(),
            final(self)@ == old(self)@,
            result@ == old(self)@,
            final(self).frac() == old(self).frac() - result_frac,
            result.frac() == result_frac,
    {
        self.bounded();
        use_type_invariant(&*self);
        let (rest, v) = (self.frac() - result_frac, self@);
        assert(Share::<T>::op(share(rest, v), share(result_frac, v)) == self.r.value());
        FracGhost { r: split_mut(&mut self.r, share(rest, v), share(result_frac, v)) }
    }

    /// Gives half of the share away.
    pub proof fn split(tracked &mut self) -> (tracked result: Self)
        ensures
            final(self).id() == old(self).id(),
            result.id() == final(self).id(),
            final(self)@ == old(self)@,
            result@ == old(self)@,
            final(self).frac() == old(self).frac() / 2real,
            result.frac() == old(self).frac() / 2real,
    {
        self.bounded();
        self.split_to(self.frac() / 2real)
    }

    /// Adds another share of the same value.
    pub proof fn combine(tracked &mut self, tracked other: Self)
        requires
            old(self).id() == other.id(),
        ensures
            final(self).id() == old(self).id(),
            final(self)@ == old(self)@,
            final(self)@ == other@,
            final(self).frac() == old(self).frac() + other.frac(),
    {
        self.bounded_with(&other);
        self.bounded();
        other.bounded();
        self.agree(&other);
        use_type_invariant(&*self);
        use_type_invariant(&other);
        incorporate(&mut self.r, other.r);
    }

    /// Changes the value, with all of it.
    pub proof fn update(tracked &mut self, v: T)
        requires
            old(self).frac() == 1real,
        ensures
            final(self).id() == old(self).id(),
            final(self)@ == v,
            final(self).frac() == old(self).frac(),
    {
        use_type_invariant(&*self);
        update_mut(&mut self.r, share(1real, v));
    }

    /// Changes the value, with two shares that are all of it.
    pub proof fn update_with(tracked &mut self, tracked other: &mut Self, v: T)
        requires
            old(self).id() == old(other).id(),
            old(self).frac() + old(other).frac() == 1real,
        ensures
            final(self).id() == old(self).id(),
            final(other).id() == old(other).id(),
            final(self).frac() == old(self).frac(),
            final(other).frac() == old(other).frac(),
            old(self)@ == old(other)@,
            final(self)@ == v,
            final(other)@ == v,
    {
        self.bounded();
        other.bounded();
        let part = other.frac();
        let tracked others = other.take();
        self.combine(others);
        self.update(v);
        let tracked mut others = self.split_to(part);
        crate::modes::tracked_swap(other, &mut others);
    }
}

/// Shares of what can exist have one value.
proof fn lemma_same_value<T>(a: Share<T>, b: Share<T>, whole: Share<T>)
    requires
        a is Some && a->0.right is Agree,
        b is Some && b->0.right is Agree,
        incl(a, whole),
        incl(b, whole),
        whole.valid(),
    ensures
        a->0.right == b->0.right,
{
    let rest_of_a = choose|c: Share<T>| #[trigger] Share::<T>::op(a, c) == whole;
    let rest_of_b = choose|c: Share<T>| #[trigger] Share::<T>::op(b, c) == whole;
    assert(Share::<T>::op(a, rest_of_a) == whole && Share::<T>::op(b, rest_of_b) == whole);
}

} // verus!
