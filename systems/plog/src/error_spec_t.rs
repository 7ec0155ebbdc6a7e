//! When an operation may give an error: what each [`PlogError`] says of the logs.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::PlogError;
use crate::size_spec_t::*;

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
