//! The language server: protocol and state.
//!
//! [`serve`] talks to a client over a connection that the caller made, and has an [`Engine`] verify what is saved. It starts
//! no process, reads no standard input and prints nothing itself. What an engine says is shown as it comes: the status of
//! each function as a code lens, its errors as soon as there are any; what an earlier run said of a function stands until
//! the new one has a verdict about it, or ends.
//!
//! Positions: an engine speaks of bytes in files as they were saved, the client of lines and UTF-16 units in texts that may
//! have been edited since. [`text`] leads from one to the other where the text around a place is the same.

mod actions;
mod engine;
mod found;
mod hover;
mod index;
mod lens;
mod program;
mod server;
mod settings;
mod text;

pub use engine::{Engine, Event, Request, Run};
pub use index::{FileOfIndex, Index, TargetOfIndex};
pub use server::{ServeError, serve};
pub use settings::Settings;
