//! Expressions of EPR mode.

use certus_diagnostics::{Diagnostic, Language, Resource, Span};
use certus_vir::instances::substitution;
use certus_vir::{BinaryOp, Binder, Const, Expr, ExprKind, Path, QuantKind, Ty, UnaryOp, Var};

use super::{MAX_NODES, MAX_SIZE, Meaning, all_cases};
use crate::encoder::Encoder;
use crate::error::EncodeError;
use crate::error::Res;
use crate::fuel::Unfold;
use crate::instance::FnKey;
use crate::names;
use crate::term::{self, Bound, Kind, Quant, Role, Sort, Sym, Term};
use crate::value::{Env, Val};

/// What to do about arithmetic.
const ABSTRACT: &str = "state it outside of the module, as a relation on a type with private fields";

/// What a call stands for.
pub(crate) enum Callee {
    /// This definition.
    Definition(FnKey, Env, Expr),
    /// A symbol, of these arguments.
    Symbol(FnKey, Vec<Term>),
}

impl Encoder<'_> {
    /// The term of an expression. Formulas have no choice between values in their atoms, and no constructor.
    pub(crate) fn epr_expr(&mut self, env: &Env, e: &Expr) -> Res<Val> {
        self.spend(e.span)?;
        let term = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.epr_term(env, e))?;
        if term.size > MAX_SIZE {
            return Err(too_large(e.span));
        }
        Ok(Val::plain(term))
    }

    /// Counts a step of the translation.
    pub(crate) fn spend(&mut self, span: Span) -> Res<()> {
        let Some(state) = &mut self.epr else { return Ok(()) };
        state.nodes += 1;
        if state.nodes > MAX_NODES { Err(too_large(span)) } else { Ok(()) }
    }

    fn epr_term(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        match &*e.kind {
            ExprKind::Const(Const::Bool(value)) => Ok(term::boolean(*value)),
            ExprKind::Const(Const::Int(_)) | ExprKind::ArchBits | ExprKind::Bound(..) => {
                Err(self.integer("a number", e))
            }
            ExprKind::Const(_) => Err(self.outside(Language::EprType, "texts are not part of EPR", e.span, ABSTRACT)),
            ExprKind::Var(var) | ExprKind::Old(var) => self.epr_variable(env, var, e),
            ExprKind::Call(path, tys, args) => self.epr_call(env, path, tys, args, e.span),
            ExprKind::Ctor(_, variant, fields) => {
                let mut values = Vec::new();
                for (name, field) in fields {
                    values.push((name.clone(), self.epr_expr(env, field)?.term));
                }
                let ty = self.ty(env, e);
                self.epr_construct(&ty, variant, &values, e.span)
            }
            ExprKind::Unary(op, operand) => self.epr_unary(env, op, operand, e),
            ExprKind::Binary(op, a, b) => self.epr_binary(env, *op, a, b, e),
            ExprKind::If(cond, a, b) => {
                let cond = self.formula(env, cond)?;
                let (a, b) = (self.epr_expr(env, a)?.term, self.epr_expr(env, b)?.term);
                Ok(term::ite(cond, a, b))
            }
            ExprKind::Let(binder, value, body) => {
                let value = self.epr_expr(env, value)?;
                Ok(self.epr_expr(&env.bind(&binder.var, value), body)?.term)
            }
            ExprKind::Quant(kind, binders, _, body) => self.epr_quantifier(env, *kind, binders, body, e.span),
            ExprKind::Choose(binders, _, condition, result) => self.epr_choose(env, binders, condition, result, e.span),
            ExprKind::Lambda(..) | ExprKind::Apply(..) | ExprKind::TypeConst(_) => {
                let text = "functions as values are not part of EPR";
                Err(self.outside(Language::EprFunctionValue, text, e.span, "name the function: `spec fn f(..) -> ..;`"))
            }
            ExprKind::TriggerMark(inner) | ExprKind::Checked(inner) => Ok(self.epr_expr(env, inner)?.term),
        }
    }

    /// `language/epr-integer`.
    fn integer(&self, what: &str, e: &Expr) -> EncodeError {
        let message = format!("{what}: integers and arithmetic are not part of EPR");
        self.outside(Language::EprInteger, message, e.span, ABSTRACT)
    }

    /// A variable of the obligation, or a bound one.
    fn epr_variable(&mut self, env: &Env, var: &Var, e: &Expr) -> Res<Term> {
        let known = env.get(var).or_else(|| self.globals.get(var).cloned());
        match known {
            Some(value) => Ok(value.term),
            None => Err(self.internal(format!("variable `{}` is not declared", var.name), Some(e.span))),
        }
    }

    /// What a call stands for: a visible definition with the values of its parameters, or a function of which nothing is
    /// known.
    pub(crate) fn epr_callee(
        &mut self,
        env: &Env,
        (path, tys): (&Path, &[Ty]),
        args: &[Expr],
        span: Span,
    ) -> Res<Callee> {
        let mut key = (path.clone(), self.types.norm_all(&env.types, tys));
        if let Some(meant) = self.types.resolve_call(&key.0, &key.1) {
            key = meant;
        }
        crate::instance::plain_relation(&mut key);
        let program = self.types.program;
        let Some(function) = program.functions.get(&key.0) else {
            return Err(self.internal(format!("no function `{}`", key.0), Some(span)));
        };
        let mut values = Vec::new();
        for arg in args {
            values.push(self.epr_expr(env, arg)?);
        }
        if values.len() != function.params.len() {
            return Err(self.internal(format!("wrong number of arguments of `{}`", key.0), Some(span)));
        }
        let subst = substitution(&function.type_params, &key.1);
        let body = self.definition(&key).filter(|_| self.unfold(&key) != Unfold::Never);
        if let Some(body) = body {
            let is_open = self.epr.as_ref().is_some_and(|state| state.expanding.iter().any(|open| open.0 == key.0));
            // A definition that holds under a condition only is that of a recursive function.
            let is_partial = function.termination.as_ref().is_some_and(|measure| measure.when.is_some());
            if function.cycle > 0 || is_partial || is_open {
                let message = format!("`{}` is recursive: recursive definitions are not part of EPR", function.name);
                let help = "close the definition, and say what is needed of it in lemmas";
                return Err(self.outside(Language::EprRecursion, message, span, help));
            }
            let mut inner = Env::new(subst);
            for (param, value) in function.params.iter().zip(values) {
                inner = inner.bind(&param.var, value);
            }
            return Ok(Callee::Definition(key, inner, body.clone()));
        }
        Ok(Callee::Symbol(key, values.into_iter().map(|value| value.term).collect()))
    }

    /// Does something within a definition.
    pub(crate) fn within<T>(&mut self, key: FnKey, f: impl FnOnce(&mut Self) -> T) -> T {
        self.epr.iter_mut().for_each(|state| state.expanding.push(key.clone()));
        let result = f(self);
        self.epr.iter_mut().for_each(|state| _ = state.expanding.pop());
        result
    }

    /// Rule `epr-call`: a visible definition takes the place of the call; any other function is a symbol.
    fn epr_call(&mut self, env: &Env, path: &Path, tys: &[Ty], args: &[Expr], span: Span) -> Res<Term> {
        let (key, values) = match self.epr_callee(env, (path, tys), args, span)? {
            Callee::Definition(key, inner, body) => {
                return Ok(self.within(key, |encoder| encoder.epr_expr(&inner, &body))?.term);
            }
            Callee::Symbol(key, values) => (key, values),
        };
        let Some(function) = self.types.program.functions.get(&key.0) else {
            return Err(self.internal(format!("no function `{}`", key.0), Some(span)));
        };
        let subst = substitution(&function.type_params, &key.1);
        let mut sorts = Vec::new();
        for param in &function.params {
            let ty = self.types.norm(&subst, &param.ty);
            let what = format!("the parameter `{}` of `{}` is", param.var.name, function.name);
            sorts.push(self.epr_sort(&ty, span, &what)?);
        }
        let ty = self.types.norm(&subst, &function.ret.ty);
        let ret = self.epr_sort(&ty, span, &format!("`{}` gives", function.name))?;
        let sym = self.names.of_instance(&format!("fn {} {:?}", key.0, key.1), &key.0, &key.1);
        self.out.function(&sym, sorts, &ret);
        self.mean(&sym, &names::path(&key.0), function.span, true);
        self.epr_apply(&sym, values, &ret, span)
    }

    /// A symbol applied, choices between arguments outside.
    pub(crate) fn epr_apply(&mut self, sym: &Sym, values: Vec<Term>, ret: &Sort, span: Span) -> Res<Term> {
        all_cases(&values, &mut Vec::new(), &mut |args| {
            self.spend(span)?;
            if args.iter().any(|arg| self.constructor(arg).is_some()) {
                let message = "a value that is put together from others cannot be an argument in EPR";
                return Err(self.outside(Language::EprConstructor, message, span, "pass the parts"));
            }
            Ok(term::app(sym, Role::Free, args.to_vec(), ret))
        })
    }

    /// Negation, tests and fields; other operators on one value are about numbers.
    fn epr_unary(&mut self, env: &Env, op: &UnaryOp, operand: &Expr, e: &Expr) -> Res<Term> {
        let ty = self.ty(env, operand);
        match op {
            UnaryOp::Not => Ok(term::not(self.formula(env, operand)?)),
            UnaryOp::BitNot(_) if ty == Ty::Bool => Ok(term::not(self.formula(env, operand)?)),
            UnaryOp::Neg | UnaryOp::BitNot(_) | UnaryOp::Clip(_) | UnaryOp::InRange(_) | UnaryOp::BoolToInt => {
                Err(self.integer("an operator on numbers", e))
            }
            UnaryOp::IsVariant(_, variant) => {
                let value = self.epr_expr(env, operand)?.term;
                self.epr_is(&ty, variant, &value, e.span)
            }
            UnaryOp::Field(_, variant, field) => {
                let value = self.epr_expr(env, operand)?.term;
                self.epr_field(&ty, (variant, field), &value, e.span)
            }
            UnaryOp::MutCurrent | UnaryOp::MutFinal => {
                let field = if *op == UnaryOp::MutCurrent { "cur" } else { "fin" };
                let value = self.epr_expr(env, operand)?.term;
                self.epr_field(&ty, (&"mut".into(), &field.into()), &value, e.span)
            }
        }
    }

    /// Equality and Boolean operators; others are about numbers. Extensional equality is equality: the library, which says
    /// what it takes for its collections, is left out.
    fn epr_binary(&mut self, env: &Env, op: BinaryOp, a: &Expr, b: &Expr, e: &Expr) -> Res<Term> {
        match op {
            BinaryOp::HeightLt => {
                let text = "recursion needs a measure, and there is none in EPR";
                return Err(self.outside(
                    Language::EprRecursion,
                    text,
                    e.span,
                    "do the induction outside of the module",
                ));
            }
            BinaryOp::Eq | BinaryOp::ExtEq { .. } => {
                let (x, y) = (self.epr_expr(env, a)?.term, self.epr_expr(env, b)?.term);
                return self.epr_equal(x, y, e.span);
            }
            _ => {}
        }
        let is_bool = self.ty(env, a) == Ty::Bool && self.ty(env, b) == Ty::Bool;
        if !is_bool {
            return Err(self.integer("an operator on numbers", e));
        }
        let (x, y) = (self.formula(env, a)?, self.formula(env, b)?);
        match op {
            BinaryOp::And | BinaryOp::BitAnd => Ok(term::and([x, y])),
            BinaryOp::Or | BinaryOp::BitOr => Ok(term::or([x, y])),
            BinaryOp::Implies => Ok(term::implies(x, y)),
            BinaryOp::BitXor => Ok(term::not(term::eq(x, y))),
            _ => Err(self.integer("an operator on numbers", e)),
        }
    }

    /// Rule `epr-quantifier`: without trigger and without range. A bound truth value stands for its two values.
    fn epr_quantifier(&mut self, env: &Env, kind: QuantKind, binders: &[Binder], body: &Expr, span: Span) -> Res<Term> {
        let forall = kind == QuantKind::Forall;
        let Some((first, rest)) = binders.split_first() else { return self.formula(env, body) };
        let ty = self.types.norm(&env.types, &first.ty);
        if *ty.value() == Ty::Bool {
            let mut both = Vec::new();
            for value in [true, false] {
                let inner = env.bind(&first.var, Val::plain(term::boolean(value)));
                both.push(self.epr_quantifier(&inner, kind, rest, body, span)?);
            }
            return Ok(if forall { term::and(both) } else { term::or(both) });
        }
        let (inner, bound) = self.epr_bind(env, first, span)?;
        let body = self.epr_quantifier(&inner, kind, rest, body, span)?;
        // Quantifiers of one kind after another are one.
        let (binders, body) = match &body.kind {
            Kind::Quant(inner) if inner.forall == forall && !rest.is_empty() => {
                (std::iter::once(bound).chain(inner.binders.iter().cloned()).collect(), inner.body.clone())
            }
            _ => (vec![bound], body),
        };
        Ok(term::quant(Quant { forall, binders, patterns: Vec::new(), body, qid: None }))
    }

    /// One more bound variable, under a name of its own.
    fn epr_bind(&mut self, env: &Env, binder: &Binder, span: Span) -> Res<(Env, Bound)> {
        let ty = self.types.norm(&env.types, &binder.ty);
        let name = &binder.var.name;
        let sort = self.epr_sort(&ty, span, &format!("`{name}` is"))?;
        let sym = self.epr_binder(name, Meaning { name: name.to_string(), span, is_shown: false });
        let inner = env.bind(&binder.var, Val::plain(term::var(&sym, &sort)));
        Ok((inner, (sym, sort)))
    }

    /// Rule `epr-choose`: constants that meet the condition if something does, the same for the same condition. What depends
    /// on a bound variable would be a function of it.
    fn epr_choose(&mut self, env: &Env, binders: &[Binder], condition: &Expr, result: &Expr, span: Span) -> Res<Term> {
        let (mut inner, mut bounds) = (env.clone(), Vec::new());
        for binder in binders {
            let (next, bound) = self.epr_bind(&inner, binder, span)?;
            inner = next;
            bounds.push(bound);
        }
        let body = self.formula(&inner, condition)?;
        let some = term::quant(Quant {
            forall: false,
            binders: bounds.clone(),
            patterns: Vec::new(),
            body: body.clone(),
            qid: None,
        });
        if !some.free.is_empty() || bounds.iter().any(|(_, sort)| **sort == *"Bool") {
            let text = "a `choose` that depends on a bound variable is a function that EPR does not have";
            return Err(self.outside(Language::EprChoose, text, span, "say `exists` instead"));
        }
        let key = canonical(&some);
        let mut chosen = env.clone();
        let mut values = Vec::new();
        for (index, (binder, (name, sort))) in binders.iter().zip(&bounds).enumerate() {
            let wanted = format!("choose%{}.{index}", names::digest(&key));
            let sym = self.symbol(&format!("choose {index} {key}"), &wanted);
            self.out.function(&sym, Vec::new(), sort);
            self.mean(&sym, &format!("choose {}", binder.var.name), span, true);
            let value = term::constant(&sym, sort);
            chosen = chosen.bind(&binder.var, Val::plain(value.clone()));
            values.push((name.clone(), value));
        }
        if self.once(&format!("choose {key}")) {
            let place = |name: &Sym| values.iter().find(|(bound, _)| bound == name).map(|(_, value)| value.clone());
            let witness = term::subst(&body, &place);
            self.out.axiom(&key, term::implies(some, witness));
        }
        Ok(self.epr_expr(&chosen, result)?.term)
    }
}

/// `resource/epr-size`.
fn too_large(span: Span) -> EncodeError {
    let text = "this is too large when the definitions that it depends on are put in place";
    EncodeError(vec![Diagnostic::error(Resource::EprSize, text, span)])
}

/// A text that is the same for formulas that differ in the names of their bound variables only.
fn canonical(t: &Term) -> String {
    fn rename(t: &Term, depth: usize) -> Term {
        let Kind::Quant(q) = &t.kind else { return term::map(t, &mut |part| rename(part, depth)) };
        let name = |index: usize| -> Sym { format!("{}${}", depth, index).into() };
        let place = |sym: &Sym| {
            let index = q.binders.iter().position(|(bound, _)| bound == sym)?;
            Some(term::var(&name(index), &q.binders.get(index)?.1))
        };
        let body = rename(&term::subst(&q.body, &place), depth + 1);
        let binders = q.binders.iter().enumerate().map(|(index, (_, sort))| (name(index), sort.clone())).collect();
        term::quant(Quant { forall: q.forall, binders, patterns: Vec::new(), body, qid: None })
    }
    term::text(&rename(t, 0))
}
