//! The counterparts of quantifiers over ranges.
//!
//! A proof wants a loop with an invariant, whose steps do not leave the type of the variable:
//!
//! ```text
//! forall|i: T| lo <= i < hi ==> body
//!     ->  let (lower, upper) = (lo, hi);
//!         let (mut next, mut more, mut res) = (lower, lower <= upper, true);
//!         while res && more
//!             invariant
//!                 lower <= next, more ==> next <= upper,
//!                 res ==> forall|i: T| lo <= i < hi && (i < next || !more) ==> body,
//!                 !res ==> !forall|i: T| lo <= i < hi ==> body,
//!         { if lower <= next < upper { res = body of next; } .. }
//! ```
//!
//! What is trusted asks every value in turn.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{BinOp, Expr, ExprBinary, ExprClosure, ExprUnary, Type, UnOp};

use crate::errors::ExecSpecError;
use crate::functions::{Scope, typed};
use crate::kinds::{Form, RANGES, simple};
use crate::{Block, Made, refused};

/// One variable with its range.
struct Range<'e> {
    name: &'e Ident,
    ty: &'e Type,
    guard: &'e Expr,
    lower: &'e Expr,
    lower_op: &'e BinOp,
    upper: &'e Expr,
    upper_op: &'e BinOp,
}

/// A quantifier taken apart.
struct Quantifier<'e> {
    ranges: Vec<Range<'e>>,
    body: &'e Expr,
}

impl Block {
    /// The error for a quantifier of another shape, with the shape that this macro takes.
    fn shape(&self, span: Span, is_all: bool) -> ExecSpecError {
        let (word, link) = if is_all { ("forall", "==>") } else { ("exists", "&&") };
        let text = match self.is_trusted() {
            false => format!(
                "a quantifier in this macro is `{word}|i: T| low <= i < high {link} ..`, or with `<` and `<=` for these"
            ),
            true => format!(
                "a quantifier in this macro is `{word}|i: T, j: U| low <= i < high && l <= j < h {link} ..`, or with `<` and `<=` \
                 for these: first the ranges of all variables, in their order"
            ),
        };
        refused(span, text)
    }

    /// A quantifier as a loop over the range of its variable, or as nested loops where the code is trusted.
    ///
    /// ```text
    /// forall|i: u8| 0 <= i < n ==> p(i)
    ///     ->  a loop from 0 up to n, which ends with `false` at the first `i` without `p(i)`
    /// ```
    ///
    /// A proved loop has an invariant: for what was tried, the body has the value that lets the loop go on.
    pub(crate) fn quantifier(&self, scope: &Scope, expr: &ExprUnary) -> Made {
        let is_all = matches!(expr.op, UnOp::Forall(_));
        let Expr::Closure(closure) = &*expr.expr else { return Err(self.shape(expr.span(), is_all)) };
        let quantifier = self.taken_apart(closure, is_all)?;
        match (self.is_trusted(), &quantifier.ranges[..]) {
            (true, _) => self.asked(scope, &quantifier, is_all),
            (false, [range]) => self.proved(scope, expr, closure, range, quantifier.body),
            (false, _) => Err(self.shape(closure.span(), is_all)),
        }
    }

    /// The parts of a quantifier: the ranges of its variables, in their order, and the body. The ranges stand on the left of `==>`
    /// or of the last `&&`, joined by `&&`, so they are read from the right.
    fn taken_apart<'e>(&self, closure: &'e ExprClosure, is_all: bool) -> Result<Quantifier<'e>, ExecSpecError> {
        let shape = |span| self.shape(span, is_all);
        let mut variables = Vec::new();
        for input in &closure.inputs {
            let (name, ty) = typed(&input.pat)?;
            let Some(ty) = ty else { return Err(refused(name.span(), "this macro needs the type of the variable")) };
            let known = simple(ty).unwrap_or_default();
            let is_range = RANGES.contains(&known.as_str()) || self.is_trusted() && known == "char";
            if !is_range {
                let or_char = if self.is_trusted() { ", or over `char`" } else { "" };
                let text = format!("a quantifier in this macro ranges over an integer type with a width{or_char}");
                return Err(refused(ty.span(), text));
            }
            variables.push((name, ty));
        }
        let Expr::Binary(ExprBinary { left, op, right, .. }) = &*closure.body else {
            return Err(shape(closure.body.span()));
        };
        if !matches!((is_all, op), (true, BinOp::Imply(_)) | (false, BinOp::And(_))) {
            return Err(shape(op.span()));
        }
        let mut ranges = Vec::new();
        let mut guards: &Expr = left;
        for (number, (name, ty)) in variables.into_iter().enumerate().rev() {
            let guard = match (number, guards) {
                (0, guard) => guard,
                (_, Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. })) => {
                    guards = left;
                    &**right
                }
                (_, other) => return Err(shape(other.span())),
            };
            ranges.push(range(name, ty, guard).ok_or_else(|| shape(guard.span()))?);
        }
        ranges.reverse();
        match ranges.is_empty() {
            true => Err(shape(closure.span())),
            false => Ok(Quantifier { ranges, body: right }),
        }
    }

    /// Asks every value of every variable.
    fn asked(&self, scope: &Scope, quantifier: &Quantifier, is_all: bool) -> Made {
        let mut scopes = vec![scope.clone()];
        for range in &quantifier.ranges {
            let mut scope = scopes[scopes.len() - 1].clone();
            scope.add(range.name.clone(), Form::Owned);
            scopes.push(scope);
        }
        let mut made = self.expr(&scopes[scopes.len() - 1], quantifier.body, Form::Borrowed)?;
        for (range, scope) in quantifier.ranges.iter().zip(&scopes).rev() {
            let (name, ty, span) = (range.name, range.ty, range.guard.span());
            let lower = self.expr(scope, range.lower, Form::Borrowed)?;
            let upper = self.expr(scope, range.upper, Form::Borrowed)?;
            let inside = self.inside(range, &quote_spanned!(span=> #name));
            let (ask, answer) = match is_all {
                true => (quote_spanned!(span=> all), quote_spanned!(span=> !#inside || #made)),
                false => (quote_spanned!(span=> any), quote_spanned!(span=> #inside && #made)),
            };
            made = quote_spanned! {span=>
                {
                    let (__certus_lower, __certus_upper): (#ty, #ty) = (#lower, #upper);
                    (__certus_lower..=__certus_upper).#ask(|#name: #ty| #answer)
                }
            };
        }
        Ok(made)
    }

    /// Whether a value is in the range.
    fn inside(&self, range: &Range, value: &TokenStream) -> TokenStream {
        let (lower_op, upper_op, span) = (range.lower_op, range.upper_op, range.guard.span());
        quote_spanned!(span=> (__certus_lower #lower_op #value && #value #upper_op __certus_upper))
    }

    /// A loop with its invariant.
    fn proved(&self, scope: &Scope, expr: &ExprUnary, closure: &ExprClosure, range: &Range, body: &Expr) -> Made {
        let (name, ty, span, guard) = (range.name, range.ty, expr.op.span(), range.guard);
        let is_all = matches!(expr.op, UnOp::Forall(_));
        let lower = self.expr(scope, range.lower, Form::Borrowed)?;
        let upper = self.expr(scope, range.upper, Form::Borrowed)?;
        let mut inner = scope.clone();
        inner.add(name.clone(), Form::Owned);
        let asked = self.expr(&inner, body, Form::Borrowed)?;
        let inside = self.inside(range, &quote_spanned!(span=> __certus_next));
        let whole = scope.described(expr.to_token_stream(), span);
        let attrs = &closure.inner_attrs;
        let part = match is_all {
            true => {
                quote_spanned!(span=> forall|#name: #ty| #(#attrs)* ::verus_builtin::imply(
                    (#guard) && (#name < __certus_at || __certus_end),
                    (#body),
                ))
            }
            false => {
                quote_spanned!(span=> !exists|#name: #ty| #(#attrs)* ((#guard) && (#name < __certus_at || __certus_end)) && (#body))
            }
        };
        let part = scope.described(part, span);
        let told = inner.described(body.to_token_stream(), body.span());
        // `__certus_go` says that the answer is not there yet: that all values so far satisfy the body, or that none does.
        let (go, result, settled) = match is_all {
            true => (quote_spanned!(span=> #asked), quote_spanned!(span=> __certus_go), quote_spanned!(span=> !#whole)),
            false => (quote_spanned!(span=> !#asked), quote_spanned!(span=> !__certus_go), whole.clone()),
        };
        let step = Ident::new("__certus_next", span);
        Ok(quote_spanned! {span=>
            {
                let __certus_lower: #ty = #lower;
                let __certus_upper: #ty = #upper;
                let mut #step: #ty = __certus_lower;
                let mut __certus_more: bool = __certus_lower <= __certus_upper;
                let mut __certus_go: bool = true;
                while __certus_go && __certus_more
                    invariant
                        __certus_lower <= #step,
                        !__certus_more || #step <= __certus_upper,
                        !__certus_go || ({ let __certus_at = #step; let __certus_end = !__certus_more; #part }),
                        __certus_go || #settled,
                    decreases __certus_upper - #step + (if __certus_more { 1int } else { 0int }),
                {
                    if #inside {
                        let #name: #ty = #step;
                        __certus_go = #go;
                        assert(#told == (__certus_go == #is_all));
                    }
                    if #step < __certus_upper {
                        #step = #step + 1;
                    } else {
                        __certus_more = false;
                    }
                }
                assert(#whole == #result);
                #result
            }
        })
    }
}

/// `low <= i < high`, taken apart.
fn range<'e>(name: &'e Ident, ty: &'e Type, guard: &'e Expr) -> Option<Range<'e>> {
    let guard_of = |expr: &'e Expr| match expr {
        Expr::Binary(ExprBinary { left, op: op @ (BinOp::Lt(_) | BinOp::Le(_)), right, .. }) => {
            Some((&**left, op, &**right))
        }
        _ => None,
    };
    let mut inner = guard;
    while let Expr::Paren(paren) = inner {
        inner = &paren.expr;
    }
    let (left, upper_op, upper) = guard_of(inner)?;
    let (lower, lower_op, middle) = guard_of(left)?;
    let is_variable = matches!(middle, Expr::Path(path) if path.qself.is_none() && path.path.is_ident(name));
    is_variable.then_some(Range { name, ty, guard, lower, lower_op, upper, upper_op })
}
