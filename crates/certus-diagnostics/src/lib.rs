//! The [`Diagnostic`] type of the whole project, and its renderers.
//!
//! Every stage reports through this crate; only the command prints. The code of a diagnostic begins with its class
//! (`verify/`, `language/`, `unsupported/`, `rust/`, `resource/`, `internal/`).

mod cut;
mod diagnostic;
mod event;
mod explanation;
mod fix;
mod human;
mod json;
mod junit;
mod markup;
mod measures;
mod model;
mod plural;
mod sarif;
mod source;
mod summary;
mod verus;

pub use certus_codes::{Class, Code, Internal, Language, Resource, Rust, Unsupported, Verify};
pub use cut::cut;
pub use diagnostic::{Applicability, Diagnostic, Label, Level, Note, Suggestion};
pub use event::{FunctionEvent, Quantifier, State};
pub use explanation::explanation;
pub use fix::{Fix, Premise};
pub use human::render_human;
pub use json::render_json;
pub use junit::JUnit;
pub use markup::escaped;
pub use model::{Model, Table, Universe};
pub use plural::counted;
pub use sarif::Sarif;
pub use source::{FileId, LineColumn, SourceFile, Sources, Span};
pub use summary::{Assumption, CacheUse, FunctionSummary, Status, Summary, Times};
pub use verus::{VerusFacts, verus_document};
