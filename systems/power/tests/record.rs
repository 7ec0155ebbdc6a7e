//! A record on devices: every crash of a session leaves the old or the new data, and every single bad bit is found.
//!
//! The session is verified (`cargo certus verify -p power --test record`), with permissions from the authority over the
//! storage. That crashes are as the model of devices has them is what is tested here, and that the test can fail.

use power::device_t::Device;
use power::layout_v::Record;
use power::mapped_t::MappedFile;
use power::record_v::*;
use power::storage_t::PowerStorage;
use power_mock::{Event, MockDevice};
use vstd::prelude::*;

verus! {

use power::permission_t::*;

/// Sets a record up and replaces it.
fn session<D: Device>(device: D, record: Record, first: &[u8], second: &[u8]) -> (storage: PowerStorage<D>)
    requires
        device.state().writes.len() == 0,
        record.fits(device.state().settled.len() as int),
        first@.len() == record.len,
        second@.len() == record.len,
    ensures
        record.fits(storage@.read_state.len() as int),
        record.recovered(storage@.read_state) == Some(first@) || record.recovered(storage@.read_state) == Some(second@),
{
    let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
    record.setup(&mut storage, first, Tracked(&all));
    let tracked quiet = authority.permit_all(same_recovery(record.recovery()));
    let tracked change = authority.permit(
        operation(record.recovery(), |old: Option<Seq<u8>>, new: Option<Seq<u8>>| new == Some(second@)),
    );
    let _ = record.replace(&mut storage, second, Tracked(&quiet), Tracked(change));
    storage
}

/// What is recovered after a restart.
fn restart<D: Device>(device: D, record: Record) -> (data: Result<Vec<u8>, RecordError>)
    requires
        device.state().writes.len() == 0,
        record.fits(device.state().settled.len() as int),
        record.recovered(device.state().settled) is Some,
    ensures
        data matches Ok(data) ==> record.recovered(device.state().settled) == Some(data@),
        device.constants().is_intact() ==> data is Ok,
{
    let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    record.get(&storage)
}

} // verus!

const FIRST: &[u8] = b"the first record";
const SECOND: &[u8] = b"THE SECOND ENTRY";

fn record() -> Record {
    Record { at: 8, len: FIRST.len() }
}

/// The contents that crashes of a session leave after the record was set up, and how many there were.
fn crash_session(chunk: usize, mut check: impl FnMut(Vec<u8>)) -> u64 {
    let device = MockDevice::new(vec![0xa5; 96], chunk);
    let history = device.history();
    session(device, record(), FIRST, SECOND);
    let history = history.borrow();
    let is_flush = |event: &Event| matches!(event, Event::Flush);
    let ready = history.events().iter().position(is_flush).expect("the set-up flushes") + 1;
    let mut counted = 0;
    history.for_each_crash(10, |events, left| {
        if events >= ready {
            counted += 1;
            check(left);
        }
    });
    counted
}

#[test]
fn every_crash_leaves_the_old_or_the_new_record() {
    for chunk in [8, 16, 512] {
        let (mut old, mut new) = (0, 0);
        let count = crash_session(chunk, |left| {
            let data = restart(MockDevice::new(left, chunk), record());
            match data.ok().as_deref() {
                Some(FIRST) => old += 1,
                Some(SECOND) => new += 1,
                other => panic!("chunks of {chunk} bytes: {other:?}"),
            }
        });
        assert_eq!(count, old + new);
        assert!(old > 1 && new > 1, "chunks of {chunk} bytes: {old} old, {new} new");
    }
}

/// The Boolean is flipped without a flush before it: the test above must be able to see that.
#[test]
fn a_missing_flush_is_seen() {
    let device = MockDevice::new(vec![0; 96], 8);
    let history = device.history();
    session(device, record(), FIRST, SECOND);
    let start = {
        let mut last = Vec::new();
        history.borrow().for_each_crash(10, |_, left| last = left);
        last
    };
    let events = history.borrow().events().to_vec();
    let mut again = MockDevice::new(start, 8);
    let broken = again.history();
    // The same writes once more, with the data changed, and no flush at all.
    for event in &events {
        if let Event::Write(addr, bytes) = event {
            let bytes: Vec<u8> =
                bytes.iter().map(|byte| if bytes.len() == FIRST.len() { byte ^ 1 } else { *byte }).collect();
            again.write(*addr as u64, &bytes);
        }
    }
    let mut bad = 0;
    broken.borrow().for_each_crash(10, |_, left| {
        let data = restart(MockDevice::new(left, 8), record());
        if !matches!(data.ok().as_deref(), Some(FIRST | SECOND)) {
            bad += 1;
        }
    });
    assert!(bad > 0);
}

#[test]
fn every_bad_bit_is_found() {
    let mut content = Vec::new();
    crash_session(8, |left| content = left);
    let good = restart(MockDevice::new(content.clone(), 8), record()).ok().expect("nothing is corrupted");
    let mut found = 0;
    for bit in 0..content.len() * 8 {
        let mut device = MockDevice::new(content.clone(), 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        match restart(device, record()) {
            Ok(data) => assert_eq!(data, good, "bit {bit}"),
            Err(RecordError::Corrupted) => found += 1,
        }
    }
    // The Boolean, and the data and the checksum of the slot that counts.
    assert_eq!(found, 8 * (8 + FIRST.len() + 8));
}

#[test]
fn a_file_keeps_a_record() {
    let folder = tempfile::tempdir().expect("a folder for the file");
    let path = folder.path().join("record");
    let open = || MappedFile::new(power_media::Mapping::open(&path, 96).expect("a file in a new folder"));
    session(open(), record(), FIRST, SECOND);
    assert_eq!(restart(open(), record()).ok().as_deref(), Some(SECOND));
    assert_eq!(std::fs::metadata(&path).expect("the file").len(), 96);
}
