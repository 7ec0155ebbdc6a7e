//! Attributes and proof macros of the attribute form inside of bodies.
//!
//! ```text
//! #[verus_spec(invariant p)] while c { s }          ->  while c invariant p { s }
//! #[verus_spec(it => invariant p)] for x in e { s } ->  for x in it: e invariant p { s }
//! #[verus_spec(r: R => ensures p)] |x| e            ->  |x| -> (r: R) ensures p { e }
//! #[verus_spec(with ..)] f(x)                       see `ghost_args.rs`
//! proof_with!{ .. } f(x)                            the same
//! ```
//!
//! `proof! { .. }` and `proof_decl! { .. }` stay: they are macros of their own (`proofs.rs`).

use super::Forms;
use super::markers::Marker;
use crate::words::PROOF_EXPRESSIONS;
use certus_codes::Language;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, Block, Expr, ExprBlock, ExprClosure, Item, LoopSpec, Macro, Pat, ReturnType, SignatureSpecAttr, Stmt,
    Token, token,
};

/// What the name of a function with ghost arguments begins with.
pub(super) const VERIFIED: &str = "_VERUS_VERIFIED_";

/// Replaces an unverified body by a single piece of text, without the attributes of the language in it.
pub(super) fn as_written(block: &mut Block) {
    /// Removes the attributes of the language, and what calls are given besides, from code that is not verified.
    struct Strip;
    impl VisitMut for Strip {
        fn visit_block_mut(&mut self, block: &mut Block) {
            block.stmts.retain(|stmt| ghost_arguments(stmt).is_none());
            visit_mut::visit_block_mut(self, block);
        }

        fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
            let ours = |attr: &Attribute| attr.path().segments.last().and_then(|s| Marker::named(&s.ident.to_string()));
            attrs.retain(|attr| ours(attr).is_none());
        }
    }
    Strip.visit_block_mut(block);
    let tokens: TokenStream = block.stmts.iter().map(ToTokens::to_token_stream).collect();
    block.stmts = vec![Stmt::Expr(Expr::Verbatim(tokens), None)];
}

/// Whether a macro is `proof_with!`. Nothing else is called so (`certus-frontend`, `reserved.rs`).
fn is_proof_with(mac: &Macro) -> bool {
    let names: Vec<String> = mac.path.segments.iter().map(|s| s.ident.to_string()).collect();
    let segments: Vec<&str> = names.iter().map(String::as_str).collect();
    matches!(&*segments, ["proof_with"] | ["vstd" | "verus_builtin_macros" | "builtin_macros", .., "proof_with"])
}

/// The macro `proof_with!`, where a statement is one.
fn ghost_arguments(stmt: &Stmt) -> Option<&Macro> {
    match stmt {
        Stmt::Macro(mac) if is_proof_with(&mac.mac) => Some(&mac.mac),
        Stmt::Expr(Expr::Macro(mac), _) if is_proof_with(&mac.mac) => Some(&mac.mac),
        _ => None,
    }
}

impl VisitMut for Forms<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut pending: Option<(TokenStream, Span)> = None;
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Some(mac) = ghost_arguments(&stmt) {
                let span = mac.path.span();
                if pending.replace((mac.tokens.clone(), span)).is_some() {
                    self.error(span, Language::ProofWith, "one `proof_with!` may stand before a call, not several");
                }
                continue;
            }
            let attr = self.statement_attr(&mut stmt);
            let before = pending.take();
            if let (Some((_, span)), Some(_)) = (&attr, &before) {
                self.error(*span, Language::ProofWith, "`proof_with!` and `#[verus_spec(with ..)]` for the same call");
            }
            let with = before.or_else(|| attr.and_then(|(tokens, span)| self.after_with(tokens, span)));
            if let Stmt::Item(item) = stmt {
                if let Some((_, span)) = with {
                    self.not_a_call(span);
                }
                block.stmts.extend(self.item(item).into_iter().map(Stmt::Item));
                continue;
            }
            visit_mut::visit_stmt_mut(self, &mut stmt);
            match with {
                Some((tokens, span)) => self.with_on_statement(tokens, span, stmt, &mut block.stmts),
                None => block.stmts.push(stmt),
            }
        }
        if let Some((_, span)) = pending {
            self.not_a_call(span);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let spec = self.expression_attr(expr);
        visit_mut::visit_expr_mut(self, expr);
        let Some((tokens, span)) = spec else { return };
        match expr {
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => self.loop_spec(tokens, expr),
            Expr::Closure(closure) => self.closure_spec(tokens, closure),
            _ => {
                if let Some((tokens, span)) = self.after_with(tokens, span) {
                    self.with_on_expression(tokens, span, expr);
                }
            }
        }
    }

    /// The item of a statement, if the statement is one.
    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        let last = mac.path.segments.last();
        let Some(name) = last.filter(|last| PROOF_EXPRESSIONS.iter().any(|name| last.ident == name)) else { return };
        let text = format!("`{}!` is ghost code: write it in `proof!`", name.ident);
        self.error(name.ident.span(), Language::GhostInExec, text);
    }

    fn visit_expr_macro_mut(&mut self, mac: &mut verus_syn::ExprMacro) {
        if is_proof_with(&mac.mac) {
            self.not_a_call(mac.mac.path.span());
        }
        self.visit_macro_mut(&mut mac.mac);
    }
}

impl Forms<'_> {
    /// The `verus_spec` of a `let`.
    fn statement_attr(&mut self, stmt: &mut Stmt) -> Option<(TokenStream, Span)> {
        match stmt {
            Stmt::Local(local) => {
                let markers = self.take_markers(&mut local.attrs);
                self.only_spec(&markers);
                markers.spec
            }
            Stmt::Macro(mac) => {
                let markers = self.take_markers(&mut mac.attrs);
                self.only_spec(&markers);
                if let Some((_, span)) = &markers.spec {
                    self.not_a_call(*span);
                }
                None
            }
            _ => None,
        }
    }

    /// The `verus_spec` of an expression.
    fn expression_attr(&mut self, expr: &mut Expr) -> Option<(TokenStream, Span)> {
        let mut attrs = expr.replace_attrs(Vec::new());
        let markers = self.take_markers(&mut attrs);
        self.only_spec(&markers);
        expr.replace_attrs(attrs);
        markers.spec
    }

    /// Reports `verus_verify` on a part of a body, where it has no meaning.
    fn only_spec(&mut self, markers: &super::markers::Markers) {
        let dual = markers.dual.as_ref().map(|(span, _)| *span);
        let span = markers.attrs.first().map(|attr| attr.pound_token.span).or(dual);
        if let Some(span) = span {
            self.unsupported(span, "`verus_verify` within a body");
        }
    }

    /// The arguments of `with`.
    fn after_with(&mut self, tokens: TokenStream, span: Span) -> Option<(TokenStream, Span)> {
        let mut trees = tokens.into_iter();
        match trees.next() {
            Some(proc_macro2::TokenTree::Ident(word)) if word == "with" => Some((trees.collect(), word.span())),
            _ => {
                let message = "Misuse of #[verus_spec]: on a call it accepts only `with ..`; clauses belong to \
                               functions, loops and closures";
                self.error(span, Language::MisplacedSpec, message);
                None
            }
        }
    }

    /// Puts clauses on a loop.
    fn loop_spec(&mut self, tokens: TokenStream, expr: &mut Expr) {
        let spec: LoopSpec = match verus_syn::parse2(tokens) {
            Ok(spec) => spec,
            Err(error) => return self.errors.extend(crate::errors::syntax_errors(error)),
        };
        let LoopSpec { iter_name, invariants, invariant_except_breaks, ensures, decreases } = spec;
        if let (Some((name, _)), Expr::While(_) | Expr::Loop(_)) = (&iter_name, &*expr) {
            self.error(name.span(), Language::IteratorName, "only a `for` loop has an iterator to name");
        }
        match expr {
            Expr::While(e) => {
                (e.invariant, e.invariant_except_break) = (invariants, invariant_except_breaks);
                (e.ensures, e.decreases) = (ensures, decreases);
            }
            Expr::Loop(e) => {
                (e.invariant, e.invariant_except_break) = (invariants, invariant_except_breaks);
                (e.ensures, e.decreases) = (ensures, decreases);
            }
            Expr::ForLoop(e) => {
                (e.invariant, e.invariant_except_break) = (invariants, invariant_except_breaks);
                (e.ensures, e.decreases) = (ensures, decreases);
                e.expr_name = iter_name.map(|(name, arrow)| Box::new((name, Token![:](arrow.spans[0]))));
            }
            _ => {}
        }
    }

    /// Adds clauses to a closure. The closure must have a result type.
    fn closure_spec(&mut self, tokens: TokenStream, closure: &mut ExprClosure) {
        let span = closure.or1_token.span;
        let SignatureSpecAttr { ret_pat, mut spec } = match verus_syn::parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => return self.errors.extend(crate::errors::syntax_errors(error)),
        };
        (closure.requires, closure.ensures) = (spec.requires.take(), spec.ensures.take());
        closure.invariants = spec.invariants.take().map(Box::new);
        let left = [
            spec.prover.is_some(),
            spec.atomic_spec.is_some(),
            spec.recommends.is_some(),
            spec.default_ensures.is_some(),
            spec.returns.is_some(),
            spec.decreases.is_some(),
            spec.unwind.is_some(),
            spec.with.is_some(),
        ];
        if left.contains(&true) {
            self.unsupported(span, "this clause on a closure");
        }
        if let Some((pat, arrow)) = ret_pat {
            let at = pat.span();
            let (pat, ty) = match (pat, &closure.output) {
                (Pat::Type(typed), ReturnType::Default) => (*typed.pat, typed.ty),
                (Pat::Type(typed), ReturnType::Type(..)) => {
                    self.error(
                        at,
                        Language::ResultType,
                        "the type of the result stands after the arrow of the closure",
                    );
                    (*typed.pat, typed.ty)
                }
                (pat, ReturnType::Type(_, _, _, ty)) => (pat, ty.clone()),
                (_, ReturnType::Default) => return self.no_result(span),
            };
            let named = Some(Box::new((token::Paren(at), pat, Token![:](at))));
            let arrow = Token![->](arrow.spans[0]);
            closure.output = ReturnType::Type(arrow, None, named, ty);
        } else if matches!(closure.output, ReturnType::Default) {
            return self.no_result(span);
        }
        if !matches!(&*closure.body, Expr::Block(_)) {
            let body = std::mem::replace(&mut *closure.body, Expr::Verbatim(TokenStream::new()));
            let brace = token::Brace(body.span());
            let block = Block { brace_token: brace, stmts: vec![Stmt::Expr(body, None)] };
            *closure.body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
        }
    }

    /// Reports a closure with clauses and without a written result type.
    fn no_result(&mut self, span: Span) {
        let message = "Closure must have a return type: write `|x| -> T { .. }`, or `#[verus_spec(r: T => ..)]`";
        self.error(span, Language::ClosureResult, message);
    }

    /// The error for ghost arguments that have no call to go to.
    pub(super) fn not_a_call(&mut self, span: Span) {
        let message = "with ghost inputs/outputs cannot be applied to a non-call expression";
        self.error(span, Language::WithOnNoCall, message);
    }
}
