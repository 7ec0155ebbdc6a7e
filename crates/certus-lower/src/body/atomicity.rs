//! Code that must be atomic: the block of an atomic invariant, and the body of a function marked `atomic`.
//!
//! Other threads see what is in the invariant before and after one atomic operation, and never between. So at most one such
//! operation runs in the block, no other function is called, and nothing is repeated. What counts is the text: two operations
//! are two even in two branches. Ghost code does not run, and is not counted.

use certus_diagnostics::{Diagnostic, Language, Span};
use certus_tree::{DefId, Known};
use certus_vir::Mode;

use super::Fx;
use crate::error::{Result, fail};

/// What runs in code that must be atomic.
#[derive(Default)]
pub(crate) struct Operations {
    atomic: Vec<Span>,
    others: Vec<Span>,
    loops: Vec<Span>,
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
