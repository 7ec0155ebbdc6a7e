//! What may be a trigger, whether anything comes to be proved with it or not.
//!
//! Guide pages `trigger-annotations` and `multitriggers`. The solver looks for terms of the form of a trigger. It finds no
//! comparison, condition or binder, as those are no terms of its own; what a `let` stands for is not what was written.

use std::collections::HashSet;

use certus_diagnostics::{Language, Span};
use certus_vir::triggers::{self, Bound};
use certus_vir::{Binder, Body, Expr, ExprKind, Function, Name, Program, Trigger, Ty, Var, subst, visit};

use super::Fx;
use super::trigger_forms::check_forms;
use crate::context::{Context, Quantifier};
use crate::error::{Failed, Result, fail};

impl Fx<'_, '_> {
    /// Errs with `language/bad-trigger` and `language/trigger-coverage` for the triggers of a quantifier or `choose`, and
    /// with `language/no-trigger` for a variable that no term mentions which could be one.
    /// A quantifier of EPR mode, or in a function for the nonlinear prover, needs none: the solver takes it as it is.
    pub(super) fn check_triggers(
        &mut self,
        trigger: &Trigger,
        binders: &[Binder],
        body: &Expr,
        span: Span,
    ) -> Result<()> {
        let is_exempt = self.is_nonlinear() || self.owner().is_epr;
        if self.cx.tree.is_local(self.owner().def) && (!is_exempt || matches!(trigger, Trigger::Given(_))) {
            let (binders, trigger, body) = (binders.to_vec(), trigger.clone(), body.clone());
            self.cx.uses.add_quantifier(Quantifier { binders, trigger, body, span });
        }
        let Trigger::Given(groups) = trigger else {
            return if is_exempt { Ok(()) } else { check_automatic(binders, &[], trigger, body, span) };
        };
        check_forms(groups, body)?;
        for group in groups {
            let free: HashSet<Var> = group.iter().flat_map(subst::free_vars).collect();
            let missing = binders.iter().find(|binder| !free.contains(&binder.var));
            if let (Some(missing), Some(first)) = (missing, group.first()) {
                let text = format!("trigger does not cover variable `{}`", missing.var.name);
                return fail(Language::TriggerCoverage, text, first.span);
            }
        }
        Ok(())
    }
}

/// Errs with `language/no-trigger` where no trigger can be found for what a quantifier or broadcast function binds.
pub(crate) fn check_automatic(
    binders: &[Binder],
    types: &[Name],
    trigger: &Trigger,
    body: &Expr,
    span: Span,
) -> Result<()> {
    let vars = binders.iter().map(|binder| Bound::Var(binder.var.clone()));
    let bound: Vec<Bound> = vars.chain(types.iter().cloned().map(Bound::Type)).collect();
    if !bound.is_empty() && triggers::uncovered(body, &bound, matches!(trigger, Trigger::All)).is_none() {
        return Ok(());
    }
    let text = "Could not automatically infer triggers for this quantifier. Use #[trigger] annotations to manually mark \
                trigger terms instead.";
    fail(Language::NoTrigger, text, span)
}

/// Checks the quantifiers that mention inline functions again, with definitions in the place of calls: a trigger is looked
/// for in what is then left. Errs as the checks at the quantifiers do.
pub(crate) fn check_inlined(cx: &mut Context<'_>) -> Result<()> {
    let mut errors = Vec::new();
    for quantifier in cx.uses.take_quantifiers() {
        if let Err(Failed(list)) = check_inlined_in(cx.output.program(), &quantifier) {
            errors.extend(list);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
}

/// Where the user named a trigger, that term must still be one after the calls in it are replaced.
fn check_inlined_in(program: &Program, quantifier: &Quantifier) -> Result<()> {
    let Quantifier { binders, trigger, body, span } = quantifier;
    let mut inliner = Inliner { program, left: MAX_INLINED };
    match trigger {
        Trigger::Given(groups) => {
            let mut replaced = |group: &Vec<Expr>| group.iter().map(|e| inliner.replace(e)).collect();
            let groups: Vec<Vec<Expr>> = groups.iter().map(&mut replaced).collect();
            if inliner.replaced_all() { check_forms(&groups, body) } else { Ok(()) }
        }
        Trigger::Auto | Trigger::All => {
            let body = inliner.replace(body);
            if inliner.replaced_all() { check_automatic(binders, &[], trigger, &body, *span) } else { Ok(()) }
        }
    }
}

/// How many calls of inline functions are replaced in one quantifier. Definitions that call others twice grow without
/// bounds; beyond this the encoder alone judges the trigger.
const MAX_INLINED: u32 = 10_000;

/// Puts definitions in the place of the calls of inline functions, at the places of the calls.
struct Inliner<'p> {
    program: &'p Program,
    /// How many calls may still be replaced.
    left: u32,
}

impl Inliner<'_> {
    /// Whether there was a call to replace, and none was left.
    fn replaced_all(&self) -> bool {
        (1..MAX_INLINED).contains(&self.left)
    }

    /// Replaces from inside out, so that an argument is in its final form when the definition takes it.
    fn replace(&mut self, e: &Expr) -> Expr {
        let e = visit::deep(|| visit::map_children(e, &mut |e| self.replace(e)));
        let (Some((function, body)), ExprKind::Call(_, _, args)) = (inline_definition(self.program, &e), &*e.kind)
        else {
            return e;
        };
        if self.left == 0 {
            return e;
        }
        self.left -= 1;
        let mut subst = subst::Subst::new();
        for (param, arg) in function.params.iter().zip(args) {
            subst.var(&param.var, arg.clone());
        }
        self.replace(&Expr { span: e.span, ..subst.apply(body) })
    }
}

/// The function that an expression calls, with its definition, if that takes the place of the call.
fn inline_definition<'p>(program: &'p Program, e: &Expr) -> Option<(&'p Function, &'p Expr)> {
    let ExprKind::Call(path, ..) = &*e.kind else { return None };
    let function = program.functions.get(path).filter(|function| function.inline)?;
    match &function.body {
        Body::Spec(body) => Some((function, body)),
        _ => None,
    }
}

/// The type parameters in the types of terms and of what they are made of.
pub(crate) fn type_params(terms: &[Expr]) -> HashSet<Name> {
    fn add(ty: &Ty, found: &mut HashSet<Name>) {
        if let Ty::Param(name) = ty {
            found.insert(name.clone());
        }
        ty.parts().for_each(|part| add(part, found));
    }
    let mut found = HashSet::new();
    for term in terms {
        visit::walk(term, &mut |e| {
            add(&e.ty, &mut found);
            match &*e.kind {
                ExprKind::Call(_, tys, _) => tys.iter().for_each(|ty| add(ty, &mut found)),
                ExprKind::TypeConst(ty) => add(ty, &mut found),
                _ => {}
            }
        });
    }
    found
}
