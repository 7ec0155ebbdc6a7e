//! State machines to items of the language.
//!
//! `state_machine! { Name { fields { .. } transition! { .. } .. } }` declares a transition system. This crate reads such a
//! declaration, checks its rules, and writes what it stands for as items that a user could write in `verus! { .. }`: a
//! struct for the state, one relation for each operation, the relation of all steps, and lemmas. The verifier proves these
//! items like any others, so nothing that this crate writes is trusted.
//!
//! ```text
//! tokens --parse--> ast --check--> errors
//!                    \--meaning--> relations, values, obligations --emit--> items
//! ```
//!
//! | Folder | What is in it |
//! |---|---|
//! | `parse/` | the grammar of declarations, operations and steps |
//! | `check/` | the rules, a file each |
//! | `meaning/` | what a step does to the fields: as a relation, as values, and as obligations |
//! | `emit/` | the module of items; `case_on_next!` and its relatives |
//!
//! `outline.rs` says what a machine consists of, for pictures (`certus-picture`).
//!
//! Invariants: every token written has the place of a token that was read; a machine with an error is reported and never
//! half checked; no rule looks at types, for syntax is all that a macro sees.

mod ast;
mod check;
mod element;
mod emit;
mod errors;
mod exchange;
mod expansion;
mod meaning;
mod outline;
mod params;
mod parse;
mod spans;
mod strategy;

pub use emit::cases::Cases;
pub use errors::SyncError;
pub use expansion::{Expansion, Machines, case_on, machine};
pub use outline::{Act, FieldOutline, FieldUse, MachineOutline, OperationKind, OperationOutline, outline};
