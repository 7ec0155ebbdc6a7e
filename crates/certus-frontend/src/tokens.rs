//! Between rust-analyzer's token trees and `proc_macro2`, without losing a position.
//!
//! A tree is written as text, remembering for every token where it begins; what comes back from the rewriter carries
//! byte ranges of that text, and so finds the original spans again. The text begins with a space, so that the range
//! `0..0` can mean "no position".

use std::str::FromStr;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use ra_ap_span::{FIXUP_ERASED_FILE_AST_ID_MARKER, Span};
use ra_ap_tt::{self as tt, Leaf, TopSubtree, TopSubtreeBuilder, TtElement, TtIter};

/// Stands for `$crate`, which no Rust lexer reads.
const DOLLAR_CRATE: &str = "__certus_dollar_crate";

/// Bytes of a text that no thread's stack is too small for.
const SHORT: usize = 1536;

/// The text of a token tree and the span of each of its tokens.
pub(crate) struct Text {
    text: String,
    /// First byte and span of every token, ascending.
    starts: Vec<(u32, Span)>,
    call_site: Span,
}

impl Text {
    /// Writes a tree, without its outermost delimiter.
    pub(crate) fn new(tree: &TopSubtree, call_site: Span) -> Text {
        let mut out = Text { text: String::from(" "), starts: Vec::new(), call_site };
        out.write(tree.token_trees().iter());
        out
    }

    /// Writes the arguments of an attribute in parentheses, and the item that it stands on.
    pub(crate) fn of_attribute(arguments: Option<&TopSubtree>, item: &TopSubtree, call_site: Span) -> Text {
        // The place that is given for the call is that of the macro in its library.
        let place = item.token_trees().iter().next().map_or(call_site, |first| match first {
            TtElement::Leaf(leaf) => *leaf.span(),
            TtElement::Subtree(subtree, _) => subtree.delimiter.open,
        });
        let is_made = place.anchor.ast_id == FIXUP_ERASED_FILE_AST_ID_MARKER;
        let call_site = if is_made { call_site } else { place };
        let mut out = Text { text: String::from(" "), starts: Vec::new(), call_site };
        out.mark(call_site);
        out.text.push('(');
        if let Some(arguments) = arguments {
            out.write(arguments.token_trees().iter());
        }
        out.mark(call_site);
        out.text.push_str(") ");
        out.write(item.token_trees().iter());
        out
    }

    /// The tokens in `proc_macro2`'s form; positions are relative to this text.
    pub(crate) fn parse(&self) -> Result<TokenStream, proc_macro2::LexError> {
        TokenStream::from_str(&self.text)
    }

    /// Whether it cannot nest deeper than any stack allows.
    pub(crate) fn is_short(&self) -> bool {
        self.text.len() <= SHORT
    }

    /// Must come before the text of the token is written: positions are looked up by the last start at or before an
    /// offset.
    fn mark(&mut self, span: Span) {
        // What the front end put in for something that is missing stands nowhere; the error is shown elsewhere.
        let is_made = span.anchor.ast_id == FIXUP_ERASED_FILE_AST_ID_MARKER;
        let span = if is_made { self.call_site } else { span };
        // `!is` and `!has` are operators when nothing stands between the two; rust-analyzer does not keep that for a
        // punctuation before a word, but the positions do.
        if self.text.ends_with("! ") && self.is_adjacent(span) {
            self.text.pop();
        }
        self.starts.push((self.text.len() as u32, span));
    }

    /// Whether a token stands in the source right behind the last one.
    fn is_adjacent(&self, span: Span) -> bool {
        let last = self.starts.last();
        last.is_some_and(|(_, last)| last.anchor == span.anchor && last.range.end() == span.range.start())
    }

    /// Takes back the blank before a punctuation that is one operator with the last one, such as `==>`: what a macro was given
    /// it hands on as the tokens of Rust, `==` and `>`.
    fn join(&mut self, span: Span) {
        let is_operator = |c: char| matches!(c, '=' | '<' | '>' | '~' | '&' | '|');
        let last = self.text.strip_suffix(' ').and_then(|text| text.chars().next_back());
        if last.is_some_and(is_operator) && self.is_adjacent(span) {
            self.text.pop();
        }
    }

    /// Delimiters have places of their own, for errors at a missing or surplus one.
    fn write(&mut self, tokens: TtIter<'_>) {
        for token in tokens {
            match token {
                TtElement::Leaf(leaf) => self.write_leaf(&leaf),
                TtElement::Subtree(subtree, inner) => {
                    let (open, close) = match subtree.delimiter.kind {
                        tt::DelimiterKind::Parenthesis => ("(", ")"),
                        tt::DelimiterKind::Brace => ("{", "}"),
                        tt::DelimiterKind::Bracket => ("[", "]"),
                        // An invisible group is what a macro got as `$e:expr` and the like: parentheses keep it together.
                        tt::DelimiterKind::Invisible => ("", ""),
                    };
                    if !open.is_empty() {
                        self.mark(subtree.delimiter.open);
                    }
                    self.text.push_str(open);
                    self.write(inner);
                    if !close.is_empty() {
                        self.mark(subtree.delimiter.close);
                    }
                    self.text.push_str(close);
                    self.text.push(' ');
                }
            }
        }
    }

    /// Punctuation that is joined to the next one gets no blank after it, or `=>` would come apart.
    fn write_leaf(&mut self, leaf: &Leaf) {
        if matches!(leaf, Leaf::Punct(_)) {
            self.join(*leaf.span());
        }
        self.mark(*leaf.span());
        match leaf {
            Leaf::Ident(ident) if ident.sym.as_str() == "$crate" => self.text.push_str(DOLLAR_CRATE),
            Leaf::Punct(punct) => {
                self.text.push(punct.char);
                if punct.spacing != tt::Spacing::Alone || punct.char == '\'' {
                    return;
                }
            }
            leaf => self.text.push_str(&leaf.to_string()),
        }
        self.text.push(' ');
    }

    /// The original span of a token that the rewriter returned.
    pub(crate) fn span(&self, span: proc_macro2::Span) -> Span {
        self.span_at(span.byte_range().start)
    }

    /// The original span of a range that the rewriter points to.
    pub(crate) fn range(&self, span: proc_macro2::Span) -> (Span, Span) {
        let range = span.byte_range();
        (self.span_at(range.start), self.span_at(range.end.saturating_sub(1).max(range.start)))
    }

    /// The place of the macro call for a token that the rewriter made without a place.
    fn span_at(&self, offset: usize) -> Span {
        if offset == 0 {
            return self.call_site;
        }
        let after = self.starts.partition_point(|(start, _)| *start as usize <= offset);
        after.checked_sub(1).and_then(|i| self.starts.get(i)).map_or(self.call_site, |(_, span)| *span)
    }

    /// Converts back what the rewriter returned.
    pub(crate) fn tree(&self, tokens: TokenStream) -> TopSubtree {
        let mut out = TopSubtreeBuilder::new(tt::Delimiter::invisible_spanned(self.call_site));
        self.push(&mut out, tokens);
        out.build()
    }

    /// A negative literal becomes two tokens, as the lexer of the front end would have made.
    fn push(&self, out: &mut TopSubtreeBuilder, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let kind = match group.delimiter() {
                        Delimiter::Parenthesis => tt::DelimiterKind::Parenthesis,
                        Delimiter::Brace => tt::DelimiterKind::Brace,
                        Delimiter::Bracket => tt::DelimiterKind::Bracket,
                        Delimiter::None => tt::DelimiterKind::Invisible,
                    };
                    out.open(kind, self.span(group.span_open()));
                    self.push(out, group.stream());
                    out.close(self.span(group.span_close()));
                }
                TokenTree::Ident(ident) => {
                    let span = self.span(ident.span());
                    let text = ident.to_string();
                    let text = if text == DOLLAR_CRATE { "$crate" } else { text.as_str() };
                    out.push(Leaf::Ident(tt::Ident::new(text, span)));
                }
                TokenTree::Punct(punct) => {
                    let spacing = match punct.spacing() {
                        Spacing::Joint => tt::Spacing::Joint,
                        Spacing::Alone => tt::Spacing::Alone,
                    };
                    out.push(Leaf::Punct(tt::Punct { char: punct.as_char(), spacing, span: self.span(punct.span()) }));
                }
                TokenTree::Literal(literal) => {
                    let span = self.span(literal.span());
                    let text = literal.to_string();
                    let digits = text.strip_prefix('-').unwrap_or(&text);
                    if digits.len() < text.len() {
                        out.push(Leaf::Punct(tt::Punct { char: '-', spacing: tt::Spacing::Alone, span }));
                    }
                    out.push(Leaf::Literal(tt::token_to_literal(digits, span)));
                }
            }
        }
    }
}
