//! Why an operation was not done. What each error promises is in [`crate::error_spec_t`].

use vstd::prelude::*;

verus! {

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

} // verus!
