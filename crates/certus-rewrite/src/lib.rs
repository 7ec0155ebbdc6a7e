//! Surface language to plain Rust tokens.
//!
//! One visitor over the `verus_syn` tree, in two modes (see [`Mode`]). The form it writes in [`Mode::Keep`] is
//! described in `docs/notes/keep-form.md`, which is the contract between this crate, the declarations in
//! `std-api/verus_builtin.rs` and the lowering.
//!
//! Invariants: no entry point panics on any token stream; an error never hides the items that did parse; every token
//! written carries the position of a token read.

mod attribute;
mod attrs;
mod auto_spec;
mod clauses;
mod closures;
mod conditions;
mod emit;
mod entry;
mod enums;
mod erase;
mod errors;
mod exec_spec;
mod exprs;
mod extensions;
mod for_loops;
mod fragments;
mod funcs;
mod global_allocator;
mod interface;
mod items;
mod limits;
mod lines;
mod literals;
mod logical_atomicity;
mod machine_outlines;
mod machines;
mod macros;
mod names;
mod normalize;
mod opaque_results;
mod open_invariant;
mod operators;
mod outline;
mod overloads;
mod patterns;
mod placement;
mod proof_closures;
mod proofs;
mod recover;
mod repeat;
mod set_build;
mod spans;
mod spec_closures;
mod spec_types;
mod stmts;
mod structs_with_invariants;
mod template;
mod text;
mod types;
mod visitor;
mod wants;
mod words;

pub use attribute::{Condition, Marker, ProofMacro, check_unmarked, proof_macro, rewrite_marked};
pub use auto_spec::misplaced_auto_spec;
pub use certus_exec_spec::Proofs;
pub use certus_sync::{Cases, MachineOutline, Machines};
pub use errors::{RewriteError, Rewritten, internal_macro};
pub use exec_spec::exec_spec;
pub use for_loops::foreign::Loops;
pub use fragments::{closing, fragments, fragments_of_calls, reads_as_one};
pub use global_allocator::with_global_allocator;
pub use interface::{Interface, Piece, interface, is_all_of_language};
pub use lines::{LineKind, lines};
pub use logical_atomicity::open_atomic_update;
pub use machine_outlines::{MachineDeclaration, machine_declarations};
pub use machines::{case_on, state_machine};
pub use macros::{calc, decreases_to, rewrite_macro_exprs};
pub use open_invariant::open_invariant;
pub use outline::{Outline, Outlined, OwnBody, outline, without_bodies};
pub use proc_macro2::Span;
pub use recover::{rewrite_expr, rewrite_items};
pub use repeat::repeat;
pub use set_build::set_build;
pub use spec_closures::{with_spec_closures, without_ghost_steps};
pub use spec_types::{SpecView, spec_view};
pub use structs_with_invariants::struct_with_invariants;

/// What is kept of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The keep form: plain Rust that keeps ghost code as function calls, for the front end and for rustc's check.
    Keep,
    /// As [`Mode::Keep`], for a program with a library of somebody else, which speaks of `for` loops in these terms.
    KeepForeign(Loops),
    /// As [`Mode::Keep`], for a library that is only used: the bodies of proof and exec functions are left out.
    Interface,
    /// The erased form: exec code only, for `cargo build`.
    Erase,
}

/// The code a macro's expression arguments belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Specification and proof code: integers are unbounded, operators are specification operators.
    Ghost,
    /// Code that runs: operators are Rust's.
    Exec,
}

/// Which arguments of a macro call are expressions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Args {
    /// All of them.
    All,
    /// Only those marked `@@`; every other token passes through unchanged.
    Marked,
}
