//! The typed tree: the front end's result about a program, in our own plain data types.
//!
//! Every name is resolved, every expression has a type, and every implicit step (auto-reference, auto-dereference,
//! binding mode, overloaded operator, method lookup) is explicit. No type of an external crate appears here, and every
//! span points into the user's source.
//!
//! The tree is built on demand: a [`Program`] has all items at once and computes bodies when they are needed, so that a
//! library costs only as much as the program uses of it.

mod body;
mod ends;
mod ghost;
mod item;
mod ty;
pub mod visit;

use certus_diagnostics::{Diagnostic, Sources};

pub use body::{
    Adjust, Arm, BinOp, Block, Body, CallKind, ClosureParam, Expr, ExprId, ExprKind, FieldPat, FieldValue, FormatUse,
    Literal, Local, LocalId, LogicOp, Pat, PatKind, RAW_DEREF, Stmt, UnOp,
};
pub use certus_known::{CLAUSE_WORDS, FORMAT_TRAITS, Known, Library, RESULT_PARAMETER, SLICE_LEN};
pub use ends::{EndClaim, EndEvent, EndPoint, EndVariable, Ends, PartStep, PointSide};
pub use ghost::{GhostMark, Shown};
pub use item::{
    Adt, AdtKind, AssocTy, Attr, Const, ConstKind, Def, DefId, Field, Function, GenericParam, Generics, Impl, Item,
    Module, Param, Receiver, Trait, Variant, Visibility, WhereClause,
};
pub use ty::{ConstArg, IntTy, Mutability, Ty};

/// How long a call may keep what a parameter refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lending {
    /// It is a reference without a lifetime: no longer than the call, but for what the result borrows.
    Call,
    /// As long as a lifetime with a name says.
    Named,
    /// It may be kept for ever: `'static` is written.
    Forever,
    /// No reference is written: there is none, or an alias stands for it.
    Unwritten,
}

/// A whole program: the crate under verification and the libraries it names.
///
/// A method returns the same answer for the same argument for as long as the program lives.
pub trait Program {
    /// All definitions of the crate under verification, in source order, nested items included, without settled functions.
    fn local_items(&self) -> Vec<DefId>;

    /// The canonical absolute path of a definition, for instance `crate_name::module::Type::method`; unique within the
    /// program, free of counters and positions. Items of an impl are named after the type and, for a trait impl, the
    /// trait: `<a::S as b::T>::f`.
    fn path(&self, def: DefId) -> String;

    /// The known library item that a definition is, if it is one. No item of another `vstd` than the verifier's is known.
    fn known(&self, def: DefId) -> Option<Known> {
        Known::of(&self.path(def)).filter(|_| !self.is_foreign(def))
    }

    /// The item a definition stands for. Errors are diagnostics about the item itself (an unresolved type in its
    /// signature, an attribute that cannot be read).
    fn item(&self, def: DefId) -> Result<Item, Vec<Diagnostic>>;

    /// The body of a function, constant or static, if it has one. An error means that the front end could not type
    /// every part of it: nothing may be concluded about such a body.
    fn body(&self, def: DefId) -> Result<Option<Body>, Vec<Diagnostic>>;

    /// Announces that the caller will need the body of a definition, so that another thread may compute it.
    fn ask_ahead(&self, _def: DefId) {}

    /// Finds a definition by its canonical path, for instance `verus_builtin::int`; `None` when no crate of the program
    /// defines it.
    fn lookup(&self, path: &str) -> Option<DefId>;

    /// All impls of a trait, of any crate, and with `None` all inherent impls.
    fn impls(&self, of_trait: Option<DefId>) -> Vec<DefId>;

    /// The impl of `trait_` for the given arguments (the first is the self type) that is in scope at `at`, with the
    /// impl's own generic arguments; `None` when the bound holds through a where-clause or does not hold.
    fn find_impl(&self, trait_: DefId, args: &[Ty], at: DefId) -> Option<(DefId, Vec<Ty>)>;

    /// True when the trait bound holds for these arguments at `at` (through an impl, a where-clause or a built-in rule).
    fn implements(&self, trait_: DefId, args: &[Ty], at: DefId) -> bool;

    /// Replaces the associated-type projections in a type that are known at `at`.
    fn normalize(&self, ty: &Ty, at: DefId) -> Ty;

    /// The defaults of the parameters of a type or trait, in the order of its generics; shorter or empty if they are
    /// unknown.
    fn default_args(&self, _def: DefId) -> Vec<Option<Ty>> {
        Vec::new()
    }

    /// How the crate under verification can name an item of a module, for instance `std::time::Duration`; `None` if it is
    /// private to another crate, or if that is not known.
    fn name_here(&self, _def: DefId) -> Option<String> {
        None
    }

    /// The lifetime parameters of a type, as `'a`.
    fn lifetimes_of(&self, _def: DefId) -> Vec<String> {
        Vec::new()
    }

    /// How long a call may keep what each parameter of a function refers to, as far as its lifetimes are written.
    fn lendings(&self, _def: DefId) -> Vec<Lending> {
        Vec::new()
    }

    /// The bounds of an `impl Trait` in the result of a function, in terms of the function's own parameters; `None` if one of
    /// them cannot be told.
    fn opaque_bounds(&self, _def: DefId, _number: u32) -> Option<Vec<WhereClause>> {
        None
    }

    /// Whether the result of a function may have a lifetime that is not written there: that of `self`, or of another parameter.
    fn elides_in_result(&self, _def: DefId) -> bool {
        true
    }

    /// Whether the signatures of two functions have the same lifetimes, as far as that can be seen.
    fn same_lifetimes(&self, _one: DefId, _other: DefId) -> bool {
        true
    }

    /// True when the definition belongs to the crate under verification.
    fn is_local(&self, def: DefId) -> bool;

    /// Whether the definition is a settled function: a function of the crate under verification that is unchanged since
    /// its last proof, together with everything that the proof depends on. Its body may be missing.
    fn is_settled(&self, _def: DefId) -> bool {
        false
    }

    /// Whether the definition belongs to a library of the verifier: the standard library, `vstd` or the language's own.
    /// All others were written by the user, in this crate or in a dependency.
    fn is_library(&self, def: DefId) -> bool;

    /// The items of the verified crates that this one depends on, without those of libraries and those nested in bodies, in
    /// an order that depends on these crates only. Of a library that is not ours there are only those that may speak of
    /// items from outside, or of the target.
    fn dependency_items(&self) -> Vec<DefId>;

    /// All items of a library that is not ours.
    fn foreign_items(&self) -> Vec<DefId> {
        Vec::new()
    }

    /// Whether the library `vstd` is not the verifier's. Then the name of an item of the library has no built-in
    /// meaning.
    fn has_foreign_library(&self) -> bool {
        false
    }

    /// The number of bits of a pointer, if it is known for the target.
    fn pointer_bits(&self) -> Option<u32> {
        None
    }

    /// Whether the definition belongs to such a library.
    fn is_foreign(&self, _def: DefId) -> bool {
        false
    }

    /// Whether the definition belongs to such a library, which is not the crate under verification: what of it cannot be
    /// read is left out.
    fn is_trusted_foreign(&self, def: DefId) -> bool {
        self.is_foreign(def) && !self.is_local(def)
    }

    /// Whether an item is part of no other one that would lack something without it: a function or constant of a module or
    /// of an impl for a type, or an impl. It is asked of what cannot be read.
    fn is_separable(&self, _def: DefId) -> bool {
        false
    }

    /// The files of the program; spans of the tree refer to this table.
    fn sources(&self) -> &Sources;
}
