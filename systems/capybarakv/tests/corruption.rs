//! Bits that are read wrongly, contents that are no stores, and operations that cannot be done.

mod support;

use capybarakv::{Geometry, KvError};
use power_mock::MockDevice;
use support::{
    Client, Element, ITEM, Item, Key, MAIN, Map, Mock, NODE, ROW, Random, TYPES, content, crc, element, item, key, map,
    open, size, size_for, start,
};

const KEYS: usize = 5;
const ITEMS: usize = 7;
const ELEMENTS: usize = 9;
const CAPACITY: u64 = 350;

fn geometry() -> Geometry {
    Geometry::of::<Key, Item, Element>(KEYS as u64, ITEMS as u64, ELEMENTS as u64, TYPES)
}

/// Where the main table and the item table are.
fn main_table() -> usize {
    start(CAPACITY) + MAIN
}

fn item_table() -> usize {
    main_table() + KEYS * ROW
}

fn list_table() -> usize {
    item_table() + ITEMS * ITEM
}

/// A new store on random bytes, with three keys of which one was updated and one was deleted, and two more were created: there
/// are four keys, and rows that were never used, that are used and that were used. Two keys have lists, of three elements and one.
fn filled(seed: u64) -> (Vec<u8>, Map) {
    let mut random = Random(seed);
    let device = MockDevice::new(random.bytes(size_for(&geometry(), CAPACITY)), 8);
    let history = device.history();
    let mut client = Mock::create(device, &geometry(), CAPACITY).expect("the device is large enough");
    for number in 0..3 {
        client.store.create(&key(number), &item(&mut random)).expect("there is room");
    }
    client.commit();
    client.store.update(&key(0), &item(&mut random)).expect("there is room");
    client.store.delete(&key(1)).expect("it is there");
    client.commit();
    for number in 3..5 {
        client.store.create(&key(number), &item(&mut random)).expect("there is room");
    }
    client.commit();
    for _ in 0..4 {
        client.store.append(&key(0), &element(&mut random)).expect("there is room");
    }
    client.store.append(&key(3), &element(&mut random)).expect("there is room");
    client.commit();
    client.store.set_element(&key(0), 2, &element(&mut random)).expect("there is room");
    client.store.trim(&key(0), 1).expect("there are so many");
    client.commit();
    let map = map(&client).expect("good media");
    assert_eq!(map.len(), 4);
    assert_eq!(map.values().map(|(_, list)| list.len()).collect::<Vec<_>>().iter().sum::<usize>(), 4);
    client.close();
    let content = content(&history);
    let (opened, again) = open(&content, 8);
    assert!(opened.is_ok() && again.borrow().events().is_empty(), "a start writes behind a close");
    (content, map)
}

/// The addresses of the log without entries that counts behind a close: its length, with a checksum, and that of no bytes.
fn empty_log(content: &[u8]) -> std::ops::Range<usize> {
    let is_second = word(content, 56) == crc(&1u64.to_le_bytes());
    let first = if is_second { 64 + (24 + CAPACITY as usize).next_multiple_of(64) } else { 64 };
    first..first + 24
}

/// Opens a content of which a bit is read wrongly. An error must have written nothing.
fn open_bad(content: &[u8], bit: usize) -> Result<Mock, KvError> {
    let mut device = MockDevice::new(content.to_vec(), 8);
    device.corrupt(bit / 8, 1 << (bit % 8));
    let history = device.history();
    let opened = Client::open(device, TYPES);
    assert!(opened.is_ok() || history.borrow().events().is_empty(), "bit {bit}: an error, and something was written");
    opened
}

fn word(content: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(content[at..at + 8].try_into().expect("eight bytes"))
}

/// The rows of the main table that are valid, with the rows of the item table that they lead to.
fn valid_rows(content: &[u8]) -> Vec<(usize, usize)> {
    let is_valid = |row: &usize| word(content, main_table() + row * ROW) == crc(&1u64.to_le_bytes());
    (0..KEYS).filter(is_valid).map(|row| (row, word(content, main_table() + row * ROW + 8) as usize)).collect()
}

/// The rows of the list table where elements are.
fn valid_nodes(content: &[u8]) -> Vec<usize> {
    let mut nodes = Vec::new();
    for (row, _) in valid_rows(content) {
        let mut node = word(content, main_table() + row * ROW + 16) as usize;
        while node < ELEMENTS {
            nodes.push(node);
            node = word(content, list_table() + node * NODE) as usize;
        }
    }
    nodes
}

/// Each bit, one after the other: those of the metadata stop the start, those of an item or an element are found when it is read,
/// and the others are not looked at.
#[test]
fn every_bad_bit_is_found_or_harmless() {
    for seed in 0..size(2, 20) as u64 {
        let (content, truth) = filled(seed);
        let rows = valid_rows(&content);
        assert_eq!(rows.len(), truth.len());
        let is_of_row = |at: usize| {
            let (row, offset) = ((at - main_table()) / ROW, (at - main_table()) % ROW);
            offset < 8 || rows.iter().any(|(valid, _)| *valid == row)
        };
        let is_of_item = |at: usize| rows.iter().any(|(_, item)| *item == (at - item_table()) / ITEM);
        let nodes = valid_nodes(&content);
        assert_eq!(nodes.len(), 4);
        let is_of_node = |at: usize| nodes.contains(&((at - list_table()) / NODE));
        let is_of_next = |at: usize| (at - list_table()) % NODE < 16;
        let mut counts = [0; 4];
        for bit in 0..content.len() * 8 {
            let at = bit / 8;
            let is_metadata = match at {
                // The header of the journal, its Boolean, and the log.
                0..64 => true,
                _ if empty_log(&content).contains(&at) => true,
                _ if at < start(CAPACITY) => false,
                _ if at < main_table() => true,
                _ if at < item_table() => is_of_row(at),
                _ if at < list_table() => false,
                _ => is_of_node(at) && is_of_next(at),
            };
            match open_bad(&content, bit) {
                Err(error) => {
                    assert_eq!(error, KvError::Corrupted, "bit {bit}");
                    assert!(is_metadata, "bit {bit}");
                    counts[0] += 1;
                }
                Ok(client) => {
                    assert!(!is_metadata, "bit {bit}");
                    let read = |key: &Key| (client.store.read(key), client.store.read_list(key));
                    let wrong: Vec<_> = truth
                        .iter()
                        .map(|(key, (item, list))| (read(key), (Ok(*item), Ok(list.clone()))))
                        .filter(|(read, truth)| read != truth)
                        .collect();
                    let is_bad_item = at >= item_table() && at < list_table() && is_of_item(at);
                    let is_bad_element = at >= list_table() && is_of_node(at);
                    assert_eq!(wrong.len(), usize::from(is_bad_item || is_bad_element), "bit {bit}");
                    for ((item, list), truth) in wrong {
                        assert_eq!(item, if is_bad_item { Err(KvError::Corrupted) } else { truth.0 }, "bit {bit}");
                        assert_eq!(list, if is_bad_element { Err(KvError::Corrupted) } else { truth.1 }, "bit {bit}");
                    }
                    counts[if is_bad_item {
                        2
                    } else if is_bad_element {
                        3
                    } else {
                        1
                    }] += 1;
                }
            }
        }
        assert_eq!(counts[0], 8 * (64 + 24 + MAIN + 4 * ROW + 8 + 4 * 16), "the metadata");
        assert_eq!(counts[2], 8 * 4 * ITEM, "items");
        assert_eq!(counts[3], 8 * 4 * (NODE - 16), "elements");
    }
}

/// An item that cannot be read can be replaced and deleted.
#[test]
fn keys_of_bad_items_can_be_changed() {
    let (content, truth) = filled(3);
    let (row, place) = valid_rows(&content)[1];
    let at = main_table() + row * ROW + 32;
    let bad = Key::try_from(&content[at..at + 16]).expect("a key");
    let mut client = open_bad(&content, (item_table() + place * ITEM + 3) * 8).expect("the metadata are good");
    assert_eq!(client.store.read(&bad), Err(KvError::Corrupted));
    assert_eq!(client.store.contains(&bad), Ok(true));
    let new = truth[&key(0)].0;
    client.store.update(&bad, &new).expect("there is room");
    assert_eq!(client.store.read(&bad), Ok(new));
    client.commit();
    assert_eq!(client.store.read(&bad), Ok(new));
    client.store.delete(&bad).expect("it is there");
    assert_eq!(client.store.read(&bad), Err(KvError::KeyNotFound));
}

/// Contents that hold no store give errors, and nothing is written.
#[test]
fn garbage_is_refused() {
    let refused = |content: Vec<u8>| {
        let (opened, history) = open(&content, 8);
        let error = opened.err().expect("it is no store");
        assert!(history.borrow().events().is_empty());
        error
    };
    for len in 0..300 {
        assert!(matches!(refused(vec![0; len]), KvError::NotAStore | KvError::Corrupted), "{len} bytes");
        assert!(matches!(refused(vec![0xff; len]), KvError::NotAStore | KvError::Corrupted), "{len} bytes");
    }
    let mut random = Random(8);
    for _ in 0..size(500, 20_000) {
        let len = random.below(1_000) as usize;
        assert!(matches!(refused(random.bytes(len)), KvError::NotAStore | KvError::Corrupted));
    }
    // A store that is cut off.
    let (content, _) = filled(4);
    for len in 0..content.len() {
        assert!(matches!(refused(content[..len].to_vec()), KvError::NotAStore | KvError::Corrupted), "{len} bytes");
    }
}

/// Pieces of a store that are overwritten by garbage: an error or a store, and whatever it is, no panic.
#[test]
fn broken_stores_do_not_panic() {
    let mut random = Random(9);
    let (content, _) = filled(5);
    let (mut errors, mut stores) = (0, 0);
    for _ in 0..size(2_000, 100_000) {
        let mut broken = content.clone();
        for _ in 0..1 + random.below(3) {
            let from = random.below(content.len() as u64) as usize;
            let len = (1 + random.below(40) as usize).min(content.len() - from);
            broken[from..from + len].copy_from_slice(&random.bytes(len));
        }
        match open(&broken, 8).0 {
            Err(KvError::Corrupted | KvError::NotAStore) => errors += 1,
            Err(error) => panic!("{error:?}"),
            Ok(mut client) => {
                stores += 1;
                let _ = client.store.create(&key(7), &item(&mut random));
                let _ = client.store.delete(&key(0));
                let _ = client.store.read(&key(2));
                let _ = client.store.read_list(&key(0));
                let _ = client.store.append(&key(3), &element(&mut random));
                let _ = client.store.set_element(&key(0), 1, &element(&mut random));
                let _ = client.store.trim(&key(0), 2);
                client.store.abort();
                client.commit();
            }
        }
    }
    assert!(errors > 100 && stores > 100, "{errors} errors, {stores} stores");
}

/// Metadata that make no sense, with checksums that fit.
#[test]
fn nonsense_is_refused() {
    let (content, truth) = filled(6);
    let first = start(CAPACITY);
    let check = |what: &str, changes: &[(usize, u64)], sum: (usize, usize), expected: KvError| {
        let mut wrong = content.clone();
        changes.iter().for_each(|&(at, word)| wrong[at..at + 8].copy_from_slice(&word.to_le_bytes()));
        let (at, len) = sum;
        let sum = crc(&wrong[at..at + len]);
        wrong[at + len..at + len + 8].copy_from_slice(&sum.to_le_bytes());
        let (opened, history) = open(&wrong, 8);
        assert_eq!(opened.err(), Some(expected), "{what}");
        assert!(history.borrow().events().is_empty(), "{what}");
    };
    let journal = (0, 48);
    check("a journal of version 1", &[(8, 1)], journal, KvError::NotAStore);
    check("another program", &[(16, 1)], journal, KvError::NotAStore);
    check("version 0", &[(24, 0)], journal, KvError::OtherVersion { version: 0 });
    check("version 1", &[(24, 1)], journal, KvError::OtherVersion { version: 1 });
    check("version 3", &[(24, 3)], journal, KvError::OtherVersion { version: 3 });
    check("an area that is too short for a header", &[(32, MAIN as u64 - 1)], journal, KvError::NotAStore);
    check("an area that is too short", &[(32, (content.len() - first) as u64 - 1)], journal, KvError::NotAStore);
    let header = (first, 248);
    let segment = |keys: usize, items: usize| (first + 56, (items as u64) << 32 | keys as u64);
    let elements = |n: usize, next_keys: usize| (first + 64, (next_keys as u64) << 32 | n as u64);
    assert_eq!(
        [word(&content, first + 56), word(&content, first + 64)],
        [segment(KEYS, ITEMS).1, elements(ELEMENTS, 0).1]
    );
    let more = |what: &str, at: usize, n: usize, segment: (usize, u64)| {
        check(what, &[(first + at, n as u64), segment], header, KvError::NotAStore);
    };
    more("too many keys in the segment", 0, KEYS + 1, segment(KEYS + 1, ITEMS));
    more("too many items in the segment", 8, ITEMS + 1, segment(KEYS, ITEMS + 1));
    more("too many elements in the segment", 16, ELEMENTS + 1, elements(ELEMENTS + 1, 0));
    more("a second segment beyond the end", 0, KEYS + 1, elements(ELEMENTS, 1));
    more("more keys than the segments have", 0, KEYS, segment(KEYS - 1, ITEMS));
    more("fewer keys than the segments have", 0, KEYS - 1, segment(KEYS, ITEMS));
    more("fewer items than the segments have", 8, ITEMS - 1, segment(KEYS, ITEMS));
    more("fewer elements than the segments have", 16, ELEMENTS - 1, elements(ELEMENTS, 0));
    check("too many keys for the area", &[(first, KEYS as u64 + 1)], header, KvError::NotAStore);
    check("too many keys", &[(first, u64::from(u32::MAX))], header, KvError::NotAStore);
    check("too many keys for all", &[(first, u64::MAX)], header, KvError::NotAStore);
    check("too many items for the area", &[(first + 8, ITEMS as u64 + 1)], header, KvError::NotAStore);
    check("too many items for all", &[(first + 8, u64::MAX)], header, KvError::NotAStore);
    check("too many elements for the area", &[(first + 16, ELEMENTS as u64 + 1)], header, KvError::NotAStore);
    check("too many elements for all", &[(first + 16, u64::MAX)], header, KvError::NotAStore);
    check("keys that are too long", &[(first + 24, u64::MAX)], header, KvError::NotAStore);
    check("items that are too long", &[(first + 32, u64::MAX - 7)], header, KvError::NotAStore);
    check("elements that are too long", &[(first + 40, u64::MAX - 20)], header, KvError::NotAStore);
    check("keys of another size", &[(first + 24, 15)], header, KvError::OtherTypes);
    check("items of another size", &[(first + 32, 8)], header, KvError::OtherTypes);
    check("elements of another size", &[(first + 40, 7)], header, KvError::OtherTypes);
    check("other types", &[(first + 48, TYPES + 1)], header, KvError::OtherTypes);
    let rows = valid_rows(&content);
    let link = main_table() + rows[0].0 * ROW + 8;
    check("an item beyond the end", &[(link, ITEMS as u64)], (link, 16), KvError::NotAStore);
    check("an item beyond all", &[(link, u64::MAX)], (link, 16), KvError::NotAStore);
    check("two keys with one item", &[(link, rows[1].1 as u64)], (link, 16), KvError::NotAStore);
    check("a list beyond the end", &[(link + 8, ELEMENTS as u64)], (link, 16), KvError::NotAStore);
    check("a list beyond all", &[(link + 8, u64::MAX)], (link, 16), KvError::NotAStore);
    check("a list beyond all by a little", &[(link + 8, 1 << 32)], (link, 16), KvError::NotAStore);
    let next = |node: usize| list_table() + node * NODE;
    for &node in &valid_nodes(&content) {
        check("a list that leads to itself", &[(next(node), node as u64)], (next(node), 8), KvError::NotAStore);
        check("an element beyond the end", &[(next(node), ELEMENTS as u64)], (next(node), 8), KvError::NotAStore);
        check("an element beyond all", &[(next(node), 1 << 32)], (next(node), 8), KvError::NotAStore);
    }
    // The check itself changes nothing that counts.
    let (opened, _) = open(&content, 8);
    assert_eq!(map(&opened.expect("it is a store")), Ok(truth));
}

/// The sizes are those of the table of the documentation.
#[test]
fn devices_that_are_too_small_are_refused() {
    let needed = size_for(&geometry(), CAPACITY);
    for len in 0..needed {
        let device = MockDevice::new(vec![1; len], 8);
        let history = device.history();
        let error = Mock::create(device, &geometry(), CAPACITY).err();
        assert_eq!(error, Some(KvError::DoesNotFit { needed: needed as u64 }));
        assert!(history.borrow().events().is_empty());
    }
    assert!(Mock::create(MockDevice::new(vec![1; needed], 8), &geometry(), CAPACITY).is_ok());
    let create =
        |geometry: Geometry, capacity: u64| Mock::create(MockDevice::new(vec![0; 9_000], 8), &geometry, capacity).err();
    let of = |keys: u64, items: u64| Geometry::of::<Key, Item, Element>(keys, items, 1, TYPES);
    assert_eq!(create(of(u64::MAX, 1), 0), Some(KvError::TooLarge));
    assert_eq!(create(of(1, u64::MAX), 0), Some(KvError::TooLarge));
    assert_eq!(create(of(u64::from(u32::MAX), 1), 0), Some(KvError::TooLarge));
    assert_eq!(create(of(1, u64::from(u32::MAX)), 0), Some(KvError::TooLarge));
    assert_eq!(create(of(1, 1), 1 << 32), Some(KvError::TooLarge));
    assert!(matches!(create(of(1 << 20, 1), 0), Some(KvError::DoesNotFit { .. })));
    let of_elements = |elements: u64| Geometry::of::<Key, Item, Element>(1, 1, elements, TYPES);
    assert_eq!(create(of_elements(u64::MAX), 0), Some(KvError::TooLarge));
    assert_eq!(create(of_elements(u64::from(u32::MAX)), 0), Some(KvError::TooLarge));
    assert_eq!(create(Geometry::of::<Key, Item, Element>(0, 0, 0, TYPES), 0), None);
}

/// What is full says so, and rows of a pending delete are not free before the commit.
#[test]
fn a_full_store_is_an_error() {
    let mut random = Random(10);
    let geometry = Geometry::of::<Key, Item, Element>(2, 3, 2, TYPES);
    let device = MockDevice::new(vec![0; size_for(&geometry, 1_000)], 8);
    let mut client = Mock::create(device, &geometry, 1_000).expect("the device is large enough");
    let (first, second) = (item(&mut random), item(&mut random));
    let store = &mut client.store;
    assert_eq!(store.create(&key(0), &first), Ok(()));
    assert_eq!(store.create(&key(1), &first), Ok(()));
    assert_eq!(store.create(&key(1), &second), Err(KvError::KeyExists));
    assert_eq!(store.create(&key(2), &first), Err(KvError::OutOfKeys));
    assert_eq!(store.update(&key(0), &second), Ok(()));
    assert_eq!(store.update(&key(1), &second), Err(KvError::OutOfItems));
    assert_eq!(store.delete(&key(1)), Ok(()));
    assert_eq!(store.create(&key(2), &first), Err(KvError::OutOfKeys));
    assert_eq!(store.update(&key(2), &first), Err(KvError::KeyNotFound));
    client.commit();
    let store = &mut client.store;
    assert_eq!((store.len(), store.free_keys(), store.free_items()), (1, 1, 2));
    assert_eq!(store.delete(&key(0)), Ok(()));
    assert_eq!(store.create(&key(0), &first), Ok(()));
    assert_eq!(store.create(&key(1), &first), Err(KvError::OutOfKeys));
    assert_eq!(store.read(&key(0)), Ok(first));
    store.abort();
    assert_eq!(store.read(&key(0)), Ok(second));
    assert_eq!((store.len(), store.free_keys(), store.free_items()), (1, 1, 2));
    // The list table is full, and rows of a pending trim are not free before the commit.
    let (one, two) = (element(&mut random), element(&mut random));
    assert_eq!(store.append(&key(0), &one), Ok(()));
    assert_eq!(store.append(&key(0), &two), Ok(()));
    assert_eq!(store.append(&key(0), &two), Err(KvError::OutOfElements));
    assert_eq!(store.set_element(&key(0), 0, &two), Err(KvError::OutOfElements));
    assert_eq!(store.trim(&key(0), 3), Err(KvError::OutOfBounds { len: 2 }));
    assert_eq!(store.trim(&key(0), 1), Ok(()));
    assert_eq!(store.append(&key(0), &one), Err(KvError::OutOfElements));
    assert_eq!(store.read_list(&key(0)), Ok(vec![two]));
    client.commit();
    let store = &mut client.store;
    assert_eq!(store.free_elements(), 1);
    assert_eq!(store.append(&key(0), &one), Ok(()));
    assert_eq!(store.read_list(&key(0)), Ok(vec![two, one]));
    assert_eq!(store.read_element(&key(0), 2), Err(KvError::OutOfBounds { len: 2 }));
    store.abort();
    assert_eq!(store.read_list(&key(0)), Ok(vec![two]));
    // The journal is full to the byte.
    let geometry = Geometry::of::<Key, Item, Element>(9, 9, 9, TYPES);
    let device = MockDevice::new(vec![0; size_for(&geometry, 87)], 8);
    let mut client = Mock::create(device, &geometry, 87).expect("the device is large enough");
    let store = &mut client.store;
    assert_eq!(store.create(&key(0), &first), Ok(()));
    assert_eq!(store.update(&key(0), &first), Ok(()));
    assert_eq!(store.create(&key(1), &first), Err(KvError::TransactionFull { room: 23 }));
    assert_eq!(store.delete(&key(0)), Err(KvError::TransactionFull { room: 23 }));
    assert_eq!((store.len(), store.free_keys(), store.free_items()), (1, 8, 7));
    client.commit();
    assert_eq!(client.store.create(&key(1), &first), Ok(()));
}

/// Keys with one hash are different keys.
#[test]
fn keys_with_equal_hashes_are_told_apart() {
    assert_eq!(crc(b"123456789"), 0x995d_c9bb_df19_39fa);
    assert_ne!(key(0), key(1));
    assert_eq!(crc(&key(0)), crc(&key(1)));
    let (content, truth) = filled(11);
    let (client, _) = open(&content, 8);
    let client = client.expect("it is a store");
    assert!(truth.contains_key(&key(0)) && !truth.contains_key(&key(1)));
    assert!(truth.contains_key(&key(2)) && truth.contains_key(&key(3)));
    assert_ne!(truth[&key(2)], truth[&key(3)]);
    assert_eq!(client.store.read(&key(1)), Err(KvError::KeyNotFound));
    assert_eq!(map(&client), Ok(truth));
}
