//! Why tokens of state machines may be exchanged: a machine is a storage protocol.
// @when ::verusync verusync::
//!
//! A machine with tokens has a state, which nobody holds, and tokens, which are parts of it. This module says what a part is for
//! each sharding strategy ([`Strategy`]), what a machine is ([`Machine`]), and proves:
//!
//! - the parts of a field are a partial commutative monoid, and so are those of a machine;
//! - the parts that can be there are those of some state that satisfies the invariant ([`Shards`]), and these are a monoid and a
//!   storage protocol;
//! - an operation whose safety conditions hold, and which keeps the invariant, changes parts in a way that nobody sees
//!   ([`lemma_exchange`], [`lemma_update`]); [`initialize`] and [`exchange`] do so with pieces of ghost state;
//! - what a `guard` lends is stored as long as the parts are there ([`lemma_guard`]), and what a `property!` says is true
//!   ([`lemma_property`]).
//!
//! So the exchanges follow from the axioms of `vstd::resource`, for every machine that is an instance of [`Machine`].
//!
//! | Strategy | Here |
//! |---|---|
//! | `variable` | [`Variable`] |
//! | `constant` | [`Constant`] |
//! | `option`, `bool` | [`Optional`], [`Flag`] |
//! | `map`, `set`, `multiset`, `count` | [`Keyed`], [`Elements`], [`Copies`], [`Count`] |
//! | `persistent_option`, `persistent_bool` | [`Settled`], [`Raised`] |
//! | `persistent_map`, `persistent_set`, `persistent_count` | [`Learned`], [`Seen`], [`AtLeast`] |
//! | `not_tokenized` | [`Untracked`] |
//! | `storage_option`, `storage_map` | [`StoredOption`], [`StoredMap`] |
//! | several fields | [`Both`], [`StoredBoth`] |
//! | no field of a kind | [`Untracked`] of `()`, [`StoredNothing`] |
//!
//! A field with a finite collection is one with the possibly infinite collection, where the invariant says that it is finite.
//!
//! Three things are not proved here. That the functions which `tokenized_state_machine!` makes are such exchanges is a matter of the
//! code that makes them. An operation that takes a stored value out and stores another one under the same key is no exchange of a
//! storage protocol, where values are put in first. That tokens of several types are the parts of one piece of ghost state is a
//! matter of how a piece is taken apart, which `split` and `join` of `vstd::resource` do.

mod collections;
mod fields;
mod machine;
mod pairs;
mod persistent;
mod storage;
mod strategy;

pub use collections::*;
pub use fields::*;
pub use machine::*;
pub use pairs::*;
pub use persistent::*;
pub use storage::*;
pub use strategy::*;
