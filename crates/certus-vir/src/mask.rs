//! Which invariants code may open: the clause `opens_invariants` (reference page `reference-opens-invariants`).
//!
//! An invariant must not be opened while it is open: its value would be there twice. So each function says by namespaces
//! which invariants it may open, and a call is right only if its caller may open these, and has none of them open.

use certus_diagnostics::Span;

use crate::expr::Expr;
use crate::mode::Mode;

/// The namespaces of the invariants that a function may open.
#[derive(Clone, Debug)]
pub struct Mask {
    /// What the expressions are.
    pub kind: MaskKind,
    /// Namespaces, which are integers, or one set of them. They speak of the parameters as they are passed.
    pub names: Vec<Expr>,
    /// The clause, or the signature where there is none.
    pub span: Span,
}

/// What the expressions of a [`Mask`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskKind {
    /// These namespaces; `opens_invariants none` has none.
    Only,
    /// All namespaces but these; `opens_invariants any` excludes none.
    AllBut,
    /// The members of a set (`vstd::iset::ISet<int>`).
    Set,
}

impl Mask {
    /// No invariant.
    pub fn none(span: Span) -> Mask {
        Mask { kind: MaskKind::Only, names: Vec::new(), span }
    }

    /// Any invariant.
    pub fn any(span: Span) -> Mask {
        Mask { kind: MaskKind::AllBut, names: Vec::new(), span }
    }

    /// That of a function without a clause: code that runs may open any invariant, proofs may open none.
    pub fn of_mode(mode: Mode, span: Span) -> Mask {
        if mode == Mode::Exec { Mask::any(span) } else { Mask::none(span) }
    }

    /// Whether it is every namespace.
    pub fn is_any(&self) -> bool {
        self.kind == MaskKind::AllBut && self.names.is_empty()
    }

    /// Whether it is no namespace.
    pub fn is_none(&self) -> bool {
        self.kind == MaskKind::Only && self.names.is_empty()
    }

    /// The same with other expressions.
    pub fn map(&self, f: impl FnMut(&Expr) -> Expr) -> Mask {
        Mask { names: self.names.iter().map(f).collect(), ..self.clone() }
    }
}

/// What is open where a call stands.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The namespaces of the invariants whose blocks are around the call.
    pub open: Vec<Expr>,
    /// Sets of namespaces (`vstd::iset::ISet<int>`). Only invariants that are in all of them may be opened.
    pub only: Vec<Expr>,
    /// Whether the call is in the body of a closure. That runs where the closure is called, which counts as a call that may open
    /// any invariant.
    pub in_closure: bool,
    /// Whether the call is in a proof on the side, such as that of `assert .. by`. Invariants do not change there.
    pub is_aside: bool,
}
