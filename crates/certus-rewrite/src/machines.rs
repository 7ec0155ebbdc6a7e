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
    let expand = |tokens| certus_sync::machine(machines, tokens);
    expanded(&tokens, expand, |tokens| rewrite_items(mode, tokens))
}

/// Rewrites the argument of `case_on_next!`, `case_on_next_strong!` or `case_on_init!`, which are ghost code.
pub fn case_on(mode: Mode, cases: Cases, tokens: TokenStream) -> Rewritten {
    let expand = |tokens| certus_sync::case_on(cases, tokens);
    expanded(&tokens, expand, |tokens| rewrite_expr(mode, Code::Ghost, tokens))
}

/// Expands the tokens, and rewrites what comes out of it.
fn expanded(
    tokens: &TokenStream,
    expand: impl FnOnce(TokenStream) -> Expansion,
    rewrite: impl FnOnce(TokenStream) -> Rewritten,
) -> Rewritten {
    run(tokens, || {
        let Expansion { tokens, errors } = expand(normalize(tokens.clone()));
        let mut all: Vec<RewriteError> = errors.into_iter().map(of).collect();
        if tokens.is_empty() {
            return Rewritten { tokens, errors: all };
        }
        let mut rewritten = rewrite(tokens);
        all.append(&mut rewritten.errors);
        Rewritten { tokens: rewritten.tokens, errors: all }
    })
}

fn of(error: SyncError) -> RewriteError {
    RewriteError { span: error.span, message: error.message, code: error.code }
}
