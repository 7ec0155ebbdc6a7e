//! PoWER: preconditions on writes that enforce recoverability, after "PoWER Never Corrupts" (OSDI 2025).
//!
//! A storage system that is written with this library cannot issue a write unless every state that a crash could leave
//! then is permitted; that is proved when the system is verified, and costs nothing when it runs. `README.md` says what
//! is proved here and what is trusted.
//!
//! What must be believed is in the files whose names end with `_t`, and of these `_spec_t` are specification alone:
//!
//! | Room | What it holds |
//! |---|---|
//! | [`bytes_spec_t`], [`chunks_spec_t`] | contents and writes; what a crash can leave of a write |
//! | [`outstanding_spec_t`], [`corruption_spec_t`] | the natural model of a device: outstanding writes, and decay of the media |
//! | [`device_t`], [`mapped_t`] | the contract that backends are trusted for; a mapped file |
//! | [`view_spec_t`] | the prophecy model, which programs see |
//! | [`permission_t`], [`storage_t`] | the rule: permissions, and storage that asks for them |
//! | [`atomic_t`], [`durable_t`] | permissions that are proofs, with completions; what recovery finds, as a resource that an invariant may own |
//! | [`runs_spec_t`], [`soundness_t`] | why what is proved in the prophecy model holds in the natural one: the theorems, and their words |
//!
//! What is proved from it:
//!
//! | Room | What it holds |
//! |---|---|
//! | [`bytes_v`], [`chunks_v`], [`outstanding_v`], [`corruption_v`] | facts about these |
//! | [`soundness_v`] | the lemmas of these theorems |
//! | [`prophecy_v`] | a device that foresees |
//! | [`layout_v`] | where checksums stand, and the parts of records: all arithmetic with addresses |
//! | [`words_v`], [`crc_v`], [`cdb_v`] | numbers as bytes, and what detects decay |
//! | [`region_v`] | parts of a storage |
//! | [`moment_v`] | operations that happen with a write |
//! | [`writes_v`], [`replay_v`] | how to see that a write is permitted |
//! | [`tentative_v`] | writes where recovery does not look, as operations |
//! | [`checked_v`], [`copied_v`], [`record_v`] | reads that detect corruption, of bytes and of values; a record that is replaced atomically |
//!
//! A device for tests is in a crate of its own, `power-mock`.

pub mod atomic_t;
pub mod bytes_spec_t;
pub mod bytes_v;
pub mod cdb_v;
pub mod checked_v;
pub mod chunks_spec_t;
pub mod chunks_v;
pub mod copied_v;
pub mod corruption_spec_t;
pub mod corruption_v;
mod crc_table_v;
pub mod crc_v;
pub mod device_t;
pub mod durable_t;
pub mod layout_v;
pub mod mapped_t;
pub mod moment_v;
pub mod outstanding_spec_t;
pub mod outstanding_v;
pub mod permission_t;
pub mod prophecy_v;
pub mod record_v;
pub mod region_v;
pub mod replay_v;
pub mod runs_spec_t;
pub mod soundness_t;
pub mod soundness_v;
pub mod storage_t;
pub mod tentative_v;
pub mod view_spec_t;
pub mod words_v;
pub mod writes_v;
