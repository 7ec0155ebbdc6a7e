//! Quantifiers and `choose`.

use certus_diagnostics::{Diagnostic, Fix, Language, Span};
use certus_vir::{Binder, Expr, ExprKind, Prover, QuantKind, Trigger, subst, visit};

use crate::encoder::Encoder;
use crate::error::EncodeError;
use crate::error::Res;
use crate::ints::made_of_variable;
use crate::lambda::{Lifted, lift};
use crate::names;
use crate::term::{self, Bound, Quant, Role, Sort, Sym, Term};
use crate::translate::operator_name;
use crate::trigger::{self, Flaw};
use crate::value::{Env, Val};

/// A formula under binders with its triggers.
struct Scoped {
    vars: Vec<Bound>,
    guard: Term,
    groups: Vec<Vec<Term>>,
    body: Term,
}

impl Encoder<'_> {
    /// Rule `quantifier`: a bound integer is an `Int` with its range as a guard, unless a trigger has it where it is
    /// kept in its stored form (as an element, as a generic argument); then it is bound in that form, so that the
    /// trigger matches.
    pub(crate) fn quantifier(
        &mut self,
        env: &Env,
        kind: QuantKind,
        binders: &[Binder],
        trigger: &Trigger,
        body: &Expr,
        span: Span,
    ) -> Res<Term> {
        let scoped = self.scoped(env, binders, trigger, body, span)?;
        let forall = kind == QuantKind::Forall;
        let body =
            if forall { term::implies(scoped.guard, scoped.body) } else { term::and([scoped.guard, scoped.body]) };
        let qid = self.origins.as_mut().and_then(|origins| origins.of_source(span, &scoped.groups));
        Ok(term::quant(Quant { forall, binders: scoped.vars, patterns: scoped.groups, body, qid }))
    }

    /// Rule `choose`: a function of what the condition captures. If some values meet the condition, these do; their
    /// ranges they meet in any case. Equal conditions of equal captures choose equal values.
    pub(crate) fn choose(
        &mut self,
        env: &Env,
        binders: &[Binder],
        trigger: &Trigger,
        (cond, result): (&Expr, &Expr),
        span: Span,
    ) -> Res<Val> {
        let scoped = self.scoped(env, binders, trigger, cond, span)?;
        let body = term::and([scoped.guard.clone(), scoped.body]);
        let all: Vec<Term> = std::iter::once(body).chain(scoped.groups.iter().flatten().cloned()).collect();
        let lifted = lift(&scoped.vars, &all);
        let key = format!("choose {}", lifted.key());
        let base = format!("choose%{}", names::digest(&key));
        let mut symbols = Vec::new();
        for (index, (_, sort)) in scoped.vars.iter().enumerate() {
            let name = if index == 0 { base.clone() } else { format!("{base}.{index}") };
            symbols.push((self.symbol(&format!("{index} {key}"), &name), sort.clone()));
        }
        let params: Vec<Sort> = lifted.params.iter().map(|(_, sort)| sort.clone()).collect();
        let mut is_new = false;
        for (sym, sort) in &symbols {
            is_new |= self.out.function(sym, params.clone(), sort);
        }
        if is_new {
            let shape: Vec<usize> = scoped.groups.iter().map(Vec::len).collect();
            self.choose_axioms(env, binders, &lifted, &shape, &symbols);
        }
        let mut inner = env.clone();
        for (binder, (sym, sort)) in binders.iter().zip(&symbols) {
            let term = term::app(sym, Role::Free, lifted.captures.clone(), sort);
            let ty = self.types.norm(&env.types, &binder.ty);
            let stored = self.stored_range(&ty).filter(|_| &**sort != "Int");
            inner = inner.bind(&binder.var, Val { term, stored });
        }
        self.expr(&inner, result)
    }

    fn choose_axioms(&mut self, env: &Env, binders: &[Binder], lifted: &Lifted, shape: &[usize], symbols: &[Bound]) {
        let Some((body, mut rest)) = lifted.terms.split_first() else {
            return;
        };
        let mut patterns = Vec::new();
        for len in shape {
            let (group, others) = rest.split_at((*len).min(rest.len()));
            patterns.push(group.to_vec());
            rest = others;
        }
        let chosen: Vec<Term> =
            symbols.iter().map(|(sym, sort)| term::app(sym, Role::Free, lifted.param_terms(), sort)).collect();
        let place = |name: &Sym| {
            let index = lifted.binders.iter().position(|(bound, _)| bound == name)?;
            chosen.get(index).cloned()
        };
        let witness = term::subst(body, &place);
        let some = Quant { forall: false, binders: lifted.binders.clone(), patterns, body: body.clone(), qid: None };
        let mut facts = vec![term::implies(term::quant(some), witness)];
        for (binder, value) in binders.iter().zip(&chosen) {
            let ty = self.types.norm(&env.types, &binder.ty);
            if let Some(kind) = self.stored_range(&ty).filter(|_| &*value.sort == "Int") {
                facts.push(self.range(kind, value));
            }
        }
        let owner = symbols.first().map(|(sym, _)| sym.to_string()).unwrap_or_default();
        let patterns = chosen.iter().map(|t| vec![t.clone()]).collect();
        let all = Quant { forall: true, binders: lifted.params.clone(), patterns, body: term::and(facts), qid: None };
        self.out.axiom(&owner, term::quant(all));
    }

    /// A formula under binders: first every integer as an `Int`, and once more with those that a trigger has in their
    /// stored form.
    fn scoped(&mut self, env: &Env, binders: &[Binder], trigger: &Trigger, body: &Expr, span: Span) -> Res<Scoped> {
        let mut stored = vec![false; binders.len()];
        loop {
            let (inner, vars, guard) = self.bind_all(env, binders, &stored)?;
            let mut translated = None;
            let groups = match trigger {
                Trigger::Given(groups) => self.given_groups(&inner, groups, body, &vars)?,
                Trigger::Auto | Trigger::All => {
                    let body = self.formula(&inner, body)?;
                    let groups = self.chosen_groups(&body, &vars, matches!(trigger, Trigger::All), span)?;
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
                None => self.formula(&inner, body)?,
            };
            return Ok(Scoped { vars, guard, groups, body }.check());
        }
    }

    fn bind_all(&mut self, env: &Env, binders: &[Binder], stored: &[bool]) -> Res<(Env, Vec<Bound>, Term)> {
        let mut inner = env.clone();
        let mut vars = Vec::new();
        let mut guards = Vec::new();
        for (binder, is_stored) in binders.iter().zip(stored) {
            let ty = self.types.norm(&env.types, &binder.ty);
            let name = inner.binder(&binder.var);
            let range = self.stored_range(&ty);
            let sort = if *is_stored { self.stored_sort(&ty)? } else { self.sort(&ty)? };
            let value = term::var(&name, &sort);
            if let (Some(kind), false) = (range, *is_stored) {
                guards.push(self.range(kind, &value));
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
                let t = self.expr(env, &under_lets(e, body))?.term;
                let (t, operators) = trigger::given(&t).map_err(|flaw| bad_trigger(&flaw, e.span))?;
                self.in_triggers.extend(operators.iter().map(|(symbol, n)| operator_name(symbol, *n)));
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
            if self.obligation.prover == Prover::Nonlinear {
                return Ok(Vec::new());
            }
            let message = "Could not automatically infer triggers for this quantifier. Use #[trigger] annotations to \
                           manually mark trigger terms instead.";
            return Err(EncodeError(vec![Diagnostic::error(Language::NoTrigger, message, span)]));
        };
        if !chosen.is_confident {
            let groups: Vec<Vec<String>> = chosen.groups.iter().map(|group| trigger::readable(group)).collect();
            let text: Vec<String> = groups.iter().map(|group| group.join(", ")).collect();
            let message = format!("automatically chose triggers for this quantifier: {}", text.join("; or "));
            self.notes.push(Diagnostic::note(Language::TriggerChoice, message, span).with_fix(Fix::Triggers(groups)));
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
                              comparison, a condition or a quantifier inside"
        }
    };
    EncodeError(vec![Diagnostic::error(Language::BadTrigger, message, span)])
}
