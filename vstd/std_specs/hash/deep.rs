//! Maps described down to their keys and values. Nothing here is trusted.
// @when deepview

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
use super::{hash_map_deep_view_impl, map_deep_view};
use std::collections::HashMap;

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

} // verus!
