//! Expressions: which treatment each kind gets.
//!
//! Each kind is one of three: its children are rewritten and the node stays; it becomes a call of its own tokens; or it has
//! no form, and is reported. What the children are read as depends on two things only: the code they belong to
//! ([`Rewriter::code`]) and, for a bare literal, what its operator wants ([`Bare`]).
//!
//! A form is kept as `Expr::Verbatim`. All forms bind at least as tight as a unary operator or stand in their own
//! delimiters, so that no parentheses are ever needed around one; the exception, a plain binary operator, stands where it
//! stood.

use crate::emit::{Site, group};
use crate::literals::{Bare, is_bare, stays_rust, widen_ends};
use crate::visitor::Rewriter;
use crate::{Code, spans};
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{Block, Expr, ExprBlock, ExprCall, ExprMatches, MatchesOpToken, Pat, Stmt, token};

/// Functions with specification arguments that programs may call by hand.
const HAND_WRITTEN: &[Known] = &[
    Known::Requires,
    Known::Recommends,
    Known::Ensures,
    Known::DefaultEnsures,
    Known::Invariant,
    Known::InvariantExceptBreak,
    Known::Decreases,
    Known::DecreasesWhen,
    Known::DecreasesBy,
    Known::RecommendsBy,
    Known::Returns,
    Known::OpensInvariantsSet,
    Known::Forall,
    Known::Exists,
    Known::Choose,
    Known::ChooseTuple,
    Known::WithTriggers,
    Known::Assert,
    Known::Assume,
    Known::AssertBy,
    Known::Calculation,
    Known::AssertByCompute,
    Known::AssertByComputeOnly,
    Known::AssertForallBy,
    Known::AssertNonlinearBy,
    Known::AssertBitvectorBy,
    Known::Imply,
];

impl Rewriter {
    /// Rewrites an expression in place. `bare` is the type of a literal that names none.
    pub(crate) fn expr(&mut self, expr: &mut Expr, bare: Bare) {
        let marks = self.take_marks(expr);
        if let Some(span) = marks.as_ref().and_then(crate::attrs::Marks::truncates)
            && !is_cast(expr)
        {
            let message = "the attribute #[verifier::truncate] is only allowed on casts (you may need parentheses around the \
                           cast)";
            self.error(span, Language::Attribute, message);
        }
        let attrs = expr.replace_attrs(Vec::new());
        let conditions = crate::conditions::of(&attrs);
        expr.replace_attrs(attrs);
        if let Some(tokens) = self.literal(expr, bare) {
            *expr = Expr::Verbatim(tokens);
        } else {
            self.bare_expr(expr, bare);
        }
        self.put_marks(marks, expr);
        if let (Expr::Verbatim(tokens), false) = (&mut *expr, conditions.is_empty()) {
            *tokens = quote_spanned!(spans::first_of(tokens)=> #(#conditions)* #tokens);
        }
    }

    /// [`Rewriter::expr`] for an expression whose attributes are taken off.
    fn bare_expr(&mut self, expr: &mut Expr, bare: Bare) {
        let form = match expr {
            Expr::Paren(paren) => {
                self.expr(&mut paren.expr, bare);
                None
            }
            Expr::Group(group) => {
                self.expr(&mut group.expr, bare);
                None
            }
            Expr::If(_) | Expr::Match(_) if self.ghost() && matches!(bare, Bare::Int | Bare::Nat) => {
                widen_ends(expr);
                visit_mut::visit_expr_mut(self, expr);
                None
            }
            Expr::Block(ExprBlock { block, .. }) if self.ghost() && ends_with_literal(block) => {
                let last = block.stmts.pop();
                self.visit_block_mut(block);
                if let Some(Stmt::Expr(mut value, None)) = last {
                    self.expr(&mut value, bare);
                    block.stmts.push(Stmt::Expr(value, None));
                }
                None
            }
            Expr::Assign(assign) if self.ghost() => {
                open_target(&mut assign.left);
                visit_mut::visit_expr_assign_mut(self, assign);
                None
            }
            Expr::Binary(binary) => Some(self.binary(binary)),
            Expr::Unary(_) if stays_rust(expr, bare) => None,
            Expr::Unary(unary) => self.unary(unary),
            Expr::Closure(closure) => Some(self.closure(closure)),
            Expr::Call(call) => {
                self.call(call);
                None
            }
            Expr::MethodCall(call) => {
                let block = call.atomically.take().map(|block| self.atomic_block(block));
                visit_mut::visit_expr_method_call_mut(self, call);
                call.args.extend(block);
                None
            }
            Expr::Macro(mac) => self.ghost_macro(&mut mac.mac),
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => self.loop_expr(expr),
            Expr::Repeat(repeat) => {
                self.expr(&mut repeat.expr, Bare::Context);
                self.within(Code::Exec, |this| this.expr(&mut repeat.len, Bare::Context));
                None
            }
            Expr::Const(block) => {
                self.within(Code::Exec, |this| visit_mut::visit_expr_const_mut(this, block));
                None
            }
            Expr::Async(e) => self.refuse(e.async_token.span, "`async`"),
            Expr::Await(e) if self.ghost() => {
                self.error(e.await_token.span, Language::Mode, "cannot await in non-exec code");
                Some(of_any_type(e.await_token.span))
            }
            Expr::Yield(e) => self.refuse(e.yield_token.span, "`yield`"),
            Expr::TryBlock(e) => self.refuse(e.try_token.span, "a `try` block"),
            Expr::Cast(_) | Expr::Index(_) if self.ghost() => Some(self.ghost_postfix(expr)),
            Expr::Assert(_) | Expr::Assume(_) | Expr::AssertForall(_) | Expr::RevealHide(_) => {
                self.within(Code::Ghost, |this| this.proof_stmt(expr))
            }
            Expr::View(_) | Expr::Is(_) | Expr::IsNot(_) | Expr::Has(_) | Expr::HasNot(_) => {
                Some(self.ghost_postfix(expr))
            }
            Expr::GetField(_) | Expr::Final(_) => Some(self.ghost_postfix(expr)),
            Expr::BigAnd(_) | Expr::BigOr(_) => Some(self.big(expr)),
            Expr::Matches(matches) => Some(self.matches(matches)),
            _ => {
                visit_mut::visit_expr_mut(self, expr);
                None
            }
        };
        if let Some(tokens) = form {
            *expr = Expr::Verbatim(tokens);
        }
    }

    /// Reports a kind of expression without a form, and returns a replacement of any type.
    fn refuse(&mut self, span: Span, what: &str) -> Option<TokenStream> {
        self.unsupported(span, what);
        Some(of_any_type(span))
    }

    /// A call: the arguments of `Ghost(..)`, `Tracked(..)` and of handwritten clauses are ghost code.
    fn call(&mut self, call: &mut ExprCall) {
        if let Some(block) = call.atomically.take() {
            let block = self.atomic_block(block);
            self.call(call);
            return call.args.push(block);
        }
        if let Expr::Path(path) = &*call.func
            && let Some(name) = path.path.get_ident()
            && ["forall", "exists", "choose"].contains(&name.to_string().as_str())
        {
            let text = format!("`{name}` does not allow parentheses, use `{name}|<vars>| expr` instead");
            self.error(name.span(), Language::Syntax, text);
        }
        let Some(name) = builtin_name(&call.func) else {
            return visit_mut::visit_expr_call_mut(self, call);
        };
        let ghost_wrapper = [Known::Ghost, Known::Tracked].iter().any(|wrapper| wrapper.simple_name() == name);
        let by_hand = HAND_WRITTEN.iter().any(|function| function.simple_name() == name);
        if !ghost_wrapper && !by_hand {
            return visit_mut::visit_expr_call_mut(self, call);
        }
        self.visit_expr_mut(&mut call.func);
        self.within(Code::Ghost, |this| {
            let bare = if name == Known::Decreases.simple_name() { Bare::Int } else { Bare::Context };
            for arg in &mut call.args {
                match arg {
                    Expr::Closure(closure) if by_hand => this.raw_closure(closure),
                    Expr::Tuple(tuple) if bare == Bare::Int => tuple.elems.iter_mut().for_each(|e| this.expr(e, bare)),
                    _ => this.expr(arg, bare),
                }
            }
        });
    }

    /// `e as T`, `e[i]`, `e@`, `e is V`, `e has x`, `e->f` and `final(e)`.
    fn ghost_postfix(&mut self, expr: &mut Expr) -> TokenStream {
        match expr {
            Expr::Cast(cast) => {
                self.expr(&mut cast.expr, Bare::Int);
                self.visit_type_mut(&mut cast.ty);
                let ty = cast.ty.to_token_stream();
                let op = cast.as_token.span;
                let site = Site { first: spans::first(&cast.expr), op, last: spans::last_of(&ty) };
                let generics = quote_spanned!(op=> _, #ty);
                site.call_with(Known::Cast, generics, cast.expr.to_token_stream())
            }
            Expr::Index(index) => {
                self.expr(&mut index.expr, Bare::Context);
                self.expr(&mut index.index, Bare::Context);
                let span = index.bracket_token.span;
                method(&index.expr, "spec_index", span.open(), span.close(), index.index.to_token_stream())
            }
            Expr::View(view) => {
                self.expr(&mut view.expr, Bare::Context);
                let at = view.at_token.span;
                method(&view.expr, "view", at, at, TokenStream::new())
            }
            Expr::Has(has) => {
                self.expr(&mut has.lhs, Bare::Context);
                self.expr(&mut has.rhs, Bare::Context);
                let last = spans::last(&has.rhs);
                method(&has.lhs, "spec_has", has.has_token.span, last, has.rhs.to_token_stream())
            }
            Expr::HasNot(has) => {
                self.expr(&mut has.lhs, Bare::Context);
                self.expr(&mut has.rhs, Bare::Context);
                let (op, last) = (has.has_not_token.span(), spans::last(&has.rhs));
                let mut tokens = TokenStream::from(crate::emit::punct('!', spans::first(&has.lhs)));
                tokens.extend(method(&has.lhs, "spec_has", op, last, has.rhs.to_token_stream()));
                tokens
            }
            Expr::Is(is) => {
                let (op, variant) = (is.is_token.span, is.variant_ident.clone());
                self.is_variant(&mut is.base, op, &variant, false)
            }
            Expr::IsNot(is) => {
                let (op, variant) = (is.is_not_token.span(), is.variant_ident.clone());
                self.is_variant(&mut is.base, op, &variant, true)
            }
            Expr::GetField(get) => {
                self.expr(&mut get.base, Bare::Context);
                let name = match &get.member {
                    verus_syn::Member::Named(ident) => crate::enums::plain(ident),
                    verus_syn::Member::Unnamed(index) => index.index.to_string(),
                };
                let arrow = get.arrow_token.spans[0];
                let last = spans::member(&get.member);
                method(&get.base, &format!("arrow_{name}"), arrow, last, TokenStream::new())
            }
            Expr::Final(e) => {
                self.within(Code::Ghost, |this| this.expr(&mut e.arg, Bare::Context));
                let site = Site::from_to(e.final_token.span, e.paren_token.span.close());
                site.call(Known::Final, e.arg.to_token_stream())
            }
            other => other.to_token_stream(),
        }
    }

    /// `is_variant(e, "V")`, perhaps negated; `op` is the place of the word between.
    fn is_variant(&mut self, base: &mut Expr, op: Span, variant: &Ident, negated: bool) -> TokenStream {
        self.expr(base, Bare::Context);
        let site = Site { first: spans::first(base), op, last: variant.span() };
        let mut name = proc_macro2::Literal::string(&crate::enums::plain(variant));
        name.set_span(variant.span());
        let args = crate::emit::pair(base.to_token_stream(), TokenTree::from(name).into(), op);
        if negated { crate::operators::not(site, Known::IsVariant, args) } else { site.call(Known::IsVariant, args) }
    }

    /// `&&& a &&& b` as `(a && b)`, and likewise for `|||`.
    fn big(&mut self, expr: &mut Expr) -> TokenStream {
        let (operands, op): (Vec<(Span, &mut Expr)>, char) = match expr {
            Expr::BigAnd(big) => (big.exprs.iter_mut().map(|e| (e.tok.span(), &mut *e.expr)).collect(), '&'),
            Expr::BigOr(big) => (big.exprs.iter_mut().map(|e| (e.tok.span(), &mut *e.expr)).collect(), '|'),
            _ => return TokenStream::new(),
        };
        let mut tokens = TokenStream::new();
        let mut ends = None;
        for (span, operand) in operands {
            self.expr(operand, Bare::Context);
            let last = spans::last(operand);
            if ends.is_some() {
                let mut joint = proc_macro2::Punct::new(op, proc_macro2::Spacing::Joint);
                joint.set_span(span);
                tokens.extend([TokenTree::from(joint), crate::emit::punct(op, span)]);
            }
            let start = ends.map_or(span, |(start, _)| start);
            ends = Some((start, last));
            let inner = operand.to_token_stream();
            tokens.extend([group(Delimiter::Parenthesis, spans::first(operand), last, inner)]);
        }
        match ends {
            Some((start, end)) => group(Delimiter::Parenthesis, start, end, tokens).into(),
            None => tokens,
        }
    }

    /// `e matches P`, alone or with the connective after it.
    fn matches(&mut self, matches: &mut ExprMatches) -> TokenStream {
        self.expr(&mut matches.lhs, Bare::Context);
        self.visit_pat_mut(&mut matches.pat);
        let op = matches.matches_token.span;
        let first = spans::first(&matches.lhs);
        let pat = matches.pat.to_token_stream();
        let mut last = spans::last_of(&pat);
        let (hit, miss) = match &mut matches.op_expr {
            None => (quote_spanned!(op=> true), quote_spanned!(op=> false)),
            Some(rest) => {
                self.expr(&mut rest.rhs, Bare::Context);
                last = spans::last(&rest.rhs);
                let implies = matches!(rest.op_token, MatchesOpToken::Implies(_));
                let miss = if implies { quote_spanned!(op=> true) } else { quote_spanned!(op=> false) };
                (rest.rhs.to_token_stream(), miss)
            }
        };
        let scrutinee = matches.lhs.to_token_stream();
        let scrutinee = match &*matches.lhs {
            Expr::Path(_) | Expr::Field(_) | Expr::Paren(_) | Expr::MethodCall(_) | Expr::Call(_) => scrutinee,
            _ => group(Delimiter::Parenthesis, first, spans::last(&matches.lhs), scrutinee).into(),
        };
        let keyword = Ident::new("match", op);
        let arms = quote_spanned!(op=> #pat => #hit, _ => #miss,);
        let body = group(Delimiter::Brace, op, last, arms);
        group(Delimiter::Parenthesis, first, last, quote_spanned!(op=> #keyword #scrutinee #body)).into()
    }
}

/// `base.name(args)`.
fn method(base: &Expr, name: &str, op: Span, last: Span, args: TokenStream) -> TokenStream {
    method_call(base, name, op, last, args).to_token_stream()
}

/// A method call with generated tokens at the places of its operator.
fn method_call(base: &Expr, name: &str, op: Span, last: Span, args: TokenStream) -> Expr {
    Expr::MethodCall(verus_syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(base.clone()),
        dot_token: token::Dot(op),
        method: Ident::new(name, op),
        turbofish: None,
        paren_token: token::Paren(op.join(last).unwrap_or(last)),
        args: [Expr::Verbatim(args)].into_iter().filter(|e| !is_empty(e)).collect(),
        atomically: None,
    })
}

/// `x@` as a place: the contents of the ghost wrapper `x`.
pub(crate) fn open_target(target: &mut Expr) {
    match target {
        Expr::Field(field) => open_target(&mut field.base),
        Expr::Paren(paren) => open_target(&mut paren.expr),
        Expr::View(view) => {
            let at = view.at_token.span;
            let inner = method_call(&view.expr, "borrow_mut", at, at, TokenStream::new());
            let op = verus_syn::UnOp::Deref(token::Star(spans::first(&view.expr)));
            let place = verus_syn::ExprUnary { attrs: Vec::new(), op, expr: Box::new(inner) };
            let paren = verus_syn::ExprParen {
                attrs: Vec::new(),
                paren_token: token::Paren(at),
                expr: Box::new(Expr::Unary(place)),
            };
            *target = Expr::Paren(paren);
        }
        _ => {}
    }
}

/// `e as T`, perhaps in parentheses.
fn is_cast(expr: &Expr) -> bool {
    match expr {
        Expr::Cast(_) => true,
        Expr::Paren(paren) => is_cast(&paren.expr),
        Expr::Group(group) => is_cast(&group.expr),
        _ => false,
    }
}

/// Whether there are no tokens at all.
fn is_empty(expr: &Expr) -> bool {
    matches!(expr, Expr::Verbatim(tokens) if tokens.is_empty())
}

/// The name of a function written alone or below `verus_builtin`.
fn builtin_name(func: &Expr) -> Option<String> {
    let Expr::Path(path) = func else { return None };
    if path.qself.is_some() {
        return None;
    }
    let segments: Vec<_> = path.path.segments.iter().collect();
    match segments.as_slice() {
        [name] => Some(name.ident.to_string()),
        [.., krate, name] if krate.ident == "verus_builtin" || krate.ident == "prelude" => Some(name.ident.to_string()),
        _ => None,
    }
}

/// The identifier a pattern binds, when it is nothing but that.
pub(crate) fn plain_ident(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => Some(&p.ident),
        Pat::Type(p) => plain_ident(&p.pat),
        _ => None,
    }
}

/// What stands in the place of an expression after an error about it: it has any type.
fn of_any_type(span: Span) -> TokenStream {
    quote_spanned!(span=> ::verus_builtin::no_method_body())
}

/// Whether the value of a block is a number without a suffix.
fn ends_with_literal(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if is_bare(value))
}
