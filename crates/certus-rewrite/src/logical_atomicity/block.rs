//! The block `atomically` after a call: an argument of the call.

use certus_codes::Language;
use certus_known::Known;
use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{AtomicallyBlock, Expr, ExprBlock, ExprLoop, ReturnPat, Stmt};

use crate::Code;
use crate::emit::{Site, group};
use crate::literals::Bare;
use crate::visitor::Rewriter;

/// The name of the update in the block.
const UPDATE: &str = "__certus_update";

impl Rewriter {
    /// The argument that a block stands for.
    pub(crate) fn atomic_block(&mut self, block: AtomicallyBlock) -> Expr {
        let AtomicallyBlock { label, atomically_token, loop_token, update_fn_binder, spec_au_binder, .. } = block;
        let (first, last) = (atomically_token.span, block.body.brace_token.span.close());
        let update = Ident::new(UPDATE, first);
        let mut stmts: Vec<Stmt> = Vec::new();
        let mark = match loop_token {
            Some(_) => "verus::internal(atomically_loop)",
            None => "verus::internal(atomically)",
        };
        stmts.push(Site::at(first).call_stmt(Known::ExprAttr, Site::at(first).string(mark)));
        let binder = match &spec_au_binder {
            ReturnPat::Pat(_, _, pat, _) if !matches!(pat, verus_syn::Pat::Ident(_) | verus_syn::Pat::Wild(_)) => {
                self.unsupported(first, "a pattern for the update of an `atomically` block");
                None
            }
            ReturnPat::Pat(_, _, pat, hint) => {
                let ty = hint.as_ref().map(|hint| &hint.1);
                let ty = ty.map(|ty| quote_spanned!(first=> : #ty));
                Some(quote_spanned!(first=> let ghost #pat #ty = #update@;))
            }
            ReturnPat::Type(_, ty) => Some(quote_spanned!(first=> let ghost __certus_typed: #ty = #update@;)),
            ReturnPat::Default => None,
        };
        let mut inner = match loop_token {
            Some(loop_token) => Expr::Loop(ExprLoop {
                attrs: Vec::new(),
                label,
                loop_token,
                invariant_except_break: block.invariant_except_breaks,
                invariant: block.invariants,
                invariant_ensures: None,
                ensures: block.ensures,
                decreases: None,
                body: *block.body,
            }),
            None => {
                let clauses = [
                    block.invariant_except_breaks.map(|clause| clause.token.span),
                    block.invariants.map(|clause| clause.token.span),
                    block.ensures.map(|clause| clause.token.span),
                    label.map(|label| label.name.span()),
                ];
                for span in clauses.into_iter().flatten() {
                    let text = "invariants are only effective on `atomically loop` function calls";
                    self.error(span, Language::LogicalAtomicity, text);
                }
                Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: *block.body })
            }
        };
        self.within(Code::Ghost, |this| {
            match verus_syn::parse::Parser::parse2(verus_syn::Block::parse_within, binder.into_token_stream()) {
                Ok(binders) => binders.into_iter().for_each(|binder| this.stmt(binder, false, &mut stmts)),
                Err(error) => this.errors.extend(crate::errors::syntax_errors(error)),
            }
            this.expr(&mut inner, Bare::Context);
        });
        let body: TokenStream = group(Delimiter::Brace, first, last, quote_spanned!(first=> #(#stmts)* #inner)).into();
        let site = Site::from_to(first, last);
        let closure = quote_spanned!(first=> |#update_fn_binder, #update| #body);
        let made = site.call(Known::Atomically, closure);
        Expr::Verbatim(site.call(Known::Tracked, made))
    }
}
