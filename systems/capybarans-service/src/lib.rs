//! The notary of `capybarans` as a service that speaks HTTP on loopback, its client, and the folder of its files. The command
//! `notary` is made of these.
//!
//! | Room | What it holds |
//! |---|---|
//! | [`files_t`] | the folder of a notary; keys and bindings in files |
//! | [`desk_t`] | the thread that has the notary |
//! | [`serve_t`] | the service |
//! | [`client_t`] | requests to it |
//! | [`text_t`], [`error_t`] | hexadecimal digits; errors |

pub mod client_t;
pub mod desk_t;
pub mod error_t;
pub mod files_t;
pub mod serve_t;
pub mod text_t;
