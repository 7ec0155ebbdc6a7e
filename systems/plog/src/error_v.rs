//! Why an operation was not done.

use vstd::prelude::*;

verus! {

use crate::abstract_v::*;
use crate::layout_v::{MAX_LOGS, size_of_logs};

/// Why an operation was not done. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlogError {
    /// There is no log of that number.
    NoSuchLog,
    /// There is no room in the log. Advance its head.
    Full {
        /// The bytes that there is room for.
        available: u64,
    },
    /// Positions have 64 bits, and there are no more of them.
    Exhausted,
    /// The log does not have, or no longer, what is between the positions.
    OutOfRange {
        /// The position of the first byte that it has.
        head: u64,
        /// The position behind the last committed one.
        tail: u64,
    },
    /// A log must have room for a byte.
    NoCapacity {
        /// The one that has not.
        which: usize,
    },
    /// Too many logs for one storage.
    TooManyLogs,
    /// The logs need more bytes than addresses have numbers.
    TooLarge,
    /// The storage is too small.
    DoesNotFit {
        /// The bytes that it would have to have.
        needed: u64,
    },
    /// The metadata are corrupted.
    Corrupted,
    /// There are no logs in the storage, or of another version.
    NotALog,
}

impl PlogError {
    /// Whether this is why `len` bytes were not appended.
    pub open spec fn is_of_append(self, logs: Logs, which: int, len: int) -> bool {
        match self {
            PlogError::NoSuchLog => which >= logs.len(),
            PlogError::Full { available } => {
                &&& which < logs.len()
                &&& available == logs[which].capacity - logs[which].log.len() - logs[which].pending.len()
                &&& len > available
            },
            PlogError::Exhausted => {
                &&& which < logs.len()
                &&& logs[which].tail() + logs[which].pending.len() + len > u64::MAX
            },
            _ => false,
        }
    }

    /// Whether this is why there can be no logs of these capacities.
    pub open spec fn is_of_layout(self, capacities: Seq<u64>) -> bool {
        match self {
            PlogError::TooManyLogs => capacities.len() > MAX_LOGS,
            PlogError::NoCapacity { which } => which < capacities.len() && capacities[which as int] == 0,
            PlogError::TooLarge => size_of_logs(capacities) > u64::MAX,
            _ => false,
        }
    }

    /// Whether this is why a log has not `len` bytes from a position on.
    pub open spec fn is_of_range(self, logs: Logs, which: int, pos: int, len: int) -> bool {
        match self {
            PlogError::NoSuchLog => which >= logs.len(),
            PlogError::OutOfRange { head, tail } => {
                &&& which < logs.len()
                &&& head == logs[which].head
                &&& tail == logs[which].tail()
                &&& !(head <= pos && pos + len <= tail)
            },
            _ => false,
        }
    }
}

} // verus!
