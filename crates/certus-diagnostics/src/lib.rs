//! One [`Diagnostic`] type for the whole product, and its renderers.
//!
//! Every stage reports through this crate; only the command prints. A diagnostic's code begins with its
//! class (`verify/`, `language/`, `unsupported/`, `rust/`, `resource/`, `internal/`).

mod diagnostic;
mod source;

pub use diagnostic::{Class, Code, Diagnostic, Label, Level, Note};
pub use source::{FileId, LineColumn, SourceFile, Sources, Span};
