//! How many elements of a sequence have a property.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::map_v::*;
use crate::table_v::*;

/// The number of the truth values that are true.
pub open spec fn count(s: Seq<bool>) -> nat
    decreases s.len(),
{
    if s.len() == 0 {
        0
    } else {
        count(s.drop_last()) + if s.last() { 1nat } else { 0 }
    }
}

/// The number of the rows that are valid.
pub open spec fn count_rows<K, I, L>(table: Table<K, I, L>) -> nat
    decreases table.len(),
{
    if table.len() == 0 {
        0
    } else {
        count_rows(table.drop_last()) + if table.last() is Some { 1nat } else { 0 }
    }
}

/// The number of the elements of all lists.
pub open spec fn count_nodes<K, I, L>(table: Table<K, I, L>) -> nat
    decreases table.len(),
{
    if table.len() == 0 {
        0
    } else {
        count_nodes(table.drop_last()) + match table.last() {
            Some(row) => row.list.len(),
            None => 0,
        }
    }
}

/// One more is true.
pub proof fn lemma_count_more(s: Seq<bool>, i: int)
    requires
        0 <= i < s.len(),
        !s[i],
    ensures
        count(s.update(i, true)) == count(s) + 1,
    decreases s.len(),
{
    let after = s.update(i, true);
    if i == s.len() - 1 {
        assert(after.drop_last() =~= s.drop_last());
    } else {
        assert(after.drop_last() =~= s.drop_last().update(i, true));
        lemma_count_more(s.drop_last(), i);
    }
}

/// Nothing is true.
pub proof fn lemma_count_none(s: Seq<bool>)
    requires
        forall|i: int| 0 <= i < s.len() ==> !#[trigger] s[i],
    ensures
        count(s) == 0,
    decreases s.len(),
{
    if s.len() > 0 {
        lemma_count_none(s.drop_last());
    }
}

/// No more are true than there are.
pub proof fn lemma_count_bound(s: Seq<bool>)
    ensures
        count(s) <= s.len(),
    decreases s.len(),
{
    if s.len() > 0 {
        lemma_count_bound(s.drop_last());
    }
}

/// A map has as many keys and elements as its table.
pub proof fn lemma_count<K, I, L>(table: Table<K, I, L>)
    requires
        has_distinct_keys(table),
    ensures
        map_of(table).len() == count_rows(table),
        total(map_of(table)) == count_nodes(table),
    decreases table.len(),
{
    if table.len() > 0 {
        let rest = table.drop_last();
        lemma_drop_last(table);
        lemma_count(rest);
        if let Some(row) = table.last() {
            lemma_total_insert(map_of(rest), row.key, entry_of(row));
        }
    }
}

} // verus!
