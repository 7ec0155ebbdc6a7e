//! The language server: the protocol and the state.
//!
//! [`serve`] talks to a client over a connection of the caller, and lets an [`Engine`] verify the crate of a saved
//! file. A save cancels the run before it; the server ignores all later events of that run, so that it never shows a
//! result about an older text. It starts no process, reads no standard input and prints nothing. It shows the results of the engine as they
//! come: the status of each function as a code lens, and its errors. The results of the last run stay until the new run
//! has a verdict for the function, or ends.
//!
//! Positions: an engine counts bytes in files as they were saved. The client counts lines and UTF-16 units in texts
//! that may have been edited since. The module `text` converts between the two, where the text around a place is
//! unchanged.

mod actions;
mod completion;
mod document;
mod engine;
mod found;
mod hover;
mod index;
mod inlay;
mod lens;
mod library;
mod program;
mod semantic;
mod server;
mod settings;
mod symbols;
mod syntax;
mod text;

pub use engine::{Engine, Event, Request, Run, without_panic};
pub use index::{FileOfIndex, Index, TargetOfIndex};
pub use server::{ServeError, serve};
pub use settings::Settings;
pub use syntax::{Lexeme, LexemeKind};
