//! The tokens of a text that people are writing. Every text has them: what is not finished, or no token, does not hide the
//! rest. For example, `fn f(` has three, and a string without its end reaches to the end of the text.
//!
//! They take no part in verification.

use std::ops::Range;

use ra_ap_parser::{Edition, LexedStr, SyntaxKind};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// A name or a keyword.
    Word,
    /// A number, a string or a character.
    Literal,
    /// A comment, documentation included.
    Comment,
    /// A character of punctuation, a lifetime, or what is no token.
    Punctuation,
}

/// The tokens of a text, with their bytes, in order.
pub fn lexemes(text: &str) -> Vec<(LexemeKind, Range<usize>)> {
    let lexed = LexedStr::new(Edition::Edition2024, text);
    let kinds = (0..lexed.len()).filter_map(|at| Some((kind(lexed.kind(at))?, lexed.text_range(at))));
    kinds.collect()
}

/// What a token is; `None` for space.
fn kind(kind: SyntaxKind) -> Option<LexemeKind> {
    Some(match kind {
        SyntaxKind::WHITESPACE => return None,
        SyntaxKind::COMMENT => LexemeKind::Comment,
        SyntaxKind::LIFETIME_IDENT => LexemeKind::Punctuation,
        SyntaxKind::INT_NUMBER
        | SyntaxKind::FLOAT_NUMBER
        | SyntaxKind::STRING
        | SyntaxKind::BYTE_STRING
        | SyntaxKind::C_STRING
        | SyntaxKind::CHAR
        | SyntaxKind::BYTE => LexemeKind::Literal,
        _ if kind == SyntaxKind::IDENT || kind.is_any_identifier() || kind.is_keyword(Edition::Edition2024) => {
            LexemeKind::Word
        }
        _ => LexemeKind::Punctuation,
    })
}

#[cfg(test)]
mod tests {
    use super::{LexemeKind, lexemes};

    #[test]
    fn a_text_that_is_cut_has_tokens() {
        let text = "fn größe<'a>(x: u8) -> r#fn { /* a /* b */ */ x == 0x1f; \"a\\\"\"; 'c' } /// d";
        let whole = lexemes(text);
        let of = |wanted| -> Vec<&str> {
            whole.iter().filter(|(kind, _)| *kind == wanted).map(|(_, at)| &text[at.clone()]).collect()
        };
        assert_eq!(of(LexemeKind::Word), ["fn", "größe", "x", "u8", "r#fn", "x"]);
        assert_eq!(of(LexemeKind::Literal), ["0x1f", "\"a\\\"\"", "'c'"]);
        assert_eq!(of(LexemeKind::Comment), ["/* a /* b */ */", "/// d"]);
        for (end, _) in text.char_indices() {
            let found = lexemes(&text[..end]);
            assert!(found.iter().all(|(_, at)| at.end <= end && text.get(at.clone()).is_some()), "{end}");
        }
    }
}
