//! Places in texts: bytes, the client's positions, and the same place in another version of a text.
//!
//! For example, if a run read `fn f() {}` and the user then inserts a line above, [`Drift`] moves the place of `f` down
//! by the length of that line.

use std::sync::Arc;

use gen_lsp_types::{Position, Range};

/// The unit in which the client counts columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

/// A text with the offsets of its lines.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: Arc<str>,
    starts: Vec<usize>,
}

impl Text {
    pub(crate) fn new(text: &str) -> Text {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Text { starts: std::iter::once(0).chain(breaks).collect(), text: text.into() }
    }

    /// The position of a byte offset. An offset past the end has the position of the end.
    pub(crate) fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or("");
        let column = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        Position { line: line as u32, character: column as u32 }
    }

    /// The byte offset of a position. A column past the end of its line means the end of the line.
    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let wanted = position.character as usize;
        let mut column = 0;
        for (at, char) in self.text.get(start..end).unwrap_or("").char_indices() {
            if column >= wanted || char == '\n' {
                return start + at;
            }
            column += match encoding {
                Encoding::Utf8 => char.len_utf8(),
                Encoding::Utf16 => char.len_utf16(),
            };
        }
        end
    }

    /// The byte offset of a line and a column in characters, both from 1.
    pub(crate) fn offset_of_character(&self, line: usize, column: usize) -> usize {
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line).copied()).unwrap_or(self.text.len());
        let rest = self.text.get(start..).unwrap_or("");
        rest.char_indices().nth(column.saturating_sub(1)).map_or(self.text.len(), |(at, _)| start + at)
    }

    /// The column of the end of a line.
    pub(crate) fn end_of_line(&self, line: u32, encoding: Encoding) -> u32 {
        let start = self.starts.get(line as usize).copied().unwrap_or(self.text.len());
        let length = self.text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
        self.position(start + length, encoding).character
    }

    /// The client's range for a range of bytes.
    pub(crate) fn range(&self, start: usize, end: usize, encoding: Encoding) -> Range {
        Range { start: self.position(start, encoding), end: self.position(end.max(start), encoding) }
    }
}

/// The difference between two versions of a text: one piece was replaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    /// The length of the common beginning.
    same: usize,
    /// The offset in the old text at which the common end begins.
    rest: usize,
    old: usize,
    new: usize,
}

impl Drift {
    /// Compares two versions from both ends. If they differ in several places, the piece reaches from the first to the
    /// last.
    pub(crate) fn new(old: &str, new: &str) -> Drift {
        let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - same;
        let behind = old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
        Drift { same, rest: old.len() - behind, old: old.len(), new: new.len() }
    }

    /// The offset in the new text for an offset of the old text; `None` inside of the replaced piece.
    pub(crate) fn map(&self, offset: usize) -> Option<usize> {
        if offset <= self.same {
            Some(offset)
        } else if offset >= self.rest {
            Some((offset + self.new).saturating_sub(self.old))
        } else {
            None
        }
    }

    /// Whether the replaced piece touches a range of the new text.
    pub(crate) fn touches(&self, start: usize, end: usize) -> bool {
        let piece = self.same..(self.rest + self.new).saturating_sub(self.old);
        let is_same = self.old == self.new && self.same == self.old;
        !is_same && piece.start < end && start < piece.end.max(piece.start + 1)
    }

    /// The same, but the beginning of the piece for an offset inside of it.
    pub(crate) fn nearest(&self, offset: usize) -> usize {
        self.map(offset).unwrap_or(self.same)
    }
}

#[cfg(test)]
mod tests {
    use super::{Drift, Encoding, Text};
    use gen_lsp_types::Position;

    #[test]
    fn columns_are_counted_as_the_client_counts() {
        let text = Text::new("a\n\u{1d54f}é b\n");
        let at = text.text.find('b').unwrap_or(0);
        assert_eq!(text.position(at, Encoding::Utf16), Position { line: 1, character: 4 });
        assert_eq!(text.position(at, Encoding::Utf8), Position { line: 1, character: 7 });
        assert_eq!(text.offset(Position { line: 1, character: 4 }, Encoding::Utf16), at);
        assert_eq!(text.offset(Position { line: 1, character: 99 }, Encoding::Utf16), at + 1);
        assert_eq!(text.offset(Position { line: 9, character: 0 }, Encoding::Utf16), text.text.len());
        assert_eq!(text.position(999, Encoding::Utf16), Position { line: 2, character: 0 });
    }

    #[test]
    fn places_around_an_edit_are_found_again() {
        let drift = Drift::new("one two three", "one 2 three");
        assert_eq!(drift.map(2), Some(2));
        assert_eq!(drift.map(6), None);
        assert_eq!(drift.map(8), Some(6));
        let same = Drift::new("one", "one");
        assert_eq!(same.map(1), Some(1));
        assert_eq!(Drift::new("aa", "aaa").map(2), Some(2));
    }
}
