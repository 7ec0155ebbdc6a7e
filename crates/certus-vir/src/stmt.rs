//! Statements.

use certus_diagnostics::Span;

use crate::expr::{Binder, Expr, Var};
use crate::goal::{Clause, Goal};
use crate::mask::Openings;
use crate::ty::{Name, Path, Ty};

/// Which prover answers for a goal. `Epr` is for all of a function: the default prover of its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // Each variant is the prover of the same name.
pub enum Prover {
    Default,
    Nonlinear,
    BitVector,
    IntegerRing,
    Compute,
    ComputeOnly,
    Epr,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// A call of a proof or exec function.
#[derive(Clone, Debug)]
pub struct CallStmt {
    /// The function.
    pub callee: Path,
    /// Its type arguments.
    pub type_args: Vec<Ty>,
    /// Arguments; one of type [`Ty::MutRef`] passes a mutable reference.
    pub args: Vec<Expr>,
    /// Where the result goes; it is declared here.
    pub dest: Option<Var>,
    /// Which invariants are open here.
    pub within: Openings,
    /// Which part of the call this statement is.
    pub part: CallPart,
    /// The call.
    pub span: Span,
}

/// Which part of a call a statement is. A call with an `atomically` block is two statements: the block runs after the call
/// has begun, so the precondition is proved without it, and the postcondition is known after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallPart {
    /// All of it.
    #[default]
    Whole,
    /// The precondition, except for its first clause. That one says with which arguments the atomic update was made, and is
    /// known. Nothing of the postcondition.
    Begin,
    /// The postcondition only.
    End,
}

/// The datatype, variant and field that stand in [`LoopStmt::modified`] for the current value of a mutable reference:
/// `*x = ..` in a loop modifies the path `[(MUT_CURRENT, MUT_CURRENT, MUT_CURRENT)]` of `x` and leaves its final value.
pub const MUT_CURRENT: &str = "mutref%current";

/// One step of a path into a value: datatype, variant, field.
pub type FieldStep = (Path, Name, Name);

/// A loop.
#[derive(Clone, Debug)]
pub struct LoopStmt {
    /// The label that `break` and `continue` name; every loop has one.
    pub label: Name,
    /// True when nothing but the invariants (and the types of variables) is known inside. Definitions that are revealed
    /// and broadcast functions that are in use on every way to the loop are so inside.
    pub isolated: bool,
    /// Must hold before every iteration, and at the end where no `break` leaves.
    pub invariants: Vec<Clause>,
    /// Must hold before every iteration only.
    pub invariants_except_break: Vec<Clause>,
    /// Hold after the loop and must hold at every `break` and when the condition is false.
    pub ensures: Vec<Clause>,
    /// The measure, most significant first; evaluated at the start of an iteration.
    pub decreases: Vec<Expr>,
    /// The condition, evaluated at the start of an iteration after these statements; `None` for `loop`.
    pub condition: Option<(Vec<Stmt>, Expr)>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Variables declared outside that the loop may change, in order of their names; with the paths of fields when
    /// only parts change (an empty path is the whole variable).
    pub modified: Vec<(Binder, Vec<Vec<FieldStep>>)>,
    /// The place of the keyword.
    pub head_span: Span,
}

/// What happens to the value of a variable that may hold mutable references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// It gets a value.
    Given,
    /// Its value goes elsewhere, and it has none.
    Moved,
    /// It is written through a reference in it, or borrowed such that this may happen.
    Changed,
    /// It is borrowed mutably, by the reference in this variable.
    Borrowed(Var),
    /// It holds what this variable holds.
    Holds(Var),
    /// What this variable holds is stored in a part of it, or through a reference in it.
    Stored(Var),
    /// A specification reads it.
    Seen,
    /// Nothing: the note names a point of the text.
    Point(u32),
}

/// A note of the lowering for the pass that ends borrows. A program that is verified has none.
#[derive(Clone, Debug)]
pub struct Note {
    /// What happens.
    pub what: Ownership,
    /// The variable.
    pub var: Var,
    /// The way to the part of it that is meant.
    pub way: Vec<FieldStep>,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Declares a variable: with its value, or with an arbitrary value of its type.
    Declare(Binder, Option<Expr>),
    /// Gives a declared variable a new value.
    Assign(Var, Expr),
    /// Gives a declared variable an arbitrary value of its type.
    Havoc(Var),
    /// To be proved here; known afterwards.
    Assert(Goal),
    /// Taken as known from here on.
    Assume(Expr),
    /// Evaluated for its checks only (recommends, termination of calls inside).
    Check(Expr),
    /// A call.
    Call(CallStmt),
    /// A branch.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop.
    Loop(LoopStmt),
    /// Leaves the loop with this label.
    Break(Name),
    /// Goes on with the next iteration of the loop with this label.
    Continue(Name),
    /// Leaves the function; the result was assigned to its result variable. The span is where to say that a
    /// postcondition fails.
    Return,
    /// A sequence with its own scope.
    Block(Vec<Stmt>),
    /// A sequence without one: what becomes known in it stays known in the bodies of the isolated loops in it, about
    /// values that these do not change.
    Boundary(Vec<Stmt>),
    /// A proof on the side: the statements are checked, nothing of them is known afterwards except these conclusions.
    /// Binders are fresh inside; a conclusion may mention only what is declared outside.
    Aside {
        /// Fresh variables.
        binders: Vec<Binder>,
        /// The proof, ending in asserts of what is concluded.
        body: Vec<Stmt>,
        /// What is known afterwards.
        conclusions: Vec<Expr>,
    },
    /// Goals for a special prover, in isolation: premises are asserted by the default prover here, the goals follow
    /// from the premises and the types of the variables alone by the given prover, and are known afterwards. `proof` is
    /// checked by the same prover, in the isolated context, before the goals.
    Isolated {
        /// Which prover.
        prover: Prover,
        /// Premises.
        requires: Vec<Goal>,
        /// Proof steps in the isolated context.
        proof: Vec<Stmt>,
        /// Goals.
        ensures: Vec<Goal>,
    },
    /// From here on the definition of a spec function unfolds to this depth (0 hides it).
    Reveal(Path, u32),
    /// From here on a broadcast proof function's statement is known.
    BroadcastUse(Path),
    /// Not reached: everything holds after it.
    Unreachable,
    /// Says what happens to references; see [`Note`].
    Note(Note),
}

impl Stmt {
    /// A statement.
    pub fn new(kind: StmtKind, span: Span) -> Stmt {
        Stmt { kind, span }
    }
}
