//! The interface form of a library file, for the users of the library.
//!
//! Every `verus! { .. }` at the level of the file is written in the keep form, without the bodies of proof and exec
//! functions, which were checked with the library. Loading such a text expands no macro and parses no unused body. A
//! table maps each token to its place in the source, which messages show.
//!
//! The same is done to blocks within the `macro_rules!` of the file, if the variables of the macro are single names or
//! types (`template`). Other blocks within macros are left to the expansion.

use certus_codes::Language;
use std::fmt::Write as _;

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

use crate::Mode;
use crate::errors::RewriteError;
use crate::recover::rewrite_items;
use crate::template::{self, variable};

/// Where a piece of the written text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first byte in the text; it reaches to the next piece.
    pub at: u32,
    /// The first byte in the source.
    pub start: u32,
    /// The byte after the last one in the source.
    pub end: u32,
}

/// A library file in interface form.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// The text.
    pub text: String,
    /// Where it comes from, in the order of the text.
    pub pieces: Vec<Piece>,
}

/// The interface form of a file. Errs with the first error of the rewriter, or where the file has no tokens.
pub fn interface(source: &str) -> Result<Interface, RewriteError> {
    write_out(Mode::Interface, source, |tokens| tokens)
}

/// A file with its blocks written out in a mode, from the tokens that `change` makes of theirs.
pub(crate) fn write_out(
    mode: Mode,
    source: &str,
    change: impl Fn(TokenStream) -> TokenStream,
) -> Result<Interface, RewriteError> {
    let no_tokens = |error: proc_macro2::LexError| RewriteError::new(error.span(), Language::Syntax, error.to_string());
    let tokens: TokenStream = source.parse().map_err(no_tokens)?;
    let mut writer = Writer { out: Interface::default(), source, copied: 0 };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match (token, tokens.get(index + 1), tokens.get(index + 2), tokens.get(index + 3)) {
            (TokenTree::Ident(name), Some(bang), Some(TokenTree::Group(block)), _)
                if is_language(&name.to_string(), source) && is_punct(bang, '!') =>
            {
                let rewritten = rewrite_items(mode, change(block.stream()));
                if let Some(error) = rewritten.errors.into_iter().next() {
                    return Err(error);
                }
                writer.replace(name.span(), block.span_close(), rewritten.tokens);
            }
            (TokenTree::Ident(name), Some(bang), Some(TokenTree::Ident(_)), Some(TokenTree::Group(rules)))
                if name == "macro_rules"
                    && is_punct(bang, '!')
                    && !is_exported(&tokens, index)
                    && template::is_plain_macro(rules.stream()) =>
            {
                writer.templates(rules.stream());
            }
            _ => {}
        }
    }
    let Writer { mut out, copied, .. } = writer;
    out.copy(source, copied, source.len());
    Ok(out)
}

/// Whether a file has nothing but imports, declarations of modules, macros by example that it does not call itself, and
/// blocks `verus! { .. }` without attributes. In the interface form of such a file everything is of the language.
pub fn is_all_of_language(source: &str) -> bool {
    let Ok(tokens) = source.parse::<TokenStream>() else { return false };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    loop {
        let attributes = rest;
        rest = after_attributes(rest);
        let has_attributes = attributes.len() != rest.len();
        rest = after_visibility(rest);
        let Some((TokenTree::Ident(word), more)) = rest.split_first() else { return rest.is_empty() };
        let word = word.to_string();
        rest = match (word.as_str(), more) {
            (name, [bang, TokenTree::Group(_), after @ ..])
                if is_language(name, source) && is_punct(bang, '!') && !has_attributes =>
            {
                after
            }
            ("macro_rules", [bang, TokenTree::Ident(_), TokenTree::Group(_), after @ ..]) if is_punct(bang, '!') => {
                after
            }
            ("mod", [TokenTree::Ident(_), end, after @ ..]) if is_punct(end, ';') => after,
            ("use" | "extern", _) => match more.iter().position(|token| is_punct(token, ';')) {
                // `extern "C"` has a block.
                Some(end) if word == "use" || matches!(more.first(), Some(TokenTree::Ident(_))) => {
                    more.get(end + 1..).unwrap_or_default()
                }
                _ => return false,
            },
            _ => return false,
        };
    }
}

/// Whether a macro is the one of the language, which a file may import under another name to keep formatters away.
fn is_language(name: &str, source: &str) -> bool {
    name == "verus" || (name == "verus_" && source.contains("use verus as verus_;"))
}

/// What follows the attributes, those of the file (`#![..]`) among them.
fn after_attributes(mut tokens: &[TokenTree]) -> &[TokenTree] {
    loop {
        tokens = match tokens {
            [pound, bang, TokenTree::Group(_), rest @ ..] if is_punct(pound, '#') && is_punct(bang, '!') => rest,
            [pound, TokenTree::Group(_), rest @ ..] if is_punct(pound, '#') => rest,
            _ => return tokens,
        };
    }
}

/// What follows `pub` or `pub(..)`.
fn after_visibility(tokens: &[TokenTree]) -> &[TokenTree] {
    match tokens {
        [TokenTree::Ident(word), TokenTree::Group(_), rest @ ..] if word == "pub" => rest,
        [TokenTree::Ident(word), rest @ ..] if word == "pub" => rest,
        _ => tokens,
    }
}

/// What is written of a file so far.
struct Writer<'a> {
    /// The output so far.
    out: Interface,
    /// The text of the source file.
    source: &'a str,
    /// The source before this byte is written.
    copied: usize,
}

impl Writer<'_> {
    /// Writes the source up to a block, and then these tokens for it.
    fn replace(&mut self, first: Span, last: Span, tokens: TokenStream) {
        self.out.copy(self.source, self.copied, first.byte_range().start);
        self.copied = last.byte_range().end;
        self.out.tokens(tokens);
        self.out.text.push('\n');
    }

    /// Rewrites the blocks within the rules of a macro, where that is possible.
    fn templates(&mut self, rules: TokenStream) {
        let tokens: Vec<TokenTree> = rules.into_iter().collect();
        for (index, token) in tokens.iter().enumerate() {
            match (token, tokens.get(index + 1), tokens.get(index + 2)) {
                (TokenTree::Ident(name), Some(bang), Some(TokenTree::Group(block)))
                    if is_language(&name.to_string(), self.source) && is_punct(bang, '!') =>
                {
                    if let Some(written) = template::rewrite(block.stream()) {
                        self.replace(name.span(), block.span_close(), written);
                    }
                }
                (TokenTree::Group(group), ..) => self.templates(group.stream()),
                _ => {}
            }
        }
    }
}

/// Whether a token is this punctuation.
pub(crate) fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// Whether the macro at this place is for users too, whose proofs are checked: `#[macro_export]` among its attributes.
fn is_exported(tokens: &[TokenTree], at: usize) -> bool {
    let mut before = tokens.get(..at).unwrap_or_default();
    while let [rest @ .., pound, TokenTree::Group(attr)] = before
        && is_punct(pound, '#')
    {
        if attr.stream().into_iter().any(|t| matches!(t, TokenTree::Ident(name) if name == "macro_export")) {
            return true;
        }
        before = rest;
    }
    false
}

impl Interface {
    /// Text outside of the blocks stays as it is.
    fn copy(&mut self, source: &str, start: usize, end: usize) {
        let (Some(text), Ok(start)) = (source.get(start..end), u32::try_from(start)) else { return };
        let mut from = start;
        for line in text.split_inclusive('\n') {
            self.piece(from, from + line.len() as u32);
            self.text.push_str(line);
            from += line.len() as u32;
        }
    }

    /// Records where a piece of the output comes from.
    fn piece(&mut self, start: u32, end: u32) {
        self.pieces.push(Piece { at: self.text.len() as u32, start, end });
    }

    /// Writes a token, and the space before it.
    fn token(&mut self, span: Span, text: &str, space: bool) {
        let range = span.byte_range();
        // Each token has a piece, even if several replace one token of the source: a place in a piece is given by its
        // distance from the beginning.
        self.piece(range.start as u32, range.end as u32);
        let _ = self.text.write_str(text); // Writing to a string does not fail.
        if space {
            self.text.push(' ');
        }
    }

    /// Documentation is left out; the rewriter's marks, which have the same form, are not.
    fn tokens(&mut self, tokens: TokenStream) {
        for token in undocumented(tokens) {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = pair(group.delimiter());
                    self.token(group.span_open(), open, false);
                    self.tokens(group.stream());
                    self.token(group.span_close(), close, true);
                }
                TokenTree::Punct(punct) => {
                    let alone = punct.spacing() == Spacing::Alone;
                    self.token(punct.span(), &punct.as_char().to_string(), alone);
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    self.token(ident.span(), &variable(&name).unwrap_or(name), true);
                }
                TokenTree::Literal(literal) => self.token(literal.span(), &literal.to_string(), true),
            }
        }
    }
}

/// Tokens without documentation for readers.
pub(crate) fn undocumented(tokens: TokenStream) -> impl Iterator<Item = TokenTree> {
    let mut tokens = tokens.into_iter().peekable();
    std::iter::from_fn(move || {
        loop {
            let token = tokens.next()?;
            if !(is_punct(&token, '#') && tokens.peek().is_some_and(is_documentation)) {
                return Some(token);
            }
            tokens.next();
        }
    })
}

/// The delimiters of a group.
pub(crate) fn pair(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

/// Whether the token after `#` is `[doc = ".."]` with documentation for readers.
fn is_documentation(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let mut inner = group.stream().into_iter();
    let is_doc = matches!(inner.next(), Some(TokenTree::Ident(name)) if name == "doc");
    let text = inner.nth(1);
    is_doc && matches!(text, Some(TokenTree::Literal(text)) if !text.to_string().contains("\"certus:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_proofs_are_cut_and_tokens_lead_back() {
        let source = "use a::b;\nverus! { /// Words.\n pub proof fn lemma(x: int) ensures x == x { assert(false); } \
                      pub open spec fn f(x: int) -> int { x } }\n";
        let found = interface(source).map(|i| (i.text, i.pieces)).unwrap_or_default();
        assert!(found.0.contains("no_method_body"), "{}", found.0);
        assert!(!found.0.contains("assert_"), "{}", found.0);
        assert!(found.0.contains("certus:mode proof") && !found.0.contains("Words"), "{}", found.0);
        let at = found.0.find("lemma").unwrap_or_default() as u32;
        let piece = found.1.iter().rev().find(|p| p.at <= at);
        let back = piece.and_then(|p| source.get(p.start as usize..p.end as usize));
        assert_eq!(back, Some("lemma"));
    }

    #[test]
    fn blocks_within_macros_are_written_out() {
        let of = |head: &str| {
            let source = format!(
                "{head} macro_rules! views {{ ($($t:ty)*) => {{ verus! {{ $( impl View for $t {{ type V = $t; \
                 open spec fn view(&self) -> $t {{ *self }} }} )* }} }}; }} views! {{ u8 u16 }}"
            );
            interface(&source).map(|i| i.text).unwrap_or_default()
        };
        let own = of("");
        assert!(own.contains("for $t") && !own.contains("verus !"), "{own}");
        assert!(own.contains("certus:mode spec") && own.ends_with("views! { u8 u16 }"), "{own}");
        let exported = of("#[macro_export] /// Words.\n");
        assert!(exported.contains("verus! {"), "{exported}");
    }

    #[test]
    fn expressions_are_rewritten_where_they_are_known() {
        let source = "macro_rules! m { ($e:expr) => { verus! { spec fn f(x: int) -> int { $e } } }; }";
        assert_eq!(interface(source).map(|i| i.text).unwrap_or_default(), source);
    }

    #[test]
    fn a_list_within_a_block_is_left_to_the_expansion() {
        let source = "macro_rules! m { ($($a:ident)*) => { verus! { impl<$($a),*> A for ($($a,)*) {} } }; }";
        assert_eq!(interface(source).map(|i| i.text).unwrap_or_default(), source);
    }

    #[test]
    fn code_outside_of_the_language_is_seen() {
        let all = "#![allow(x)] //! A file.\nextern crate a; pub(crate) use a::{b, c}; #[cfg(y)] mod d;\n\
                   #[macro_export] macro_rules! m { () => {} } use e; verus! { fn f() {} }";
        assert!(is_all_of_language(all) && is_all_of_language(""));
        for other in ["fn f() {}", "m! {}", "#[cfg(x)] verus! {}", "mod a { fn f() {} }", "extern \"C\" { fn f(); }"] {
            assert!(!is_all_of_language(&format!("{all} {other}")), "{other}");
        }
        assert!(!is_all_of_language("fn f( {"));
    }

    #[test]
    fn an_error_is_not_dropped() {
        assert!(interface("verus! { spec fn f( { } }").is_err());
        assert!(interface("verus! { fn f() { ").is_err());
    }
}
