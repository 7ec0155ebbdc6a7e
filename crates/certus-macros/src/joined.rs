//! Joins the operators in the output of a `macro_rules!` macro.
//!
//! rustc passes the tokens of such a macro on as Rust's own operators. So `==>` arrives as `==` and `>`, and `=~=` as
//! three tokens. This module joins tokens that are adjacent in the source: they were one operator, or mean the same.

use proc_macro2::{Group, Punct, Spacing, TokenStream, TokenTree};

/// The stream, in which adjacent punctuation is marked as joint.
pub(crate) fn joined(tokens: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    for i in 0..trees.len() {
        match &trees[i] {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), joined(group.stream()));
                inner.set_span(group.span());
                trees[i] = inner.into();
            }
            TokenTree::Punct(sign) if sign.spacing() == Spacing::Alone => {
                if let Some(TokenTree::Punct(next)) = trees.get(i + 1)
                    && sign.span().end() == next.span().start()
                {
                    let mut joint = Punct::new(sign.as_char(), Spacing::Joint);
                    joint.set_span(sign.span());
                    trees[i] = joint.into();
                }
            }
            _ => {}
        }
    }
    trees.into_iter().collect()
}
