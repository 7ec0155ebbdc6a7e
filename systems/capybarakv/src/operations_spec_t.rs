//! What operations on a store do, and when they may give an error, in the words of [`crate::abstract_spec_t`].

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::layout_v::*;

/// An item that is read, or why it was not. `intact` says that the media are.
pub open spec fn reads<K, I>(store: KvView<K, I>, key: K, result: Result<I, KvError>, intact: bool) -> bool {
    match result {
        Ok(item) => store.on_commit.contains_pair(key, item),
        Err(KvError::KeyNotFound) => !store.on_commit.contains_key(key),
        Err(KvError::Corrupted) => !intact,
        Err(_) => false,
    }
}

/// A key that gets its first item, or why it did not.
pub open spec fn creates<K, I>(
    before: KvView<K, I>,
    key: K,
    item: I,
    after: KvView<K, I>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    match result {
        Ok(()) => {
            &&& !before.on_commit.contains_key(key)
            &&& before.free_keys > 0
            &&& before.free_items > 0
            &&& before.room >= CREATE_ROOM
            &&& after == KvView {
                on_commit: before.on_commit.insert(key, item),
                free_keys: before.free_keys - 1,
                free_items: before.free_items - 1,
                room: before.room - CREATE_ROOM,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::KeyExists => before.on_commit.contains_key(key),
            KvError::OutOfKeys => before.free_keys == 0,
            KvError::OutOfItems => before.free_items == 0,
            KvError::TransactionFull { room } => room == before.room && room < CREATE_ROOM,
            KvError::Corrupted => !intact,
            _ => false,
        },
    }
}

/// A key that gets another item, or why it did not.
pub open spec fn updates<K, I>(
    before: KvView<K, I>,
    key: K,
    item: I,
    after: KvView<K, I>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& before.free_items > 0
            &&& before.room >= UPDATE_ROOM
            &&& after == KvView {
                on_commit: before.on_commit.insert(key, item),
                free_items: before.free_items - 1,
                room: before.room - UPDATE_ROOM,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::KeyNotFound => !before.on_commit.contains_key(key),
            KvError::OutOfItems => before.free_items == 0,
            KvError::TransactionFull { room } => room == before.room && room < UPDATE_ROOM,
            KvError::Corrupted => !intact,
            _ => false,
        },
    }
}

/// A key that is deleted with its item, or why it was not. Its rows are not free before the commit.
pub open spec fn deletes<K, I>(
    before: KvView<K, I>,
    key: K,
    after: KvView<K, I>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& before.room >= DELETE_ROOM
            &&& after == KvView {
                on_commit: before.on_commit.remove(key),
                room: before.room - DELETE_ROOM,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::KeyNotFound => !before.on_commit.contains_key(key),
            KvError::TransactionFull { room } => room == before.room && room < DELETE_ROOM,
            KvError::Corrupted => !intact,
            _ => false,
        },
    }
}

/// Why a storage of this length cannot get a store of this geometry.
pub open spec fn is_of_setup(error: KvError, geometry: Geometry, capacity: u64, len: int) -> bool {
    let format = geometry.format(capacity);
    match error {
        KvError::TooLarge => !geometry.is_possible() || !format.is_possible(),
        KvError::DoesNotFit { needed } => needed == format.size() && needed > len,
        _ => false,
    }
}

} // verus!
