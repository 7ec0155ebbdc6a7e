//! Statements and loops.
//!
//! ```text
//! let ghost x = e;                             ->  let x = I::ghost_let(e);
//! while c invariant p decreases m { s }        ->  while c { invariant([p]); decreases((m,)); s }
//! ```

use crate::attrs::note_stmts;
use crate::conditions::{self, under};
use crate::emit::Site;
use crate::patterns;
use crate::placement::Spot;
use crate::spans;
use crate::visitor::Rewriter;
use crate::{Code, Loops, Mode};
use certus_codes::{Language, Unsupported};
use certus_known::Known;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use verus_syn::{
    Attribute, Decreases, Ensures, Expr, ExprForLoop, Invariant, InvariantEnsures, InvariantExceptBreak, Item, Local,
    PatIdent, PatTupleStruct, Specification, Stmt, Token,
};

/// The clauses of any of the three loops.
struct LoopClauses {
    /// What holds in every iteration except at a `break`.
    except_break: Option<InvariantExceptBreak>,
    /// What holds before, in and after the loop.
    invariant: Option<Invariant>,
    /// The older form of `invariant`.
    invariant_ensures: Option<InvariantEnsures>,
    /// What holds after the loop.
    ensures: Option<Ensures>,
    /// The measure.
    decreases: Option<Decreases>,
}

impl Rewriter {
    /// Rewrites one statement, and appends the result to `out`. It may be the last one of its block.
    pub(crate) fn stmt(&mut self, stmt: Stmt, last: bool, out: &mut Vec<Stmt>) {
        match stmt {
            Stmt::Local(local) => self.local(local, out),
            Stmt::Item(Item::BroadcastUse(mut item)) => {
                let keyword = item.broadcast_use_tokens.0.span;
                let calls = self.broadcast_paths(Known::BroadcastUse, keyword, item.paths.iter_mut());
                out.extend(under(&conditions::of(&item.attrs), calls));
            }
            Stmt::Item(item) => {
                let mut items = Vec::new();
                self.within(Code::Exec, |this| this.item(item, &mut items));
                out.extend(items.into_iter().map(Stmt::Item));
            }
            Stmt::Expr(mut expr, semi) => {
                let generated = !matches!(expr, Expr::Verbatim(_));
                self.visit_expr_mut(&mut expr);
                // A form is a call where the source was a statement that ends with its block.
                let call = generated && matches!(expr, Expr::Verbatim(_));
                let semi = semi.or_else(|| (call && !last).then(|| Token![;](spans::last(&expr))));
                out.push(Stmt::Expr(expr, semi));
            }
            Stmt::Macro(mut mac) => match self.ghost_macro(&mut mac.mac) {
                Some(tokens) => {
                    let form = Stmt::Expr(Expr::Verbatim(tokens), mac.semi_token);
                    out.extend(under(&conditions::of(&mac.attrs), [form]));
                }
                None => {
                    self.small_attrs(&mut mac.attrs, Spot::Expression);
                    out.push(Stmt::Macro(mac));
                }
            },
        }
    }

    /// A `let`, with its mode as a call around its value and its wrappers opened after it.
    fn local(&mut self, mut local: Local, out: &mut Vec<Stmt>) {
        let mut mode = match (local.ghost.take(), local.tracked.take()) {
            (Some(t), _) => Some((Known::GhostLet, "spec", t.span)),
            (_, Some(t)) => Some((Known::TrackedLet, "proof", t.span)),
            _ => None,
        };
        let mut notes = Vec::new();
        for attr in std::mem::take(&mut local.attrs) {
            match self.verifier_attr(&attr) {
                Some(texts) => {
                    for text in texts {
                        let span = attr.pound_token.span;
                        let is_ghost = self.ghost() || mode.is_some();
                        self.placed(&text, if is_ghost { Spot::GhostLet } else { Spot::Let }, span);
                        let is_mode = matches!(text.as_str(), "verifier::spec" | "verifier::proof");
                        if is_mode && !is_ghost && local.init.is_some() {
                            self.error(span, Language::Mode, "exec code cannot initialize non-exec variables");
                        }
                        match text.as_str() {
                            "verifier::spec" => mode = Some((Known::GhostLet, "spec", span)),
                            "verifier::proof" => mode = Some((Known::TrackedLet, "proof", span)),
                            _ => notes.push((text, span)),
                        }
                    }
                }
                None => {
                    self.no_condition(&attr);
                    local.attrs.push(attr);
                }
            }
        }
        let conditions = conditions::of(&local.attrs);
        out.extend(under(&conditions, note_stmts(Known::LetAttr, &notes)));
        // What code that runs declares as ghost or tracked, its proofs may change without `mut`. A tracked variable that is
        // declared without a value gets one value.
        match (self.ghost(), mode) {
            (true, _) => {}
            (false, Some((Known::TrackedLet, ..))) if local.init.is_none() => {}
            (false, Some(_)) => MutableBindings.visit_pat_mut(&mut local.pat),
            (false, None) => MutableWrapped.visit_pat_mut(&mut local.pat),
        }
        self.visit_pat_mut(&mut local.pat);
        let mut opened = Vec::new();
        self.open_wrappers(&mut local.pat, mode.map(|(function, ..)| function), &mut opened);
        match &mut local.init {
            Some(init) => {
                let code = if mode.is_some() { Code::Ghost } else { self.code };
                self.within(code, |this| this.visit_expr_mut(&mut init.expr));
                if let Some((function, _, _)) = mode {
                    let site = Site::from_to(spans::first(&init.expr), spans::last(&init.expr));
                    *init.expr = Expr::Verbatim(site.call(function, init.expr.to_token_stream()));
                }
                if let Some((_, diverge)) = &mut init.diverge {
                    self.visit_expr_mut(diverge);
                }
            }
            None => {
                let word = mode.map(|(_, word, span)| (format!("mode {word}"), span));
                let notes = note_stmts(Known::LetAttr, &word.into_iter().collect::<Vec<_>>());
                out.extend(under(&conditions, notes));
            }
        }
        out.push(Stmt::Local(local));
        out.extend(under(&conditions, opened));
    }

    /// A loop, with its clauses and attributes as calls at the beginning of its body.
    pub(crate) fn loop_expr(&mut self, expr: &mut Expr) -> Option<TokenStream> {
        let attrs = expr.replace_attrs(Vec::new());
        if let Expr::ForLoop(e) = expr
            && self.unverified
            && is_plain(e)
        {
            self.visit_pat_mut(&mut e.pat);
            self.visit_expr_mut(&mut e.expr);
            self.visit_block_mut(&mut e.body);
            expr.replace_attrs(attrs);
            return None;
        }
        if let Expr::ForLoop(e) = expr {
            let plain = match self.mode {
                Mode::KeepForeign(loops) => crate::for_loops::foreign::desugar(e.clone(), &attrs, loops),
                Mode::Keep | Mode::Interface | Mode::Erase => crate::for_loops::desugar(e.clone(), &attrs),
            };
            match plain {
                Ok(mut plain) => {
                    self.visit_expr_mut(&mut plain);
                    return Some(plain.to_token_stream());
                }
                Err(error) => {
                    let is_unknown = self.mode == Mode::KeepForeign(Loops::Unknown);
                    let code: certus_codes::Code =
                        if is_unknown { Unsupported::VstdSource.into() } else { Language::Syntax.into() };
                    self.error(error.span(), code, error.to_string());
                    return None;
                }
            }
        }
        let (kept, mut headers) = self.loop_attrs(attrs);
        match expr {
            Expr::While(e) => {
                self.visit_expr_mut(&mut e.cond);
                let clauses = LoopClauses {
                    except_break: e.invariant_except_break.take(),
                    invariant: e.invariant.take(),
                    invariant_ensures: e.invariant_ensures.take(),
                    ensures: e.ensures.take(),
                    decreases: e.decreases.take(),
                };
                headers.extend(self.loop_clauses(clauses));
                self.visit_block_mut(&mut e.body);
                e.body.stmts.splice(0..0, headers);
            }
            Expr::Loop(e) => {
                let clauses = LoopClauses {
                    except_break: e.invariant_except_break.take(),
                    invariant: e.invariant.take(),
                    invariant_ensures: e.invariant_ensures.take(),
                    ensures: e.ensures.take(),
                    decreases: e.decreases.take(),
                };
                headers.extend(self.loop_clauses(clauses));
                self.visit_block_mut(&mut e.body);
                e.body.stmts.splice(0..0, headers);
            }
            _ => {}
        }
        expr.replace_attrs(kept);
        None
    }

    /// Splits the attributes of a loop into Rust's and calls for the language's.
    fn loop_attrs(&mut self, attrs: Vec<Attribute>) -> (Vec<Attribute>, Vec<Stmt>) {
        let (mut kept, mut notes): (Vec<Attribute>, Vec<(String, Span)>) = (Vec::new(), Vec::new());
        for attr in attrs {
            match self.verifier_attr(&attr) {
                Some(texts) => {
                    for text in texts {
                        self.placed(&text, Spot::Loop, attr.pound_token.span);
                        notes.push((text, attr.pound_token.span));
                    }
                }
                None => {
                    self.no_condition(&attr);
                    kept.push(attr);
                }
            }
        }
        (kept, note_stmts(Known::LoopAttr, &notes))
    }

    /// The clauses of a loop as calls, in the order of the grammar.
    fn loop_clauses(&mut self, clauses: LoopClauses) -> Vec<Stmt> {
        let mut calls = Vec::new();
        let mut one = |this: &mut Self, name: Known, keyword: Span, mut exprs: Specification| {
            calls.extend(this.clause(name, keyword, &mut exprs, Vec::new()));
        };
        if let Some(c) = clauses.except_break {
            one(self, Known::InvariantExceptBreak, c.token.span, c.exprs);
        }
        if let Some(c) = clauses.invariant {
            one(self, Known::Invariant, c.token.span, c.exprs);
        }
        if let Some(c) = clauses.invariant_ensures {
            one(self, Known::InvariantEnsures, c.token.span, c.exprs);
        }
        if let Some(mut c) = clauses.ensures {
            calls.extend(self.inner_ensures(&mut c, None));
        }
        if let Some(mut c) = clauses.decreases {
            calls.extend(self.measure(c.token.span, &mut c.exprs));
        }
        calls
    }
}

/// Whether a `for` loop has nothing that Rust's does not have.
fn is_plain(e: &ExprForLoop) -> bool {
    let has_clause = e.invariant.is_some() || e.invariant_except_break.is_some() || e.ensures.is_some();
    e.expr_name.is_none() && !has_clause && e.decreases.is_none()
}

/// Makes the variables of a pattern mutable: in code that runs a tracked one may be borrowed mutably without `mut`, and a ghost
/// one may be assigned. In proofs they are as they are written.
struct MutableBindings;

/// Makes the variables in `Ghost(..)` and `Tracked(..)` mutable, and no others.
struct MutableWrapped;

impl VisitMut for MutableWrapped {
    fn visit_pat_tuple_struct_mut(&mut self, pat: &mut PatTupleStruct) {
        if patterns::is_wrapper(pat) {
            MutableBindings.visit_pat_tuple_struct_mut(pat);
        } else {
            visit_mut::visit_pat_tuple_struct_mut(self, pat);
        }
    }
}

impl VisitMut for MutableBindings {
    fn visit_pat_ident_mut(&mut self, pat: &mut PatIdent) {
        // What begins with a capital may be a constant or a variant.
        let is_variable = !pat.ident.to_string().starts_with(char::is_uppercase);
        if pat.by_ref.is_none() && pat.mutability.is_none() && is_variable {
            pat.mutability = Some(Token![mut](pat.ident.span()));
        }
    }
}
