//! The value of an expression of ghost code, as the language reference defines it, where that can be computed.
//!
//! What cannot be computed stops: an expression that no rule here covers, or one whose value the language leaves open
//! (division by zero, an index out of range). A formula may still be certain if a part of it is not.

mod calls;
mod library;
mod operators;
mod patterns;
mod quantifiers;

pub use operators::bounds;

use super::program::Program;
use super::types::{Scope, Ty};
use super::values::{Lambda, Value, same};
use std::cell::Cell;
use std::rc::Rc;
use verus_syn::{Block, Expr, Lit, Member, Stmt};

/// Why the value of an expression is not known.
#[derive(Debug)]
pub struct Stop(pub String);

pub type Answer = Result<Value, Stop>;

pub fn stop<T>(why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop(why.into()))
}

/// The steps that one clause may take, and how deep calls may be.
const STEPS: u32 = 60_000;
const DEPTH: u32 = 150;

/// Evaluates the clauses of one function.
pub struct Machine<'a> {
    pub program: &'a Program,
    /// The type parameters of the function, and `Self`.
    pub scope: Scope,
    env: Vec<(String, Value)>,
    /// Whether parameters have the values of the call, so that `old` is known.
    pub at_call: bool,
    steps: Cell<u32>,
    depth: u32,
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, scope: Scope, env: Vec<(String, Value)>) -> Machine<'a> {
        Machine { program, scope, env, at_call: true, steps: Cell::new(0), depth: 0 }
    }

    /// Whether a clause holds; `Err` if that is not known.
    pub fn holds(&mut self, clause: &Expr) -> Result<bool, Stop> {
        self.steps.set(0);
        match self.value(clause)?.now() {
            Value::Bool(b) => Ok(b),
            _ => stop("not a formula"),
        }
    }

    /// The value of an expression, with some more variables.
    fn within(&mut self, more: Vec<(String, Value)>, expr: &Expr) -> Answer {
        let mark = self.env.len();
        self.env.extend(more);
        let value = self.value(expr);
        self.env.truncate(mark);
        value
    }

    fn boolean(&mut self, expr: &Expr) -> Result<bool, Stop> {
        match self.value(expr)?.now() {
            Value::Bool(b) => Ok(b),
            _ => stop("not a boolean"),
        }
    }

    pub fn value(&mut self, expr: &Expr) -> Answer {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > STEPS {
            return stop("too many steps");
        }
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Reference(inner) if inner.mutability.is_none() => self.value(&inner.expr),
            Expr::View(view) => {
                let value = self.value(&view.expr)?;
                self.view(value)
            }
            Expr::Lit(lit) => literal(&lit.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::BigAnd(all) => self.big(all.exprs.iter().map(|e| &*e.expr), false),
            Expr::BigOr(any) => self.big(any.exprs.iter().map(|e| &*e.expr), true),
            Expr::Cast(cast) => {
                let value = self.value(&cast.expr)?.now();
                let ty = self.program.ty(&cast.ty, &self.scope);
                operators::cast(value, &ty)
            }
            Expr::Final(last) => match self.value(&last.arg)? {
                Value::Mut(_, after) => Ok(*after),
                _ => stop("`final` of a value that is no reference"),
            },
            Expr::Field(field) => {
                let base = self.value(&field.base)?;
                part(base, &field.member)
            }
            Expr::GetField(field) => {
                let base = self.value(&field.base)?;
                part(base, &field.member)
            }
            Expr::Index(index) => {
                let (base, at) = (self.value(&index.expr)?, self.value(&index.index)?);
                library::element(base.now(), at.now())
            }
            Expr::Tuple(tuple) => self.values(tuple.elems.iter()).map(Value::Tuple),
            Expr::Array(array) => self.values(array.elems.iter()).map(Value::Seq),
            Expr::Struct(data) => self.data(data),
            Expr::Is(test) => self.is(&test.base, &test.variant_ident.to_string()),
            Expr::IsNot(test) => operators::not(self.is(&test.base, &test.variant_ident.to_string())?),
            Expr::Has(has) => {
                let (of, element) = (self.value(&has.lhs)?.now(), self.value(&has.rhs)?.now());
                library::method(self, of, "contains", vec![element])
            }
            Expr::Matches(matches) => self.matches(matches),
            Expr::Match(choice) => self.choice(choice),
            Expr::If(branch) => self.branch(branch),
            Expr::Block(block) => self.block(&block.block),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::Macro(mac) => self.macro_call(&mac.mac),
            Expr::Closure(closure) => {
                let inputs = closure.inputs.iter().map(|input| input.pat.clone()).collect();
                let body = (*closure.body).clone();
                Ok(Value::Function(Rc::new(Lambda { inputs, body, env: self.env.clone() })))
            }
            other => stop(format!("the expression {}", kind(other))),
        }
    }

    fn values<'e>(&mut self, exprs: impl Iterator<Item = &'e Expr>) -> Result<Vec<Value>, Stop> {
        exprs.map(|expr| self.value(expr).map(Value::now)).collect()
    }

    fn is(&mut self, base: &Expr, wanted: &str) -> Answer {
        match self.value(base)?.now() {
            Value::Data { variant, .. } => Ok(Value::Bool(variant == wanted)),
            _ => stop("`is` of an unknown value"),
        }
    }

    fn branch(&mut self, branch: &verus_syn::ExprIf) -> Answer {
        let mark = self.env.len();
        let value = match self.condition(&branch.cond) {
            Ok(true) => self.block(&branch.then_branch),
            Ok(false) => {
                self.env.truncate(mark);
                match &branch.else_branch {
                    Some((_, expr)) => self.value(expr),
                    None => Ok(Value::Tuple(Vec::new())),
                }
            }
            Err(why) => Err(why),
        };
        self.env.truncate(mark);
        value
    }

    /// Whether a condition holds; the variables of its patterns stay.
    fn condition(&mut self, expr: &Expr) -> Result<bool, Stop> {
        match expr {
            Expr::Let(test) => {
                let value = self.value(&test.expr)?;
                match self.matched(&test.pat, value)? {
                    Some(more) => {
                        self.env.extend(more);
                        Ok(true)
                    }
                    None => Ok(false),
                }
            }
            Expr::Binary(both) if matches!(both.op, verus_syn::BinOp::And(_)) => {
                Ok(self.condition(&both.left)? && self.condition(&both.right)?)
            }
            other => self.boolean(other),
        }
    }

    fn block(&mut self, block: &Block) -> Answer {
        let mark = self.env.len();
        let value = self.statements(&block.stmts);
        self.env.truncate(mark);
        value
    }

    fn statements(&mut self, stmts: &[Stmt]) -> Answer {
        let Some((last, first)) = stmts.split_last() else { return Ok(Value::Tuple(Vec::new())) };
        for stmt in first {
            match stmt {
                Stmt::Local(local) => {
                    let Some(init) = &local.init else { return stop("a variable without a value") };
                    let value = self.value(&init.expr)?;
                    match self.matched(&local.pat, value)? {
                        Some(more) => self.env.extend(more),
                        None => return stop("a pattern that does not match"),
                    }
                }
                Stmt::Expr(Expr::Assert(_) | Expr::RevealHide(_) | Expr::AssertForall(_), _) => {}
                _ => return stop("a statement"),
            }
        }
        match last {
            Stmt::Expr(expr, None) => self.value(expr),
            Stmt::Macro(mac) if mac.semi_token.is_none() => self.macro_call(&mac.mac),
            _ => stop("a block without a value"),
        }
    }

    fn choice(&mut self, choice: &verus_syn::ExprMatch) -> Answer {
        let value = self.value(&choice.expr)?;
        for arm in &choice.arms {
            let Some(more) = self.matched(&arm.pat, value.clone())? else { continue };
            let mark = self.env.len();
            self.env.extend(more);
            let taken = arm.guard.as_ref().map_or(Ok(true), |(_, guard)| self.condition(guard));
            let value = match taken {
                Ok(true) => Some(self.value(&arm.body)),
                Ok(false) => None,
                Err(why) => Some(Err(why)),
            };
            self.env.truncate(mark);
            if let Some(value) = value {
                return value;
            }
        }
        stop("no arm of a `match`")
    }

    fn macro_call(&mut self, mac: &verus_syn::Macro) -> Answer {
        type List = verus_syn::punctuated::Punctuated<Expr, verus_syn::Token![,]>;
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let parsed = verus_syn::parse::Parser::parse2(List::parse_terminated, mac.tokens.clone());
        let Ok(list) = parsed else { return stop(format!("the macro {name}")) };
        let values = |this: &mut Self| this.values(list.iter());
        match name.as_str() {
            "seq" => values(self).map(Value::Seq),
            "set" => library::set_of(values(self)?),
            other => stop(format!("the macro {other}")),
        }
    }

    /// Whether two values are equal.
    fn equal(&mut self, a: &Value, b: &Value) -> Answer {
        match same(a, b) {
            Some(b) => Ok(Value::Bool(b)),
            None => stop("the equality of values that are not known"),
        }
    }

    /// The type whose methods a value has.
    fn owner(value: &Value) -> Option<String> {
        match value {
            Value::Data { ty, .. } => Some(ty.clone()),
            Value::Int(_, Some(kind)) => Some(format!("{}{}", if kind.signed { 'i' } else { 'u' }, kind.bits)),
            Value::Bool(_) => Some("bool".into()),
            Value::Char(_) => Some("char".into()),
            _ => None,
        }
    }

    /// The value of `e@`.
    fn view(&mut self, value: Value) -> Answer {
        let value = value.now();
        if let Some(owner) = Self::owner(&value)
            && let Some(function) = Program::only(&self.program.methods, &(owner, "view".to_string()))
        {
            return self.apply(&function.clone(), vec![value]);
        }
        match value {
            Value::Unknown => stop("a value that is not known"),
            Value::Text(text) => Ok(Value::Seq(text.chars().map(Value::Char).collect())),
            other => Ok(other),
        }
    }

    /// What a name of a type means here.
    fn named_type(&self, name: &str) -> Option<String> {
        match self.scope.get(name) {
            Some(Ty::Data(name, _)) => Some(name.clone()),
            Some(Ty::Machine(kind)) => Some(format!("{}{}", if kind.signed { 'i' } else { 'u' }, kind.bits)),
            Some(_) => None,
            None => Some(name.to_string()),
        }
    }
}

fn kind(expr: &Expr) -> String {
    let text = format!("{expr:?}");
    text.split(|c: char| !c.is_alphanumeric() && c != ':').next().unwrap_or_default().to_string()
}

fn literal(lit: &Lit) -> Answer {
    match lit {
        Lit::Bool(b) => Ok(Value::Bool(b.value)),
        Lit::Char(c) => Ok(Value::Char(c.value())),
        Lit::Str(text) => Ok(Value::Text(text.value())),
        Lit::Byte(b) => Ok(Value::int(b.value())),
        Lit::Int(int) => match int.base10_digits().parse() {
            Ok(n) => Ok(Value::Int(n, super::types::Kind::named(int.suffix()))),
            Err(_) => stop("a literal"),
        },
        _ => stop("a literal"),
    }
}

/// A field of a value.
fn part(base: Value, member: &Member) -> Answer {
    let name = match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    };
    match base.now() {
        Value::Tuple(parts) => match name.parse::<usize>().ok().and_then(|i| parts.into_iter().nth(i)) {
            Some(value) => Ok(value),
            None => stop("a part of a tuple"),
        },
        Value::Data { variant, fields, .. } => {
            // `->V_0` names the variant too.
            let short = name.strip_prefix(&format!("{variant}_")).unwrap_or(&name).to_string();
            match fields.into_iter().find(|(other, _)| *other == name || *other == short) {
                Some((_, value)) => Ok(value),
                None => stop("a field of another variant"),
            }
        }
        _ => stop("a field of an unknown value"),
    }
}
