//! The invariants of statements.

use crate::check::Checker;
use crate::expr::Var;
use crate::goal::Goal;
use crate::stmt::{LoopStmt, Stmt, StmtKind};
use crate::ty::{Name, Ty};
use crate::visit;

impl Checker<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|s| self.stmt(s));
    }

    /// Statements with a scope of their own.
    fn block(&mut self, stmts: &[Stmt]) {
        let outside = self.scope.clone();
        self.stmts(stmts);
        self.scope = outside;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(binder, value) => {
                if let Some(value) = value {
                    self.expr(value);
                    self.same(&binder.ty, &value.ty, &format!("the value of {}", binder.var));
                }
                self.scope.insert(binder.var.clone(), binder.ty.clone());
            }
            StmtKind::Assign(var, value) => {
                self.expr(value);
                if let Some(ty) = self.declared(var) {
                    self.same(&ty, &value.ty, &format!("the value of {var}"));
                }
            }
            StmtKind::Havoc(var) => {
                self.declared(var);
            }
            StmtKind::Assert(goal) => self.condition(&goal.expr),
            StmtKind::Assume(e) => self.condition(e),
            StmtKind::Check(e) => self.expr(e),
            StmtKind::Call(call) => {
                call.args.iter().chain(&call.within.open).chain(&call.within.only).for_each(|e| self.expr(e));
                self.call(&call.callee, &call.type_args, &call.args, None);
                if let (Some(dest), Some(callee)) = (&call.dest, self.program.functions.get(&call.callee)) {
                    let types = callee.type_params.iter().map(|p| p.name.clone()).zip(call.type_args.iter().cloned());
                    let types: Vec<(Name, Ty)> = types.collect();
                    let known = |n: &Name| types.iter().find(|(name, _)| name == n).map(|(_, ty)| ty.clone());
                    self.scope.insert(dest.clone(), callee.ret.ty.subst(&known));
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                self.condition(condition);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Loop(l) => self.loop_(l),
            StmtKind::Break(label) | StmtKind::Continue(label) => {
                if !self.labels.contains(label) {
                    self.fault(format!("no loop {label} is around"));
                }
            }
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::Boundary(stmts) => self.stmts(stmts),
            StmtKind::Aside { binders, body, conclusions } => {
                let outside = self.scope.clone();
                self.scope.extend(binders.iter().map(|b| (b.var.clone(), b.ty.clone())));
                let labels = std::mem::take(&mut self.labels);
                self.stmts(body);
                self.labels = labels;
                self.scope = outside;
                conclusions.iter().for_each(|e| self.condition(e));
            }
            StmtKind::Isolated { requires, proof, ensures, .. } => {
                let conditions = |c: &mut Self, goals: &[Goal]| goals.iter().for_each(|g| c.condition(&g.expr));
                conditions(self, requires);
                let labels = std::mem::take(&mut self.labels);
                self.block(proof);
                self.labels = labels;
                conditions(self, ensures);
            }
            StmtKind::Reveal(path, _) | StmtKind::BroadcastUse(path) => {
                if !self.program.functions.contains_key(path) {
                    self.fault(format!("{path} is not a function of the program"));
                }
            }
            StmtKind::Return | StmtKind::Unreachable => {}
            StmtKind::Note(note) => self.fault(format!("the note about {} was not read", note.var)),
        }
    }

    fn loop_(&mut self, l: &LoopStmt) {
        let clauses = l.invariants.iter().chain(&l.invariants_except_break).chain(&l.ensures);
        clauses.for_each(|c| self.condition(&c.expr));
        l.decreases.iter().for_each(|e| self.expr(e));
        for (binder, _) in &l.modified {
            if let Some(ty) = self.declared(&binder.var) {
                self.same(&ty, &binder.ty, &format!("{}", binder.var));
            }
        }
        let mut changed = visit::assigned(&l.body);
        changed.extend(l.condition.iter().flat_map(|(stmts, _)| visit::assigned(stmts)));
        for var in changed.into_iter().filter(|v| self.scope.contains_key(v)).collect::<Vec<_>>() {
            if !l.modified.iter().any(|(binder, _)| binder.var == var) && var != self.function.ret.var {
                self.fault(format!("the loop {} changes {var} and does not say so", l.label));
            }
        }
        let outside = self.scope.clone();
        self.labels.push(l.label.clone());
        if let Some((stmts, condition)) = &l.condition {
            self.stmts(stmts);
            self.condition(condition);
        }
        self.stmts(&l.body);
        self.labels.pop();
        self.scope = outside;
    }

    fn declared(&mut self, var: &Var) -> Option<Ty> {
        let ty = self.scope.get(var).cloned();
        if ty.is_none() {
            self.fault(format!("{var} is not declared"));
        }
        ty
    }
}
