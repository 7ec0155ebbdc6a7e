//! `proof!` and `proof_decl!`: ghost code within plain Rust.
//!
//! ```text
//! proof! { s }                             ->  { I::proof_block(); s }
//! proof_decl! { let ghost x = e; s }       ->  let x = I::ghost_let(e); { I::proof_block(); s }
//! ```
//!
//! They are macros of their own, so they work wherever a statement stands, in what a macro of the program writes too.

use crate::emit::{Site, group};
use crate::entry::with_parser;
use crate::erase::Eraser;
use crate::errors::{RewriteError, Rewritten};
use crate::visitor::Rewriter;
use crate::{Code, Mode, spans};
use certus_codes::Language;
use certus_known::Known;
use certus_visit::visit_mut::VisitMut;
use proc_macro2::{Delimiter, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::{Block, Stmt, token};

/// Which of the macros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofMacro {
    /// `proof!`: a block of proof.
    Block,
    /// `proof_decl!`: ghost and tracked variables that stay, with proofs between.
    Declarations,
    /// `proof_with!` where no item around it was marked, so that it would say nothing.
    With,
}

/// Rewrites the inside of one of the macros.
pub fn proof_macro(mode: Mode, which: ProofMacro, tokens: TokenStream) -> Rewritten {
    let (first, last) = (spans::first_of(&tokens), spans::last_of(&tokens));
    if which == ProofMacro::With && mode != Mode::Erase {
        let what = "`proof_with!` outside of a function that is marked with `#[verus_spec]` or `#[verus_verify]`";
        return Rewritten { tokens: TokenStream::new(), errors: vec![RewriteError::unsupported(first, what)] };
    }
    if mode == Mode::Erase && which != ProofMacro::Declarations {
        return Rewritten { tokens: Eraser::nothing(first), errors: Vec::new() };
    }
    with_parser(mode, Code::Ghost, tokens, Block::parse_within, |rewriter, stmts| match which {
        ProofMacro::Declarations if mode == Mode::Erase => {
            let (tokens, mut errors) = crate::erase::declarations(&stmts);
            rewriter.errors.append(&mut errors);
            tokens
        }
        ProofMacro::Declarations => declarations(rewriter, stmts),
        _ => block(rewriter, stmts, first, last),
    })
}

/// `{ I::proof_block(); stmts }`.
fn block(rewriter: &mut Rewriter, stmts: Vec<Stmt>, first: Span, last: Span) -> TokenStream {
    let mut block = Block { brace_token: token::Brace(last), stmts };
    rewriter.within(Code::Ghost, |this| this.visit_block_mut(&mut block));
    let marker = Site::at(first).call_stmt(Known::ProofBlock, TokenStream::new());
    let stmts = &block.stmts;
    group(Delimiter::Brace, first, last, quote_spanned!(first=> #marker #(#stmts)*)).into()
}

/// Declarations as they are, and the statements between two of them as a block of proof.
fn declarations(rewriter: &mut Rewriter, stmts: Vec<Stmt>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut between: Vec<Stmt> = Vec::new();
    let flush = |rewriter: &mut Rewriter, between: &mut Vec<Stmt>, out: &mut TokenStream| {
        let stmts = std::mem::take(between);
        let all: TokenStream = stmts.iter().map(ToTokens::to_token_stream).collect();
        if !stmts.is_empty() {
            out.extend(block(rewriter, stmts, spans::first_of(&all), spans::last_of(&all)));
        }
    };
    for stmt in stmts {
        let Stmt::Local(local) = stmt else {
            between.push(stmt);
            continue;
        };
        flush(rewriter, &mut between, &mut out);
        if local.ghost.is_none() && local.tracked.is_none() {
            let message = "Exec local is not allowed in proof_decl: write `let ghost` or `let tracked`";
            rewriter.error(local.let_token.span, Language::ExecInProofDecl, message);
            continue;
        }
        if let Some((keyword, _)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            rewriter.error(
                keyword.span,
                Language::ExecInProofDecl,
                "`else` would leave the function, which a proof must not do",
            );
            continue;
        }
        let mut made = Vec::new();
        rewriter.within(Code::Exec, |this| this.stmt(Stmt::Local(local), false, &mut made));
        made.iter().for_each(|stmt| stmt.to_tokens(&mut out));
    }
    flush(rewriter, &mut between, &mut out);
    out
}
