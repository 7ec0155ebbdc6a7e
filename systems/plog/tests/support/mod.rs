//! What the tests share: a model of logs in plain Rust, written from the documentation of the operations and not from their
//! code, random operations, and how large the tests are.

// Each test is a crate of its own and uses a part.
#![allow(dead_code)]

use plog::error_v::PlogError;
use plog::logs_t::PersistentLogs;
use power::device_t::Device;
pub use power_mock::Random;

/// One of two numbers, by how large the tests are.
pub fn size(small: usize, full: usize) -> usize {
    power_mock::size("PLOG_TORTURE", small, full)
}

/// One log of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// All bytes that were ever committed: the position is the index.
    pub committed: Vec<u8>,
    /// The bytes behind them.
    pub pending: Vec<u8>,
    /// The position of the first byte that is kept.
    pub head: usize,
    /// The bytes that there is room for.
    pub capacity: usize,
}

impl Log {
    /// The bytes that are kept.
    pub fn kept(&self) -> &[u8] {
        &self.committed[self.head..]
    }

    fn range(&self) -> PlogError {
        PlogError::OutOfRange { head: self.head as u64, tail: self.committed.len() as u64 }
    }
}

/// The model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model(pub Vec<Log>);

/// An operation.
#[derive(Clone, Debug)]
pub enum Operation {
    /// An append to a log.
    Append(usize, Vec<u8>),
    /// A commit.
    Commit,
    /// A move of the head of a log.
    Advance(usize, u64),
    /// A read of a log from a position on.
    Read(usize, u64, usize),
}

/// What an operation gives back.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was done.
    Done,
    /// The position of what was appended.
    At(u64),
    /// What was read.
    Bytes(Vec<u8>),
}

impl Model {
    /// Empty logs.
    pub fn new(capacities: &[u64]) -> Model {
        let log =
            |&capacity: &u64| Log { committed: Vec::new(), pending: Vec::new(), head: 0, capacity: capacity as usize };
        Model(capacities.iter().map(log).collect())
    }

    /// What a crash leaves.
    pub fn crash(&self) -> Model {
        let mut left = self.clone();
        left.0.iter_mut().for_each(|log| log.pending.clear());
        left
    }

    /// Does an operation.
    pub fn run(&mut self, operation: &Operation) -> Result<Answer, PlogError> {
        match operation {
            Operation::Append(which, bytes) => {
                let log = self.0.get_mut(*which).ok_or(PlogError::NoSuchLog)?;
                let available = log.capacity - log.kept().len() - log.pending.len();
                if bytes.len() > available {
                    return Err(PlogError::Full { available: available as u64 });
                }
                let at = log.committed.len() + log.pending.len();
                log.pending.extend(bytes);
                Ok(Answer::At(at as u64))
            }
            Operation::Commit => {
                self.0.iter_mut().for_each(|log| log.committed.append(&mut log.pending));
                Ok(Answer::Done)
            }
            Operation::Advance(which, head) => {
                let log = self.0.get_mut(*which).ok_or(PlogError::NoSuchLog)?;
                if *head < log.head as u64 || *head > log.committed.len() as u64 {
                    return Err(log.range());
                }
                log.head = *head as usize;
                Ok(Answer::Done)
            }
            Operation::Read(which, pos, len) => {
                let log = self.0.get(*which).ok_or(PlogError::NoSuchLog)?;
                let end = u128::from(*pos) + *len as u128;
                if *pos < log.head as u64 || end > log.committed.len() as u128 {
                    return Err(log.range());
                }
                Ok(Answer::Bytes(log.committed[*pos as usize..][..*len].to_vec()))
            }
        }
    }

    /// A random operation, mostly one that can be done.
    pub fn operation(&self, random: &mut Random) -> Operation {
        // Sometimes a log that there is not.
        let which = random.below(self.0.len() as u64 * 16 + 1) as usize % (self.0.len() * 16) / 16;
        let log = &self.0[which];
        let which = if random.below(40) == 0 { self.0.len() + random.below(2) as usize } else { which };
        let (head, tail) = (log.head as u64, log.committed.len() as u64);
        match random.below(16) {
            0..7 => {
                let len = random.below(log.capacity as u64 * 2 / 3 + 3) as usize;
                Operation::Append(which, random.bytes(len))
            }
            7..10 => Operation::Commit,
            10..13 => {
                let head = match random.below(8) {
                    0 => tail + 1 + random.below(3),
                    1 => head.saturating_sub(1),
                    2 => u64::MAX - random.below(2),
                    3 => tail,
                    _ => head + random.below(tail - head + 1),
                };
                Operation::Advance(which, head)
            }
            _ => {
                let pos = match random.below(8) {
                    0 => head.saturating_sub(1),
                    1 => u64::MAX - random.below(8),
                    _ => head + random.below(tail - head + 1),
                };
                let len = match random.below(8) {
                    0 => usize::MAX - random.below(8) as usize,
                    1 => (tail + 1).saturating_sub(pos) as usize,
                    _ => random.below(tail.saturating_sub(pos) + 1) as usize,
                };
                Operation::Read(which, pos, len)
            }
        }
    }

    /// Whether these are the logs that are found after a crash, byte for byte; otherwise what is different.
    pub fn is_found<D: Device>(&self, logs: &PersistentLogs<D>) -> Result<(), String> {
        if logs.count() != self.0.len() {
            return Err(format!("{} logs", logs.count()));
        }
        for (which, log) in self.0.iter().enumerate() {
            let (head, tail) = (log.head as u64, log.committed.len() as u64);
            let found = logs.get_head_tail_capacity(which);
            if found != Ok((head, tail, log.capacity as u64)) {
                return Err(format!("log {which} is {found:?}, not {head} to {tail}"));
            }
            let bytes = logs.read(which, head, log.kept().len());
            if bytes.as_deref() != Ok(log.kept()) {
                return Err(format!("in log {which} there is {bytes:?}, not {:?}", log.kept()));
            }
        }
        Ok(())
    }
}

/// Does an operation.
pub fn run<D: Device>(logs: &mut PersistentLogs<D>, operation: &Operation) -> Result<Answer, PlogError> {
    match operation {
        Operation::Append(which, bytes) => logs.tentatively_append(*which, bytes).map(Answer::At),
        Operation::Commit => {
            logs.commit();
            Ok(Answer::Done)
        }
        Operation::Advance(which, head) => logs.advance_head(*which, *head).map(|()| Answer::Done),
        Operation::Read(which, pos, len) => logs.read(*which, *pos, *len).map(Answer::Bytes),
    }
}

/// The bytes of a storage for logs of these capacities.
pub fn size_for(capacities: &[u64]) -> usize {
    plog::size_for(capacities).expect("a small size") as usize
}
