//! Patterns that open `Ghost` and `Tracked`. The wrappers are not tuple structs (they are `Copy` whatever is inside),
//! so `Ghost(x)` becomes `x`, and a statement after it opens what `x` holds.
//!
//! ```text
//! fn f(Ghost(x): Ghost<int>) { s }       ->  fn f(x: Ghost<int>) { let x = I::open_ghost(x); s }
//! let (Ghost(a), b) = e;                 ->  let (a, b) = e; let a = I::open_ghost(a);
//! let tracked (Tracked(a), b) = e;       ->  let (a, b) = I::tracked_let(e); let a = I::tracked_let(a.get());
//! ```
//!
//! Inside of a wrapper is a name, and no other pattern. In a parameter it is not `mut`.

use crate::emit::{Site, stmt};
use crate::visitor::Rewriter;
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{Pat, PatIdent, PatTupleStruct, PatWild, Stmt, Token};

impl Rewriter {
    /// Replaces `Ghost(x)` as a whole parameter. What the wrapper holds is named there and nothing else: `mut` would speak
    /// of a parameter that the compiled program has not.
    pub(crate) fn open_parameter(&mut self, pat: &mut Pat, out: &mut Vec<Stmt>) {
        if let Pat::TupleStruct(wrapped) = &*pat
            && wrapper(wrapped).is_some()
            && let Some(Pat::Ident(PatIdent { mutability: Some(keyword), .. })) = wrapped.elems.first()
        {
            self.wrapper_pattern(keyword.span);
        }
        self.open_wrappers(pat, None, out);
    }

    /// The error for a pattern in a wrapper that is more than a name.
    pub(crate) fn wrapper_pattern(&mut self, span: Span) {
        self.error(span, Language::ParamPattern, "expected a plain name in `Ghost(..)` or `Tracked(..)`");
    }

    /// Replaces `Ghost(x)` and `Tracked(x)` within a pattern; the opening statements are appended to `out`. They declare
    /// ghost variables if `mode` says so (`let tracked`, `let ghost`). Errs with `language/param-pattern` for anything but a
    /// name in them.
    pub(crate) fn open_wrappers(&mut self, pat: &mut Pat, mode: Option<Known>, out: &mut Vec<Stmt>) {
        let mut opener = Opener { rewriter: self, mode, out };
        opener.visit_pat_mut(pat);
    }

    /// The replacement of a wrapper pattern. The statement that opens the wrapper is appended to `out`.
    fn open(
        &mut self,
        wrapped: &PatTupleStruct,
        function: Known,
        mode: Option<Known>,
        out: &mut Vec<Stmt>,
    ) -> Option<Pat> {
        let inner = wrapped.elems.first()?;
        let first = wrapped.path.segments.first()?.ident.span();
        let last = wrapped.paren_token.span.close();
        let site = Site::from_to(first, last);
        let name = match inner {
            Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => p.ident.clone(),
            _ => {
                self.wrapper_pattern(inner.span());
                return Some(Pat::Wild(PatWild { attrs: Vec::new(), underscore_token: Token![_](first) }));
            }
        };
        let value = match (mode, function) {
            (Some(Known::TrackedLet), Known::OpenTracked) => {
                site.call(Known::TrackedLet, quote_spanned!(last=> #name.get()))
            }
            (Some(_), _) => site.call(Known::GhostLet, quote_spanned!(last=> #name.view())),
            (None, _) => site.call(function, name.to_token_stream()),
        };
        out.push(stmt(quote_spanned!(first=> let #inner = #value), last));
        let binder = PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident: name, subpat: None };
        Some(Pat::Ident(binder))
    }
}

/// Replaces the wrappers in a pattern by variables, and collects the statements that open them.
struct Opener<'a> {
    rewriter: &'a mut Rewriter,
    mode: Option<Known>,
    out: &'a mut Vec<Stmt>,
}

impl VisitMut for Opener<'_> {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::TupleStruct(wrapped) = pat
            && let Some(function) = wrapper(wrapped)
        {
            if let Some(opened) = self.rewriter.open(wrapped, function, self.mode, self.out) {
                *pat = opened;
            }
            return;
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}

/// Whether a pattern is `Ghost(..)` or `Tracked(..)`.
pub(crate) fn is_wrapper(pat: &PatTupleStruct) -> bool {
    wrapper(pat).is_some()
}

/// The function that opens a wrapper, if the pattern is one.
fn wrapper(pat: &PatTupleStruct) -> Option<Known> {
    if pat.qself.is_some() || pat.elems.len() != 1 {
        return None;
    }
    match pat.path.segments.last()?.ident.to_string().as_str() {
        "Ghost" => Some(Known::OpenGhost),
        "Tracked" => Some(Known::OpenTracked),
        _ => None,
    }
}
