//! Why an operation was not done. What each error promises is in [`crate::operations_spec_t`].

use journal::JournalError;
use vstd::prelude::*;

verus! {

/// Why an operation was not done. The store is as it was before the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KvError {
    /// The key that is to be created is in the store.
    KeyExists,
    /// The key is not in the store.
    KeyNotFound,
    /// Every row for a key is taken. Rows of deleted keys are free again after the commit.
    OutOfKeys,
    /// Every row for an item is taken. Rows of old items are free again after the commit.
    OutOfItems,
    /// Every row for an element of a list is taken. Rows of old elements are free again after the commit.
    OutOfElements,
    /// The list has fewer elements.
    OutOfBounds {
        /// How many it has.
        len: usize,
    },
    /// The journal has no room for this change. Commit or abort the transaction.
    TransactionFull {
        /// The bytes of the journal that are left.
        room: u64,
    },
    /// The store would need more rows than a store can have, or more bytes than addresses have numbers.
    TooLarge,
    /// The store has grown as often as a store can.
    OutOfSegments,
    /// The storage is too small.
    DoesNotFit {
        /// The bytes that the storage must have.
        needed: u64,
    },
    /// A checksum or a Boolean in the storage is wrong.
    Corrupted,
    /// The storage holds no store.
    NotAStore,
    /// The storage holds a store of another version of this crate.
    OtherVersion {
        /// The version that the storage says.
        version: u64,
    },
    /// The store was made for keys, items or elements of another size, or with another number for its types.
    OtherTypes,
    /// The store was not asked to keep its keys in order.
    Unordered,
}

impl KvError {
    /// What an error of the journal means for the store on it.
    pub open spec fn spec_of(error: JournalError) -> KvError {
        match error {
            JournalError::Full { room } => KvError::TransactionFull { room },
            JournalError::TooLarge => KvError::TooLarge,
            JournalError::DoesNotFit { needed } => KvError::DoesNotFit { needed },
            JournalError::Corrupted => KvError::Corrupted,
            JournalError::OutOfRange { .. } | JournalError::NotAJournal => KvError::NotAStore,
        }
    }

    /// What an error of the journal means for the store on it.
    pub(crate) fn of(error: JournalError) -> (made: KvError)
        ensures
            made == KvError::spec_of(error),
    {
        match error {
            JournalError::Full { room } => KvError::TransactionFull { room },
            JournalError::TooLarge => KvError::TooLarge,
            JournalError::DoesNotFit { needed } => KvError::DoesNotFit { needed },
            JournalError::Corrupted => KvError::Corrupted,
            JournalError::OutOfRange { .. } | JournalError::NotAJournal => KvError::NotAStore,
        }
    }
}

} // verus!
