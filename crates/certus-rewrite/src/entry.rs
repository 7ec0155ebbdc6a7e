//! Running a rewrite: with bounds on its input, and with a panic of the parser as an error.

use crate::errors::{RewriteError, Rewritten, syntax_errors};
use crate::limits::guarded;
use crate::normalize::normalize;
use crate::visitor::Rewriter;
use crate::{Code, Mode, spans};
use certus_codes::Internal;
use proc_macro2::TokenStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use verus_syn::parse::{ParseStream, Parser};

/// Parses a macro's argument, and rewrites the result.
pub(crate) fn with_parser<T>(
    mode: Mode,
    code: Code,
    tokens: TokenStream,
    parser: impl FnOnce(ParseStream) -> verus_syn::Result<T>,
    rewrite: impl FnOnce(&mut Rewriter, T) -> TokenStream,
) -> Rewritten {
    let work = || {
        let mut rewriter = Rewriter::new(mode, code);
        let tokens = match parser.parse2(normalize(tokens.clone())) {
            Ok(parsed) => rewrite(&mut rewriter, parsed),
            Err(error) => {
                rewriter.errors.extend(syntax_errors(error));
                TokenStream::new()
            }
        };
        Rewritten { tokens, errors: rewriter.errors }
    };
    run(&tokens, work)
}

/// Runs `work` on a stack that is large enough for `tokens`. A panic of the parser is an error, not a crash.
pub(crate) fn run(tokens: &TokenStream, work: impl FnOnce() -> Rewritten) -> Rewritten {
    let failed = |error| Rewritten { tokens: TokenStream::new(), errors: vec![error] };
    match catch_unwind(AssertUnwindSafe(|| guarded(tokens, work))) {
        Ok(Ok(rewritten)) => rewritten,
        Err(_) => {
            let message = "the parser failed on this block";
            failed(RewriteError::new(spans::first_of(tokens), Internal::Parser, message))
        }
        Ok(Err(error)) => failed(error),
    }
}
