//! Strategies of fields with many values, each of which has one token.
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
use crate::multiset::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_imap_lemmas, group_multiset_axioms};

/// Keys of a map with their values.
#[verifier::reject_recursive_types(K)]
pub enum Entries<K, V> {
    /// These.
    Entries(IMap<K, V>),
    /// What a key twice would be.
    Twice,
}

/// `map`: a token for each key.
pub struct Keyed<K, V> {
    k: K,
    v: V,
}

impl<K, V> Strategy for Keyed<K, V> {
    type Part = Entries<K, V>;
    type Field = IMap<K, V>;
    type Rest = IMap<K, V>;

    open spec fn op(a: Entries<K, V>, b: Entries<K, V>) -> Entries<K, V> {
        match (a, b) {
            (Entries::Entries(m), Entries::Entries(n)) if m.dom().disjoint(n.dom()) => Entries::Entries(m.union_prefer_right(n)),
            _ => Entries::Twice,
        }
    }

    open spec fn unit() -> Entries<K, V> {
        Entries::Entries(IMap::empty())
    }

    open spec fn whole(field: IMap<K, V>) -> Entries<K, V> {
        Entries::Entries(field)
    }

    open spec fn whole_rest(rest: IMap<K, V>) -> Entries<K, V> {
        Entries::Entries(rest)
    }

    open spec fn may_remove(part: Entries<K, V>) -> bool {
        true
    }

    open spec fn holds(field: IMap<K, V>, part: Entries<K, V>) -> bool {
        part matches Entries::Entries(m) && m.submap_of(field)
    }

    open spec fn remove(field: IMap<K, V>, part: Entries<K, V>) -> IMap<K, V> {
        field.remove_keys(part->Entries_0.dom())
    }

    open spec fn rest_holds(rest: IMap<K, V>, part: Entries<K, V>) -> bool {
        part matches Entries::Entries(m) && m.submap_of(rest)
    }

    open spec fn may_add(rest: IMap<K, V>, part: Entries<K, V>) -> bool {
        part matches Entries::Entries(m) && m.dom().disjoint(rest.dom())
    }

    open spec fn add(rest: IMap<K, V>, part: Entries<K, V>) -> IMap<K, V> {
        rest.union_prefer_right(part->Entries_0)
    }

    proof fn associative(a: Entries<K, V>, b: Entries<K, V>, c: Entries<K, V>) {
        if let (Entries::Entries(l), Entries::Entries(m), Entries::Entries(n)) = (a, b, c) {
            let (first, last) = (l.union_prefer_right(m), m.union_prefer_right(n));
            assert(l.dom().disjoint(m.dom()) && first.dom().disjoint(n.dom()) <==> m.dom().disjoint(n.dom()) && l.dom().disjoint(
                last.dom(),
            )) by {
                assert(first.dom() =~= l.dom().union(m.dom()));
                assert(last.dom() =~= m.dom().union(n.dom()));
            }
            assert(first.union_prefer_right(n) =~= l.union_prefer_right(last));
        }
    }

    proof fn commutative(a: Entries<K, V>, b: Entries<K, V>) {
        if let (Entries::Entries(m), Entries::Entries(n)) = (a, b) {
            if m.dom().disjoint(n.dom()) {
                assert(m.union_prefer_right(n) =~= n.union_prefer_right(m));
            }
        }
    }

    proof fn op_unit(a: Entries<K, V>) {
        if let Entries::Entries(m) = a {
            assert(m.union_prefer_right(IMap::empty()) =~= m);
        }
    }

    proof fn removes(field: IMap<K, V>, part: Entries<K, V>, others: Entries<K, V>) {
        let (m, n) = (part->Entries_0, others->Entries_0);
        assert(field.remove_keys(m.dom()) =~= n);
    }

    proof fn shows(rest: IMap<K, V>, part: Entries<K, V>, others: Entries<K, V>) {
    }

    proof fn adds(rest: IMap<K, V>, part: Entries<K, V>) {
        let m = part->Entries_0;
        assert(rest.union_prefer_right(m) =~= m.union_prefer_right(rest));
    }
}

/// Members of a set.
#[verifier::reject_recursive_types(T)]
pub enum Members<T> {
    /// These.
    Members(ISet<T>),
    /// What a member twice would be.
    Twice,
}

/// `set`: a token for each member.
pub struct Elements<T> {
    t: T,
}

impl<T> Strategy for Elements<T> {
    type Part = Members<T>;
    type Field = ISet<T>;
    type Rest = ISet<T>;

    open spec fn op(a: Members<T>, b: Members<T>) -> Members<T> {
        match (a, b) {
            (Members::Members(s), Members::Members(t)) if s.disjoint(t) => Members::Members(s.union(t)),
            _ => Members::Twice,
        }
    }

    open spec fn unit() -> Members<T> {
        Members::Members(ISet::empty())
    }

    open spec fn whole(field: ISet<T>) -> Members<T> {
        Members::Members(field)
    }

    open spec fn whole_rest(rest: ISet<T>) -> Members<T> {
        Members::Members(rest)
    }

    open spec fn may_remove(part: Members<T>) -> bool {
        true
    }

    open spec fn holds(field: ISet<T>, part: Members<T>) -> bool {
        part matches Members::Members(s) && s.subset_of(field)
    }

    open spec fn remove(field: ISet<T>, part: Members<T>) -> ISet<T> {
        field.difference(part->Members_0)
    }

    open spec fn rest_holds(rest: ISet<T>, part: Members<T>) -> bool {
        part matches Members::Members(s) && s.subset_of(rest)
    }

    open spec fn may_add(rest: ISet<T>, part: Members<T>) -> bool {
        part matches Members::Members(s) && s.disjoint(rest)
    }

    open spec fn add(rest: ISet<T>, part: Members<T>) -> ISet<T> {
        rest.union(part->Members_0)
    }

    proof fn associative(a: Members<T>, b: Members<T>, c: Members<T>) {
        if let (Members::Members(r), Members::Members(s), Members::Members(t)) = (a, b, c) {
            assert(r.disjoint(s) && r.union(s).disjoint(t) <==> s.disjoint(t) && r.disjoint(s.union(t)));
            assert(r.union(s).union(t) =~= r.union(s.union(t)));
        }
    }

    proof fn commutative(a: Members<T>, b: Members<T>) {
        if let (Members::Members(s), Members::Members(t)) = (a, b) {
            assert(s.union(t) =~= t.union(s));
        }
    }

    proof fn op_unit(a: Members<T>) {
        if let Members::Members(s) = a {
            assert(s.union(ISet::empty()) =~= s);
        }
    }

    proof fn removes(field: ISet<T>, part: Members<T>, others: Members<T>) {
        let (s, t) = (part->Members_0, others->Members_0);
        assert(field == s.union(t));
        assert(field.difference(s) =~= t);
    }

    proof fn shows(rest: ISet<T>, part: Members<T>, others: Members<T>) {
        let (s, t) = (part->Members_0, others->Members_0);
        assert(rest == s.union(t));
    }

    proof fn adds(rest: ISet<T>, part: Members<T>) {
        let s = part->Members_0;
        assert(rest.union(s) =~= s.union(rest));
    }
}

/// `multiset`: a token for each copy of each member.
pub struct Copies<T> {
    t: T,
}

impl<T> Strategy for Copies<T> {
    type Part = Multiset<T>;
    type Field = Multiset<T>;
    type Rest = Multiset<T>;

    open spec fn op(a: Multiset<T>, b: Multiset<T>) -> Multiset<T> {
        a.add(b)
    }

    open spec fn unit() -> Multiset<T> {
        Multiset::empty()
    }

    open spec fn whole(field: Multiset<T>) -> Multiset<T> {
        field
    }

    open spec fn whole_rest(rest: Multiset<T>) -> Multiset<T> {
        rest
    }

    open spec fn may_remove(part: Multiset<T>) -> bool {
        true
    }

    open spec fn holds(field: Multiset<T>, part: Multiset<T>) -> bool {
        part.subset_of(field)
    }

    open spec fn remove(field: Multiset<T>, part: Multiset<T>) -> Multiset<T> {
        field.sub(part)
    }

    open spec fn rest_holds(rest: Multiset<T>, part: Multiset<T>) -> bool {
        part.subset_of(rest)
    }

    open spec fn may_add(rest: Multiset<T>, part: Multiset<T>) -> bool {
        true
    }

    open spec fn add(rest: Multiset<T>, part: Multiset<T>) -> Multiset<T> {
        rest.add(part)
    }

    proof fn associative(a: Multiset<T>, b: Multiset<T>, c: Multiset<T>) {
        assert(a.add(b.add(c)) =~= a.add(b).add(c));
    }

    proof fn commutative(a: Multiset<T>, b: Multiset<T>) {
        assert(a.add(b) =~= b.add(a));
    }

    proof fn op_unit(a: Multiset<T>) {
        assert(a.add(Multiset::empty()) =~= a);
    }

    proof fn removes(field: Multiset<T>, part: Multiset<T>, others: Multiset<T>) {
        assert(field.sub(part) =~= others);
    }

    proof fn shows(rest: Multiset<T>, part: Multiset<T>, others: Multiset<T>) {
    }

    proof fn adds(rest: Multiset<T>, part: Multiset<T>) {
        assert(rest.add(part) =~= part.add(rest));
    }
}

/// `count`: a number that is divided into numbers.
pub struct Count;

impl Strategy for Count {
    type Part = nat;
    type Field = nat;
    type Rest = nat;

    open spec fn op(a: nat, b: nat) -> nat {
        a + b
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
        true
    }

    open spec fn holds(field: nat, part: nat) -> bool {
        part <= field
    }

    open spec fn remove(field: nat, part: nat) -> nat {
        (field - part) as nat
    }

    open spec fn rest_holds(rest: nat, part: nat) -> bool {
        part <= rest
    }

    open spec fn may_add(rest: nat, part: nat) -> bool {
        true
    }

    open spec fn add(rest: nat, part: nat) -> nat {
        rest + part
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

} // verus!
