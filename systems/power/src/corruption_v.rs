//! What follows from a bound on the bits that decay: how far what is read may be from what is stored.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::corruption_spec_t::*;

/// The number of bits in which two sequences of one length differ (the Hamming distance).
pub open spec fn distance(a: Seq<u8>, b: Seq<u8>) -> nat
    decreases a.len(),
{
    if a.len() == 0 {
        0
    } else {
        distance(a.drop_last(), b.drop_last()) + ones(a.last() ^ b.last())
    }
}

/// The number, for the proofs about checksums in this crate.
pub(crate) proof fn lemma_max_corrupted_bits()
    ensures
        max_corrupted_bits() == 1,
{
}

/// A byte has ones if it is not zero.
pub proof fn lemma_some_ones(x: u8)
    ensures
        ones(x) == 0 <==> x == 0,
{
    assert(x == 0 <==> (x & 1 == 0 && (x >> 1) & 1 == 0 && (x >> 2) & 1 == 0 && (x >> 3) & 1 == 0 && (x >> 4) & 1 == 0
        && (x >> 5) & 1 == 0 && (x >> 6) & 1 == 0 && (x >> 7) & 1 == 0)) by (bit_vector);
}

/// Fewer bits have fewer ones.
pub proof fn lemma_fewer_ones(x: u8, y: u8)
    requires
        x & !y == 0,
    ensures
        ones(x) <= ones(y),
{
    assert(x & !y == 0 ==> (x & 1 <= y & 1 && (x >> 1) & 1 <= (y >> 1) & 1 && (x >> 2) & 1 <= (y >> 2) & 1 && (x >> 3)
        & 1 <= (y >> 3) & 1 && (x >> 4) & 1 <= (y >> 4) & 1 && (x >> 5) & 1 <= (y >> 5) & 1 && (x >> 6) & 1 <= (y >> 6)
        & 1 && (x >> 7) & 1 <= (y >> 7) & 1)) by (bit_vector);
}

/// Bytes are equal when they differ in no bit.
pub proof fn lemma_xor_zero(x: u8, y: u8)
    ensures
        x ^ y == 0 <==> x == y,
{
    assert(x ^ y == 0 <==> x == y) by (bit_vector);
}

/// Sequences differ in no bit exactly when they are equal.
pub proof fn lemma_distance_zero(a: Seq<u8>, b: Seq<u8>)
    requires
        a.len() == b.len(),
    ensures
        distance(a, b) == 0 <==> a == b,
    decreases a.len(),
{
    if a.len() > 0 {
        lemma_distance_zero(a.drop_last(), b.drop_last());
        lemma_some_ones(a.last() ^ b.last());
        lemma_xor_zero(a.last(), b.last());
        if distance(a, b) == 0 {
            assert(a =~= a.drop_last().push(a.last()));
            assert(b =~= b.drop_last().push(b.last()));
        }
    } else {
        assert(a =~= b);
    }
}

/// What is read differs from what is stored in no more bits than the mask has.
pub proof fn lemma_corruption_is_bounded(read: Seq<u8>, stored: Seq<u8>, mask: Seq<u8>)
    requires
        maybe_corrupted(read, stored, mask),
    ensures
        distance(read, stored) <= weight(mask),
    decreases read.len(),
{
    if read.len() > 0 {
        lemma_corruption_is_bounded(read.drop_last(), stored.drop_last(), mask.drop_last());
        lemma_fewer_ones(read.last() ^ stored.last(), mask.last());
    }
}

/// Without corruption, what is read is what is stored.
pub proof fn lemma_intact(read: Seq<u8>, stored: Seq<u8>, mask: Seq<u8>)
    requires
        maybe_corrupted(read, stored, mask),
        weight(mask) == 0,
    ensures
        read == stored,
{
    lemma_corruption_is_bounded(read, stored, mask);
    lemma_distance_zero(read, stored);
}

/// The ones of two masks, one behind the other.
pub proof fn lemma_weight_add(a: Seq<u8>, b: Seq<u8>)
    ensures
        weight(a + b) == weight(a) + weight(b),
    decreases b.len(),
{
    if b.len() > 0 {
        lemma_weight_add(a, b.drop_last());
        assert((a + b).drop_last() =~= a + b.drop_last());
    }
}

/// Two parts of a mask, one behind the other, have no more ones than the mask.
pub proof fn lemma_weight_of_parts(mask: Seq<u8>, a: int, a_len: int, b: int, b_len: int)
    requires
        in_bounds(mask, a, a_len),
        in_bounds(mask, b, b_len),
        a + a_len <= b,
    ensures
        weight(read_bytes(mask, a, a_len)) + weight(read_bytes(mask, b, b_len)) <= weight(mask),
{
    let before = mask.subrange(0, a);
    let first = read_bytes(mask, a, a_len);
    let between = mask.subrange(a + a_len, b);
    let second = read_bytes(mask, b, b_len);
    let behind = mask.subrange(b + b_len, mask.len() as int);
    lemma_weight_add(before, first);
    lemma_weight_add(before + first, between);
    lemma_weight_add(before + first + between, second);
    lemma_weight_add(before + first + between + second, behind);
    assert(before + first + between + second + behind =~= mask);
}

/// A part of a mask has no more ones than the mask.
pub proof fn lemma_weight_of_part(mask: Seq<u8>, a: int, len: int)
    requires
        in_bounds(mask, a, len),
    ensures
        weight(read_bytes(mask, a, len)) <= weight(mask),
{
    lemma_weight_of_parts(mask, a, len, mask.len() as int, 0);
}

} // verus!
