//! Beginnings of sequences.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::relations::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

impl<A> Seq<A> {
    /// A beginning has the same elements.
    pub broadcast proof fn lemma_prefix_index_eq(self, prefix: Seq<A>)
        requires
            #[trigger] prefix.is_prefix_of(self),
        ensures
            forall|i: int| 0 <= i < prefix.len() ==> #[trigger] prefix[i] == self[i],
    {
        let part = self.subrange(0, prefix.len() as int);
        assert forall|i: int| 0 <= i < prefix.len() implies #[trigger] prefix[i] == self[i] by {
            assert(prefix[i] == part[i]);
        }
    }

    /// A beginning of a beginning is one of the whole.
    pub broadcast proof fn lemma_prefix_concat(self, prefix1: Seq<A>, prefix2: Seq<A>)
        requires
            #[trigger] (prefix1 + prefix2).is_prefix_of(self),
        ensures
            prefix1.is_prefix_of(self),
    {
        let both = prefix1 + prefix2;
        self.lemma_prefix_index_eq(both);
        assert forall|i: int| 0 <= i < prefix1.len() implies #[trigger] prefix1[i] == self[i] by {
            assert(prefix1[i] == both[i]);
        }
    }

    /// Of two beginnings, the longer has what comes next after the shorter.
    pub broadcast proof fn lemma_prefix_chain_contains(self, prefix1: Seq<A>, prefix2: Seq<A>, t: A)
        requires
            (prefix1 + Seq::<A>::empty().push(t)).is_prefix_of(self),
            prefix1.is_prefix_of(prefix2),
            prefix2.is_prefix_of(self),
            prefix1 != prefix2,
            !prefix1.contains(t),
        ensures
            #![trigger (prefix1 + Seq::<A>::empty().push(t)).is_prefix_of(self), prefix1.is_prefix_of(prefix2)]
            prefix2.contains(t),
    {
        let longer = prefix1 + Seq::<A>::empty().push(t);
        let n = prefix1.len() as int;
        self.lemma_prefix_index_eq(longer);
        self.lemma_prefix_index_eq(prefix2);
        if prefix2.len() == n {
            assert(prefix1 =~= prefix2);
        }
        assert(longer[n] == t);
        assert(prefix2[n] == t);
    }

    /// What comes first after two beginnings, and is in neither, tells that they are the same.
    pub broadcast proof fn lemma_prefix_append_unique(self, prefix1: Seq<A>, prefix2: Seq<A>, t: A)
        requires
            (prefix1 + Seq::<A>::empty().push(t)).is_prefix_of(self),
            (prefix2 + Seq::<A>::empty().push(t)).is_prefix_of(self),
            !prefix1.contains(t),
            !prefix2.contains(t),
        ensures
            #![trigger (prefix1 + Seq::<A>::empty().push(t)).is_prefix_of(self), (prefix2 + Seq::<A>::empty().push(
                t,
            )).is_prefix_of(self)]
            prefix1 == prefix2,
    {
        let (longer1, longer2) = (prefix1 + Seq::<A>::empty().push(t), prefix2 + Seq::<A>::empty().push(t));
        self.lemma_prefix_index_eq(longer1);
        self.lemma_prefix_index_eq(longer2);
        let (m, n) = (prefix1.len() as int, prefix2.len() as int);
        assert(longer1[m] == t && longer2[n] == t);
        if m < n {
            assert(longer2[m] == t);
            assert(prefix2[m] == t);
            assert(false);
        }
        if n < m {
            assert(longer1[n] == t);
            assert(prefix1[n] == t);
            assert(false);
        }
        assert forall|i: int| 0 <= i < m implies #[trigger] prefix1[i] == prefix2[i] by {
            assert(longer1[i] == self[i] && longer2[i] == self[i]);
        }
        assert(prefix1 =~= prefix2);
    }

    /// More about parts, filters and results, for those who ask.
    pub broadcast group group_seq_extra {
        Seq::<_>::lemma_seq_skip_skip,
        Seq::<_>::lemma_remove_duplicates_properties,
        Seq::<_>::lemma_filter_contains_rev,
        Seq::<_>::lemma_filter_map_take_succ,
        Seq::<_>::lemma_filter_prepend,
        Seq::<_>::lemma_filter_len_push,
        Seq::<_>::lemma_take_len,
        Seq::<_>::lemma_take_any_succ,
        Seq::<_>::lemma_push_map_commute,
        Seq::<_>::lemma_push_to_set_commute,
        Seq::<_>::lemma_filter_push,
        Seq::<_>::lemma_flat_map_take_append,
        Seq::<_>::lemma_flat_map_singleton,
        Seq::<_>::lemma_map_take_succ,
        Seq::<_>::lemma_prefix_index_eq,
        Seq::<_>::lemma_prefix_concat,
        Seq::<_>::lemma_prefix_chain_contains,
        Seq::<_>::lemma_prefix_append_unique,
        Seq::<_>::lemma_all_push,
    }
}

} // verus!
