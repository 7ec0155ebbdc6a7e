//! Circular logs on storage that survive crashes, verified.
//!
//! One or several logs share one storage, a mapped file or anything else that is a [`power::device_t::Device`]. Bytes are
//! appended tentatively, to any of the logs, and become durable with the next commit, in all logs at once; the head of a log
//! is advanced to make room. Positions count all bytes that were ever appended, so to its users a log is infinite.
//!
//! ```
//! use plog::{PersistentLogs, PlogError};
//! use power_mock::MockDevice;
//!
//! # fn main() -> Result<(), PlogError> {
//! let capacities = [1 << 10, 1 << 12];
//! let len = plog::size_for(&capacities)?;
//! // A file on a disk or on persistent memory: `MappedFile::new(power_media::Mapping::open(path, len)?)`.
//! let device = MockDevice::new(vec![0; len as usize], 8);
//!
//! let mut logs = PersistentLogs::create(device, &capacities)?;
//! let position = logs.tentatively_append(0, b"what was done")?;
//! logs.tentatively_append(1, b"and when")?;
//! logs.commit();
//! assert_eq!(logs.read(0, position, 13)?, b"what was done");
//! logs.advance_head(0, position + 13)?;
//! # Ok(())
//! # }
//! ```
//!
//! # The theorem
//!
//! Let a program use [`logs_t::PersistentLogs`] (or [`plog_v::Plog`] with permissions of its own) on a device.
//!
//! - *Each operation does what its contract says* ([`operations_spec_t`]) of the abstract logs ([`abstract_spec_t`]): head, committed bytes, and bytes
//!   that are pending. An operation that gives an error has changed nothing.
//! - *Crashes*: whenever the machine stops, also in the middle of an operation and whichever of the writes on their way
//!   the device performs, chunk by chunk, what [`logs_t::PersistentLogs::open`] finds are the logs before the operation
//!   without what was pending, or after it without what was pending. So a commit is atomic over all logs, and what was
//!   committed stays. `open` writes nothing, so a crash during recovery changes nothing.
//! - *Corruption*: as long as no more bits of the device decay than the checksums are good for (see `power`), metadata that
//!   were corrupted are never acted upon: `open` gives the logs that are there, or [`error_v::PlogError::Corrupted`]. After
//!   it no metadata are read. The bytes of the logs themselves are not protected: what `read` gives differs from what was
//!   appended in corrupted bits only.
//! - *No panics*: whatever a storage holds, `open` gives logs or an error.
//!
//! # What is trusted
//!
//! Of this crate the files named `*_t.rs`: the definitions in [`abstract_spec_t`], [`operations_spec_t`], [`error_spec_t`] and
//! [`size_spec_t`], and in [`logs_t`] the contracts of `PersistentLogs` and that it gives the permissions it should (at four places:
//! to make logs, to write what recovery does not see, to commit, to advance a head). Of `power` and `pmcopy` the same: the contract of
//! devices, and the backend in use for keeping to it; the rule for writes; that metadata are in memory what `pmcopy` says, as they are
//! stored that way. Certus, `vstd` and rustc. `README.md` has the lines of each.
//!
//! A program that is not verified itself must keep to the preconditions. One is that the device holds no writes on their way when
//! it is handed over, which is so for every device that was just made. The other, `inv`, holds of all logs that were
//! created, or opened where there are logs. Of an `Ok` where there were none, which only corrupted media can give, nothing is known.
//!
//! After "Verus: A Practical Foundation for Systems Verification" (SOSP 2024, section 4.2.5) and "PoWER Never Corrupts"
//! (OSDI 2025, sections 3 and 4); written from the papers alone.

pub mod abstract_spec_t;
pub mod commit_v;
pub mod error_spec_t;
pub mod error_v;
pub mod layout_v;
pub mod logs_t;
pub mod operations_spec_t;
pub mod plog_v;
pub mod read_v;
pub mod recovery_v;
pub mod setup_v;
pub mod size_spec_t;
pub mod start_v;

pub use error_v::PlogError;
pub use logs_t::{PersistentLogs, size_for};
