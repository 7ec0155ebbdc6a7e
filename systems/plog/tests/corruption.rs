//! Bits that are read wrongly, and contents that are no logs.

mod support;

use plog::error_v::PlogError;
use plog::logs_t::PersistentLogs;
use power_mock::{MockDevice, Shared};
use support::{Model, Operation, Random, run, size, size_for};

const CAPACITIES: [u64; 3] = [13, 64, 7];

/// The bytes of the metadata of as many logs.
const fn metadata(n: usize) -> usize {
    64 + 64 * n
}

/// The checksum, bit by bit: CRC-64 with the polynomial of ECMA-182, reflected.
fn crc(bytes: &[u8]) -> u64 {
    let bit = |state: u64| if state & 1 == 1 { state >> 1 ^ 0xc96c_5795_d787_0f42 } else { state >> 1 };
    !bytes.iter().fold(!0, |state, &byte| (0..8).fold(state ^ u64::from(byte), |state, _| bit(state)))
}

/// What is on a device behind all that was done to it.
fn content(history: &Shared) -> Vec<u8> {
    let mut last = Vec::new();
    // Everything is flushed at the end, so that there is one content then.
    history.borrow().for_each_crash(0, |_, left| last = left);
    last
}

/// A content with logs that were filled and went around, and what is in them.
fn filled(capacities: &[u64], seed: u64) -> (Vec<u8>, Model) {
    let device = MockDevice::new(vec![0; size_for(capacities)], 8);
    let history = device.history();
    let mut logs = PersistentLogs::create(device, capacities).expect("the device is large enough");
    let (mut model, mut random) = (Model::new(capacities), Random(seed));
    let mut go = |operation: Operation| {
        let expected = model.run(&operation);
        assert_eq!(run(&mut logs, &operation), expected);
        expected.expect("it can be done");
        model.clone()
    };
    for _ in 0..3 {
        for (which, &capacity) in capacities.iter().enumerate() {
            go(Operation::Append(which, random.bytes(capacity as usize * 2 / 3)));
        }
        let tails: Vec<usize> = go(Operation::Commit).0.iter().map(|log| log.committed.len()).collect();
        for (which, &tail) in tails.iter().enumerate() {
            go(Operation::Advance(which, tail as u64 - 2));
        }
    }
    for (which, &capacity) in capacities.iter().enumerate() {
        go(Operation::Append(which, random.bytes(capacity as usize - 3)));
    }
    let model = go(Operation::Commit);
    (content(&history), model)
}

/// Opens a content of which a bit is read wrongly.
fn open_bad(content: &[u8], bit: usize) -> Result<PersistentLogs<MockDevice>, PlogError> {
    let mut device = MockDevice::new(content.to_vec(), 8);
    device.corrupt(bit / 8, 1 << (bit % 8));
    PersistentLogs::open(device)
}

/// Opens a content.
fn open(content: &[u8]) -> Result<PersistentLogs<MockDevice>, PlogError> {
    PersistentLogs::open(MockDevice::new(content.to_vec(), 8))
}

#[test]
fn the_checksum_is_the_known_one() {
    assert_eq!(crc(b"123456789"), 0x995d_c9bb_df19_39fa);
}

#[test]
fn every_bad_bit_of_the_metadata_is_found() {
    for n in 1..=size(4, 9) {
        let capacities: Vec<u64> = CAPACITIES.iter().copied().cycle().take(n).collect();
        let (content, model) = filled(&capacities, n as u64);
        let (mut found, mut harmless) = (0, 0);
        for bit in 0..metadata(n) * 8 {
            match open_bad(&content, bit) {
                Ok(logs) => {
                    assert_eq!(model.is_found(&logs), Ok(()), "bit {bit}");
                    harmless += 1;
                }
                Err(error) => {
                    assert_eq!(error, PlogError::Corrupted, "bit {bit}");
                    found += 1;
                }
            }
        }
        // The header, the table, the Boolean, and the copy that counts. Bits of the other copy are harmless.
        assert_eq!(found, 8 * (32 + (16 * n + 8) + 8 + (24 * n + 8)), "{n} logs");
        assert_eq!(harmless, 8 * (24 * n + 8), "{n} logs");
    }
}

/// A bad bit in the copy of the metadata that does not count is found when that copy counts.
#[test]
fn a_bad_bit_is_found_after_the_next_commit() {
    let (content, model) = filled(&CAPACITIES, 1);
    let n = CAPACITIES.len();
    let (mut found, mut harmless) = (0, 0);
    for bit in 0..metadata(n) * 8 {
        let mut device = MockDevice::new(content.clone(), 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        let history = device.history();
        let Ok(mut logs) = PersistentLogs::open(device) else { continue };
        logs.commit();
        assert_eq!(model.is_found(&logs), Ok(()), "bit {bit}");
        let after = self::content(&history);
        assert_eq!(model.is_found(&open(&after).expect("good media")), Ok(()), "bit {bit}");
        match open_bad(&after, bit) {
            Ok(_) => harmless += 1,
            Err(error) => {
                assert_eq!(error, PlogError::Corrupted, "bit {bit}");
                found += 1;
            }
        }
    }
    assert_eq!((found, harmless), (8 * (24 * n + 8), 0));
}

#[test]
fn bad_bits_of_the_areas_stay_where_they_are() {
    let (content, model) = filled(&CAPACITIES, 2);
    let mut changed = 0;
    for bit in metadata(CAPACITIES.len()) * 8..content.len() * 8 {
        let logs = open_bad(&content, bit).expect("the metadata are good");
        let mut different = 0;
        for (which, log) in model.0.iter().enumerate() {
            let found = logs.get_head_tail_capacity(which);
            assert_eq!(found, Ok((log.head as u64, log.committed.len() as u64, log.capacity as u64)));
            let bytes = logs.read(which, log.head as u64, log.kept().len()).expect("the range is right");
            different += bytes.iter().zip(log.kept()).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        }
        assert!(different <= 1, "bit {bit}");
        changed += different as usize;
    }
    assert_eq!(changed, 8 * model.0.iter().map(|log| log.kept().len()).sum::<usize>());
}

/// More bad bits than is promised, in any of the metadata: found, or harmless, as they are few and near each other.
#[test]
fn pairs_of_bad_bits_are_found() {
    let (content, model) = filled(&CAPACITIES, 3);
    let mut random = Random(3);
    let mut found = 0;
    for _ in 0..size(2_000, 200_000) {
        let mut rotten = content.clone();
        for _ in 0..2 {
            let bit = random.below(metadata(CAPACITIES.len()) as u64 * 8) as usize;
            rotten[bit / 8] ^= 1 << (bit % 8);
        }
        match open(&rotten) {
            Ok(logs) => assert_eq!(model.is_found(&logs), Ok(())),
            Err(error) => {
                assert_eq!(error, PlogError::Corrupted);
                found += 1;
            }
        }
    }
    assert!(found > size(1_000, 100_000), "{found}");
}

#[test]
fn garbage_is_refused() {
    let mut random = Random(4);
    for _ in 0..size(2_000, 100_000) {
        let len = random.below(400) as usize;
        assert!(open(&random.bytes(len)).is_err());
        assert!(open(&vec![random.next() as u8; len]).is_err());
    }
}

#[test]
fn what_is_cut_off_is_refused() {
    let (content, model) = filled(&CAPACITIES, 5);
    for len in 0..content.len() {
        assert!(open(&content[..len]).is_err(), "{len} bytes of {}", content.len());
    }
    let longer = [&content[..], &[7; 9]].concat();
    assert_eq!(model.is_found(&open(&longer).expect("it is all there")), Ok(()));
}

/// Numbers to put somewhere: at an address, under the checksum of a range.
type Change = (&'static str, usize, u64);

/// Metadata that make no sense, with a checksum that fits.
#[test]
fn nonsense_is_refused() {
    let (content, _) = filled(&CAPACITIES, 6);
    let n = CAPACITIES.len();
    let table = (32, 16 * n);
    // Of the two copies one counts; both are changed.
    let copies = [(48 + 16 * n, 24 * n), (56 + 40 * n, 24 * n)];
    let header: [Change; 5] = [
        ("another magic number", 0, 1),
        ("version 0", 8, 0),
        ("version 2", 8, 2),
        ("a number of logs for which there is no room", 16, 1 << 16),
        ("a number of logs beyond all", 16, u64::MAX),
    ];
    let areas: [Change; 6] = [
        ("an area in the metadata", 32, 8),
        ("an area without bytes", 40, 0),
        ("areas one over the other", 48, 256),
        ("an area beyond the end", 32 + 16 * (n - 1), 1 << 40),
        ("an area that is too long", 40 + 16 * (n - 1), 1 << 40),
        ("an area without an end", 40 + 16 * (n - 1), u64::MAX),
    ];
    let metas: [Change; 4] = [
        ("a head behind the area", 8, CAPACITIES[0]),
        ("more bytes than there is room for", 16, CAPACITIES[0] + 1),
        ("a head from which no bytes can be counted", 0, u64::MAX),
        ("bytes beyond all", 16, u64::MAX),
    ];
    let check = |what: &str, changes: &[(usize, u64)], ranges: &[(usize, usize)]| {
        let mut wrong = content.clone();
        changes.iter().for_each(|&(at, word)| wrong[at..at + 8].copy_from_slice(&word.to_le_bytes()));
        for &(at, len) in ranges {
            let sum = crc(&wrong[at..at + len]);
            wrong[at + len..at + len + 8].copy_from_slice(&sum.to_le_bytes());
        }
        assert_eq!(open(&wrong).err(), Some(PlogError::NotALog), "{what}");
    };
    header.iter().for_each(|&(what, at, word)| check(what, &[(at, word)], &[(0, 24)]));
    areas.iter().for_each(|&(what, at, word)| check(what, &[(at, word)], &[table]));
    for (what, at, word) in metas {
        check(what, &copies.map(|(copy, _)| (copy + at, word)), &copies);
    }
}

#[test]
fn devices_that_are_too_small_are_refused() {
    // The metadata, then the areas, each from a line of the cache on.
    let needed = CAPACITIES
        .iter()
        .fold(metadata(CAPACITIES.len()), |end, &capacity| end.next_multiple_of(64) + capacity as usize);
    assert_eq!(size_for(&CAPACITIES), needed);
    assert!(PersistentLogs::create(MockDevice::new(vec![1; needed], 8), &CAPACITIES).is_ok());
    for len in 0..needed {
        let device = MockDevice::new(vec![1; len], 8);
        let history = device.history();
        let error = PersistentLogs::create(device, &CAPACITIES).err();
        assert_eq!(error, Some(PlogError::DoesNotFit { needed: needed as u64 }));
        assert!(history.borrow().events().is_empty());
    }
    let create = |capacities: &[u64]| PersistentLogs::create(MockDevice::new(vec![0; 300], 8), capacities).err();
    assert_eq!(create(&[5, 0, 5]), Some(PlogError::NoCapacity { which: 1 }));
    assert_eq!(create(&[5, u64::MAX - 100]), Some(PlogError::TooLarge));
    assert_eq!(create(&[u64::MAX]), Some(PlogError::TooLarge));
    assert_eq!(create(&[1; 65_537]), Some(PlogError::TooManyLogs));
}

/// Nobody appends as much, so the metadata are made: there is an end of the positions, and nothing goes around there.
#[test]
fn positions_have_an_end() {
    let (mut content, _) = filled(&CAPACITIES, 7);
    let n = CAPACITIES.len();
    let first = u64::MAX - 5;
    for copy in [48 + 16 * n, 56 + 40 * n] {
        for (at, word) in [(0, first), (8, CAPACITIES[0] - 2), (16, 0)] {
            content[copy + at..copy + at + 8].copy_from_slice(&word.to_le_bytes());
        }
        let sum = crc(&content[copy..copy + 24 * n]);
        content[copy + 24 * n..copy + 24 * n + 8].copy_from_slice(&sum.to_le_bytes());
    }
    let device = MockDevice::new(content, 8);
    let history = device.history();
    let mut logs = PersistentLogs::open(device).expect("the metadata make sense");
    assert_eq!(logs.tentatively_append(0, b"123456"), Err(PlogError::Exhausted));
    assert_eq!(logs.tentatively_append(0, b"123"), Ok(first));
    assert_eq!(logs.tentatively_append(0, b"456"), Err(PlogError::Exhausted));
    assert_eq!(logs.tentatively_append(0, b"45"), Ok(first + 3));
    logs.commit();
    assert_eq!(logs.tentatively_append(0, b"6"), Err(PlogError::Exhausted));
    let logs = open(&self::content(&history)).expect("it was written by the logs");
    assert_eq!(logs.get_head_tail_capacity(0), Ok((first, u64::MAX, CAPACITIES[0])));
    assert_eq!(logs.read(0, first, 5).as_deref(), Ok(&b"12345"[..]));
    let range = PlogError::OutOfRange { head: first, tail: u64::MAX };
    assert_eq!(logs.read(0, first + 1, 5), Err(range));
    assert_eq!(logs.read(0, u64::MAX, usize::MAX), Err(range));
}
