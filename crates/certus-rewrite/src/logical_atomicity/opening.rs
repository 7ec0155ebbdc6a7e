//! A block in which an atomic update is open: `try_open_atomic_update!`.

use certus_known::Known;
use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::ParseStream;
use verus_syn::{Block, Expr, ExprBlock, Pat, Stmt, Token};

use crate::emit::{Site, group};
use crate::entry::with_parser;
use crate::erase::erased;
use crate::errors::Rewritten;
use crate::visitor::Rewriter;
use crate::{Code, Mode, spans};

/// The mark of such a block.
const MARK: &str = "verus::internal(open_atomic_update)";

/// The parts of a call.
struct Opening {
    update: Expr,
    value: Pat,
    body: Block,
}

/// The argument of `verus_open_atomic_update!`, and of `verus_open_atomic_update_in_proof!` for ghost code.
pub fn open_atomic_update(mode: Mode, code: Code, tokens: TokenStream) -> Rewritten {
    let parser = |input: ParseStream| {
        let update = input.parse()?;
        input.parse::<Token![,]>()?;
        let value = Pat::parse_single(input)?;
        input.parse::<Token![=>]>()?;
        let body = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Opening { update, value, body })
    };
    with_parser(mode, code, tokens, parser, |rewriter, opening| match mode {
        Mode::Erase => erased(rewriter, code, |eraser| {
            let span = opening.body.brace_token.span.close();
            let mut block = opening.compiled();
            eraser.expression(&mut block);
            quote_spanned!(span=> { #block; ::verus_builtin::Tracked::<()>::assume_new() })
        }),
        _ => rewriter.opened_update(opening, code),
    })
}

impl Opening {
    /// What is compiled: the block, without the output at its end, which is ghost.
    fn compiled(self) -> Expr {
        let Opening { update, value, mut body } = self;
        let is_output = |e: &Expr| match e {
            Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Tracked")),
            _ => false,
        };
        if matches!(body.stmts.last(), Some(Stmt::Expr(e, None)) if is_output(e))
            && let Some(Stmt::Expr(output, None)) = body.stmts.pop()
        {
            let span = spans::first(&output);
            body.stmts.extend(statements(quote_spanned!(span=> let ghost _ = #output;)).unwrap_or_default());
        }
        let first = spans::first(&update);
        let before = statements(quote_spanned!(first=> let tracked #value = #update;)).unwrap_or_default();
        body.stmts.splice(0..0, before);
        Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: body })
    }
}

/// Tokens as statements.
fn statements(tokens: TokenStream) -> verus_syn::Result<Vec<Stmt>> {
    verus_syn::parse::Parser::parse2(Block::parse_within, tokens)
}

impl Rewriter {
    /// The form of a block in which an update is open.
    fn opened_update(&mut self, opening: Opening, code: Code) -> TokenStream {
        let Opening { update, value, body } = opening;
        let first = spans::first(&update);
        let last = body.brace_token.span.close();
        let [guard, input, output] =
            ["guard", "input", "output"].map(|name| Ident::new(&format!("__certus_{name}"), last));
        let begin = Site::at(first).path(Known::OpenAtomicUpdateBegin);
        let end = Site::at(last).path(Known::OpenAtomicUpdateEnd);
        let wrapper = Site::at(last).path(Known::Tracked);
        let get = Site::at(last).path(Known::TrackedGet);
        let of = (code == Code::Ghost).then(|| quote_spanned!(last=> tracked));
        let written = quote_spanned! {first=>
            let tracked (#guard, #input) = #begin(#update);
            let tracked #value = #input;
            let #of #output = #body;
            #wrapper(#end(#guard, #get(#output)))
        };
        let stmts = match statements(written) {
            Ok(stmts) => stmts,
            Err(error) => {
                self.errors.extend(crate::errors::syntax_errors(error));
                return TokenStream::new();
            }
        };
        let mut out: Vec<Stmt> = vec![Site::at(first).call_stmt(Known::ExprAttr, Site::at(first).string(MARK))];
        let count = stmts.len();
        for (number, stmt) in stmts.into_iter().enumerate() {
            self.stmt(stmt, number + 1 == count, &mut out);
        }
        group(Delimiter::Brace, first, last, out.iter().map(ToTokens::to_token_stream).collect()).into()
    }
}
