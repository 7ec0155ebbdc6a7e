//! Whether what rustc wrote for a macro by example is what rust-analyzer wrote.
//!
//! Both give tokens. A fragment (`$e:expr`, `$t:ty`, ..) is *one* thing to rustc, whatever stands around it. rust-analyzer
//! puts an expression of several tokens in parentheses, and hands on the tokens of every other fragment as they are. So a
//! fragment of rustc must be in parentheses there, or stand where its tokens alone are read as one thing.

use certus_rewrite::{closing, reads_as_one};

/// A token of what rustc wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// One token, or a part of an operator.
    Token(String),
    /// What stands for a fragment.
    Fragment(Vec<String>),
}

/// Why two expansions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// The tokens differ.
    Tokens,
    /// They are the same, but a fragment need not be one thing where it stands.
    Fragment,
}

/// Compares what the two wrote, operators in single characters.
pub(super) fn agree(rustc: &[Written], ours: &[String]) -> Result<(), Difference> {
    let mut at = 0;
    for written in rustc {
        match written {
            Written::Token(text) => {
                // In a text of one crate, `$crate` may have been written as what it stands for.
                let is_same = ours.get(at).is_some_and(|mine| mine == text || (mine == "$crate" && text == "crate"));
                if !is_same {
                    return Err(Difference::Tokens);
                }
                at += 1;
            }
            Written::Fragment(tokens) => at = fragment(tokens, ours, at)?,
        }
    }
    if at == ours.len() { Ok(()) } else { Err(Difference::Tokens) }
}

/// Where a fragment that begins at a place ends.
fn fragment(tokens: &[String], ours: &[String], at: usize) -> Result<usize, Difference> {
    if tokens.is_empty() {
        return Ok(at);
    }
    let before = at.checked_sub(1).and_then(|before| ours.get(before)).map(String::as_str);
    let rest = ours.get(at..).unwrap_or_default();
    if rest.first().is_some_and(|first| first == "(") && closing(tokens) != Some(tokens.len() - 1) {
        let close = closing(rest).ok_or(Difference::Tokens)?;
        let inner = rest.get(1..close).unwrap_or_default();
        if taken(tokens, inner) == Some(inner.len()) {
            return Ok(at + close + 1);
        }
    }
    let end = at + taken(tokens, rest).ok_or(Difference::Tokens)?;
    let after = ours.get(end).map(String::as_str);
    let beyond = ours.get(end + 1).map(String::as_str);
    if reads_as_one(tokens, before, (after, beyond)) { Ok(end) } else { Err(Difference::Fragment) }
}

/// How many of our tokens the tokens of a fragment are. Parentheses around a fragment within the fragment, and the `::`
/// before the arguments of a path, are only on our side.
fn taken(tokens: &[String], ours: &[String]) -> Option<usize> {
    let (mut at, mut open) = (0, 0usize);
    for token in tokens {
        loop {
            let mine = ours.get(at)?;
            if mine == token {
                break;
            }
            match mine.as_str() {
                "(" => open += 1,
                ")" => open = open.checked_sub(1)?,
                ":" if token == "<" => {}
                "$crate" if token == "crate" => break,
                _ => return None,
            }
            at += 1;
        }
        at += 1;
    }
    while open > 0 {
        if ours.get(at)? != ")" {
            return None;
        }
        (at, open) = (at + 1, open - 1);
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    /// Fragments stand between `<<` and `>>`.
    fn written(text: &str) -> Vec<Written> {
        let mut out = Vec::new();
        let mut inner: Option<Vec<String>> = None;
        for token in tokens(text) {
            match (token.as_str(), &mut inner) {
                ("<<", _) => inner = Some(Vec::new()),
                (">>", _) => out.push(Written::Fragment(inner.take().unwrap_or_default())),
                (_, Some(inner)) => inner.push(token),
                _ => out.push(Written::Token(token)),
            }
        }
        out
    }

    fn compare(rustc: &str, ours: &str) -> Result<(), Difference> {
        agree(&written(rustc), &tokens(ours))
    }

    #[test]
    fn tokens_are_the_same_or_not() {
        assert_eq!(compare("0usize", "0usize"), Ok(()));
        assert_eq!(compare("0usize", "7usize"), Err(Difference::Tokens));
        assert_eq!(compare("a b", "a"), Err(Difference::Tokens));
        assert_eq!(compare("a", "a b"), Err(Difference::Tokens));
        assert_eq!(compare("crate : : f", "$crate : : f"), Ok(()));
        assert_eq!(compare("<< >> fn f", "fn f"), Ok(()));
    }

    #[test]
    fn an_expression_is_in_parentheses() {
        assert_eq!(compare("<< 1 + 2 >> * 3", "( 1 + 2 ) * 3"), Ok(()));
        assert_eq!(compare("<< 1 + 2 >> * 3", "1 + 2 * 3"), Err(Difference::Fragment));
        assert_eq!(compare("f ( << 1 + 2 >> )", "f ( 1 + 2 )"), Ok(()));
        assert_eq!(compare("<< 1 + 2 * 3 >> * 3", "( ( 1 + 2 ) * 3 ) * 3"), Ok(()));
        assert_eq!(compare("<< ( a ) + ( b ) >> * 3", "( ( a ) + ( b ) ) * 3"), Ok(()));
        assert_eq!(compare("<< ( a ) >> * 3", "( a ) * 3"), Ok(()));
    }

    #[test]
    fn a_negative_number_has_no_method() {
        assert_eq!(compare("<< - 1i8 >> . w2 ( )", "- 1i8 . w2 ( )"), Err(Difference::Fragment));
        assert_eq!(compare("<< - 1i8 >> + 1", "- 1i8 + 1"), Ok(()));
    }

    #[test]
    fn a_block_where_a_statement_begins() {
        assert_eq!(compare("{ << { x } >> - 1 }", "{ { x } - 1 }"), Err(Difference::Fragment));
        assert_eq!(compare("let y = << { x } >> - 1", "let y = { x } - 1"), Ok(()));
        assert_eq!(compare("fn f ( ) << { x } >> fn", "fn f ( ) { x } fn"), Ok(()));
    }

    #[test]
    fn types_and_patterns() {
        assert_eq!(compare("& << dyn A + B >>", "& dyn A + B"), Err(Difference::Fragment));
        assert_eq!(compare("Box < << dyn A + B >> >", "Box < dyn A + B >"), Ok(()));
        assert_eq!(compare("& << Vec < u8 > >>", "& Vec < u8 >"), Ok(()));
        assert_eq!(compare("<< Vec < u8 > >> : : new", "Vec < u8 > : : new"), Err(Difference::Fragment));
        assert_eq!(compare("- > & << a : : B >> {", "- > & a : : B {"), Ok(()));
        assert_eq!(compare("- > & << dyn A + B >> {", "- > & dyn A + B {"), Err(Difference::Fragment));
        assert_eq!(compare("<< a : : B >> : : new", "a : : B : : new"), Ok(()));
        assert_eq!(compare("<< a : : B < u8 > >> : : new", "a : : B < u8 > : : new"), Err(Difference::Fragment));
        assert_eq!(compare("<< & a : : B >> : : new", "& a : : B : : new"), Err(Difference::Fragment));
        assert_eq!(compare("<< a : : b < u8 > >> ( )", "a : : b : : < u8 > ( )"), Ok(()));
        assert_eq!(compare("& << A | B >> = >", "& A | B = >"), Err(Difference::Fragment));
        assert_eq!(compare("let << A | B >> = x", "let A | B = x"), Ok(()));
        assert_eq!(compare("<< pub ( crate ) >> fn", "pub ( crate ) fn"), Ok(()));
    }
}
