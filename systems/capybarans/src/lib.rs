//! A notary: it gives timestamps to hashes, and signs that it did. After "PoWER Never Corrupts" (OSDI 2025), section 5.2, where it
//! is called CapybaraNS; written from the paper alone.
//!
//! ```
//! use capybarans::{Notary, SecretKey, check};
//! use power_mock::MockDevice;
//!
//! # fn main() -> Result<(), capybarans::NotaryError> {
//! # let seed = [7; 32];
//! // 32 secret bytes. They make a notary once: a second one with the same key would give the same timestamps.
//! let key = SecretKey::of_seed(&seed);
//! let public = key.public_key();
//! // A file on a disk or on persistent memory: `MappedFile::new(power_media::Mapping::open(path, STORE_LEN)?)`.
//! let device = MockDevice::new(vec![0; capybarans::STORE_LEN as usize], 8);
//!
//! let mut notary = Notary::create(device, key)?;
//! assert!(notary.advance([1; 32]));
//! let binding = notary.sign().expect("it was advanced");
//!
//! // Somewhere else, with nothing but the public key.
//! let bound = check(&public, &binding).expect("a binding of that notary");
//! assert_eq!((bound.timestamp, bound.hash), (1, [1; 32]));
//! # Ok(())
//! # }
//! ```
//!
//! # The theorem
//!
//! - *Timestamps do not repeat and do not go back*, over any number of crashes and starts ([`history_v`]).
//! - *What is signed is what was advanced*: each message that the key ever signs is the statement that a timestamp was given to a hash,
//!   and it was, durably, before ([`history_spec_t`]).
//! - *Corruption* of one bit of the storage is detected at the start, and never acted upon.
//! - *The private key does not go out*: every reply of [`handle`] is computed from public data and signatures of such statements
//!   ([`service_spec_t`]).
//!
//! `README.md` says this precisely, what it does not exclude, and what is trusted: the files named `*_t.rs`. A program that is not
//! verified must hand over a device without writes on their way, as each is that was just made.

pub mod abstract_spec_t;
pub mod error_v;
pub mod history_spec_t;
pub mod history_v;
pub mod key_t;
pub mod layout_v;
pub mod ledger_v;
pub mod message_v;
pub mod notary_v;
pub mod operations_spec_t;
pub mod recovery_v;
pub mod service_spec_t;
pub mod service_v;
pub mod steward_t;

pub use abstract_spec_t::BINDING_LEN;
pub use error_v::NotaryError;
pub use key_t::SecretKey;
pub use layout_v::STORE_LEN;
pub use message_v::{Bound, check};
pub use notary_v::Notary;
pub use service_v::{Refusal, Reply, Route, handle, route};
