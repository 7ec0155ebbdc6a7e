//! A redo journal, verified: writes to many places of one storage that are done together or not at all, whenever the machine
//! stops. For programs that are verified with the library [`power`], which keep what they store in an area of their own.
//!
//! A transaction consists of writes that become pending ([`append`]) and of direct writes to bytes that the program does not
//! look at yet ([`write`]). A [`commit`] does all that is pending, and waits for the device twice; an [`abort`] gives it up. [`start`] finishes
//! what the last commit left over, which [`settle`] does for a clean end.
//!
//! [`append`]: journal_v::Journal::append
//! [`write`]: journal_v::Journal::write
//! [`commit`]: journal_v::Journal::commit
//! [`abort`]: journal_v::Journal::abort
//! [`start`]: journal_v::Journal::start
//! [`settle`]: journal_v::Journal::settle
//!
//! # The theorem
//!
//! A program that uses [`journal_v::Journal`] says what it finds in the area after a crash, by a function `look` of its own. It
//! needs permissions of the storage for two things only: to go between contents that it recovers to the same, any number
//! of times, and, for each commit, to go once from what a crash would leave to what it will have.
//!
//! - *Each operation does what its contract says* of the abstract journal ([`abstract_spec_t`], [`operations_spec_t`]): the content
//!   of the area, and what is pending. An operation that gives an error has changed nothing.
//! - *Crashes*: whenever the machine stops, also in the middle of an operation or of a recovery, and whichever of the
//!   writes on their way the device performs, chunk by chunk, [`recovered`] of what is left is the area as it was before the
//!   operation, without what was pending, or, in a commit, with all that was pending. Of direct writes a part may
//!   be there; `look` sees nothing of it. [`start`] gives exactly what [`recovered`] says.
//! - *Corruption*: as long as no more bits of the device decay than the checksums are good for (see `power`), metadata and logs that
//!   were corrupted are never acted upon: [`start`] gives what is recovered or [`JournalError::Corrupted`], and what is recovered
//!   stays the same. The bytes of the area are not protected by the journal; the reads of [`read_v`] help a program that
//!   stores checksums there.
//! - *No panics*: whatever a storage holds, [`start`] gives a journal or an error.
//!
//! [`recovered`]: recovery_v::recovered
//!
//! # What is trusted
//!
//! Of this crate only words: the files `*_spec_t.rs` say what the contracts mean. Nothing of it need be believed by who proves a
//! theorem about a program on the journal, as the permissions of that program are about the program's recovery, and
//! the verifier compares the two. There is no code that is trusted. Of `power`, `pmcopy` and `vstd` see there.
//!
//! After "PoWER Never Corrupts" (OSDI 2025, sections 3.3 and 5.1); written from the paper alone.

pub mod abstract_spec_t;
pub mod commit_v;
pub mod error_v;
pub mod install_v;
pub mod journal_v;
pub mod layout_v;
pub mod log_v;
pub mod longer_v;
pub mod operations_spec_t;
pub mod read_v;
pub mod recovery_v;
pub mod setup_v;
pub mod start_v;

pub use error_v::JournalError;
pub use journal_v::Journal;
pub use layout_v::Format;
