//! Files mapped into memory, as persistent memory where they are that. Plain Rust, not verified: `power` states in its
//! `mapped_t` what it trusts this crate for. A crate of its own because Certus has no declarations of the files and paths of
//! the standard library, which code outside of `verus!` needs as well (docs/notes/plog-diary.md).

mod mapping_t;
mod processor_t;

pub use mapping_t::{CHUNK, Mapping, Persistence};
