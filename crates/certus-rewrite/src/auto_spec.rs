//! `#[auto_spec]` on a function in `verus!`: the body, without its proofs, is also what the function returns.
//!
//! ```text
//! #[auto_spec]                             #[verifier::allow_in_spec]
//! fn f(x: u32) -> u32                      fn f(x: u32) -> u32
//!     requires x < 100                         requires x < 100
//!                                    ->        returns { ::verus_builtin::add(x, 1) }
//! { proof { lemma(x); } x + 1 }            { proof { lemma(x); } x + 1 }
//! ```
//!
//! Specifications do not overflow, so `+`, `-` and `*` become the functions that give a machine integer. The prover shows that
//! the body computes no other value.

use certus_codes::Language;
use certus_visit::visit_mut::{self, VisitMut};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote_spanned;
use verus_syn::spanned::Spanned;
use verus_syn::{
    Attribute, BinOp, Block, Expr, ExprBlock, ImplItem, Item, Meta, Returns, Signature, Specification, Stmt, Token,
    UnOp, parse_quote_spanned,
};

use crate::emit::doc;
use crate::errors::{RewriteError, Rewritten};
use crate::visitor::Rewriter;

/// Writes out what the attribute says of a function, or of functions of an impl.
pub(crate) fn write_out(rewriter: &mut Rewriter, item: &mut Item) {
    match item {
        Item::Fn(f) => function(rewriter, &mut f.attrs, &mut f.sig, &f.block),
        Item::Impl(of) => {
            for member in &mut of.items {
                if let ImplItem::Fn(f) = member {
                    function(rewriter, &mut f.attrs, &mut f.sig, &f.block);
                }
            }
        }
        _ => {}
    }
}

/// Says of a function that the work of its attribute is done. The attribute stays, so that its name is resolved.
const DONE: &str = "certus:auto-spec";

/// Outside of `verus!` the attribute has no effect, which is an error.
#[must_use]
pub fn misplaced_auto_spec(tokens: TokenStream) -> Rewritten {
    if is_done(&tokens) {
        return Rewritten { tokens, errors: Vec::new() };
    }
    let span = tokens.span();
    let text = "`auto_spec` is for functions inside of `verus!`";
    Rewritten { tokens, errors: vec![RewriteError::new(span, Language::MisplacedAttribute, text.to_string())] }
}

/// Whether one of the attributes that an item begins with says that the work is done.
fn is_done(item: &TokenStream) -> bool {
    let mut tokens = item.clone().into_iter();
    while let Some(TokenTree::Punct(hash)) = tokens.next() {
        match tokens.next() {
            Some(TokenTree::Group(attr)) if hash.as_char() == '#' => {
                if attr.stream().to_string().contains(DONE) {
                    return true;
                }
            }
            _ => return false,
        }
    }
    false
}

/// Whether an attribute is `auto_spec`, by its own name or as a part of the library.
fn is_auto_spec(attr: &Attribute) -> bool {
    let names: Vec<String> = attr.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    matches!(names[..], ["auto_spec"] | ["contrib", "auto_spec"] | ["vstd", "contrib", "auto_spec"])
}

fn function(rewriter: &mut Rewriter, attrs: &mut Vec<Attribute>, sig: &mut Signature, block: &Block) {
    let Some(attr) = attrs.iter().find(|attr| is_auto_spec(attr)).cloned() else { return };
    let span = attr.path().span();
    let given = attrs.iter().filter(|attr| is_auto_spec(attr)).count();
    attrs.push(doc(DONE, span, false));
    let mut error = |text: &str| rewriter.error(span, Language::Attribute, text);
    if !matches!(attr.meta, Meta::Path(_)) {
        return error("`auto_spec` has no arguments");
    }
    if given > 1 {
        return error("`auto_spec` is given twice");
    }
    attrs.push(parse_quote_spanned!(span=> #[verifier::allow_in_spec]));
    if sig.spec.returns.is_some() {
        // The function says itself what it returns. That it does is proved, so the body adds nothing.
        return;
    }
    let mut block = block.clone();
    Body.visit_block_mut(&mut block);
    let value = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
    sig.spec.returns =
        Some(Returns { token: Token![returns](span), exprs: Specification { exprs: [value].into_iter().collect() } });
}

/// Turns a body into a specification.
struct Body;

impl VisitMut for Body {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| !is_proof(stmt));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Binary(binary) = expr else { return };
        let (left, right, span) = (&binary.left, &binary.right, binary.op.span());
        let function = match binary.op {
            BinOp::Add(_) => quote_spanned!(span=> ::verus_builtin::add),
            BinOp::Sub(_) => quote_spanned!(span=> ::verus_builtin::sub),
            BinOp::Mul(_) => quote_spanned!(span=> ::verus_builtin::mul),
            _ => return,
        };
        *expr = parse_quote_spanned!(span=> #function(#left, #right));
    }
}

/// Whether a statement is for the prover alone.
fn is_proof(stmt: &Stmt) -> bool {
    let Stmt::Expr(expr, _) = stmt else { return false };
    match expr {
        Expr::Assume(_) | Expr::Assert(_) | Expr::AssertForall(_) | Expr::RevealHide(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Proof(_)),
        _ => false,
    }
}
