//! What the operations on logs do, in the words of [`crate::abstract_spec_t`]: the contracts of [`crate::plog_v::Plog`] and of
//! [`crate::logs_t::PersistentLogs`], which are the same.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::PlogError;
use crate::size_spec_t::*;
use power::corruption_spec_t::*;

/// How many bytes logs of these capacities need, or why there can be none.
pub open spec fn needs(capacities: Seq<u64>, result: Result<u64, PlogError>) -> bool {
    match result {
        Ok(len) => len == size_of_logs(capacities),
        Err(error) => error.is_of_layout(capacities),
    }
}

/// An append: the position of the first byte, or why nothing was appended.
pub open spec fn appends(before: Logs, which: int, bytes: Seq<u8>, after: Logs, result: Result<u64, PlogError>) -> bool {
    match result {
        Ok(pos) => {
            &&& which < before.len()
            &&& pos == before[which].tail() + before[which].pending.len()
            &&& after == before.update(which, before[which].append(bytes))
        },
        Err(error) => after == before && error.is_of_append(before, which, bytes.len() as int),
    }
}

/// An advance of the head of a log, or why there was none.
pub open spec fn advances(before: Logs, which: int, head: int, after: Logs, result: Result<(), PlogError>) -> bool {
    match result {
        Ok(()) => {
            &&& which < before.len()
            &&& before[which].head <= head <= before[which].tail()
            &&& after == before.update(which, before[which].advance(head))
        },
        Err(error) => after == before && error.is_of_range(before, which, head, 0),
    }
}

/// Whether bytes may be read for others: they differ in no more bits than may decay of a device.
pub open spec fn differs_in_bad_bits(bytes: Seq<u8>, truth: Seq<u8>) -> bool {
    exists|mask: Seq<u8>| #[trigger] maybe_corrupted(bytes, truth, mask) && weight(mask) <= max_corrupted_bits()
}

/// A read of `len` bytes from a position on: they are those of the log if the media are intact, and otherwise differ from them in
/// bits that decayed; or why there are none.
pub open spec fn reads(
    logs: Logs,
    which: int,
    pos: int,
    len: int,
    is_intact: bool,
    result: Result<Vec<u8>, PlogError>,
) -> bool {
    match result {
        Ok(bytes) => {
            &&& which < logs.len()
            &&& logs[which].head <= pos
            &&& pos + len <= logs[which].tail()
            &&& bytes@.len() == len
            &&& is_intact ==> bytes@ == logs[which].read(pos, len)
            &&& differs_in_bad_bits(bytes@, logs[which].read(pos, len))
        },
        Err(error) => error.is_of_range(logs, which, pos, len),
    }
}

/// The head, the tail and the capacity of a log, or that there is none.
pub open spec fn tells(logs: Logs, which: int, result: Result<(u64, u64, u64), PlogError>) -> bool {
    match result {
        Ok((head, tail, capacity)) => {
            &&& which < logs.len()
            &&& head == logs[which].head
            &&& tail == logs[which].tail()
            &&& capacity == logs[which].capacity
        },
        Err(error) => error == PlogError::NoSuchLog && which >= logs.len(),
    }
}

} // verus!
