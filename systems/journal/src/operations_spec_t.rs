//! What operations on a journal do, and when they may give an error, in the words of [`crate::abstract_spec_t`].

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::JournalError;
use crate::layout_v::{Format, entry_len};
use power::outstanding_spec_t::*;

/// A write that becomes pending, or why it did not.
pub open spec fn appends(
    before: JournalView,
    addr: int,
    bytes: Seq<u8>,
    after: JournalView,
    result: Result<(), JournalError>,
) -> bool {
    let len = bytes.len() as int;
    match result {
        Ok(()) => {
            &&& addr + len <= before.format.area
            &&& entry_len(len) <= before.room
            &&& after == JournalView {
                entries: before.entries.push(Write { addr, bytes }),
                room: before.room - entry_len(len),
                ..before
            }
        },
        Err(JournalError::Full { room }) => after == before && room == before.room && entry_len(len) > room,
        Err(JournalError::OutOfRange { len: area }) => {
            &&& after == before
            &&& area == before.format.area
            &&& addr + len > area
        },
        Err(_) => false,
    }
}

/// Why a storage of this length cannot have this format.
pub open spec fn is_of_setup(error: JournalError, format: Format, len: int) -> bool {
    match error {
        JournalError::TooLarge => !format.is_possible(),
        JournalError::DoesNotFit { needed } => needed == format.size() && needed > len,
        _ => false,
    }
}

} // verus!
