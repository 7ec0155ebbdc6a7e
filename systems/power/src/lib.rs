//! PoWER: preconditions on writes that enforce recoverability, after "PoWER Never Corrupts" (OSDI 2025).
//!
//! A storage system that is written with this library cannot issue a write unless every state that a crash could leave
//! then is permitted; that is proved when the system is verified, and costs nothing when it runs. `README.md` says what
//! is proved here and what is trusted.
//!
//! | Room | What it holds |
//! |---|---|
//! | [`bytes_v`], [`words_v`] | contents, writes, and numbers in them |
//! | [`chunks_v`] | what a crash can leave of a write |
//! | [`outstanding_v`], [`view_v`] | the two models of a device: outstanding writes, and prophecy |
//! | [`soundness_v`] | why what is proved in the second holds in the first |
//! | [`corruption_v`], [`crc_v`], [`cdb_v`] | decay of the media, and what detects it |
//! | [`device_t`] | the contract that backends are trusted for |
//! | [`prophecy_v`], [`permission_v`], [`storage_v`] | a device that foresees, permissions, and storage that asks for them |
//! | [`region_v`] | parts of a storage |
//! | [`writes_v`], [`replay_v`] | how to see that a write is permitted |
//! | [`tentative_v`] | writes where recovery does not look, as operations |
//! | [`checked_v`], [`copied_v`], [`record_v`] | reads that detect corruption, of bytes and of values; a record that is replaced atomically |
//! | [`mapped_t`], [`mock_t`], [`history_t`] | devices: a mapped file, and one for tests |

pub mod bytes_v;
pub mod cdb_v;
pub mod checked_v;
pub mod chunks_v;
pub mod copied_v;
pub mod corruption_v;
mod crc_table_v;
pub mod crc_v;
pub mod device_t;
pub mod history_t;
pub mod mapped_t;
pub mod mock_t;
pub mod outstanding_v;
pub mod permission_v;
pub mod prophecy_v;
pub mod record_v;
pub mod region_v;
pub mod replay_v;
pub mod soundness_v;
pub mod storage_v;
pub mod tentative_v;
pub mod view_v;
pub mod words_v;
pub mod writes_v;
