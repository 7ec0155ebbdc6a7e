//! The text of tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The text of a stream with a single space where one is needed and after each comma.
pub(crate) fn text_of(tokens: TokenStream) -> String {
    let mut text = String::new();
    for tree in tokens {
        let piece = match tree {
            TokenTree::Group(group) => {
                let inner = text_of(group.stream());
                match group.delimiter() {
                    Delimiter::Parenthesis => format!("({inner})"),
                    Delimiter::Brace => format!("{{{inner}}}"),
                    Delimiter::Bracket => format!("[{inner}]"),
                    Delimiter::None => inner,
                }
            }
            other => other.to_string(),
        };
        let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '"');
        if text.ends_with(',') || (word(text.chars().last()) && word(piece.chars().next())) {
            text.push(' ');
        }
        text.push_str(&piece);
    }
    text
}
