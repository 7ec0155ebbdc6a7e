//! The item of a key: the length of its value.

use pmcopy::{AnyBitPattern, PmCopy};
use vstd::prelude::*;

verus! {

/// The length of a value.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern, Debug)]
pub struct Length {
    /// The bytes of the value.
    pub bytes: u64,
}

} // verus!
