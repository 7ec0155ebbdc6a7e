//! What operations on values do, and when they may give an error, in the words of [`crate::abstract_spec_t`].

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::ValueError;
use capybarakv::KvError;
use capybarakv::layout_v::DELETE_ROOM;
use capybarakv::operations_spec_t::put_room;

/// A key that gets a value in place of what it had, or why it did not. What it had is free after the commit.
pub open spec fn puts<K>(
    before: ValuesView<K>,
    key: K,
    value: Seq<u8>,
    after: ValuesView<K>,
    result: Result<(), ValueError>,
    intact: bool,
) -> bool {
    let is_new = !before.on_commit.contains_key(key);
    let rows = row_count(value.len() as int, before.width());
    match result {
        Ok(()) => {
            &&& value.len() <= MAX_LEN
            &&& is_new ==> before.free_keys > 0
            &&& before.free_items > 0
            &&& before.free_rows >= rows
            &&& before.room >= put_room(is_new, rows)
            &&& after == ValuesView {
                on_commit: before.on_commit.insert(key, value),
                free_keys: if is_new { before.free_keys - 1 } else { before.free_keys },
                free_items: before.free_items - 1,
                free_rows: before.free_rows - rows,
                room: before.room - put_room(is_new, rows),
                ..before
            }
        },
        Err(error) => after == before && match error {
            ValueError::TooLong { len } => len == value.len() && len > MAX_LEN,
            ValueError::Store(KvError::OutOfKeys) => is_new && before.free_keys == 0,
            ValueError::Store(KvError::OutOfItems) => before.free_items == 0,
            ValueError::Store(KvError::OutOfElements) => before.free_rows < rows,
            ValueError::Store(KvError::TransactionFull { room }) => room == before.room && room < put_room(is_new, rows),
            ValueError::Store(KvError::Corrupted) => !intact,
            _ => false,
        },
    }
}

/// A key that is deleted with its value, or why it was not. Its rows are not free before the commit.
pub open spec fn deletes<K>(before: ValuesView<K>, key: K, after: ValuesView<K>, result: Result<(), ValueError>, intact: bool) -> bool {
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& before.room >= DELETE_ROOM
            &&& after == ValuesView { on_commit: before.on_commit.remove(key), room: before.room - DELETE_ROOM, ..before }
        },
        Err(error) => after == before && match error {
            ValueError::Store(KvError::KeyNotFound) => !before.on_commit.contains_key(key),
            ValueError::Store(KvError::TransactionFull { room }) => room == before.room && room < DELETE_ROOM,
            ValueError::Store(KvError::Corrupted) => !intact,
            _ => false,
        },
    }
}

/// The bytes of a vector that was read, or why it was not.
pub open spec fn bytes_of(result: Result<Vec<u8>, ValueError>) -> Result<Seq<u8>, ValueError> {
    match result {
        Ok(bytes) => Ok(bytes@),
        Err(error) => Err(error),
    }
}

/// A value that is read, or why it was not. `intact` says that the media are.
pub open spec fn reads<K>(store: ValuesView<K>, key: K, result: Result<Seq<u8>, ValueError>, intact: bool) -> bool {
    match result {
        Ok(value) => store.on_commit.contains_key(key) && value == store.on_commit[key],
        Err(ValueError::Store(KvError::KeyNotFound)) => !store.on_commit.contains_key(key),
        Err(error) => error == ValueError::Store(KvError::Corrupted) && !intact,
    }
}

/// So many bytes of a value from one on that are read, or why they were not.
pub open spec fn reads_range<K>(
    store: ValuesView<K>,
    key: K,
    from: int,
    n: int,
    result: Result<Seq<u8>, ValueError>,
    intact: bool,
) -> bool {
    let value = store.on_commit[key];
    match result {
        Ok(bytes) => store.on_commit.contains_key(key) && from + n <= value.len() && bytes == value.subrange(from, from + n),
        Err(ValueError::OutOfBounds { len }) => store.on_commit.contains_key(key) && len == value.len() && from + n > len,
        Err(ValueError::Store(KvError::KeyNotFound)) => !store.on_commit.contains_key(key),
        Err(error) => error == ValueError::Store(KvError::Corrupted) && !intact,
    }
}

/// The length of a value that is read, or why it was not.
pub open spec fn reads_len<K>(store: ValuesView<K>, key: K, result: Result<usize, ValueError>, intact: bool) -> bool {
    match result {
        Ok(len) => store.on_commit.contains_key(key) && len == store.on_commit[key].len(),
        Err(ValueError::Store(KvError::KeyNotFound)) => !store.on_commit.contains_key(key),
        Err(error) => error == ValueError::Store(KvError::Corrupted) && !intact,
    }
}

} // verus!
