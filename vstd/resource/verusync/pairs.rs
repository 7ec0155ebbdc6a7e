//! Two fields as one.
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
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_imap_lemmas};

/// Two fields with tokens.
pub struct Both<A, B> {
    a: A,
    b: B,
}

impl<A: Strategy, B: Strategy> Strategy for Both<A, B> {
    type Part = (A::Part, B::Part);
    type Field = (A::Field, B::Field);
    type Rest = (A::Rest, B::Rest);

    open spec fn op(a: (A::Part, B::Part), b: (A::Part, B::Part)) -> (A::Part, B::Part) {
        (A::op(a.0, b.0), B::op(a.1, b.1))
    }

    open spec fn unit() -> (A::Part, B::Part) {
        (A::unit(), B::unit())
    }

    open spec fn whole(field: (A::Field, B::Field)) -> (A::Part, B::Part) {
        (A::whole(field.0), B::whole(field.1))
    }

    open spec fn whole_rest(rest: (A::Rest, B::Rest)) -> (A::Part, B::Part) {
        (A::whole_rest(rest.0), B::whole_rest(rest.1))
    }

    open spec fn may_remove(part: (A::Part, B::Part)) -> bool {
        A::may_remove(part.0) && B::may_remove(part.1)
    }

    open spec fn holds(field: (A::Field, B::Field), part: (A::Part, B::Part)) -> bool {
        A::holds(field.0, part.0) && B::holds(field.1, part.1)
    }

    open spec fn remove(field: (A::Field, B::Field), part: (A::Part, B::Part)) -> (A::Rest, B::Rest) {
        (A::remove(field.0, part.0), B::remove(field.1, part.1))
    }

    open spec fn rest_holds(rest: (A::Rest, B::Rest), part: (A::Part, B::Part)) -> bool {
        A::rest_holds(rest.0, part.0) && B::rest_holds(rest.1, part.1)
    }

    open spec fn may_add(rest: (A::Rest, B::Rest), part: (A::Part, B::Part)) -> bool {
        A::may_add(rest.0, part.0) && B::may_add(rest.1, part.1)
    }

    open spec fn add(rest: (A::Rest, B::Rest), part: (A::Part, B::Part)) -> (A::Field, B::Field) {
        (A::add(rest.0, part.0), B::add(rest.1, part.1))
    }

    proof fn associative(a: (A::Part, B::Part), b: (A::Part, B::Part), c: (A::Part, B::Part)) {
        A::associative(a.0, b.0, c.0);
        B::associative(a.1, b.1, c.1);
    }

    proof fn commutative(a: (A::Part, B::Part), b: (A::Part, B::Part)) {
        A::commutative(a.0, b.0);
        B::commutative(a.1, b.1);
    }

    proof fn op_unit(a: (A::Part, B::Part)) {
        A::op_unit(a.0);
        B::op_unit(a.1);
    }

    proof fn removes(field: (A::Field, B::Field), part: (A::Part, B::Part), others: (A::Part, B::Part)) {
        A::removes(field.0, part.0, others.0);
        B::removes(field.1, part.1, others.1);
    }

    proof fn shows(rest: (A::Rest, B::Rest), part: (A::Part, B::Part), others: (A::Part, B::Part)) {
        A::shows(rest.0, part.0, others.0);
        B::shows(rest.1, part.1, others.1);
    }

    proof fn adds(rest: (A::Rest, B::Rest), part: (A::Part, B::Part)) {
        A::adds(rest.0, part.0);
        B::adds(rest.1, part.1);
    }
}

/// Something of the first field or of the second one.
pub enum Side<A, B> {
    /// Of the first.
    First(A),
    /// Of the second.
    Second(B),
}

/// Two fields that store values. A name says which field it belongs to.
pub struct StoredBoth<A, B> {
    a: A,
    b: B,
}

/// The values of two fields, each under the name of its field.
pub open spec fn sided<K, L, V, W>(a: IMap<K, V>, b: IMap<L, W>) -> IMap<Side<K, L>, Side<V, W>> {
    IMap::new(
        |k: Side<K, L>|
            match k {
                Side::First(k) => a.dom().contains(k),
                Side::Second(l) => b.dom().contains(l),
            },
        |k: Side<K, L>|
            match k {
                Side::First(k) => Side::First(a[k]),
                Side::Second(l) => Side::Second(b[l]),
            },
    )
}

/// The values under names of the first field.
pub open spec fn firsts<K, L, V, W>(m: IMap<Side<K, L>, Side<V, W>>) -> IMap<K, V> {
    IMap::new(|k: K| m.dom().contains(Side::First(k)), |k: K| m[Side::<K, L>::First(k)]->First_0)
}

/// The values under names of the second field.
pub open spec fn seconds<K, L, V, W>(m: IMap<Side<K, L>, Side<V, W>>) -> IMap<L, W> {
    IMap::new(|l: L| m.dom().contains(Side::Second(l)), |l: L| m[Side::<K, L>::Second(l)]->Second_0)
}

/// Whether each value is of the field of its name.
pub open spec fn is_sided<K, L, V, W>(m: IMap<Side<K, L>, Side<V, W>>) -> bool {
    forall|k: Side<K, L>| #[trigger] m.dom().contains(k) ==> (k is First == m[k] is First)
}

impl<A: Store, B: Store> Store for StoredBoth<A, B> {
    type Field = (A::Field, B::Field);
    type Key = Side<A::Key, B::Key>;
    type Value = Side<A::Value, B::Value>;

    open spec fn stored(field: (A::Field, B::Field)) -> IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>> {
        sided(A::stored(field.0), B::stored(field.1))
    }

    open spec fn may_deposit(
        field: (A::Field, B::Field),
        values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>,
    ) -> bool {
        is_sided(values) && A::may_deposit(field.0, firsts(values)) && B::may_deposit(field.1, seconds(values))
    }

    open spec fn deposit(
        field: (A::Field, B::Field),
        values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>,
    ) -> (A::Field, B::Field) {
        (A::deposit(field.0, firsts(values)), B::deposit(field.1, seconds(values)))
    }

    open spec fn may_withdraw(
        field: (A::Field, B::Field),
        values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>,
    ) -> bool {
        is_sided(values) && A::may_withdraw(field.0, firsts(values)) && B::may_withdraw(field.1, seconds(values))
    }

    open spec fn withdraw(
        field: (A::Field, B::Field),
        values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>,
    ) -> (A::Field, B::Field) {
        (A::withdraw(field.0, firsts(values)), B::withdraw(field.1, seconds(values)))
    }

    open spec fn may_guard(
        field: (A::Field, B::Field),
        values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>,
    ) -> bool {
        is_sided(values) && A::may_guard(field.0, firsts(values)) && B::may_guard(field.1, seconds(values))
    }

    proof fn deposits(field: (A::Field, B::Field), values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>) {
        A::deposits(field.0, firsts(values));
        B::deposits(field.1, seconds(values));
        assert forall|k: Side<A::Key, B::Key>| #[trigger] Self::stored(field).dom().contains(k) implies !values.dom().contains(k) by {
            match k {
                Side::First(k) => assert(firsts(values).dom().contains(k) == values.dom().contains(Side::First(k))),
                Side::Second(l) => assert(seconds(values).dom().contains(l) == values.dom().contains(Side::Second(l))),
            }
        }
        assert(Self::stored(Self::deposit(field, values)) =~= Self::stored(field).union_prefer_right(values));
    }

    proof fn withdraws(field: (A::Field, B::Field), values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>) {
        A::withdraws(field.0, firsts(values));
        B::withdraws(field.1, seconds(values));
        lemma_sided_submap(A::stored(field.0), B::stored(field.1), values);
        assert(Self::stored(Self::withdraw(field, values)) =~= Self::stored(field).remove_keys(values.dom()));
    }

    proof fn guards(field: (A::Field, B::Field), values: IMap<Side<A::Key, B::Key>, Side<A::Value, B::Value>>) {
        A::guards(field.0, firsts(values));
        B::guards(field.1, seconds(values));
        lemma_sided_submap(A::stored(field.0), B::stored(field.1), values);
    }
}

/// Values that each field has are values that both have.
proof fn lemma_sided_submap<K, L, V, W>(a: IMap<K, V>, b: IMap<L, W>, m: IMap<Side<K, L>, Side<V, W>>)
    requires
        is_sided(m),
        firsts(m).submap_of(a),
        seconds(m).submap_of(b),
    ensures
        m.submap_of(sided(a, b)),
{
    assert forall|k: Side<K, L>| #[trigger] m.dom().contains(k) implies sided(a, b).dom().contains(k) && m[k] == sided(a, b)[k] by {
        match k {
            Side::First(k) => assert(firsts(m).dom().contains(k)),
            Side::Second(l) => assert(seconds(m).dom().contains(l)),
        }
    }
}

} // verus!
