//! Candidate invariants of a loop: facts that are known before the loop about variables that it changes.
//!
//! For example, if `i <= n` is known before a loop that changes `i`, it is a candidate. The caller tests whether each
//! iteration preserves it.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::Span;
use certus_vir::subst::{Subst, free_vars};
use certus_vir::{Clause, Expr, ExprKind, Function, LoopStmt, Program, Var, visit};

use crate::context::Intro;
use crate::side_proofs::conjuncts;
use crate::walk::Walker;

/// The maximal number of candidates for a loop.
const MOST: usize = 8;

/// The facts that are known before the loop with this keyword, as candidate invariants, without its own invariants. An
/// iteration may not preserve them.
pub fn candidates(program: &Program, function: &Function, loop_span: Span) -> Vec<Clause> {
    let Some(check) = &function.check else { return Vec::new() };
    let mut walker = Walker::new(program, function);
    walker.wanted = Some(loop_span);
    walker.function(check);
    walker.found
}

impl Walker<'_> {
    /// Stores the facts that are known before a loop, if it is the loop that the caller wants.
    pub(crate) fn collect(&mut self, l: &LoopStmt) {
        let (true, Some(at)) = (self.wanted == Some(l.head_span) && self.found.is_empty(), self.state.at) else {
            return;
        };
        let mut changed: BTreeSet<Var> = visit::assigned(&l.body);
        changed.extend(l.modified.iter().map(|(binder, _)| binder.var.clone()));
        // If a variable was assigned the value of another one, and changes, the fact is about this variable.
        let mut current: BTreeMap<Var, &Var> = BTreeMap::new();
        for (var, value) in &self.state.env {
            let value = self.same(value);
            if changed.contains(var) || !current.contains_key(&value) {
                current.insert(value, var);
            }
        }
        let mut facts = Vec::new();
        self.contexts[self.state.context].known(at).into_iter().for_each(|fact| conjuncts(fact, &mut facts)); // As in `context`.
        let parts = self.parts(&changed);
        let facts: Vec<Expr> = facts.iter().map(|fact| with_values(fact, &parts)).collect();
        let has = |span: Span| l.invariants.iter().chain(&l.invariants_except_break).any(|clause| clause.span == span);
        let mut found: Vec<Clause> = Vec::new();
        for fact in facts {
            let is_new = !has(fact.span) && found.iter().all(|clause| clause.span != fact.span);
            let named: Vec<(Var, Var)> = free_vars(&fact).into_iter().map(|var| (self.same(&var), var)).collect();
            let is_changed = |value: &Var| current.get(value).is_some_and(|var| changed.contains(*var));
            if !is_new || found.len() == MOST || !named.iter().any(|(value, _)| is_changed(value)) {
                continue;
            }
            let mut subst = Subst::new();
            let all_named = named.iter().all(|(value, written)| {
                let Some(ty) = self.names.ty(written).cloned() else { return false };
                let is_param = self.function.params.iter().any(|param| param.var == *value);
                let kind = match current.get(value) {
                    Some(var) => ExprKind::Var((*var).clone()),
                    None if is_param => ExprKind::Old(value.clone()),
                    None => return false,
                };
                subst.var(written, Expr::new(kind, ty, fact.span));
                true
            });
            if all_named {
                found.push(Clause { expr: subst.apply(&fact), span: fact.span });
            }
        }
        self.found = found;
    }
    /// The definitions of the changing variables, as text, with their values. For `x = current(y)`, facts are about the
    /// right side.
    fn parts(&self, changed: &BTreeSet<Var>) -> Vec<(String, Expr)> {
        let part = |var: &Var| {
            let value = self.state.env.get(var)?;
            match self.contexts[self.state.context].intro(value) {
                // As in `context`.
                Some(Intro::Def(expr)) if !matches!(&*expr.kind, ExprKind::Var(_) | ExprKind::Const(_)) => {
                    Some((expr.to_string(), Expr::var(value, self.names.ty(value)?.clone(), expr.span)))
                }
                _ => None,
            }
        };
        changed.iter().filter_map(part).collect()
    }

    /// The first value in the chain of definitions of this value.
    fn same(&self, value: &Var) -> Var {
        let mut value = value.clone();
        // A definition uses earlier values, so this loop ends.
        while let Some(Intro::Def(expr)) = self.contexts[self.state.context].intro(&value) // As in `context`.
            && let ExprKind::Var(other) = &*expr.kind
        {
            value = other.clone();
        }
        value
    }
}

/// The fact with the defined values in place of their definitions.
fn with_values(fact: &Expr, parts: &[(String, Expr)]) -> Expr {
    visit::deep(|| {
        let text = if parts.is_empty() { String::new() } else { fact.to_string() };
        match parts.iter().find(|(part, _)| *part == text) {
            Some((_, value)) => Expr { span: fact.span, ..value.clone() },
            None => visit::map_children(fact, &mut |e| with_values(e, parts)),
        }
    })
}
