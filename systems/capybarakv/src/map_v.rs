//! A table as a map.

use vstd::prelude::*;

verus! {

use crate::table_v::*;

/// The items of a table by their keys.
pub open spec fn map_of<K, I>(table: Table<K, I>) -> Map<K, I>
    decreases table.len(),
{
    if table.len() == 0 {
        Map::empty()
    } else {
        match table.last() {
            Some(row) => map_of(table.drop_last()).insert(row.key, row.value),
            None => map_of(table.drop_last()),
        }
    }
}

/// Whether a row has a key.
pub open spec fn has_key<K, I>(row: Option<Row<K, I>>, key: K) -> bool {
    row matches Some(row) && row.key == key
}

/// The keys of the map are those of the rows.
pub proof fn lemma_keys<K, I>(table: Table<K, I>, key: K)
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

/// The map has the item of each row.
pub proof fn lemma_value<K, I>(table: Table<K, I>, r: int)
    requires
        is_distinct(table),
        0 <= r < table.len(),
        table[r] is Some,
    ensures
        map_of(table).contains_pair((table[r]->0).key, (table[r]->0).value),
    decreases table.len(),
{
    let rest = table.drop_last();
    if r < rest.len() {
        assert(rest[r] == table[r]);
        assert forall|a: int, b: int| #![trigger rest[a], rest[b]]
            0 <= a < b < rest.len() && rest[a] is Some && rest[b] is Some implies (rest[a]->0).key != (rest[b]->0).key
            && (rest[a]->0).item != (rest[b]->0).item by {
            assert(rest[a] == table[a] && rest[b] == table[b]);
        }
        lemma_value(rest, r);
        assert(table[table.len() - 1] == table.last());
    }
}

/// Maps of tables with the same keys and items are the same.
proof fn lemma_same<K, I>(table: Table<K, I>, map: Map<K, I>)
    requires
        is_distinct(table),
        forall|r: int| 0 <= r < table.len() && #[trigger] table[r] is Some ==> map.contains_pair(
            (table[r]->0).key,
            (table[r]->0).value,
        ),
        forall|key: K| #[trigger]
            map.contains_key(key) ==> exists|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key),
    ensures
        map_of(table) == map,
{
    assert forall|key: K| #![trigger map.contains_key(key)] #![trigger map_of(table).contains_key(key)] map_of(table).contains_key(key) == map.contains_key(key) && (map.contains_key(key) ==> map_of(table)[key]
        == map[key]) by {
        lemma_keys(table, key);
        if map.contains_key(key) || map_of(table).contains_key(key) {
            let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key);
            lemma_value(table, r);
        }
    }
    assert(map_of(table) =~= map);
}

/// A row that gets a key that no other row has.
pub proof fn lemma_insert<K, I>(table: Table<K, I>, row: int, new: Row<K, I>)
    requires
        is_distinct(table),
        0 <= row < table.len(),
        table[row] is None || has_key(table[row], new.key),
        forall|r: int| 0 <= r < table.len() && r != row ==> !has_key(#[trigger] table[r], new.key) && !leads_to(table[r], new.item),
    ensures
        is_distinct(table.update(row, Some(new))),
        map_of(table.update(row, Some(new))) == map_of(table).insert(new.key, new.value),
{
    let after = table.update(row, Some(new));
    let map = map_of(table).insert(new.key, new.value);
    assert forall|a: int, b: int| #![trigger after[a], after[b]]
        0 <= a < b < after.len() && after[a] is Some && after[b] is Some implies (after[a]->0).key != (after[b]->0).key
        && (after[a]->0).item != (after[b]->0).item by {
        assert(a == row || after[a] == table[a]);
        assert(b == row || after[b] == table[b]);
    }
    assert forall|r: int| 0 <= r < after.len() && #[trigger] after[r] is Some implies map.contains_pair(
        (after[r]->0).key,
        (after[r]->0).value,
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
pub proof fn lemma_remove<K, I>(table: Table<K, I>, row: int)
    requires
        is_distinct(table),
        0 <= row < table.len(),
        table[row] is Some,
    ensures
        is_distinct(table.update(row, None)),
        map_of(table.update(row, None)) == map_of(table).remove((table[row]->0).key),
{
    let after = table.update(row, None);
    let gone = (table[row]->0).key;
    let map = map_of(table).remove(gone);
    assert forall|r: int| 0 <= r < after.len() && #[trigger] after[r] is Some implies map.contains_pair(
        (after[r]->0).key,
        (after[r]->0).value,
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

} // verus!
