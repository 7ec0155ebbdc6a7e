//! Macros whose arguments are expressions of the language.
//!
//! Library macros such as `seq![a, b]` take expressions of the language. They expand to one of our macros around a plain
//! one, and the arguments are rewritten there, so that the plain one never sees surface syntax:
//!
//! ```text
//! verus_proof_macro_exprs!(m!(a, b))              every argument is an expression
//! verus_proof_macro_explicit_exprs!(m!(@@ a; b))  only what is marked is
//! ```

use crate::emit::{Site, group, pair};
use crate::entry::with_parser;
use crate::erase::erased;
use crate::errors::{RewriteError, Rewritten};
use crate::literals::Bare;
use crate::visitor::Rewriter;
use crate::words::{OPENING, PROOF_EXPRESSIONS};
use crate::{Args, Code, Mode, spans};
use certus_codes::Language;
use certus_known::Known;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::{ParseStream, Parser};
use verus_syn::punctuated::Punctuated;
use verus_syn::{BinOp, Block, Expr, Macro, Token};

impl Rewriter {
    /// The form of a macro call that is a construct of the language; nothing when it stays.
    /// Errs for one whose value is ghost code where code runs: nothing of it is compiled.
    /// A macro that opens something becomes its sibling for proofs in ghost code.
    pub(crate) fn ghost_macro(&mut self, mac: &mut Macro) -> Option<TokenStream> {
        let last = &mut mac.path.segments.last_mut()?.ident;
        if self.ghost() && OPENING.iter().any(|name| last == name) {
            *last = Ident::new(&format!("{last}_in_proof"), last.span());
        }
        let name = mac.path.segments.last()?.ident.to_string();
        if !self.ghost() && PROOF_EXPRESSIONS.contains(&name.as_str()) {
            let text = format!("`{name}!` is ghost code: write it in a proof block");
            self.error(mac.path.segments.first()?.ident.span(), Language::GhostInExec, text);
        }
        if name != "decreases_to" {
            return None;
        }
        let first = mac.path.segments.first()?.ident.span();
        let last = match &mac.delimiter {
            verus_syn::MacroDelimiter::Paren(t) => t.span.close(),
            verus_syn::MacroDelimiter::Brace(t) => t.span.close(),
            verus_syn::MacroDelimiter::Bracket(t) => t.span.close(),
        };
        let tokens = self.within(Code::Ghost, |this| this.decreases_to(mac.tokens.clone(), Site::from_to(first, last)));
        Some(tokens)
    }

    /// `a, b => c, d` as `I::decreases_to((a, b), (c, d))`.
    fn decreases_to(&mut self, tokens: TokenStream, site: Site) -> TokenStream {
        type Side = Punctuated<Expr, Token![,]>;
        let parser = |input: ParseStream| -> verus_syn::Result<(Side, Side)> {
            let mut left = Side::new();
            while !input.peek(Token![=>]) {
                left.push_value(input.parse()?);
                if input.peek(Token![=>]) {
                    break;
                }
                left.push_punct(input.parse()?);
            }
            input.parse::<Token![=>]>()?;
            Ok((left, Side::parse_terminated(input)?))
        };
        match parser.parse2(tokens) {
            Ok((left, right)) => {
                let (left, right) = (self.tuple(left, site.op), self.tuple(right, site.op));
                site.call(Known::DecreasesTo, pair(left, right, site.op))
            }
            Err(error) => {
                self.error(error.span(), Language::Syntax, error.to_string());
                let op = site.op;
                quote_spanned!(op=> true)
            }
        }
    }

    /// `(a, b)` with a trailing comma when it is a tuple of one; bare literals are of type `int`.
    fn tuple(&mut self, exprs: Punctuated<Expr, Token![,]>, span: Span) -> TokenStream {
        let mut items = Vec::new();
        for mut e in exprs {
            self.expr(&mut e, Bare::Int);
            items.push(e.to_token_stream());
        }
        let last = items.last().map_or(span, spans::last_of);
        group(Delimiter::Parenthesis, span, last, crate::emit::list(items, true, span)).into()
    }
}

/// `name!(e1, e2)`, the argument of `verus_proof_macro_exprs!` and its relatives, with its expressions rewritten. An
/// argument that is `pat => e`, `name: e` or the like, and every separator, passes through.
pub fn rewrite_macro_exprs(mode: Mode, code: Code, args: Args, tokens: TokenStream) -> Rewritten {
    let parser = |input: ParseStream| input.parse::<Macro>();
    with_parser(mode, code, tokens, parser, |rewriter, mac| {
        if mode == Mode::Erase && code == Code::Ghost {
            return erased(rewriter, code, |_| TokenStream::new());
        }
        let (open, inner) = (mac.path.to_token_stream(), mac.tokens.clone());
        let bang = mac.bang_token;
        let inner = match args {
            Args::All => rewriter.macro_arguments(inner),
            Args::Marked => rewriter.marked(inner),
        };
        let (delimiter, span) = match &mac.delimiter {
            verus_syn::MacroDelimiter::Paren(t) => (Delimiter::Parenthesis, t.span),
            verus_syn::MacroDelimiter::Brace(t) => (Delimiter::Brace, t.span),
            verus_syn::MacroDelimiter::Bracket(t) => (Delimiter::Bracket, t.span),
        };
        let body = group(delimiter, span.open(), span.close(), inner);
        let mut tokens = open;
        bang.to_tokens(&mut tokens);
        tokens.extend([body]);
        tokens
    })
}

/// An equation as the macros of another library take it apart: they match the path that its own rewriter writes.
fn of_foreign_macro(equation: TokenStream) -> TokenStream {
    match equation.clone().into_iter().last() {
        Some(TokenTree::Group(sides)) if sides.delimiter() == Delimiter::Parenthesis => {
            let span = spans::first_of(&equation);
            quote_spanned!(span=> ::vstd::prelude::spec_eq #sides)
        }
        _ => equation,
    }
}

impl Rewriter {
    /// Rewrites one argument.
    fn argument(&mut self, expr: &mut Expr) {
        if self.mode != Mode::Erase {
            return self.expr(expr, Bare::Context);
        }
        let tokens = erased(self, Code::Exec, |eraser| {
            eraser.expression(expr);
            expr.to_token_stream()
        });
        *expr = Expr::Verbatim(tokens);
    }

    /// Rewrites every comma- or arrow-separated argument that is an expression.
    fn macro_arguments(&mut self, tokens: TokenStream) -> TokenStream {
        let parser = |input: ParseStream| {
            let mut pieces: Vec<(Option<Expr>, TokenStream)> = Vec::new();
            while !input.is_empty() {
                let ahead = input.fork();
                let expr = if starts_separator(&ahead) { None } else { Some(input.parse::<Expr>()?) };
                let mut between = TokenStream::new();
                while !input.is_empty() && starts_separator(input) {
                    // One token to the parser, two trees to a reader of trees.
                    match input.parse::<Option<Token![=>]>>()? {
                        Some(arrow) => arrow.to_tokens(&mut between),
                        None => between.extend([input.parse::<TokenTree>()?]),
                    }
                }
                if expr.is_none() && between.is_empty() {
                    between.extend([input.parse::<TokenTree>()?]);
                }
                pieces.push((expr, between));
            }
            Ok(pieces)
        };
        match parser.parse2(tokens) {
            Ok(pieces) => {
                let mut out = TokenStream::new();
                for (expr, between) in pieces {
                    if let Some(mut expr) = expr {
                        let is_equation = matches!(&expr, Expr::Binary(e) if matches!(e.op, BinOp::Eq(_)));
                        self.argument(&mut expr);
                        match is_equation && matches!(self.mode, Mode::KeepForeign(_)) {
                            true => out.extend(of_foreign_macro(expr.to_token_stream())),
                            false => expr.to_tokens(&mut out),
                        }
                    }
                    out.extend(between);
                }
                out
            }
            Err(error) => {
                self.errors.extend(crate::errors::syntax_errors(error));
                TokenStream::new()
            }
        }
    }

    /// Rewrites the expressions marked `@@`, on every level of delimiters.
    fn marked(&mut self, tokens: TokenStream) -> TokenStream {
        let parser = |input: ParseStream| {
            let mut pieces: Vec<Result<Expr, TokenTree>> = Vec::new();
            while !input.is_empty() {
                if input.peek(Token![@]) && input.peek2(Token![@]) {
                    input.parse::<Token![@]>()?;
                    input.parse::<Token![@]>()?;
                    pieces.push(Ok(input.parse::<Expr>()?));
                } else {
                    pieces.push(Err(input.parse::<TokenTree>()?));
                }
            }
            Ok(pieces)
        };
        let pieces = match parser.parse2(tokens) {
            Ok(pieces) => pieces,
            Err(error) => {
                self.errors.extend(crate::errors::syntax_errors(error));
                return TokenStream::new();
            }
        };
        let mut out = TokenStream::new();
        for piece in pieces {
            match piece {
                Ok(mut expr) => {
                    self.argument(&mut expr);
                    expr.to_tokens(&mut out);
                }
                Err(TokenTree::Group(g)) => {
                    let inner = self.marked(g.stream());
                    out.extend([group(g.delimiter(), g.span_open(), g.span_close(), inner)]);
                }
                Err(tree) => out.extend([tree]),
            }
        }
        out
    }
}

/// Whether the next token separates arguments.
fn starts_separator(input: ParseStream) -> bool {
    input.peek(Token![,]) || input.peek(Token![;]) || input.peek(Token![=>]) || input.peek(Token![:])
}

/// `a, b => c, d`, the argument of `decreases_to!`.
pub fn decreases_to(mode: Mode, tokens: TokenStream) -> Rewritten {
    let site = Site::from_to(spans::first_of(&tokens), spans::last_of(&tokens));
    let all = |input: ParseStream| input.parse::<TokenStream>();
    with_parser(mode, Code::Ghost, tokens, all, |rewriter, tokens| match mode {
        Mode::Erase => erased(rewriter, Code::Ghost, |_| TokenStream::new()),
        _ => rewriter.decreases_to(tokens, site),
    })
}

/// One step of a calculation: an optional relation of its own, the proof, and the next term.
struct Step {
    /// The relation of the step, if it has its own.
    relation: Option<(TokenStream, Span)>,
    /// The proof of the step.
    proof: Block,
    /// The term after the step.
    term: Expr,
}

/// The relations that a step can have in a calculation of another; none for what is no relation of `calc!`.
fn steps_of(whole: &str) -> &'static [&'static str] {
    match whole {
        "==" => &["=="],
        "<=" | "<" => &["==", "<=", "<"],
        ">=" | ">" => &["==", ">=", ">"],
        "<==>" => &["==", "<==>"],
        "==>" => &["==", "<==>", "==>"],
        _ => &[],
    }
}

/// `(R) a; { proof } b; (R2) { proof } c;`, the argument of `calc!`: `calculation(a R c, ..)` around one `assert_by` a
/// step. The solver must derive the first assertion from the steps.
pub fn calc(mode: Mode, tokens: TokenStream) -> Rewritten {
    with_parser(mode, Code::Ghost, tokens, parse_calc, |rewriter, (relation, start, steps)| {
        if mode == Mode::Erase {
            return erased(rewriter, Code::Ghost, |_| TokenStream::new());
        }
        let span = relation.1;
        let Some(end) = steps.last() else {
            rewriter.errors.push(RewriteError::new(span, Language::Syntax, "a calculation has at least one step"));
            return TokenStream::new();
        };
        let whole_relation = relation.0.clone();
        rewriter.check_step(&whole_relation, &whole_relation, span);
        let whole = rewriter.related(&start, &relation.0, &end.term, span);
        let marker = Site::at(span).call_stmt(Known::ProofBlock, TokenStream::new());
        let mut body = marker.to_token_stream();
        let mut from = &start;
        let last = spans::last(&end.term);
        for step in &steps {
            if let Some((own, span)) = &step.relation {
                rewriter.check_step(&whole_relation, own, *span);
            }
            let (relation, span) = step.relation.as_ref().unwrap_or(&relation);
            let claim = rewriter.related(from, relation, &step.term, *span);
            let mut proof = step.proof.clone();
            certus_visit::visit_mut::VisitMut::visit_block_mut(rewriter, &mut proof);
            let (open, close) = (proof.brace_token.span.open(), proof.brace_token.span.close());
            let (marker, stmts) = (Site::at(open).call_stmt(Known::ProofBlock, TokenStream::new()), &proof.stmts);
            let proof = group(Delimiter::Brace, open, close, quote_spanned!(open=> #marker #(#stmts)*));
            let site = Site { first: spans::first(from), op: *span, last: spans::last(&step.term) };
            let call = site.call(Known::AssertBy, pair(claim, TokenStream::from(proof), *span));
            body.extend(quote_spanned!(close=> #call;));
            from = &step.term;
        }
        let body = group(Delimiter::Brace, span, last, body);
        Site { first: span, op: span, last }.call(Known::Calculation, pair(whole, body.into(), span))
    })
}

/// The relation, the first term and the steps of a calculation.
fn parse_calc(input: ParseStream) -> verus_syn::Result<((TokenStream, Span), Expr, Vec<Step>)> {
    let relation = |input: ParseStream| {
        let content;
        let paren = verus_syn::parenthesized!(content in input);
        content.parse::<TokenStream>().map(|tokens| (tokens, paren.span.open()))
    };
    let overall = relation(input)?;
    let start = input.parse()?;
    input.parse::<Token![;]>()?;
    let mut steps = Vec::new();
    while !input.is_empty() {
        let relation = if input.peek(verus_syn::token::Paren) { Some(relation(input)?) } else { None };
        let proof = input.parse()?;
        let term = input.parse()?;
        input.parse::<Token![;]>()?;
        steps.push(Step { relation, proof, term });
    }
    Ok((overall, start, steps))
}

impl Rewriter {
    /// Reports `language/calc-relation` for a step that cannot be part of a calculation.
    fn check_step(&mut self, whole: &TokenStream, step: &TokenStream, span: Span) {
        // Tokens may come with spaces between them.
        let text = |tokens: &TokenStream| tokens.to_string().replace(' ', "");
        let (whole, step) = (text(whole), text(step));
        let message = if steps_of(&step).is_empty() {
            "the relations of `calc!` are `==`, `<=`, `<`, `>=`, `>`, `==>` and `<==>`".to_owned()
        } else if !steps_of(&whole).is_empty() && !steps_of(&whole).contains(&step.as_str()) {
            format!("inconsistent relation `{step}` with `{whole}`")
        } else {
            return;
        };
        self.errors.push(RewriteError::new(span, Language::CalcRelation, message));
    }

    /// `a R b`, rewritten.
    fn related(&mut self, left: &Expr, relation: &TokenStream, right: &Expr, span: Span) -> TokenStream {
        let paren = |e: &Expr| group(Delimiter::Parenthesis, spans::first(e), spans::last(e), e.to_token_stream());
        let (left, right) = (paren(left), paren(right));
        match verus_syn::parse2::<Expr>(quote_spanned!(span=> #left #relation #right)) {
            Ok(mut claim) => {
                self.expr(&mut claim, Bare::Context);
                claim.to_token_stream()
            }
            Err(_) => {
                self.errors.push(RewriteError::new(span, Language::CalcRelation, "unknown relation in `calc!`"));
                quote_spanned!(span=> true)
            }
        }
    }
}
