//! Patterns that open `Ghost` and `Tracked`. The wrappers are not tuple structs (they are `Copy` whatever is inside),
//! so `Ghost(x)` becomes `x`, and a statement after it opens what `x` holds.
//!
//! ```text
//! fn f(Ghost(x): Ghost<int>) { s }       ->  fn f(x: Ghost<int>) { let x = I::open_ghost(x); s }
//! let (Ghost(a), b) = e;                 ->  let (a, b) = e; let a = I::open_ghost(a);
//! ```
//!
//! A pattern inside the wrapper that is more than a name is opened from a binder of its own.

use crate::emit::{Site, stmt};
use crate::visitor::Rewriter;
use certus_known::Known;
use quote::{ToTokens, quote_spanned};
use verus_syn::visit_mut::{self, VisitMut};
use verus_syn::{Pat, PatIdent, PatTupleStruct, Stmt};

impl Rewriter {
    /// Replaces `Ghost(x)` and `Tracked(x)` within a pattern; the opening statements are appended to `out`.
    pub(crate) fn open_wrappers(&mut self, pat: &mut Pat, out: &mut Vec<Stmt>) {
        let mut opener = Opener { rewriter: self, out };
        opener.visit_pat_mut(pat);
    }

    /// The replacement of a wrapper pattern. The statement that opens the wrapper is appended to `out`.
    fn open(&mut self, wrapped: &PatTupleStruct, function: Known, out: &mut Vec<Stmt>) -> Option<Pat> {
        let inner = wrapped.elems.first()?;
        let first = wrapped.path.segments.first()?.ident.span();
        let last = wrapped.paren_token.span.close();
        let site = Site::from_to(first, last);
        let name = match inner {
            Pat::Wild(wild) => return Some(Pat::Wild(wild.clone())),
            Pat::Ident(p) if p.subpat.is_none() => p.ident.clone(),
            _ => self.fresh(first),
        };
        let value = site.call(function, name.to_token_stream());
        out.push(stmt(quote_spanned!(first=> let #inner = #value), last));
        let binder = PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident: name, subpat: None };
        Some(Pat::Ident(binder))
    }
}

/// Replaces the wrappers in a pattern by variables, and collects the statements that open them.
struct Opener<'a> {
    rewriter: &'a mut Rewriter,
    out: &'a mut Vec<Stmt>,
}

impl VisitMut for Opener<'_> {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::TupleStruct(wrapped) = pat
            && wrapped.qself.is_none()
            && wrapped.elems.len() == 1
            && let Some(name) = wrapped.path.segments.last()
        {
            let function = match name.ident.to_string().as_str() {
                "Ghost" => Some(Known::OpenGhost),
                "Tracked" => Some(Known::OpenTracked),
                _ => None,
            };
            if let Some(opened) = function.and_then(|f| self.rewriter.open(wrapped, f, self.out)) {
                *pat = opened;
                return;
            }
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}
