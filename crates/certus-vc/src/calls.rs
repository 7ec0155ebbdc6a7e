//! Calls of proof and exec functions.

use certus_vir::subst::Subst;
use certus_vir::{CallStmt, Expr, ExprKind, Goal, GoalKind, Var};

use crate::walk::Walker;

impl Walker<'_> {
    /// A call: its preconditions are goals, its postconditions are known afterwards of a fresh result.
    pub(crate) fn call(&mut self, call: &CallStmt) {
        let program = self.program;
        let Some(callee) = program.functions.get(&call.callee) else { return };
        let mut subst = Subst::new().strip_checked();
        for (param, ty) in callee.type_params.iter().zip(&call.type_args) {
            subst.ty(&param.name, ty.clone());
        }
        for (param, arg) in callee.params.iter().zip(&call.args) {
            let mut value = self.resolve(arg);
            let ty = subst.apply_ty(&param.ty);
            if !matches!(&*value.kind, ExprKind::Var(_) | ExprKind::Const(_)) {
                let temporary = Var { name: format!("{}%", param.var.name).into(), index: param.var.index };
                self.define(&temporary, &ty, value);
                let name = self.flow.env.remove(&temporary).unwrap_or(temporary);
                value = Expr::var(&name, ty, arg.span);
            }
            subst.var(&param.var, value.clone());
            subst.old(&param.var, value);
        }
        for clause in &callee.requires {
            let expr = subst.apply(&clause.expr);
            let related = vec![(clause.span, "failed precondition".to_string())];
            self.goal(Goal { kind: GoalKind::Precondition, expr, span: call.span, related, note: None });
        }
        let ty = subst.apply_ty(&callee.ret.ty);
        let result = call.dest.clone().unwrap_or_else(|| Var { name: "result%".into(), index: 0 });
        let name = self.names.fresh(&result, &ty);
        subst.var(&callee.ret.var, Expr::var(&name, ty, call.span));
        if call.dest.is_some() {
            self.flow.env.insert(result, name);
        }
        for clause in &callee.ensures {
            let expr = subst.apply(&clause.expr);
            self.assume(expr);
        }
    }
}
