//! What the notary is to who uses it: a timestamp and a hash, and statements about them that it signs (PoWER paper, section 5.2).
//! The theorems about [`crate::notary_v::Notary`] are in these words.

use vstd::prelude::*;

verus! {

use power::words_v::*;

/// How many bytes a hash has. Which function made it is the business of its owner.
pub const HASH_LEN: usize = 32;

/// How many bytes a public key has (RFC 8032, section 5.1.5).
pub const PUBLIC_LEN: usize = 32;

/// How many bytes a signature has (RFC 8032, section 5.1.6).
pub const SIGNATURE_LEN: usize = 64;

/// How many bytes the statement has that is signed.
pub const MESSAGE_LEN: usize = 88;

/// How many bytes a signed binding has: the statement, and the signature behind it.
pub const BINDING_LEN: usize = 152;

/// What each statement begins with, so that it is taken for nothing else: "capybarans bind1".
pub const DOMAIN: [u8; 16] = [0x63, 0x61, 0x70, 0x79, 0x62, 0x61, 0x72, 0x61, 0x6e, 0x73, 0x20, 0x62, 0x69, 0x6e, 0x64, 0x31];

/// The last timestamp that was given, and the hash that it was given to.
pub ghost struct State {
    /// How often the notary was advanced.
    pub timestamp: u64,
    /// The hash of the last advance; zeros before the first one.
    pub hash: Seq<u8>,
}

/// What a notary keeps: whose it is, and its state.
pub ghost struct Book {
    /// The public key of the notary.
    pub public: Seq<u8>,
    /// Its state.
    pub state: State,
}

impl State {
    /// The state of a new notary.
    pub open spec fn initial() -> State {
        State { timestamp: 0, hash: Seq::new(HASH_LEN as nat, |i: int| 0u8) }
    }

    /// The state behind an advance.
    pub open spec fn advance(self, hash: Seq<u8>) -> State {
        State { timestamp: (self.timestamp + 1) as u64, hash }
    }
}

/// The statement that the notary with this public key gave this timestamp to this hash: the bytes that are signed.
pub open spec fn message_of(public: Seq<u8>, state: State) -> Seq<u8> {
    DOMAIN@ + public + word_bytes(state.timestamp) + state.hash
}

} // verus!
