//! Values of any length from 0 to 65,536 bytes on persistent memory, verified: a store of [`capybarakv`] in which the item of a key is
//! the length of its value, and the list of the key has the bytes, in rows of one length.
//!
//! | Operation | What it does |
//! |---|---|
//! | [`setup`], [`geometry_for`] | make a storage one with a store without values |
//! | [`start`] | finds the store again; what the last commit left over is done |
//! | [`put`], [`delete`] | give a key a value in place of what it had, and delete it, as a part of the transaction |
//! | [`get`], [`get_range`], [`value_len`] | read a value, or some of its bytes, or its length |
//! | [`contains`], [`keys`], [`range`] | read keys |
//! | [`commit`], [`abort`] | end the transaction |
//! | [`close`] | ends the use of the store |
//!
//! A program that is not verified uses [`PersistentValues`], which has the same operations without ghost arguments.
//!
//! [`setup`]: setup_v::setup
//! [`geometry_for`]: setup_v::geometry_for
//! [`start`]: ValueStore::start
//! [`put`]: ValueStore::put
//! [`delete`]: ValueStore::delete
//! [`get`]: ValueStore::get
//! [`get_range`]: ValueStore::get_range
//! [`value_len`]: ValueStore::value_len
//! [`contains`]: ValueStore::contains
//! [`keys`]: ValueStore::keys
//! [`range`]: ValueStore::range
//! [`commit`]: ValueStore::commit
//! [`abort`]: ValueStore::abort
//! [`close`]: ValueStore::close
//!
//! # The theorem
//!
//! The abstract state is a [`ValuesView`](abstract_spec_t::ValuesView): the maps from keys to strings of bytes that an abort and a commit
//! leave, and how much is free. It is a function of the state of the store below ([`abstract_spec_t::value_of`]), and
//! [`recovered_values`](abstract_spec_t::recovered_values) is one of what that recovers; so its crash safety is that of the store below.
//!
//! - *Each operation does what its contract says* ([`operations_spec_t`]). One that gives an error has changed nothing, also if the
//!   value has many rows, and its error is true.
//! - *Crashes*: what is recovered is `on_abort`; during a commit it is `on_abort` or `on_commit`. You give each commit one permission to go
//!   from the one to the other, and at the start one for what recovery does not see.
//! - *Corruption*: a read gives what was stored or [`KvError::Corrupted`](capybarakv::KvError::Corrupted), and on intact media never that.
//!
//! # What is trusted
//!
//! Of this crate only words: the files `*_spec_t.rs` say what the contracts mean, and [`persistent_t`] what is promised to programs that
//! are not verified, and what is permitted for them.

pub mod abstract_spec_t;
pub mod error_v;
pub mod length_v;
pub mod operations_spec_t;
pub mod persistent_t;
pub mod read_v;
pub mod rows_v;
pub mod setup_v;
pub mod values_v;

pub use abstract_spec_t::MAX_LEN;
pub use error_v::ValueError;
pub use persistent_t::PersistentValues;
pub use setup_v::{geometry_for, types_for};
pub use values_v::{Free, ValueStore};
