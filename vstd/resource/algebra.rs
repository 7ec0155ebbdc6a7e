//! Values that can be put together, and pieces of ghost state with such values.
// @when resource

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use crate::resource::option::*;
#[allow(unused_imports)]
use crate::resource::pcm;
#[allow(unused_imports)]
use crate::resource::pcm::PCM;
#[allow(unused_imports)]
use crate::resource::relations::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_iset_lemmas;

/// Values of which some can be put together, in any order.
pub trait ResourceAlgebra: Sized {
    /// Whether a value can exist.
    spec fn valid(self) -> bool;

    /// Two values put together. Values that cannot be put together give one that is not valid.
    spec fn op(a: Self, b: Self) -> Self;

    /// Brackets do not matter.
    proof fn associative(a: Self, b: Self, c: Self)
        ensures
            Self::op(a, Self::op(b, c)) == Self::op(Self::op(a, b), c),
    ;

    /// The order does not matter.
    proof fn commutative(a: Self, b: Self)
        ensures
            Self::op(a, b) == Self::op(b, a),
    ;

    /// A part of what can exist can exist.
    proof fn valid_op(a: Self, b: Self)
        requires
            Self::op(a, b).valid(),
        ensures
            a.valid(),
    ;
}

/// Its value is a part of what is at its location. The algebra need not have a value that is nothing: the resource is one of
/// the monoid of values that may be there or not, and its value is there.
#[verifier::accept_recursive_types(RA)]
pub tracked struct Resource<RA: ResourceAlgebra> {
    part: pcm::Resource<Option<RA>>,
}

impl<RA: ResourceAlgebra> Resource<RA> {
    #[verifier::type_invariant]
    spec fn inv(self) -> bool {
        self.part.value() is Some
    }

    /// The part that it stands for.
    pub closed spec fn value(self) -> RA {
        self.part.value()->0
    }

    /// Where it is a part.
    pub closed spec fn loc(self) -> Loc {
        self.part.loc()
    }

    /// A resource of the monoid, as one of the algebra.
    proof fn of_part<'a>(tracked part: &'a pcm::Resource<Option<RA>>) -> (tracked out: &'a Self)
        requires
            part.value() is Some,
        ensures
            out.part == part,
    {
        shr_ref_struct_wrap(part, &Resource { part: *part }, "", "part")
    }

    /// A new location with a value.
    pub proof fn alloc(value: RA) -> (tracked out: Self)
        requires
            value.valid(),
        ensures
            out.value() == value,
    {
        Resource { part: pcm::Resource::alloc(Some(value)) }
    }

    /// Two parts put together.
    pub proof fn join(tracked self, tracked other: Self) -> (tracked out: Self)
        requires
            self.loc() == other.loc(),
        ensures
            out.loc() == self.loc(),
            out.value() == RA::op(self.value(), other.value()),
    {
        use_type_invariant(&self);
        use_type_invariant(&other);
        Resource { part: self.part.join(other.part) }
    }

    /// A part taken apart.
    pub proof fn split(tracked self, left: RA, right: RA) -> (tracked out: (Self, Self))
        requires
            self.value() == RA::op(left, right),
        ensures
            out.0.loc() == self.loc(),
            out.1.loc() == self.loc(),
            out.0.value() == left,
            out.1.value() == right,
    {
        use_type_invariant(&self);
        let tracked (l, r) = self.part.split(Some(left), Some(right));
        (Resource { part: l }, Resource { part: r })
    }

    /// What is there can exist.
    pub proof fn validate(tracked &self)
        ensures
            self.value().valid(),
    {
        use_type_invariant(self);
        self.part.validate();
    }

    /// What is there, together with what is shared, can exist.
    pub proof fn validate_2(tracked &mut self, tracked other: &Resource<RA>)
        requires
            old(self).loc() == other.loc(),
        ensures
            *final(self) == *old(self),
            RA::op(final(self).value(), other.value()).valid(),
    {
        use_type_invariant(&*self);
        use_type_invariant(other);
        self.part.validate_2(&other.part);
    }

    /// Takes the part out, and leaves one of another location.
    pub proof fn extract(tracked &mut self) -> (tracked other: Self)
        ensures
            other.loc() == old(self).loc(),
            other.value() == old(self).value(),
    {
        self.validate();
        let tracked mut other = Self::alloc(self.value());
        tracked_swap(self, &mut other);
        other
    }

    /// A change that nobody sees, to one of several values.
    pub proof fn update_nondeterministic(tracked self, new_values: ISet<RA>) -> (tracked out: Self)
        requires
            frame_preserving_update_nondeterministic_opt(self.value(), new_values),
        ensures
            out.loc() == self.loc(),
            new_values.contains(out.value()),
    {
        use_type_invariant(&self);
        lemma_frame_preserving_update_nondeterministic_opt(self.value(), new_values);
        Resource { part: self.part.update_nondeterministic(new_values.map(|v: RA| Some(v))) }
    }

    /// A change that nobody sees.
    pub proof fn update(tracked self, new_value: RA) -> (tracked out: Self)
        requires
            frame_preserving_update_opt(self.value(), new_value),
        ensures
            out.loc() == self.loc(),
            out.value() == new_value,
    {
        use_type_invariant(&self);
        Resource { part: self.part.update(Some(new_value)) }
    }

    /// A change that nobody sees, given what is shared, to one of several values.
    pub proof fn update_nondeterministic_with_shared(
        tracked self,
        tracked other: &Resource<RA>,
        new_values: ISet<RA>,
    ) -> (tracked out: Self)
        requires
            self.loc() == other.loc(),
            frame_preserving_update_nondeterministic_opt(
                RA::op(self.value(), other.value()),
                set_op(new_values, other.value()),
            ),
        ensures
            out.loc() == self.loc(),
            new_values.contains(out.value()),
    {
        use_type_invariant(&self);
        use_type_invariant(other);
        lemma_frame_preserving_update_nondeterministic_opt(
            RA::op(self.value(), other.value()),
            set_op(new_values, other.value()),
        );
        lemma_set_op_opt(new_values, other.value());
        let there = new_values.map(|v: RA| Some(v));
        Resource { part: self.part.update_nondeterministic_with_shared(&other.part, there) }
    }

    /// A change that nobody sees, given what is shared.
    pub proof fn update_with_shared(tracked self, tracked other: &Resource<RA>, new_value: RA) -> (tracked out: Self)
        requires
            self.loc() == other.loc(),
            frame_preserving_update_opt(RA::op(self.value(), other.value()), RA::op(new_value, other.value())),
        ensures
            out.loc() == self.loc(),
            out.value() == new_value,
    {
        use_type_invariant(&self);
        use_type_invariant(other);
        Resource { part: self.part.update_with_shared(&other.part, Some(new_value)) }
    }

    /// All that is shared, or more of it.
    pub proof fn join_shared<'a>(tracked &'a self, tracked other: &'a Self) -> (tracked out: &'a Self)
        requires
            self.loc() == other.loc(),
        ensures
            out.loc() == self.loc(),
            incl(self.value(), out.value()) || self.value() == out.value(),
            incl(other.value(), out.value()) || other.value() == out.value(),
    {
        use_type_invariant(self);
        use_type_invariant(other);
        let tracked both = self.part.join_shared(&other.part);
        lemma_incl_opt_rev(self.value(), both.value()->0);
        lemma_incl_opt_rev(other.value(), both.value()->0);
        Self::of_part(both)
    }

    /// A part of what is shared.
    pub proof fn weaken(tracked &self, target: RA) -> (tracked out: &Self)
        requires
            incl(target, self.value()),
        ensures
            out.loc() == self.loc(),
            out.value() == target,
    {
        use_type_invariant(self);
        lemma_incl_opt(target, self.value());
        Self::of_part(self.part.weaken(Some(target)))
    }

    /// A part that can be there twice.
    pub proof fn duplicate_previous(tracked &self, value: RA) -> (tracked out: Self)
        requires
            frame_preserving_update_opt(self.value(), RA::op(value, self.value())),
        ensures
            out.loc() == self.loc(),
            out.value() == value,
    {
        use_type_invariant(self);
        Resource { part: self.part.duplicate_previous(Some(value)) }
    }

    /// A part of all that is shared, when it is a part of all that both are parts of.
    pub proof fn join_shared_to_target<'a>(
        tracked &'a self,
        tracked other: &'a Self,
        target: RA,
    ) -> (tracked out: &'a Self)
        requires
            self.loc() == other.loc(),
            conjunct_shared(Some(self.value()), Some(other.value()), Some(target)),
        ensures
            out.loc() == self.loc(),
            out.value() == target,
    {
        use_type_invariant(self);
        use_type_invariant(other);
        Self::of_part(self.part.join_shared_to_target(&other.part, Some(target)))
    }
}

} // verus!
