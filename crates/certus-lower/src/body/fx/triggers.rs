//! The triggers written in the code: they are found while the body of a binder is lowered, and belong to the innermost one.

use certus_diagnostics::Language;
use certus_tree::{self as tree, ExprKind as T};
use certus_vir::{Binder, Expr, ExprKind, Trigger, subst};

use super::Fx;
use crate::body::trigger_forms::{LET_IN_TRIGGER, check_form};
use crate::error::{Result, fail};

/// A term below `#[trigger]`.
struct Mark {
    term: Expr,
    /// The innermost binder in whose body a match arm or a `let` binds a variable of the term, counted from outside.
    binder_of_part: Option<usize>,
}

/// The triggers found so far in the body of one binder.
#[derive(Default)]
struct Frame {
    groups: Vec<Vec<Expr>>,
    marked: Vec<Mark>,
    /// What match arms and `let`s bind in the body. The solver has other terms in the place of these variables.
    bound_below: Vec<tree::LocalId>,
    /// How many marked terms we are in.
    open_marks: u32,
    all: bool,
    /// `#![auto]` or `#![all_triggers]`, which leave the choice to the encoder.
    left_open: bool,
}

impl Frame {
    /// What the user said about triggers.
    fn finish(self) -> Trigger {
        let mut groups = self.groups;
        if !self.marked.is_empty() {
            groups.push(self.marked.into_iter().map(|mark| mark.term).collect());
        }
        match (groups.is_empty(), self.all) {
            (false, _) => Trigger::Given(groups),
            (true, true) => Trigger::All,
            (true, false) => Trigger::Auto,
        }
    }
}

/// The binders around the code being lowered, from outside, with their triggers.
#[derive(Default)]
pub(super) struct Triggers {
    frames: Vec<Frame>,
}

impl Fx<'_, '_> {
    /// Lowers the body of a binder and collects the triggers written in it. A marked term without a variable of this binder
    /// is a trigger of the binder around it; without `binders`, every marked term is one of this. A term that is none of any
    /// binder is not used, but has the form of a trigger all the same. Errs with `language/bad-trigger` where it has not,
    /// where the user gives some and leaves the choice to the encoder as well, and where a match arm or a `let` binds a
    /// variable of a marked term.
    pub(in crate::body) fn with_frame<R>(
        &mut self,
        binders: Option<&[Binder]>,
        f: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<(R, Trigger)> {
        self.triggers.frames.push(Frame::default());
        let result = f(self);
        let mut frame = self.triggers.frames.pop().unwrap_or_default();
        let result = result?;
        if let Some(mark) = frame.marked.iter().find(|mark| mark.binder_of_part == Some(self.triggers.frames.len())) {
            return fail(Language::BadTrigger, LET_IN_TRIGGER, mark.term.span);
        }
        let is_own = |mark: &Mark| {
            let free = subst::free_vars(&mark.term);
            binders.is_none_or(|binders| binders.iter().any(|binder| free.contains(&binder.var)))
        };
        let (own, others): (Vec<Mark>, Vec<Mark>) = frame.marked.into_iter().partition(is_own);
        frame.marked = own;
        match self.triggers.frames.last_mut() {
            Some(outer) => outer.marked.extend(others),
            None => others.iter().try_for_each(|mark| check_form(&mark.term))?,
        }
        let marked = frame.marked.iter().map(|mark| &mark.term);
        let first = frame.groups.iter().flatten().chain(marked).next();
        if let (true, Some(first)) = (frame.left_open, first) {
            let text = "cannot use both manual triggers (#[trigger] or #![trigger ...]) and #![auto]";
            return fail(Language::BadTrigger, text, first.span);
        }
        Ok((result, frame.finish()))
    }

    /// The same for the clauses of a contract. Only those of a broadcast function are a quantifier, with triggers.
    pub(crate) fn framed<R>(
        &mut self,
        is_broadcast: bool,
        f: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<(R, Trigger)> {
        if is_broadcast {
            return self.with_frame(None, f);
        }
        Ok((self.without_binders(f)?, Trigger::Auto))
    }

    /// Runs `f` for code that no binder outside of it may take triggers from.
    pub(super) fn without_binders<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let outer = std::mem::take(&mut self.triggers);
        let result = f(self);
        self.triggers = outer;
        result
    }

    /// Declares variables that a match arm or a `let` binds in the body of the innermost binder.
    pub(in crate::body) fn bound_below(&mut self, locals: impl IntoIterator<Item = tree::LocalId>) {
        if let Some(frame) = self.triggers.frames.last_mut() {
            frame.bound_below.extend(locals);
        }
    }

    /// What a match arm that binds variables gives; see [`ExprKind::Arm`].
    pub(in crate::body) fn arm(&self, value: Expr) -> Expr {
        match self.is_pure() && !self.triggers.frames.is_empty() {
            true => Expr::new(ExprKind::Arm(value.clone()), value.ty, value.span),
            false => value,
        }
    }

    /// `#[trigger] e`.
    /// `forall|x| #[trigger] f(x) > 0` has the trigger `f(x)`; two marks are one trigger with both terms (guide page
    /// `multitriggers`).
    pub(in crate::body) fn trigger_mark(&mut self, arg: &tree::Expr) -> Result<Expr> {
        let mentioned = |frame: &Frame| frame.bound_below.iter().any(|local| tree::visit::mentions(arg, *local));
        let binder_of_part = self.triggers.frames.iter().rposition(mentioned);
        if let Some(frame) = self.triggers.frames.last_mut() {
            frame.open_marks += 1;
        }
        let value = self.expr(arg);
        if let Some(frame) = self.triggers.frames.last_mut() {
            frame.open_marks -= 1;
            frame.marked.extend(value.iter().cloned().map(|term| Mark { term, binder_of_part }));
        }
        value
    }

    /// `#![trigger a, b]` around an expression. Errs with `language/bad-trigger` inside of a trigger.
    pub(in crate::body) fn with_trigger(&mut self, triggers: &tree::Expr, body: &tree::Expr) -> Result<Expr> {
        if self.triggers.frames.last().is_some_and(|frame| frame.open_marks > 0) {
            return fail(Language::BadTrigger, "triggers cannot contain #![trigger ...]", triggers.span);
        }
        self.trigger_group(triggers)?;
        self.expr(body)
    }

    /// One multi-pattern of the innermost quantifier.
    /// Several groups are several triggers, each enough by itself: `#![trigger f(x)] #![trigger g(x)]`.
    pub(crate) fn trigger_group(&mut self, triggers: &tree::Expr) -> Result<()> {
        let terms = match &triggers.kind {
            T::Tuple(items) | T::Array(items) => items.iter().collect::<Vec<_>>(),
            _ => vec![triggers],
        };
        let group = self.purely(|fx| terms.into_iter().map(|t| fx.expr(t)).collect::<Result<Vec<_>>>())?;
        if let Some(frame) = self.triggers.frames.last_mut() {
            frame.groups.push(group);
        }
        Ok(())
    }

    /// `#![auto]` around an expression.
    pub(in crate::body) fn auto_trigger(&mut self, body: &tree::Expr) -> Result<Expr> {
        self.mark_auto_trigger();
        self.expr(body)
    }

    /// The encoder is to choose the triggers of the innermost quantifier.
    pub(crate) fn mark_auto_trigger(&mut self) {
        if let Some(frame) = self.triggers.frames.last_mut() {
            frame.left_open = true;
        }
    }

    /// `#![all_triggers]` around an expression.
    pub(in crate::body) fn all_triggers(&mut self, body: &tree::Expr) -> Result<Expr> {
        self.mark_all_triggers();
        self.expr(body)
    }

    /// Every minimal trigger of the innermost quantifier is to be used.
    pub(crate) fn mark_all_triggers(&mut self) {
        if let Some(frame) = self.triggers.frames.last_mut() {
            frame.all = true;
            frame.left_open = true;
        }
    }
}
