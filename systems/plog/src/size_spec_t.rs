//! How many bytes a storage needs for logs: a part of what [`crate::size_for`] and the errors promise.

use vstd::prelude::*;

verus! {

/// Logs in one storage, at most.
pub const MAX_LOGS: u64 = 0x1_0000;

/// The bytes of a line of the cache.
pub const LINE: u64 = 64;

/// Where the areas may begin, with `n` logs.
pub open spec fn metadata_len(n: int) -> int {
    64 + 64 * n
}

/// Areas begin at lines of the cache: what is left out behind an address.
pub open spec fn padding(end: int) -> int {
    (LINE - end % LINE as int) % LINE as int
}

/// The address behind the first `i` areas of logs of these capacities.
pub open spec fn end_of(capacities: Seq<u64>, i: int) -> int
    decreases i,
{
    if i <= 0 {
        metadata_len(capacities.len() as int)
    } else {
        end_of(capacities, i - 1) + padding(end_of(capacities, i - 1)) + capacities[i - 1]
    }
}

/// How many bytes a storage must have for logs of these capacities.
pub open spec fn size_of_logs(capacities: Seq<u64>) -> int {
    end_of(capacities, capacities.len() as int)
}

} // verus!
