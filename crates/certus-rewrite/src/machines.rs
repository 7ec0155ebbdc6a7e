//! State machines: what `certus-sync` makes of a declaration, and of a proof by cases, is rewritten like the text of a user.

use certus_sync::{Cases, Expansion, Machines, SyncError};
use proc_macro2::TokenStream;

use crate::entry::run;
use crate::errors::{RewriteError, Rewritten};
use crate::normalize::normalize;
use crate::recover::{rewrite_expr, rewrite_items};
use crate::{Code, Mode};

/// Rewrites the argument of `state_machine!` or `tokenized_state_machine!`.
pub fn state_machine(mode: Mode, machines: Machines, tokens: TokenStream) -> Rewritten {
    let expand = |tokens| of_expansion(certus_sync::machine(machines, tokens));
    expanded(&tokens, expand, |tokens| rewrite_items(mode, tokens))
}

/// Rewrites the argument of `case_on_next!`, `case_on_next_strong!` or `case_on_init!`, which are ghost code.
pub fn case_on(mode: Mode, cases: Cases, tokens: TokenStream) -> Rewritten {
    let expand = |tokens| of_expansion(certus_sync::case_on(cases, tokens));
    expanded(&tokens, expand, |tokens| rewrite_expr(mode, Code::Ghost, tokens))
}

/// Expands the tokens, and rewrites what comes out of it.
pub(crate) fn expanded(
    tokens: &TokenStream,
    expand: impl FnOnce(TokenStream) -> (TokenStream, Vec<RewriteError>),
    rewrite: impl FnOnce(TokenStream) -> Rewritten,
) -> Rewritten {
    run(tokens, || {
        let (tokens, mut errors) = expand(normalize(tokens.clone()));
        if tokens.is_empty() {
            return Rewritten { tokens, errors };
        }
        let mut rewritten = rewrite(tokens);
        errors.append(&mut rewritten.errors);
        Rewritten { tokens: rewritten.tokens, errors }
    })
}

fn of_expansion(expansion: Expansion) -> (TokenStream, Vec<RewriteError>) {
    (expansion.tokens, expansion.errors.into_iter().map(of_error).collect())
}

/// An error of a declaration as one of the rewriter.
pub(crate) fn of_error(error: SyncError) -> RewriteError {
    RewriteError { span: error.span, message: error.message, code: error.code }
}
