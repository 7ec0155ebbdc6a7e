//! The tokens of a text, and which brackets belong together.

use std::ops::Range;
use std::sync::Arc;

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

/// A token and its bytes.
#[derive(Clone, Debug)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it is.
    pub bytes: Range<usize>,
}

/// A text with its tokens. Comments are apart.
#[derive(Debug)]
pub(crate) struct Lexed {
    text: Arc<str>,
    tokens: Vec<Lexeme>,
    comments: Vec<Range<usize>>,
    /// For an opening bracket: the number of the token at which its group ends. This is the closing bracket, or, where that is
    /// missing, what ends the group around.
    ends: Vec<Option<usize>>,
}

impl Lexed {
    pub(crate) fn new(text: Arc<str>, lexemes: Vec<Lexeme>) -> Lexed {
        let (comments, tokens): (Vec<_>, Vec<_>) = lexemes.into_iter().partition(|one| one.kind == LexemeKind::Comment);
        let comments = comments.into_iter().map(|comment| comment.bytes).collect();
        let mut lexed = Lexed { text, ends: vec![None; tokens.len()], tokens, comments };
        lexed.match_brackets();
        lexed
    }

    /// A closing bracket ends the last open group of its shape, and those inside of it. It ends none if there is no such group.
    fn match_brackets(&mut self) {
        let mut open: Vec<(usize, char)> = Vec::new();
        for at in 0..self.tokens.len() {
            match self.word(at) {
                "(" => open.push((at, ')')),
                "[" => open.push((at, ']')),
                "{" => open.push((at, '}')),
                closing @ (")" | "]" | "}") => {
                    let is_it = |(_, wanted): &(usize, char)| closing.starts_with(*wanted);
                    // A brace is a stronger sign than the others: a group in parentheses does not reach out of its braces.
                    let fence = if closing == "}" { None } else { open.iter().rposition(|(_, wanted)| *wanted == '}') };
                    let found = open.iter().rposition(is_it).filter(|found| fence.is_none_or(|fence| *found > fence));
                    for (ended, _) in found.into_iter().flat_map(|found| open.split_off(found)) {
                        self.set_end(ended, at);
                    }
                }
                _ => {}
            }
        }
        for (ended, _) in open {
            self.set_end(ended, self.tokens.len());
        }
    }

    fn set_end(&mut self, open: usize, end: usize) {
        if let Some(place) = self.ends.get_mut(open) {
            *place = Some(end);
        }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The same, to keep.
    pub(crate) fn shared_text(&self) -> Arc<str> {
        self.text.clone()
    }

    /// The number of tokens.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text of a token; empty behind the last.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).and_then(|token| self.text.get(token.bytes.clone())).unwrap_or("")
    }

    /// The text of the token before another.
    pub(crate) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Whether a token is a name or keyword.
    pub(crate) fn is_word(&self, at: usize) -> bool {
        self.kind(at) == Some(LexemeKind::Word)
    }

    pub(crate) fn kind(&self, at: usize) -> Option<LexemeKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The bytes of a token; behind the last, the end of the text.
    pub(crate) fn bytes(&self, at: usize) -> Range<usize> {
        self.tokens.get(at).map_or(self.text.len()..self.text.len(), |token| token.bytes.clone())
    }

    /// The bytes from one token to before another.
    pub(crate) fn bytes_of(&self, tokens: Range<usize>) -> Range<usize> {
        let start = self.bytes(tokens.start).start;
        let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start);
        start..last.map_or(start, |last| self.bytes(last).end)
    }

    /// The text from one token to before another.
    pub(crate) fn text_of(&self, tokens: Range<usize>) -> &str {
        self.text.get(self.bytes_of(tokens)).unwrap_or("")
    }

    /// The number of the token at which the group ends that begins with a bracket.
    pub(crate) fn end_of_group(&self, open: usize) -> Option<usize> {
        self.ends.get(open).copied().flatten()
    }

    /// The number of the token after a token, or after the group that begins with it.
    pub(crate) fn skip(&self, at: usize) -> usize {
        let Some(end) = self.end_of_group(at) else { return at + 1 };
        let is_own = matches!((self.word(at), self.word(end)), ("(", ")") | ("[", "]") | ("{", "}"));
        // Another bracket ends a group around this one.
        if is_own { end + 1 } else { end }
    }

    /// The number of the first token that ends at a byte or later.
    pub(crate) fn at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.bytes.end < offset)
    }

    /// The last token that begins before a byte.
    pub(crate) fn last_before(&self, offset: usize) -> Option<usize> {
        self.tokens.partition_point(|token| token.bytes.start < offset).checked_sub(1)
    }

    /// Whether a byte is inside of a comment, a string or a number.
    pub(crate) fn is_text(&self, offset: usize) -> bool {
        let is_inside = |bytes: &Range<usize>| {
            let is_line = self.text.get(bytes.clone()).is_some_and(|text| text.starts_with("//"));
            bytes.start < offset && (offset < bytes.end || (is_line && offset == bytes.end))
        };
        let token = self.tokens.get(self.at(offset));
        let is_literal = token.is_some_and(|token| token.kind == LexemeKind::Literal && token.bytes.start < offset);
        is_literal || self.comments.iter().any(is_inside)
    }
}
