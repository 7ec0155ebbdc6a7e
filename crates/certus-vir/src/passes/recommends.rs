//! Recommendations, checked only to explain why something else failed.

use crate::expr::{Expr, ExprKind, UnaryOp};
use crate::goal::{Goal, GoalKind};
use crate::item::{Function, Program};
use crate::mode::Mode;
use crate::passes::paths;
use crate::stmt::{CallPart, Stmt, StmtKind};
use crate::subst::Subst;
use crate::ty::Ty;

/// The function with a goal of kind [`GoalKind::Recommends`] before each statement, for every call of a spec function
/// with `recommends` and every field of one variant of several that the statement evaluates; at each `return` and at
/// the end for those of the postconditions. Its other goals stay where they are.
pub fn with_goals(program: &Program, function: &Function) -> Function {
    let adder = Adder { program, function };
    let check = function.check.as_ref().map(|check| {
        let mut all = adder.stmts(check);
        adder.postconditions(&mut all);
        all
    });
    Function { check, ..function.clone() }
}

struct Adder<'a> {
    program: &'a Program,
    function: &'a Function,
}

impl Adder<'_> {
    fn stmts(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut all = Vec::new();
        for stmt in stmts {
            self.before(stmt, &mut all);
            all.push(Stmt::new(self.nested(&stmt.kind), stmt.span));
        }
        all
    }

    fn nested(&self, kind: &StmtKind) -> StmtKind {
        match kind {
            StmtKind::If(condition, then, otherwise) => {
                StmtKind::If(condition.clone(), self.stmts(then), self.stmts(otherwise))
            }
            StmtKind::Block(stmts) => StmtKind::Block(self.stmts(stmts)),
            StmtKind::Boundary(stmts) => StmtKind::Boundary(self.stmts(stmts)),
            StmtKind::Loop(l) => {
                let mut l = l.clone();
                l.body = self.stmts(&l.body);
                if let Some((stmts, condition)) = l.condition {
                    let mut stmts = self.stmts(&stmts);
                    self.goals(&condition, &mut stmts);
                    l.condition = Some((stmts, condition));
                }
                StmtKind::Loop(l)
            }
            StmtKind::Aside { binders, body, conclusions } => {
                let (binders, conclusions) = (binders.clone(), conclusions.clone());
                StmtKind::Aside { binders, body: self.stmts(body), conclusions }
            }
            other => other.clone(),
        }
    }

    fn before(&self, stmt: &Stmt, goals: &mut Vec<Stmt>) {
        match &stmt.kind {
            StmtKind::Declare(_, Some(e)) | StmtKind::Assign(_, e) | StmtKind::Assume(e) | StmtKind::Check(e) => {
                self.goals(e, goals);
            }
            StmtKind::Assert(goal) => self.goals(&goal.expr, goals),
            StmtKind::If(condition, ..) => self.goals(condition, goals),
            StmtKind::Call(call) => {
                call.args.iter().for_each(|e| self.goals(e, goals));
                let Some(callee) = self.program.functions.get(&call.callee) else { return };
                let mut subst = Subst::new();
                callee.type_params.iter().zip(&call.type_args).for_each(|(p, ty)| subst.ty(&p.name, ty.clone()));
                callee.params.iter().zip(&call.args).for_each(|(p, arg)| subst.var(&p.var, arg.clone()));
                if call.part != CallPart::End {
                    callee.requires.iter().for_each(|c| self.goals(&subst.apply(&c.expr), goals));
                }
            }
            StmtKind::Loop(l) => {
                let clauses = l.invariants.iter().chain(&l.invariants_except_break);
                clauses.for_each(|c| self.goals(&c.expr, goals));
            }
            StmtKind::Isolated { requires, ensures, .. } => {
                requires.iter().chain(ensures).for_each(|g| self.goals(&g.expr, goals));
            }
            StmtKind::Return => self.postconditions(goals),
            _ => {}
        }
    }

    /// Parameters mean their initial values in postconditions.
    fn postconditions(&self, goals: &mut Vec<Stmt>) {
        if self.function.mode == Mode::Spec {
            return;
        }
        let mut entry = Subst::new();
        for param in &self.function.params {
            entry.var(&param.var, Expr::new(ExprKind::Old(param.var.clone()), param.ty.clone(), self.function.span));
        }
        self.function.ensures.iter().for_each(|c| self.goals(&entry.apply(&c.expr), goals));
    }

    fn goals(&self, expr: &Expr, goals: &mut Vec<Stmt>) {
        paths::walk(expr, &mut Vec::new(), &mut |e, scopes| {
            for goal in self.of(e) {
                goals.push(paths::on_the_side(goal, scopes));
            }
        });
    }

    /// The recommendations of one expression, without those of its operands.
    fn of(&self, e: &Expr) -> Vec<Goal> {
        match &*e.kind {
            ExprKind::Call(path, tys, args) => {
                let Some(callee) = self.program.functions.get(path) else { return Vec::new() };
                let mut subst = Subst::new();
                callee.type_params.iter().zip(tys).for_each(|(p, ty)| subst.ty(&p.name, ty.clone()));
                callee.params.iter().zip(args).for_each(|(p, arg)| subst.var(&p.var, arg.clone()));
                let goal = |c: &crate::goal::Clause| Goal {
                    kind: GoalKind::Recommends,
                    expr: subst.apply(&c.expr),
                    span: e.span,
                    related: vec![(c.span, "recommendation not met".to_string())],
                    note: None,
                };
                callee.requires.iter().map(goal).collect()
            }
            ExprKind::Unary(UnaryOp::Field(path, variant, _), value) => {
                let variants = self.program.datatypes.get(path).and_then(|d| d.variants.as_ref());
                if variants.is_none_or(|v| v.len() < 2) {
                    return Vec::new();
                }
                let is = UnaryOp::IsVariant(path.clone(), variant.clone());
                let expr = Expr::new(ExprKind::Unary(is, value.clone()), Ty::Bool, e.span);
                let note = Some(format!("the value may be of another variant than `{variant}`"));
                vec![Goal { kind: GoalKind::Recommends, expr, span: e.span, related: Vec::new(), note }]
            }
            _ => Vec::new(),
        }
    }
}
