//! Code made from specifications: what `certus-exec-spec` makes of the items of a call is rewritten like the text of a user.

use certus_exec_spec::{ExecSpecError, Expansion, Proofs};
use proc_macro2::TokenStream;

use crate::Mode;
use crate::errors::{RewriteError, Rewritten};
use crate::machines::expanded;
use crate::recover::rewrite_items;

/// Rewrites the argument of `exec_spec_verified!` or `exec_spec_unverified!`.
pub fn exec_spec(mode: Mode, proofs: Proofs, tokens: TokenStream) -> Rewritten {
    let expand = |tokens| {
        let Expansion { tokens, errors } = certus_exec_spec::exec_spec(proofs, tokens);
        (tokens, errors.into_iter().map(of_error).collect())
    };
    expanded(&tokens, expand, |tokens| rewrite_items(mode, tokens))
}

fn of_error(error: ExecSpecError) -> RewriteError {
    RewriteError { span: error.span, message: error.message, code: error.code }
}
