//! VIR, the verification language.
//!
//! Expressions are pure and total; everything with an effect is a statement. Types are those of the source without
//! lifetimes; references and boxes to a value have the value's meaning and are kept only as decorations of type
//! arguments. A [`Program`] holds what was lowered so far, in canonical order; [`check`](check::check_program) asserts
//! its invariants.

pub mod build;
pub mod callable;
pub mod check;
pub mod decimal;
mod expr;
mod extensional;
mod goal;
pub mod instances;
mod item;
mod mask;
pub mod measure;
mod mode;
pub mod passes;
pub mod print;
mod stmt;
pub mod subst;
pub mod triggers;
mod ty;
mod unwind;
pub mod visit;
pub mod words;

pub use certus_known::{Known, Library};
pub use expr::{BinaryOp, Binder, Const, Expr, ExprKind, QuantKind, RealOp, Trigger, UnaryOp, Var};
pub use extensional::AutoExt;
pub use goal::{Clause, Goal, GoalKind};
pub use item::{
    API_SAFETY, AxiomSource, Body, Broadcast, DEFAULT_BODY, Datatype, Field, Fuel, Function, Param, Program, Publish,
    REVEALED_BODY, Sizedness, Termination, Trait, TraitBound, TraitImpl, TypeParam, Variant, is_library,
};
pub use mask::{Mask, MaskKind, Openings};
pub use mode::Mode;
pub use stmt::{CallPart, CallStmt, FieldStep, LoopStmt, MUT_CURRENT, Note, Ownership, Prover, Stmt, StmtKind};
pub use ty::{DYN, IntKind, Name, OPAQUE_RESULT, POINTER, Path, Ty};
pub use unwind::Unwind;
