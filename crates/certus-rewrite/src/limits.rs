//! Bounds on recursion. The parser and the visitor recurse, so the depth of what they are given is bounded first, and
//! the stack they run on is as large as the bound needs.
//!
//! Depth is what a parser by recursive descent takes from the stack: one level a delimiter, and one an operator, since a
//! chain of binary operators is a tree as deep as the chain is long. The stack is asked for once, before parsing, and only
//! the pages that are touched cost anything.

use crate::errors::RewriteError;
use crate::words::ITEM_WORDS;
use certus_codes::Language;
use proc_macro2::{Delimiter, Punct, Spacing, Span, TokenStream, TokenTree};

/// The deepest nesting of delimiters that is read.
pub(crate) const MAX_NESTING: usize = 256;

/// The most tokens that may follow one another within one expression, summed along the delimiters around it. Each may
/// be an operator, and so a level of the tree.
const MAX_RUN: usize = 25_000;

/// The maximal number of arithmetic operators in one expression. In ghost code each operator is a call of a generic
/// function. Type inference, here and in rustc, takes time quadratic in their nesting: seconds for this number.
const MAX_ARITHMETIC: usize = 1_500;

/// Stack bytes for one level of the tree: measured on the deepest recursion of the parser, and doubled. The pages are
/// taken from the system only when they are touched.
const BYTES_PER_LEVEL: usize = if cfg!(debug_assertions) { 64 * 1024 } else { 24 * 1024 };

/// Checks the depth of a stream and runs `work` on a stack that is large enough for it.
pub(crate) fn guarded<T>(tokens: &TokenStream, work: impl FnOnce() -> T) -> Result<T, RewriteError> {
    let mut deepest = Depth::default();
    measure(tokens, Depth::default(), &mut deepest)?;
    let levels = deepest.run + deepest.nesting * 32;
    let stack = 4 * 1024 * 1024 + levels * BYTES_PER_LEVEL;
    Ok(stacker::maybe_grow(stack, stack + 1024 * 1024, work))
}

/// The depth of nesting, and the lengths of the current run of tokens and operators.
#[derive(Clone, Copy, Default)]
struct Depth {
    /// The number of open delimiters.
    nesting: usize,
    /// The number of tokens since the last `;` or `,`, also in the delimiters around.
    run: usize,
    /// The number of arithmetic operators in this run.
    arithmetic: usize,
}

/// Walks the stream; `run` counts tokens since the last separator, on this level and those around it.
fn measure(tokens: &TokenStream, outer: Depth, deepest: &mut Depth) -> Result<(), RewriteError> {
    let (mut run, mut arithmetic) = (0, 0);
    let mut trees = tokens.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        // `==>` is one operator: only its last character counts. Other signs may be prefixes, each a level.
        run +=
            usize::from(!matches!(&tree, TokenTree::Punct(p) if p.as_char() == '=' && p.spacing() == Spacing::Joint));
        if outer.run + run > MAX_RUN {
            return Err(too_deep(tree.span(), "expression too long: split it"));
        }
        // Not `->`.
        let is_operator =
            |p: &Punct| "+*/%".contains(p.as_char()) || p.as_char() == '-' && p.spacing() == Spacing::Alone;
        arithmetic += usize::from(matches!(&tree, TokenTree::Punct(p) if is_operator(p)));
        if outer.arithmetic + arithmetic > MAX_ARITHMETIC {
            return Err(too_deep(tree.span(), "too many arithmetic operators in one expression: split it"));
        }
        deepest.run = deepest.run.max(outer.run + run);
        match &tree {
            TokenTree::Group(group) => {
                let inner = Depth {
                    nesting: outer.nesting + 1,
                    run: outer.run + run,
                    arithmetic: outer.arithmetic + arithmetic,
                };
                if inner.nesting > MAX_NESTING {
                    return Err(too_deep(group.span_open(), "delimiters are nested too deeply"));
                }
                deepest.nesting = deepest.nesting.max(inner.nesting);
                measure(&group.stream(), inner, deepest)?;
                let ends_item = outer.nesting == 0
                    || matches!(trees.peek(), Some(TokenTree::Ident(word)) if ITEM_WORDS.iter().any(|w| word == w));
                if group.delimiter() == Delimiter::Brace && ends_item {
                    (run, arithmetic) = (0, 0);
                }
            }
            TokenTree::Punct(p) if matches!(p.as_char(), ';' | ',') => (run, arithmetic) = (0, 0),
            _ => {}
        }
    }
    Ok(())
}

/// The error of every bound in this file.
fn too_deep(span: Span, message: &str) -> RewriteError {
    RewriteError::new(span, Language::TooDeep, message)
}
