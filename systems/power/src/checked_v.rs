//! Reads that detect corruption: data with their checksum behind them, and corruption-detecting Booleans. What they give is
//! what is stored; without corruption they always give something.

use pmcopy::value_of;
use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::cdb_v::*;
use crate::corruption_v::*;
use crate::crc_v::*;
use crate::device_t::*;
use crate::layout_v::*;
use crate::storage_t::*;
use crate::words_v::*;

/// The `len` bytes at an address, if their checksum stands behind them.
pub open spec fn checked_at(s: Seq<u8>, addr: int, len: int) -> Option<Seq<u8>> {
    let data = read_bytes(s, addr, len);
    if in_bounds(s, addr, checked_len(len)) && read_bytes(s, behind(addr, len), WORD as int) == crc_bytes(data) { Some(data) } else { None }
}

/// The truth value that is stored at an address.
pub open spec fn cdb_at(s: Seq<u8>, addr: int) -> Option<bool> {
    if in_bounds(s, addr, WORD as int) { cdb_value(read_bytes(s, addr, WORD as int)) } else { None }
}

/// What is checked is the same in contents that differ elsewhere only.
pub proof fn lemma_checked_agrees(a: Seq<u8>, b: Seq<u8>, addrs: spec_fn(int) -> bool, addr: int, len: int)
    requires
        agree_outside(a, b, addrs),
        0 <= len,
        in_bounds(a, addr, checked_len(len)),
        forall|i: int| addr <= i < behind(addr, checked_len(len)) ==> !#[trigger] addrs(i),
    ensures
        checked_at(a, addr, len) == checked_at(b, addr, len),
{
    lemma_read_agrees(a, b, addrs, addr, len);
    lemma_read_agrees(a, b, addrs, behind(addr, len), WORD as int);
}

/// The data at an address, if their checksum is behind them. Of what has no checksum there it says nothing but that,
/// without corruption, nothing is given.
pub fn read_checked<D: Device>(storage: &PowerStorage<D>, addr: u64, len: usize) -> (data: Option<Vec<u8>>)
    requires
        in_bounds(storage@.read_state, addr as int, checked_len(len as int)),
    ensures
        data matches Some(bytes) ==> bytes@.len() == len,
        checked_at(storage@.read_state, addr as int, len as int) matches Some(truth) ==> match data {
            Some(bytes) => bytes@ == truth,
            None => !storage.constants().is_intact(),
        },
        storage.constants().is_intact() && data is Some ==> checked_at(storage@.read_state, addr as int, len as int)
            is Some,
{
    proof {
        storage.lemma_lengths();
    }
    let data = storage.read(addr, len);
    let at = address_behind(addr, len);
    let stored = storage.read(at, WORD);
    let (word, computed) = (value_of::<u64>(&stored), crc(&data));
    let ghost (s, mask) = (storage@.read_state, storage.constants().corruption);
    let ghost (truth, data_mask) = (read_bytes(s, addr as int, len as int), read_bytes(mask, addr as int, len as int));
    let ghost (sum, crc_mask) = (read_bytes(s, at as int, WORD as int), read_bytes(mask, at as int, WORD as int));
    proof {
        lemma_word_of_bytes(word);
        lemma_word_of_bytes(computed);
        lemma_weight_of_parts(mask, addr as int, len as int, at as int, WORD as int);
        if storage.constants().is_intact() {
            lemma_intact(data@, truth, data_mask);
            lemma_intact(stored@, sum, crc_mask);
        }
    }
    if word == computed {
        proof {
            if checked_at(s, addr as int, len as int) is Some {
                lemma_crc_detects(data@, truth, data_mask, stored@, crc_mask);
            }
        }
        Some(data)
    } else {
        None
    }
}

/// The truth value at an address. Nothing if it is corrupted, or there is none.
pub fn read_cdb<D: Device>(storage: &PowerStorage<D>, addr: u64) -> (b: Option<bool>)
    requires
        in_bounds(storage@.read_state, addr as int, WORD as int),
    ensures
        cdb_at(storage@.read_state, addr as int) is Some && b is Some ==> b == cdb_at(storage@.read_state, addr as int),
        storage.constants().is_intact() ==> b == cdb_at(storage@.read_state, addr as int),
{
    let bytes = storage.read(addr, WORD);
    let ghost mask = storage.constants().corruption;
    let ghost part = read_bytes(mask, addr as int, WORD as int);
    let ghost truth = read_bytes(storage@.read_state, addr as int, WORD as int);
    proof {
        storage.lemma_lengths();
        lemma_weight_of_part(mask, addr as int, WORD as int);
        if storage.constants().is_intact() {
            lemma_intact(bytes@, truth, part);
        }
        if cdb_value(bytes@) is Some && cdb_value(truth) is Some {
            lemma_cdb_detects(bytes@, truth, part);
        }
    }
    to_bool(&bytes)
}

} // verus!
