//! Side proofs: `assert .. by`, and the blocks of special provers.

use std::collections::BTreeSet;

use certus_vir::subst::free_vars;
use certus_vir::{BinaryOp, Binder, Expr, ExprKind, Goal, GoalKind, Prover, Stmt, Ty, UnaryOp, Var, visit};

use crate::context::{Context, Intro};
use crate::obligation::{Known, Part};
use crate::walk::{State, Walker};

/// The maximal number of facts from outside of a block to store.
const MOST_OUTSIDE: usize = 12;

impl<'a> Walker<'a> {
    /// A side proof: a block whose facts are forgotten at its end. Then the conclusions are known at the place of the
    /// block.
    pub(crate) fn side_proof(&mut self, binders: &[Binder], body: &'a [Stmt], conclusions: &[Expr], at: usize) {
        let before = self.state.clone();
        let side = self.context().after(at, None);
        self.state.at = Some(side);
        binders.iter().for_each(|b| self.arbitrary(&b.var, &b.ty));
        if !self.state.replay {
            self.exec(body);
        }
        self.state = before;
        let main = self.context().after(at, None);
        self.state.at = Some(main);
        conclusions.iter().for_each(|e| self.assume_source(e));
    }

    /// Goals for a special prover, in a separate obligation that knows the premises only.
    pub(crate) fn isolated(&mut self, prover: Prover, requires: &[Goal], proof: &'a [Stmt], ensures: &[Goal]) {
        let outside = if self.state.replay { Vec::new() } else { self.outside(requires, ensures) };
        requires.iter().for_each(|g| self.goal_source(g));
        if !self.state.replay {
            self.range_goals(requires, proof, ensures);
            let mut block = Context::new(Part::Isolated(self.isolated), prover);
            block.outside = outside;
            self.contexts.push(block);
            self.isolated += 1;
            let context = self.contexts.len() - 1;
            let inside = State { context, at: Some(0), visible: Vec::new(), ..self.state.clone() };
            let before = std::mem::replace(&mut self.state, inside);
            requires.iter().for_each(|g| self.assume_source(&g.expr));
            self.exec(proof);
            ensures.iter().for_each(|g| self.goal_source(g));
            self.state = before;
        }
        ensures.iter().for_each(|g| self.assume_source(&g.expr));
    }

    /// The facts that are known here about the variables of the block, if the user can state them here: they are about
    /// current values of variables.
    fn outside(&mut self, requires: &[Goal], ensures: &[Goal]) -> Vec<Known> {
        let resolved: Vec<Expr> = requires.iter().chain(ensures).map(|g| self.resolve(&g.expr)).collect();
        let current: BTreeSet<Var> = self.state.env.values().cloned().collect();
        self.known_about(&resolved.iter().flat_map(free_vars).collect(), &current)
    }

    /// The facts that are known here about these values and no others.
    pub(crate) fn known_of(&mut self, values: &BTreeSet<Var>) -> Vec<Known> {
        self.known_about(values, values)
    }

    /// The facts that are known here about some of the `used` values, and about no other than the `current` values.
    fn known_about(&mut self, used: &BTreeSet<Var>, current: &BTreeSet<Var>) -> Vec<Known> {
        let Some(at) = self.state.at else { return Vec::new() };
        let mut facts = Vec::new();
        for var in used.intersection(current) {
            let ty = self.names.ty(var).cloned();
            if let (Some(Intro::Def(value)), Some(ty)) = (self.context().intro(var), ty) {
                facts.push(Expr { span: value.span, ..Expr::eq(Expr::var(var, ty, value.span), value.clone()) });
            }
        }
        self.context().known(at).into_iter().for_each(|e| conjuncts(e, &mut facts));
        let mut found: Vec<Known> = Vec::new();
        for expr in facts {
            let vars = free_vars(&expr);
            let is_new = found.iter().all(|other| other.span != expr.span);
            if !is_new || !vars.is_subset(current) || vars.is_disjoint(used) || found.len() == MOST_OUTSIDE {
                continue;
            }
            let binder = |var: &Var| Some(Binder { var: var.clone(), ty: self.names.ty(var)?.clone() });
            let vars = vars.iter().filter_map(binder).collect();
            found.push(Known { span: expr.span, expr, vars });
        }
        found
    }

    /// The special prover assumes the ranges of the variables' types. If a variable's value is known here only by an
    /// equation, its range is an additional premise.
    fn range_goals(&mut self, requires: &[Goal], proof: &[Stmt], ensures: &[Goal]) {
        let Some(span) = ensures.first().or(requires.first()).map(|g| g.span) else { return };
        let mut used: BTreeSet<Var> = BTreeSet::new();
        requires.iter().chain(ensures).for_each(|g| used.extend(free_vars(&g.expr)));
        visit::walk_stmts(proof, &mut |_| {}, &mut |e| used.extend(free_vars(e)));
        let values: Vec<Var> = used.iter().filter_map(|v| self.state.env.get(v)).cloned().collect();
        for value in values {
            let Some(ty) = self.names.ty(&value).cloned() else { continue };
            let Some(kind) = ty.int_kind() else { continue };
            if kind.bounds() == (None, None) && !kind.is_arch() || self.typed(&value, &ty) {
                continue;
            }
            let op = UnaryOp::InRange(kind);
            let expr = Expr::new(ExprKind::Unary(op, Expr::var(&value, ty, span)), Ty::Bool, span);
            let note = Some("a value that the block uses may be out of the range of its type".to_string());
            self.goal(Goal { kind: GoalKind::ProverRequires, expr, span, related: Vec::new(), note });
        }
    }

    /// Whether the value is in the range of its type by its declaration, or by the type of its definition.
    fn typed(&mut self, value: &Var, ty: &Ty) -> bool {
        let Some(intro) = self.context().intro(value) else { return true };
        let Intro::Def(expr) = intro else { return false };
        if expr.ty.int_kind() != ty.int_kind() {
            return false;
        }
        match &*expr.kind {
            ExprKind::Var(other) => {
                let (other, ty) = (other.clone(), expr.ty.clone());
                self.typed(&other, &ty)
            }
            ExprKind::Call(..) | ExprKind::Const(_) | ExprKind::Unary(UnaryOp::Clip(_) | UnaryOp::BitNot(_), _) => true,
            _ => false,
        }
    }
}

/// Splits a conjunction into its parts.
pub(crate) fn conjuncts(e: &Expr, parts: &mut Vec<Expr>) {
    match &*e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, parts);
            conjuncts(b, parts);
        }
        _ => parts.push(e.clone()),
    }
}
