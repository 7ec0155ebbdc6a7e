//! The goals of calls about invariants: what the callee may open, the caller may open, and has not open.
//!
//! Two sets of namespaces are compared without quantifiers where one of them is a list.

use certus_diagnostics::Span;
use certus_vir::subst::Subst;
use certus_vir::{
    BinaryOp, Binder, CallStmt, Expr, ExprKind, Function, Goal, GoalKind, Known, Mask, MaskKind, Openings, QuantKind,
    Trigger, Ty, Var,
};

use crate::walk::Walker;

/// What a caller may open where a call stands.
struct Allowed {
    /// What the function may open.
    mask: Mask,
    /// The namespaces that are open.
    open: Vec<Expr>,
    /// Sets in which the namespaces must be.
    only: Vec<Expr>,
}

impl Allowed {
    /// Whether a namespace may be opened.
    fn contains(&self, name: &Expr, span: Span) -> Expr {
        let closed = self.open.iter().map(|open| differs(name, open, span));
        let inside = self.only.iter().map(|set| in_set(name, set, span));
        Expr::and_all([member(name, &self.mask, span)].into_iter().chain(closed).chain(inside), span)
    }
}

impl Walker<'_> {
    /// That a callee may open nothing but what its caller may. `subst` puts the arguments in place of the parameters.
    pub(crate) fn opens_no_more(&mut self, call: &CallStmt, callee: &Function, subst: &Subst) {
        let theirs = callee.opens.map(|e| subst.apply(e));
        if theirs.is_none() {
            return;
        }
        let span = call.span;
        let ours = Allowed {
            mask: match &call.within {
                Openings { is_aside: true, .. } => Mask::none(span),
                Openings { in_closure: true, .. } => Mask::any(span),
                _ => self.own_mask(),
            },
            open: call.within.open.iter().map(|e| self.resolve(e)).collect(),
            only: call.within.only.iter().map(|e| self.resolve(e)).collect(),
        };
        for (expr, at) in subset(&theirs, &ours, span) {
            let mut related = vec![(theirs.span, "the callee may open this".to_string())];
            related.extend(at.map(|at| (at, "this invariant is open".to_string())));
            if !ours.mask.is_any() {
                related.push((ours.mask.span, "the function may open this".to_string()));
            }
            related.extend(ours.only.iter().map(|set| (set.span, "the atomic update may open this".to_string())));
            self.goal(Goal { kind: GoalKind::OpensInvariants, expr, span, related, note: None });
        }
    }

    /// What the function may open, in terms of the values that were passed.
    fn own_mask(&self) -> Mask {
        self.function.opens.map(|e| self.as_passed(e))
    }
}

/// Conditions that together say that every namespace of `theirs` is allowed; with each the open invariant that it is about.
fn subset(theirs: &Mask, ours: &Allowed, span: Span) -> Vec<(Expr, Option<Span>)> {
    if ours.mask.is_any() && ours.open.is_empty() && ours.only.is_empty() {
        return Vec::new();
    }
    match (theirs.kind, ours.mask.kind) {
        (MaskKind::AllBut | MaskKind::Set, _) if !ours.only.is_empty() => vec![(everywhere(theirs, ours, span), None)],
        (MaskKind::Only, _) => theirs
            .names
            .iter()
            .flat_map(|name| {
                let own = (!ours.mask.is_any()).then(|| (member(name, &ours.mask, span), None));
                let inside = ours.only.iter().map(move |set| (in_set(name, set, span), None));
                own.into_iter()
                    .chain(inside)
                    .chain(ours.open.iter().map(move |open| (differs(name, open, span), Some(open.span))))
            })
            .collect(),
        // What we must not open they must not open either.
        (_, MaskKind::AllBut) => {
            let excluded = ours.mask.names.iter().map(|name| (name, None));
            let open = ours.open.iter().map(|open| (open, Some(open.span)));
            excluded.chain(open).map(|(name, at)| (Expr::not(member(name, theirs, span)), at)).collect()
        }
        (MaskKind::AllBut, MaskKind::Only) => vec![(Expr::bool(false, span), None)],
        (MaskKind::AllBut | MaskKind::Set, _) => vec![(everywhere(theirs, ours, span), None)],
    }
}

/// `forall|n: int| n in theirs ==> n in ours, and is not open`.
fn everywhere(theirs: &Mask, ours: &Allowed, span: Span) -> Expr {
    let binder = Binder { var: Var { name: "namespace%".into(), index: 0 }, ty: Ty::int() };
    let name = Expr::var(&binder.var, Ty::int(), span);
    let body = Expr::implies(member(&name, theirs, span), ours.contains(&name, span));
    // At least one of them is a set.
    let mask = [theirs, &ours.mask].into_iter().find(|mask| mask.kind == MaskKind::Set);
    let set = mask.map(|mask| member(&name, mask, span));
    let set = set.or_else(|| ours.only.first().map(|set| in_set(&name, set, span)));
    let trigger = set.map_or(Trigger::Auto, |set| Trigger::Given(vec![vec![set]]));
    Expr::new(ExprKind::Quant(QuantKind::Forall, vec![binder], trigger, body), Ty::Bool, span)
}

/// That a namespace is one of a mask.
fn member(name: &Expr, mask: &Mask, span: Span) -> Expr {
    let same = |other: &Expr| Expr { span, ..Expr::eq(name.clone(), other.clone()) };
    match mask.kind {
        MaskKind::Only => mask
            .names
            .iter()
            .map(same)
            .reduce(|a, b| Expr::binary(BinaryOp::Or, a, b, span))
            .unwrap_or_else(|| Expr::bool(false, span)),
        MaskKind::AllBut => Expr::and_all(mask.names.iter().map(|other| Expr::not(same(other))), span),
        MaskKind::Set => Expr::and_all(mask.names.iter().map(|set| in_set(name, set, span)), span),
    }
}

/// That a namespace is in a set.
fn in_set(name: &Expr, set: &Expr, span: Span) -> Expr {
    let args = vec![set.clone(), name.clone()];
    Expr::new(ExprKind::Call(Known::ISetContains.path().into(), vec![Ty::int()], args), Ty::Bool, span)
}

/// That two namespaces are not the same.
fn differs(name: &Expr, other: &Expr, span: Span) -> Expr {
    Expr::not(Expr { span, ..Expr::eq(name.clone(), other.clone()) })
}
