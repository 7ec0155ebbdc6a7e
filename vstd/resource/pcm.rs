//! Partial commutative monoids, and pieces of ghost state with such values.
// @when resource
//!
//! trusted: a location has a value that can exist, of which every resource of the location is a part; the laws of
//! the monoid are proved by every implementation.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_iset_lemmas;

/// Values that can be put together, one of which is nothing.
pub trait PCM: ResourceAlgebra {
    /// Nothing.
    spec fn unit() -> Self;

    /// Nothing adds nothing.
    proof fn op_unit(self)
        ensures
            Self::op(self, Self::unit()) == self,
    ;

    /// Nothing can exist.
    proof fn unit_valid()
        ensures
            Self::unit().valid(),
    ;
}

/// Its value is a part of what is at its location.
#[verifier::external_body]
#[verifier::accept_recursive_types(P)]
pub tracked struct Resource<P: PCM> {
    p: core::marker::PhantomData<P>,
}

impl<P: PCM> Resource<P> {
    /// The part that it stands for.
    pub uninterp spec fn value(self) -> P;

    /// Where it is a part.
    pub uninterp spec fn loc(self) -> Loc;

    /// A new location with a value.
    pub axiom fn alloc(value: P) -> (tracked out: Self)
        requires
            value.valid(),
        ensures
            out.value() == value,
    ;

    /// Two parts put together.
    pub axiom fn join(tracked self, tracked other: Self) -> (tracked out: Self)
        requires
            self.loc() == other.loc(),
        ensures
            out.loc() == self.loc(),
            out.value() == P::op(self.value(), other.value()),
    ;

    /// A part taken apart.
    pub axiom fn split(tracked self, left: P, right: P) -> (tracked out: (Self, Self))
        requires
            self.value() == P::op(left, right),
        ensures
            out.0.loc() == self.loc(),
            out.1.loc() == self.loc(),
            out.0.value() == left,
            out.1.value() == right,
    ;

    /// Nothing, at any location.
    pub axiom fn create_unit(loc: Loc) -> (tracked out: Self)
        ensures
            out.value() == P::unit(),
            out.loc() == loc,
    ;

    /// What is there can exist.
    pub proof fn validate(tracked &self)
        ensures
            self.value().valid(),
    {
        let tracked mut nothing = Self::create_unit(self.loc());
        nothing.validate_2(self);
        P::commutative(P::unit(), self.value());
        self.value().op_unit();
    }

    /// A part of all that is shared.
    pub axiom fn join_shared<'a>(tracked &'a self, tracked other: &'a Self) -> (tracked out: &'a Self)
        requires
            self.loc() == other.loc(),
        ensures
            out.loc() == self.loc(),
            incl(self.value(), out.value()),
            incl(other.value(), out.value()),
    ;

    /// A part of what is shared.
    pub axiom fn weaken<'a>(tracked &'a self, target: P) -> (tracked out: &'a Self)
        requires
            incl(target, self.value()),
        ensures
            out.loc() == self.loc(),
            out.value() == target,
    ;

    /// What is there, together with what is shared, can exist.
    pub axiom fn validate_2(tracked &mut self, tracked other: &Self)
        requires
            old(self).loc() == other.loc(),
        ensures
            *final(self) == *old(self),
            P::op(final(self).value(), other.value()).valid(),
    ;

    /// A change that nobody sees, given what is shared.
    pub axiom fn update_nondeterministic_with_shared(
        tracked self,
        tracked other: &Self,
        new_values: ISet<P>,
    ) -> (tracked out: Self)
        requires
            self.loc() == other.loc(),
            frame_preserving_update_nondeterministic(
                P::op(self.value(), other.value()),
                set_op(new_values, other.value()),
            ),
        ensures
            out.loc() == self.loc(),
            new_values.contains(out.value()),
    ;

    /// A change that nobody sees, to one of several values.
    pub proof fn update_nondeterministic(tracked self, new_values: ISet<P>) -> (tracked out: Self)
        requires
            frame_preserving_update_nondeterministic(self.value(), new_values),
        ensures
            out.loc() == self.loc(),
            new_values.contains(out.value()),
    {
        let tracked nothing = Self::create_unit(self.loc());
        self.value().op_unit();
        assert(set_op(new_values, P::unit()) =~= new_values) by {
            assert forall|v: P| #[trigger] set_op(new_values, P::unit()).contains(v) == new_values.contains(v) by {
                v.op_unit();
                if set_op(new_values, P::unit()).contains(v) {
                    let q = choose|q: P| #[trigger] new_values.contains(q) && v == P::op(q, P::unit());
                    q.op_unit();
                }
            }
        }
        self.update_nondeterministic_with_shared(&nothing, new_values)
    }

    /// A change that nobody sees.
    pub proof fn update(tracked self, new_value: P) -> (tracked out: Self)
        requires
            frame_preserving_update(self.value(), new_value),
        ensures
            out.loc() == self.loc(),
            out.value() == new_value,
    {
        let new_values = ISet::<P>::empty().insert(new_value);
        let old_value = self.value();
        assert forall|c: P| #[trigger] P::op(old_value, c).valid() implies exists|b: P| #[trigger]
            new_values.contains(b) && P::op(b, c).valid() by {
            assert(new_values.contains(new_value) && P::op(new_value, c).valid());
        }
        self.update_nondeterministic(new_values)
    }

    /// Takes all out and leaves nothing.
    pub proof fn extract(tracked &mut self) -> (tracked other: Self)
        ensures
            other.loc() == old(self).loc(),
            other.value() == old(self).value(),
    {
        let tracked mut other = Self::create_unit(self.loc());
        tracked_swap(self, &mut other);
        other
    }

    /// A part of all that is shared, when it is a part of all that both are parts of.
    pub proof fn join_shared_to_target<'a>(
        tracked &'a self,
        tracked other: &'a Self,
        target: P,
    ) -> (tracked out: &'a Self)
        requires
            self.loc() == other.loc(),
            conjunct_shared(self.value(), other.value(), target),
        ensures
            out.loc() == self.loc(),
            out.value() == target,
    {
        let tracked both = self.join_shared(other);
        both.validate();
        both.weaken(target)
    }

    /// A change that nobody sees, given what is shared.
    pub proof fn update_with_shared(tracked self, tracked other: &Self, new_value: P) -> (tracked out: Self)
        requires
            self.loc() == other.loc(),
            frame_preserving_update(P::op(self.value(), other.value()), P::op(new_value, other.value())),
        ensures
            out.loc() == self.loc(),
            out.value() == new_value,
    {
        let new_values = ISet::<P>::empty().insert(new_value);
        let old_whole = P::op(self.value(), other.value());
        let new_whole = P::op(new_value, other.value());
        let wholes = set_op(new_values, other.value());
        assert(new_values.contains(new_value));
        assert(wholes.contains(new_whole));
        assert forall|c: P| #[trigger] P::op(old_whole, c).valid() implies exists|b: P| #[trigger]
            wholes.contains(b) && P::op(b, c).valid() by {
            assert(wholes.contains(new_whole) && P::op(new_whole, c).valid());
        }
        self.update_nondeterministic_with_shared(other, new_values)
    }

    /// A part that can be there twice.
    pub proof fn duplicate_previous(tracked &self, value: P) -> (tracked out: Self)
        requires
            frame_preserving_update(self.value(), P::op(value, self.value())),
        ensures
            out.loc() == self.loc(),
            out.value() == value,
    {
        let tracked nothing = Self::create_unit(self.loc());
        P::commutative(P::unit(), self.value());
        self.value().op_unit();
        nothing.update_with_shared(self, value)
    }
}

} // verus!
