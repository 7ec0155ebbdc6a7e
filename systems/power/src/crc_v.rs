//! CRC-64 (the reflected polynomial of ECMA-182), with a table, and that it detects what [`max_corrupted_bits`] bits of
//! corruption can do to data and their checksum.
//!
//! That is no axiom here. It is proved of messages of any length, from the code of the checksum: a step is invertible, so
//! states that differ once differ at the end.

use vstd::prelude::*;

verus! {

use crate::corruption_v::*;
use crate::crc_table_v::*;
use crate::words_v::*;
use vstd::compute::*;

/// One bit: a step of the division, from the low end.
pub open spec fn bit_step(state: u64) -> u64 {
    if state & 1 == 1 { (state >> 1) ^ 0xc96c_5795_d787_0f42 } else { state >> 1 }
}

/// Eight bits.
pub open spec fn eight_steps(state: u64) -> u64 {
    bit_step(bit_step(bit_step(bit_step(bit_step(bit_step(bit_step(bit_step(state))))))))
}

/// One byte.
pub open spec fn byte_step(state: u64, byte: u8) -> u64 {
    eight_steps(state ^ byte as u64)
}

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

/// Every entry of the table is what eight steps make of its number.
proof fn lemma_table()
    ensures
        forall|i: int| 0 <= i < 256 ==> #[trigger] TABLE[i] == eight_steps(i as u64),
{
    let is_right = |i: int| TABLE[i] == eight_steps(i as u64);
    assert((0..256int).all_spec(|i: int| TABLE[i] == eight_steps(i as u64))) by (compute_only);
    assert forall|i: int| 0 <= i < 256 implies #[trigger] TABLE[i] == eight_steps(i as u64) by {
        assert(is_right(i));
    }
}

/// Eight steps shift a state by a byte, and add what they make of the byte that falls out.
proof fn lemma_table_step(state: u64, byte: u8) by (bit_vector)
    ensures
        eight_steps(state ^ byte as u64) == eight_steps(((state ^ byte as u64) & 0xff) as u64) ^ (state >> 8),
{
}

/// The checksum of what was fed to it so far.
pub struct Digest {
    state: u64,
    message: Ghost<Seq<u8>>,
}

impl Digest {
    /// What was fed to it.
    pub closed spec fn message(&self) -> Seq<u8> {
        self.message@
    }

    /// Whether the state is that of the message.
    pub closed spec fn inv(&self) -> bool {
        self.state == message_steps(!0u64, self.message@)
    }

    /// The checksum of nothing.
    pub fn start() -> (digest: Digest)
        ensures
            digest.inv(),
            digest.message() == Seq::<u8>::empty(),
    {
        Digest { state: !0u64, message: Ghost(Seq::empty()) }
    }

    /// Feeds a part of the message.
    pub fn feed(&mut self, bytes: &[u8])
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).message() == old(self).message() + bytes@,
    {
        let ghost before = self.message@;
        let mut state = self.state;
        let mut done: usize = 0;
        assert(before + bytes@.take(0) =~= before);
        while done < bytes.len()
            invariant
                done <= bytes.len(),
                state == message_steps(!0u64, before + bytes@.take(done as int)),
            decreases bytes.len() - done,
        {
            let byte = bytes[done];
            let index = ((state ^ byte as u64) & 0xff) as u8;
            proof {
                lemma_table();
                lemma_table_step(state, byte);
                assert((index as u64) == (state ^ byte as u64) & 0xff) by (bit_vector)
                    requires
                        index == ((state ^ byte as u64) & 0xff) as u8,
                ;
                let whole = before + bytes@.take(done + 1);
                assert(whole.drop_last() =~= before + bytes@.take(done as int));
                assert(TABLE[index as int] == eight_steps(index as u64));
            }
            state = TABLE[index as usize] ^ (state >> 8);
            done += 1;
        }
        assert(bytes@.take(done as int) =~= bytes@);
        self.state = state;
        self.message = Ghost(before + bytes@);
    }

    /// The checksum.
    pub fn sum(&self) -> (crc: u64)
        requires
            self.inv(),
        ensures
            crc == spec_crc(self.message()),
    {
        !self.state
    }
}

/// The checksum of a message.
pub fn crc(message: &[u8]) -> (crc: u64)
    ensures
        crc == spec_crc(message@),
{
    let mut digest = Digest::start();
    digest.feed(message);
    assert(Seq::<u8>::empty() + message@ =~= message@);
    digest.sum()
}

/// A step forgets nothing: the highest bit of the polynomial is set, and that of a shifted state is not.
proof fn lemma_bit_step_injective(a: u64, b: u64) by (bit_vector)
    requires
        bit_step(a) == bit_step(b),
    ensures
        a == b,
{
}

/// Eight steps forget nothing.
proof fn lemma_eight_steps_injective(a: u64, b: u64)
    requires
        eight_steps(a) == eight_steps(b),
    ensures
        a == b,
{
    let (a1, b1) = (bit_step(a), bit_step(b));
    let (a2, b2) = (bit_step(a1), bit_step(b1));
    let (a3, b3) = (bit_step(a2), bit_step(b2));
    let (a4, b4) = (bit_step(a3), bit_step(b3));
    let (a5, b5) = (bit_step(a4), bit_step(b4));
    let (a6, b6) = (bit_step(a5), bit_step(b5));
    let (a7, b7) = (bit_step(a6), bit_step(b6));
    lemma_bit_step_injective(a7, b7);
    lemma_bit_step_injective(a6, b6);
    lemma_bit_step_injective(a5, b5);
    lemma_bit_step_injective(a4, b4);
    lemma_bit_step_injective(a3, b3);
    lemma_bit_step_injective(a2, b2);
    lemma_bit_step_injective(a1, b1);
    lemma_bit_step_injective(a, b);
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
        lemma_eight_steps_injective(s ^ x as u64, t ^ y as u64);
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
