//! What the tests share: a program on a store that may do everything, a model of it in plain Rust, written from the
//! documentation of the operations and not from their code, random operations, and how large the tests are.

// Each test is a crate of its own and uses a part.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use capybarakv::{Geometry, KvError, KvStore};
use pmcopy::PmCopy;
use power::device_t::Device;
use power::storage_t::PowerStorage;
pub use power_mock::Random;
use power_mock::{MockDevice, Shared};
use vstd::prelude::*;

verus! {

use capybarakv::abstract_spec_t::*;
use capybarakv::setup_v::*;
use power::permission_t::*;

/// A store whose user permits everything.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct Client<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> {
    pub store: KvStore<D, K, I, L>,
    pub authority: Tracked<Authority>,
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Client<D, K, I, L> {
    /// Makes a store on a device.
    pub fn create(device: D, geometry: &Geometry, capacity: u64) -> (result: Result<Client<D, K, I, L>, KvError>)
        requires
            device.state().writes.len() == 0,
            geometry.is_for::<K, I, L>(),
    {
        let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        setup::<D, K, I, L>(&mut storage, geometry, capacity, Tracked(&all))?;
        let store = KvStore::start(storage, geometry.types, Tracked(all))?;
        Ok(Client { store, authority: Tracked(authority) })
    }

    /// Finds the store on a device.
    pub fn open(device: D, types: u64) -> (result: Result<Client<D, K, I, L>, KvError>)
        requires
            device.state().writes.len() == 0,
    {
        let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        let store = KvStore::start(storage, types, Tracked(all))?;
        Ok(Client { store, authority: Tracked(authority) })
    }

    /// A commit.
    pub fn commit(&mut self)
        requires
            old(self).store.inv(),
            old(self).authority@.id() == old(self).store.id(),
    {
        let tracked permission = self.authority.borrow().permit(|pre: Seq<u8>, post: Seq<u8>| true);
        self.store.commit(Tracked(permission));
    }

    /// Gets room for more.
    pub fn grow(&mut self, keys: u64, items: u64, elements: u64) -> (result: Result<(), KvError>)
        requires
            old(self).store.inv(),
            old(self).authority@.id() == old(self).store.id(),
    {
        let tracked permission = self.authority.borrow().permit(|pre: Seq<u8>, post: Seq<u8>| true);
        self.store.grow(keys, items, elements, Tracked(permission))
    }

    /// Ends the use of the store.
    pub fn close(self)
        requires
            self.store.inv(),
    {
        self.store.close();
    }
}

/// An item. Of a corrupted one the bytes might be those of none.
#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Item {
    pub number: u64,
    pub words: [u16; 3],
    pub mark: bool,
    pub tail: u8,
}

/// What an element of a list is about.
#[repr(u8)]
#[derive(Debug, PmCopy)]
pub enum Kind {
    First,
    Second,
}

/// An element of a list.
#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Element {
    pub number: u32,
    pub tail: u16,
    pub mark: bool,
    pub kind: Kind,
}

} // verus!

/// The keys of the tests.
pub type Key = [u8; 16];

/// A store on a device for tests.
pub type Mock = Client<MockDevice, Key, Item, Element>;

/// The number for these types.
pub const TYPES: u64 = 0x7e57;

/// One of two numbers, by how large the tests are.
pub fn size(small: usize, full: usize) -> usize {
    power_mock::size("CAPYBARAKV_TORTURE", small, full)
}

/// The checksum, bit by bit: CRC-64 with the polynomial of ECMA-182, reflected.
pub fn crc(bytes: &[u8]) -> u64 {
    let bit = |state: u64| if state & 1 == 1 { state >> 1 ^ 0xc96c_5795_d787_0f42 } else { state >> 1 };
    !bytes.iter().fold(!0, |state, &byte| (0..8).fold(state ^ u64::from(byte), |state, _| bit(state)))
}

/// A change of keys that does not change their checksum: checksums of two keys differ by a linear function of the change, which
/// is solved here bit by bit.
fn collision() -> Key {
    let zero = crc(&[0; 16]);
    // For each leading bit of a checksum, a change that leads to it, with its checksum.
    let mut pivots: BTreeMap<u32, (u64, u128)> = BTreeMap::new();
    for bit in 0..128 {
        let mut change = 1u128 << bit;
        let mut sum = crc(&change.to_le_bytes()) ^ zero;
        while sum != 0 {
            match pivots.get(&sum.leading_zeros()) {
                Some((other, with)) => {
                    sum ^= other;
                    change ^= with;
                }
                None => {
                    pivots.insert(sum.leading_zeros(), (sum, change));
                    break;
                }
            }
        }
        if sum == 0 {
            return change.to_le_bytes();
        }
    }
    unreachable!("there are more changes than checksums");
}

/// That change, which takes a while to find.
static COLLISION: LazyLock<Key> = LazyLock::new(collision);

/// A key. Every second one has the hash of the one before.
pub fn key(number: u64) -> Key {
    let mut key = [0x40; 16];
    key[..8].copy_from_slice(&(number / 2).to_le_bytes());
    if number % 2 == 1 {
        key.iter_mut().zip(*COLLISION).for_each(|(byte, change)| *byte ^= change);
    }
    key
}

/// A random item.
pub fn item(random: &mut Random) -> Item {
    let words = random.next().to_le_bytes();
    let word = |at: usize| u16::from_le_bytes([words[at], words[at + 1]]);
    Item { number: random.next(), words: [word(0), word(2), word(4)], mark: words[6] & 1 == 1, tail: words[7] }
}

/// A random element.
pub fn element(random: &mut Random) -> Element {
    let word = random.next();
    let kind = if word & 2 == 0 { Kind::First } else { Kind::Second };
    Element { number: (word >> 8) as u32, tail: (word >> 40) as u16, mark: word & 1 == 1, kind }
}

/// A geometry with random sizes.
pub fn geometry(random: &mut Random) -> Geometry {
    let keys = random.below(6);
    Geometry::of::<Key, Item, Element>(keys, random.below(2 * keys + 2), random.below(9), TYPES)
}

/// The bytes of a row of the main table, by the table of the documentation.
pub const ROW: usize = 8 + 24 + 16 + 8;

/// The bytes of a row of the list table.
pub const NODE: usize = 16 + 8 + 8;

/// The bytes of a row of the item table.
pub const ITEM: usize = 16 + 8;

/// Where the rows begin in the area.
pub const MAIN: usize = 248 + 8;

/// The address of the area, by the table of the documentation of the journal.
pub fn start(capacity: u64) -> usize {
    64 + 2 * (24 + capacity as usize).next_multiple_of(64)
}

/// The bytes that a storage needs, by the table of the documentation.
pub fn size_for(geometry: &Geometry, capacity: u64) -> usize {
    let tables = geometry.keys as usize * ROW + geometry.items as usize * ITEM + geometry.elements as usize * NODE;
    start(capacity) + MAIN + tables
}

/// The keys of a store, with their items and lists.
pub type Map = BTreeMap<Key, (Item, Vec<Element>)>;

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What a crash leaves.
    pub on_abort: Map,
    /// What a commit gives.
    pub on_commit: Map,
    /// The rows of the three tables.
    pub keys: usize,
    pub items: usize,
    pub elements: usize,
    /// The bytes of the journal.
    pub capacity: u64,
    /// What this transaction took of rows and of the journal.
    pub taken_keys: usize,
    pub taken_items: usize,
    pub taken_elements: usize,
    pub taken_room: u64,
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Operation {
    Create(Key, Item),
    Update(Key, Item),
    Delete(Key),
    Append(Key, Element),
    Set(Key, usize, Element),
    Trim(Key, usize),
    Put(Key, Item, Vec<Element>),
    ReadElement(Key, usize),
    Len(Key),
    Read(Key),
    Contains(Key),
    Commit,
    Abort,
}

/// What an operation gives back.
#[derive(Debug, PartialEq)]
pub enum Answer {
    Done,
    Item(Item),
    Element(Element),
    Len(usize),
    Is(bool),
}

impl Model {
    /// A store with nothing pending.
    pub fn new(map: Map, geometry: &Geometry, capacity: u64) -> Model {
        Model {
            on_abort: map.clone(),
            on_commit: map,
            keys: geometry.keys as usize,
            items: geometry.items as usize,
            elements: geometry.elements as usize,
            capacity,
            taken_keys: 0,
            taken_items: 0,
            taken_elements: 0,
            taken_room: 0,
        }
    }

    /// The same store with nothing pending and this map.
    pub fn idle(&self, map: &Map) -> Model {
        let (on_abort, on_commit) = (map.clone(), map.clone());
        Model { on_abort, on_commit, taken_keys: 0, taken_items: 0, taken_elements: 0, taken_room: 0, ..self.clone() }
    }

    /// The rows that are free in the main table, the item table and the list table.
    pub fn free(&self) -> [usize; 3] {
        let kept = self.on_abort.len();
        let kept_elements = self.on_abort.values().map(|(_, list)| list.len()).sum::<usize>();
        [
            self.keys - kept - self.taken_keys,
            self.items - kept - self.taken_items,
            self.elements - kept_elements - self.taken_elements,
        ]
    }

    fn take(&mut self, rows: [usize; 3], room: u64) -> Result<(), KvError> {
        let errors = [KvError::OutOfKeys, KvError::OutOfItems, KvError::OutOfElements];
        let left = self.capacity - self.taken_room;
        for ((free, rows), error) in self.free().into_iter().zip(rows).zip(errors) {
            if free < rows {
                return Err(error);
            }
        }
        if left < room {
            return Err(KvError::TransactionFull { room: left });
        }
        self.taken_keys += rows[0];
        self.taken_items += rows[1];
        self.taken_elements += rows[2];
        self.taken_room += room;
        Ok(())
    }

    fn find(&self, key: &Key) -> Result<(Item, Vec<Element>), KvError> {
        self.on_commit.get(key).cloned().ok_or(KvError::KeyNotFound)
    }

    /// The bytes of the journal that a change of the element at an index takes: links, or a number, with a checksum.
    fn element_room(index: usize) -> u64 {
        if index == 0 { 16 + 24 } else { 16 + 16 }
    }

    /// Does an operation.
    pub fn run(&mut self, operation: &Operation) -> Result<Answer, KvError> {
        match operation {
            Operation::Create(key, item) => {
                if self.on_commit.contains_key(key) {
                    return Err(KvError::KeyExists);
                }
                self.take([1, 1, 0], 16 + 8)?;
                self.on_commit.insert(*key, (*item, Vec::new()));
            }
            Operation::Update(key, item) => {
                let (_, list) = self.find(key)?;
                self.take([0, 1, 0], 16 + 24)?;
                self.on_commit.insert(*key, (*item, list));
            }
            Operation::Delete(key) => {
                self.find(key)?;
                self.take([0, 0, 0], 16 + 8)?;
                self.on_commit.remove(key);
            }
            Operation::Append(key, element) => {
                let (item, mut list) = self.find(key)?;
                self.take([0, 0, 1], Model::element_room(list.len()))?;
                list.push(*element);
                self.on_commit.insert(*key, (item, list));
            }
            Operation::Set(key, index, element) => {
                let (item, mut list) = self.find(key)?;
                let len = list.len();
                *list.get_mut(*index).ok_or(KvError::OutOfBounds { len })? = *element;
                self.take([0, 0, 1], Model::element_room(*index))?;
                self.on_commit.insert(*key, (item, list));
            }
            Operation::Trim(key, n) => {
                let (item, mut list) = self.find(key)?;
                if *n > list.len() {
                    return Err(KvError::OutOfBounds { len: list.len() });
                }
                self.take([0, 0, 0], 16 + 24)?;
                list.drain(..n);
                self.on_commit.insert(*key, (item, list));
            }
            Operation::Put(key, item, list) => {
                let is_new = !self.on_commit.contains_key(key);
                let item_room = if is_new { 16 + 8 } else { 2 * (16 + 24) };
                let room = item_room + (0..list.len()).map(Model::element_room).sum::<u64>();
                self.take([usize::from(is_new), 1, list.len()], room)?;
                self.on_commit.insert(*key, (*item, list.clone()));
            }
            Operation::Read(key) => return self.find(key).map(|(item, _)| Answer::Item(item)),
            Operation::ReadElement(key, index) => {
                let (_, list) = self.find(key)?;
                return list
                    .get(*index)
                    .map(|element| Answer::Element(*element))
                    .ok_or(KvError::OutOfBounds { len: list.len() });
            }
            Operation::Len(key) => return self.find(key).map(|(_, list)| Answer::Len(list.len())),
            Operation::Contains(key) => return Ok(Answer::Is(self.on_commit.contains_key(key))),
            Operation::Commit => *self = self.idle(&self.on_commit),
            Operation::Abort => *self = self.idle(&self.on_abort),
        }
        Ok(Answer::Done)
    }

    /// A random operation on a few keys.
    pub fn operation(&self, random: &mut Random) -> Operation {
        let is_create = random.below(5) == 0;
        let any = key(random.below(8));
        let there = self.on_commit.keys().nth(random.below(6) as usize).copied();
        // Mostly a key that is there, unless one is to be created.
        let key = if is_create || random.below(6) == 0 { any } else { there.unwrap_or(any) };
        if is_create || self.on_commit.is_empty() && random.below(2) == 0 {
            return Operation::Create(any, item(random));
        }
        let index = random.below(5) as usize;
        match random.below(42) {
            8..12 => Operation::Update(key, item(random)),
            12..15 => Operation::Delete(key),
            0..8 | 15..22 | 38..42 => Operation::Append(key, element(random)),
            22..25 => Operation::Set(key, index, element(random)),
            25..27 => Operation::Trim(key, random.below(3) as usize),
            27 => Operation::Read(key),
            28 => Operation::Contains(key),
            29 => Operation::ReadElement(key, index),
            30 => Operation::Len(key),
            31..34 => Operation::Commit,
            34..36 => Operation::Abort,
            _ => {
                let elements = random.below(4);
                Operation::Put(any, item(random), (0..elements).map(|_| element(random)).collect())
            }
        }
    }
}

/// Does an operation.
pub fn run<D: Device>(client: &mut Client<D, Key, Item, Element>, operation: &Operation) -> Result<Answer, KvError> {
    match operation {
        Operation::Create(key, item) => client.store.create(key, item)?,
        Operation::Update(key, item) => client.store.update(key, item)?,
        Operation::Delete(key) => client.store.delete(key)?,
        Operation::Append(key, element) => client.store.append(key, element)?,
        Operation::Set(key, index, element) => client.store.set_element(key, *index, element)?,
        Operation::Trim(key, n) => client.store.trim(key, *n)?,
        Operation::Put(key, item, list) => client.store.put(key, item, list)?,
        Operation::ReadElement(key, index) => return client.store.read_element(key, *index).map(Answer::Element),
        Operation::Len(key) => return client.store.list_len(key).map(Answer::Len),
        Operation::Read(key) => return client.store.read(key).map(Answer::Item),
        Operation::Contains(key) => return client.store.contains(key).map(Answer::Is),
        Operation::Commit => client.commit(),
        Operation::Abort => client.store.abort(),
    }
    Ok(Answer::Done)
}

/// The rows that are free in the three tables.
pub fn free<D: Device>(client: &Client<D, Key, Item, Element>) -> [usize; 3] {
    [client.store.free_keys(), client.store.free_items(), client.store.free_elements()]
}

/// The elements of a list from an index on.
fn from<D: Device>(client: &Client<D, Key, Item, Element>, key: &Key, index: usize) -> Result<Vec<Element>, KvError> {
    let mut elements = client.store.elements(key, index)?;
    std::iter::from_fn(|| elements.next()).collect()
}

/// What is read of the keys of the tests.
pub fn map<D: Device>(client: &Client<D, Key, Item, Element>) -> Result<Map, KvError> {
    let mut map = Map::new();
    for number in 0..8 {
        match client.store.read(&key(number)) {
            Ok(item) => {
                let list = client.store.read_list(&key(number))?;
                assert_eq!(from(client, &key(number), list.len() / 2)?, list[list.len() / 2..]);
                let len = list.len();
                assert_eq!(from(client, &key(number), len + 1), Err(KvError::OutOfBounds { len }));
                map.insert(key(number), (item, list));
            }
            Err(KvError::KeyNotFound) => {}
            Err(error) => return Err(error),
        }
    }
    assert_eq!(client.store.len(), map.len());
    assert_eq!(client.store.is_empty(), map.is_empty());
    let mut keys = client.store.keys()?;
    keys.sort_unstable();
    assert!(keys.iter().eq(map.keys()));
    Ok(map)
}

/// What is on a device behind all that was done to it, if everything is flushed.
pub fn content(history: &Shared) -> Vec<u8> {
    let mut last = Vec::new();
    history.borrow().for_each_crash(0, |_, left| last = left);
    last
}

/// Finds the store in a content; also gives what was done to the device meanwhile.
pub fn open(content: &[u8], chunk: usize) -> (Result<Mock, KvError>, Shared) {
    let device = MockDevice::new(content.to_vec(), chunk);
    let history = device.history();
    (Client::open(device, TYPES), history)
}
