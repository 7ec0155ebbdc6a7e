//! How control leaves the code that is lowered: by `return`, to a loop, or out of a closure.

use certus_diagnostics::Span;
use certus_tree as tree;
use certus_vir::{Binder, Clause, Name, Stmt};

/// A loop around the code being lowered.
#[derive(Clone, Debug)]
pub(super) struct LoopFrame {
    /// The label as written.
    pub(super) source: Option<String>,
    /// The label in VIR.
    pub(super) label: Name,
}

/// What has to hold where control leaves a closure.
#[derive(Clone, Debug)]
pub(super) struct ClosureExit {
    pub(super) ensures: Vec<Clause>,
    /// How many proofs on the side the closure itself is in, with its own.
    pub(super) depth: usize,
    /// The value at the end of the body.
    pub(super) end: Span,
    /// The type of the result.
    pub(super) ty: tree::Ty,
}

/// The exits of the function, or of the closure in it whose body is lowered: a closure has none of those around it.
#[derive(Default)]
pub(crate) struct Exits {
    result: Option<Binder>,
    at_return: Vec<Stmt>,
    forbid_return: Option<&'static str>,
    loops: Vec<LoopFrame>,
    no_unwind: bool,
    closure: Option<ClosureExit>,
}

impl Exits {
    /// Those of code whose result is this variable.
    pub(super) fn with_result(result: Binder) -> Exits {
        Exits { result: Some(result), ..Exits::default() }
    }

    /// The variable of the result.
    pub(super) fn result(&self) -> Option<&Binder> {
        self.result.as_ref()
    }

    /// Sets the variable of the result.
    pub(crate) fn set_result(&mut self, result: Binder) {
        self.result = Some(result);
    }

    /// What to do at `return` besides giving the result a value.
    pub(super) fn at_return(&self) -> &[Stmt] {
        &self.at_return
    }

    /// Adds something to do at `return`.
    pub(crate) fn add_at_return(&mut self, stmt: Stmt) {
        self.at_return.push(stmt);
    }

    /// Why `return` is not allowed here, if it is not.
    pub(super) fn forbidden_return(&self) -> Option<&'static str> {
        self.forbid_return
    }

    /// Forbids `return`; `what` says which kind of `return` it would be.
    pub(crate) fn forbid_return(&mut self, what: &'static str) {
        self.forbid_return = Some(what);
    }

    /// Enters a loop.
    pub(super) fn enter_loop(&mut self, frame: LoopFrame) {
        self.loops.push(frame);
    }

    /// Leaves the innermost loop.
    pub(super) fn leave_loop(&mut self) {
        self.loops.pop();
    }

    /// The loop that a `break` or `continue` is about: the innermost one, or the innermost one with the label.
    pub(super) fn find_loop(&self, label: Option<&str>) -> Option<&LoopFrame> {
        match label {
            None => self.loops.last(),
            Some(label) => self.loops.iter().rev().find(|l| l.source.as_deref() == Some(label)),
        }
    }

    /// Whether the function promises not to unwind.
    pub(super) fn no_unwind(&self) -> bool {
        self.no_unwind
    }

    /// Says whether the function promises not to unwind.
    pub(crate) fn set_no_unwind(&mut self, no_unwind: bool) {
        self.no_unwind = no_unwind;
    }

    /// The closure that we are in.
    pub(super) fn closure(&self) -> Option<&ClosureExit> {
        self.closure.as_ref()
    }

    /// Says what has to hold where control leaves the closure.
    pub(super) fn set_closure(&mut self, exit: ClosureExit) {
        self.closure = Some(exit);
    }
}
