//! Quantifiers, `choose`, spec closures, and the triggers written in them.
//!
//! Guide pages `forall`, `exists`, `spec-choose`, `spec_closures`, `trigger-annotations` and `multitriggers`. Triggers
//! do not change what a formula means, only when the solver uses it. They are terms of the body, so they are collected
//! while the body is lowered, for the innermost quantifier around them.

use certus_diagnostics::{Language, Span, Unsupported};
use certus_tree::{self as tree, ClosureParam, ExprKind as T};
use certus_vir::{Binder, Expr, ExprKind, Mode, QuantKind, StmtKind, Trigger, Ty};

use super::Fx;
use crate::error::{Result, fail};

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
    /// Errs with `unsupported/binder` for a pattern: `forall|(a, b): (int, int)| p` would bind one variable that is
    /// not named.
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

    /// The variables and the pure body of a quantifier, `choose` or spec closure, and the triggers written in it.
    ///
    /// In the statements that show why a definition is a definition, proof blocks in the body are run on the side, for
    /// any values of the variables, with what the body calls checked there.
    fn bound_body(&mut self, params: &[ClosureParam], body: &tree::Expr) -> Result<(Vec<Binder>, Expr, Trigger)> {
        let binders = self.binders(params)?;
        let checks = self.owner().mode == Mode::Spec && !self.is_pure();
        let (result, skipped) =
            self.with_proofs(checks, |fx| fx.with_frame(Some(&binders), |fx| fx.purely(|fx| fx.expr(body))));
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
    /// `choose|x: T, y: U| p` gives a pair. Where `exists|x, y| p` can be shown, the pair meets `p`.
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
    /// Errs with `language/trigger-coverage` where the type of a variable has a type parameter: a solver that is given the
    /// trigger gets no term for the parameter and drops the whole pattern, so the text would say what is not done.
    pub(super) fn lambda(&mut self, arg: &tree::Expr, e: &tree::Expr) -> Result<Expr> {
        let (params, body) = self.closure(arg)?;
        let (binders, body, trigger) = self.bound_body(params, body)?;
        if let Trigger::Given(_) = trigger {
            self.check_triggers(&trigger, &binders, &body, e.span)?;
            let vars: Vec<Expr> = binders.iter().map(|b| Expr::var(&b.var, b.ty.clone(), e.span)).collect();
            if let Some(param) = super::triggers::type_params(&vars).iter().min() {
                let text = format!(
                    "a trigger in a closure covers no type parameter, and its variables have `{param}` in their types; \
                     take the trigger out: the closure means the same without it"
                );
                return fail(Language::TriggerCoverage, text, e.span);
            }
        }
        let ty = self.cx.ty(&e.ty, e.span)?;
        Ok(Expr::new(ExprKind::Lambda(binders, body), ty, e.span))
    }

    /// The front end has typed the program already; this guards against a form whose type is not what it looks like.
    pub(super) fn expect_bool(&self, e: &Expr, what: &str) -> Result<()> {
        if *e.ty.value() == Ty::Bool {
            return Ok(());
        }
        fail(Language::Type, format!("{what} must be a Boolean expression"), e.span)
    }
}
