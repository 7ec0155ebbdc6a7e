//! Storage protocols: ghost state that keeps tracked values for all who hold a part.
//!
//! The parts of a protocol, put together, say what is stored. A part that guards a stored value lets its holder look at
//! the value; a change of a part may put values in or take them out, if the parts of others allow it.
// @when resource
//!
//! trusted: a location has a whole that can exist and stores what the protocol says for it, and every resource of
//! the location is a part; the laws are proved by every implementation.

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::iset_lib::*;
#[allow(unused_imports)]
use crate::resource::Loc;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(not(feature = "alloc"))]
use crate::without_alloc::Arc;
#[cfg(feature = "alloc")]
use std::sync::Arc;

verus! {

broadcast use {group_iset_lemmas, group_imap_lemmas};

/// Its value is a part of what is at its location.
#[verifier::external_body]
#[verifier::accept_recursive_types(K)]
#[verifier::accept_recursive_types(P)]
#[verifier::accept_recursive_types(V)]
pub tracked struct StorageResource<K, V, P> {
    p: core::marker::PhantomData<(K, V, P)>,
    /// Threads that have parts may all look at what is stored, so parts go to other threads only if it may be shared and sent.
    stored: core::marker::PhantomData<Arc<(K, V)>>,
    /// A value that one part stores, another one withdraws: so both are of the same type, with the same lifetimes.
    same: core::marker::PhantomData<fn(V) -> V>,
}

/// Values that can be put together, and what is stored for them.
pub trait Protocol<K, V>: Sized {
    /// Two values put together.
    spec fn op(self, other: Self) -> Self;

    /// Whether a whole can exist, with these values stored.
    spec fn rel(self, s: IMap<K, V>) -> bool;

    /// Nothing.
    spec fn unit() -> Self;

    /// The order does not matter.
    proof fn commutative(a: Self, b: Self)
        ensures
            Self::op(a, b) == Self::op(b, a),
    ;

    /// Brackets do not matter.
    proof fn associative(a: Self, b: Self, c: Self)
        ensures
            Self::op(a, Self::op(b, c)) == Self::op(Self::op(a, b), c),
    ;

    /// Nothing adds nothing.
    proof fn op_unit(a: Self)
        ensures
            Self::op(a, Self::unit()) == a,
    ;
}

/// Whether `a` is a part of `b`.
pub open spec fn incl<K, V, P: Protocol<K, V>>(a: P, b: P) -> bool {
    exists|c: P| #[trigger] P::op(a, c) == b
}

/// Whether `b` is stored, whatever others have.
pub open spec fn guards<K, V, P: Protocol<K, V>>(p: P, b: IMap<K, V>) -> bool {
    forall|q: P, t: IMap<K, V>| #[trigger] P::rel(P::op(p, q), t) ==> b.submap_of(t)
}

/// Whether, whatever others have, `p2` can take the place of `p1` when `b1` is put in and `b2` is taken out.
pub open spec fn exchanges<K, V, P: Protocol<K, V>>(p1: P, b1: IMap<K, V>, p2: P, b2: IMap<K, V>) -> bool {
    forall|q: P, t1: IMap<K, V>| #[trigger]
        P::rel(P::op(p1, q), t1) ==> {
            &&& P::rel(P::op(p2, q), t1.union_prefer_right(b1).remove_keys(b2.dom()))
            &&& t1.dom().disjoint(b1.dom())
            &&& b2.submap_of(t1.union_prefer_right(b1))
        }
}

/// Whether, whatever others have, one of `new_values` can take the place of `p1` when `s1` is put in.
pub open spec fn exchanges_nondeterministic<K, V, P: Protocol<K, V>>(
    p1: P,
    s1: IMap<K, V>,
    new_values: ISet<(P, IMap<K, V>)>,
) -> bool {
    forall|q: P, t1: IMap<K, V>| #[trigger]
        P::rel(P::op(p1, q), t1) ==> exists|p2: P, s2: IMap<K, V>, t2: IMap<K, V>|
            #![trigger new_values.contains((p2, s2)), P::rel(P::op(p2, q), t2)]
            {
                &&& new_values.contains((p2, s2))
                &&& P::rel(P::op(p2, q), t2)
                &&& t1.dom().disjoint(s1.dom())
                &&& t2.dom().disjoint(s2.dom())
                &&& t1.union_prefer_right(s1) =~= t2.union_prefer_right(s2)
            }
}

/// Whether, whatever others have, `p2` can take the place of `p1` when `b1` is put in.
pub open spec fn deposits<K, V, P: Protocol<K, V>>(p1: P, b1: IMap<K, V>, p2: P) -> bool {
    forall|q: P, t1: IMap<K, V>| #[trigger]
        P::rel(P::op(p1, q), t1) ==> {
            &&& P::rel(P::op(p2, q), t1.union_prefer_right(b1))
            &&& t1.dom().disjoint(b1.dom())
        }
}

/// Whether, whatever others have, `p2` can take the place of `p1` when `b2` is taken out.
pub open spec fn withdraws<K, V, P: Protocol<K, V>>(p1: P, p2: P, b2: IMap<K, V>) -> bool {
    forall|q: P, t1: IMap<K, V>| #[trigger]
        P::rel(P::op(p1, q), t1) ==> {
            &&& P::rel(P::op(p2, q), t1.remove_keys(b2.dom()))
            &&& b2.submap_of(t1)
        }
}

/// Whether, whatever others have, `p2` can take the place of `p1`.
pub open spec fn updates<K, V, P: Protocol<K, V>>(p1: P, p2: P) -> bool {
    forall|q: P, t1: IMap<K, V>| #[trigger] P::rel(P::op(p1, q), t1) ==> P::rel(P::op(p2, q), t1)
}

/// The values of `s`, each put together with `t`.
pub open spec fn set_op<K, V, P: Protocol<K, V>>(s: ISet<(P, IMap<K, V>)>, t: P) -> ISet<(P, IMap<K, V>)> {
    s.map(|q: (P, IMap<K, V>)| (P::op(q.0, t), q.1))
}

impl<K, V, P: Protocol<K, V>> StorageResource<K, V, P> {
    /// The part that it stands for.
    pub uninterp spec fn value(self) -> P;

    /// Where it is a part.
    pub uninterp spec fn loc(self) -> Loc;

    /// A new location with a value, and with what is stored for it.
    pub axiom fn alloc(p: P, tracked s: IMap<K, V>) -> (tracked out: Self)
        requires
            P::rel(p, s),
        ensures
            out.value() == p,
    ;

    /// Two parts put together.
    pub axiom fn join(tracked a: Self, tracked b: Self) -> (tracked out: Self)
        requires
            a.loc() == b.loc(),
        ensures
            out.loc() == a.loc(),
            out.value() == P::op(a.value(), b.value()),
    ;

    /// A part taken apart.
    pub axiom fn split(tracked self, a_value: P, b_value: P) -> (tracked out: (Self, Self))
        requires
            self.value() == P::op(a_value, b_value),
        ensures
            out.0.loc() == self.loc(),
            out.1.loc() == self.loc(),
            out.0.value() == a_value,
            out.1.value() == b_value,
    ;

    /// What is there is a part of a whole that can exist.
    pub axiom fn validate(tracked self: &Self) -> (out: (P, IMap<K, V>))
        ensures
            ({
                let (q, t) = out;
                P::rel(P::op(self.value(), q), t)
            }),
    ;

    /// A look at what is stored.
    pub axiom fn guard(tracked p: &Self, s_value: IMap<K, V>) -> (tracked s: &IMap<K, V>)
        requires
            guards(p.value(), s_value),
        ensures
            *s == s_value,
    ;

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

    /// What is there, together with what is shared, is a part of a whole that can exist.
    pub axiom fn validate_with_shared(tracked self: &mut Self, tracked x: &Self) -> (res: (P, IMap<K, V>))
        requires
            old(self).loc() == x.loc(),
        ensures
            *final(self) == *old(self),
            ({
                let (q, t) = res;
                P::rel(P::op(P::op(final(self).value(), x.value()), q), t)
            }),
    ;

    /// A change that nobody sees, given what is shared.
    pub axiom fn exchange_nondeterministic_with_shared(
        tracked p: Self,
        tracked x: &Self,
        tracked s: IMap<K, V>,
        new_values: ISet<(P, IMap<K, V>)>,
    ) -> (tracked out: (Self, IMap<K, V>))
        requires
            p.loc() == x.loc(),
            exchanges_nondeterministic(P::op(p.value(), x.value()), s, set_op(new_values, x.value())),
        ensures
            ({
                let (new_p, new_s) = out;
                new_p.loc() == p.loc() && new_values.contains((new_p.value(), new_s))
            }),
    ;

    /// A change that nobody sees, to one of several values.
    pub proof fn exchange_nondeterministic(
        tracked p: Self,
        tracked s: IMap<K, V>,
        new_values: ISet<(P, IMap<K, V>)>,
    ) -> (tracked out: (Self, IMap<K, V>))
        requires
            exchanges_nondeterministic(p.value(), s, new_values),
        ensures
            ({
                let (new_p, new_s) = out;
                new_p.loc() == p.loc() && new_values.contains((new_p.value(), new_s))
            }),
    {
        P::op_unit(p.value());
        let tracked (part, nothing) = p.split(p.value(), P::unit());
        assert(set_op(new_values, P::unit()) =~= new_values) by {
            let f = |q: (P, IMap<K, V>)| (P::op(q.0, P::unit()), q.1);
            assert forall|v: (P, IMap<K, V>)| #[trigger] set_op(new_values, P::unit()).contains(v)
                == new_values.contains(v) by {
                P::op_unit(v.0);
                assert(f(v) == v);
                if set_op(new_values, P::unit()).contains(v) {
                    let q = choose|q: (P, IMap<K, V>)| #[trigger] new_values.contains(q) && v == f(q);
                    P::op_unit(q.0);
                }
            }
        }
        Self::exchange_nondeterministic_with_shared(part, &nothing, s, new_values)
    }

    /// A change that nobody sees: some values are put in, others taken out.
    pub proof fn exchange(
        tracked p: Self,
        tracked s: IMap<K, V>,
        new_p_value: P,
        new_s_value: IMap<K, V>,
    ) -> (tracked out: (Self, IMap<K, V>))
        requires
            exchanges(p.value(), s, new_p_value, new_s_value),
        ensures
            ({
                let (new_p, new_s) = out;
                new_p.loc() == p.loc() && new_p.value() == new_p_value && new_s == new_s_value
            }),
    {
        let new_values = ISet::<(P, IMap<K, V>)>::empty().insert((new_p_value, new_s_value));
        let old_value = p.value();
        assert forall|q: P, t1: IMap<K, V>| #[trigger] P::rel(P::op(old_value, q), t1) implies exists|
            p2: P,
            s2: IMap<K, V>,
            t2: IMap<K, V>,
        |
            #![trigger new_values.contains((p2, s2)), P::rel(P::op(p2, q), t2)]
            {
                &&& new_values.contains((p2, s2))
                &&& P::rel(P::op(p2, q), t2)
                &&& t1.dom().disjoint(s.dom())
                &&& t2.dom().disjoint(s2.dom())
                &&& t1.union_prefer_right(s) =~= t2.union_prefer_right(s2)
            } by {
            let t2 = t1.union_prefer_right(s).remove_keys(new_s_value.dom());
            assert(new_values.contains((new_p_value, new_s_value)));
            assert(P::rel(P::op(new_p_value, q), t2));
            assert(t1.union_prefer_right(s) =~= t2.union_prefer_right(new_s_value));
        }
        Self::exchange_nondeterministic(p, s, new_values)
    }

    /// A change that nobody sees: values are put in.
    pub proof fn deposit(tracked self, tracked base: IMap<K, V>, new_value: P) -> (tracked out: Self)
        requires
            deposits(self.value(), base, new_value),
        ensures
            out.loc() == self.loc(),
            out.value() == new_value,
    {
        let nothing = IMap::<K, V>::empty();
        let old_value = self.value();
        assert forall|q: P, t1: IMap<K, V>| #[trigger] P::rel(P::op(old_value, q), t1) implies {
            &&& P::rel(P::op(new_value, q), t1.union_prefer_right(base).remove_keys(nothing.dom()))
            &&& t1.dom().disjoint(base.dom())
            &&& nothing.submap_of(t1.union_prefer_right(base))
        } by {
            assert(t1.union_prefer_right(base).remove_keys(nothing.dom()) =~= t1.union_prefer_right(base));
        }
        let tracked (out, _rest) = Self::exchange(self, base, new_value, nothing);
        out
    }

    /// A change that nobody sees: values are taken out.
    pub proof fn withdraw(tracked self, new_value: P, new_base: IMap<K, V>) -> (tracked out: (Self, IMap<K, V>))
        requires
            withdraws(self.value(), new_value, new_base),
        ensures
            out.0.loc() == self.loc(),
            out.0.value() == new_value,
            out.1 == new_base,
    {
        let tracked nothing = IMap::<K, V>::tracked_empty();
        let old_value = self.value();
        assert forall|q: P, t1: IMap<K, V>| #[trigger] P::rel(P::op(old_value, q), t1) implies {
            &&& P::rel(P::op(new_value, q), t1.union_prefer_right(nothing).remove_keys(new_base.dom()))
            &&& t1.dom().disjoint(nothing.dom())
            &&& new_base.submap_of(t1.union_prefer_right(nothing))
        } by {
            assert(t1.union_prefer_right(nothing) =~= t1);
        }
        Self::exchange(self, nothing, new_value, new_base)
    }

    /// A change that nobody sees, and that leaves what is stored.
    pub proof fn update(tracked self, new_value: P) -> (tracked out: Self)
        requires
            updates(self.value(), new_value),
        ensures
            out.loc() == self.loc(),
            out.value() == new_value,
    {
        let tracked nothing = IMap::<K, V>::tracked_empty();
        let old_value = self.value();
        assert forall|q: P, t1: IMap<K, V>| #[trigger] P::rel(P::op(old_value, q), t1) implies {
            &&& P::rel(P::op(new_value, q), t1.union_prefer_right(nothing))
            &&& t1.dom().disjoint(nothing.dom())
        } by {
            assert(t1.union_prefer_right(nothing) =~= t1);
        }
        self.deposit(nothing, new_value)
    }

    /// A change that nobody sees, given what is shared: some values are put in, others taken out.
    pub proof fn exchange_with_shared(
        tracked p: Self,
        tracked x: &Self,
        tracked s: IMap<K, V>,
        new_p_value: P,
        new_s_value: IMap<K, V>,
    ) -> (tracked out: (Self, IMap<K, V>))
        requires
            p.loc() == x.loc(),
            exchanges(P::op(p.value(), x.value()), s, P::op(new_p_value, x.value()), new_s_value),
        ensures
            out.0.loc() == p.loc(),
            out.0.value() == new_p_value,
            out.1 == new_s_value,
    {
        let new_values = ISet::<(P, IMap<K, V>)>::empty().insert((new_p_value, new_s_value));
        let wholes = set_op(new_values, x.value());
        let old_whole = P::op(p.value(), x.value());
        let new_whole = P::op(new_p_value, x.value());
        assert(new_values.contains((new_p_value, new_s_value)));
        assert(wholes.contains((new_whole, new_s_value)));
        assert forall|q: P, t1: IMap<K, V>| #[trigger] P::rel(P::op(old_whole, q), t1) implies exists|
            p2: P,
            s2: IMap<K, V>,
            t2: IMap<K, V>,
        |
            #![trigger wholes.contains((p2, s2)), P::rel(P::op(p2, q), t2)]
            {
                &&& wholes.contains((p2, s2))
                &&& P::rel(P::op(p2, q), t2)
                &&& t1.dom().disjoint(s.dom())
                &&& t2.dom().disjoint(s2.dom())
                &&& t1.union_prefer_right(s) =~= t2.union_prefer_right(s2)
            } by {
            let t2 = t1.union_prefer_right(s).remove_keys(new_s_value.dom());
            assert(P::rel(P::op(new_whole, q), t2));
            assert(t1.union_prefer_right(s) =~= t2.union_prefer_right(new_s_value));
        }
        Self::exchange_nondeterministic_with_shared(p, x, s, new_values)
    }
}

} // verus!
