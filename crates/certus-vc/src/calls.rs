//! Calls of proof and exec functions.

use certus_diagnostics::Span;
use certus_vir::subst::Subst;
use certus_vir::{BinaryOp, CallPart, CallStmt, Expr, ExprKind, Goal, GoalKind, Path, Ty, Var, callable};

use crate::walk::Walker;

impl Walker<'_> {
    /// A call. The callee's preconditions are goals, and its postconditions are known afterwards about a fresh result.
    /// For a function item that the function mentions, `call_requires` may replace the preconditions, and
    /// `call_ensures` is known too. The two halves of a call with an `atomically` block do one half of this each.
    pub(crate) fn call(&mut self, call: &CallStmt) {
        let program = self.program;
        let Some(callee) = program.functions.get(&call.callee) else { return };
        let item = self.items.iter().find(|item| item.is_called(&call.callee, &call.type_args));
        let item = item.map(|item| Expr::new(ExprKind::TypeConst(item.ty.clone()), item.ty.clone(), call.span));
        let mut values = Vec::new();
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
                let name = self.state.env.remove(&temporary).unwrap_or(temporary);
                value = Expr::var(&name, ty, arg.span);
            }
            subst.var(&param.var, value.clone());
            subst.old(&param.var, value.clone());
            values.push((subst.apply_ty(&param.ty), value));
        }
        let item = item.map(|item| (item, tuple(values, call.span)));
        let (known, asked) = match call.part {
            CallPart::Whole => (0, callee.requires.len()),
            CallPart::Begin => (1, callee.requires.len()),
            CallPart::End => (0, 0),
        };
        callee.requires.iter().take(known).for_each(|clause| self.assume(subst.apply(&clause.expr)));
        for clause in callee.requires.iter().take(asked).skip(known) {
            let mut expr = subst.apply(&clause.expr);
            if let Some((item, args)) = &item {
                let known = callable::requires(item.clone(), args.clone(), call.span);
                expr = Expr::binary(BinaryOp::Or, known, expr, call.span);
            }
            // The requirement of a function value is written nowhere but in its type.
            let is_value = matches!(&*callee.path, callable::CALL_VALUE | callable::CALL_PROOF);
            let written = (!is_value).then_some(clause.span);
            let related = written.map(|span| (span, "failed precondition".to_string())).into_iter().collect();
            self.goal(Goal { kind: GoalKind::Precondition, expr, span: call.span, related, note: None });
        }
        if call.part != CallPart::End {
            self.opens_no_more(call, callee, &subst);
            self.unwinds_no_more(call, callee, &subst);
        }
        if call.part == CallPart::Begin {
            return;
        }
        let ty = subst.apply_ty(&callee.ret.ty);
        let result = call.dest.clone().unwrap_or_else(|| Var { name: "result%".into(), index: 0 });
        let name = self.names.fresh(&result, &ty);
        let output = Expr::var(&name, ty, call.span);
        subst.var(&callee.ret.var, output.clone());
        if call.dest.is_some() {
            self.state.env.insert(result, name);
        }
        for clause in &callee.ensures {
            let expr = subst.apply(&clause.expr);
            self.assume(expr);
        }
        if let Some((item, args)) = item {
            self.assume(callable::ensures(item, args, output, call.span));
        }
    }
}

/// A tuple of values of these types.
fn tuple(values: Vec<(Ty, Expr)>, span: Span) -> Expr {
    let (tys, values): (Vec<Ty>, Vec<Expr>) = values.into_iter().unzip();
    let path: Path = format!("tuple%{}", tys.len()).into();
    let fields = values.into_iter().enumerate().map(|(i, value)| (i.to_string().into(), value)).collect();
    Expr::new(ExprKind::Ctor(path.clone(), path, fields), Ty::tuple(tys), span)
}
