//! The counterparts of operators.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{BinOp, Expr, ExprBinary, ExprCast, Lit, UnOp};

use crate::functions::Scope;
use crate::kinds::{Form, is_mathematical, is_plain};
use crate::{Block, Made, refused};

/// Whether an operator compares numbers, and so may stand in a chain.
fn is_comparison(op: &BinOp) -> bool {
    matches!(op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}

/// The function that computes as specifications do, or panics.
fn checked(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::Shl(_) => "shl",
        BinOp::Shr(_) => "shr",
        _ => return None,
    })
}

impl Block {
    /// A binary operator. Equality is that of descriptions. The operators of implication become `!`, `||` and `==` of `bool`, which
    /// are the same there: what stands on the right of a specification has no effect that could be missed.
    ///
    /// ```text
    /// a == b      ->  ExecSpecEq::exec_eq(a, b)
    /// a ==> b     ->  !a || b
    /// a < b < c   ->  a < b && b < c
    /// ```
    ///
    /// Trusted code computes by functions that panic on overflow, where proved code has a goal.
    pub(crate) fn binary(&self, scope: &Scope, expr: &ExprBinary) -> Made {
        let (op, span) = (&expr.op, expr.op.span());
        // `a < b < c` is `a < b && b < c`.
        if let (true, Expr::Binary(left)) = (is_comparison(op), &*expr.left)
            && is_comparison(&left.op)
        {
            let (first, b) = (self.binary(scope, left)?, self.expr(scope, &left.right, Form::Borrowed)?);
            let c = self.expr(scope, &expr.right, Form::Borrowed)?;
            return Ok(quote_spanned!(span=> #first && (#b #op #c)));
        }
        let left = self.expr(scope, &expr.left, Form::Borrowed)?;
        let right = self.expr(scope, &expr.right, Form::Borrowed)?;
        // The type of what is compared is that of the first argument, which a literal does not tell.
        let (one, other) = if is_literal(&expr.left) { (&right, &left) } else { (&left, &right) };
        Ok(match op {
            BinOp::Eq(_) => quote_spanned!(span=> ::vstd::contrib::exec_spec::ExecSpecEq::exec_eq(#one, #other)),
            BinOp::Ne(_) => quote_spanned!(span=> !::vstd::contrib::exec_spec::ExecSpecEq::exec_eq(#one, #other)),
            BinOp::Imply(_) => quote_spanned!(span=> !#left || #right),
            BinOp::Exply(_) => quote_spanned!(span=> !#right || #left),
            BinOp::Equiv(_) => quote_spanned!(span=> #left == #right),
            BinOp::And(_) | BinOp::Or(_) => quote_spanned!(span=> #left #op #right),
            BinOp::BitXor(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) => quote_spanned!(span=> #left #op #right),
            op if is_comparison(op) => quote_spanned!(span=> #left #op #right),
            op => match checked(op) {
                Some(name) if self.is_trusted() => {
                    let name = Ident::new(name, span);
                    quote_spanned!(span=> ::vstd::contrib::exec_spec::numbers::#name(#left, #right))
                }
                Some(_) => quote_spanned!(span=> #left #op #right),
                None => {
                    let text = format!("`{}` is not supported in this macro", op.to_token_stream());
                    return Err(refused(span, text));
                }
            },
        })
    }

    /// `!` and `-`.
    pub(crate) fn unary(&self, scope: &Scope, op: &UnOp, inner: &Expr) -> Made {
        let (value, span) = (self.expr(scope, inner, Form::Borrowed)?, op.span());
        Ok(match op {
            UnOp::Neg(_) if self.is_trusted() && !is_literal(inner) => {
                quote_spanned!(span=> ::vstd::contrib::exec_spec::numbers::neg(#value))
            }
            op => quote_spanned!(span=> #op #value),
        })
    }

    /// `as`: to a mathematical integer it changes nothing, for the operators on numbers of code do not leave their types.
    pub(crate) fn cast(&self, scope: &Scope, expr: &ExprCast) -> Made {
        let value = self.expr(scope, &expr.expr, Form::Borrowed)?;
        let (ty, span) = (&*expr.ty, expr.ty.span());
        if is_mathematical(ty) {
            return Ok(value);
        }
        match is_plain(ty) {
            true => Ok(quote_spanned!(span=> #value as #ty)),
            false => Err(refused(span, "a cast in this macro is to an integer")),
        }
    }

    /// A literal that is its own counterpart.
    pub(crate) fn expr_literal(&self, expr: &Expr) -> Made {
        let Expr::Lit(literal) = expr else { return Err(refused(expr.span(), "expected a literal")) };
        match &literal.lit {
            Lit::Int(number) if matches!(number.suffix(), "int" | "nat") => {
                let digits: TokenStream =
                    number.base10_digits().parse().map_err(|_| refused(number.span(), "expected a number"))?;
                Ok(digits
                    .into_iter()
                    .map(|mut tree| {
                        tree.set_span(number.span());
                        tree
                    })
                    .collect())
            }
            Lit::Int(_) | Lit::Byte(_) | Lit::Char(_) | Lit::Bool(_) => Ok(literal.lit.to_token_stream()),
            other => Err(refused(other.span(), "this literal is not supported in this macro")),
        }
    }
}

/// Whether an expression is a literal number, `bool` or `char`, whose type its context decides.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Str(_)),
        Expr::Paren(inner) => is_literal(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_literal(&unary.expr),
        Expr::Cast(cast) => is_mathematical(&cast.ty) && is_literal(&cast.expr),
        _ => false,
    }
}
