//! Why an operation was not done. What each error promises is in [`crate::space_spec_t`].

use vstd::prelude::*;

verus! {

/// Why a page was not mapped. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapError {
    /// There is a page already at one of the addresses.
    Mapped,
    /// The frame is not a multiple of the size, or beyond the memory that the processor can address; or there is no such memory type.
    BadTarget,
    /// The allocator had no frame for a table.
    NoFrame,
}

/// There is no such page. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotMapped;

/// Why a page was not split. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitError {
    /// There is no such page.
    NotMapped,
    /// There are no smaller pages.
    Small,
    /// The allocator had no frame for a table.
    NoFrame,
}

/// Why pages were not merged. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There are no smaller pages.
    Small,
    /// The smaller pages are not all there, or they are not the parts of one larger page.
    NotWhole,
}

} // verus!
