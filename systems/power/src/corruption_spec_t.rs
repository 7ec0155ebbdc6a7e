//! Decay of the media (PoWER paper, section 4.1): a device has a mask, with a one for each bit that may be read wrongly,
//! and not the same way each time. How many ones there are is bounded.

use vstd::prelude::*;

verus! {

/// The number of ones of a byte.
pub open spec fn ones(x: u8) -> nat {
    ((x & 1) + ((x >> 1) & 1) + ((x >> 2) & 1) + ((x >> 3) & 1) + ((x >> 4) & 1) + ((x >> 5) & 1) + ((x >> 6) & 1) + ((x
        >> 7) & 1)) as nat
}

/// The number of ones of a mask.
pub open spec fn weight(mask: Seq<u8>) -> nat
    decreases mask.len(),
{
    if mask.len() == 0 {
        0
    } else {
        weight(mask.drop_last()) + ones(mask.last())
    }
}

/// Whether `read` may be read where `stored` is stored, under a mask: they differ in bits of the mask only.
pub open spec fn maybe_corrupted(read: Seq<u8>, stored: Seq<u8>, mask: Seq<u8>) -> bool {
    &&& read.len() == stored.len()
    &&& mask.len() == stored.len()
    &&& forall|i: int|
        #![trigger read[i]]
        #![trigger stored[i]]
        0 <= i < read.len() ==> (read[i] ^ stored[i]) & !mask[i] == 0
}

/// The most bits of a device that may be read wrongly. Other crates know the lemmas about it, and not the number.
pub open(crate) spec fn max_corrupted_bits() -> nat {
    1
}

} // verus!
