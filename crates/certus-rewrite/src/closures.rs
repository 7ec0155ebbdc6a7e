//! Closures: those of exec code, with their clauses, and those of specifications.
//!
//! ```text
//! |x: u64| -> (r: u64) requires p { b }   ->  |x: u64| -> u64 { requires([p]); b }     in exec code
//! |x: int| e                              ->  I::fnspec1(|x: int| e)                   in ghost code
//! ```
//!
//! Those of proofs are in `proof_closures.rs`.
//!
//! A closure that is the argument of a quantifier, or of a clause written by hand, is not a value of its own and gets no
//! `fnspec`: see [`Rewriter::raw_closure`].

use crate::Code;
use crate::emit::Site;
use crate::literals::Bare;
use crate::placement::Spot;
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::VisitMut;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use verus_syn::{Attribute, Block, Expr, ExprBlock, ExprClosure, Pat, ReturnType, Stmt, token};

impl Rewriter {
    /// The form of a closure expression.
    pub(crate) fn closure(&mut self, closure: &mut ExprClosure) -> TokenStream {
        if closure.asyncness.is_some() {
            self.unsupported(closure.or1_token.span, "an `async` closure");
        }
        if let Some(keyword) = closure.proof_fn.take() {
            return self.proof_closure(closure, keyword.span);
        }
        if !self.ghost() {
            self.exec_closure(closure);
            return closure.to_token_stream();
        }
        self.raw_closure(closure);
        let count = closure.inputs.len();
        let tokens = closure.to_token_stream();
        let site =
            Site { first: spans::first_of(&tokens), op: closure.or1_token.span, last: spans::last(&closure.body) };
        let Some(function) = Known::fnspec(count) else {
            self.unsupported(closure.or1_token.span, "a specification closure with more than six parameters");
            return tokens;
        };
        site.call(function, tokens)
    }

    /// Rewrites a closure with a ghost body that is not a value itself: that of a quantifier, or an argument of a
    /// handwritten clause.
    pub(crate) fn raw_closure(&mut self, closure: &mut ExprClosure) {
        self.no_clauses(closure);
        self.inputs(closure);
        if let Some(name) = self.closure_result(&mut closure.output) {
            let span = spans::first_of(&name);
            self.error(
                span,
                Language::ClauseOnSpecClosure,
                "a specification closure has no clauses that could name its result",
            );
        }
        let mut attrs = std::mem::take(&mut closure.inner_attrs);
        let outer = std::mem::take(&mut closure.attrs);
        attrs.extend(outer);
        self.within(Code::Ghost, |this| {
            this.expr(&mut closure.body, Bare::Context);
            if !attrs.is_empty() {
                let site = Site::from_to(spans::first(&closure.body), spans::last(&closure.body));
                let tokens = this.with_triggers(attrs, closure.body.to_token_stream(), site);
                *closure.body = Expr::Verbatim(tokens);
            }
        });
    }

    /// Takes the clauses off a closure that may have none, with an error for each.
    fn no_clauses(&mut self, closure: &mut ExprClosure) {
        let spans = [
            closure.requires.take().map(|c| c.token.span),
            closure.ensures.take().map(|c| c.token.span),
            closure.invariants.take().map(|c| c.token.span),
        ];
        for span in spans.into_iter().flatten() {
            self.error(span, Language::ClauseOnSpecClosure, "a specification closure takes no clauses");
        }
    }

    /// Rewrites the types of the parameters.
    fn inputs(&mut self, closure: &mut ExprClosure) {
        for input in &mut closure.inputs {
            if let Some(keyword) = input.tracked_token.take() {
                self.unsupported(keyword.span, "a `tracked` parameter of a closure");
            }
            self.visit_pat_mut(&mut input.pat);
        }
    }

    /// Rewrites a closure of exec code in place: its clauses become the beginning of its body, which becomes a block if
    /// necessary.
    fn exec_closure(&mut self, closure: &mut ExprClosure) {
        let mut headers: Vec<Stmt> = Vec::new();
        for input in &mut closure.inputs {
            if let Some(attr) = mode_attr(&mut input.pat) {
                self.error(attr.pound_token.span, Language::Mode, "closures only accept exec-mode parameters");
            }
        }
        self.inputs(closure);
        for input in &mut closure.inputs {
            self.open_wrappers(&mut input.pat, None, &mut headers);
        }
        let name = self.closure_result(&mut closure.output);
        if let Some(requires) = &mut closure.requires {
            headers.extend(self.clause(Known::Requires, requires.token.span, &mut requires.exprs, Vec::new()));
        }
        if let Some(ensures) = &mut closure.ensures {
            headers.extend(self.inner_ensures(ensures, name));
        }
        if let Some(invariants) = &mut closure.invariants {
            headers.extend(self.opens_invariants(invariants));
        }
        (closure.requires, closure.ensures, closure.invariants) = (None, None, None);
        let attrs = std::mem::take(&mut closure.inner_attrs);
        self.visit_expr_mut(&mut closure.body);
        attrs.iter().for_each(|attr| self.placed_attr(attr, Spot::Expression));
        let notes: Vec<(String, Span)> = attrs
            .iter()
            .flat_map(|a| self.verifier_attr(a).unwrap_or_default().into_iter().map(|text| (text, a.pound_token.span)))
            .collect();
        headers.splice(0..0, crate::attrs::note_stmts(Known::ExprAttr, &notes));
        prepend(&mut closure.body, headers);
    }

    /// Removes the name of a named result, and returns the parameter of the `ensures` closure. The mode of the result
    /// is that of the closure.
    fn closure_result(&mut self, output: &mut ReturnType) -> Option<TokenStream> {
        let ReturnType::Type(_, tracked, named, ty) = output else { return None };
        if let Some(keyword) = tracked.take() {
            self.error(keyword.span, Language::Mode, "the result of a closure cannot be `tracked`");
        }
        self.visit_type_mut(ty);
        let named = named.take()?;
        let (_, pat, colon) = *named;
        let mut tokens = pat.to_token_stream();
        colon.to_tokens(&mut tokens);
        ty.to_tokens(&mut tokens);
        Some(tokens)
    }
}

/// Removes the attribute that gives a parameter a mode.
fn mode_attr(pat: &mut Pat) -> Option<Attribute> {
    let (attrs, inner) = match pat {
        Pat::Type(of) => (&mut of.attrs, Some(&mut *of.pat)),
        Pat::Ident(of) => (&mut of.attrs, None),
        _ => return None,
    };
    let is_mode = |attr: &Attribute| attr.path().segments.first().is_some_and(|first| first.ident == "verifier");
    match attrs.iter().position(is_mode) {
        Some(at) => Some(attrs.remove(at)),
        None => mode_attr(inner?),
    }
}

/// Puts statements at the beginning of an expression that is a block, or makes it one.
pub(crate) fn prepend(body: &mut Expr, headers: Vec<Stmt>) {
    if headers.is_empty() {
        return;
    }
    if let Expr::Block(block) = body {
        block.block.stmts.splice(0..0, headers);
        return;
    }
    let (first, last) = (spans::first(body), spans::last(body));
    let value = std::mem::replace(body, Expr::Verbatim(TokenStream::new()));
    let mut stmts = headers;
    stmts.push(Stmt::Expr(value, None));
    let brace_token = token::Brace(first.join(last).unwrap_or(last));
    *body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: Block { brace_token, stmts } });
}
