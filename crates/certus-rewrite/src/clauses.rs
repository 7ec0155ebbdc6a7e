//! Clauses of functions, loops and closures: calls at the beginning of the body.
//!
//! ```text
//! fn f(x: u64) -> (r: u64)        fn f(x: u64) -> u64 {
//!     requires x < 10,                ::verus_builtin::requires([I::spec_lt(x, ..)]);
//!     ensures r == x                  ::verus_builtin::ensures(|r: u64| [I::spec_eq(r, x)]);
//! { s }                               s }
//! ```
//!
//! The calls are in the order of the source, one for each list; an empty list gives none. Their elements are ghost code
//! whatever the function is.

use crate::Code;
use crate::emit::{Site, group, list, stmt};
use crate::literals::Bare;
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use proc_macro2::{Delimiter, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{
    Attribute, Ensures, Expr, InvariantNameSet, ReturnType, SignatureDecreases, SignatureInvariants, SignatureSpec,
    SignatureUnwind, Specification, Stmt, Type, UnOp,
};

impl Rewriter {
    /// Removes the clauses from a signature, and returns their calls, in source order. `result` is the parameter of the
    /// `ensures` closure, if the result is named; `output` is its type.
    pub(crate) fn headers(
        &mut self,
        spec: &mut SignatureSpec,
        result: Option<TokenStream>,
        output: &ReturnType,
    ) -> Vec<Stmt> {
        let mut calls = Vec::new();
        if let Some(prover) = spec.prover.take() {
            let site = Site::from_to(prover.by_token.span, prover.paren_token.span.close());
            calls.push(site.call_stmt(Known::Prover, site.string(&prover.id.to_string())));
        }
        if let Some(with) = spec.with.take() {
            self.unsupported(with.with.span, "a `with` clause");
        }
        if let Some(atomic) = spec.atomic_spec.take() {
            self.unsupported(atomic.atomically_token.span, "an `atomically` clause of a function of a trait");
        }
        if let Some(mut c) = spec.requires.take() {
            calls.extend(self.clause(Known::Requires, c.token.span, &mut c.exprs, Vec::new()));
        }
        if let Some(mut c) = spec.recommends.take() {
            calls.extend(self.clause(Known::Recommends, c.token.span, &mut c.exprs, Vec::new()));
            calls.extend(c.via.map(|(token, e)| self.single(Known::RecommendsBy, token.span, e)));
        }
        if let Some(mut c) = spec.ensures.take() {
            calls.extend(self.ensures(&mut c, result.clone()));
        }
        if let Some(c) = spec.default_ensures.take() {
            let mut c = Ensures { attrs: Vec::new(), token: verus_syn::token::Ensures(c.token.span), exprs: c.exprs };
            calls.extend(self.ensures_as(Known::DefaultEnsures, &mut c, result));
        }
        if let Some(mut c) = spec.returns.take() {
            calls.extend(self.returns(c.token.span, &mut c.exprs, output));
        }
        if let Some(c) = spec.decreases.take() {
            self.decreases(c, &mut calls);
        }
        if let Some(mut c) = spec.invariants.take() {
            calls.extend(self.opens_invariants(&mut c));
        }
        if let Some(c) = spec.unwind.take() {
            calls.push(self.no_unwind(c));
        }
        calls
    }

    /// `NAME([a, b]);`, or nothing for an empty list. Trigger attributes go around the list.
    pub(crate) fn clause(
        &mut self,
        name: Known,
        keyword: Span,
        spec: &mut Specification,
        attrs: Vec<Attribute>,
    ) -> Option<Stmt> {
        let call = self.clause_call(name, keyword, spec, attrs)?;
        let last = spans::last_of(&call);
        Some(stmt(call, last))
    }

    /// The call of [`Rewriter::clause`] without its semicolon.
    pub(crate) fn clause_call(
        &mut self,
        name: Known,
        keyword: Span,
        spec: &mut Specification,
        attrs: Vec<Attribute>,
    ) -> Option<TokenStream> {
        let (list, last) = self.clause_list(keyword, spec, attrs)?;
        Some(Site::from_to(keyword, last).call(name, list))
    }

    /// The list of a clause with its trigger attributes around it, and the position of its last token.
    fn clause_list(
        &mut self,
        keyword: Span,
        spec: &mut Specification,
        attrs: Vec<Attribute>,
    ) -> Option<(TokenStream, Span)> {
        let first = spans::first(spec.exprs.first()?);
        let items = self.ghost_items(spec, Bare::Context);
        let last = items.last().map_or(keyword, spans::last_of);
        let array = group(Delimiter::Bracket, first, last, list(items, false, keyword)).into();
        let site = Site { first, op: keyword, last };
        let list = self.within(Code::Ghost, |this| this.with_triggers(attrs, array, site));
        Some((list, last))
    }

    /// The elements of a clause, rewritten as ghost code.
    fn ghost_items(&mut self, spec: &mut Specification, bare: Bare) -> Vec<TokenStream> {
        let mut items = Vec::new();
        self.within(Code::Ghost, |this| {
            for e in &mut spec.exprs {
                this.expr(e, bare);
                items.push(e.to_token_stream());
            }
        });
        items
    }

    /// `ensures([..]);` or `ensures(|r: T| [..]);`.
    pub(crate) fn ensures(&mut self, ensures: &mut Ensures, result: Option<TokenStream>) -> Option<Stmt> {
        self.ensures_as(Known::Ensures, ensures, result)
    }

    /// The postcondition of a closure or a loop, which nothing is instantiated from.
    pub(crate) fn inner_ensures(&mut self, ensures: &mut Ensures, result: Option<TokenStream>) -> Option<Stmt> {
        if let Some(attr) = ensures.attrs.first() {
            let text = "attributes are allowed on the `ensures` of a function only";
            self.error(attr.pound_token.span, Language::Syntax, text);
        }
        self.ensures(ensures, result)
    }

    /// [`Rewriter::ensures`] under another name.
    fn ensures_as(&mut self, name: Known, ensures: &mut Ensures, result: Option<TokenStream>) -> Option<Stmt> {
        let keyword = ensures.token.span;
        let attrs = std::mem::take(&mut ensures.attrs);
        let (list, last) = self.clause_list(keyword, &mut ensures.exprs, attrs)?;
        let list = match result {
            Some(result) => quote_spanned!(keyword=> |#result| #list),
            None => list,
        };
        Some(Site::from_to(keyword, last).call_stmt(name, list))
    }

    /// `NAME(e);` for a clause of one expression.
    fn single(&mut self, name: Known, keyword: Span, mut e: Expr) -> Stmt {
        self.within(Code::Ghost, |this| this.expr(&mut e, Bare::Context));
        Site::from_to(keyword, spans::last(&e)).call_stmt(name, e.to_token_stream())
    }

    /// `returns::<T>(e);`: the type determines the type of a bare literal. Where the value has a type of its own, it may be one
    /// that differs in references, `returns::<T>(I::returned::<T, _>(e))`.
    fn returns(&mut self, keyword: Span, spec: &mut Specification, output: &ReturnType) -> Option<Stmt> {
        if spec.exprs.len() != 1 {
            self.error(keyword, Language::Syntax, "`returns` takes exactly one expression");
            return None;
        }
        let is_typed = spec.exprs.first().is_some_and(has_own_type);
        let value = self.ghost_items(spec, Bare::Context).pop()?;
        let site = Site::from_to(keyword, spans::last_of(&value));
        let call = match output {
            ReturnType::Type(_, _, _, ty) if nameable(ty) => {
                let value = match is_typed {
                    true => {
                        let of_value = Site::from_to(spans::first_of(&value), site.last);
                        of_value.call_with(Known::Returned, quote_spanned!(keyword=> #ty, _), value)
                    }
                    false => value,
                };
                site.call_with(Known::Returns, ty.to_token_stream(), value)
            }
            _ => site.call(Known::Returns, value),
        };
        Some(stmt(call, site.last))
    }

    /// `decreases((a, b));`, and `decreases_when(c);` and `decreases_by(f);` if there are such clauses.
    fn decreases(&mut self, c: SignatureDecreases, calls: &mut Vec<Stmt>) {
        let mut decreases = c.decreases;
        calls.extend(self.measure(decreases.token.span, &mut decreases.exprs));
        calls.extend(c.when.map(|(token, e)| self.single(Known::DecreasesWhen, token.span, e)));
        calls.extend(c.via.map(|(token, e)| self.single(Known::DecreasesBy, token.span, e)));
    }

    /// `decreases((a, b));`, always a tuple; bare literals are of type `int`.
    pub(crate) fn measure(&mut self, keyword: Span, spec: &mut Specification) -> Option<Stmt> {
        if let Some(tuple) = spec.exprs.iter().find(|e| matches!(e, Expr::Tuple(_))) {
            let text = "decreases cannot be a tuple; use `decreases x, y` rather than `decreases (x, y)`";
            self.error(spans::first(tuple), Language::Syntax, text);
        }
        let first = spans::first(spec.exprs.first()?);
        let items = self.ghost_items(spec, Bare::Int);
        let last = items.last().map_or(keyword, spans::last_of);
        let tuple = group(Delimiter::Parenthesis, first, last, list(items, true, keyword));
        Some(Site::from_to(keyword, last).call_stmt(Known::Decreases, tuple.into()))
    }

    /// The call of an `opens_invariants` clause, one function for each of its shapes.
    pub(crate) fn opens_invariants(&mut self, c: &mut SignatureInvariants) -> Option<Stmt> {
        let keyword = c.token.span;
        let at = |last: Span, word: &str| {
            let site = Site::from_to(keyword, last);
            Some(site.call_stmt(Known::OpensInvariants, site.string(word)))
        };
        let (name, exprs, last) = match &mut c.set {
            InvariantNameSet::Any(any) => return at(any.token.span, "any"),
            InvariantNameSet::None(none) => return at(none.token.span, "none"),
            InvariantNameSet::Set(set) => {
                let e = set.expr.clone();
                return Some(self.single(Known::OpensInvariantsSet, keyword, e));
            }
            InvariantNameSet::List(l) => (Known::OpensInvariantsList, &mut l.exprs, l.bracket_token.span.close()),
            InvariantNameSet::ListCompl(l) => {
                (Known::OpensInvariantsExcept, &mut l.exprs, l.bracket_token.span.close())
            }
        };
        let mut spec = Specification { exprs: std::mem::take(exprs) };
        let items = self.ghost_items(&mut spec, Bare::Int);
        let tuple = group(Delimiter::Parenthesis, keyword, last, list(items, true, keyword));
        Some(Site::from_to(keyword, last).call_stmt(name, tuple.into()))
    }

    /// `no_unwind();` or `no_unwind_when(c);`.
    fn no_unwind(&mut self, c: SignatureUnwind) -> Stmt {
        match c.when {
            Some((_, e)) => self.single(Known::NoUnwindWhen, c.token.span, e),
            None => Site::at(c.token.span).call_stmt(Known::NoUnwind, TokenStream::new()),
        }
    }
}

/// Whether a result type may be written as a generic argument.
pub(crate) fn nameable(ty: &Type) -> bool {
    !matches!(ty, Type::ImplTrait(_) | Type::Infer(_) | Type::Never(_)) && !text_has_impl(ty.to_token_stream())
}

/// Whether an expression has the same type whatever the context requires.
fn has_own_type(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(paren) => has_own_type(&paren.expr),
        Expr::Group(group) => has_own_type(&group.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
        Expr::Path(_) | Expr::Field(_) | Expr::MethodCall(_) | Expr::Index(_) | Expr::View(_) | Expr::GetField(_) => {
            true
        }
        _ => false,
    }
}

/// Whether `impl` occurs anywhere in the type.
fn text_has_impl(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        proc_macro2::TokenTree::Ident(ident) => ident == "impl",
        proc_macro2::TokenTree::Group(group) => text_has_impl(group.stream()),
        _ => false,
    })
}
