//! What the tests share: a key, and what is found in a storage. Nothing here is derived from the proof.

#![allow(dead_code)] // each test uses a part

use std::collections::BTreeMap;

use capybarans::{Bound, Notary, NotaryError, SecretKey, check};
use power::device_t::Device;
pub use power_mock::Random;

/// A timestamp and its hash.
pub type Pair = (u64, [u8; 32]);

/// How large tests are: `CAPYBARANS_TORTURE` is `full`, or not there.
pub fn size(small: usize, full: usize) -> usize {
    power_mock::size("CAPYBARANS_TORTURE", small, full)
}

/// The key of all tests.
pub fn key() -> SecretKey {
    SecretKey::of_seed(&[0x5a; 32])
}

/// A hash.
pub fn hash(random: &mut Random) -> [u8; 32] {
    random.bytes(32).try_into().expect("32 bytes")
}

/// What a binding says, with nothing between the fields but the layout that the README tells.
pub fn said(binding: &[u8]) -> Pair {
    assert_eq!(binding.len(), 152);
    assert_eq!(&binding[..16], b"capybarans bind1");
    assert_eq!(binding[16..48], key().public_key());
    let pair = (
        u64::from_le_bytes(binding[48..56].try_into().expect("8 bytes")),
        binding[56..88].try_into().expect("32 bytes"),
    );
    let Bound { timestamp, hash } = check(&key().public_key(), binding).expect("a valid signature");
    assert_eq!((timestamp, hash), pair);
    pair
}

/// The state of a notary, and that what it signs is that.
pub fn found<D: Device>(notary: &mut Notary<D>) -> Pair {
    let Bound { timestamp, hash } = notary.state();
    match notary.sign() {
        Some(binding) => assert_eq!(said(&binding), (timestamp, hash)),
        None => assert_eq!((timestamp, hash), (0, [0; 32])),
    }
    (timestamp, hash)
}

/// Which state a device has.
pub fn open<D: Device>(device: D) -> Result<Pair, NotaryError> {
    Notary::open(device, key()).map(|mut notary| found(&mut notary))
}

/// All statements that were signed: no timestamp may be in two.
#[derive(Clone, Default)]
pub struct Signed(pub BTreeMap<u64, [u8; 32]>);

impl Signed {
    /// One more. Gives back what is wrong with it.
    pub fn add(&mut self, (timestamp, hash): Pair) -> Result<(), String> {
        let before = *self.0.entry(timestamp).or_insert(hash);
        if before == hash { Ok(()) } else { Err(format!("timestamp {timestamp} was given to two hashes")) }
    }

    /// The last one.
    pub fn last(&self) -> Pair {
        self.0.last_key_value().map_or((0, [0; 32]), |(timestamp, hash)| (*timestamp, *hash))
    }
}
