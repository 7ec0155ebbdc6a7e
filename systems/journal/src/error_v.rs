//! Why an operation was not done. What each error promises is in [`crate::operations_spec_t`].

use vstd::prelude::*;

verus! {

/// Why an operation was not done. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// There is no room in the journal for the entry. Commit or abort what is pending.
    Full {
        /// The bytes that are left, of which an entry takes [`PLACE`](crate::layout_v::PLACE) more than it writes.
        room: u64,
    },
    /// The bytes do not lie within the area.
    OutOfRange {
        /// The length of the area.
        len: u64,
    },
    /// The journal is too large, or together with the area it needs more bytes than addresses have numbers.
    TooLarge,
    /// The storage is too small.
    DoesNotFit {
        /// The bytes that it would have to have.
        needed: u64,
    },
    /// The metadata or the journal are corrupted.
    Corrupted,
    /// There is no journal in the storage, or one of another version.
    NotAJournal,
}

} // verus!
