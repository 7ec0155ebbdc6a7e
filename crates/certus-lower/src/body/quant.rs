//! Quantifiers, `choose`, spec closures, and the triggers written in them.
//!
//! Guide pages `forall`, `exists`, `spec-choose`, `spec_closures`, `trigger-annotations` and `multitriggers`. Triggers
//! do not change what a formula means, only when the solver uses it. They are terms of the body, so they are collected
//! while the body is lowered, for the innermost quantifier around them.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, ClosureParam, ExprKind as T};
use certus_vir::{Binder, Expr, ExprKind, Mode, QuantKind, StmtKind, Trigger, Ty, subst};

use super::Fx;
use crate::error::{Result, fail};

/// The message for a trigger with a variable that the body of the quantifier binds.
pub(super) const LET_IN_TRIGGER: &str = "let variables in triggers are not supported: use #![trigger ...] instead";

/// A term below `#[trigger]`.
#[derive(Clone, Debug)]
struct Mark {
    term: Expr,
    /// The innermost binder in whose body a match arm or a `let` binds a variable of the term, counted from outside.
    binder_of_part: Option<usize>,
}

/// The triggers found so far in the quantifier being lowered.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriggerFrame {
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

impl TriggerFrame {
    /// What the user said about triggers.
    pub(crate) fn finish(self) -> Trigger {
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

impl Fx<'_, '_> {
    /// The closure that is an argument, below implicit steps.
    pub(super) fn closure<'e>(&self, e: &'e tree::Expr) -> Result<(&'e [ClosureParam], &'e tree::Expr)> {
        match &e.kind {
            T::Closure { params, body, .. } => Ok((params, body)),
            T::Ref { expr, .. } | T::Adjust(_, expr) => self.closure(expr),
            T::Block(None, tree::Block { stmts, tail: Some(tail) }) if stmts.is_empty() => self.closure(tail),
            _ => fail(Language::Closure, "a closure is expected here", e.span),
        }
    }

    /// The bound variables of a closure, declared.
    pub(super) fn binders(&mut self, params: &[ClosureParam]) -> Result<Vec<Binder>> {
        let mut binders = Vec::new();
        for param in params {
            match &param.pat.kind {
                tree::PatKind::Binding { local, sub: None, .. } => binders.push(self.declare_local(*local)?),
                tree::PatKind::Wild => {
                    let ty = self.cx.ty(&param.ty, param.pat.span)?;
                    binders.push(Binder { var: self.fresh("_"), ty });
                }
                _ => return fail(Unsupported::Binder, "a bound variable must be a plain name", param.pat.span),
            }
        }
        Ok(binders)
    }

    /// Lowers the body of a binder and collects the triggers written in it. A marked term without a variable of this binder
    /// is a trigger of the binder around it; without `binders`, every marked term is one of this. Errs with
    /// `language/bad-trigger` where the user gives some and leaves the choice to the encoder as well, and where a match arm
    /// or a `let` binds a variable of a marked term.
    pub(super) fn with_frame<R>(
        &mut self,
        binders: Option<&[Binder]>,
        f: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<(R, Trigger)> {
        self.triggers.push(TriggerFrame::default());
        let result = f(self);
        let mut frame = self.triggers.pop().unwrap_or_default();
        let result = result?;
        if let Some(mark) = frame.marked.iter().find(|mark| mark.binder_of_part == Some(self.triggers.len())) {
            return fail(Language::BadTrigger, LET_IN_TRIGGER, mark.term.span);
        }
        let is_own = |mark: &Mark| {
            let free = subst::free_vars(&mark.term);
            binders.is_none_or(|binders| binders.iter().any(|binder| free.contains(&binder.var)))
        };
        let (own, others) = frame.marked.into_iter().partition(is_own);
        frame.marked = own;
        if let Some(outer) = self.triggers.last_mut() {
            outer.marked.extend::<Vec<Mark>>(others);
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
        let outer = std::mem::take(&mut self.triggers);
        let result = f(self);
        self.triggers = outer;
        Ok((result?, Trigger::Auto))
    }

    /// The variables and the pure body of a quantifier, `choose` or spec closure, and the triggers written in it.
    ///
    /// In the statements that show why a definition is a definition, proof blocks in the body are run on the side, for
    /// any values of the variables, with what the body calls checked there.
    fn bound_body(&mut self, params: &[ClosureParam], body: &tree::Expr) -> Result<(Vec<Binder>, Expr, Trigger)> {
        let binders = self.binders(params)?;
        let checks = self.owner.mode == Mode::Spec && !self.pure;
        let allowed = self.proof_in_pure || checks;
        let outside = (std::mem::replace(&mut self.proof_in_pure, allowed), std::mem::take(&mut self.proof_skipped));
        let result = self.with_frame(Some(&binders), |fx| fx.purely(|fx| fx.expr(body)));
        let skipped = self.proof_skipped;
        (self.proof_in_pure, self.proof_skipped) = (outside.0, outside.1 || skipped);
        let (value, trigger) = result?;
        if !(checks && skipped) {
            return Ok((binders, value, trigger));
        }
        let any = self.binders(params)?;
        let (stmts, ()) = self.collect(|fx| {
            let (value, _) = fx.with_frame(None, |fx| fx.aside(|fx| fx.ghostly(|fx| fx.expr(body))))?;
            fx.emit(StmtKind::Check(value), body.span);
            Ok(())
        })?;
        self.emit(StmtKind::Aside { binders: any, body: stmts, conclusions: Vec::new() }, body.span);
        let (ty, span) = (value.ty.clone(), value.span);
        Ok((binders, Expr::new(ExprKind::Checked(value), ty, span), trigger))
    }

    /// The body is pure: it has a value for every value of the variables, and no moment at which it runs.
    pub(super) fn quantifier(&mut self, kind: QuantKind, arg: &tree::Expr, span: Span) -> Result<Expr> {
        let (params, body) = self.closure(arg)?;
        let (binders, body, trigger) = self.bound_body(params, body)?;
        self.expect_bool(&body, "the body of a quantifier")?;
        self.check_triggers(&trigger, &binders, &body, span)?;
        Ok(Expr::new(ExprKind::Quant(kind, binders, trigger, body), Ty::Bool, span))
    }

    /// Some values that meet the condition, if there are any, and otherwise any values: nothing has to be proved here,
    /// and nothing is known of the result unless the condition is shown to be possible.
    pub(super) fn choose(&mut self, arg: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let (params, body) = self.closure(arg)?;
        let (binders, cond, trigger) = self.bound_body(params, body)?;
        self.expect_bool(&cond, "the condition of `choose`")?;
        self.check_triggers(&trigger, &binders, &cond, e.span)?;
        let ty = self.cx.ty(&e.ty, e.span)?;
        let vars: Vec<Expr> = binders.iter().map(|b| Expr::var(&b.var, b.ty.clone(), e.span)).collect();
        let result = match (&vars[..], &ty) {
            ([one], _) => one.clone(),
            (_, Ty::Data(path, _)) => {
                let fields = vars.into_iter().enumerate().map(|(i, v)| (i.to_string().into(), v)).collect();
                Expr::new(ExprKind::Ctor(path.clone(), path.clone(), fields), ty.clone(), e.span)
            }
            _ => return fail(Unsupported::Choose, "this form of `choose` is not supported", e.span),
        };
        Ok(Expr::new(ExprKind::Choose(binders, trigger, cond, result), ty, e.span))
    }

    /// A mathematical function. A trigger in it has the form of one, and means nothing: no quantifier binds its variables.
    pub(super) fn lambda(&mut self, arg: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let (params, body) = self.closure(arg)?;
        let (binders, body, trigger) = self.bound_body(params, body)?;
        if let Trigger::Given(_) = trigger {
            self.check_triggers(&trigger, &binders, &body, e.span)?;
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        Ok(Expr::new(ExprKind::Lambda(binders, body), ty, e.span))
    }

    /// Declares variables that a match arm or a `let` binds in the body of the innermost binder.
    pub(super) fn bound_below(&mut self, locals: impl IntoIterator<Item = tree::LocalId>) {
        if let Some(frame) = self.triggers.last_mut() {
            frame.bound_below.extend(locals);
        }
    }

    /// What a match arm that binds variables gives; see [`ExprKind::Arm`].
    pub(super) fn arm(&self, value: Expr) -> Expr {
        match self.pure && !self.triggers.is_empty() {
            true => Expr::new(ExprKind::Arm(value.clone()), value.ty, value.span),
            false => value,
        }
    }

    /// `#[trigger] e`.
    pub(super) fn trigger_mark(&mut self, arg: &tree::Expr) -> Result<Expr> {
        let mentioned = |frame: &TriggerFrame| frame.bound_below.iter().any(|local| tree::visit::mentions(arg, *local));
        let binder_of_part = self.triggers.iter().rposition(mentioned);
        if let Some(frame) = self.triggers.last_mut() {
            frame.open_marks += 1;
        }
        let value = self.expr(arg);
        if let Some(frame) = self.triggers.last_mut() {
            frame.open_marks -= 1;
            frame.marked.extend(value.iter().cloned().map(|term| Mark { term, binder_of_part }));
        }
        value
    }

    /// `#![trigger a, b]` around an expression. Errs with `language/bad-trigger` inside of a trigger.
    pub(super) fn with_trigger(&mut self, triggers: &tree::Expr, body: &tree::Expr) -> Result<Expr> {
        if self.triggers.last().is_some_and(|frame| frame.open_marks > 0) {
            return fail(Language::BadTrigger, "triggers cannot contain #![trigger ...]", triggers.span);
        }
        self.trigger_group(triggers)?;
        self.expr(body)
    }

    /// One multi-pattern of the innermost quantifier.
    pub(crate) fn trigger_group(&mut self, triggers: &tree::Expr) -> Result<()> {
        let terms = match &triggers.kind {
            T::Tuple(items) | T::Array(items) => items.iter().collect::<Vec<_>>(),
            _ => vec![triggers],
        };
        let group = self.purely(|fx| terms.into_iter().map(|t| fx.expr(t)).collect::<Result<Vec<_>>>())?;
        if let Some(frame) = self.triggers.last_mut() {
            frame.groups.push(group);
        }
        Ok(())
    }

    /// `#![auto]` around an expression.
    pub(super) fn auto_trigger(&mut self, body: &tree::Expr) -> Result<Expr> {
        self.mark_auto_trigger();
        self.expr(body)
    }

    /// The encoder is to choose the triggers of the innermost quantifier.
    pub(crate) fn mark_auto_trigger(&mut self) {
        if let Some(frame) = self.triggers.last_mut() {
            frame.left_open = true;
        }
    }

    /// `#![all_triggers]` around an expression.
    pub(super) fn all_triggers(&mut self, body: &tree::Expr) -> Result<Expr> {
        self.mark_all_triggers();
        self.expr(body)
    }

    /// Every minimal trigger of the innermost quantifier is to be used.
    pub(crate) fn mark_all_triggers(&mut self) {
        if let Some(frame) = self.triggers.last_mut() {
            frame.all = true;
            frame.left_open = true;
        }
    }

    /// The front end has typed the program already; this guards against a form whose type is not what it looks like.
    pub(super) fn expect_bool(&self, e: &Expr, what: &str) -> Result<()> {
        if *e.ty.value() == Ty::Bool {
            return Ok(());
        }
        fail(Language::Type, format!("{what} must be a Boolean expression"), e.span)
    }
}
