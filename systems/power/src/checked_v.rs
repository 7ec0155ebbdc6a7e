//! Reads that detect corruption: data with a checksum somewhere else, and corruption-detecting Booleans. What they give is
//! what is stored; without corruption they always give something.

use vstd::prelude::*;

verus! {

use crate::bytes_v::*;
use crate::cdb_v::*;
use crate::corruption_v::*;
use crate::crc_v::*;
use crate::device_t::*;
use crate::storage_v::*;
use crate::words_v::*;

/// Whether the checksum of the `len` bytes at `addr` is stored at `crc_addr`, apart from them.
pub open spec fn has_crc(s: Seq<u8>, addr: int, len: int, crc_addr: int) -> bool {
    &&& in_bounds(s, addr, len)
    &&& in_bounds(s, crc_addr, 8)
    &&& addr + len <= crc_addr || crc_addr + 8 <= addr
    &&& read_bytes(s, crc_addr, 8) == crc_bytes(read_bytes(s, addr, len))
}

/// The truth value that is stored at an address.
pub open spec fn cdb_at(s: Seq<u8>, addr: int) -> Option<bool> {
    if in_bounds(s, addr, 8) { cdb_value(read_bytes(s, addr, 8)) } else { None }
}

/// The data at an address, checked against the checksum that is stored elsewhere. Nothing if they do not fit. Of what has
/// no checksum there it says nothing but that, without corruption, nothing is given.
pub fn read_checked<D: Device>(storage: &PowerStorage<D>, addr: u64, len: usize, crc_addr: u64) -> (data: Option<Vec<u8>>)
    requires
        in_bounds(storage@.read_state, addr as int, len as int),
        in_bounds(storage@.read_state, crc_addr as int, 8),
        addr + len <= crc_addr || crc_addr + 8 <= addr,
    ensures
        data matches Some(bytes) ==> bytes@.len() == len,
        has_crc(storage@.read_state, addr as int, len as int, crc_addr as int) ==> (data matches Some(bytes) ==> bytes@
            == read_bytes(storage@.read_state, addr as int, len as int)),
        storage.constants().is_intact() ==> (data is Some <==> has_crc(
            storage@.read_state,
            addr as int,
            len as int,
            crc_addr as int,
        )),
{
    let data = storage.read(addr, len);
    let stored = storage.read(crc_addr, 8);
    let computed = crc(&data);
    let ghost mask = storage.constants().corruption;
    let ghost data_mask = read_bytes(mask, addr as int, len as int);
    let ghost crc_mask = read_bytes(mask, crc_addr as int, 8);
    let ghost truth = read_bytes(storage@.read_state, addr as int, len as int);
    let ghost sum = read_bytes(storage@.read_state, crc_addr as int, 8);
    proof {
        storage.lemma_lengths();
        lemma_weight_of_parts(mask, addr as int, len as int, crc_addr as int, 8);
        lemma_bytes_of_word(stored@);
        lemma_word_of_bytes(computed);
        if storage.constants().is_intact() {
            lemma_intact(data@, truth, data_mask);
            lemma_intact(stored@, sum, crc_mask);
        }
    }
    if from_bytes(&stored) == computed {
        proof {
            if has_crc(storage@.read_state, addr as int, len as int, crc_addr as int) {
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
        in_bounds(storage@.read_state, addr as int, 8),
    ensures
        cdb_at(storage@.read_state, addr as int) is Some && b is Some ==> b == cdb_at(storage@.read_state, addr as int),
        storage.constants().is_intact() ==> b == cdb_at(storage@.read_state, addr as int),
{
    let bytes = storage.read(addr, 8);
    let ghost mask = storage.constants().corruption;
    let ghost part = read_bytes(mask, addr as int, 8);
    let ghost truth = read_bytes(storage@.read_state, addr as int, 8);
    proof {
        storage.lemma_lengths();
        lemma_weight_of_part(mask, addr as int, 8);
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
