//! Blocks in which an invariant is open.
//!
//! The macros of `vstd::invariant` call one of ours with the function that opens the invariant:
//!
//! ```text
//! verus_open_invariant!(F, inv => v => { s })                 in code that runs
//! verus_open_invariant_in_proof!(F, c => inv => v => { s })   in proofs; `c` pays for it
//!
//! {
//!     I::expr_attr("verus::internal(open_invariant)");
//!     let (__certus_guard, mut v) = I::tracked_let(F(inv));
//!     { s }
//!     { I::proof_block(); ::vstd::invariant::open_invariant_end(__certus_guard, v); }
//! }
//! ```
//!
//! The guard has a name that no program can write, so the value goes back to the invariant that it came from.

use crate::emit::{Site, group};
use crate::entry::with_parser;
use crate::erase::erased;
use crate::errors::Rewritten;
use crate::visitor::Rewriter;
use crate::{Code, Mode, spans};
use certus_known::Known;
use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::ParseStream;
use verus_syn::{Block, Expr, ExprBlock, Path, Stmt, Token};

/// The mark of such a block.
const MARK: &str = "verus::internal(open_invariant)";

/// The name of the guard.
const GUARD: &str = "__certus_guard";

/// The parts of a call.
struct Opening {
    /// The function that opens the invariant.
    begin: Path,
    /// What a proof pays.
    credit: Option<Expr>,
    /// The invariant.
    invariant: Expr,
    /// The variable for the value in it.
    value: Ident,
    /// What is done with the value.
    body: Block,
}

/// The argument of `verus_open_invariant!`, and of `verus_open_invariant_in_proof!` for ghost code.
pub fn open_invariant(mode: Mode, code: Code, tokens: TokenStream) -> Rewritten {
    let parser = |input: ParseStream| {
        let begin = input.parse()?;
        input.parse::<Token![,]>()?;
        let credit = if code == Code::Ghost { Some(input.parse()?) } else { None };
        if code == Code::Ghost {
            input.parse::<Token![=>]>()?;
        }
        let invariant = input.parse()?;
        input.parse::<Token![=>]>()?;
        if code == Code::Ghost && input.peek(verus_syn::token::Brace) {
            let text = "in a proof an invariant is opened with a credit: `credit => &invariant => value => { .. }`";
            return Err(input.error(text));
        }
        let value = input.parse()?;
        input.parse::<Token![=>]>()?;
        Ok(Opening { begin, credit, invariant, value, body: input.parse()? })
    };
    with_parser(mode, code, tokens, parser, |rewriter, opening| match mode {
        Mode::Erase => erased(rewriter, code, |eraser| {
            let mut block = block_of(opening.body);
            eraser.expression(&mut block);
            block.to_token_stream()
        }),
        _ => rewriter.opened(opening, code),
    })
}

impl Rewriter {
    /// The form of a block in which an invariant is open.
    fn opened(&mut self, opening: Opening, code: Code) -> TokenStream {
        let Opening { begin, credit, invariant, value, body } = opening;
        let first = spans::first(&invariant);
        let last = body.brace_token.span.close();
        let guard = Ident::new(GUARD, last);
        let end = Site::at(last).path(Known::OpenInvariantEnd);
        let spend = Site::at(first).path(Known::SpendOpenInvariantCreditInProof);
        let mut written = TokenStream::new();
        if let Some(credit) = credit {
            written.extend(quote_spanned!(first=> #spend(#credit);));
        }
        // The end is at the end of the block: what is wrong there is said of this place.
        written.extend(quote_spanned!(first=> let tracked (#guard, mut #value) = #begin(#invariant);));
        body.to_tokens(&mut written);
        let close = quote_spanned!(last=> #end(#guard, #value););
        written.extend(if code == Code::Ghost { close } else { quote_spanned!(last=> proof { #close }) });
        let stmts = match verus_syn::parse::Parser::parse2(Block::parse_within, written) {
            Ok(stmts) => stmts,
            Err(error) => {
                self.errors.extend(crate::errors::syntax_errors(error));
                return TokenStream::new();
            }
        };
        let mut out: Vec<Stmt> = vec![Site::at(first).call_stmt(Known::ExprAttr, Site::at(first).string(MARK))];
        for stmt in stmts {
            self.stmt(stmt, false, &mut out);
        }
        group(Delimiter::Brace, first, last, quote_spanned!(first=> #(#out)*)).into()
    }
}

/// A block as an expression.
fn block_of(block: Block) -> Expr {
    Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block })
}
