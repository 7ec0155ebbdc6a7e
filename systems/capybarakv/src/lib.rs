//! A key-value store on persistent memory, verified: CapybaraKV, from "PoWER Never Corrupts" (OSDI 2025), section 5.1.
//!
//! A store maps each key to an item and a list of elements. Keys, items and elements are values of any types with
//! [`PmCopy`](pmcopy::PmCopy), which have a fixed size. Changes are made in transactions: each change is seen at once by the reads
//! of the program, and all changes become durable together with the [`commit`]. An [`abort`] gives them up, and so does a crash.
//!
//! | Operation | What it does |
//! |---|---|
//! | [`setup`] | makes a storage one with a store without keys |
//! | [`start`] | finds the store again; what the last commit left over is done |
//! | [`create`], [`update`], [`delete`] | change keys and items, as a part of the transaction |
//! | [`append`], [`set_element`], [`trim`] | change the list of a key, as a part of the transaction |
//! | [`put`] | replaces the item and the list of a key together, or creates it with both |
//! | [`keep_order`], [`range`], [`first_key`] | keep the keys in order, and read those of a range |
//! | [`read`], [`contains`], [`keys`], [`list_len`], [`read_element`], [`read_list`], [`elements`] | read the store as the transaction has changed it |
//! | [`commit`], [`abort`] | end the transaction |
//! | [`grow`] | gives a store room for more keys, items and elements, in a storage that has become longer |
//! | [`close`] | ends the use of the store, and leaves nothing to do for the next start |
//!
//! Threads share a store through [`ConcurrentStore`](concurrent_v::ConcurrentStore), or several as one through
//! [`ShardedStore`](sharded_v::ShardedStore): each operation is linearizable, and does a proof of its caller at its moment.
//!
//! A program that is not verified uses [`PersistentStore`] or [`SharedStore`], which has the same operations without ghost arguments, or the crate
//! `capybara`, which has them for a file.
//!
//! [`setup`]: setup_v::setup
//! [`start`]: store_v::KvStore::start
//! [`create`]: store_v::KvStore::create
//! [`update`]: store_v::KvStore::update
//! [`delete`]: store_v::KvStore::delete
//! [`append`]: store_v::KvStore::append
//! [`set_element`]: store_v::KvStore::set_element
//! [`trim`]: store_v::KvStore::trim
//! [`put`]: store_v::KvStore::put
//! [`elements`]: store_v::KvStore::elements
//! [`read`]: store_v::KvStore::read
//! [`keys`]: store_v::KvStore::keys
//! [`list_len`]: store_v::KvStore::list_len
//! [`read_element`]: store_v::KvStore::read_element
//! [`read_list`]: store_v::KvStore::read_list
//! [`contains`]: store_v::KvStore::contains
//! [`keep_order`]: store_v::KvStore::keep_order
//! [`range`]: store_v::KvStore::range
//! [`first_key`]: store_v::KvStore::first_key
//! [`commit`]: store_v::KvStore::commit
//! [`abort`]: store_v::KvStore::abort
//! [`close`]: store_v::KvStore::close
//! [`grow`]: store_v::KvStore::grow
//!
//! # The theorem
//!
//! The abstract state is a [`KvView`]: the map that an abort leaves (`on_abort`), the map that a commit leaves (`on_commit`), and
//! how many rows and bytes are free.
//!
//! - *Each operation does what its contract says* of the abstract state ([`operations_spec_t`]). An operation that gives an error has
//!   changed nothing, and its error is true: a store that says that it is full is full.
//! - *Crashes*: whenever the machine stops, also during an operation or a start, [`recovered_store`] of what is left is `on_abort`;
//!   during a commit it is `on_abort` or `on_commit`.
//! - *Corruption*: as long as no more bits of the device decay than the checksums are good for (see `power`), corrupted data are
//!   never acted upon and never given to the program. An operation that meets them gives [`KvError::Corrupted`]. On intact
//!   media it never does.
//! - *Ranges*: a store that keeps an order gives exactly the keys of a range, each once and in order ([`order_spec_t`]).
//! - *Threads*: each operation of a shared store happens at one moment, at which the ghost variable for its map changes with what
//!   recovery finds ([`concurrent_spec_t`]). What an atomic invariant says of such variables is true of what a crash leaves.
//! - *Growth*: a crash leaves the store with the rows of before or with all new ones, and with the same map in either case. What is free
//!   is more by exactly what was asked for. A storage that has become longer holds the same store ([`longer_v`]).
//! - *Rows*: no row is lost. After a commit or an abort each row is free that no key needs.
//! - *No panics*: whatever a storage holds, [`start`] gives a store or an error.
//!
//! [`KvView`]: abstract_spec_t::KvView
//! [`recovered_store`]: recovery_v::recovered_store
//!
//! # What is trusted
//!
//! Of this crate only words: the files `*_spec_t.rs` say what the contracts mean, and [`persistent_t`] and
//! [`shared_t`] what is promised to programs that are not verified, and what is permitted for them. There is no code that is trusted, and nothing is assumed about the types of
//! keys; an order of them is verified. Of `journal`, `power`, `pmcopy` and `vstd` see there. Written from the paper alone.

pub mod abstract_spec_t;
pub mod balance_v;
pub mod bytes_v;
pub mod changes_v;
pub mod commit_v;
pub mod concurrent_spec_t;
pub mod concurrent_v;
pub mod count_v;
pub mod cursors_v;
pub mod distinct_v;
pub mod ends_v;
pub mod error_v;
pub mod free_v;
pub mod grow_tables_v;
pub mod grow_v;
pub mod index_v;
pub mod layout_v;
pub mod list_operations_v;
pub mod lists_v;
pub mod longer_v;
pub mod map_v;
pub mod nodes_v;
pub mod operations_spec_t;
pub mod operations_v;
pub mod order_spec_t;
pub mod order_v;
pub mod ordered_v;
pub mod persistent_t;
pub mod put_v;
pub mod range_v;
pub mod recovery_v;
pub mod scan_v;
pub mod segments_v;
pub mod setup_v;
pub mod sharded_v;
pub mod shared_t;
pub mod slots_v;
pub mod sort_v;
pub mod sorted_v;
pub mod space_v;
pub mod start_v;
pub mod store_v;
pub mod table_v;
pub mod tables_v;
pub mod tree_changes_v;
pub mod tree_v;

pub use error_v::KvError;
pub use layout_v::Geometry;
pub use persistent_t::{PersistentStore, size_for};
pub use shared_t::SharedStore;
pub use store_v::KvStore;
