//! Formulas under binders: how each variable is bound, and which triggers there are.

use certus_diagnostics::{Diagnostic, Fix, Language, Span};
use certus_vir::{Binder, Expr, ExprKind, IntKind, Prover, Trigger, UnaryOp, subst, visit};

use crate::encoder::Encoder;
use crate::error::{EncodeError, Res};
use crate::rules::stored::{made_of_variable, stored_range};
use crate::term::{self, Bound, Sym, Term};
use crate::trigger::{self, Flaw};
use crate::value::{Env, Val};

/// A formula of the source under binders.
#[derive(Clone, Copy)]
pub(crate) struct Binding<'e> {
    /// The variables that are bound.
    pub binders: &'e [Binder],
    /// What is said of triggers.
    pub trigger: &'e Trigger,
    /// The formula.
    pub body: &'e Expr,
    /// Where it stands.
    pub span: Span,
}

/// The same translated. Each group of triggers covers the variables.
pub(crate) struct Scoped {
    /// The variables with their sorts.
    pub vars: Vec<Bound>,
    /// That those which are an `Int` lie in their ranges.
    pub guard: Term,
    /// The groups of triggers.
    pub groups: Vec<Vec<Term>>,
    /// The formula.
    pub body: Term,
}

impl Encoder<'_> {
    /// A formula under binders: first every integer as an `Int`, and once more with those that a trigger has in their
    /// stored form.
    pub(crate) fn scoped(&mut self, env: &Env, of: Binding<'_>) -> Res<Scoped> {
        let mut stored = vec![false; of.binders.len()];
        loop {
            let (inner, vars, guard) = self.bind_all(env, of.binders, &stored)?;
            let mut translated = None;
            let groups = match of.trigger {
                Trigger::Given(groups) => self.given_groups(&inner, groups, of.body, &vars)?,
                Trigger::Auto | Trigger::All => {
                    let body = self.formula(&inner, of.body)?;
                    let groups = self.chosen_groups(&body, &vars, matches!(of.trigger, Trigger::All), of.span)?;
                    translated = Some(body);
                    groups
                }
            };
            let mut changed = false;
            for (is_stored, (name, _)) in stored.iter_mut().zip(&vars) {
                if !*is_stored && groups.iter().flatten().any(|t| is_kept(t, name)) {
                    *is_stored = true;
                    changed = true;
                }
            }
            if changed {
                continue;
            }
            let body = match translated {
                Some(body) => body,
                None => self.formula(&inner, of.body)?,
            };
            return Ok(Scoped { vars, guard, groups, body }.check());
        }
    }

    fn bind_all(&mut self, env: &Env, binders: &[Binder], stored: &[bool]) -> Res<(Env, Vec<Bound>, Term)> {
        let mut inner = env.clone();
        let mut vars = Vec::new();
        let mut guards = Vec::new();
        for (binder, is_stored) in binders.iter().zip(stored) {
            let ty = self.view().norm(env.types(), &binder.ty);
            let name = inner.binder(&binder.var);
            let range = stored_range(&ty);
            let words = self.vocabulary();
            let sort = if *is_stored { words.stored_sort(&ty)? } else { words.sort(&ty)? };
            let value = term::var(&name, &sort);
            if let (Some(kind), false) = (range, *is_stored) {
                guards.push(words.theory().range(kind, &value));
            }
            inner = inner.bind(&binder.var, Val { term: value, stored: range.filter(|_| *is_stored) });
            vars.push((name, sort));
        }
        Ok((inner, vars, term::and(guards)))
    }

    /// Triggers that the user gave. Every group has to cover the binders.
    fn given_groups(&mut self, env: &Env, groups: &[Vec<Expr>], body: &Expr, vars: &[Bound]) -> Res<Vec<Vec<Term>>> {
        let mut all = Vec::new();
        for group in groups {
            let mut terms = Vec::new();
            for e in group {
                if let ExprKind::Unary(UnaryOp::Clip(kind), _) = &*e.kind
                    && *kind != IntKind::Int
                {
                    self.operators().cast_in_trigger(*kind);
                }
                let t = self.expr(env, &under_lets(e, body))?.term;
                let (t, operators) = trigger::given(&t).map_err(|flaw| bad_trigger(&flaw, e.span))?;
                self.operators().in_trigger(&operators);
                terms.push(t);
            }
            // What mentions no variable of this quantifier marks a trigger of one further out.
            if terms.iter().any(|t| vars.iter().any(|(name, _)| t.free.contains(name))) {
                terms.retain(|t| vars.iter().any(|(name, _)| t.free.contains(name)));
            }
            let missing = vars.iter().find(|(name, _)| !terms.iter().any(|t| t.free.contains(name)));
            if let (Some((name, _)), Some(first)) = (missing, group.first()) {
                let name = name.split('$').next().unwrap_or(name);
                let message = format!("trigger does not cover variable `{name}`");
                return Err(EncodeError(vec![Diagnostic::error(Language::TriggerCoverage, message, first.span)]));
            }
            all.push(terms);
        }
        Ok(all)
    }

    fn chosen_groups(&mut self, body: &Term, vars: &[Bound], all: bool, span: Span) -> Res<Vec<Vec<Term>>> {
        let names: Vec<Sym> = vars.iter().map(|(name, _)| name.clone()).collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let Some(chosen) = trigger::choose(body, &names, all) else {
            // The nonlinear prover sees only integers; it is asked without instances in view.
            if self.view().obligation().prover == Prover::Nonlinear {
                return Ok(Vec::new());
            }
            let message = "Could not automatically infer triggers for this quantifier. Use #[trigger] annotations to \
                           manually mark trigger terms instead.";
            let help = "a trigger is a call or an index with the variable: if there is none, name the condition with a `spec fn`, \
                        and mark its call with `#[trigger]`";
            return Err(EncodeError(vec![Diagnostic::error(Language::NoTrigger, message, span).with_help(help)]));
        };
        if !chosen.is_confident {
            let groups: Vec<Vec<String>> = chosen.groups.iter().map(|group| trigger::readable(group)).collect();
            let text: Vec<String> = groups.iter().map(|group| group.join(", ")).collect();
            let message = format!("automatically chose triggers for this quantifier: {}", text.join("; or "));
            self.remark(Diagnostic::note(Language::TriggerChoice, message, span).with_fix(Fix::Triggers(groups)));
        }
        Ok(chosen.groups)
    }
}

impl Scoped {
    /// In debug builds, that what was built keeps to its own rules.
    fn check(self) -> Scoped {
        debug_assert!(self.groups.iter().all(|g| self.vars.iter().all(|v| g.iter().any(|t| t.free.contains(&v.0)))));
        self
    }
}

/// Whether a trigger has a variable in its stored form.
fn is_kept(t: &Term, name: &Sym) -> bool {
    let mut found = false;
    term::visit(t, &mut |part| {
        found |= made_of_variable(part) == Some(name);
        !found
    });
    found
}

/// A trigger with the local definitions of the body that it mentions.
fn under_lets(trigger: &Expr, body: &Expr) -> Expr {
    let mut lets = Vec::new();
    visit::walk(body, &mut |e| {
        if let ExprKind::Let(binder, value, _) = &*e.kind {
            lets.push((binder.clone(), value.clone()));
        }
    });
    lets.into_iter().rev().fold(trigger.clone(), |e, (binder, value)| {
        if !subst::free_vars(&e).contains(&binder.var) {
            return e;
        }
        let (ty, span) = (e.ty.clone(), e.span);
        Expr::new(ExprKind::Let(binder, value, e), ty, span)
    })
}

fn bad_trigger(flaw: &Flaw, span: Span) -> EncodeError {
    let message = match flaw {
        Flaw::Form => "trigger must be a function call, a field access, or arithmetic operator",
        Flaw::Interpreted => {
            "trigger must be a function call, a field access, or arithmetic operator: this one has a \
                              comparison, a condition, a real number or a quantifier inside"
        }
    };
    EncodeError(vec![Diagnostic::error(Language::BadTrigger, message, span)])
}
