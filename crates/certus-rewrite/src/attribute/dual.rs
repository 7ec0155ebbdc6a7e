//! `#[verus_verify(dual_spec)]`: a function that is its own specification.
//!
//! Guide page `exec_to_spec`. The spec function has the body of the exec function without its proofs, and the exec
//! function means it where a specification mentions it:
//!
//! ```text
//! #[verus_verify(dual_spec(g))] fn f(x: u32) -> u32 { s }
//!     ->  #[verifier::when_used_as_spec(g)] fn f(x: u32) -> u32 { s }
//!         closed spec fn g(x: u32) -> u32 { (s') as u32 }
//! ```
//!
//! Arithmetic of specifications is exact, hence the cast at the end. That the function gives what its specification says
//! is not implied: who wants it known writes `returns f(x)`, which is proved like any other clause.

use super::Forms;
use super::markers::{Markers, prefixed, verifier};
use certus_codes::Language;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use verus_syn::{Block, Expr, FnMode, ItemFn, Publish, ReturnType, Stmt, Token, Type, Visibility};

/// The types whose arithmetic is cut to their range.
const INTEGERS: [&str; 12] = ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// Removes the statements that are ghost code only.
struct WithoutProofs;

impl VisitMut for WithoutProofs {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| {
            let mac = match stmt {
                Stmt::Macro(mac) => &mac.mac,
                Stmt::Expr(Expr::Macro(mac), _) => &mac.mac,
                _ => return true,
            };
            let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            !matches!(name.as_str(), "proof" | "proof_decl")
        });
        visit_mut::visit_block_mut(self, block);
    }
}

impl Forms<'_> {
    /// The spec function of an exec function `item`, which was `before` its contract was put on it.
    pub(super) fn dual_spec(
        &mut self,
        before: &ItemFn,
        item: &mut ItemFn,
        span: Span,
        name: Option<Ident>,
        markers: &Markers,
    ) -> Option<ItemFn> {
        if markers.spec.is_none() {
            self.error(span, Language::DualSpec, "`dual_spec` needs `#[verus_spec(..)]` on the same function");
            return None;
        }
        if item.sig.ident == "main" || item.semi_token.is_some() {
            self.unsupported(span, "`dual_spec` on this function");
            return None;
        }
        let name = name.unwrap_or_else(|| prefixed("__VERUS_SPEC_", &item.sig.ident));
        let at = quote_spanned!(span=> (#name));
        item.attrs.push(verifier(&Ident::new("when_used_as_spec", span), at, span));
        let mut spec = before.clone();
        spec.attrs.retain(|attr| attr.path().is_ident("cfg"));
        spec.sig.ident = name;
        spec.sig.constness = None;
        spec.sig.unsafety = None;
        spec.sig.mode = FnMode::Spec(verus_syn::ModeSpec { spec_token: Token![spec](span) });
        if !matches!(spec.vis, Visibility::Inherited) {
            spec.sig.publish = Publish::Closed(verus_syn::Closed { token: Token![closed](span) });
        }
        spec.sig.spec = super::no_clauses();
        WithoutProofs.visit_block_mut(&mut spec.block);
        if let ReturnType::Type(_, _, _, ty) = &spec.sig.output
            && is_integer(ty)
        {
            let inner = std::mem::replace(&mut *spec.block, verus_syn::parse_quote!({}));
            let inner = Expr::Paren(verus_syn::ExprParen {
                attrs: Vec::new(),
                paren_token: verus_syn::token::Paren(inner.brace_token.span.join()),
                expr: Box::new(Expr::Block(verus_syn::ExprBlock { attrs: Vec::new(), label: None, block: inner })),
            });
            let cast: Expr = verus_syn::parse_quote_spanned!(span=> #inner as #ty);
            spec.block.stmts = vec![Stmt::Expr(cast, None)];
        }
        Some(spec)
    }
}

/// Whether a type is a machine integer, so that the spec function casts to it.
fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.get_ident().is_some_and(|name| INTEGERS.contains(&name.to_string().as_str()))
}
