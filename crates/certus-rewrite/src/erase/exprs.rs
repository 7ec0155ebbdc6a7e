//! Expressions of exec code.
//!
//! ```text
//! Ghost(e)                              ->  Ghost::assume_new()
//! |x: T| -> (r: R) requires p { s }     ->  |x: T| -> R { s' }
//! while c invariant p { s }             ->  while c { s' }
//! for x in y: e invariant p { s }       ->  for x in e { s' }
//! ```

use super::Eraser;
use crate::operators::is_ghost;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{Attribute, Block, Expr, ExprCall, ExprClosure, ExprMatches, Item, MatchesOpToken, Pat, Type, UnOp};

impl VisitMut for Eraser {
    /// Erases an expression. The stack grows if it is deeply nested.
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let attrs = expr.replace_attrs(Vec::new());
        let conditions = crate::conditions::of(&attrs);
        let attrs = self.kept(attrs);
        let form = self.erased(expr);
        if let Some(tokens) = form {
            *expr = Expr::Verbatim(quote!(#(#conditions)* #tokens));
        } else {
            expr.replace_attrs(attrs);
        }
    }

    /// Erases the statements of a block.
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block);
    }

    /// Erases an item inside of a body.
    fn visit_item_mut(&mut self, item: &mut Item) {
        let mut out = Vec::new();
        self.item(item.clone(), &mut out);
        *item = Item::Verbatim(out.iter().map(ToTokens::to_token_stream).collect());
    }

    /// Erases a type.
    fn visit_type_mut(&mut self, ty: &mut Type) {
        self.rewriter.ty(ty);
    }

    /// Erases a pattern.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        self.pattern(pat, &mut Vec::new());
    }

    /// A macro expands later, and its own expansion erases its ghost code.
    fn visit_macro_mut(&mut self, _: &mut verus_syn::Macro) {}
}

impl Eraser {
    /// The attributes of an expression that are Rust's.
    fn kept(&mut self, attrs: Vec<Attribute>) -> Vec<Attribute> {
        let is_trigger = |attr: &Attribute| ["trigger", "auto", "all_triggers"].iter().any(|n| attr.path().is_ident(n));
        attrs.into_iter().filter(|attr| !is_trigger(attr) && self.rewriter.verifier_attr(attr).is_none()).collect()
    }

    /// Erases the ghost parts of an expression; returns tokens if the whole expression is replaced.
    fn erased(&mut self, expr: &mut Expr) -> Option<TokenStream> {
        let span = crate::spans::first(expr);
        if super::stmts::is_proof(expr) {
            self.ghost(expr);
            return Some(quote_spanned!(span=> ()));
        }
        match expr {
            Expr::Call(call) if super::stmts::is_wrapper(&Expr::Call(call.clone())) => return Some(self.wrapper(call)),
            Expr::Call(call) => {
                self.atomic_block(&mut call.atomically);
                self.tuple_literal(call);
            }
            Expr::MethodCall(call) => self.atomic_block(&mut call.atomically),
            Expr::Struct(literal) => self.literal(literal),
            Expr::Closure(closure) => {
                self.closure(closure);
                return None;
            }
            Expr::While(e) => {
                let clauses = (e.invariant_except_break.take(), e.invariant.take(), e.invariant_ensures.take());
                self.clauses(&clauses.0, &clauses.1, &clauses.2);
                self.clauses(&e.ensures.take(), &e.decreases.take(), &None::<Expr>);
            }
            Expr::Loop(e) => {
                let clauses = (e.invariant_except_break.take(), e.invariant.take(), e.invariant_ensures.take());
                self.clauses(&clauses.0, &clauses.1, &clauses.2);
                self.clauses(&e.ensures.take(), &e.decreases.take(), &None::<Expr>);
            }
            Expr::ForLoop(e) => {
                if let Some(named) = e.expr_name.take() {
                    self.ghost(&named.0);
                }
                self.clauses(&e.invariant_except_break.take(), &e.invariant.take(), &None::<Expr>);
                self.clauses(&e.ensures.take(), &e.decreases.take(), &None::<Expr>);
            }
            Expr::BigAnd(big) => {
                let operands = big.exprs.iter_mut().map(|e| &mut *e.expr).collect();
                return Some(self.joined(operands, quote_spanned!(span=> &&)));
            }
            Expr::BigOr(big) => {
                let operands = big.exprs.iter_mut().map(|e| &mut *e.expr).collect();
                return Some(self.joined(operands, quote_spanned!(span=> ||)));
            }
            Expr::Matches(matches) => return Some(self.matches(matches)),
            Expr::View(e) => return Some(self.ghost_in_exec(e.at_token.span, "`@`")),
            Expr::Is(e) => return Some(self.ghost_in_exec(e.is_token.span, "`is`")),
            Expr::IsNot(e) => return Some(self.ghost_in_exec(e.is_not_token.span(), "`!is`")),
            Expr::Has(e) => return Some(self.ghost_in_exec(e.has_token.span, "`has`")),
            Expr::HasNot(e) => return Some(self.ghost_in_exec(e.has_not_token.span(), "`!has`")),
            Expr::GetField(e) => return Some(self.ghost_in_exec(e.arrow_token.spans[0], "`->`")),
            Expr::Final(e) => return Some(self.ghost_in_exec(e.final_token.span, "`final`")),
            Expr::Unary(e) if is_quantifier(&e.op) => return Some(self.ghost_in_exec(e.op.span(), "a quantifier")),
            Expr::Binary(e) if is_ghost(&e.op) => {
                return Some(self.ghost_in_exec(e.op.span(), "this operator"));
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
        None
    }

    /// Erases the block after a call of a logically atomic function.
    fn atomic_block(&mut self, block: &mut Option<verus_syn::AtomicallyBlock>) {
        if let Some(block) = block.take() {
            self.ghost(&block);
        }
    }

    /// Erases clauses, and records the names that they mention.
    fn clauses(&mut self, a: &impl ToTokens, b: &impl ToTokens, c: &impl ToTokens) {
        for tokens in [a.to_token_stream(), b.to_token_stream(), c.to_token_stream()] {
            if !tokens.is_empty() {
                self.ghost(&tokens);
            }
        }
    }

    /// The replacement of `Ghost(e)`, which does not contain `e`. Its type must follow from other code: a guessed type
    /// could select other code to run.
    fn wrapper(&mut self, call: &mut ExprCall) -> TokenStream {
        self.ghost(&call.args);
        let func = &call.func;
        let span = call.paren_token.span.close();
        quote_spanned!(span=> #func::assume_new())
    }

    /// `&&& a &&& b` as `(a) && (b)`.
    fn joined(&mut self, operands: Vec<&mut Expr>, op: TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        for (i, operand) in operands.into_iter().enumerate() {
            self.visit_expr_mut(operand);
            let span = crate::spans::first(operand);
            let between = (i > 0).then_some(&op);
            out.extend(quote_spanned!(span=> #between (#operand)));
        }
        self.touched = true;
        let span = crate::spans::first_of(&out);
        quote_spanned!(span=> (#out))
    }

    /// `e matches P`, alone or with the connective after it, as a `match`.
    fn matches(&mut self, matches: &mut ExprMatches) -> TokenStream {
        self.visit_expr_mut(&mut matches.lhs);
        self.visit_pat_mut(&mut matches.pat);
        let span = matches.matches_token.span;
        let (hit, miss) = match &mut matches.op_expr {
            None => (quote_spanned!(span=> true), quote_spanned!(span=> false)),
            Some(rest) => {
                self.visit_expr_mut(&mut rest.rhs);
                let implies = matches!(rest.op_token, MatchesOpToken::Implies(_));
                let miss = if implies { quote_spanned!(span=> true) } else { quote_spanned!(span=> false) };
                (rest.rhs.to_token_stream(), miss)
            }
        };
        self.touched = true;
        let (scrutinee, pat) = (&matches.lhs, &matches.pat);
        quote_spanned!(span=> (match (#scrutinee) { #pat => #hit, #[allow(unreachable_patterns)] _ => #miss }))
    }

    /// Erases the clauses of a closure.
    fn closure(&mut self, closure: &mut ExprClosure) {
        if let Some(keyword) = &closure.proof_fn {
            let text = "`proof_fn` closures are only allowed in proof mode";
            self.rewriter.error(keyword.span, certus_codes::Language::Mode, text);
        }
        self.clauses(&closure.requires.take(), &closure.ensures.take(), &closure.invariants.take());
        closure.inner_attrs = self.kept(std::mem::take(&mut closure.inner_attrs));
        let mut hidden = Vec::new();
        for input in &mut closure.inputs {
            if let Some(keyword) = input.tracked_token.take() {
                self.rewriter.unsupported(keyword.span, "a `tracked` parameter of a closure");
            }
            self.pattern(&mut input.pat, &mut hidden);
        }
        self.output(&mut closure.output);
        self.visit_expr_mut(&mut closure.body);
        if let (Expr::Block(body), false) = (&mut *closure.body, hidden.is_empty()) {
            body.block.stmts.splice(0..0, hidden);
        }
    }
}

/// Whether an operator makes an expression a quantifier or a choice.
fn is_quantifier(op: &UnOp) -> bool {
    matches!(op, UnOp::Forall(_) | UnOp::Exists(_) | UnOp::Choose(_))
}
