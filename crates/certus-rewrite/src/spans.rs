//! The first and the last token of an expression, without printing all of it where that can be helped.
//!
//! The parser's own way prints the whole node, which is quadratic over a chain of operators: here the left or right edge of
//! the tree is followed, and only rare kinds are printed. Children that are rewritten already are token streams whose ends
//! carry the positions of the source, so the answer is the same before and after their rewriting.
//!
//! For example, the first token of `a.b(c) + d` is `a` and its last token is `d`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use verus_syn::spanned::Spanned;
use verus_syn::{Attribute, Expr, ExprArray, ExprIf, ExprMatch, ExprReference, Member, RangeLimits};

/// The position of the first token.
pub(crate) fn first(expr: &Expr) -> Span {
    let mut e = expr;
    loop {
        if let Some(attr) = attrs(e).iter().find(|a| matches!(a.style, verus_syn::AttrStyle::Outer)) {
            return attr.pound_token.span;
        }
        e = match e {
            Expr::Assign(x) => &x.left,
            Expr::Await(x) => &x.base,
            Expr::Binary(x) => &x.left,
            Expr::Call(x) => &x.func,
            Expr::Cast(x) => &x.expr,
            Expr::Field(x) => &x.base,
            Expr::Index(x) => &x.expr,
            Expr::MethodCall(x) => &x.receiver,
            Expr::Try(x) => &x.expr,
            Expr::View(x) => &x.expr,
            Expr::Is(x) => &x.base,
            Expr::IsNot(x) => &x.base,
            Expr::Has(x) => &x.lhs,
            Expr::HasNot(x) => &x.lhs,
            Expr::Matches(x) => &x.lhs,
            Expr::GetField(x) => &x.base,
            Expr::Range(x) => match (&x.start, &x.limits) {
                (Some(start), _) => start,
                (None, RangeLimits::HalfOpen(t)) => return t.spans[0],
                (None, RangeLimits::Closed(t)) => return t.spans[0],
            },
            Expr::Paren(x) => return x.paren_token.span.open(),
            Expr::Tuple(x) => return x.paren_token.span.open(),
            Expr::Array(x) => return x.bracket_token.span.open(),
            Expr::If(x) => return x.if_token.span,
            Expr::Match(x) => return x.match_token.span,
            Expr::Lit(x) => return x.lit.span(),
            Expr::Unary(x) => return x.op.span(),
            Expr::Reference(x) => return x.and_token.span,
            Expr::BigAnd(x) if !x.exprs.is_empty() => return x.exprs[0].tok.span(),
            Expr::BigOr(x) if !x.exprs.is_empty() => return x.exprs[0].tok.span(),
            Expr::Verbatim(tokens) => return first_of(tokens),
            _ => return first_of(&e.to_token_stream()),
        }
    }
}

/// The position of the last token.
pub(crate) fn last(expr: &Expr) -> Span {
    let mut e = expr;
    loop {
        e = match e {
            Expr::Assign(x) => &x.right,
            Expr::Binary(x) => &x.right,
            Expr::Unary(x) => &x.expr,
            Expr::Reference(x) => &x.expr,
            Expr::Closure(x) => &x.body,
            Expr::Has(x) => &x.rhs,
            Expr::HasNot(x) => &x.rhs,
            Expr::Call(x) => return x.paren_token.span.close(),
            Expr::MethodCall(x) => return x.paren_token.span.close(),
            Expr::Paren(x) => return x.paren_token.span.close(),
            Expr::Tuple(x) => return x.paren_token.span.close(),
            Expr::Array(x) => return x.bracket_token.span.close(),
            Expr::Index(x) => return x.bracket_token.span.close(),
            Expr::Block(x) => return x.block.brace_token.span.close(),
            Expr::Match(x) => return x.brace_token.span.close(),
            Expr::Field(x) => return member(&x.member),
            Expr::GetField(x) => return member(&x.member),
            Expr::Lit(x) => return x.lit.span(),
            Expr::View(x) => return x.at_token.span,
            Expr::If(x) => match &x.else_branch {
                Some((_, e)) => e,
                None => return x.then_branch.brace_token.span.close(),
            },
            Expr::Verbatim(tokens) => return last_of(tokens),
            _ => return last_of(&e.to_token_stream()),
        }
    }
}

/// The position of the first token of a stream; the call site when there is none.
pub(crate) fn first_of(tokens: &TokenStream) -> Span {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(g)) => g.span_open(),
        Some(t) => t.span(),
        None => Span::call_site(),
    }
}

/// The position of the last token of a stream; the call site when there is none.
pub(crate) fn last_of(tokens: &TokenStream) -> Span {
    match tokens.clone().into_iter().last() {
        Some(TokenTree::Group(g)) => g.span_close(),
        Some(t) => t.span(),
        None => Span::call_site(),
    }
}

/// The position of a field's name.
pub(crate) fn member(member: &Member) -> Span {
    match member {
        Member::Named(ident) => ident.span(),
        Member::Unnamed(index) => index.span,
    }
}

/// The attributes of an expression.
fn attrs(e: &Expr) -> &[Attribute] {
    match e {
        Expr::Binary(x) => &x.attrs,
        Expr::Call(x) => &x.attrs,
        Expr::Field(x) => &x.attrs,
        Expr::Lit(x) => &x.attrs,
        Expr::MethodCall(x) => &x.attrs,
        Expr::Paren(x) => &x.attrs,
        Expr::Tuple(x) => &x.attrs,
        Expr::Unary(x) => &x.attrs,
        Expr::Array(ExprArray { attrs, .. })
        | Expr::If(ExprIf { attrs, .. })
        | Expr::Match(ExprMatch { attrs, .. })
        | Expr::Reference(ExprReference { attrs, .. }) => attrs,
        _ => &[],
    }
}
