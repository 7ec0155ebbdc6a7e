//! What the tests share: a program on a journal that may do everything, a model of it in plain Rust, written from the
//! documentation of the operations and not from their code, random operations, and how large the tests are.

// Each test is a crate of its own and uses a part.
#![allow(dead_code)]

use journal::layout_v::Format;
use journal::{Journal, JournalError};
use power::device_t::Device;
use power::storage_t::PowerStorage;
pub use power_mock::Random;
use power_mock::{MockDevice, Shared};
use vstd::prelude::*;

verus! {

use journal::abstract_spec_t::*;
use journal::setup_v::*;
use power::permission_t::*;

/// A journal whose user permits everything and looks at nothing: what it does is the tests' business.
pub struct Client<D: Device> {
    pub journal: Journal<D>,
    pub authority: Tracked<Authority>,
}

impl<D: Device> Client<D> {
    /// Makes a journal on a device.
    pub fn create(device: D, format: &Format) -> (result: Result<Client<D>, JournalError>)
        requires
            device.state().writes.len() == 0,
    {
        let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        setup(&mut storage, format, Tracked(&all))?;
        let journal = Journal::start(storage, Tracked(all))?;
        Ok(Client { journal, authority: Tracked(authority) })
    }

    /// Makes a journal on a device whose area goes to the end.
    pub fn create_open(device: D, format: &Format) -> (result: Result<Client<D>, JournalError>)
        requires
            device.state().writes.len() == 0,
            format.fits(device.state().settled.len() as int),
            format.size() == device.state().settled.len(),
    {
        let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        proof {
            storage.lemma_lengths();
        }
        setup_open(&mut storage, format, Tracked(&all));
        let journal = Journal::start(storage, Tracked(all))?;
        Ok(Client { journal, authority: Tracked(authority) })
    }

    /// Finds the journal on a device.
    pub fn open(device: D) -> (result: Result<Client<D>, JournalError>)
        requires
            device.state().writes.len() == 0,
    {
        let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        let journal = Journal::start(storage, Tracked(all))?;
        Ok(Client { journal, authority: Tracked(authority) })
    }

    /// A commit.
    pub fn commit(&mut self)
        requires
            old(self).journal.inv(),
            old(self).authority@.id() == old(self).journal.id(),
    {
        let tracked permission = self.authority.borrow().permit(|pre: Seq<u8>, post: Seq<u8>| true);
        self.journal.commit(Tracked(permission));
    }

    /// Leaves nothing to install.
    pub fn settle(&mut self)
        requires
            old(self).journal.inv(),
            journal::install_v::allows_all(old(self).journal.quiet()),
    {
        self.journal.settle::<()>(Ghost(|found: Recovered| ()));
    }

    /// A direct write.
    pub fn write(&mut self, addr: u64, bytes: &[u8])
        requires
            old(self).journal.inv(),
            addr + bytes@.len() <= old(self).journal@.read.len(),
            journal::install_v::allows_all(old(self).journal.quiet()),
    {
        self.journal.write::<()>(addr, bytes, Ghost(|found: Recovered| ()), Ghost(|addr: int| true));
    }
}

} // verus!

/// One of two numbers, by how large the tests are.
pub fn size(small: usize, full: usize) -> usize {
    power_mock::size("JOURNAL_TORTURE", small, full)
}

/// A format with random sizes.
pub fn format(random: &mut Random) -> Format {
    Format {
        program: random.next(),
        program_version: random.next(),
        area: 1 + random.below(90),
        capacity: random.below(200),
    }
}

/// How many bytes there are for a log, by the table of the documentation.
pub fn span(format: &Format) -> usize {
    (24 + format.capacity as usize).next_multiple_of(64)
}

/// The address of the area, by the table of the documentation.
pub fn start(format: &Format) -> usize {
    64 + 2 * span(format)
}

/// The bytes that a storage needs, by the table of the documentation.
pub fn size_for(format: &Format) -> usize {
    start(format) + format.area as usize
}

/// The model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The area as it is read.
    pub area: Vec<u8>,
    /// For each byte what else a crash may leave there: what it was before direct writes.
    pub loose: Vec<Vec<u8>>,
    /// What is pending.
    pub pending: Vec<(usize, Vec<u8>)>,
    /// How many bytes there are for entries.
    pub capacity: usize,
    /// Nothing was committed since the last time that there was nothing to install.
    pub is_settled: bool,
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A write that becomes pending.
    Append(u64, Vec<u8>),
    /// A direct write.
    Write(u64, Vec<u8>),
    /// A commit.
    Commit,
    /// Leaves nothing to install.
    Settle,
    /// An abort.
    Abort,
    /// A read.
    Read(u64, usize),
}

/// What an operation gives back.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was done.
    Done,
    /// What was read.
    Bytes(Vec<u8>),
}

impl Model {
    /// A journal over an area.
    pub fn new(area: Vec<u8>, capacity: u64) -> Model {
        let loose = vec![Vec::new(); area.len()];
        Model { loose, area, pending: Vec::new(), capacity: capacity as usize, is_settled: true }
    }

    /// The bytes that are left for entries.
    pub fn room(&self) -> usize {
        self.capacity - self.pending.iter().map(|(_, bytes)| 16 + bytes.len()).sum::<usize>()
    }

    /// What a crash leaves.
    pub fn crash(&self) -> Model {
        Model { pending: Vec::new(), ..self.clone() }
    }

    /// Does an operation.
    pub fn run(&mut self, operation: &Operation) -> Result<Answer, JournalError> {
        match operation {
            Operation::Append(addr, bytes) => {
                let len = self.area.len() as u64;
                if u128::from(*addr) + bytes.len() as u128 > u128::from(len) {
                    return Err(JournalError::OutOfRange { len });
                }
                let room = self.room();
                if room < 16 + bytes.len() {
                    return Err(JournalError::Full { room: room as u64 });
                }
                self.pending.push((*addr as usize, bytes.clone()));
            }
            Operation::Write(addr, bytes) => {
                for (at, byte) in (*addr as usize..).zip(bytes) {
                    let before = std::mem::replace(&mut self.area[at], *byte);
                    self.loose[at].push(before);
                }
            }
            Operation::Commit => {
                self.is_settled = self.pending.is_empty();
                for (addr, bytes) in std::mem::take(&mut self.pending) {
                    self.area[addr..addr + bytes.len()].copy_from_slice(&bytes);
                }
                self.loose.iter_mut().for_each(Vec::clear);
            }
            Operation::Settle if self.is_settled => {}
            Operation::Settle => {
                self.is_settled = true;
                self.loose.iter_mut().for_each(Vec::clear);
            }
            Operation::Abort => self.pending.clear(),
            Operation::Read(addr, len) => return Ok(Answer::Bytes(self.area[*addr as usize..][..*len].to_vec())),
        }
        Ok(Answer::Done)
    }

    /// A random operation, mostly one that can be done.
    pub fn operation(&self, random: &mut Random) -> Operation {
        let len = self.area.len() as u64;
        let kind = random.below(17);
        let from = random.below(len + 1);
        let longest = (len - from).min(if random.below(4) == 0 { 90 } else { 20 });
        let part = random.below(longest + 1) as usize;
        match kind {
            0..7 => {
                let addr = match random.below(20) {
                    0 => len - from + 1,
                    1 => u64::MAX - random.below(20),
                    _ => from,
                };
                Operation::Append(addr, random.bytes(part))
            }
            7..10 => Operation::Write(from, random.bytes(part)),
            10..14 => Operation::Commit,
            14 => Operation::Abort,
            15 => Operation::Settle,
            _ => Operation::Read(from, part),
        }
    }

    /// Whether this is an area that is found after a crash; otherwise where it is different.
    pub fn is_found(&self, area: &[u8]) -> Result<(), String> {
        if area.len() != self.area.len() {
            return Err(format!("{} bytes", area.len()));
        }
        let is_right = |at: &usize| self.area[*at] == area[*at] || self.loose[*at].contains(&area[*at]);
        match (0..area.len()).find(|at| !is_right(at)) {
            None => Ok(()),
            Some(at) => Err(format!("at {at} there is {}, not {} or {:?}", area[at], self.area[at], self.loose[at])),
        }
    }
}

/// Does an operation.
pub fn run<D: Device>(client: &mut Client<D>, operation: &Operation) -> Result<Answer, JournalError> {
    match operation {
        Operation::Append(addr, bytes) => return client.journal.append(*addr, bytes).map(|()| Answer::Done),
        Operation::Write(addr, bytes) => client.write(*addr, bytes),
        Operation::Commit => client.commit(),
        Operation::Settle => client.settle(),
        Operation::Abort => client.journal.abort(),
        Operation::Read(addr, len) => return Ok(Answer::Bytes(client.journal.read(*addr, *len))),
    }
    Ok(Answer::Done)
}

/// All of the area.
pub fn area<D: Device>(client: &Client<D>, format: &Format) -> Vec<u8> {
    client.journal.read(0, format.area as usize)
}

/// What is on a device behind all that was done to it, if everything is flushed.
pub fn content(history: &Shared) -> Vec<u8> {
    let mut last = Vec::new();
    history.borrow().for_each_crash(0, |_, left| last = left);
    last
}

/// Finds the journal in a content; also gives what was done to the device meanwhile.
pub fn open(content: &[u8], chunk: usize) -> (Result<Client<MockDevice>, JournalError>, Shared) {
    let device = MockDevice::new(content.to_vec(), chunk);
    let history = device.history();
    (Client::open(device), history)
}
