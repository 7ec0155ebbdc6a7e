//! Bits that are read wrongly, and contents that are no journals.

mod support;

use journal::JournalError;
use journal::layout_v::Format;
use power_mock::{Event, MockDevice};
use support::{Client, Random, area, content, open, size, size_for, span, start};

const FORMAT: Format = Format { program: 7, program_version: 2, area: 100, capacity: 150 };

/// The checksum, bit by bit: CRC-64 with the polynomial of ECMA-182, reflected.
fn crc(bytes: &[u8]) -> u64 {
    let bit = |state: u64| if state & 1 == 1 { state >> 1 ^ 0xc96c_5795_d787_0f42 } else { state >> 1 };
    !bytes.iter().fold(!0, |state, &byte| (0..8).fold(state ^ u64::from(byte), |state, _| bit(state)))
}

/// A content in which a log is committed and not installed, the area before and behind it, and the length of the log.
struct Interrupted {
    content: Vec<u8>,
    before: Vec<u8>,
    behind: Vec<u8>,
    log: usize,
}

/// How many entries it has.
const ENTRIES: usize = 4;

/// Where the log is of the first commit: it is the second one.
fn log_at() -> usize {
    64 + span(&FORMAT)
}

/// The content that a crash leaves behind the commit of some entries.
fn interrupted(seed: u64) -> Interrupted {
    let mut random = Random(seed);
    let device = MockDevice::new(random.bytes(size_for(&FORMAT)), 8);
    let history = device.history();
    let mut client = Client::create(device, &FORMAT).expect("the device is large enough");
    let before = area(&client, &FORMAT);
    let mut behind = before.clone();
    let mut log = 0;
    for _ in 0..ENTRIES {
        let len = 1 + random.below(18) as usize;
        let bytes = random.bytes(len);
        let addr = random.below(FORMAT.area - bytes.len() as u64) as usize;
        client.journal.append(addr as u64, &bytes).expect("there is room");
        behind[addr..addr + bytes.len()].copy_from_slice(&bytes);
        log += 16 + bytes.len();
    }
    let from = history.borrow().events().len();
    client.commit();
    assert_eq!(area(&client, &FORMAT), behind);
    let history = history.borrow();
    let flags: Vec<usize> =
        (from..history.events().len()).filter(|&at| matches!(history.events()[at], Event::Write(56, _))).collect();
    // Behind the flush behind the Boolean nothing is on its way, so there is one content.
    let mut content = Vec::new();
    history.for_each_crash(0, |events, left| {
        if events == flags[0] + 2 {
            content = left;
        }
    });
    Interrupted { content, before, behind, log }
}

/// Opens a content of which a bit is read wrongly. An error must have written nothing.
fn open_bad(content: &[u8], bit: usize) -> Result<Client<MockDevice>, JournalError> {
    let mut device = MockDevice::new(content.to_vec(), 8);
    device.corrupt(bit / 8, 1 << (bit % 8));
    let history = device.history();
    let opened = Client::open(device);
    assert!(opened.is_ok() || history.borrow().events().is_empty(), "bit {bit}: an error, and something was written");
    opened
}

#[test]
fn the_checksum_is_the_known_one() {
    assert_eq!(crc(b"123456789"), 0x995d_c9bb_df19_39fa);
}

#[test]
fn every_bad_bit_of_a_log_is_found() {
    for seed in 0..size(4, 40) as u64 {
        let Interrupted { content, behind, log, .. } = interrupted(seed);
        let (mut found, mut harmless) = (0, 0);
        for bit in 0..start(&FORMAT) * 8 {
            match open_bad(&content, bit) {
                Ok(client) => {
                    assert_eq!(area(&client, &FORMAT), behind, "bit {bit}");
                    harmless += 1;
                }
                Err(error) => {
                    assert_eq!(error, JournalError::Corrupted, "bit {bit}");
                    found += 1;
                }
            }
        }
        // The header, the Boolean, the length and the log, with their checksums.
        assert_eq!(found, 8 * (56 + 8 + 16 + log + 8));
        assert_eq!(found + harmless, 8 * start(&FORMAT));
    }
}

#[test]
fn every_bad_bit_of_the_metadata_is_found() {
    let Interrupted { content, behind, .. } = interrupted(50);
    let (client, history) = open(&content, 8);
    assert_eq!(area(&client.expect("good media"), &FORMAT), behind);
    let settled = self::content(&history);
    let mut found = 0;
    for bit in 0..start(&FORMAT) * 8 {
        match open_bad(&settled, bit) {
            Ok(client) => assert_eq!(area(&client, &FORMAT), behind, "bit {bit}"),
            Err(error) => {
                assert_eq!(error, JournalError::Corrupted, "bit {bit}");
                found += 1;
            }
        }
    }
    // The header, the Boolean, and a log without entries: its length, and the checksums of both. The other one does not count.
    assert_eq!(found, 8 * (56 + 8 + 24));
}

#[test]
fn bad_bits_of_the_area_stay_where_they_are() {
    let Interrupted { content, behind, .. } = interrupted(51);
    for bit in start(&FORMAT) * 8..content.len() * 8 {
        let client = open_bad(&content, bit).expect("the metadata are good");
        let found = area(&client, &FORMAT);
        let different: u32 = found.iter().zip(&behind).map(|(a, b)| (a ^ b).count_ones()).sum();
        assert_eq!(different, 1, "bit {bit}");
    }
}

/// More bad bits than is promised: found, or harmless, as they are few and near each other.
#[test]
fn pairs_of_bad_bits_are_found() {
    let Interrupted { content, behind, .. } = interrupted(52);
    let mut random = Random(52);
    let mut found = 0;
    for _ in 0..size(2_000, 200_000) {
        let mut rotten = content.clone();
        for _ in 0..2 {
            let bit = random.below(start(&FORMAT) as u64 * 8) as usize;
            rotten[bit / 8] ^= 1 << (bit % 8);
        }
        let (opened, history) = open(&rotten, 8);
        match opened {
            Ok(client) => assert_eq!(area(&client, &FORMAT), behind),
            Err(error) => {
                assert_eq!(error, JournalError::Corrupted);
                assert!(history.borrow().events().is_empty());
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
        for garbage in [random.bytes(len), vec![random.next() as u8; len]] {
            let (opened, history) = open(&garbage, 8);
            assert!(opened.is_err());
            assert!(history.borrow().events().is_empty());
        }
    }
}

#[test]
fn what_is_cut_off_is_refused() {
    let Interrupted { content, behind, .. } = interrupted(53);
    for len in 0..content.len() {
        assert!(open(&content[..len], 8).0.is_err(), "{len} bytes of {}", content.len());
    }
    let longer = [&content[..], &[7; 9]].concat();
    let (client, _) = open(&longer, 8);
    assert_eq!(area(&client.expect("it is all there"), &FORMAT), behind);
}

/// Metadata and logs that make no sense, with a checksum that fits.
#[test]
fn nonsense_is_refused() {
    let Interrupted { content, log, before, .. } = interrupted(54);
    let check = |what: &str, changes: &[(usize, u64)], range: (usize, usize)| {
        let mut wrong = content.clone();
        changes.iter().for_each(|&(at, word)| wrong[at..at + 8].copy_from_slice(&word.to_le_bytes()));
        let (at, len) = range;
        let sum = crc(&wrong[at..at + len]);
        wrong[at + len..at + len + 8].copy_from_slice(&sum.to_le_bytes());
        let (opened, history) = open(&wrong, 8);
        assert_eq!(opened.err(), Some(JournalError::NotAJournal), "{what}");
        assert!(history.borrow().events().is_empty(), "{what}");
    };
    let header = (0, 48);
    check("another magic number", &[(0, 1)], header);
    check("version 0", &[(8, 0)], header);
    check("version 1, of which there are stores", &[(8, 1)], header);
    check("version 3", &[(8, 3)], header);
    check("an area beyond the end", &[(32, FORMAT.area + 1)], header);
    check("an area beyond all", &[(32, u64::MAX - 1)], header);
    check("an area to the end, behind a journal beyond it", &[(32, u64::MAX), (40, 1 << 20)], header);
    check("a journal beyond the end", &[(40, 1 << 20)], header);
    check("a journal beyond all", &[(40, u64::MAX)], header);
    check("a journal that is too large", &[(40, 1 << 32), (32, 0)], header);
    let (at, addr, len) = (log_at(), log_at() + 16, log_at() + 24);
    check("a length beyond the journal", &[(at, FORMAT.capacity + 1)], (at, 8));
    check("a length beyond all", &[(at, u64::MAX)], (at, 8));
    let entries = (addr, log);
    check("an entry beyond the area", &[(addr, FORMAT.area)], entries);
    check("an entry beyond all", &[(addr, u64::MAX)], entries);
    check("an entry that is longer than the log", &[(len, log as u64 - 15)], entries);
    check("an entry without an end", &[(len, u64::MAX)], entries);
    check("an entry whose end is before its beginning", &[(addr, 1), (len, u64::MAX)], entries);
    // Logs that are cut off, with checksums of their own: an error, unless whole entries are left.
    let mut whole = 0;
    for len in 0..log {
        let mut cut = content.clone();
        cut[at..at + 8].copy_from_slice(&(len as u64).to_le_bytes());
        let sum = crc(&cut[at..at + 8]);
        cut[at + 8..addr].copy_from_slice(&sum.to_le_bytes());
        let sum = crc(&cut[addr..addr + len]);
        cut[addr + len..][..8].copy_from_slice(&sum.to_le_bytes());
        match open(&cut, 8).0 {
            Ok(_) => whole += 1,
            Err(error) => assert_eq!(error, JournalError::NotAJournal, "{len} bytes"),
        }
    }
    assert_eq!(whole, ENTRIES);
    // The log before it is one, too, if the Boolean says so; and it has no entries, so that nothing is written.
    let mut empty = content.clone();
    empty[56..64].copy_from_slice(&crc(&0u64.to_le_bytes()).to_le_bytes());
    let (client, history) = open(&empty, 8);
    assert!(history.borrow().events().is_empty());
    assert_eq!(area(&client.expect("a log without entries"), &FORMAT), before);
}

#[test]
fn devices_that_are_too_small_are_refused() {
    let needed = size_for(&FORMAT);
    assert!(Client::create(MockDevice::new(vec![1; needed], 8), &FORMAT).is_ok());
    for len in 0..needed {
        let device = MockDevice::new(vec![1; len], 8);
        let history = device.history();
        let error = Client::create(device, &FORMAT).err();
        assert_eq!(error, Some(JournalError::DoesNotFit { needed: needed as u64 }));
        assert!(history.borrow().events().is_empty());
    }
    let create = |format: Format| Client::create(MockDevice::new(vec![0; 300], 8), &format).err();
    assert_eq!(create(Format { area: u64::MAX, ..FORMAT }), Some(JournalError::TooLarge));
    assert_eq!(create(Format { area: u64::MAX - 447, ..FORMAT }), Some(JournalError::TooLarge));
    assert_eq!(create(Format { area: u64::MAX - 448, ..FORMAT }), Some(JournalError::DoesNotFit { needed: u64::MAX }));
    assert_eq!(create(Format { capacity: 1 << 32, ..FORMAT }), Some(JournalError::TooLarge));
    assert_eq!(create(Format { capacity: u64::MAX, ..FORMAT }), Some(JournalError::TooLarge));
}

/// The reads of checked data, of Booleans and of values are at the addresses they say, and see bad bits.
#[test]
fn checked_reads_are_of_the_area() {
    let device = MockDevice::new(vec![0; size_for(&FORMAT)], 8);
    let history = device.history();
    let mut client = Client::create(device, &FORMAT).expect("the device is large enough");
    let word = |number: u64| number.to_le_bytes();
    // A number at 11 and its checksum; a Boolean, which is the checksum of 0 or 1, at 40.
    client.write(11, &[word(77), word(crc(&word(77)))].concat());
    client.journal.append(40, &word(crc(&word(1)))).expect("there is room");
    assert_eq!(client.journal.read_cdb(40), None);
    client.commit();
    assert_eq!(client.journal.read_cdb(40), Some(true));
    assert_eq!(client.journal.read_cdb(41), None);
    assert_eq!(client.journal.read_checked(11, 8), Some(word(77).to_vec()));
    assert_eq!(client.journal.read_checked(10, 8), None);
    assert_eq!(client.journal.read_any::<u64>(11), Some(77));
    assert_eq!(client.journal.read_any::<u64>(12), None);
    assert_eq!(client.journal.read_value::<u64>(11), Some(77));
    client.settle();
    let content = content(&history);
    for bit in start(&FORMAT) * 8..content.len() * 8 {
        let client = open_bad(&content, bit).expect("the metadata are good");
        let at = bit / 8 - start(&FORMAT);
        assert_eq!(client.journal.read_cdb(40).is_none(), (40..48).contains(&at), "bit {bit}");
        assert_eq!(client.journal.read_value::<u64>(11).is_none(), (11..27).contains(&at), "bit {bit}");
    }
}

/// The sizes are those of the table, also where nothing is left out behind the journal.
#[test]
fn sizes_are_those_of_the_documentation() {
    for capacity in 0..200 {
        let format = Format { area: 5, capacity, ..FORMAT };
        let needed = size_for(&format);
        let create = |len: usize| Client::create(MockDevice::new(vec![9; len], 8), &format);
        assert_eq!(create(needed - 1).err(), Some(JournalError::DoesNotFit { needed: needed as u64 }));
        assert_eq!(area(&create(needed).expect("it is large enough"), &format), [9; 5]);
    }
}

/// What is full says so, to the byte, and goes on working.
#[test]
fn a_full_journal_is_an_error() {
    let device = MockDevice::new(vec![0; size_for(&FORMAT)], 8);
    let mut client = Client::create(device, &FORMAT).expect("the device is large enough");
    assert_eq!(client.journal.append(0, &[1; 50]), Ok(()));
    assert_eq!(client.journal.append(50, &[2; 50]), Ok(()));
    assert_eq!(client.journal.append(0, &[3; 3]), Err(JournalError::Full { room: 18 }));
    assert_eq!(client.journal.append(0, &[3; 2]), Ok(()));
    assert_eq!(client.journal.append(0, &[]), Err(JournalError::Full { room: 0 }));
    assert_eq!(client.journal.append(99, &[4; 2]), Err(JournalError::OutOfRange { len: 100 }));
    client.commit();
    assert_eq!(area(&client, &FORMAT), [&[3; 2][..], &[1; 48], &[2; 50]].concat());
    assert_eq!(client.journal.append(0, &[5; 100]), Ok(()));
    assert_eq!(client.journal.append(0, &[6; 19]), Err(JournalError::Full { room: 34 }));
    client.journal.abort();
    assert_eq!(client.journal.append(0, &[6; 19]), Ok(()));
    client.commit();
    assert_eq!(area(&client, &FORMAT), [&[6; 19][..], &[1; 31], &[2; 50]].concat());
}
