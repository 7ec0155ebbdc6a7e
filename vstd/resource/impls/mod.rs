//! Ghost state that is ready for use.
// @when resource

mod claims;
pub mod frac_opt;
pub mod ghost_var;
pub mod imap;
pub mod iset;
pub mod map;
mod maps;
pub mod seq;
pub mod set;
mod sets;
