//! Corrupted storage, and storage of other kinds: every single bad bit is detected, and none is acted upon. Nothing here is derived
//! from the proof.

mod support;

use capybarans::{Notary, NotaryError, STORE_LEN, SecretKey};
use power::crc_v::crc;
use power_mock::MockDevice;
use support::{Pair, Random, hash, key, open, size};

/// The content of a storage whose notary was advanced so many times, and its state.
fn content(advances: u64) -> (Vec<u8>, Pair) {
    let mut random = Random(advances);
    let device = MockDevice::new(random.bytes(STORE_LEN as usize), 8);
    let history = device.history();
    let mut notary = Notary::create(device, key()).expect("there is room");
    let mut state = (0, [0; 32]);
    for _ in 0..advances {
        state = (state.0 + 1, hash(&mut random));
        assert!(notary.advance(state.1));
    }
    let mut content = Vec::new();
    history.borrow().for_each_crash(0, |_, left| content = left);
    (content, state)
}

/// Whether a byte is of the entry that does not count: nobody looks at it.
fn is_unread(advances: u64, byte: usize) -> bool {
    let current = if advances.is_multiple_of(2) { 64 } else { 112 };
    byte >= 64 && !(current..current + 48).contains(&byte)
}

/// An answer that is no lie: the state, or an error.
fn is_honest(answer: &Result<Pair, NotaryError>, state: Pair) -> bool {
    answer.as_ref().map_or(true, |found| *found == state)
}

#[test]
fn every_bad_bit_is_found() {
    for advances in 0..4 {
        let (content, state) = content(advances);
        for bit in 0..content.len() * 8 {
            // Read wrongly, and stored wrongly.
            let mut read = MockDevice::new(content.clone(), 8);
            read.corrupt(bit / 8, 1 << (bit % 8));
            let mut stored = content.clone();
            stored[bit / 8] ^= 1 << (bit % 8);
            for device in [read, MockDevice::new(stored, 8)] {
                let history = device.history();
                let answer = open(device);
                let expected = match bit / 8 {
                    byte if is_unread(advances, byte) => Ok(state),
                    0..56 => Err(NotaryError::NotANotary),
                    _ => Err(NotaryError::Corrupted),
                };
                assert_eq!(answer, expected, "bit {bit} after {advances} advances");
                assert!(history.borrow().events().is_empty(), "bit {bit}: it wrote");
            }
        }
    }
}

/// A bit that goes bad while the service runs changes nothing: nothing is read again.
#[test]
fn a_bit_that_goes_bad_later_is_found_at_the_next_start() {
    let (content, state) = content(3);
    for bit in (0..content.len() * 8).step_by(7) {
        let mut device = MockDevice::new(content.clone(), 8);
        device.corrupt(bit / 8, 1 << (bit % 8));
        let Ok(mut notary) = Notary::open(device, key()) else { continue };
        assert!(notary.advance([9; 32]));
        assert_eq!(support::found(&mut notary), (state.0 + 1, [9; 32]), "bit {bit}");
    }
}

/// More than the checksums are good for, by the proof; but that a CRC of 64 bits finds all of these is known.
#[test]
fn pairs_of_bad_bits_are_found() {
    let (content, state) = content(2);
    let mut random = Random(1);
    for _ in 0..size(20_000, 2_000_000) {
        let mut stored = content.clone();
        for _ in 0..2 + random.below(2) {
            let bit = random.below(stored.len() as u64 * 8) as usize;
            stored[bit / 8] ^= 1 << (bit % 8);
        }
        let answer = open(MockDevice::new(stored, 8));
        assert!(is_honest(&answer, state), "{answer:?}");
    }
}

#[test]
fn garbage_is_no_notary() {
    let mut random = Random(2);
    let (good, state) = content(2);
    for round in 0..size(5_000, 500_000) {
        let len = random.below(400) as usize;
        let mut content = random.bytes(len);
        match round % 4 {
            0 => {}
            1 => content.fill(random.next() as u8),
            // Pieces of a notary.
            2 => {
                let cut = random.below(good.len() as u64) as usize;
                content.truncate(good.len() - cut);
                content.splice(0..0, good[..cut].iter().copied());
            }
            _ => {
                content = good.clone();
                let (at, len) = (random.below(150) as usize, 1 + random.below(10) as usize);
                content[at..at + len].copy_from_slice(&random.bytes(len));
            }
        }
        let is_short = content.len() < STORE_LEN as usize;
        let is_header = content.len() >= 56 && content[..56] == good[..56];
        let device = MockDevice::new(content, 8);
        let history = device.history();
        let answer = open(device);
        assert!(history.borrow().events().is_empty(), "it wrote");
        match answer {
            Ok(found) => assert_eq!(found, state),
            Err(NotaryError::TooShort) => assert!(is_short),
            Err(NotaryError::NotANotary) => assert!(!is_header && !is_short),
            Err(error) => assert!(error == NotaryError::Corrupted && is_header, "{error:?}"),
        }
    }
}

#[test]
fn what_is_cut_short_is_an_error() {
    let (content, state) = content(2);
    for len in 0..content.len() {
        assert_eq!(open(MockDevice::new(content[..len].to_vec(), 8)), Err(NotaryError::TooShort), "{len} bytes");
        let device = MockDevice::new(content[..len].to_vec(), 8);
        assert!(matches!(Notary::create(device, key()), Err(NotaryError::TooShort)));
    }
    // What is behind is not looked at.
    assert_eq!(open(MockDevice::new([content, vec![7; 100]].concat(), 8)), Ok(state));
}

/// Headers with the right checksum that say something else.
#[test]
fn other_versions_and_other_keys_are_errors() {
    let (content, state) = content(2);
    let with = |at: usize, byte: u8| {
        let mut content = content.clone();
        content[at] ^= byte;
        let sum = crc(&content[..48]).to_le_bytes();
        content[48..56].copy_from_slice(&sum);
        open(MockDevice::new(content, 8))
    };
    assert_eq!(with(0, 0), Ok(state));
    for at in 0..48 {
        let expected = match at {
            0..8 => NotaryError::NotANotary,
            8..16 => NotaryError::OtherVersion,
            _ => NotaryError::WrongKey,
        };
        assert_eq!(with(at, 1), Err(expected), "byte {at}");
    }
    let other = Notary::open(MockDevice::new(content, 8), SecretKey::of_seed(&[1; 32]));
    assert!(matches!(other, Err(NotaryError::WrongKey)));
}
