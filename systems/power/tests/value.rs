//! A structure on storage, with its checksum behind it: what is read is what was written, or nothing. The session is verified
//! (`cargo certus verify -p power --test value`); that each bad bit is found is tried as well.

use pmcopy::{PmCopy, as_bytes};
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::Device;
use power::mock_t::MockDevice;
use power::storage_v::PowerStorage;
use vstd::prelude::*;

verus! {

use pmcopy::{PmBytes, PmSized};
use power::bytes_v::*;
use power::checked_v::*;
use power::permission_v::*;

/// Whether there is something in a place.
#[repr(u8)]
#[derive(Debug, PmCopy)]
pub enum Mark {
    Free,
    Used,
}

/// An entry of a table. Of a corrupted one the fields might be those of no entry.
#[repr(C)]
#[derive(Debug, PmCopy)]
pub struct Entry {
    pub key: u64,
    pub value: [u16; 3],
    pub mark: Mark,
    pub is_last: bool,
}

/// Writes an entry and its checksum, where nothing else is kept.
fn keep<D: Device>(device: D, entry: &Entry) -> (storage: PowerStorage<D>)
    requires
        device.state().writes.len() == 0,
        device.state().settled.len() >= 24,
    ensures
        stores(storage@.read_state, 0, *entry),
        storage.constants() == device.constants(),
{
    let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
    let bytes = as_bytes(entry);
    let sum = crc(bytes);
    proof {
        entry.lemma_len();
    }
    storage.write(0, bytes, Tracked(all.once()));
    let ghost first = storage@.read_state;
    storage.write(16, as_bytes(&sum), Tracked(all.once()));
    proof {
        lemma_read_back(device.state().settled, 0, bytes@);
        lemma_read_beside_write(first, 16, crc_bytes(bytes@), 0, 16);
        lemma_read_back(first, 16, crc_bytes(bytes@));
    }
    storage
}

/// Writes an entry and reads it.
fn there_and_back<D: Device>(device: D, entry: &Entry) -> (read: Option<Entry>)
    requires
        device.state().writes.len() == 0,
        device.state().settled.len() >= 24,
    ensures
        read matches Some(read) ==> read == *entry,
        device.constants().is_intact() ==> read is Some,
{
    let storage = keep(device, entry);
    let read = read_value::<D, Entry>(&storage, 0);
    proof {
        if let Some(read) = read {
            lemma_stores_one(storage@.read_state, 0, read, *entry);
        }
    }
    read
}

} // verus!
fn entry() -> Entry {
    Entry { key: 77, value: [1, 2, 3], mark: Mark::Used, is_last: true }
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(there_and_back(MockDevice::new(vec![0xa5; 32], 8), &entry()), Some(entry()));
}

/// Among them those of which a byte is that of no `bool` and no `Mark`.
#[test]
fn every_bad_bit_is_found() {
    for bit in 0..24 * 8 {
        let mut device = MockDevice::new(vec![0; 32], 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        assert_eq!(there_and_back(device, &entry()), None, "bit {bit}");
    }
}
