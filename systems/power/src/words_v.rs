//! Numbers of 64 bits as eight bytes, the lowest first: what checksums and Booleans are stored as.

use vstd::prelude::*;

verus! {

use pmcopy::bytes_spec_t::*;
use pmcopy::bytes_v::*;

/// The bytes of a number.
pub open spec fn word_bytes(x: u64) -> Seq<u8> {
    low_bytes(x as nat, 8)
}

/// They are eight, and tell the number.
pub proof fn lemma_word_of_bytes(x: u64)
    ensures
        word_bytes(x).len() == 8,
        number_of(word_bytes(x)) == x,
{
    reveal_with_fuel(bound, 9);
    lemma_low_bytes_len(x as nat, 8);
    lemma_number_of(word_bytes(x));
    lemma_low_bytes_injective(number_of(word_bytes(x)), x as nat, 8);
}

} // verus!
