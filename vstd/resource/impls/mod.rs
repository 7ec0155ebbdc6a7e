//! Ghost state that is ready for use.
// @when resource

mod claims;
pub mod ghost_var;
pub mod imap;
pub mod map;
mod maps;
