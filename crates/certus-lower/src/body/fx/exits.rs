//! How control leaves the code that is lowered: by `return`, to a loop, or out of a closure.

use certus_diagnostics::Span;
use certus_tree as tree;
use certus_vir::{Binder, Clause, Expr, Name, Openings, Stmt, Var};

use super::super::atomicity::Operations;
use super::Fx;
use super::update::Update;
use crate::error::Result;

/// A loop around the code being lowered.
#[derive(Clone, Debug)]
pub(in crate::body) struct LoopFrame {
    /// The label as written.
    pub(in crate::body) source: Option<String>,
    /// The label in VIR.
    pub(in crate::body) label: Name,
    /// In the block of a call with `atomically loop`: the variable that says whether the function committed.
    pub(in crate::body) committed: Option<Var>,
}

/// What has to hold where control leaves a closure.
#[derive(Clone, Debug)]
pub(in crate::body) struct ClosureExit {
    pub(in crate::body) ensures: Vec<Clause>,
    /// How many proofs on the side the closure itself is in, with its own.
    pub(in crate::body) depth: usize,
    /// The value at the end of the body.
    pub(in crate::body) end: Span,
    /// The type of the result.
    pub(in crate::body) ty: tree::Ty,
    /// It is a proof closure, which opens no invariant.
    pub(in crate::body) is_proof: bool,
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
    invariants: Invariants,
    /// The update of the `atomically` block that we are in.
    update: Option<Update>,
    /// What runs in the block or function that has to be atomic.
    atomic: Option<Operations>,
}

/// Invariants around the code being lowered.
#[derive(Default)]
struct Invariants {
    /// The namespaces of those that are open.
    open: Vec<Expr>,
    /// Sets in which the namespace of an invariant must be that is opened here.
    only: Vec<Expr>,
    /// How many of the loops are around the innermost block of an invariant or update.
    around: usize,
    /// Whether the function may not open every invariant.
    is_restricted: bool,
    /// The next call is the one that opens or closes the invariant of a block.
    is_around: bool,
}

impl Exits {
    /// Those of code whose result is this variable.
    pub(in crate::body) fn with_result(result: Binder) -> Exits {
        Exits { result: Some(result), ..Exits::default() }
    }

    /// The variable of the result.
    pub(in crate::body) fn result(&self) -> Option<&Binder> {
        self.result.as_ref()
    }

    /// Sets the variable of the result.
    pub(crate) fn set_result(&mut self, result: Binder) {
        self.result = Some(result);
    }

    /// What to do at `return` besides giving the result a value.
    pub(in crate::body) fn at_return(&self) -> &[Stmt] {
        &self.at_return
    }

    /// Adds something to do at `return`.
    pub(crate) fn add_at_return(&mut self, stmt: Stmt) {
        self.at_return.push(stmt);
    }

    /// Why `return` is not allowed here, if it is not.
    pub(in crate::body) fn forbidden_return(&self) -> Option<&'static str> {
        self.forbid_return
    }

    /// Forbids `return`; `what` says which kind of `return` it would be.
    pub(crate) fn forbid_return(&mut self, what: &'static str) {
        self.forbid_return = Some(what);
    }

    /// Enters a loop.
    fn enter_loop(&mut self, frame: LoopFrame) {
        self.loops.push(frame);
    }

    /// Leaves the innermost loop.
    fn leave_loop(&mut self) {
        self.loops.pop();
    }

    /// The loop that a `break` or `continue` is about: the innermost one, or the innermost one with the label.
    pub(in crate::body) fn find_loop(&self, label: Option<&str>) -> Option<&LoopFrame> {
        match label {
            None => self.loops.last(),
            Some(label) => self.loops.iter().rev().find(|l| l.source.as_deref() == Some(label)),
        }
    }

    /// Whether a loop that a `break` or `continue` is about is around the block of an invariant.
    pub(in crate::body) fn leaves_invariant(&self, label: Option<&str>) -> bool {
        let inside = self.loops.get(self.invariants.around..).unwrap_or_default();
        self.is_in_block()
            && match label {
                None => inside.is_empty(),
                Some(label) => !inside.iter().any(|l| l.source.as_deref() == Some(label)),
            }
    }

    /// Whether an invariant or an update is open here.
    pub(in crate::body) fn is_in_block(&self) -> bool {
        !self.invariants.open.is_empty() || !self.invariants.only.is_empty()
    }

    /// The update of the `atomically` block that we are in.
    pub(in crate::body) fn update(&self) -> Option<&Update> {
        self.update.as_ref()
    }

    /// The same, to say more about it.
    pub(in crate::body) fn update_mut(&mut self) -> Option<&mut Update> {
        self.update.as_mut()
    }

    /// Says whether the function may not open every invariant.
    pub(crate) fn set_restricted(&mut self, is_restricted: bool) {
        self.invariants.is_restricted = is_restricted;
    }

    /// Whether code that may open any invariant must not run here.
    pub(in crate::body) fn is_restricted(&self) -> bool {
        self.invariants.is_restricted || self.is_in_block()
    }

    /// Whether the call that is lowered opens or closes the invariant of a block. The next one does not.
    pub(in crate::body) fn take_around(&mut self) -> bool {
        std::mem::take(&mut self.invariants.is_around)
    }

    /// Whether calls are asked here what they may open, or whether they unwind.
    pub(in crate::body) fn is_strict(&self) -> bool {
        self.no_unwind || self.is_restricted()
    }

    /// What runs here that has to be atomic.
    pub(crate) fn atomic_mut(&mut self) -> &mut Option<Operations> {
        &mut self.atomic
    }

    /// Whether the function promises not to unwind.
    pub(in crate::body) fn no_unwind(&self) -> bool {
        self.no_unwind
    }

    /// Says whether the function promises not to unwind.
    pub(crate) fn set_no_unwind(&mut self, no_unwind: bool) {
        self.no_unwind = no_unwind;
    }

    /// The closure that we are in.
    pub(in crate::body) fn closure(&self) -> Option<&ClosureExit> {
        self.closure.as_ref()
    }

    /// Says what has to hold where control leaves the closure.
    pub(in crate::body) fn set_closure(&mut self, exit: ClosureExit) {
        self.closure = Some(exit);
    }
}

impl Fx<'_, '_> {
    /// How control leaves the code being lowered.
    pub(crate) fn exits(&self) -> &Exits {
        &self.exits
    }

    /// The same, to say more about it.
    pub(crate) fn exits_mut(&mut self) -> &mut Exits {
        &mut self.exits
    }

    /// Runs `f` for code with exits of its own: what is around a closure is no way out of it.
    pub(in crate::body) fn with_exits<T>(&mut self, exits: Exits, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.exits, exits);
        let result = f(self);
        self.exits = outside;
        result
    }

    /// Runs `f` for the statement that opens or closes the invariant of a block.
    pub(in crate::body) fn around_invariant<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.exits.invariants.is_around = true;
        let result = f(self);
        self.exits.invariants.is_around = false;
        result
    }

    /// Runs `f` for the block of an invariant of this namespace. Code that runs there must not unwind.
    pub(in crate::body) fn in_invariant<T>(
        &mut self,
        namespace: Expr,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let around = std::mem::replace(&mut self.exits.invariants.around, self.exits.loops.len());
        let no_unwind = std::mem::replace(&mut self.exits.no_unwind, true);
        self.exits.invariants.open.push(namespace);
        let result = f(self);
        self.exits.invariants.open.pop();
        self.exits.no_unwind = no_unwind;
        self.exits.invariants.around = around;
        result
    }

    /// Runs `f` for the block of a call, whose update is given and comes back.
    pub(in crate::body) fn in_update(
        &mut self,
        update: Update,
        only: Expr,
        f: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<Option<Update>> {
        let outside = self.exits.update.replace(update);
        let result = self.opening_only(only, f);
        let update = std::mem::replace(&mut self.exits.update, outside);
        result.map(|()| update)
    }

    /// Runs `f` for a block in which no other invariants may be opened than those in the set `only`.
    pub(in crate::body) fn opening_only(&mut self, only: Expr, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let around = std::mem::replace(&mut self.exits.invariants.around, self.exits.loops.len());
        let no_unwind = std::mem::replace(&mut self.exits.no_unwind, true);
        self.exits.invariants.only.push(only);
        let result = f(self);
        self.exits.invariants.only.pop();
        self.exits.no_unwind = no_unwind;
        self.exits.invariants.around = around;
        result
    }

    /// Which invariants are open here.
    pub(in crate::body) fn openings(&self) -> Openings {
        let closure = self.exits.closure();
        Openings {
            open: self.exits.invariants.open.clone(),
            only: self.exits.invariants.only.clone(),
            in_closure: closure.is_some(),
            is_aside: closure.is_some_and(|exit| exit.is_proof) || self.depth() > closure.map_or(0, |exit| exit.depth),
        }
    }

    /// Runs `f` for what is inside of a loop.
    pub(in crate::body) fn in_loop<T>(
        &mut self,
        frame: LoopFrame,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.exits.enter_loop(frame);
        let result = f(self);
        self.exits.leave_loop();
        result
    }
}
