//! Expressions as terms.

use certus_diagnostics::Span;
use certus_vir::{BinaryOp, Expr, ExprKind, IntKind, Path, Ty, UnaryOp, Var, callable};

use crate::dialect::{Dialect, Inner};
use crate::encoder::Encoder;
use crate::error::Res;
use crate::instance::{is_generic, plain_relation};
use crate::reached::Feature;
use crate::rules::real;
use crate::scope::Binding;
use crate::term::{self, Kind, Role, Sort, Sym, Term};
use crate::theory::Theory;
use crate::value::{Env, Globals, Val};
use crate::view::{MAX_INLINE, View};

impl Encoder<'_> {
    /// The term of a Boolean expression.
    pub(crate) fn formula(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        Ok(self.expr(env, e)?.term)
    }

    /// The term of an expression, integers as `Int`.
    pub(crate) fn number(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        let value = self.expr(env, e)?;
        Ok(self.theory().concrete(value))
    }

    /// The type of an expression here.
    pub(crate) fn ty(&self, env: &Env, e: &Expr) -> Ty {
        self.view().norm(env.types(), &e.ty)
    }

    /// The value of an expression, in the view of integers that costs nothing.
    pub(crate) fn expr(&mut self, env: &Env, e: &Expr) -> Res<Val> {
        match &*e.kind {
            ExprKind::Const(value) => Ok(Val::plain(self.vocabulary().literal(value)?)),
            ExprKind::Var(var) => self.variable(env, var, e.span),
            ExprKind::Old(var) => {
                Err(self.view().internal(format!("`old({})` is not resolved", var.name), Some(e.span)))
            }
            ExprKind::Call(path, tys, args) => self.call(env, (path, tys), args, e.span),
            ExprKind::Ctor(_, variant, fields) => {
                let mut values = Vec::new();
                for (name, field) in fields {
                    values.push((name.clone(), self.expr(env, field)?));
                }
                let ty = self.ty(env, e);
                Ok(Val::plain(self.vocabulary().construct(&ty, variant, values, e.span)?))
            }
            ExprKind::Unary(op, operand) => self.unary(env, op, operand, e.span),
            ExprKind::Binary(op, a, b) => self.binary(env, *op, a, b),
            ExprKind::If(cond, a, b) => {
                let cond = self.formula(env, cond)?;
                let (a, b) = (self.expr(env, a)?, self.expr(env, b)?);
                if a.stored == b.stored {
                    return Ok(Val { term: term::ite(cond, a.term, b.term), stored: a.stored });
                }
                let (a, b) = (self.theory().concrete(a), self.theory().concrete(b));
                Ok(Val::plain(term::ite(cond, a, b)))
            }
            ExprKind::Let(binder, value, body) => {
                let value = self.expr(env, value)?;
                let mut inner = env.clone();
                let name = inner.binder(&binder.var);
                let here = Val { term: term::var(&name, &value.term.sort), stored: value.stored };
                let inner = inner.bind(&binder.var, here);
                let body = self.expr(&inner, body)?;
                Ok(Val { term: term::let_in(&name, value.term, body.term), stored: body.stored })
            }
            ExprKind::Quant(kind, binders, trigger, body) => {
                Ok(Val::plain(self.quantifier(env, *kind, Binding { binders, trigger, body, span: e.span })?))
            }
            ExprKind::Choose(binders, trigger, body, result) => {
                self.choose(env, Binding { binders, trigger, body, span: e.span }, result)
            }
            ExprKind::Lambda(binders, body) => {
                let ty = self.ty(env, e);
                self.lambda(env, binders, body, &ty)
            }
            ExprKind::Apply(callee, args) => self.apply(env, callee, args),
            ExprKind::TypeConst(ty) => {
                let of = self.view().norm(env.types(), ty);
                self.vocabulary().type_constant(&of, e)
            }
            ExprKind::ArchBits => Ok(Val::plain(self.theory().arch_constant("arch.bits"))),
            ExprKind::Bound(kind, high) => Ok(Val::plain(self.theory().bound(*kind, *high))),
            ExprKind::Arm(inner) | ExprKind::Checked(inner) => self.expr(env, inner),
        }
    }

    fn variable(&mut self, env: &Env, var: &Var, span: Span) -> Res<Val> {
        let known = env.get(var).or_else(|| self.globals().get(var).cloned());
        known.ok_or_else(|| self.view().internal(format!("variable `{}` is not declared", var.name), Some(span)))
    }

    /// A call: of the impl's function where the impl is known, with the definition in its place for inline functions,
    /// with fuel for calls back to the definition that this is in.
    fn call(&mut self, env: &Env, (path, tys): (&Path, &[Ty]), args: &[Expr], span: Span) -> Res<Val> {
        let tys = self.view().types().norm_all(env.types(), tys);
        let mut key = (path.clone(), tys);
        if let Some(meant) = self.view().types().resolve_call(&key.0, &key.1)
            && meant != key
        {
            self.vocabulary().reach().add_feature(Feature::Call(key.0, key.1));
            key = meant;
        }
        plain_relation(&mut key);
        let function = self.view().function(&key.0, Some(span))?;
        let mut values = Vec::new();
        for arg in args {
            values.push(self.expr(env, arg)?);
        }
        if values.len() != function.params.len() {
            return Err(self.view().internal(format!("wrong number of arguments of `{}`", key.0), Some(span)));
        }
        if let Some((body, types)) = self.view().inlined(&key) {
            if env.inlined() >= MAX_INLINE {
                return Err(self.view().too_deep(span));
            }
            let mut inner = env.expanded(types);
            for (param, value) in function.params.iter().zip(values) {
                // A generic parameter may have its argument in either view.
                inner = inner.bind(&param.var, value);
            }
            return self.expr(&inner, body);
        }
        self.vocabulary().reach().add_feature(Feature::Call(key.0.clone(), key.1.clone()));
        let instance = self.function(&key, Some(span))?;
        let mut terms: Vec<Term> = Vec::new();
        for (value, place) in values.into_iter().zip(&instance.params) {
            terms.push(self.vocabulary().fit(value, place));
        }
        let mut sym = instance.sym.clone();
        if let (Some((owner, fuel)), Some(recursive)) = (env.fuel(), &instance.recursive)
            && self.same_cycle(owner, &key)?
        {
            sym = recursive.clone();
            terms.push(fuel.clone());
        }
        debug_assert!(instance.ret.stored.is_none() || is_generic(&function.ret.ty));
        let is_relation = matches!(&*key.0, callable::CALL_REQUIRES | callable::CALL_ENSURES);
        let role = if is_relation { Role::Contract } else { Role::Free };
        Ok(Val { term: term::app(&sym, role, terms, &instance.ret.sort), stored: instance.ret.stored })
    }

    /// Integer operators of the solver, or the functions for them.
    fn integer_op(&mut self, symbol: &str, args: Vec<Term>) -> Term {
        let (operators, theory) = self.arithmetic();
        operators.apply(theory, symbol, args)
    }

    fn unary(&mut self, env: &Env, op: &UnaryOp, operand: &Expr, span: Span) -> Res<Val> {
        let ty = self.ty(env, operand);
        let plain = |term| Ok(Val::plain(term));
        match op {
            UnaryOp::Not => plain(term::not(self.formula(env, operand)?)),
            UnaryOp::Neg => {
                let t = self.number(env, operand)?;
                if let Kind::Lit(value) = &t.kind {
                    return plain(term::lit(-value));
                }
                plain(self.integer_op("-", vec![t]))
            }
            UnaryOp::BitNot(_) if ty == Ty::Bool => plain(term::not(self.formula(env, operand)?)),
            UnaryOp::BitNot(kind) => {
                let t = self.number(env, operand)?;
                plain(self.theory().bit_not(*kind, t))
            }
            UnaryOp::Clip(kind) => {
                let t = self.number(env, operand)?;
                if self.operators().keeps_cast(*kind) {
                    return plain(self.theory().cast(*kind, t));
                }
                plain(self.theory().clip(*kind, ty.int_kind(), t))
            }
            UnaryOp::InRange(kind) => {
                let t = self.number(env, operand)?;
                plain(self.theory().range(*kind, &t))
            }
            UnaryOp::BoolToInt => {
                let t = self.formula(env, operand)?;
                plain(term::ite(t, term::lit(1), term::lit(0)))
            }
            UnaryOp::RealNeg => plain(real::negation(self.expr(env, operand)?.term)),
            UnaryOp::IntToReal => plain(real::of_integer(self.number(env, operand)?)),
            UnaryOp::Floor => plain(real::floor(self.expr(env, operand)?.term)),
            UnaryOp::IsVariant(_, variant) => {
                let t = self.formula(env, operand)?;
                plain(self.vocabulary().test_variant(&ty, variant, t, span)?)
            }
            UnaryOp::Field(_, variant, field) => {
                let t = self.formula(env, operand)?;
                self.vocabulary().select(&ty, (variant, field), t, span)
            }
            UnaryOp::HasResolved => {
                let value = self.expr(env, operand)?;
                plain(self.vocabulary().has_resolved(value, &ty)?)
            }
            UnaryOp::MutCurrent | UnaryOp::MutFinal => {
                let field = if *op == UnaryOp::MutCurrent { "cur" } else { "fin" };
                let t = self.formula(env, operand)?;
                self.vocabulary().select(&ty, (&"mut".into(), &field.into()), t, span)
            }
        }
    }

    fn binary(&mut self, env: &Env, op: BinaryOp, a: &Expr, b: &Expr) -> Res<Val> {
        let (ty_a, ty_b) = (self.ty(env, a), self.ty(env, b));
        let (x, y) = (self.expr(env, a)?, self.expr(env, b)?);
        let term = match op {
            BinaryOp::And => term::and([x.term, y.term]),
            BinaryOp::Or => term::or([x.term, y.term]),
            BinaryOp::Implies => term::implies(x.term, y.term),
            BinaryOp::Eq => self.theory().equal(x, y),
            BinaryOp::ExtEq { deep } => self.vocabulary().ext_eq(&ty_a, deep, x, y)?,
            BinaryOp::HeightLt => self.vocabulary().height_lt((x, ty_a), (y, ty_b))?,
            BinaryOp::WithCurrent => self.vocabulary().with_current(&ty_a, x.term, y, a.span)?.term,
            BinaryOp::BitAnd if ty_a == Ty::Bool => term::and([x.term, y.term]),
            BinaryOp::BitOr if ty_a == Ty::Bool => term::or([x.term, y.term]),
            BinaryOp::BitXor if ty_a == Ty::Bool => term::not(term::logic("=", vec![x.term, y.term])),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => {
                let symbol = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Sub => "-",
                    BinaryOp::Mul => "*",
                    BinaryOp::Div => "div",
                    _ => "mod",
                };
                let args = vec![self.theory().concrete(x), self.theory().concrete(y)];
                self.integer_op(symbol, args)
            }
            BinaryOp::Real(op) => {
                let (operators, theory) = self.arithmetic();
                real::operator(theory, op, [x.term, y.term], operators.is_nonlinear())
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let (x, y) = (self.theory().concrete(x), self.theory().concrete(y));
                let strict = matches!(op, BinaryOp::Lt | BinaryOp::Gt);
                let swap = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
                if swap { term::less(strict, y, x) } else { term::less(strict, x, y) }
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shr | BinaryOp::Shl(_) => {
                let (x, y) = (self.theory().concrete(x), self.theory().concrete(y));
                let kind = match op {
                    BinaryOp::Shl(kind) => kind,
                    _ => ty_a.int_kind().unwrap_or(IntKind::Int),
                };
                self.theory().bit_op(op, kind, x, y)
            }
        };
        Ok(Val::plain(term))
    }
}

impl<'a> Dialect<'a> for Encoder<'a> {
    const HAS_TRIGGERS: bool = true;

    fn view(&self) -> &View<'a> {
        Encoder::view(self)
    }

    fn theory(&mut self) -> &mut Theory {
        Encoder::theory(self)
    }

    fn globals(&mut self) -> &mut Globals {
        Encoder::globals(self)
    }

    fn sort(&mut self, ty: &Ty) -> Res<Sort> {
        self.vocabulary().sort(ty)
    }

    fn expr(&mut self, env: &Env, e: &Expr) -> Res<Val> {
        Encoder::expr(self, env, e)
    }

    fn declared(&mut self, _: &Var, _: &Sym) {}

    fn enter_definition(&mut self, _: &Env, _: &Expr) -> Res<Option<Inner>> {
        Ok(None)
    }

    fn leave_definition(&mut self) {}
}
