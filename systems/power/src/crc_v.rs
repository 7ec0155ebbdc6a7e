//! CRC-64 (the reflected polynomial of ECMA-182), eight bytes at once, and that it detects what [`max_corrupted_bits`] bits of
//! corruption can do to data and their checksum.
//!
//! That is no axiom here. It is proved of messages of any length, from the code of the checksum: a step is invertible, so
//! states that differ once differ at the end.

use pmcopy::value_of;
use vstd::prelude::*;

verus! {

use crate::corruption_spec_t::*;
use crate::corruption_v::*;
use crate::crc_table_v::*;
use crate::words_v::*;
use pmcopy::bytes_spec_t::*;
use pmcopy::bytes_v::*;
use vstd::slice::*;

/// A message, from a state.
pub open spec fn message_steps(state: u64, message: Seq<u8>) -> u64
    decreases message.len(),
{
    if message.len() == 0 { state } else { byte_step(message_steps(state, message.drop_last()), message.last()) }
}

/// The checksum of a message.
pub open spec fn spec_crc(message: Seq<u8>) -> u64 {
    !message_steps(!0u64, message)
}

/// The checksum of a message, as it is stored.
pub open spec fn crc_bytes(message: Seq<u8>) -> Seq<u8> {
    word_bytes(spec_crc(message))
}

/// The steps of some bytes of a message are those of their word.
proof fn lemma_word_steps(word: u64, message: Seq<u8>, end: int, n: nat)
    requires
        n <= end <= message.len(),
        word < bound(n),
        low_bytes(word as nat, n) == message.subrange(end - n, end),
    ensures
        message_steps(!0u64, message.take(end)) == steps(
            message_steps(!0u64, message.take(end - n)) ^ word,
            8 * n,
        ),
    decreases n,
{
    let state = message_steps(!0u64, message.take(end - n));
    if n == 0 {
        assert(state ^ 0 == state) by (bit_vector);
    } else {
        let rest = low_bytes(word as nat / 256, (n - 1) as nat);
        assert(word & 0xff == word % 256 && word >> 8 == word / 256) by (bit_vector);
        assert(low_bytes(word as nat, n)[0] == word % 256);
        assert(rest =~= low_bytes(word as nat, n).skip(1));
        assert(rest =~= message.subrange(end - n + 1, end));
        lemma_low_byte(state, word);
        lemma_steps_after(state ^ word, 8, 8 * (n - 1) as nat);
        assert(message.take(end - n + 1).drop_last() =~= message.take(end - n));
        lemma_word_steps(word >> 8, message, end, (n - 1) as nat);
    }
}

/// The checksum of a message.
pub fn crc(message: &[u8]) -> (crc: u64)
    ensures
        crc == spec_crc(message@),
{
    let mut state = !0u64;
    let mut done: usize = 0;
    while message.len() - done >= 8
        invariant
            done <= message@.len(),
            state == message_steps(!0u64, message@.take(done as int)),
        decreases message@.len() - done,
    {
        let word = value_of::<u64>(slice_subrange(message, done, done + 8));
        proof {
            reveal_with_fuel(bound, 9);
            lemma_word_steps(word, message@, done + 8, 8);
        }
        state = feed_word(state ^ word);
        done += 8;
    }
    while done < message.len()
        invariant
            done <= message@.len(),
            state == message_steps(!0u64, message@.take(done as int)),
        decreases message@.len() - done,
    {
        assert(message@.take(done + 1).drop_last() =~= message@.take(done as int));
        state = feed_byte(state, message[done]);
        done += 1;
    }
    assert(message@.take(done as int) =~= message@);
    !state
}

/// A step forgets nothing: the highest bit of the polynomial is set, and that of a shifted state is not.
proof fn lemma_bit_step_injective(a: u64, b: u64) by (bit_vector)
    requires
        bit_step(a) == bit_step(b),
    ensures
        a == b,
{
}

/// Steps forget nothing.
proof fn lemma_steps_injective(a: u64, b: u64, n: nat)
    requires
        steps(a, n) == steps(b, n),
    ensures
        a == b,
    decreases n,
{
    if n > 0 {
        lemma_steps_injective(bit_step(a), bit_step(b), (n - 1) as nat);
        lemma_bit_step_injective(a, b);
    }
}

/// States that differ, and states that see different bytes, differ after the byte.
proof fn lemma_byte_step_differs(s: u64, x: u8, t: u64, y: u8)
    requires
        (s != t && x == y) || (s == t && x != y),
    ensures
        byte_step(s, x) != byte_step(t, y),
{
    assert(s ^ x as u64 != t ^ y as u64) by (bit_vector)
        requires
            (s != t && x == y) || (s == t && x != y),
    ;
    if byte_step(s, x) == byte_step(t, y) {
        lemma_steps_injective(s ^ x as u64, t ^ y as u64, 8);
    }
}

/// Messages that differ in one bit, and more generally in one byte, have different checksums.
pub proof fn lemma_one_bit_changes_crc(a: Seq<u8>, b: Seq<u8>)
    requires
        a.len() == b.len(),
        distance(a, b) == 1,
    ensures
        spec_crc(a) != spec_crc(b),
{
    lemma_one_bit_changes_state(a, b);
    let (s, t) = (message_steps(!0u64, a), message_steps(!0u64, b));
    assert(s != t ==> !s != !t) by (bit_vector);
}

/// The same of the states.
proof fn lemma_one_bit_changes_state(a: Seq<u8>, b: Seq<u8>)
    requires
        a.len() == b.len(),
        distance(a, b) == 1,
    ensures
        message_steps(!0u64, a) != message_steps(!0u64, b),
    decreases a.len(),
{
    let (c, d) = (a.drop_last(), b.drop_last());
    lemma_some_ones(a.last() ^ b.last());
    lemma_xor_zero(a.last(), b.last());
    lemma_distance_zero(c, d);
    if a.last() == b.last() {
        lemma_one_bit_changes_state(c, d);
    }
    lemma_byte_step_differs(message_steps(!0u64, c), a.last(), message_steps(!0u64, d), b.last());
}

/// A checksum detects corruption: if data and their checksum lie where at most [`max_corrupted_bits`] bits are bad, and
/// the checksum that was read is that of the data that were read, then these are the data that were stored.
pub proof fn lemma_crc_detects(
    data: Seq<u8>,
    stored_data: Seq<u8>,
    data_mask: Seq<u8>,
    crc: Seq<u8>,
    crc_mask: Seq<u8>,
)
    requires
        maybe_corrupted(data, stored_data, data_mask),
        maybe_corrupted(crc, crc_bytes(stored_data), crc_mask),
        weight(data_mask) + weight(crc_mask) <= max_corrupted_bits(),
        crc == crc_bytes(data),
    ensures
        data == stored_data,
{
    lemma_max_corrupted_bits();
    lemma_corruption_is_bounded(data, stored_data, data_mask);
    lemma_corruption_is_bounded(crc, crc_bytes(stored_data), crc_mask);
    lemma_distance_zero(data, stored_data);
    lemma_distance_zero(crc, crc_bytes(stored_data));
    if data != stored_data {
        lemma_one_bit_changes_crc(data, stored_data);
        lemma_word_of_bytes(spec_crc(data));
        lemma_word_of_bytes(spec_crc(stored_data));
    }
}

/// The value that every implementation is compared with: the checksum of the digits from 1 to 9.
proof fn lemma_known_answer()
    ensures
        spec_crc(seq![0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]) == 0x995d_c9bb_df19_39fa,
{
    assert(spec_crc(seq![0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]) == 0x995d_c9bb_df19_39fa)
        by (compute_only);
}

} // verus!
