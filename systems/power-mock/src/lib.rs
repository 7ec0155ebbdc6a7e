//! A device in memory, for tests of what is built on `power`: [`MockDevice`] remembers what was done to it, and its [`History`]
//! gives every content that a crash at any moment could have left. No part of any proof: nothing that is verified, but for
//! tests, may depend on this crate.

mod history_t;
mod killed_t;
mod mock_t;
mod random_t;

pub use history_t::{Event, History, Shared};
pub use killed_t::{Killed, Said, say};
pub use mock_t::MockDevice;
pub use random_t::{Random, size};
