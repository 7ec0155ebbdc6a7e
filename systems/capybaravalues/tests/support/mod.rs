//! What the tests share: a model of a store of values in plain Rust, written from the documentation and not from the code, and random
//! operations.

// Each test is a crate of its own and uses a part.
#![allow(dead_code)]

use std::collections::BTreeMap;

use capybarakv::{Geometry, KvError};
use capybaravalues::{Free, MAX_LEN, PersistentValues, ValueError, geometry_for};
use power::device_t::Device;
pub use power_mock::Random;
use power_mock::{MockDevice, Shared};

/// The keys of the tests.
pub type Key = u64;

/// The values of the keys.
pub type Map = BTreeMap<Key, Vec<u8>>;

/// A store on a device for tests.
pub type Mock<const N: usize> = PersistentValues<MockDevice, Key, N>;

/// The number for the keys.
pub const NUMBER: u32 = 7;

/// One of two numbers, by how large the tests are.
pub fn size(small: usize, full: usize) -> usize {
    power_mock::size("CAPYBARAVALUES_TORTURE", small, full)
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What a crash leaves, and what a commit gives.
    pub on_abort: Map,
    pub on_commit: Map,
    /// The bytes of a row.
    pub width: usize,
    /// All keys, lengths and rows, and the bytes of the journal.
    pub all: Free,
    /// What this transaction took of them.
    pub taken: Free,
}

/// Nothing.
const NOTHING: Free = Free { keys: 0, values: 0, rows: 0, room: 0 };

/// An operation.
#[derive(Clone, Debug)]
pub enum Operation {
    Put(Key, Vec<u8>),
    Delete(Key),
    Get(Key),
    GetRange(Key, usize, usize),
    Len(Key),
    Contains(Key),
    Commit,
    Abort,
}

/// What an operation gives back.
#[derive(Debug, PartialEq)]
pub enum Answer {
    Done,
    Bytes(Vec<u8>),
    Len(usize),
    Is(bool),
}

impl Model {
    /// A store with nothing pending.
    pub fn new(map: Map, geometry: &Geometry, capacity: u64) -> Model {
        let (keys, values, rows) = (geometry.keys as usize, geometry.items as usize, geometry.elements as usize);
        let all = Free { keys, values, rows, room: capacity };
        Model { on_abort: map.clone(), on_commit: map, width: geometry.element_len as usize, all, taken: NOTHING }
    }

    /// The same store with nothing pending and this map.
    fn idle(&self, map: &Map) -> Model {
        Model { on_abort: map.clone(), on_commit: map.clone(), taken: NOTHING, ..self.clone() }
    }

    /// What the transaction may still take.
    pub fn free(&self) -> Free {
        let (all, taken, kept) = (self.all, self.taken, self.on_abort.len());
        let rows: usize = self.on_abort.values().map(|value| value.len().div_ceil(self.width)).sum();
        Free {
            keys: all.keys - kept - taken.keys,
            values: all.values - kept - taken.values,
            rows: all.rows - rows - taken.rows,
            room: all.room - taken.room,
        }
    }

    fn find(&self, key: Key) -> Result<&Vec<u8>, ValueError> {
        self.on_commit.get(&key).ok_or(ValueError::Store(KvError::KeyNotFound))
    }

    /// Does an operation.
    pub fn run(&mut self, operation: &Operation) -> Result<Answer, ValueError> {
        match operation {
            Operation::Put(key, value) => {
                if value.len() > MAX_LEN {
                    return Err(ValueError::TooLong { len: value.len() });
                }
                let (free, rows) = (self.free(), value.len().div_ceil(self.width));
                let is_new = !self.on_commit.contains_key(key);
                // A key 24, or a length 40 and what was there 40; the first row 40, and each other one 32.
                let room = if is_new { 24 } else { 80 } + if rows == 0 { 0 } else { 8 + 32 * rows as u64 };
                let error = match () {
                    () if is_new && free.keys == 0 => KvError::OutOfKeys,
                    () if free.values == 0 => KvError::OutOfItems,
                    () if free.rows < rows => KvError::OutOfElements,
                    () if free.room < room => KvError::TransactionFull { room: free.room },
                    () => {
                        self.taken.keys += usize::from(is_new);
                        self.taken.values += 1;
                        self.taken.rows += rows;
                        self.taken.room += room;
                        self.on_commit.insert(*key, value.clone());
                        return Ok(Answer::Done);
                    }
                };
                return Err(ValueError::Store(error));
            }
            Operation::Delete(key) => {
                self.find(*key)?;
                let room = self.free().room;
                if room < 24 {
                    return Err(ValueError::Store(KvError::TransactionFull { room }));
                }
                self.taken.room += 24;
                self.on_commit.remove(key);
            }
            Operation::Get(key) => return Ok(Answer::Bytes(self.find(*key)?.clone())),
            Operation::GetRange(key, from, n) => {
                let value = self.find(*key)?;
                let part = from.checked_add(*n).and_then(|end| value.get(*from..end));
                return part
                    .map(|part| Answer::Bytes(part.to_vec()))
                    .ok_or(ValueError::OutOfBounds { len: value.len() });
            }
            Operation::Len(key) => return Ok(Answer::Len(self.find(*key)?.len())),
            Operation::Contains(key) => return Ok(Answer::Is(self.on_commit.contains_key(key))),
            Operation::Commit => *self = self.idle(&self.on_commit),
            Operation::Abort => *self = self.idle(&self.on_abort),
        }
        Ok(Answer::Done)
    }

    /// A random operation on a few keys, with a value of one of these lengths.
    pub fn operation(&self, lengths: &[usize], random: &mut Random) -> Operation {
        let key = random.below(6);
        let len = |random: &mut Random| lengths[random.below(lengths.len() as u64) as usize];
        match random.below(20) {
            0..9 => {
                let len = len(random);
                Operation::Put(key, random.bytes(len))
            }
            9..11 => Operation::Delete(key),
            11 => Operation::Get(key),
            12..14 => {
                let there = self.on_commit.get(&key).map_or(0, Vec::len) as u64;
                let from = random.below(there + 1);
                let n = random.below(there - from + 2);
                Operation::GetRange(key, from as usize, if random.below(30) == 0 { usize::MAX } else { n as usize })
            }
            14 => Operation::Len(key),
            15 => Operation::Contains(key),
            16..19 => Operation::Commit,
            _ => Operation::Abort,
        }
    }
}

/// Does an operation.
pub fn run<D: Device, const N: usize>(
    store: &mut PersistentValues<D, Key, N>,
    operation: &Operation,
) -> Result<Answer, ValueError> {
    match operation {
        Operation::Put(key, value) => store.put(key, value)?,
        Operation::Delete(key) => store.delete(key)?,
        Operation::Get(key) => return store.get(key).map(Answer::Bytes),
        Operation::GetRange(key, from, n) => return store.get_range(key, *from, *n).map(Answer::Bytes),
        Operation::Len(key) => return store.value_len(key).map(Answer::Len),
        Operation::Contains(key) => return store.contains(key).map(Answer::Is).map_err(ValueError::Store),
        Operation::Commit => store.commit(),
        Operation::Abort => store.abort(),
    }
    Ok(Answer::Done)
}

/// All values.
pub fn map<D: Device, const N: usize>(store: &PersistentValues<D, Key, N>) -> Result<Map, ValueError> {
    let keys = store.keys().map_err(ValueError::Store)?;
    assert_eq!((store.len(), store.is_empty()), (keys.len(), keys.is_empty()));
    let map: Map = keys.iter().map(|key| Ok((*key, store.get(key)?))).collect::<Result<_, ValueError>>()?;
    assert_eq!(map.len(), keys.len(), "a key twice");
    Ok(map)
}

/// The geometry of a store with rows of `N` bytes.
pub fn geometry<const N: usize>(keys: u64, lengths: u64, rows: u64) -> Geometry {
    geometry_for::<Key, N>(keys, lengths, rows, NUMBER)
}

/// The bytes of a device for a store.
pub fn device_len(geometry: &Geometry, capacity: u64) -> usize {
    capybarakv::size_for(geometry, capacity).expect("a small store") as usize
}

/// Finds the store in a content; also gives what was done to the device meanwhile.
pub fn open<const N: usize>(content: &[u8], chunk: usize) -> (Result<Mock<N>, KvError>, Shared) {
    let device = MockDevice::new(content.to_vec(), chunk);
    let history = device.history();
    (Mock::open(device, capybaravalues::types_for(NUMBER)), history)
}

/// What is on a device behind all that was done to it, if everything is flushed.
pub fn content(history: &Shared) -> Vec<u8> {
    let mut last = Vec::new();
    history.borrow().for_each_crash(0, |_, left| last = left);
    last
}
