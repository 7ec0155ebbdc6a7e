//! A key-value store in a file, for any program. Each key has a value and a list of elements. What is committed survives crashes
//! and kills, and what decays is noticed.
//!
//! ```
//! use capybara::{ByteString, Bytes64, Bytes256, Options, Store};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("animals");
//! let options = Options::new().keys(1_000).elements(5_000);
//! let mut store: Store<Bytes64, Bytes256> = Store::create(&path, &options)?;
//!
//! let key = Bytes64::from_slice(b"capybara").ok_or("too long")?;
//! let value = Bytes256::from_slice(b"the largest rodent").ok_or("too long")?;
//! store.put(&key, &value)?; // durable
//!
//! // Several changes, durable together.
//! let mut transaction = store.transaction();
//! transaction.append(&key, &Bytes256::from_slice(b"swims").ok_or("too long")?)?;
//! transaction.append(&key, &Bytes256::from_slice(b"grazes").ok_or("too long")?)?;
//! transaction.commit();
//!
//! drop(store);
//! let store: Store<Bytes64, Bytes256> = Store::open(&path, &options)?;
//! assert_eq!(store.get(&key)?.ok_or("gone")?.bytes(), b"the largest rodent");
//! for element in store.list(&key)? {
//!     println!("{}", String::from_utf8_lossy(element?.bytes()));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Keys, values and elements are of any types with [`PmCopy`]: numbers, arrays of them, and structures with
//! `#[derive(PmCopy)]`, for which your crate has to depend on `pmcopy` too. Without its feature `command`, which is there by default, this
//! crate is the library alone. [`Bytes64`] to [`Bytes4096`] are strings of bytes. A [`ValueStore`] has values of any length up to 64 KiB.
//!
//! # The theorem
//!
//! The operations are those of `capybarakv`, which is verified, and which `capybarakv::persistent_t` offers without ghost
//! arguments. So this is proved of all that a program can do with a [`Store`]:
//!
//! - *Operations*: the store is two maps, one that a commit leaves and one that an abort leaves. Each operation does to the first what its
//!   documentation says, a commit copies the first to the second, an abort the second to the first. An operation that gives an
//!   error has changed nothing, and its error is true.
//! - *Crashes*: whenever the process or the machine stops, [`Store::open`] finds the map that an abort leaves. If that was in a commit, it finds
//!   this map or the one that the commit leaves, and nothing in between.
//! - *Corruption*: as long as no more bits decay than the checksums are good for, what is read is what was written, or it is an
//!   error. On media that are intact it never is.
//! - *Ranges*: [`OrderedStore::range`](OrderedStore) gives exactly the keys from the one bound on and before the other, each once and in order.
//! - *Room*: an error that says that the store is full is true, and no room is lost.
//! - *Growth*: [`Store::grow`] gives exactly the room that was asked for, and the map stays. Whenever the process or the machine stops, the
//!   store has the room of before or all of it.
//! - *Threads*: each operation of a [`SharedStore`] happens at one moment between its call and its return, and all these moments have one
//!   order (linearizability). What a crash leaves is the store as it was at one moment of this order, which is not before the return of any
//!   change that came back.
//!
//! # What is trusted
//!
//! - What the proof of `capybarakv` rests on: the files `*_t.rs` of `capybarakv`, `journal`, `power` and `pmcopy`, and Certus.
//! - `power-media`: that a chunk of eight bytes in a mapped file is written as a whole, and is durable after `fdatasync` (or, on
//!   persistent memory, after its line was written back). The file system and the disk keep to that too.
//! - That nobody else writes to the file. It is locked, but a lock is advice. Who truncates the file ends the process.
//! - That this crate, which is plain Rust, keeps to the contracts of `PersistentStore`; `store_t` says how. Files are made
//!   and looked at by `file_t`, which is not verified either: it decides which error you see, and gives a new file its name when the store in it
//!   is whole.
//! - That a panic ends the use of a store: do not catch one of an operation and go on.
//! - Of a file with checksums that fit, made by somebody else to do harm, nothing is promised but that Rust's types are safe.
//!
//! # Limits
//!
//! The size of a store is fixed when it is made, until it grows, which it can 15 times. One process has a store open. Threads may share it
//! ([`SharedStore`]), and then each change is a transaction of its own. Keys are in order only if you ask for it
//! ([`Options::ordered`]), and not in a shared store. Keys with one
//! hash, which is a CRC of 64 bits, are searched one after the other: do not let an enemy choose keys.

mod error_t;
mod file_t;
mod iterators_t;
mod options_t;
mod progress_t;
mod shared_store_t;
mod store_t;
mod strings_t;
mod transaction_t;
mod value_store_t;

pub use capybarakv::order_v::{KeyOrder, Natural, Unordered};
pub use error_t::{Error, Fault, OpenError};
pub use file_t::{Info, inspect};
pub use iterators_t::{Elements, Entries, Keys, Range, RangeKeys};
pub use options_t::{Options, Room};
pub use pmcopy::PmCopy;
pub use progress_t::Progress;
pub use shared_store_t::SharedStore;
pub use store_t::{OrderedStore, Store};
pub use strings_t::{ByteString, Bytes64, Bytes256, Bytes1024, Bytes4096};
pub use transaction_t::Transaction;
pub use value_store_t::{ValueStore, ValueTransaction};
