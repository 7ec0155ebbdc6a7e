//! Expressions as terms.

use certus_diagnostics::{Span, Unsupported};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, IntKind, Path, Prover, Ty, UnaryOp, Var};

use crate::encoder::{Encoder, Feature};
use crate::error::Res;
use crate::instance::is_generic;
use crate::names;
use crate::recursion::MAX_INLINE;
use crate::term::{self, Kind, Role, Sort, Term};
use crate::value::{Env, Val};

impl<'a> Encoder<'a> {
    /// The term of a Boolean expression.
    pub(crate) fn formula(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        Ok(self.expr(env, e)?.term)
    }

    /// The term of an expression, integers as `Int`.
    pub(crate) fn number(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        let value = self.expr(env, e)?;
        Ok(self.concrete(value))
    }

    /// The type of an expression here.
    pub(crate) fn ty(&self, env: &Env, e: &Expr) -> Ty {
        self.types.norm(&env.types, &e.ty)
    }

    /// The value of an expression, in the view of integers that costs nothing.
    pub(crate) fn expr(&mut self, env: &Env, e: &Expr) -> Res<Val> {
        if self.is_epr() {
            return self.epr_expr(env, e);
        }
        match &*e.kind {
            ExprKind::Const(value) => Ok(Val::plain(self.literal(value)?)),
            ExprKind::Var(var) => self.variable(env, var, e.span),
            ExprKind::Old(var) => Err(self.internal(format!("`old({})` is not resolved", var.name), Some(e.span))),
            ExprKind::Call(path, tys, args) => self.call(env, path, tys, args, e.span),
            ExprKind::Ctor(_, variant, fields) => {
                let mut values = Vec::new();
                for (name, field) in fields {
                    values.push((name.clone(), self.expr(env, field)?));
                }
                let ty = self.ty(env, e);
                Ok(Val::plain(self.construct(&ty, variant, values, e.span)?))
            }
            ExprKind::Unary(op, operand) => self.unary(env, op, operand, e.span),
            ExprKind::Binary(op, a, b) => self.binary(env, *op, a, b),
            ExprKind::If(cond, a, b) => {
                let cond = self.formula(env, cond)?;
                let (a, b) = (self.expr(env, a)?, self.expr(env, b)?);
                if a.stored == b.stored {
                    return Ok(Val { term: term::ite(cond, a.term, b.term), stored: a.stored });
                }
                let (a, b) = (self.concrete(a), self.concrete(b));
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
                Ok(Val::plain(self.quantifier(env, *kind, binders, trigger, body, e.span)?))
            }
            ExprKind::Choose(binders, trigger, cond, result) => {
                self.choose(env, binders, trigger, (cond, result), e.span)
            }
            ExprKind::Lambda(binders, body) => {
                let ty = self.ty(env, e);
                self.lambda(env, binders, body, &ty)
            }
            ExprKind::Apply(callee, args) => self.apply(env, callee, args),
            ExprKind::TypeConst(ty) => {
                let of = self.types.norm(&env.types, ty);
                self.type_constant(&of, e)
            }
            ExprKind::ArchBits => Ok(Val::plain(self.arch_constant("arch.bits"))),
            ExprKind::Bound(kind, high) => Ok(Val::plain(self.bound(*kind, *high))),
            ExprKind::TriggerMark(inner) | ExprKind::Checked(inner) => self.expr(env, inner),
        }
    }

    fn variable(&mut self, env: &Env, var: &Var, span: Span) -> Res<Val> {
        let known = env.get(var).or_else(|| self.globals.get(var).cloned());
        known.ok_or_else(|| self.internal(format!("variable `{}` is not declared", var.name), Some(span)))
    }

    fn literal(&mut self, value: &Const) -> Res<Term> {
        match value {
            Const::Bool(value) => Ok(term::boolean(*value)),
            Const::Int(value) => Ok(term::lit(value.clone())),
            Const::Str(text) => {
                let ty = Ty::Data("str".into(), Vec::new());
                self.text_constant(&ty, &format!("str {text}"), &format!("str%{}", names::digest(text)))
            }
            Const::Bytes(bytes) => {
                let ty = Ty::Data("array".into(), vec![Ty::Int(IntKind::U(8)), Ty::Const(bytes.len().into())]);
                let text = bytes.escape_ascii().to_string();
                self.text_constant(&ty, &format!("bytes {text}"), &format!("bytes%{}", names::digest(&text)))
            }
        }
    }

    /// Rule `string`: a literal of text or bytes is a constant, another one for another text; what is in it is for the
    /// library to say.
    fn text_constant(&mut self, ty: &Ty, entity: &str, name: &str) -> Res<Term> {
        let sort = self.sort(ty)?;
        let sym = self.symbol(entity, name);
        self.out.text(&sym, &sort);
        Ok(term::constant(&sym, &sort))
    }

    /// Rule `constant-parameter`: a constant parameter of the verified function is some value of its type.
    fn type_constant(&mut self, of: &Ty, e: &Expr) -> Res<Val> {
        let is_bool = *e.ty.value() == Ty::Bool;
        if let Ty::Const(value) = of {
            let zero = num_bigint::BigInt::default();
            return Ok(Val::plain(if is_bool { term::boolean(*value != zero) } else { term::lit(value.clone()) }));
        }
        // The type of a function item is the item itself.
        let sort = self.sort(if matches!(of, Ty::FnItem(..)) { of } else { &e.ty })?;
        let sym = self.symbol(&format!("constant {of:?}"), &format!("const%{}", names::ty(of)));
        self.out.function(&sym, Vec::new(), &sort);
        let value = term::constant(&sym, &sort);
        if let (Some(kind), true) = (e.ty.int_kind(), self.once(&format!("range of constant {of:?}"))) {
            let range = self.range(kind, &value);
            self.out.axiom(&sym, range);
        }
        Ok(Val::plain(value))
    }

    /// A call: of the impl's function where the impl is known, with the definition in its place for inline functions,
    /// with fuel for calls back to the definition that this is in.
    fn call(&mut self, env: &Env, path: &Path, tys: &[Ty], args: &[Expr], span: Span) -> Res<Val> {
        let tys = self.types.norm_all(&env.types, tys);
        let mut key = (path.clone(), tys);
        if let Some(meant) = self.types.resolve_call(&key.0, &key.1)
            && meant != key
        {
            self.features.insert(Feature::Call(key.0, key.1));
            key = meant;
        }
        crate::instance::plain_relation(&mut key);
        let program = self.types.program;
        let Some(function) = program.functions.get(&key.0) else {
            return Err(self.internal(format!("no function `{}`", key.0), Some(span)));
        };
        let mut values = Vec::new();
        for arg in args {
            values.push(self.expr(env, arg)?);
        }
        if values.len() != function.params.len() {
            return Err(self.internal(format!("wrong number of arguments of `{}`", key.0), Some(span)));
        }
        let inlined = self.inlined(&key).map(|(body, types)| (body.clone(), types));
        if let Some((body, types)) = inlined {
            if env.inlined >= MAX_INLINE {
                return Err(self.unsupported(Unsupported::Inline, "inline functions call each other", Some(span)));
            }
            let mut inner = Env::new(types);
            inner.expand_at(env);
            inner.fuel = env.fuel.clone();
            inner.inlined = env.inlined + 1;
            for (param, value) in function.params.iter().zip(values) {
                // A generic parameter may have its argument in either view.
                inner = inner.bind(&param.var, value);
            }
            return self.expr(&inner, &body);
        }
        self.features.insert(Feature::Call(key.0.clone(), key.1.clone()));
        let instance = self.function(&key, Some(span))?;
        let mut terms: Vec<Term> = Vec::new();
        for (value, place) in values.into_iter().zip(&instance.params) {
            terms.push(self.fit(value, place));
        }
        let mut sym = instance.sym.clone();
        if let (Some((owner, fuel)), Some(recursive)) = (&env.fuel, &instance.recursive)
            && self.same_cycle(owner, &key)?
        {
            sym = recursive.clone();
            terms.push(fuel.clone());
        }
        debug_assert!(instance.ret.stored.is_none() || is_generic(&function.ret.ty));
        Ok(Val { term: term::app(&sym, Role::Free, terms, &instance.ret.sort), stored: instance.ret.stored })
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
                plain(self.bit_not(*kind, t))
            }
            UnaryOp::Clip(kind) => {
                let t = self.number(env, operand)?;
                plain(self.clip(*kind, ty.int_kind(), t))
            }
            UnaryOp::InRange(kind) => {
                let t = self.number(env, operand)?;
                plain(self.range(*kind, &t))
            }
            UnaryOp::BoolToInt => {
                let t = self.formula(env, operand)?;
                plain(term::ite(t, term::lit(1), term::lit(0)))
            }
            UnaryOp::IsVariant(_, variant) => {
                let t = self.formula(env, operand)?;
                plain(self.test_variant(&ty, variant, t, span)?)
            }
            UnaryOp::Field(_, variant, field) => {
                let t = self.formula(env, operand)?;
                self.select(&ty, variant, field, t, span)
            }
            UnaryOp::MutCurrent | UnaryOp::MutFinal => {
                let field = if *op == UnaryOp::MutCurrent { "cur" } else { "fin" };
                let t = self.formula(env, operand)?;
                self.select(&ty, &"mut".into(), &field.into(), t, span)
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
            BinaryOp::Eq => self.equal(x, y),
            BinaryOp::ExtEq { deep } => self.ext_eq(&ty_a, deep, x, y)?,
            BinaryOp::HeightLt => self.height_lt((x, ty_a), (y, ty_b))?,
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
                let args = vec![self.concrete(x), self.concrete(y)];
                self.integer_op(symbol, args)
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let (x, y) = (self.concrete(x), self.concrete(y));
                let strict = matches!(op, BinaryOp::Lt | BinaryOp::Gt);
                let swap = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
                if swap { term::less(strict, y, x) } else { term::less(strict, x, y) }
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shr | BinaryOp::Shl(_) => {
                let (x, y) = (self.concrete(x), self.concrete(y));
                let kind = match op {
                    BinaryOp::Shl(kind) => kind,
                    _ => ty_a.int_kind().unwrap_or(IntKind::Int),
                };
                self.bit_op(op, kind, x, y)
            }
        };
        Ok(Val::plain(term))
    }

    /// Rule `trigger-arithmetic`: an integer operator that stands in some trigger is a function of its own everywhere,
    /// equal to the solver's, because the solver does not match its own operators.
    fn integer_op(&mut self, symbol: &str, args: Vec<Term>) -> Term {
        let name = operator_name(symbol, args.len());
        // Rule `product`: a product of two unknowns is a function too, outside of the nonlinear prover: what the solver's
        // normal form of polynomials happens to prove would come and go with the shape of the query.
        let unknown = |t: &Term| !matches!(t.kind, Kind::Lit(_));
        let is_linear = match symbol {
            "*" => !args.iter().all(unknown),
            "div" | "mod" => !args.last().is_some_and(unknown),
            _ => true,
        };
        if !is_linear {
            self.once(NONLINEAR);
        }
        let is_product = symbol == "*" && !is_linear && self.obligation.prover != Prover::Nonlinear;
        if !self.wrapped.contains(name) && !is_product {
            return term::arith(symbol, args);
        }
        if self.once(&format!("operator {name}")) {
            let int: Sort = "Int".into();
            let binders: Vec<term::Bound> =
                ["x", "y"].iter().take(args.len()).map(|name| ((*name).into(), int.clone())).collect();
            let values: Vec<Term> = binders.iter().map(|(name, sort)| term::var(name, sort)).collect();
            let result = term::app(name, Role::Given, values.clone(), "Int");
            self.out.function(&name.into(), vec![int.clone(); args.len()], &int);
            let mut fact = term::eq(result.clone(), term::arith(symbol, values.clone()));
            if symbol == "*" {
                let from_zero = |t: &Term| term::less(false, term::lit(0), t.clone());
                let factors = term::and(values.iter().map(from_zero).collect::<Vec<_>>());
                fact = term::and([fact, term::implies(factors, from_zero(&result))]);
            }
            self.out.axiom(name, term::forall(binders, vec![result], fact));
        }
        term::app(name, Role::Given, args, "Int")
    }
}

/// What happens once something is multiplied with an unknown, or divided by one.
pub(crate) const NONLINEAR: &str = "nonlinear arithmetic";

/// The function for an integer operator of the solver.
pub(crate) fn operator_name(symbol: &str, operands: usize) -> &'static str {
    match (symbol, operands) {
        ("+", _) => "int.add",
        ("-", 1) => "int.neg",
        ("-", _) => "int.sub",
        ("*", _) => "int.mul",
        ("div", _) => "int.div",
        _ => "int.mod",
    }
}
