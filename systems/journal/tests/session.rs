//! A program on a journal: a record in two copies that is replaced by copy on write. The copy that does not count is
//! written directly, and the Boolean that says which one counts through the journal.
//!
//! The program is verified (`cargo certus verify -p journal --test session`), with the permissions that it should have: to change
//! nothing that it looks at, and to go once from the old record to the new one. That crashes are as the model of devices has them
//! is what is tested here.

use journal::layout_v::Format;
use journal::{Journal, JournalError};
use pmcopy::as_bytes;
use power::cdb_v::cdb;
use power::crc_v::crc;
use power::device_t::Device;
use power::layout_v::Record;
use power::mapped_t::MappedFile;
use power::storage_t::PowerStorage;
use power_mock::{Event, MockDevice};
use vstd::prelude::*;

verus! {

use journal::abstract_spec_t::*;
use journal::recovery_v::*;
use journal::setup_v::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::crc_v::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::words_v::*;
use power::writes_v::*;

/// What the program looks at.
spec fn look(record: Record) -> spec_fn(Recovered) -> Option<Seq<u8>> {
    |found: Recovered| record.recovered(found.area)
}

/// A journal over an area with a record, and the right to permit.
struct Program<D: Device> {
    journal: Journal<D>,
    record: Record,
    authority: Tracked<Authority>,
}

impl<D: Device> Program<D> {
    /// What holds between operations.
    spec fn inv(&self) -> bool {
        &&& self.journal.inv()
        &&& self.journal@.durable == self.journal@.read
        &&& self.journal@.entries.len() == 0
        &&& self.journal@.room == self.journal@.format.capacity
        &&& self.journal@.read.len() == self.journal@.format.area
        &&& self.authority@.id() == self.journal.id()
        &&& self.journal.quiet().transitions() == same_recovery(looking(look(self.record)))
        &&& self.record.at == 0
        &&& self.record.fits(self.journal@.format.area as int)
        &&& self.record.len <= 0x1000
        &&& 24 <= self.journal@.format.capacity
        &&& self.data() is Some
    }

    /// The record.
    spec fn data(&self) -> Option<Seq<u8>> {
        self.record.recovered(self.journal@.durable)
    }

    /// Finds a record again.
    fn open(device: D, record: Record) -> (result: Result<Program<D>, JournalError>)
        requires
            device.state().writes.len() == 0,
            record.at == 0,
            record.len <= 0x1000,
            recovered(device.state().settled) matches Some(found) && {
                &&& record.fits(found.format.area as int)
                &&& 24 <= found.format.capacity
                &&& record.recovered(found.area) is Some
            },
        ensures
            match result {
                Ok(program) => program.inv() && program.record == record && program.data() == record.recovered(
                    (recovered(device.state().settled)->0).area,
                ),
                Err(error) => error == JournalError::Corrupted && !device.constants().is_intact(),
            },
    {
        let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked quiet = authority.permit_all(same_recovery(looking(look(record))));
        let journal = Journal::start(storage, Tracked(quiet))?;
        proof {
            journal.lemma_recovered();
        }
        Ok(Program { journal, record, authority: Tracked(authority) })
    }

    /// Replaces the record. A crash leaves the old or the new data.
    fn replace(&mut self, data: &[u8]) -> (result: Result<(), JournalError>)
        requires
            old(self).inv(),
            data@.len() == old(self).record.len,
        ensures
            final(self).inv(),
            match result {
                Ok(()) => final(self).data() == Some(data@),
                Err(error) => {
                    &&& error == JournalError::Corrupted
                    &&& !old(self).journal.constants().is_intact()
                    &&& final(self).data() == old(self).data()
                },
            },
    {
        let ghost (record, before, read) = (self.record, self.data(), self.journal@.read);
        let Some(current) = self.journal.read_cdb(0) else {
            return Err(JournalError::Corrupted);
        };
        let next = !current;
        let slot = 8 + if next { data.len() as u64 + 8 } else { 0 };
        let (sum, word) = (crc(data), cdb(next));
        let ghost free = record.slot_addrs(next);
        proof {
            lemma_word_of_bytes(sum);
            lemma_cdb_value(next);
            record.lemma_other_slot_unreachable(read, current);
            assert forall|other: Seq<u8>| #[trigger] agree_outside(read, other, free) implies look_at(
                look(record),
                self.journal@.format,
            )(other) == look_at(look(record), self.journal@.format)(read) by {
                assert(record.recovery()(other) == record.recovery()(read));
            }
        }
        self.journal.write::<Option<Seq<u8>>>(slot, data, Ghost(look(record)), Ghost(free));
        self.journal.write::<Option<Seq<u8>>>(slot + data.len() as u64, as_bytes(&sum), Ghost(look(record)), Ghost(free));
        let result = self.journal.append(0, as_bytes(&word));
        let ghost (filled, committed) = (self.journal@.read, self.journal@.committed());
        let tracked permission = self.authority.borrow().permit(
            operation(
                looking(look(record)),
                |old: Option<Option<Seq<u8>>>, new: Option<Option<Seq<u8>>>| old == Some(before) && new == Some(Some(data@)),
            ),
        );
        proof {
            let flip = Write { addr: 0, bytes: cdb_bytes(next) };
            assert(self.journal@.entries =~= seq![flip]);
            assert(seq![flip].drop_last() =~= seq![]);
            reveal_with_fuel(after_all, 2);
            record.lemma_flip(filled, next);
            assert(read_bytes(filled, slot as int, data@.len() as int) =~= data@);
            assert(read_bytes(filled, slot + data@.len(), 8) =~= crc_bytes(data@));
            assert(record.recovered(filled) == before);
        }
        self.journal.commit(Tracked(permission));
        Ok(())
    }
}

/// Makes a journal over an area with a record.
fn create<D: Device>(device: D, format: &Format, data: &[u8]) -> (done: bool)
    requires
        device.state().writes.len() == 0,
        format.fits(device.state().settled.len() as int),
        data@.len() + 16 <= format.area,
        data@.len() <= 0x1000,
    ensures
        done,
{
    let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
    let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
    let (sum, word) = (crc(data), cdb(false));
    proof {
        lemma_word_of_bytes(sum);
        lemma_cdb_value(false);
        storage.lemma_lengths();
    }
    let start = format.address(0);
    storage.write(start, as_bytes(&word), Tracked(all.once()));
    storage.write(start + 8, data, Tracked(all.once()));
    storage.write(start + 8 + data.len() as u64, as_bytes(&sum), Tracked(all.once()));
    setup(&mut storage, format, Tracked(&all)).is_ok()
}

} // verus!

const FIRST: &[u8] = b"the first record";
const SECOND: &[u8] = b"THE SECOND ENTRY";
const RECORD: Record = Record { at: 0, len: FIRST.len() };
const FORMAT: Format = Format { program: 1, program_version: 1, area: 56, capacity: 24 };
const SIZE: usize = 192 + 56;

/// The data that are found.
fn restart(content: Vec<u8>, chunk: usize) -> Vec<u8> {
    let program = Program::open(MockDevice::new(content, chunk), RECORD).expect("a record");
    let at = if program.journal.read_cdb(0).expect("good media") { 8 + FIRST.len() as u64 + 8 } else { 8 };
    program.journal.read_checked(at, FIRST.len()).expect("good media")
}

/// What is left when everything is flushed.
fn last(history: &power_mock::Shared) -> Vec<u8> {
    let mut last = Vec::new();
    history.borrow().for_each_crash(0, |_, left| last = left);
    last
}

#[test]
fn every_crash_leaves_the_old_or_the_new_record() {
    for chunk in [8, 64, 512] {
        let device = MockDevice::new(vec![0xa5; SIZE], chunk);
        let history = device.history();
        assert!(create(device, &FORMAT, FIRST));
        let device = MockDevice::new(last(&history), chunk);
        let history = device.history();
        let mut program = Program::open(device, RECORD).expect("a record");
        let mut counts = [0; 2];
        for (data, before) in [(SECOND, FIRST), (FIRST, SECOND), (SECOND, FIRST)] {
            let from = history.borrow().events().len();
            program.replace(data).expect("good media");
            history.borrow().for_each_crash(6, |events, left| {
                if events >= from {
                    let found = restart(left, chunk);
                    assert!(found == before || found == data, "chunks of {chunk} bytes: {found:?}");
                    counts[usize::from(found == data)] += 1;
                }
            });
        }
        assert!(counts[0] > 10 && counts[1] > 10, "chunks of {chunk} bytes: {counts:?}");
        let flushes = history.borrow().events().iter().filter(|event| matches!(event, Event::Flush)).count();
        assert_eq!(flushes, 3 * 2);
    }
}

#[test]
fn a_file_keeps_a_record() {
    let folder = tempfile::tempdir().expect("a folder for the file");
    let path = folder.path().join("journal");
    let open = || MappedFile::new(power_media::Mapping::open(&path, SIZE as u64).expect("a file in a new folder"));
    assert!(create(open(), &FORMAT, FIRST));
    Program::open(open(), RECORD).expect("a record").replace(SECOND).expect("good media");
    assert_eq!(restart(std::fs::read(&path).expect("the file"), 8), SECOND);
}
