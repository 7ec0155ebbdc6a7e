//! A table as a map.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::table_v::*;

/// The elements of a list.
pub open spec fn elements_of<L>(list: Seq<Node<L>>) -> Seq<L> {
    Seq::new(list.len(), |n: int| list[n].element)
}

/// What a row gives its key.
pub open spec fn entry_of<K, I, L>(row: Row<K, I, L>) -> Entry<I, L> {
    Entry { item: row.value, list: elements_of(row.list) }
}

/// What the keys of a table have.
pub open spec fn map_of<K, I, L>(table: Table<K, I, L>) -> Map<K, Entry<I, L>>
    decreases table.len(),
{
    if table.len() == 0 {
        Map::empty()
    } else {
        match table.last() {
            Some(row) => map_of(table.drop_last()).insert(row.key, entry_of(row)),
            None => map_of(table.drop_last()),
        }
    }
}

/// Whether a row has a key.
pub open spec fn has_key<K, I, L>(row: Option<Row<K, I, L>>, key: K) -> bool {
    row matches Some(row) && row.key == key
}

/// Whether no two rows have one key.
pub open spec fn has_distinct_keys<K, I, L>(table: Table<K, I, L>) -> bool {
    forall|a: int, b: int| #![trigger table[a], table[b]]
        0 <= a < b < table.len() && table[a] is Some && table[b] is Some ==> (table[a]->0).key != (table[b]->0).key
}

/// The keys of the map are those of the rows.
pub proof fn lemma_keys<K, I, L>(table: Table<K, I, L>, key: K)
    ensures
        map_of(table).contains_key(key) <==> exists|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key),
    decreases table.len(),
{
    if table.len() > 0 {
        let rest = table.drop_last();
        lemma_keys(rest, key);
        assert forall|r: int| 0 <= r < rest.len() && has_key(#[trigger] rest[r], key) implies has_key(table[r], key) by {}
        if map_of(table).contains_key(key) && !map_of(rest).contains_key(key) {
            assert(has_key(table[table.len() - 1], key));
        }
        if exists|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key) {
            let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key);
            if r < rest.len() {
                assert(has_key(rest[r], key));
            }
        }
    }
}

/// A table without its last row has different keys, too.
pub proof fn lemma_drop_last<K, I, L>(table: Table<K, I, L>)
    requires
        has_distinct_keys(table),
        table.len() > 0,
    ensures
        has_distinct_keys(table.drop_last()),
        table.last() matches Some(row) ==> !map_of(table.drop_last()).contains_key(row.key),
{
    let rest = table.drop_last();
    lemma_prefix(table, table.len() - 1);
    if let Some(row) = table.last() {
        lemma_keys(rest, row.key);
        assert forall|r: int| 0 <= r < rest.len() implies !has_key(#[trigger] rest[r], row.key) by {
            assert(rest[r] == table[r] && table[table.len() - 1] == table.last());
        }
    }
}

/// The first rows of a table have different keys, too.
pub proof fn lemma_prefix<K, I, L>(table: Table<K, I, L>, n: int)
    requires
        has_distinct_keys(table),
        0 <= n <= table.len(),
    ensures
        has_distinct_keys(table.take(n)),
{
    let prefix = table.take(n);
    assert forall|a: int, b: int| #![trigger prefix[a], prefix[b]]
        0 <= a < b < prefix.len() && prefix[a] is Some && prefix[b] is Some implies (prefix[a]->0).key != (prefix[b]->0).key by {
        assert(prefix[a] == table[a] && prefix[b] == table[b]);
    }
}

/// The map has what each row says.
pub proof fn lemma_value<K, I, L>(table: Table<K, I, L>, r: int)
    requires
        has_distinct_keys(table),
        0 <= r < table.len(),
        table[r] is Some,
    ensures
        map_of(table).contains_pair((table[r]->0).key, entry_of(table[r]->0)),
    decreases table.len(),
{
    let rest = table.drop_last();
    if r < rest.len() {
        assert(rest[r] == table[r]);
        lemma_drop_last(table);
        lemma_value(rest, r);
        assert(table[table.len() - 1] == table.last());
    }
}

/// The map is the one that has what each row says, and nothing else.
proof fn lemma_same<K, I, L>(table: Table<K, I, L>, map: Map<K, Entry<I, L>>)
    requires
        has_distinct_keys(table),
        forall|r: int| 0 <= r < table.len() && #[trigger] table[r] is Some ==> map.contains_pair(
            (table[r]->0).key,
            entry_of(table[r]->0),
        ),
        forall|key: K| #[trigger]
            map.contains_key(key) ==> exists|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key),
    ensures
        map_of(table) == map,
{
    assert forall|key: K| #![trigger map.contains_key(key)] #![trigger map_of(table).contains_key(key)]
        map_of(table).contains_key(key) == map.contains_key(key) && (map.contains_key(key) ==> map_of(table)[key] == map[key]) by {
        lemma_keys(table, key);
        if map.contains_key(key) || map_of(table).contains_key(key) {
            let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key);
            lemma_value(table, r);
        }
    }
    assert(map_of(table) =~= map);
}

/// A row that gets a key that no other row has, or keeps its key and gets something else.
pub proof fn lemma_insert<K, I, L>(table: Table<K, I, L>, row: int, new: Row<K, I, L>)
    requires
        has_distinct_keys(table),
        0 <= row < table.len(),
        table[row] is None || has_key(table[row], new.key),
        forall|r: int| 0 <= r < table.len() && r != row ==> !has_key(#[trigger] table[r], new.key),
    ensures
        has_distinct_keys(table.update(row, Some(new))),
        map_of(table.update(row, Some(new))) == map_of(table).insert(new.key, entry_of(new)),
{
    let after = table.update(row, Some(new));
    let map = map_of(table).insert(new.key, entry_of(new));
    assert forall|a: int, b: int| #![trigger after[a], after[b]]
        0 <= a < b < after.len() && after[a] is Some && after[b] is Some implies (after[a]->0).key != (after[b]->0).key by {
        assert(a == row || after[a] == table[a]);
        assert(b == row || after[b] == table[b]);
    }
    assert forall|r: int| 0 <= r < after.len() && #[trigger] after[r] is Some implies map.contains_pair(
        (after[r]->0).key,
        entry_of(after[r]->0),
    ) by {
        if r != row {
            assert(after[r] == table[r]);
            lemma_value(table, r);
        }
    }
    assert forall|key: K| #[trigger] map.contains_key(key) implies exists|r: int|
        0 <= r < after.len() && has_key(#[trigger] after[r], key) by {
        lemma_keys(table, key);
        if key == new.key {
            assert(has_key(after[row], key));
        } else {
            let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key);
            assert(has_key(after[r], key));
        }
    }
    lemma_same(after, map);
}

/// A row that loses its key.
pub proof fn lemma_remove<K, I, L>(table: Table<K, I, L>, row: int)
    requires
        has_distinct_keys(table),
        0 <= row < table.len(),
        table[row] is Some,
    ensures
        has_distinct_keys(table.update(row, None)),
        map_of(table.update(row, None)) == map_of(table).remove((table[row]->0).key),
{
    let after = table.update(row, None);
    let gone = (table[row]->0).key;
    let map = map_of(table).remove(gone);
    assert forall|r: int| 0 <= r < after.len() && #[trigger] after[r] is Some implies map.contains_pair(
        (after[r]->0).key,
        entry_of(after[r]->0),
    ) by {
        assert(after[r] == table[r] && r != row);
        assert(table[row] is Some);
        lemma_value(table, r);
    }
    assert forall|key: K| #[trigger] map.contains_key(key) implies exists|r: int|
        0 <= r < after.len() && has_key(#[trigger] after[r], key) by {
        lemma_keys(table, key);
        let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key);
        assert(has_key(after[r], key));
    }
    lemma_same(after, map);
}

/// A map without a key has that many elements fewer.
pub proof fn lemma_total_remove<K, I, L>(map: Map<K, Entry<I, L>>, key: K)
    requires
        map.contains_key(key),
    ensures
        total(map) == map[key].list.len() + total(map.remove(key)),
    decreases map.len(),
{
    let first = map.dom().choose();
    assert(map.dom().contains(key));
    assert(map.contains_key(first));
    if first != key {
        let (a, b) = (map.remove(first), map.remove(key));
        lemma_total_remove(a, key);
        lemma_total_remove(b, first);
        assert(a.remove(key) =~= b.remove(first));
    }
}

/// How many elements there are when a key gets something.
pub proof fn lemma_total_insert<K, I, L>(map: Map<K, Entry<I, L>>, key: K, entry: Entry<I, L>)
    ensures
        total(map.insert(key, entry)) == total(map) + entry.list.len() - if map.contains_key(key) { map[key].list.len() as int } else { 0 },
{
    let after = map.insert(key, entry);
    lemma_total_remove(after, key);
    if map.contains_key(key) {
        lemma_total_remove(map, key);
        assert(after.remove(key) =~= map.remove(key));
    } else {
        assert(after.remove(key) =~= map);
    }
}

} // verus!
