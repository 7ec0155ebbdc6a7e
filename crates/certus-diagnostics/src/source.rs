//! Source files and positions in them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of a file in a [`Sources`] table. It is valid only for the table that issued it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A range of bytes in one source file as the user wrote it, never in generated text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of `start..end` in `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// The smallest span that covers both, or `self` when they are in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A one-based position. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// The text of one file, with the beginnings of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path of the file, as the user sees it.
    pub path: PathBuf,
    /// Its text.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// The one-based position of a byte offset. An offset past the end has the position of the end.
    pub fn position(&self, offset: u32) -> LineColumn {
        let offset = self.text.floor_char_boundary(offset as usize);
        let line = self.line_starts.partition_point(|&start| start as usize <= offset);
        let start = self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0) as usize;
        let column = self.text.get(start..offset).map_or(0, |t| t.chars().count()) + 1;
        LineColumn { line: line.max(1), column }
    }

    /// The text of a one-based line, without its line break; empty if there is no such line.
    pub fn line(&self, line: usize) -> &str {
        let text = self.text.get(self.lines(line, line)).unwrap_or("");
        let text = text.strip_suffix('\n').unwrap_or(text);
        text.strip_suffix('\r').unwrap_or(text)
    }

    /// The bytes of the one-based lines `first..=last` with their line breaks. Lines past the end are empty.
    pub fn lines(&self, first: usize, last: usize) -> Range<usize> {
        let begin = |line: usize| self.line_starts.get(line.saturating_sub(1)).map_or(self.text.len(), |b| *b as usize);
        let start = begin(first);
        start..begin(last.max(1) + 1).max(start)
    }

    /// The part of a span that is in this file, on character boundaries and never backwards, so that it can index the
    /// text. The file of the span is not checked.
    pub fn clamp(&self, span: Span) -> Range<usize> {
        let start = self.text.floor_char_boundary(span.start as usize);
        let end = self.text.ceil_char_boundary(span.end as usize);
        start..end.max(start)
    }
}

/// Every source file of a run. A [`Span`] has a meaning only together with its table.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file, and returns its number.
    pub fn add(&mut self, path: impl AsRef<Path>, text: impl Into<Arc<str>>) -> FileId {
        let text: Arc<str> = text.into();
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        self.files.push(SourceFile { path: path.as_ref().to_path_buf(), text, line_starts });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file, if this table issued the id.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All files in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// The text of a span; empty if the span is outside of its file.
    pub fn text(&self, span: Span) -> &str {
        let file = self.file(span.file);
        file.and_then(|f| f.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }
}
