//! The sources of the libraries, embedded when this crate is built.

use std::borrow::Cow;
use std::collections::HashMap;

/// The names of the libraries that a program may name.
pub(crate) const RESERVED: [&str; 6] = ["core", "alloc", "std", "verus_builtin_macros", "verus_builtin", "vstd"];

/// One file of a library.
pub(crate) struct LibraryFile {
    /// Its path from the root of the repository.
    pub(crate) path: &'static str,
    /// Words that a program contains, at least one of them, if the file can matter to it; none when it always can. A word is
    /// the beginning of a name, or of a part of a name after `_`.
    ///
    /// Only what cannot be reached without one of the words may stand in such a file (items that are named, impls of
    /// operators), and nothing outside of such files may name it.
    pub(crate) when: &'static [&'static str],
    /// Its text.
    pub(crate) text: &'static str,
    /// What is loaded in its place, where that is not the text.
    pub(crate) interface: Option<&'static Interface>,
}

impl LibraryFile {
    /// What is loaded when the library is only used.
    fn loaded(&self) -> &str {
        self.interface.map_or(self.text, |form| &form.text)
    }
}

/// Which files of a library a program can have a use for, in order: those for everyone, those whose words its texts
/// contain, and those whose words the latter contain.
pub(crate) fn wanted<'t>(files: &'t [LibraryFile], texts: impl IntoIterator<Item = &'t str>) -> Vec<bool> {
    let mut wanted: Vec<bool> = files.iter().map(|f| f.when.is_empty()).collect();
    let mut texts: Vec<Cow<'t, str>> = texts.into_iter().map(without_comments).collect();
    while let Some(text) = texts.pop() {
        for (file, wanted) in files.iter().zip(&mut wanted) {
            if !*wanted && file.when.iter().any(|word| mentions(&text, word)) {
                *wanted = true;
                texts.push(without_comments(file.loaded()));
            }
        }
    }
    wanted
}

/// A text without the lines that are comments. What looks like one inside of a string or a comment is no code either.
fn without_comments(text: &str) -> Cow<'_, str> {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    if text.lines().any(is_comment) {
        Cow::Owned(text.lines().filter(|line| !is_comment(line)).flat_map(|line| [line, "\n"]).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a word stands in a text, and not after a letter or digit: `subtree` does not mention `btree`. An import of more
/// than one name, `cmp::{..}` or `cmp::*`, mentions each `cmp::min`.
fn mentions(text: &str, word: &str) -> bool {
    let is_name = word.starts_with(|c: char| c.is_alphanumeric());
    let stands = |word: &str| {
        memchr::memmem::find_iter(text.as_bytes(), word)
            .any(|at| !is_name || !text[..at].chars().next_back().is_some_and(char::is_alphanumeric))
    };
    let module = word.rsplit_once("::").map(|(module, _)| module).filter(|module| !module.is_empty());
    stands(word) || module.is_some_and(|module| ["::{", "::*"].iter().any(|more| stands(&format!("{module}{more}"))))
}

/// The form of a library file that is loaded when the library is only used.
#[derive(Clone, Debug)]
pub(crate) struct Interface {
    /// Its text.
    pub(crate) text: Cow<'static, str>,
    /// Where each piece of it comes from, in order: its first byte, and the first and the last but one in the source.
    pub(crate) pieces: Cow<'static, [(u32, u32, u32)]>,
}

/// Files that are loaded in interface form, by their number.
pub(crate) type Interfaces = HashMap<u32, Cow<'static, Interface>>;

impl Interface {
    /// The part of the source that a part of the text comes from.
    pub(crate) fn source(&self, start: u32, end: u32) -> (u32, u32) {
        // Within a piece of text that was copied, the distance to its beginning is the same on both sides. Otherwise it is
        // of tokens that stand for one of the source, of which each leads to all of that one.
        let piece = |offset: u32| {
            let after = self.pieces.partition_point(|(at, ..)| *at <= offset);
            let next = self.pieces.get(after).map_or(self.text.len() as u32, |(at, ..)| *at);
            let found = after.checked_sub(1).and_then(|i| self.pieces.get(i)).copied().unwrap_or_default();
            (found, next - found.0 == found.2 - found.1)
        };
        let ((first, is_copied), (last, ends_in_copied)) = (piece(start), piece(end.saturating_sub(1).max(start)));
        let from = if is_copied { (first.1 + (start - first.0)).min(first.2) } else { first.1 };
        let to = if ends_in_copied { (last.1 + (end.max(last.0) - last.0)).min(last.2) } else { last.2 };
        if to >= from { (from, to) } else { (first.1, first.2) }
    }
}

include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Interface, LibraryFile, wanted};

    /// `n - i;` behind a copied line, written with a parenthesis that stands for its first token.
    #[test]
    fn a_token_leads_to_all_of_the_token_it_stands_for() {
        let pieces = vec![(0, 0, 8), (8, 20, 21), (11, 22, 23), (13, 24, 25), (15, 30, 39)];
        let form = Interface { text: Cow::Borrowed("let n;\n\n(n - i ) ;"), pieces: Cow::Owned(pieces) };
        assert_eq!(form.source(9, 14), (20, 25));
        assert_eq!(form.source(8, 16), (20, 39));
        // A part of what was copied, and what ends in it.
        assert_eq!(form.source(4, 5), (4, 5));
        assert_eq!(form.source(4, 8), (4, 8));
        assert_eq!(form.source(11, 12), (22, 23));
        assert_eq!(form.source(17, 18), (30, 39));
    }

    #[test]
    fn files_are_wanted_for_their_words_and_for_each_other() {
        let file = |when, text| LibraryFile { path: "x", when, text, interface: None };
        let files = [file(&[], "a"), file(&["bee"], "needs sea"), file(&["sea"], "c"), file(&["dee"], "d")];
        assert_eq!(wanted(&files, ["to bee"]), [true, true, true, false]);
        assert_eq!(wanted(&files, ["to_bee"]), [true, true, true, false]);
        for other in ["nothing", "frisbee", "    /// bee\n//! sea", "b\u{e9}bee"] {
            assert_eq!(wanted(&files, [other]), [true, false, false, false], "{other}");
        }
        assert_eq!(wanted(&files, ["let x; // line\n sea"]), [true, false, true, false]);
        let files = [file(&["cmp::min"], "a"), file(&["::min("], "b")];
        assert_eq!(wanted(&files, ["use std::cmp::{max, min};"]), [true, false]);
        assert_eq!(wanted(&files, ["use std::{cmp::*};"]), [true, false]);
        assert_eq!(wanted(&files, ["use std::cmp::max;"]), [false, false]);
    }
}
