//! Quantifiers over ranges that can be read off their bodies.
//!
//! Where there is no range, some values are tried: one of them may decide.

use super::{Answer, Machine, Stop, operators, stop};
use crate::contracts::types::Ty;
use crate::contracts::values::Value;
use num_bigint::BigInt;
use verus_syn::{BinOp, Expr, ExprClosure, Pat};

/// The most values of one variable that are tried.
const MOST: i64 = 300;

/// A bound variable and its type.
struct Variable {
    name: String,
    ty: Ty,
}

impl Machine<'_> {
    pub(super) fn quantified(&mut self, expr: &Expr, all: bool) -> Answer {
        let Expr::Closure(closure) = expr else { return stop("a quantifier in another form") };
        let variables = self.variables(closure)?;
        let mut guards = Vec::new();
        collect_guards(&closure.body, all, &mut guards);
        self.search(&variables, &guards, &closure.body, all)
    }

    fn variables(&self, closure: &ExprClosure) -> Result<Vec<Variable>, Stop> {
        let of = |pat: &Pat| match pat {
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => {
                    let ty = self.program.ty(&typed.ty, &self.scope);
                    Ok(Variable { name: name.ident.to_string(), ty })
                }
                _ => stop("a pattern in a quantifier"),
            },
            // Its type is inferred: mostly from an index.
            Pat::Ident(name) => Ok(Variable { name: name.ident.to_string(), ty: Ty::Exact(false) }),
            _ => stop("a pattern in a quantifier"),
        };
        closure.inputs.iter().map(|input| of(&input.pat)).collect()
    }

    /// The value of the quantifier over the variables that are left.
    fn search(&mut self, variables: &[Variable], guards: &[&Expr], body: &Expr, all: bool) -> Answer {
        let Some((first, rest)) = variables.split_first() else { return self.boolean(body).map(Value::Bool) };
        let (values, complete) = self.domain(variables, guards)?;
        let mut unknown = None;
        for value in values {
            let mark = self.env.len();
            self.env.push((first.name.clone(), value));
            let found = self.search(rest, guards, body, all);
            self.env.truncate(mark);
            match found {
                Ok(Value::Bool(b)) if b != all => return Ok(Value::Bool(b)),
                Ok(_) => {}
                Err(why) => unknown = Some(why),
            }
        }
        match unknown {
            Some(why) => Err(why),
            None if complete => Ok(Value::Bool(all)),
            None => stop("a quantifier without a range"),
        }
    }

    /// The values of the first variable that matter, and whether these are all. The others have no values yet.
    fn domain(&mut self, variables: &[Variable], guards: &[&Expr]) -> Result<(Vec<Value>, bool), Stop> {
        let variable = &variables[0];
        let (kind, mut least, mut most) = match &variable.ty {
            Ty::Bool => return Ok((vec![Value::Bool(false), Value::Bool(true)], true)),
            Ty::Exact(nat) => (None, nat.then(|| BigInt::from(0)), None),
            Ty::Machine(kind) => {
                let (least, most) = operators::bounds(*kind);
                (Some(*kind), Some(least), Some(most))
            }
            _ => return stop("a quantifier over another type"),
        };
        for guard in guards {
            let mut terms = Vec::new();
            ordered(guard, &mut terms);
            let Some(at) = terms.iter().position(|term| is_variable(term, &variable.name)) else { continue };
            for (i, term) in terms.iter().enumerate().filter(|(i, _)| *i != at) {
                if variables.iter().any(|other| mentions(term, &other.name)) {
                    continue;
                }
                let Ok(Value::Int(n, _)) = self.value(term).map(Value::now) else { continue };
                if i < at {
                    least = Some(least.map_or(n.clone(), |old| old.max(n)));
                } else {
                    most = Some(most.map_or(n.clone(), |old| old.min(n)));
                }
            }
        }
        let range = match (least, most) {
            (Some(a), Some(b)) if &b - &a < MOST.into() => (a, b, true),
            (Some(a), Some(_) | None) => (a.clone(), a + 12, false),
            (None, Some(b)) => (&b - 12, b, false),
            (None, None) => ((-3).into(), 12.into(), false),
        };
        let mut values = Vec::new();
        let mut next = range.0;
        while next <= range.1 {
            values.push(Value::Int(next.clone(), kind));
            next += 1;
        }
        Ok((values, range.2))
    }
}

/// The conditions that must hold for the body to matter.
fn collect_guards<'e>(body: &'e Expr, all: bool, found: &mut Vec<&'e Expr>) {
    match body {
        Expr::Paren(inner) => collect_guards(&inner.expr, all, found),
        Expr::Group(inner) => collect_guards(&inner.expr, all, found),
        Expr::Block(block) => {
            if let [verus_syn::Stmt::Expr(only, None)] = &block.block.stmts[..] {
                collect_guards(only, all, found);
            }
        }
        Expr::Binary(binary) if matches!(binary.op, BinOp::Imply(_)) && all => {
            collect_guards(&binary.left, false, found);
            collect_guards(&binary.right, true, found);
        }
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) && !all => {
            collect_guards(&binary.left, false, found);
            collect_guards(&binary.right, false, found);
        }
        Expr::BigAnd(parts) if !all => parts.exprs.iter().for_each(|part| collect_guards(&part.expr, false, found)),
        other if !all => found.push(other),
        _ => {}
    }
}

/// The terms of a chain of comparisons, each at most the next.
fn ordered<'e>(expr: &'e Expr, terms: &mut Vec<&'e Expr>) {
    let Expr::Binary(binary) = expr else { return };
    match &binary.op {
        BinOp::Lt(_) | BinOp::Le(_) => {
            ordered(&binary.left, terms);
            if terms.is_empty() {
                terms.push(&binary.left);
            }
            terms.push(&binary.right);
        }
        BinOp::Gt(_) | BinOp::Ge(_) if terms.is_empty() && !matches!(&*binary.left, Expr::Binary(_)) => {
            terms.extend([&*binary.right, &*binary.left]);
        }
        _ => {}
    }
}

fn is_variable(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Path(path) => path.path.is_ident(name),
        Expr::Paren(inner) => is_variable(&inner.expr, name),
        _ => false,
    }
}

/// Whether a term contains a variable.
fn mentions(expr: &Expr, name: &str) -> bool {
    fn among(tokens: proc_macro2::TokenStream, name: &str) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => ident == name,
            proc_macro2::TokenTree::Group(group) => among(group.stream(), name),
            _ => false,
        })
    }
    among(quote::ToTokens::to_token_stream(expr), name)
}
