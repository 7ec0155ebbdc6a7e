//! Code that must be atomic: the block of an atomic invariant, and the body of a function marked `atomic`.
//!
//! Other threads see what is in the invariant before and after one atomic operation, and never between. So at most one such
//! operation runs in the block, no other function is called, and nothing is repeated. What counts is the text: two operations
//! are two even in two branches. Ghost code does not run, and is not counted.
//!
//! A destructor is code too, and nothing in the text says where it runs. So no value whose destructor may be more than nothing is
//! used in such code, other than by reference.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{self as tree, DefId, Known};
use certus_vir::Mode;

use super::Fx;
use crate::error::{Result, fail};
use crate::syntax::order::is_place;

/// What runs in code that must be atomic.
#[derive(Default)]
pub(crate) struct Operations {
    atomic: Vec<Span>,
    others: Vec<Span>,
    loops: Vec<Span>,
    /// Values that may have a destructor.
    dropped: Vec<Span>,
}

impl Fx<'_, '_> {
    /// Notes a call of a function in code that runs. Those about credits do nothing.
    pub(super) fn runs(&mut self, def: DefId, span: Span) -> Result<()> {
        const NOTHING: [Known; 2] = [Known::CreateOpenInvariantCredit, Known::SpendOpenInvariantCredit];
        if self.is_ghost() || self.exits_mut().atomic_mut().is_none() || self.cx.mode_of(def)? != Mode::Exec {
            return Ok(());
        }
        if self.cx.known(def).is_some_and(|known| NOTHING.contains(&known)) {
            return Ok(());
        }
        let stated = self.cx.specification_of(def)?.unwrap_or(def);
        let is_atomic = self.cx.entry(stated)?.attrs.atomic.is_some();
        if is_atomic && def == self.owner().def {
            return fail(Language::Atomicity, "'atomic' cannot be used on a recursive function", span);
        }
        if let Some(operations) = self.exits_mut().atomic_mut() {
            let list = if is_atomic { &mut operations.atomic } else { &mut operations.others };
            list.push(span);
        }
        Ok(())
    }

    /// Notes something else that runs and is not atomic.
    pub(super) fn runs_other(&mut self, span: Span) {
        let is_ghost = self.is_ghost();
        if let Some(operations) = self.exits_mut().atomic_mut()
            && !is_ghost
        {
            operations.others.push(span);
        }
    }

    /// Notes a value that may be dropped where it is used.
    pub(super) fn runs_destructor(&mut self, e: &tree::Expr, is_looked_at: bool) -> Result<()> {
        if self.exits_mut().atomic_mut().is_none() || self.is_ghost() || self.is_pure() {
            return Ok(());
        }
        let at = self.owner().def;
        if !(is_looked_at && is_place(e)) && self.cx.may_have_destructor(&e.ty, at)? {
            self.notes_destructor(e.span);
        }
        Ok(())
    }

    /// Notes a variable of code that runs if its value may have a destructor.
    pub(super) fn binds_destructor(&mut self, id: tree::LocalId) {
        let runs = self.mode_of_local(id).is_none_or(|mode| mode == Mode::Exec);
        if self.exits_mut().atomic_mut().is_none() || self.is_ghost() || self.is_pure() || !runs {
            return;
        }
        let (ty, span, at) = (self.local(id).ty.clone(), self.local(id).span, self.owner().def);
        if self.cx.may_have_destructor(&ty, at).unwrap_or(true) {
            self.notes_destructor(span);
        }
    }

    /// Notes the place of such a value.
    pub(crate) fn notes_destructor(&mut self, span: Span) {
        if let Some(operations) = self.exits_mut().atomic_mut() {
            operations.dropped.push(span);
        }
    }

    /// Notes a loop.
    pub(super) fn runs_loop(&mut self, span: Span) {
        if let Some(operations) = self.exits_mut().atomic_mut() {
            operations.loops.push(span);
        }
    }

    /// Runs `f` for code that must be atomic; `what` names it. Where it is a part of such code, the whole is checked. Errs with
    /// `language/atomicity`.
    pub(crate) fn atomically<T>(
        &mut self,
        what: &str,
        span: Span,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.exits_mut().atomic_mut().is_some() {
            return f(self);
        }
        *self.exits_mut().atomic_mut() = Some(Operations::default());
        let result = f(self);
        let operations = self.exits_mut().atomic_mut().take().unwrap_or_default();
        let value = result?;
        operations.check(what, span)?;
        Ok(value)
    }
}

impl Operations {
    /// Errs where these are not one atomic operation or none.
    fn check(&self, what: &str, span: Span) -> Result<()> {
        let (text, places, label) = if !self.loops.is_empty() {
            ("cannot contain a loop that runs", &self.loops, "this loop")
        } else if !self.others.is_empty() {
            ("cannot contain non-atomic operations", &self.others, "this is not atomic")
        } else if !self.dropped.is_empty() {
            let text = "cannot use up values that have a destructor, or may have one: it is not atomic";
            (text, &self.dropped, "this value may be dropped here")
        } else if self.atomic.len() > 1 {
            ("cannot contain more than one atomic operation", &self.atomic, "an atomic operation")
        } else {
            return Ok(());
        };
        let mut error = Diagnostic::error(Language::Atomicity, format!("{what} {text}"), span);
        for place in places.iter().take(3) {
            error = error.with_secondary(*place, label);
        }
        Err(error.into())
    }
}
