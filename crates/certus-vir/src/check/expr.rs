//! The invariants of expressions.

use crate::check::Checker;
use crate::expr::{BinaryOp, Binder, Const, Expr, ExprKind, Trigger, UnaryOp};
use crate::mode::Mode;
use crate::subst::Subst;
use crate::ty::{Name, Path, Ty};
use crate::visit;

impl Checker<'_> {
    /// A Boolean expression.
    pub(super) fn condition(&mut self, expr: &Expr) {
        self.expr(expr);
        self.same(&Ty::Bool, &expr.ty, "a condition");
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        visit::deep(|| self.expr_once(expr));
    }

    fn expr_once(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Const(value) => match value {
                Const::Bool(_) => self.same(&Ty::Bool, &expr.ty, "a truth value"),
                Const::Int(_) => self.integer(expr),
                Const::Real(_) => self.real(expr),
                Const::Str(_) | Const::Bytes(_) => {}
            },
            ExprKind::Var(var) => match self.scope.get(var).cloned() {
                Some(ty) => self.same(&ty, &expr.ty, &format!("{var}")),
                None => self.fault(format!("{var} is not declared")),
            },
            ExprKind::Old(var) => match self.function.params.iter().find(|p| p.var == *var) {
                Some(param) => self.same(&param.ty, &expr.ty, &format!("old({var})")),
                None => self.fault(format!("old({var}) is not a parameter")),
            },
            ExprKind::Let(binder, value, body) => {
                self.expr(value);
                self.same(&binder.ty, &value.ty, &format!("the value of {}", binder.var));
                self.under(std::slice::from_ref(binder), &mut |c| c.expr(body));
                self.same(&body.ty, &expr.ty, "let");
            }
            ExprKind::Quant(_, binders, trigger, body) => {
                self.same(&Ty::Bool, &expr.ty, "a quantifier");
                self.under(binders, &mut |c| {
                    c.trigger(trigger);
                    c.condition(body);
                });
            }
            ExprKind::Choose(binders, trigger, condition, result) => {
                self.same(&expr.ty, &result.ty, "choose");
                self.under(binders, &mut |c| {
                    c.trigger(trigger);
                    c.condition(condition);
                    c.expr(result);
                });
            }
            ExprKind::Lambda(binders, body) => {
                let tys = binders.iter().map(|b| b.ty.clone()).collect();
                self.same(&Ty::SpecFn(tys, Box::new(body.ty.clone())), &expr.ty, "a function");
                self.under(binders, &mut |c| c.expr(body));
            }
            _ => {
                visit::children(expr, &mut |e| self.expr(e));
                self.shape(expr);
            }
        }
    }

    fn under(&mut self, binders: &[Binder], f: &mut dyn FnMut(&mut Self)) {
        let outside = self.scope.clone();
        self.scope.extend(binders.iter().map(|b| (b.var.clone(), b.ty.clone())));
        f(self);
        self.scope = outside;
    }

    fn trigger(&mut self, trigger: &Trigger) {
        if let Trigger::Given(groups) = trigger {
            groups.iter().flatten().for_each(|e| self.expr(e));
        }
    }

    fn integer(&mut self, expr: &Expr) {
        if expr.ty.int_kind().is_none() && !matches!(expr.ty, Ty::Proj(..)) {
            self.fault(format!("{expr} has the type {} instead of an integer type", expr.ty));
        }
    }

    fn real(&mut self, expr: &Expr) {
        self.same(&Ty::Real, &expr.ty, "a real number");
    }

    /// An expression whose operands were looked at already.
    fn shape(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Call(path, tys, args) => self.call(path, tys, args, Some(&expr.ty)),
            ExprKind::Ctor(path, variant, fields) => {
                self.ctor(path, variant, fields, &expr.ty);
            }
            ExprKind::Unary(op, e) => self.unary(op, e, expr),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr),
            ExprKind::If(condition, a, b) => {
                self.same(&Ty::Bool, &condition.ty, "the condition of if");
                self.same(&expr.ty, &a.ty, "a branch of if");
                self.same(&expr.ty, &b.ty, "a branch of if");
            }
            ExprKind::Apply(callee, args) => match callee.ty.value().clone() {
                Ty::SpecFn(tys, ret) => {
                    if tys.len() != args.len() {
                        self.fault(format!("{callee} is applied to {} arguments", args.len()));
                    }
                    tys.iter().zip(args).for_each(|(ty, e)| self.same(ty, &e.ty, "an argument"));
                    self.same(&ret, &expr.ty, "an application");
                }
                Ty::Proj(..) => {}
                other => self.fault(format!("{callee} of type {other} is applied")),
            },
            ExprKind::Arm(e) | ExprKind::Checked(e) => self.same(&expr.ty, &e.ty, "a marked expression"),
            ExprKind::ArchBits | ExprKind::Bound(..) => self.integer(expr),
            ExprKind::Const(_) | ExprKind::TypeConst(_) => {}
            // `expr` looks at variables and binders itself.
            ExprKind::Var(_) | ExprKind::Old(_) => {}
            ExprKind::Let(..) | ExprKind::Quant(..) | ExprKind::Choose(..) | ExprKind::Lambda(..) => {}
        }
    }

    /// A call of a function; `ret` is the type of a call of a spec function, `None` for a statement.
    pub(super) fn call(&mut self, path: &Path, tys: &[Ty], args: &[Expr], ret: Option<&Ty>) {
        let program = self.program;
        let Some(callee) = program.functions.get(path) else {
            self.fault(format!("{path} is not a function of the program"));
            return;
        };
        if (callee.mode == Mode::Spec) != ret.is_some() {
            self.fault(format!("{path} is called as a function of another mode"));
        }
        if callee.type_params.len() != tys.len() || callee.params.len() != args.len() {
            self.fault(format!("{path} is called with {} types and {} arguments", tys.len(), args.len()));
            return;
        }
        let mut subst = Subst::new();
        callee.type_params.iter().zip(tys).for_each(|(p, ty)| subst.ty(&p.name, ty.clone()));
        for (param, arg) in callee.params.iter().zip(args) {
            self.same(&subst.apply_ty(&param.ty), &arg.ty, &format!("the argument {} of {path}", param.var));
        }
        if let Some(ret) = ret {
            self.same(&subst.apply_ty(&callee.ret.ty), ret, &format!("the result of {path}"));
        }
    }

    fn ctor(&mut self, path: &Path, variant: &Name, fields: &[(Name, Expr)], ty: &Ty) {
        let Some(declared) = self.fields(path, variant, ty) else { return };
        if declared.len() != fields.len() || declared.iter().zip(fields).any(|((d, _), (f, _))| d != f) {
            self.fault(format!("{variant} of {path} is made with other fields, or in another order"));
            return;
        }
        for ((name, ty), (_, value)) in declared.iter().zip(fields) {
            self.same(ty, &value.ty, &format!("the field {name} of {path}"));
        }
    }

    /// The fields of a variant with their types; a fault where there are none. Tuples need no declaration.
    fn fields(&mut self, path: &Path, variant: &Name, ty: &Ty) -> Option<Vec<(Name, Ty)>> {
        let Ty::Data(data, args) = ty.value() else {
            self.fault(format!("a value of {path} has the type {ty}"));
            return None;
        };
        if data != path {
            self.fault(format!("a value of {path} has the type {ty}"));
            return None;
        }
        let Some(datatype) = self.program.datatypes.get(path) else {
            if path.starts_with("tuple%") {
                return Some((0..).zip(args).map(|(i, ty): (u32, _)| (i.to_string().into(), ty.clone())).collect());
            }
            self.fault(format!("{path} is not a datatype of the program"));
            return None;
        };
        let found = datatype.variants.iter().flatten().find(|v| v.name == *variant);
        let Some(found) = found else {
            self.fault(format!("{path} has no variant {variant} that is known"));
            return None;
        };
        let mut subst = Subst::new();
        datatype.params.iter().zip(args).for_each(|(p, ty)| subst.ty(&p.name, ty.clone()));
        Some(found.fields.iter().map(|f| (f.name.clone(), subst.apply_ty(&f.ty))).collect())
    }

    fn unary(&mut self, op: &UnaryOp, e: &Expr, expr: &Expr) {
        match op {
            UnaryOp::Not => {
                self.same(&Ty::Bool, &e.ty, "the operand of !");
                self.same(&Ty::Bool, &expr.ty, "a negation");
            }
            UnaryOp::Neg | UnaryOp::BitNot(_) | UnaryOp::Clip(_) => {
                self.integer(e);
                self.integer(expr);
            }
            UnaryOp::InRange(_) => {
                self.integer(e);
                self.same(&Ty::Bool, &expr.ty, "a range test");
            }
            UnaryOp::RealNeg => {
                self.real(e);
                self.real(expr);
            }
            UnaryOp::IntToReal => {
                self.integer(e);
                self.real(expr);
            }
            UnaryOp::Floor => {
                self.real(e);
                self.integer(expr);
            }
            UnaryOp::BoolToInt => {
                self.same(&Ty::Bool, &e.ty, "the operand of a cast");
                self.integer(expr);
            }
            UnaryOp::IsVariant(path, variant) => {
                self.fields(path, variant, &e.ty);
                self.same(&Ty::Bool, &expr.ty, "a variant test");
            }
            UnaryOp::Field(path, variant, field) => {
                let Some(fields) = self.fields(path, variant, &e.ty) else { return };
                match fields.iter().find(|(name, _)| name == field) {
                    Some((_, ty)) => self.same(ty, &expr.ty, &format!("the field {field} of {path}")),
                    None => self.fault(format!("{variant} of {path} has no field {field}")),
                }
            }
            UnaryOp::MutCurrent | UnaryOp::MutFinal => match e.ty.value().clone() {
                Ty::MutRef(inner) => self.same(&inner, &expr.ty, "the value of a mutable reference"),
                other => self.fault(format!("{e} of type {other} is taken as a mutable reference")),
            },
            UnaryOp::HasResolved => self.same(&Ty::Bool, &expr.ty, "a test of references"),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, expr: &Expr) {
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => {
                [a, b, expr].into_iter().for_each(|e| self.same(&Ty::Bool, &e.ty, &format!("an operand of {op}")));
            }
            BinaryOp::Eq | BinaryOp::ExtEq { .. } => {
                self.same(&a.ty, &b.ty, &format!("the right side of {op}"));
                self.same(&Ty::Bool, &expr.ty, "an equality");
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                [a, b].into_iter().for_each(|e| self.integer(e));
                self.same(&Ty::Bool, &expr.ty, "a comparison");
            }
            BinaryOp::Real(op) => {
                self.real(a);
                self.real(b);
                if op.is_comparison() { self.same(&Ty::Bool, &expr.ty, "a comparison") } else { self.real(expr) }
            }
            BinaryOp::HeightLt => self.same(&Ty::Bool, &expr.ty, "a comparison"),
            BinaryOp::WithCurrent => match a.ty.value().clone() {
                Ty::MutRef(inner) => {
                    self.same(&inner, &b.ty, "the value of a mutable reference");
                    self.same(&a.ty, &expr.ty, "a mutable reference");
                }
                other => self.fault(format!("{a} of type {other} is taken as a mutable reference")),
            },
            BinaryOp::BitXor if a.ty.value() == &Ty::Bool => {
                [b, expr].into_iter().for_each(|e| self.same(&Ty::Bool, &e.ty, "an operand of ^"));
            }
            BinaryOp::BitAnd | BinaryOp::BitOr if a.ty.value() == &Ty::Bool => {
                self.fault(format!("{op} of truth values is && or ||"));
            }
            _ => [a, b, expr].into_iter().for_each(|e| self.integer(e)),
        }
    }
}
