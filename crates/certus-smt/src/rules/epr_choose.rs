//! # Rule `epr-choose`
//!
//! ```smt
//! (=> (exists ((x D)) COND) COND[choose%H/x])
//! ```
//!
//! True because the constant `choose%H` is, in the model, a value that meets the condition if something does, and any value
//! otherwise. It is the same for the same condition. A condition that depends on a bound variable is refused: the choice
//! would be a function of it.

use certus_diagnostics::{Language, Span};
use certus_vir::{Binder, Expr};

use crate::epr::context::{Epr, outside};
use crate::error::Res;
use crate::names;
use crate::term::{self, Kind, Quant, Sym, Term};
use crate::value::{Env, Val};

impl Epr<'_> {
    /// Rule `epr-choose`: the result for the values that are chosen to meet the condition.
    pub(crate) fn choose(
        &mut self,
        env: &Env,
        binders: &[Binder],
        (condition, result): (&Expr, &Expr),
        span: Span,
    ) -> Res<Term> {
        let (mut inner, mut bounds) = (env.clone(), Vec::new());
        for binder in binders {
            let (next, bound) = self.bind(&inner, binder, span)?;
            inner = next;
            bounds.push(bound);
        }
        let body = self.formula(&inner, condition)?;
        let some = term::quant(Quant {
            forall: false,
            binders: bounds.clone(),
            patterns: Vec::new(),
            body: body.clone(),
            qid: None,
        });
        if !some.free.is_empty() || bounds.iter().any(|(_, sort)| **sort == *"Bool") {
            let text = "a `choose` that depends on a bound variable is a function that EPR does not have";
            return Err(outside(Language::EprChoose, text, span, "say `exists` instead"));
        }
        let key = canonical(&some);
        let mut chosen = env.clone();
        let mut values = Vec::new();
        for (index, (binder, (name, sort))) in binders.iter().zip(&bounds).enumerate() {
            let wanted = format!("choose%{}.{index}", names::digest(&key));
            let sym = self.theory().symbol(&format!("choose {index} {key}"), &wanted);
            self.theory().declare(&sym, Vec::new(), sort);
            self.mean(&sym, &format!("choose {}", binder.var.name), span);
            let value = term::constant(&sym, sort);
            chosen = chosen.bind(&binder.var, Val::plain(value.clone()));
            values.push((name.clone(), value));
        }
        if self.theory().once(&format!("choose {key}")) {
            let place = |name: &Sym| values.iter().find(|(bound, _)| bound == name).map(|(_, value)| value.clone());
            let witness = term::subst(&body, &place);
            self.theory().state(&key, term::implies(some, witness));
        }
        Ok(self.expr(&chosen, result)?.term)
    }
}

/// A text that is the same for formulas that differ in the names of their bound variables only.
fn canonical(t: &Term) -> String {
    fn rename(t: &Term, depth: usize) -> Term {
        let Kind::Quant(q) = &t.kind else { return term::map(t, &mut |part| rename(part, depth)) };
        let name = |index: usize| -> Sym { format!("{}${}", depth, index).into() };
        let place = |sym: &Sym| {
            let index = q.binders.iter().position(|(bound, _)| bound == sym)?;
            Some(term::var(&name(index), &q.binders.get(index)?.1))
        };
        let body = rename(&term::subst(&q.body, &place), depth + 1);
        let binders = q.binders.iter().enumerate().map(|(index, (_, sort))| (name(index), sort.clone())).collect();
        term::quant(Quant { forall: q.forall, binders, patterns: Vec::new(), body, qid: None })
    }
    term::text(&rename(t, 0))
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::epr::*;
    use crate::common::{name, sp};

    #[test]
    fn epr_choose_needs_a_witness() {
        let chosen = |condition: Expr| {
            let binders = vec![Binder { var: name("n"), ty: node() }];
            Expr::new(ExprKind::Choose(binders, Trigger::Auto, condition, x("n")), node(), sp())
        };
        let holds = |of: Expr| relation("crate::p", vec![of]);
        assert!(follows(&[p("a")], holds(chosen(p("n")))));
        assert!(!follows(&[], holds(chosen(p("n")))));
        assert!(follows(&[], Expr::eq(chosen(p("n")), chosen(p("n")))));
        assert!(!follows(&[], Expr::eq(chosen(p("n")), chosen(Expr::not(p("n"))))));
    }
}
