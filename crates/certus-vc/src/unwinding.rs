//! The goals of calls about unwinding: where the caller must not unwind, the callee does not.

use certus_vir::subst::Subst;
use certus_vir::{CallStmt, Expr, Function, Goal, GoalKind, Unwind};

use crate::walk::Walker;

impl Walker<'_> {
    /// That a callee does not unwind where its caller promises so, or where an invariant is open. `subst` puts the arguments in
    /// place of the parameters.
    pub(crate) fn unwinds_no_more(&mut self, call: &CallStmt, callee: &Function, subst: &Subst) {
        let span = call.span;
        let is_open = !call.within.open.is_empty() || !call.within.only.is_empty();
        let premise = match &self.function.unwind {
            _ if is_open => None,
            Unwind::Never if !call.within.in_closure => None,
            Unwind::NotWhen(condition) if !call.within.in_closure => Some(self.as_passed(condition)),
            Unwind::Never | Unwind::NotWhen(_) | Unwind::May => return,
        };
        let calm = match &callee.unwind {
            Unwind::Never => return,
            Unwind::May => Expr::bool(false, span),
            Unwind::NotWhen(condition) => Expr { span, ..subst.apply(condition) },
        };
        let expr = match premise {
            Some(premise) => Expr::implies(premise, calm),
            None => calm,
        };
        let mut related = vec![(callee.span, "the callee may unwind".to_string())];
        let reason = match (&call.within.open[..], is_open) {
            ([_, ..], _) => "an invariant is open here",
            ([], true) => "an atomic update is open here",
            ([], false) => "the function promises not to unwind",
        };
        related.push((
            call.within.open.iter().chain(&call.within.only).last().map_or(self.function.span, |open| open.span),
            reason.to_string(),
        ));
        self.goal(Goal { kind: GoalKind::Unwind, expr, span, related, note: None });
    }

    /// An expression over the parameters, in terms of the values that were passed.
    pub(crate) fn as_passed(&self, expr: &Expr) -> Expr {
        let mut env = self.state.env.clone();
        env.extend(self.function.params.iter().map(|p| (p.var.clone(), p.var.clone())));
        self.names.resolve(expr, &env)
    }
}
