//! The corruption-detecting Boolean (PoWER paper, section 4.2): eight bytes with one of two values, far from each other.
//! It is written atomically, and when it is read, corruption shows without a checksum.

use pmcopy::value_of;
use vstd::prelude::*;

verus! {

use crate::corruption_spec_t::*;
use crate::corruption_v::*;
use crate::crc_v::*;
use crate::words_v::*;

/// The word that stands for false: the checksum of the word 0.
pub const CDB_FALSE: u64 = 0xb66a_7365_4282_cac0;

/// The word that stands for true: the checksum of the word 1.
pub const CDB_TRUE: u64 = 0x6cd4_e6ca_8505_9580;

/// The word that stands for a truth value.
pub open spec fn cdb_word(b: bool) -> u64 {
    if b { CDB_TRUE } else { CDB_FALSE }
}

/// What is stored for a truth value.
pub open spec fn cdb_bytes(b: bool) -> Seq<u8> {
    word_bytes(cdb_word(b))
}

/// The truth value that is stored, if it is one.
pub open spec fn cdb_value(bytes: Seq<u8>) -> Option<bool> {
    if bytes == cdb_bytes(false) {
        Some(false)
    } else if bytes == cdb_bytes(true) {
        Some(true)
    } else {
        None
    }
}

/// The words are the checksums that they are said to be.
proof fn lemma_words()
    ensures
        spec_crc(word_bytes(0)) == CDB_FALSE,
        spec_crc(word_bytes(1)) == CDB_TRUE,
{
    assert(spec_crc(word_bytes(0)) == CDB_FALSE) by (compute_only);
    assert(spec_crc(word_bytes(1)) == CDB_TRUE) by (compute_only);
}

/// The two values differ in 37 bits, many more than may be corrupted.
pub proof fn lemma_cdb_distance()
    ensures
        distance(cdb_bytes(false), cdb_bytes(true)) == 37,
        distance(cdb_bytes(true), cdb_bytes(false)) == 37,
        37 > max_corrupted_bits(),
{
    assert(distance(cdb_bytes(false), cdb_bytes(true)) == 37) by (compute_only);
    assert(distance(cdb_bytes(true), cdb_bytes(false)) == 37) by (compute_only);
    lemma_max_corrupted_bits();
}

/// What is stored is what it was made of.
pub proof fn lemma_cdb_value(b: bool)
    ensures
        cdb_bytes(b).len() == 8,
        cdb_value(cdb_bytes(b)) == Some(b),
{
    lemma_word_of_bytes(CDB_FALSE);
    lemma_word_of_bytes(CDB_TRUE);
}

/// If a truth value is read where one is stored, it is that one.
pub proof fn lemma_cdb_detects(read: Seq<u8>, stored: Seq<u8>, mask: Seq<u8>)
    requires
        cdb_value(read) is Some,
        cdb_value(stored) is Some,
        maybe_corrupted(read, stored, mask),
        weight(mask) <= max_corrupted_bits(),
    ensures
        read == stored,
{
    lemma_corruption_is_bounded(read, stored, mask);
    lemma_cdb_distance();
}

/// The word to write for a truth value.
pub fn cdb(b: bool) -> (word: u64)
    ensures
        word == cdb_word(b),
{
    if b { CDB_TRUE } else { CDB_FALSE }
}

/// The truth value of eight bytes; nothing if they stand for none.
pub fn to_bool(bytes: &[u8]) -> (b: Option<bool>)
    requires
        bytes@.len() == 8,
    ensures
        b == cdb_value(bytes@),
{
    let word = value_of::<u64>(bytes);
    proof {
        lemma_word_of_bytes(word);
        lemma_word_of_bytes(CDB_FALSE);
        lemma_word_of_bytes(CDB_TRUE);
    }
    if word == CDB_FALSE {
        Some(false)
    } else if word == CDB_TRUE {
        Some(true)
    } else {
        None
    }
}

} // verus!
