//! Expressions of EPR mode.

use certus_diagnostics::{Diagnostic, Language, Resource, Span};
use certus_vir::{BinaryOp, Const, Expr, ExprKind, Ty, UnaryOp, Var};

use super::context::{Epr, outside};
use crate::dialect::{Dialect, Inner};
use crate::error::{EncodeError, Res};
use crate::rules::epr_call::Callee;
use crate::term::{self, Sort, Sym, Term};
use crate::theory::Theory;
use crate::value::{Env, Globals, Val};
use crate::view::View;

/// More parts than this are not translated: definitions in the place of their calls can grow without bound.
const MAX_NODES: usize = 200_000;

/// A formula of more parts is not printed.
const MAX_SIZE: u64 = 100_000;

/// What to do about arithmetic.
const ABSTRACT: &str = "state it outside of the module, as a relation on a type with private fields";

impl Epr<'_> {
    /// The term of an expression. Formulas have no choice between values in their atoms, and no constructor.
    pub(crate) fn expr(&mut self, env: &Env, e: &Expr) -> Res<Val> {
        self.spend(e.span)?;
        let term = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.term(env, e))?;
        if term.size > MAX_SIZE {
            return Err(too_large(e.span));
        }
        Ok(Val::plain(term))
    }

    /// The term of a Boolean expression.
    pub(crate) fn formula(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        Ok(self.expr(env, e)?.term)
    }

    /// The type of an expression here.
    fn ty(&self, env: &Env, e: &Expr) -> Ty {
        self.view().norm(env.types(), &e.ty)
    }

    /// Counts a step of the translation.
    pub(crate) fn spend(&mut self, span: Span) -> Res<()> {
        if self.note().count() > MAX_NODES { Err(too_large(span)) } else { Ok(()) }
    }

    fn term(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        match &*e.kind {
            ExprKind::Const(Const::Bool(value)) => Ok(term::boolean(*value)),
            ExprKind::Const(Const::Int(_)) | ExprKind::ArchBits | ExprKind::Bound(..) => {
                Err(self.integer("a number", e))
            }
            ExprKind::Const(_) => Err(outside(Language::EprType, "strings are not part of EPR", e.span, ABSTRACT)),
            ExprKind::Var(var) | ExprKind::Old(var) => self.variable(env, var, e),
            ExprKind::Call(path, tys, args) => self.call(env, (path, tys), args, e.span),
            ExprKind::Ctor(_, variant, fields) => {
                let mut values = Vec::new();
                for (name, field) in fields {
                    values.push((name.clone(), self.expr(env, field)?.term));
                }
                let ty = self.ty(env, e);
                self.construct(&ty, variant, &values, e.span)
            }
            ExprKind::Unary(op, operand) => self.unary(env, op, operand, e),
            ExprKind::Binary(op, a, b) => self.binary(env, *op, (a, b), e),
            ExprKind::If(cond, a, b) => {
                let cond = self.formula(env, cond)?;
                let (a, b) = (self.expr(env, a)?.term, self.expr(env, b)?.term);
                Ok(term::ite(cond, a, b))
            }
            ExprKind::Let(binder, value, body) => {
                let value = self.expr(env, value)?;
                Ok(self.expr(&env.bind(&binder.var, value), body)?.term)
            }
            ExprKind::Quant(kind, binders, _, body) => self.quantifier(env, *kind, (binders, body), e.span),
            ExprKind::Choose(binders, _, condition, result) => self.choose(env, binders, (condition, result), e.span),
            ExprKind::Lambda(..) | ExprKind::Apply(..) | ExprKind::TypeConst(_) => {
                let text = "functions as values are not part of EPR";
                Err(outside(Language::EprFunctionValue, text, e.span, "name the function: `spec fn f(..) -> ..;`"))
            }
            ExprKind::Arm(inner) | ExprKind::Checked(inner) => Ok(self.expr(env, inner)?.term),
        }
    }

    /// `language/epr-integer`.
    fn integer(&self, what: &str, e: &Expr) -> EncodeError {
        let message = format!("{what}: integers and arithmetic are not part of EPR");
        outside(Language::EprInteger, message, e.span, ABSTRACT)
    }

    /// A variable of the obligation, or a bound one.
    fn variable(&mut self, env: &Env, var: &Var, e: &Expr) -> Res<Term> {
        let known = env.get(var).or_else(|| self.globals().get(var).cloned());
        match known {
            Some(value) => Ok(value.term),
            None => Err(self.view().internal(format!("variable `{}` is not declared", var.name), Some(e.span))),
        }
    }

    /// Negation, tests and fields; other operators on one value are about numbers.
    fn unary(&mut self, env: &Env, op: &UnaryOp, operand: &Expr, e: &Expr) -> Res<Term> {
        let ty = self.ty(env, operand);
        match op {
            UnaryOp::Not => Ok(term::not(self.formula(env, operand)?)),
            UnaryOp::BitNot(_) if ty == Ty::Bool => Ok(term::not(self.formula(env, operand)?)),
            UnaryOp::Neg
            | UnaryOp::BitNot(_)
            | UnaryOp::Clip(_)
            | UnaryOp::InRange(_)
            | UnaryOp::BoolToInt
            | UnaryOp::RealNeg
            | UnaryOp::IntToReal
            | UnaryOp::Floor => Err(self.integer("an operator on numbers", e)),
            UnaryOp::IsVariant(_, variant) => {
                let value = self.expr(env, operand)?.term;
                self.test_variant(&ty, variant, &value, e.span)
            }
            UnaryOp::Field(_, variant, field) => {
                let value = self.expr(env, operand)?.term;
                self.select(&ty, (variant, field), &value, e.span)
            }
            UnaryOp::HasResolved => {
                let text = "the end of borrows is not supported in EPR mode";
                Err(outside(Language::EprType, text, e.span, "prove it outside of the module"))
            }
            UnaryOp::MutCurrent | UnaryOp::MutFinal => {
                let field = if *op == UnaryOp::MutCurrent { "cur" } else { "fin" };
                let value = self.expr(env, operand)?.term;
                self.select(&ty, (&"mut".into(), &field.into()), &value, e.span)
            }
        }
    }

    /// Equality and Boolean operators; others are about numbers. Extensional equality is equality: the library, which says
    /// what it takes for its collections, is left out.
    fn binary(&mut self, env: &Env, op: BinaryOp, (a, b): (&Expr, &Expr), e: &Expr) -> Res<Term> {
        match op {
            BinaryOp::HeightLt => {
                let text = "recursion needs a measure, and there is none in EPR";
                return Err(outside(Language::EprRecursion, text, e.span, "do the induction outside of the module"));
            }
            BinaryOp::WithCurrent => {
                let text = "mutable references as values are not supported in EPR mode";
                return Err(outside(Language::EprType, text, e.span, "use them outside of the module"));
            }
            BinaryOp::Eq | BinaryOp::ExtEq { .. } => {
                let (x, y) = (self.expr(env, a)?.term, self.expr(env, b)?.term);
                return self.equal(x, y, e.span);
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
}

/// `resource/epr-size`.
fn too_large(span: Span) -> EncodeError {
    let text = "this is too large after the definitions that it depends on are unfolded";
    EncodeError(vec![Diagnostic::error(Resource::EprSize, text, span)])
}

impl<'a> Dialect<'a> for Epr<'a> {
    const HAS_TRIGGERS: bool = false;

    fn view(&self) -> &View<'a> {
        Epr::view(self)
    }

    fn theory(&mut self) -> &mut Theory {
        Epr::theory(self)
    }

    fn globals(&mut self) -> &mut Globals {
        Epr::globals(self)
    }

    fn sort(&mut self, ty: &Ty) -> Res<Sort> {
        Epr::sort(self, ty.value())
    }

    fn expr(&mut self, env: &Env, e: &Expr) -> Res<Val> {
        Epr::expr(self, env, e)
    }

    fn declared(&mut self, var: &Var, sym: &Sym) {
        if let Some(own) = self.view().own() {
            self.mean(sym, var.name.trim_end_matches('%'), own.span);
        }
    }

    fn enter_definition(&mut self, env: &Env, e: &Expr) -> Res<Option<Inner>> {
        let ExprKind::Call(path, tys, args) = &*e.kind else { return Ok(None) };
        match self.callee(env, (path, tys), args, e.span)? {
            Callee::Definition(key, env, part) => {
                self.note().expand(key);
                Ok(Some(Inner { env, part }))
            }
            Callee::Symbol(..) => Ok(None),
        }
    }

    fn leave_definition(&mut self) {
        self.note().expanded();
    }
}
