//! Maps described down to their keys and values.
// @when deepview borrows_by_view

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::map_lib::*;
#[allow(unused_imports)]
use crate::relations::injective;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::set_lib::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use super::{
    axiom_own_borrowed_form, contains_borrowed_key, hash_map_deep_view_impl, is_borrowed_form, map_deep_view, obeys_key_model,
};
use core::borrow::Borrow;
use core::hash::Hash;
use std::collections::HashMap;
use std::string::String;

verus! {

broadcast use {group_map_lemmas, group_set_lemmas};

/// Where keys are told apart by their descriptions, every key has its value, and there are no others.
pub(crate) proof fn lemma_map_deep_view<K: DeepView, V: DeepView>(m: Map<K, V>)
    requires
        injective(|k: K| k.deep_view()),
    ensures
        forall|k: K| #[trigger]
            m.contains_key(k) ==> map_deep_view(m).contains_key(k.deep_view()) && map_deep_view(m)[k.deep_view()]
                == m[k].deep_view(),
        forall|dk: K::V| #[trigger]
            map_deep_view(m).contains_key(dk) ==> exists|k: K| k.deep_view() == dk && #[trigger] m.contains_key(k),
        map_deep_view(m).values() == m.values().map(|v: V| v.deep_view()),
{
    let describe = |k: K| k.deep_view();
    let deep = map_deep_view(m);
    assert(deep.dom() =~= m.dom().map(describe));
    assert forall|k: K| #[trigger] m.contains_key(k) implies deep.contains_key(k.deep_view()) && deep[k.deep_view()]
        == m[k].deep_view() by {
        assert(m.dom().map(describe).contains(describe(k)));
        let found = choose|f: K| m.contains_key(f) && #[trigger] f.deep_view() == k.deep_view();
        assert(m.contains_key(found) && found.deep_view() == k.deep_view());
        assert(describe(found) == describe(k));
    }
    assert forall|dk: K::V| #[trigger] deep.contains_key(dk) implies exists|k: K|
        k.deep_view() == dk && #[trigger] m.contains_key(k) by {
        assert(m.dom().map(describe).contains(dk));
        let k = choose|k: K| #[trigger] m.dom().contains(k) && describe(k) == dk;
        assert(m.contains_key(k) && k.deep_view() == dk);
    }
    let values = m.values().map(|v: V| v.deep_view());
    assert forall|v: V::V| #[trigger] deep.values().contains(v) <==> values.contains(v) by {
        if deep.values().contains(v) {
            let dk = choose|dk: K::V| #[trigger] deep.dom().contains(dk) && deep[dk] == v;
            assert(deep.contains_key(dk));
            let k = choose|k: K| k.deep_view() == dk && #[trigger] m.contains_key(k);
            assert(m.values().contains(m[k]));
        }
        if values.contains(v) {
            let plain = choose|plain: V| #[trigger] m.values().contains(plain) && plain.deep_view() == v;
            let k = choose|k: K| #[trigger] m.dom().contains(k) && m[k] == plain;
            assert(m.contains_key(k));
            assert(deep.dom().contains(k.deep_view()));
        }
    }
    assert(deep.values() =~= values);
}

/// The keys are the descriptions of the keys.
pub broadcast proof fn lemma_hashmap_deepview_dom<K: DeepView, V: DeepView, S>(m: HashMap<K, V, S>)
    ensures
        #[trigger] m.deep_view().dom() == m@.dom().map(|k: K| k.deep_view()),
{
    reveal(hash_map_deep_view_impl);
    assert(m.deep_view().dom() =~= m@.dom().map(|k: K| k.deep_view()));
}

/// Where keys are told apart by their descriptions, every key has its value, and there are no others.
pub broadcast proof fn lemma_hashmap_deepview_properties<K: DeepView, V: DeepView, S>(m: HashMap<K, V, S>)
    requires
        injective(|k: K| k.deep_view()),
    ensures
        #![trigger m.deep_view()]
        forall|k: K| #[trigger]
            m@.contains_key(k) ==> m.deep_view().contains_key(k.deep_view()) && m.deep_view()[k.deep_view()]
                == m@[k].deep_view(),
        forall|dk: K::V| #[trigger]
            m.deep_view().contains_key(dk) ==> exists|k: K| k.deep_view() == dk && #[trigger] m@.contains_key(k),
{
    reveal(hash_map_deep_view_impl);
    lemma_map_deep_view(m@);
}

/// Where keys are told apart by their descriptions, the values are the descriptions of the values.
pub broadcast proof fn lemma_hashmap_deepview_values<K: DeepView, V: DeepView, S>(m: HashMap<K, V, S>)
    requires
        injective(|k: K| k.deep_view()),
    ensures
        #[trigger] m.deep_view().values() =~= m@.values().map(|v: V| v.deep_view()),
{
    reveal(hash_map_deep_view_impl);
    lemma_map_deep_view(m@);
}

/// Whether keys are found by what has their description.
pub closed spec fn borrows_by_view<K: DeepView, Q: View<V = <K as DeepView>::V> + ?Sized>() -> bool {
    forall|key: K, k: &Q| #[trigger] is_borrowed_form(key, k) <==> key.deep_view() == k@
}

/// Whether what is seen of a key is its description.
pub open spec fn is_seen_as_described<K: DeepView + View<V = <K as DeepView>::V>>(k: K) -> bool {
    k@ == k.deep_view()
}

/// A key is found by itself.
pub broadcast proof fn lemma_own_borrows_by_view<K: DeepView + View<V = <K as DeepView>::V>>()
    requires
        injective(|k: K| k.deep_view()),
        forall|k: K| #[trigger] is_seen_as_described(k),
    ensures
        #[trigger] borrows_by_view::<K, K>(),
{
    let describe = |k: K| k.deep_view();
    assert forall|key: K, k: &K| #[trigger] is_borrowed_form(key, k) <==> key.deep_view() == k@ by {
        axiom_own_borrowed_form(key, k);
        assert(is_seen_as_described(*k));
        assert(k@ == describe(*k) && key.deep_view() == describe(key));
    }
}

/// The borrowed form of a string is a text of the same characters.
// trusted: the standard library has one `Borrow<str>` for `String`, and it gives the text
axiom fn axiom_string_borrowed_form(key: String, k: &str)
    ensures
        is_borrowed_form(key, k) <==> key@ == k@,
;

/// A string is found by a text of its characters.
pub broadcast proof fn lemma_string_borrows_by_view()
    ensures
        #[trigger] borrows_by_view::<String, str>(),
{
    assert forall|key: String, k: &str| #[trigger] is_borrowed_form(key, k) <==> key.deep_view() == k@ by {
        axiom_string_borrowed_form(key, k);
    }
}

/// A key that is found by its borrowed form is found by its description.
pub(crate) proof fn lemma_contains_by_view<K: DeepView, V: DeepView, Q: View<V = <K as DeepView>::V> + ?Sized>(
    m: Map<K, V>,
    k: &Q,
)
    requires
        injective(|k: K| k.deep_view()),
        borrows_by_view::<K, Q>(),
    ensures
        contains_borrowed_key(m, k) <==> map_deep_view(m).contains_key(k@),
{
    lemma_map_deep_view(m);
    if contains_borrowed_key(m, k) {
        let key = choose|key: K| m.contains_key(key) && #[trigger] is_borrowed_form(key, k);
        assert(map_deep_view(m).contains_key(key.deep_view()));
    }
    if map_deep_view(m).contains_key(k@) {
        let key = choose|key: K| key.deep_view() == k@ && #[trigger] m.contains_key(key);
        assert(is_borrowed_form(key, k));
    }
}

/// A map has the key that `k` is the borrowed form of, if its description has the key that `k` describes. Of keys that are borrowed
/// in another way than by their description nothing is said.
pub broadcast proof fn axiom_hashmap_deepview_borrow<
    K: DeepView + Borrow<Q>,
    V: DeepView,
    Q: View<V = <K as DeepView>::V> + Hash + Eq + ?Sized,
>(m: HashMap<K, V>, k: &Q)
    requires
        obeys_key_model::<K>(),
        injective(|k: K| k.deep_view()),
        borrows_by_view::<K, Q>(),
    ensures
        #[trigger] contains_borrowed_key(m@, k) <==> m.deep_view().contains_key(k@),
{
    reveal(hash_map_deep_view_impl);
    lemma_contains_by_view(m@, k);
}

} // verus!
