//! Proof statements and quantifiers.
//!
//! Every block of proof begins with a call of `I::proof_block`, so that the lowering can tell it from a block of the code
//! around it; blocks with a contract of their own then have `requires` and `ensures` like a function:
//!
//! ```text
//! assert(e) by(nonlinear_arith) requires r { s }
//!     ->  assert_nonlinear_by({ I::proof_block(); requires([r]); ensures([e]); s })
//! ```

use crate::Code;
use crate::emit::{Site, group, list, pair};
use crate::literals::Bare;
use crate::spans;
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Delimiter, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Assert, AssertForall, AttrStyle, Block, Expr, ExprLit, Lit, RevealHide};

/// Types without functions of their own that have a definition to reveal.
const PRIMITIVE: [&str; 15] =
    ["bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

impl Rewriter {
    /// `proof { s }` as `{ I::proof_block(); s }`.
    pub(crate) fn proof_block(&mut self, keyword: Span, body: &mut Expr) -> TokenStream {
        let Expr::Block(block) = body else {
            self.error(keyword, Language::Syntax, "expected a block after `proof`");
            return TokenStream::new();
        };
        self.within(Code::Ghost, |this| this.visit_block_mut(&mut block.block));
        self.proof_body(keyword, &block.block, Vec::new())
    }

    /// `{ I::proof_block(); headers; s }` for a block whose statements are rewritten already.
    fn proof_body(&mut self, keyword: Span, block: &Block, headers: Vec<TokenStream>) -> TokenStream {
        let site = Site::at(keyword);
        let marker = site.call_stmt(Known::ProofBlock, TokenStream::new());
        let stmts = &block.stmts;
        let tokens = quote_spanned!(keyword=> #marker #(#headers;)* #(#stmts)*);
        group(Delimiter::Brace, keyword, block.brace_token.span.close(), tokens).into()
    }

    /// `assert`, `assume`, `assert forall`, `reveal` and `hide`. The code is ghost already.
    pub(crate) fn proof_stmt(&mut self, expr: &mut Expr) -> Option<TokenStream> {
        Some(match expr {
            Expr::Assume(assume) => {
                self.expr(&mut assume.expr, Bare::Context);
                let site = Site::from_to(assume.assume_token.span, assume.paren_token.span.close());
                site.call(Known::Assume, assume.expr.to_token_stream())
            }
            Expr::Assert(assert) => self.assert(assert),
            Expr::AssertForall(assert) => self.assert_forall(assert),
            Expr::RevealHide(reveal) => self.reveal(reveal),
            _ => return None,
        })
    }

    /// `assert` in all its forms, by the word after `by`.
    fn assert(&mut self, assert: &mut Assert) -> TokenStream {
        let keyword = assert.assert_token.span;
        self.expr(&mut assert.expr, Bare::Context);
        if let Some(body) = &mut assert.body {
            self.visit_block_mut(body);
        }
        let goal = assert.expr.to_token_stream();
        let close = assert.paren_token.span.close();
        let prover_close = assert.prover.as_ref().map(|(paren, _)| paren.span.close());
        let requires_last = assert.requires.as_ref().and_then(|r| r.exprs.exprs.last()).map(spans::last);
        let body_close = assert.body.as_ref().map(|b| b.brace_token.span.close());
        let last = body_close.or(requires_last).or(prover_close).unwrap_or(close);
        let site = Site::from_to(keyword, last);
        let Some((_, prover)) = &assert.prover else {
            if let Some(requires) = &assert.requires {
                let message = "the `requires` clause is only used with the provers `bit_vector` and `nonlinear_arith`";
                self.error(requires.token.span, Language::Syntax, message);
            }
            let Some(body) = &assert.body else { return site.call(Known::Assert, goal) };
            let body = self.proof_body(body.brace_token.span.open(), body, Vec::new());
            return site.call(Known::AssertBy, pair(goal, body, keyword));
        };
        if prover == "compute" || prover == "compute_only" {
            let requires = assert.requires.as_ref().map(|requires| requires.token.span);
            let body = assert.body.as_ref().map(|body| body.brace_token.span.open());
            if let Some(span) = requires.or(body) {
                self.error(
                    span,
                    Language::Syntax,
                    format!("the prover `{prover}` takes no `requires` clause and no body"),
                );
            }
        }
        if let ("bit_vector", Some(body)) = (prover.to_string().as_str(), &assert.body)
            && !body.stmts.is_empty()
        {
            let text = "assert .. by (bit_vector) takes no proof block: its premises are in `requires`";
            self.error(body.brace_token.span.open(), Language::BitVector, text);
        }
        let function = match prover.to_string().as_str() {
            "compute" => return site.call(Known::AssertByCompute, goal),
            "compute_only" => return site.call(Known::AssertByComputeOnly, goal),
            "nonlinear_arith" => Known::AssertNonlinearBy,
            "bit_vector" => Known::AssertBitvectorBy,
            "integer_ring" => Known::AssertIntegerRingBy,
            other => {
                let message = format!("unknown prover name `{other}` for assert-by");
                self.error(prover.span(), Language::UnknownProver, message);
                return site.call(Known::Assert, goal);
            }
        };
        let mut headers = Vec::new();
        if let Some(requires) = &mut assert.requires {
            let span = requires.token.span;
            headers.extend(self.clause_call(Known::Requires, span, &mut requires.exprs, Vec::new()));
        }
        let goal_site = Site { first: keyword, op: keyword, last: close };
        let goals = goal_site.group(Delimiter::Bracket, goal);
        headers.push(goal_site.call(Known::Ensures, goals.into()));
        let empty = Block { brace_token: verus_syn::token::Brace(last), stmts: Vec::new() };
        let body = self.proof_body(keyword, assert.body.as_deref().unwrap_or(&empty), headers);
        site.call(function, body)
    }

    /// `assert forall`: a closure over the binders, whose body has the contract and then the proof.
    fn assert_forall(&mut self, assert: &mut AssertForall) -> TokenStream {
        let keyword = assert.assert_token.span;
        for input in &mut assert.inputs {
            self.visit_pat_mut(input);
        }
        let triggers: Vec<_> = assert.attrs.extract_if(.., |a| matches!(a.style, AttrStyle::Inner(_))).collect();
        self.expr(&mut assert.expr, Bare::Context);
        let mut headers = Vec::new();
        let one = |name: Known, e: &Expr, tokens: TokenStream| {
            let site = Site::from_to(spans::first(e), spans::last(e));
            site.call(name, site.group(Delimiter::Bracket, tokens).into())
        };
        let goal = match &mut assert.implies {
            Some((_, goal)) => {
                headers.push(one(Known::Requires, &assert.expr, assert.expr.to_token_stream()));
                self.expr(goal, Bare::Context);
                &**goal
            }
            None => &*assert.expr,
        };
        let goal_site = Site::from_to(spans::first(goal), spans::last(goal));
        let tokens = self.with_triggers(triggers, goal.to_token_stream(), goal_site);
        headers.push(one(Known::Ensures, goal, tokens));
        self.visit_block_mut(&mut assert.body);
        let body = self.proof_body(keyword, &assert.body, headers);
        let (or1, inputs, or2) = (&assert.or1_token, &assert.inputs, &assert.or2_token);
        let site = Site::from_to(keyword, assert.body.brace_token.span.close());
        site.call(Known::AssertForallBy, quote_spanned!(keyword=> #or1 #inputs #or2 #body))
    }

    /// A function of a trait is named with its type and its trait: `<T as Trait>::f`.
    fn check_revealed(&mut self, path: &verus_syn::ExprPath, span: Span) {
        let of_self = match &path.qself {
            Some(qself) => qself.ty.to_token_stream().to_string() == "Self",
            None => path.path.segments.len() > 1 && path.path.segments.first().is_some_and(|s| s.ident == "Self"),
        };
        if of_self {
            let text = "Self is not supported in reveal/hide: write the name of the type, or `<T as Trait>::f` for a \
                        function of a trait";
            self.error(span, Language::Reveal, text);
        }
        let first = path.path.segments.first().map(|s| s.ident.to_string()).unwrap_or_default();
        if path.qself.is_none() && path.path.segments.len() == 2 && PRIMITIVE.contains(&first.as_str()) {
            self.error(
                span,
                Language::Reveal,
                "use the universal function call syntax to disambiguate: `<T as Trait>::f`",
            );
        }
    }

    /// `reveal`, `reveal_with_fuel` and `hide`: one function, the fuel its second argument.
    fn reveal(&mut self, reveal: &mut RevealHide) -> TokenStream {
        let keyword = match (&reveal.reveal_token, &reveal.reveal_with_fuel_token, &reveal.hide_token) {
            (Some(t), _, _) => t.span,
            (_, Some(t), _) => t.span,
            (_, _, Some(t)) => t.span,
            _ => reveal.paren_token.span.open(),
        };
        self.check_revealed(&reveal.path, keyword);
        visit_mut::visit_expr_path_mut(self, &mut reveal.path);
        let site = Site::from_to(keyword, reveal.paren_token.span.close());
        let fuel = match &mut reveal.fuel {
            Some((_, fuel)) => {
                if let Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) = &**fuel
                    && !number.suffix().is_empty()
                {
                    self.error(number.span(), Language::Reveal, "the fuel is a number without a type");
                }
                self.within(Code::Exec, |this| this.visit_expr_mut(fuel));
                fuel.to_token_stream()
            }
            None if reveal.hide_token.is_some() => quote_spanned!(keyword=> 0),
            None => quote_spanned!(keyword=> 1),
        };
        site.call(Known::Reveal, pair(reveal.path.to_token_stream(), fuel, keyword))
    }

    /// `forall`, `exists` and `choose`.
    pub(crate) fn quantifier(&mut self, function: Known, keyword: Span, body: &mut Expr) -> TokenStream {
        let Expr::Closure(closure) = body else {
            self.error(
                keyword,
                Language::Syntax,
                format!("expected `|` and binders after `{}`", function.simple_name()),
            );
            return body.to_token_stream();
        };
        let binders = closure.inputs.len();
        let function = match function {
            Known::Choose => Known::choose(binders),
            function => Some(function),
        };
        if function.is_none() {
            self.unsupported(keyword, "`choose` with this number of binders");
        }
        self.raw_closure(closure);
        let site = Site::from_to(keyword, spans::last(body));
        site.call(function.unwrap_or(Known::Choose), body.to_token_stream())
    }

    /// `I::broadcast_use(a); I::broadcast_use(b);` or the same with another function.
    pub(crate) fn broadcast_paths<'a>(
        &mut self,
        function: Known,
        keyword: Span,
        paths: impl Iterator<Item = &'a mut verus_syn::ExprPath>,
    ) -> Vec<verus_syn::Stmt> {
        let mut stmts = Vec::new();
        for path in paths {
            visit_mut::visit_expr_path_mut(self, path);
            // A `cfg` on a member is about the whole call.
            let attrs = std::mem::take(&mut path.attrs);
            let tokens = list(vec![path.to_token_stream()], false, keyword);
            let site = Site { first: keyword, op: keyword, last: spans::last_of(&tokens) };
            let call = site.call_stmt(function, tokens);
            stmts.push(match attrs.is_empty() {
                true => call,
                false => verus_syn::Stmt::Expr(Expr::Verbatim(quote_spanned!(keyword=> #(#attrs)* #call)), None),
            });
        }
        stmts
    }
}
