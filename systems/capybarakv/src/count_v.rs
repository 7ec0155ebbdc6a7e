//! How many elements of a sequence have a property.

use vstd::prelude::*;

verus! {

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
pub open spec fn count_rows<K, I>(table: Table<K, I>) -> nat
    decreases table.len(),
{
    if table.len() == 0 {
        0
    } else {
        count_rows(table.drop_last()) + if table.last() is Some { 1nat } else { 0 }
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

/// A map has as many keys as its table has valid rows.
pub proof fn lemma_count_keys<K, I>(table: Table<K, I>)
    requires
        is_distinct(table),
    ensures
        map_of(table).len() == count_rows(table),
    decreases table.len(),
{
    if table.len() > 0 {
        let rest = table.drop_last();
        assert forall|a: int, b: int| #![trigger rest[a], rest[b]]
            0 <= a < b < rest.len() && rest[a] is Some && rest[b] is Some implies (rest[a]->0).key != (rest[b]->0).key
            && (rest[a]->0).item != (rest[b]->0).item by {
            assert(rest[a] == table[a] && rest[b] == table[b]);
        }
        lemma_count_keys(rest);
        if let Some(row) = table.last() {
            lemma_keys(rest, row.key);
            if exists|r: int| 0 <= r < rest.len() && has_key(#[trigger] rest[r], row.key) {
                let r = choose|r: int| 0 <= r < rest.len() && has_key(#[trigger] rest[r], row.key);
                assert(table[r] == rest[r]);
                assert(table[table.len() - 1] == Some(row));
            }
        }
    }
}

} // verus!
