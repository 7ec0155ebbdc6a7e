//! Strategies of fields that only grow, whose tokens can be there twice.
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

/// What one owner knows of a value that does not change.
pub enum Same<V> {
    /// Nothing.
    Nothing,
    /// The value.
    Value(V),
    /// What two different ones would be.
    Differs,
}

impl<V> Same<V> {
    /// Parts put together.
    pub open spec fn op(self, other: Self) -> Self {
        match (self, other) {
            (Same::Nothing, _) => other,
            (_, Same::Nothing) => self,
            _ => if self == other {
                self
            } else {
                Same::Differs
            },
        }
    }
}

/// `constant`: any number of tokens with the value, which does not change.
pub struct Constant<V> {
    v: V,
}

impl<V> Strategy for Constant<V> {
    type Part = Same<V>;
    type Field = V;
    type Rest = V;

    open spec fn op(a: Same<V>, b: Same<V>) -> Same<V> {
        a.op(b)
    }

    open spec fn unit() -> Same<V> {
        Same::Nothing
    }

    open spec fn whole(field: V) -> Same<V> {
        Same::Value(field)
    }

    open spec fn whole_rest(rest: V) -> Same<V> {
        Same::Value(rest)
    }

    open spec fn may_remove(part: Same<V>) -> bool {
        part is Nothing
    }

    open spec fn holds(field: V, part: Same<V>) -> bool {
        part is Nothing || part == Same::Value(field)
    }

    open spec fn remove(field: V, part: Same<V>) -> V {
        field
    }

    open spec fn rest_holds(rest: V, part: Same<V>) -> bool {
        part is Nothing || part == Same::Value(rest)
    }

    open spec fn may_add(rest: V, part: Same<V>) -> bool {
        part is Nothing || part == Same::Value(rest)
    }

    open spec fn add(rest: V, part: Same<V>) -> V {
        rest
    }

    proof fn associative(a: Same<V>, b: Same<V>, c: Same<V>) {
    }

    proof fn commutative(a: Same<V>, b: Same<V>) {
    }

    proof fn op_unit(a: Same<V>) {
    }

    proof fn removes(field: V, part: Same<V>, others: Same<V>) {
    }

    proof fn shows(rest: V, part: Same<V>, others: Same<V>) {
    }

    proof fn adds(rest: V, part: Same<V>) {
    }
}

/// `persistent_option`: any number of tokens with the value, once it is there.
pub struct Settled<V> {
    v: V,
}

impl<V> Strategy for Settled<V> {
    type Part = Same<V>;
    type Field = Option<V>;
    type Rest = Option<V>;

    open spec fn op(a: Same<V>, b: Same<V>) -> Same<V> {
        a.op(b)
    }

    open spec fn unit() -> Same<V> {
        Same::Nothing
    }

    open spec fn whole(field: Option<V>) -> Same<V> {
        match field {
            Some(v) => Same::Value(v),
            None => Same::Nothing,
        }
    }

    open spec fn whole_rest(rest: Option<V>) -> Same<V> {
        match rest {
            Some(v) => Same::Value(v),
            None => Same::Nothing,
        }
    }

    open spec fn may_remove(part: Same<V>) -> bool {
        part is Nothing
    }

    open spec fn holds(field: Option<V>, part: Same<V>) -> bool {
        match part {
            Same::Nothing => true,
            Same::Value(v) => field == Some(v),
            Same::Differs => false,
        }
    }

    open spec fn remove(field: Option<V>, part: Same<V>) -> Option<V> {
        field
    }

    open spec fn rest_holds(rest: Option<V>, part: Same<V>) -> bool {
        match part {
            Same::Nothing => true,
            Same::Value(v) => rest == Some(v),
            Same::Differs => false,
        }
    }

    open spec fn may_add(rest: Option<V>, part: Same<V>) -> bool {
        match part {
            Same::Nothing => true,
            Same::Value(v) => rest is None || rest == Some(v),
            Same::Differs => false,
        }
    }

    open spec fn add(rest: Option<V>, part: Same<V>) -> Option<V> {
        match part {
            Same::Value(v) => Some(v),
            _ => rest,
        }
    }

    proof fn associative(a: Same<V>, b: Same<V>, c: Same<V>) {
    }

    proof fn commutative(a: Same<V>, b: Same<V>) {
    }

    proof fn op_unit(a: Same<V>) {
    }

    proof fn removes(field: Option<V>, part: Same<V>, others: Same<V>) {
    }

    proof fn shows(rest: Option<V>, part: Same<V>, others: Same<V>) {
    }

    proof fn adds(rest: Option<V>, part: Same<V>) {
    }
}

/// `persistent_bool`: any number of tokens, once the field is true.
pub struct Raised;

impl Strategy for Raised {
    type Part = bool;
    type Field = bool;
    type Rest = bool;

    open spec fn op(a: bool, b: bool) -> bool {
        a || b
    }

    open spec fn unit() -> bool {
        false
    }

    open spec fn whole(field: bool) -> bool {
        field
    }

    open spec fn whole_rest(rest: bool) -> bool {
        rest
    }

    open spec fn may_remove(part: bool) -> bool {
        !part
    }

    open spec fn holds(field: bool, part: bool) -> bool {
        part ==> field
    }

    open spec fn remove(field: bool, part: bool) -> bool {
        field
    }

    open spec fn rest_holds(rest: bool, part: bool) -> bool {
        part ==> rest
    }

    open spec fn may_add(rest: bool, part: bool) -> bool {
        true
    }

    open spec fn add(rest: bool, part: bool) -> bool {
        rest || part
    }

    proof fn associative(a: bool, b: bool, c: bool) {
    }

    proof fn commutative(a: bool, b: bool) {
    }

    proof fn op_unit(a: bool) {
    }

    proof fn removes(field: bool, part: bool, others: bool) {
    }

    proof fn shows(rest: bool, part: bool, others: bool) {
    }

    proof fn adds(rest: bool, part: bool) {
    }
}

/// `persistent_count`: a token with any number up to that of the field.
pub struct AtLeast;

impl Strategy for AtLeast {
    type Part = nat;
    type Field = nat;
    type Rest = nat;

    open spec fn op(a: nat, b: nat) -> nat {
        if a < b {
            b
        } else {
            a
        }
    }

    open spec fn unit() -> nat {
        0
    }

    open spec fn whole(field: nat) -> nat {
        field
    }

    open spec fn whole_rest(rest: nat) -> nat {
        rest
    }

    open spec fn may_remove(part: nat) -> bool {
        part == 0
    }

    open spec fn holds(field: nat, part: nat) -> bool {
        part <= field
    }

    open spec fn remove(field: nat, part: nat) -> nat {
        field
    }

    open spec fn rest_holds(rest: nat, part: nat) -> bool {
        part <= rest
    }

    open spec fn may_add(rest: nat, part: nat) -> bool {
        true
    }

    open spec fn add(rest: nat, part: nat) -> nat {
        if rest < part {
            part
        } else {
            rest
        }
    }

    proof fn associative(a: nat, b: nat, c: nat) {
    }

    proof fn commutative(a: nat, b: nat) {
    }

    proof fn op_unit(a: nat) {
    }

    proof fn removes(field: nat, part: nat, others: nat) {
    }

    proof fn shows(rest: nat, part: nat, others: nat) {
    }

    proof fn adds(rest: nat, part: nat) {
    }
}

/// `persistent_set`: any number of tokens for each member.
pub struct Seen<T> {
    t: T,
}

impl<T> Strategy for Seen<T> {
    type Part = ISet<T>;
    type Field = ISet<T>;
    type Rest = ISet<T>;

    open spec fn op(a: ISet<T>, b: ISet<T>) -> ISet<T> {
        a.union(b)
    }

    open spec fn unit() -> ISet<T> {
        ISet::empty()
    }

    open spec fn whole(field: ISet<T>) -> ISet<T> {
        field
    }

    open spec fn whole_rest(rest: ISet<T>) -> ISet<T> {
        rest
    }

    open spec fn may_remove(part: ISet<T>) -> bool {
        part == ISet::<T>::empty()
    }

    open spec fn holds(field: ISet<T>, part: ISet<T>) -> bool {
        part.subset_of(field)
    }

    open spec fn remove(field: ISet<T>, part: ISet<T>) -> ISet<T> {
        field
    }

    open spec fn rest_holds(rest: ISet<T>, part: ISet<T>) -> bool {
        part.subset_of(rest)
    }

    open spec fn may_add(rest: ISet<T>, part: ISet<T>) -> bool {
        true
    }

    open spec fn add(rest: ISet<T>, part: ISet<T>) -> ISet<T> {
        rest.union(part)
    }

    proof fn associative(a: ISet<T>, b: ISet<T>, c: ISet<T>) {
        assert(a.union(b.union(c)) =~= a.union(b).union(c));
    }

    proof fn commutative(a: ISet<T>, b: ISet<T>) {
        assert(a.union(b) =~= b.union(a));
    }

    proof fn op_unit(a: ISet<T>) {
        assert(a.union(ISet::empty()) =~= a);
    }

    proof fn removes(field: ISet<T>, part: ISet<T>, others: ISet<T>) {
        assert(ISet::<T>::empty().union(others) =~= others);
    }

    proof fn shows(rest: ISet<T>, part: ISet<T>, others: ISet<T>) {
    }

    proof fn adds(rest: ISet<T>, part: ISet<T>) {
        assert(rest.union(part) =~= part.union(rest));
    }
}

/// What is known of a map that only grows.
#[verifier::reject_recursive_types(K)]
pub enum Facts<K, V> {
    /// These entries.
    Facts(IMap<K, V>),
    /// What two values of a key would be.
    Differ,
}

/// `persistent_map`: any number of tokens for each key.
pub struct Learned<K, V> {
    k: K,
    v: V,
}

impl<K, V> Strategy for Learned<K, V> {
    type Part = Facts<K, V>;
    type Field = IMap<K, V>;
    type Rest = IMap<K, V>;

    open spec fn op(a: Facts<K, V>, b: Facts<K, V>) -> Facts<K, V> {
        match (a, b) {
            (Facts::Facts(m), Facts::Facts(n)) if m.agrees(n) => Facts::Facts(m.union_prefer_right(n)),
            _ => Facts::Differ,
        }
    }

    open spec fn unit() -> Facts<K, V> {
        Facts::Facts(IMap::empty())
    }

    open spec fn whole(field: IMap<K, V>) -> Facts<K, V> {
        Facts::Facts(field)
    }

    open spec fn whole_rest(rest: IMap<K, V>) -> Facts<K, V> {
        Facts::Facts(rest)
    }

    open spec fn may_remove(part: Facts<K, V>) -> bool {
        part == Facts::Facts(IMap::<K, V>::empty())
    }

    open spec fn holds(field: IMap<K, V>, part: Facts<K, V>) -> bool {
        part matches Facts::Facts(m) && m.submap_of(field)
    }

    open spec fn remove(field: IMap<K, V>, part: Facts<K, V>) -> IMap<K, V> {
        field
    }

    open spec fn rest_holds(rest: IMap<K, V>, part: Facts<K, V>) -> bool {
        part matches Facts::Facts(m) && m.submap_of(rest)
    }

    open spec fn may_add(rest: IMap<K, V>, part: Facts<K, V>) -> bool {
        part matches Facts::Facts(m) && m.agrees(rest)
    }

    open spec fn add(rest: IMap<K, V>, part: Facts<K, V>) -> IMap<K, V> {
        rest.union_prefer_right(part->Facts_0)
    }

    proof fn associative(a: Facts<K, V>, b: Facts<K, V>, c: Facts<K, V>) {
        if let (Facts::Facts(l), Facts::Facts(m), Facts::Facts(n)) = (a, b, c) {
            let (first, last) = (l.union_prefer_right(m), m.union_prefer_right(n));
            if l.agrees(m) && first.agrees(n) {
                assert forall|k: K| #[trigger] m.dom().contains(k) && n.dom().contains(k) implies m[k] == n[k] by {
                    assert(first.dom().contains(k) && first[k] == m[k]);
                }
                assert forall|k: K| #[trigger] l.dom().contains(k) && last.dom().contains(k) implies l[k] == last[k] by {
                    assert(first.dom().contains(k) && first[k] == (if m.dom().contains(k) { m[k] } else { l[k] }));
                }
                assert(m.agrees(n) && l.agrees(last));
            }
            if m.agrees(n) && l.agrees(last) {
                assert forall|k: K| #[trigger] l.dom().contains(k) && m.dom().contains(k) implies l[k] == m[k] by {
                    assert(last.dom().contains(k) && last[k] == m[k]);
                }
                assert forall|k: K| #[trigger] first.dom().contains(k) && n.dom().contains(k) implies first[k] == n[k] by {
                    assert(last.dom().contains(k) && last[k] == n[k]);
                }
                assert(l.agrees(m) && first.agrees(n));
            }
            assert(first.union_prefer_right(n) =~= l.union_prefer_right(last));
        }
    }

    proof fn commutative(a: Facts<K, V>, b: Facts<K, V>) {
        if let (Facts::Facts(m), Facts::Facts(n)) = (a, b) {
            assert(m.agrees(n) == n.agrees(m));
            if m.agrees(n) {
                assert(m.union_prefer_right(n) =~= n.union_prefer_right(m));
            }
        }
    }

    proof fn op_unit(a: Facts<K, V>) {
        if let Facts::Facts(m) = a {
            assert(m.union_prefer_right(IMap::empty()) =~= m);
        }
    }

    proof fn removes(field: IMap<K, V>, part: Facts<K, V>, others: Facts<K, V>) {
        let (m, n) = (part->Facts_0, others->Facts_0);
        assert(field == m.union_prefer_right(n));
        assert(IMap::<K, V>::empty().union_prefer_right(n) =~= n);
        assert(m.submap_of(field));
    }

    proof fn shows(rest: IMap<K, V>, part: Facts<K, V>, others: Facts<K, V>) {
        let (m, n) = (part->Facts_0, others->Facts_0);
        assert(rest == m.union_prefer_right(n));
        assert(m.submap_of(rest));
    }

    proof fn adds(rest: IMap<K, V>, part: Facts<K, V>) {
        let m = part->Facts_0;
        assert(rest.union_prefer_right(m) =~= m.union_prefer_right(rest));
    }
}

} // verus!
