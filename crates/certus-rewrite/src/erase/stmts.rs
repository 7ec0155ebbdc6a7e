//! Statements, variables and patterns.
//!
//! ```text
//! proof { s } · assert(e); · let ghost x = e;   ->  nothing · nothing · let x = ();
//! let Tracked(t) = f();                         ->  let t = f();
//! let g = Ghost(e);                             ->  let g = Ghost::assume_new();      let g = (); if it is not used
//! g@ = e;                                       ->  nothing
//! ```
//!
//! A ghost variable leaves a unit value under its name, and one that a pattern opens its wrapper. So a name that a ghost
//! variable hides stays hidden, whatever the rest of the block says.

use super::Eraser;
use certus_visit::visit::{self, Visit};
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Attribute, Block, Expr, Item, Local, Pat, PatIdent, Stmt, Token, UnOp};

/// The functions that programs may call by hand, in place of a clause or a proof.
const BY_HAND: &[&str] = &[
    "admit",
    "assert_",
    "assert_bitvector_by",
    "assert_by",
    "assert_by_compute",
    "assert_by_compute_only",
    "assert_forall_by",
    "assert_nonlinear_by",
    "assume_",
    "decreases",
    "decreases_by",
    "decreases_when",
    "default_ensures",
    "ensures",
    "extra_dependency",
    "invariant",
    "invariant_except_break",
    "no_unwind",
    "no_unwind_when",
    "opens_invariants",
    "opens_invariants_any",
    "opens_invariants_except",
    "opens_invariants_none",
    "opens_invariants_set",
    "recommends",
    "recommends_by",
    "requires",
    "returns",
];

/// The variables of a pattern. What begins with a capital may be a constant or a variant.
#[derive(Default)]
pub(super) struct Bound(pub(super) Vec<Ident>);

impl<'ast> Visit<'ast> for Bound {
    /// Adds a variable of a pattern.
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        if !pat.ident.to_string().starts_with(char::is_uppercase) {
            self.0.push(pat.ident.clone());
        }
        visit::visit_pat_ident(self, pat);
    }
}

/// `let x = ();` for each variable of a pattern that is not there, under the conditions of its `let`.
pub(super) fn guards(pat: &Pat, conditions: &[Attribute]) -> Vec<Stmt> {
    let mut bound = Bound::default();
    bound.visit_pat(pat);
    let guard = |name: &Ident| {
        let span = name.span();
        let tokens =
            quote_spanned!(span=> #(#conditions)* #[allow(unused_variables, clippy::let_unit_value)] let #name = ());
        Stmt::Expr(Expr::Verbatim(tokens), Some(Token![;](span)))
    };
    bound.0.iter().map(guard).collect()
}

/// Whether an expression is `Ghost(e)` or `Tracked(e)`.
pub(super) fn is_wrapper(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    path.qself.is_none() && call.args.len() == 1 && names_wrapper(&path.path)
}

/// Whether a path names a wrapper. A path with several segments must begin with one of the language's own crates,
/// because other crates may have an item of that name. A single name always means the wrapper (`certus-frontend`,
/// `reserved.rs`).
fn names_wrapper(path: &verus_syn::Path) -> bool {
    let named = path.segments.last().is_some_and(|s| s.ident == "Ghost" || s.ident == "Tracked");
    let language = ["vstd", "verus_builtin", "builtin"];
    named
        && (path.segments.len() == 1
            || path.segments.first().is_some_and(|s| language.iter().any(|name| s.ident == name)))
}

/// Whether an expression is a statement of proof.
pub(super) fn is_proof(expr: &Expr) -> bool {
    match expr {
        Expr::Assert(_) | Expr::Assume(_) | Expr::AssertForall(_) | Expr::RevealHide(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Proof(_)),
        Expr::Assign(assign) => is_view(&assign.left),
        _ => false,
    }
}

/// Whether a place is inside of a ghost wrapper.
fn is_view(target: &Expr) -> bool {
    match target {
        Expr::View(_) => true,
        Expr::Field(field) => is_view(&field.base),
        Expr::Paren(paren) => is_view(&paren.expr),
        _ => false,
    }
}

/// Replaces the wrappers in a pattern by their variables.
struct Opener<'a> {
    eraser: &'a mut Eraser,
    /// The `cfg` attributes of the statement.
    conditions: &'a [Attribute],
    /// The statements after the current one.
    out: &'a mut Vec<Stmt>,
}

impl VisitMut for Opener<'_> {
    /// Replaces a wrapper around a pattern.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        let opened = match pat {
            Pat::TupleStruct(wrapped) if wrapped.qself.is_none() && wrapped.elems.len() == 1 => {
                names_wrapper(&wrapped.path).then(|| wrapped.elems[0].clone())
            }
            _ => None,
        };
        let Some(inner) = opened else { return visit_mut::visit_pat_mut(self, pat) };
        self.eraser.touched = true;
        *pat = match inner {
            Pat::Ident(p) if p.subpat.is_none() => {
                Pat::Ident(PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ..p })
            }
            inner => {
                self.out.extend(guards(&inner, self.conditions));
                let span = verus_syn::spanned::Spanned::span(&inner);
                Pat::Wild(verus_syn::PatWild { attrs: Vec::new(), underscore_token: Token![_](span) })
            }
        };
    }

    /// Erases a type inside of a pattern.
    fn visit_type_mut(&mut self, ty: &mut verus_syn::Type) {
        self.eraser.visit_type_mut(ty);
    }
}

impl Eraser {
    /// Erases a pattern of exec code: the contents of a wrapper do not exist. Statements in `out` shadow the names that
    /// are lost.
    pub(super) fn pattern(&mut self, pat: &mut Pat, out: &mut Vec<Stmt>) {
        self.pattern_under(pat, &[], out);
    }

    /// The same for a `let` with conditions.
    fn pattern_under(&mut self, pat: &mut Pat, conditions: &[Attribute], out: &mut Vec<Stmt>) {
        Opener { eraser: self, conditions, out }.visit_pat_mut(pat);
    }

    /// The statements of a block.
    pub(super) fn block(&mut self, block: &mut Block) {
        let mut wrappers = Vec::new();
        let mut tail_is_gone = false;
        for stmt in std::mem::take(&mut block.stmts) {
            let before = block.stmts.len();
            self.stmt(stmt, &mut block.stmts, &mut wrappers);
            tail_is_gone = block.stmts.len() == before;
        }
        // What stood before the last statement does not become the value of the block: temporaries of a value live longer
        // than those of a statement.
        if let (true, Some(Stmt::Expr(e, semi @ None))) = (tail_is_gone, block.stmts.last_mut()) {
            *semi = Some(Token![;](crate::spans::last(e)));
        }
        // A variable that only ghost code uses needs no type. Often nothing else would determine one.
        for (at, name) in wrappers.into_iter().rev() {
            let text = crate::enums::plain(&name);
            let rest: TokenStream = block.stmts[at + 1..].iter().map(ToTokens::to_token_stream).collect();
            if !super::occurs(&text, rest) {
                let pat = PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident: name, subpat: None };
                let conditions = match &block.stmts[at] {
                    Stmt::Local(local) => crate::conditions::of(&local.attrs),
                    _ => Vec::new(),
                };
                block.stmts.splice(at..=at, guards(&Pat::Ident(pat), &conditions));
            }
        }
    }

    /// Erases one statement, and appends the rest to `out`. `wrappers` are the places of variables that are wrappers.
    fn stmt(&mut self, stmt: Stmt, out: &mut Vec<Stmt>, wrappers: &mut Vec<(usize, Ident)>) {
        match stmt {
            Stmt::Local(local) => self.local(local, out, wrappers),
            Stmt::Item(item) => {
                let touched = self.touched;
                let mut items: Vec<Item> = Vec::new();
                self.item(item, &mut items);
                self.touched = touched;
                out.extend(items.into_iter().map(Stmt::Item));
            }
            Stmt::Expr(expr, _) if is_proof(&expr) => self.ghost(&expr),
            Stmt::Expr(mut expr, semi) => {
                match self.by_hand(&expr) {
                    Some(check) => expr = check,
                    None => self.visit_expr_mut(&mut expr),
                }
                out.push(Stmt::Expr(expr, semi));
            }
            Stmt::Macro(mut mac) => {
                self.attrs(&mut mac.attrs);
                out.push(Stmt::Macro(mac));
            }
        }
    }

    /// A `let`.
    fn local(&mut self, mut local: Local, out: &mut Vec<Stmt>, wrappers: &mut Vec<(usize, Ident)>) {
        let conditions = crate::conditions::of(&local.attrs);
        let names = self.attrs(&mut local.attrs);
        let legacy = names.iter().any(|name| matches!(name.as_str(), "spec" | "proof" | "ghost" | "tracked"));
        if local.ghost.is_some() || local.tracked.is_some() || legacy {
            self.touched = true;
            local.init.iter().for_each(|init| self.ghost(&init.expr));
            return out.extend(guards(&local.pat, &conditions));
        }
        let mut after = Vec::new();
        self.pattern_under(&mut local.pat, &conditions, &mut after);
        let wrapper = local.init.as_ref().is_some_and(|init| is_wrapper(&init.expr));
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, diverge)) = &mut init.diverge {
                self.visit_expr_mut(diverge);
            }
        }
        if let (true, Pat::Ident(pat)) = (wrapper, &local.pat) {
            wrappers.push((out.len(), pat.ident.clone()));
        }
        out.push(Stmt::Local(local));
        out.append(&mut after);
    }

    /// A clause or a proof in the form of a call. It is erased only if it calls the library's function of that name,
    /// which a check of its type ensures. Functions that the block declares are not meant.
    fn by_hand(&mut self, expr: &Expr) -> Option<Expr> {
        let Expr::Call(call) = expr else { return None };
        let Expr::Path(path) = &*call.func else { return None };
        let name = path.path.segments.last().map(|s| s.ident.to_string())?;
        if path.qself.is_some() || !BY_HAND.contains(&name.as_str()) || self.functions.contains(&name) {
            return None;
        }
        self.ghost(&call.args);
        let (span, mut path) = (crate::spans::first(expr), path.clone());
        path.path.segments.iter_mut().for_each(|s| s.arguments = verus_syn::PathArguments::None);
        let check = quote_spanned!(span=> { let _: fn(::core::convert::Infallible) -> ! = #path; });
        Some(Expr::Verbatim(check))
    }
}
