//! What operations on a store do, and when they may give an error, in the words of [`crate::abstract_spec_t`].

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::cursors_v::Elements;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::order_v::KeyOrder;
use pmcopy::PmCopy;
use power::device_t::*;

/// An item that is read, or why it was not. `intact` says that the media are.
pub open spec fn reads<K, I, L>(store: KvView<K, I, L>, key: K, result: Result<I, KvError>, intact: bool) -> bool {
    match result {
        Ok(item) => store.on_commit.contains_key(key) && item == store.on_commit[key].item,
        Err(KvError::KeyNotFound) => !store.on_commit.contains_key(key),
        Err(KvError::Corrupted) => !intact,
        Err(_) => false,
    }
}

/// A key that gets its first item and an empty list, or why it did not.
pub open spec fn creates<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    item: I,
    after: KvView<K, I, L>,
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
                on_commit: before.on_commit.insert(key, Entry { item, list: seq![] }),
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
pub open spec fn updates<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    item: I,
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& before.free_items > 0
            &&& before.room >= UPDATE_ROOM
            &&& after == KvView {
                on_commit: before.on_commit.insert(key, Entry { item, ..before.on_commit[key] }),
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

/// A key that is deleted with its item and its list, or why it was not. Its rows are not free before the commit.
pub open spec fn deletes<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    after: KvView<K, I, L>,
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

/// An element of a list that is read, or why it was not.
pub open spec fn reads_element<K, I, L>(
    store: KvView<K, I, L>,
    key: K,
    index: int,
    result: Result<L, KvError>,
    intact: bool,
) -> bool {
    let list = store.on_commit[key].list;
    match result {
        Ok(element) => store.on_commit.contains_key(key) && index < list.len() && element == list[index],
        Err(KvError::KeyNotFound) => !store.on_commit.contains_key(key),
        Err(KvError::OutOfBounds { len }) => store.on_commit.contains_key(key) && len == list.len() && index >= len,
        Err(KvError::Corrupted) => !intact,
        Err(_) => false,
    }
}

/// A list that is read, or why it was not.
pub open spec fn reads_list<K, I, L>(store: KvView<K, I, L>, key: K, result: Result<Seq<L>, KvError>, intact: bool) -> bool {
    match result {
        Ok(list) => store.on_commit.contains_key(key) && list == store.on_commit[key].list,
        Err(KvError::KeyNotFound) => !store.on_commit.contains_key(key),
        Err(KvError::Corrupted) => !intact,
        Err(_) => false,
    }
}

/// A key with another list.
pub open spec fn with_list<K, I, L>(map: Map<K, Entry<I, L>>, key: K, list: Seq<L>) -> Map<K, Entry<I, L>> {
    map.insert(key, Entry { list, ..map[key] })
}

/// The bytes of the journal that a change of the element at an index takes.
pub open spec fn element_room(index: int) -> int {
    if index == 0 { HEAD_ROOM as int } else { NEXT_ROOM as int }
}

/// A list that gets one more element at its end, or why it did not.
pub open spec fn appends<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    element: L,
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    let list = before.on_commit[key].list;
    let needed = element_room(list.len() as int);
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& before.free_elements > 0
            &&& before.room >= needed
            &&& after == KvView {
                on_commit: with_list(before.on_commit, key, list.push(element)),
                free_elements: before.free_elements - 1,
                room: before.room - needed,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::KeyNotFound => !before.on_commit.contains_key(key),
            KvError::OutOfElements => before.free_elements == 0,
            KvError::TransactionFull { room } => room == before.room && room < needed,
            KvError::Corrupted => !intact,
            _ => false,
        },
    }
}

/// An element of a list that is replaced, or why it was not.
pub open spec fn sets<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    index: int,
    element: L,
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    let list = before.on_commit[key].list;
    let needed = element_room(index);
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& index < list.len()
            &&& before.free_elements > 0
            &&& before.room >= needed
            &&& after == KvView {
                on_commit: with_list(before.on_commit, key, list.update(index, element)),
                free_elements: before.free_elements - 1,
                room: before.room - needed,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::KeyNotFound => !before.on_commit.contains_key(key),
            KvError::OutOfBounds { len } => before.on_commit.contains_key(key) && len == list.len() && index >= len,
            KvError::OutOfElements => before.free_elements == 0,
            KvError::TransactionFull { room } => room == before.room && room < needed,
            KvError::Corrupted => !intact,
            _ => false,
        },
    }
}

/// A list that loses its first `n` elements, or why it did not. Their rows are not free before the commit.
pub open spec fn trims<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    n: int,
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    let list = before.on_commit[key].list;
    match result {
        Ok(()) => {
            &&& before.on_commit.contains_key(key)
            &&& n <= list.len()
            &&& before.room >= HEAD_ROOM
            &&& after == KvView {
                on_commit: with_list(before.on_commit, key, list.skip(n)),
                room: before.room - HEAD_ROOM,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::KeyNotFound => !before.on_commit.contains_key(key),
            KvError::OutOfBounds { len } => before.on_commit.contains_key(key) && len == list.len() && n > len,
            KvError::TransactionFull { room } => room == before.room && room < HEAD_ROOM,
            KvError::Corrupted => !intact,
            _ => false,
        },
    }
}

/// The elements of a list from an index on, or why they were not found.
pub open spec fn reads_from<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>>(
    store: KvView<K, I, L>,
    key: K,
    from: int,
    result: Result<Elements<'a, D, K, I, L, O>, KvError>,
    constants: DeviceConstants,
) -> bool {
    let list = store.on_commit[key].list;
    match result {
        Ok(elements) => {
            &&& elements.inv()
            &&& elements.constants() == constants
            &&& store.on_commit.contains_key(key)
            &&& from <= list.len()
            &&& elements@ == list.skip(from)
        },
        Err(KvError::KeyNotFound) => !store.on_commit.contains_key(key),
        Err(KvError::OutOfBounds { len }) => store.on_commit.contains_key(key) && len == list.len() && from > len,
        Err(error) => error == KvError::Corrupted && !constants.is_intact(),
    }
}

/// The bytes of the journal that a new item and a new list of so many elements take.
pub open spec fn put_room(is_new: bool, len: int) -> int {
    let item = if is_new { CREATE_ROOM as int } else { UPDATE_ROOM + HEAD_ROOM };
    item + if len == 0 { 0 } else { HEAD_ROOM + (len - 1) * NEXT_ROOM }
}

/// A key that gets an item and a list in place of what it had, or why it did not.
pub open spec fn puts<K, I, L>(
    before: KvView<K, I, L>,
    key: K,
    item: I,
    list: Seq<L>,
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
    intact: bool,
) -> bool {
    let is_new = !before.on_commit.contains_key(key);
    let needed = put_room(is_new, list.len() as int);
    match result {
        Ok(()) => {
            &&& is_new ==> before.free_keys > 0
            &&& before.free_items > 0
            &&& before.free_elements >= list.len()
            &&& before.room >= needed
            &&& after == KvView {
                on_commit: before.on_commit.insert(key, Entry { item, list }),
                free_keys: if is_new { before.free_keys - 1 } else { before.free_keys },
                free_items: before.free_items - 1,
                free_elements: before.free_elements - list.len(),
                room: before.room - needed,
                ..before
            }
        },
        Err(error) => after == before && match error {
            KvError::OutOfKeys => is_new && before.free_keys == 0,
            KvError::OutOfItems => before.free_items == 0,
            KvError::OutOfElements => before.free_elements < list.len(),
            KvError::TransactionFull { room } => room == before.room && room < needed,
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

/// Growth of a store with so many bytes for its tables, by so many keys, items and elements. If it is done, the map is the one that an
/// abort leaves, and what is free is more by exactly that. An error is true ([`is_of_growth`]), and nothing has changed.
pub open spec fn grows<K, I, L>(
    before: KvView<K, I, L>,
    area: int,
    more: (int, int, int),
    after: KvView<K, I, L>,
    result: Result<(), KvError>,
) -> bool {
    let (abort, (keys, items, elements)) = (before.abort(), more);
    match result {
        Ok(()) => {
            &&& after.geometry.is_grown(before.geometry, keys, items, elements)
            &&& after == KvView {
                geometry: after.geometry,
                free_keys: abort.free_keys + keys,
                free_items: abort.free_items + items,
                free_elements: abort.free_elements + elements,
                ..abort
            }
        },
        Err(error) => after == before && is_of_growth(error, before, area, keys, items, elements),
    }
}

/// Why a store with so many bytes for its tables cannot grow like this.
pub open spec fn is_of_growth<K, I, L>(error: KvError, view: KvView<K, I, L>, area: int, keys: int, items: int, elements: int) -> bool {
    let geometry = view.geometry;
    let size = geometry.size() + geometry.growth(keys, items, elements);
    let start = geometry.format(view.capacity as u64).start();
    match error {
        KvError::OutOfSegments => !geometry.ends(SEGMENTS - 1),
        KvError::TooLarge => !geometry.may_grow(keys, items, elements) || start + size > u64::MAX,
        KvError::DoesNotFit { needed } => size > area && needed == start + size,
        KvError::TransactionFull { room } => room == view.capacity && room < GROW_ROOM,
        _ => false,
    }
}

} // verus!
