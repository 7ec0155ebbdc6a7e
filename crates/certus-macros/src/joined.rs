//! Operators in what a `macro_rules!` macro writes.
//!
//! rustc hands the tokens of such a macro on as Rust's own operators, so `==>` comes as `==` and `>`, and `=~=` as three
//! tokens. What stands side by side in the source is joined again: it was one operator, or means the same.

use proc_macro2::{Group, Punct, Spacing, TokenStream, TokenTree};

/// The stream with signs that touch each other marked as joint.
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
