//! Literals of ghost code. They are carried as strings, because Rust's own have neither the range nor the types.
//!
//! The string holds the digits as written, `_` and base prefix included, without the suffix; a sign that belongs to the
//! literal is in it. Exec literals stay Rust's, but for the suffixes `int`, `nat` and `real`.
//!
//! For example, in ghost code `n + 1` has the literal `I::lit::<::verus_builtin::nat>("1")`, and `3u8` is
//! `I::lit::<u8>("3")`.

use crate::emit::{Site, list};
use crate::spans;
use crate::visitor::Rewriter;
use certus_known::Known;
use proc_macro2::{Ident, TokenStream, TokenTree};
use verus_syn::{Block, Expr, Lit, LitInt, Stmt, UnOp};

/// The type of a bare literal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    /// The type that the context requires.
    Context,
    /// `int`.
    Int,
    /// `nat`, or `int` when negative.
    Nat,
    /// A machine integer, as in exec code: the one that the other operand has, and `i32` where nothing says which. The
    /// operators of bits are defined for no others.
    Machine,
}

impl Rewriter {
    /// The form of a number, when `expr` is one that needs a form: `n` or `-n`. `bare` is its type where the
    /// literal itself names none.
    pub(crate) fn literal(&self, expr: &Expr, bare: Bare) -> Option<TokenStream> {
        let (lit, minus) = match expr {
            Expr::Lit(lit) => (&lit.lit, None),
            Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
                (UnOp::Neg(minus), Expr::Lit(lit)) => (&lit.lit, Some(minus.span)),
                _ => return None,
            },
            _ => return None,
        };
        let (text, suffix) = match lit {
            Lit::Int(n) => (digits(&n.token().to_string(), n.suffix()), n.suffix()),
            Lit::Float(n) => (digits(&n.token().to_string(), n.suffix()), n.suffix()),
            _ => return None,
        };
        let float = matches!(lit, Lit::Float(_));
        let ours = matches!(suffix, "int" | "nat" | "real");
        let rust_float = matches!(suffix, "f32" | "f64");
        if !ours && (!self.ghost() || rust_float) {
            return None;
        }
        if stays_rust(expr, bare) {
            return None;
        }
        // A bare number without a point is no real number; with the suffix it is.
        let is_whole = suffix == "real" && !text.contains(['.', 'e', 'E']);
        let text = if is_whole { format!("{text}.0") } else { text };
        let text = if minus.is_some() { format!("-{text}") } else { text };
        let site = Site::from_to(spans::first(expr), lit.span());
        let argument = site.string(&text);
        let typed = |ty: Known| site.call_with(Known::Lit, site.path(ty), argument.clone());
        Some(match suffix {
            "" if float && bare != Bare::Context => typed(Known::Real),
            "" => match bare {
                Bare::Context | Bare::Machine => site.call(Known::Lit, argument),
                Bare::Nat if minus.is_none() => typed(Known::Nat),
                Bare::Int | Bare::Nat => typed(Known::Int),
            },
            "int" => typed(Known::Int),
            "nat" => typed(Known::Nat),
            "real" => typed(Known::Real),
            rust => {
                let ty = TokenTree::from(Ident::new(rust, lit.span()));
                site.call_with(Known::Lit, list(vec![ty.into()], false, site.op), argument)
            }
        })
    }
}

/// Whether a number of ghost code, or its negation, stays a literal of Rust.
pub(crate) fn stays_rust(expr: &Expr, bare: Bare) -> bool {
    bare == Bare::Machine && is_bare(expr)
}

/// The literal as written, without its suffix.
fn digits(text: &str, suffix: &str) -> String {
    text.strip_suffix(suffix).unwrap_or(text).trim_end_matches('_').to_string()
}

/// Gives the numbers that an `if` or a `match` ends with the type `int`, when it ends with nothing else: where an operator of
/// arithmetic or a comparison takes it, nothing else tells their type. For example, `n + if b { 1 } else { -1 }`.
pub(crate) fn widen_ends(expr: &mut Expr) {
    if each_end(expr, &mut |end| is_bare(end)) {
        each_end(expr, &mut |end| {
            widen(end);
            true
        });
    }
}

/// Whether a condition holds of all the expressions that the value of `expr` comes from.
fn each_end(expr: &mut Expr, holds: &mut impl FnMut(&mut Expr) -> bool) -> bool {
    let mut of_block = |block: &mut Block| match block.stmts.last_mut() {
        Some(Stmt::Expr(end, None)) => each_end(end, holds),
        _ => false,
    };
    match expr {
        Expr::Paren(paren) => each_end(&mut paren.expr, holds),
        Expr::Group(group) => each_end(&mut group.expr, holds),
        Expr::Block(block) => of_block(&mut block.block),
        Expr::If(branch) => {
            let first = of_block(&mut branch.then_branch);
            first && branch.else_branch.as_mut().is_some_and(|(_, other)| each_end(other, holds))
        }
        Expr::Match(of) => !of.arms.is_empty() && of.arms.iter_mut().all(|arm| each_end(&mut arm.body, holds)),
        end => holds(end),
    }
}

/// Writes the suffix `int` to a bare number.
fn widen(expr: &mut Expr) {
    match expr {
        Expr::Lit(lit) => {
            if let Lit::Int(n) = &lit.lit {
                lit.lit = Lit::Int(LitInt::new(&format!("{}int", n.token()), n.span()));
            }
        }
        Expr::Unary(unary) => widen(&mut unary.expr),
        Expr::Paren(paren) => widen(&mut paren.expr),
        Expr::Group(group) => widen(&mut group.expr),
        _ => {}
    }
}

/// Whether an expression is a number without a suffix, perhaps negative or in parentheses.
pub(crate) fn is_bare(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(&lit.lit, Lit::Int(n) if n.suffix().is_empty()),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_bare(&unary.expr),
        Expr::Paren(paren) => is_bare(&paren.expr),
        Expr::Group(group) => is_bare(&group.expr),
        _ => false,
    }
}
