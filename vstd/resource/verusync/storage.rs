//! Strategies of fields that store values.
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

/// A machine that stores nothing.
pub struct StoredNothing;

impl Store for StoredNothing {
    type Field = ();
    type Key = ();
    type Value = ();

    open spec fn stored(field: ()) -> IMap<(), ()> {
        IMap::empty()
    }

    open spec fn may_deposit(field: (), values: IMap<(), ()>) -> bool {
        values == IMap::<(), ()>::empty()
    }

    open spec fn deposit(field: (), values: IMap<(), ()>) -> () {
        ()
    }

    open spec fn may_withdraw(field: (), values: IMap<(), ()>) -> bool {
        values == IMap::<(), ()>::empty()
    }

    open spec fn withdraw(field: (), values: IMap<(), ()>) -> () {
        ()
    }

    open spec fn may_guard(field: (), values: IMap<(), ()>) -> bool {
        values == IMap::<(), ()>::empty()
    }

    proof fn deposits(field: (), values: IMap<(), ()>) {
        assert(Self::stored(field).union_prefer_right(values) =~= Self::stored(field));
    }

    proof fn withdraws(field: (), values: IMap<(), ()>) {
        assert(Self::stored(field).remove_keys(values.dom()) =~= Self::stored(field));
    }

    proof fn guards(field: (), values: IMap<(), ()>) {
    }
}

/// `storage_option`: one value or none. Its name is `()`.
pub struct StoredOption<V> {
    v: V,
}

/// A value that may be there, by its name.
pub open spec fn by_name<V>(field: Option<V>) -> IMap<(), V> {
    match field {
        Some(v) => IMap::empty().insert((), v),
        None => IMap::empty(),
    }
}

impl<V> Store for StoredOption<V> {
    type Field = Option<V>;
    type Key = ();
    type Value = V;

    open spec fn stored(field: Option<V>) -> IMap<(), V> {
        by_name(field)
    }

    open spec fn may_deposit(field: Option<V>, values: IMap<(), V>) -> bool {
        values.dom().contains(()) ==> field is None
    }

    open spec fn deposit(field: Option<V>, values: IMap<(), V>) -> Option<V> {
        if values.dom().contains(()) {
            Some(values[()])
        } else {
            field
        }
    }

    open spec fn may_withdraw(field: Option<V>, values: IMap<(), V>) -> bool {
        values.dom().contains(()) ==> field == Some(values[()])
    }

    open spec fn withdraw(field: Option<V>, values: IMap<(), V>) -> Option<V> {
        if values.dom().contains(()) {
            None
        } else {
            field
        }
    }

    open spec fn may_guard(field: Option<V>, values: IMap<(), V>) -> bool {
        values.dom().contains(()) ==> field == Some(values[()])
    }

    proof fn deposits(field: Option<V>, values: IMap<(), V>) {
        assert(Self::stored(Self::deposit(field, values)) =~= Self::stored(field).union_prefer_right(values));
    }

    proof fn withdraws(field: Option<V>, values: IMap<(), V>) {
        assert(Self::stored(Self::withdraw(field, values)) =~= Self::stored(field).remove_keys(values.dom()));
    }

    proof fn guards(field: Option<V>, values: IMap<(), V>) {
    }
}

/// `storage_map`: values by their keys.
pub struct StoredMap<K, V> {
    k: K,
    v: V,
}

impl<K, V> Store for StoredMap<K, V> {
    type Field = IMap<K, V>;
    type Key = K;
    type Value = V;

    open spec fn stored(field: IMap<K, V>) -> IMap<K, V> {
        field
    }

    open spec fn may_deposit(field: IMap<K, V>, values: IMap<K, V>) -> bool {
        field.dom().disjoint(values.dom())
    }

    open spec fn deposit(field: IMap<K, V>, values: IMap<K, V>) -> IMap<K, V> {
        field.union_prefer_right(values)
    }

    open spec fn may_withdraw(field: IMap<K, V>, values: IMap<K, V>) -> bool {
        values.submap_of(field)
    }

    open spec fn withdraw(field: IMap<K, V>, values: IMap<K, V>) -> IMap<K, V> {
        field.remove_keys(values.dom())
    }

    open spec fn may_guard(field: IMap<K, V>, values: IMap<K, V>) -> bool {
        values.submap_of(field)
    }

    proof fn deposits(field: IMap<K, V>, values: IMap<K, V>) {
    }

    proof fn withdraws(field: IMap<K, V>, values: IMap<K, V>) {
    }

    proof fn guards(field: IMap<K, V>, values: IMap<K, V>) {
    }
}

} // verus!
