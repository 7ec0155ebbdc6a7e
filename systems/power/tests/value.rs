//! A structure on storage, with its checksum behind it: what is read is what was written, or nothing. The session is verified
//! (`cargo certus verify -p power --test value`); that each bad bit is found is tried as well.

use pmcopy::{AnyBitPattern, PmCopy, as_bytes, slice_as_bytes};
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::Device;
use power::storage_t::PowerStorage;
use power_mock::MockDevice;
use vstd::prelude::*;

verus! {

use pmcopy::arrays_v::lemma_all_len;
use pmcopy::{PmBytes, PmSized};
use power::bytes_v::*;
use power::checked_v::*;
use power::permission_t::*;
use power::tentative_v::*;

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
        reveal(stores);
        entry.lemma_len();
        sum.lemma_len();
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

/// A row of numbers: any bytes are those of one.
#[repr(C)]
#[derive(Debug, PmCopy, AnyBitPattern)]
pub struct Sample {
    pub time: u64,
    pub levels: [i16; 4],
}

/// Writes samples and their checksum, one sample with its own behind them, and reads them.
fn samples_there_and_back<D: Device>(device: D, samples: &[Sample], last: &Sample) -> (read: (Option<Vec<Sample>>, Option<Sample>))
    requires
        device.state().writes.len() == 0,
        samples@.len() <= 100,
        device.state().settled.len() >= 2000,
    ensures
        read.0 matches Some(read) ==> read@ == samples@,
        read.1 matches Some(read) ==> read == *last,
        device.constants().is_intact() ==> read.0 is Some && read.1 is Some,
{
    let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
    let ghost nothing = |s: Seq<u8>| ();
    let ghost anywhere = |addr: int| true;
    proof {
        reveal(stores);
        reveal(stores_all);
        lemma_all_len(samples@);
        last.lemma_len();
    }
    let at = 16 * samples.len() as u64 + 8;
    write_checked::<D, ()>(&mut storage, 0, slice_as_bytes(samples), Ghost(nothing), Ghost(anywhere), Tracked(&all));
    let ghost first = storage@.read_state;
    write_checked::<D, ()>(&mut storage, at, as_bytes(last), Ghost(nothing), Ghost(anywhere), Tracked(&all));
    proof {
        lemma_checked_agrees(first, storage@.read_state, range(at as int, 24), 0, 16 * samples@.len() as int);
        assert(stores_all(storage@.read_state, 0, samples@));
        assert(stores(storage@.read_state, at as int, *last));
    }
    (read_all::<D, Sample>(&storage, 0, samples.len()), read_any::<D, Sample>(&storage, at))
}

/// Looks for a sample in whatever is on a device.
fn find<D: Device>(device: D) -> (found: Option<Sample>)
    requires
        device.state().writes.len() == 0,
        device.state().settled.len() >= 24,
    ensures
        device.constants().is_intact() ==> (found matches Some(found) ==> stores(device.state().settled, 0, found)),
{
    let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    read_any::<D, Sample>(&storage, 0)
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

fn samples() -> (Vec<Sample>, Sample) {
    let sample = |time: u64| Sample { time, levels: [time as i16, -1, i16::MIN, 7] };
    ((0..40).map(sample).collect(), sample(u64::MAX))
}

#[test]
fn samples_that_are_written_are_read() {
    let (samples, last) = samples();
    let read = samples_there_and_back(MockDevice::new(vec![0xa5; 2000], 8), &samples, &last);
    assert_eq!(read, (Some(samples), Some(last)));
    assert_eq!(samples_there_and_back(MockDevice::new(vec![0; 2000], 8), &[], &last), (Some(vec![]), Some(last)));
}

#[test]
fn every_bad_bit_of_a_sample_is_found() {
    let (samples, last) = samples();
    for bit in 0..(40 * 16 + 8 + 24) * 8 {
        let mut device = MockDevice::new(vec![0; 2000], 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        let (read, read_last) = samples_there_and_back(device, &samples, &last);
        let is_of_last = bit >= (40 * 16 + 8) * 8;
        assert_eq!(read.as_ref(), is_of_last.then_some(&samples), "bit {bit}");
        assert_eq!(read_last, (!is_of_last).then_some(last), "bit {bit}");
    }
}

/// Nobody stored a sample there; whatever is read, it is no undefined behaviour.
#[test]
fn what_was_never_stored_is_not_found() {
    for byte in 0..=255 {
        assert_eq!(find(MockDevice::new(vec![byte; 24], 8)), None, "bytes of {byte}");
    }
    // The checksum of these sixteen bytes stands behind them.
    let content: Vec<u8> = (0..16).collect();
    let sum = crc(&content).to_le_bytes();
    let found = find(MockDevice::new([content, sum.to_vec()].concat(), 8)).expect("a sample");
    assert_eq!(found, Sample { time: 0x0706_0504_0302_0100, levels: [0x0908, 0x0b0a, 0x0d0c, 0x0f0e] });
}
