//! # Rule `epr-quantifier`
//!
//! ```smt
//! (forall ((x D)) BODY)
//! (exists ((x D)) BODY)
//! (and BODY[true/x] BODY[false/x])             ; for all truth values x; for some: or
//! ```
//!
//! True because the sort has one element for each value of the type, and there are two truth values. There are no triggers
//! and no ranges.

use certus_diagnostics::Span;
use certus_vir::{Binder, Expr, QuantKind, Ty};

use crate::epr::context::Epr;
use crate::error::Res;
use crate::term::{self, Bound, Kind, Quant, Term};
use crate::value::{Env, Val};

impl Epr<'_> {
    /// Rule `epr-quantifier`: a formula for all values of variables, or for some.
    pub(crate) fn quantifier(
        &mut self,
        env: &Env,
        kind: QuantKind,
        (binders, body): (&[Binder], &Expr),
        span: Span,
    ) -> Res<Term> {
        let forall = kind == QuantKind::Forall;
        let Some((first, rest)) = binders.split_first() else { return self.formula(env, body) };
        let ty = self.view().norm(env.types(), &first.ty);
        if *ty.value() == Ty::Bool {
            let mut both = Vec::new();
            for value in [true, false] {
                let inner = env.bind(&first.var, Val::plain(term::boolean(value)));
                both.push(self.quantifier(&inner, kind, (rest, body), span)?);
            }
            return Ok(if forall { term::and(both) } else { term::or(both) });
        }
        let (inner, bound) = self.bind(env, first, span)?;
        let body = self.quantifier(&inner, kind, (rest, body), span)?;
        // Quantifiers of one kind after another are one.
        let (binders, body) = match &body.kind {
            Kind::Quant(inner) if inner.forall == forall && !rest.is_empty() => {
                (std::iter::once(bound).chain(inner.binders.iter().cloned()).collect(), inner.body.clone())
            }
            _ => (vec![bound], body),
        };
        Ok(term::quant(Quant { forall, binders, patterns: Vec::new(), body, qid: None }))
    }

    /// One more bound variable, under a name of its own.
    pub(crate) fn bind(&mut self, env: &Env, binder: &Binder, span: Span) -> Res<(Env, Bound)> {
        let ty = self.view().norm(env.types(), &binder.ty);
        let name = &binder.var.name;
        let sort = self.sort_at(&ty, span, &format!("`{name}` is"))?;
        let sym = self.note().new_binder(name, span);
        let inner = env.bind(&binder.var, Val::plain(term::var(&sym, &sort)));
        Ok((inner, (sym, sort)))
    }
}

#[cfg(test)]
mod tests {
    use certus_vir::*;

    use crate::common::epr::*;
    use crate::common::var;

    #[test]
    fn epr_quantifier_over_values_and_over_truth() {
        assert!(follows(&[all("n", p("n"))], p("a")));
        assert!(!follows(&[some("n", p("n"))], p("a")));
        assert!(follows(&[p("a")], some("n", p("n"))));
        assert!(!follows(&[p("a")], all("n", p("n"))));
        // A bound truth value stands for both.
        let truth = quant(QuantKind::Forall, "t", Ty::Bool, both(BinaryOp::Or, var("t", Ty::Bool), p("a")));
        assert!(follows(std::slice::from_ref(&truth), p("a")));
        assert!(!follows(&[], truth));
    }
}
