//! The sources of the libraries, embedded when this crate is built.

/// One file of a library.
pub(crate) struct LibraryFile {
    /// Its path from the root of the repository.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
    /// What is loaded in its place, where that is not the text.
    pub(crate) interface: Option<&'static Interface>,
}

/// The form of a library file that is loaded when the library is only used.
pub(crate) struct Interface {
    /// Its text.
    pub(crate) text: &'static str,
    /// Where each piece of it comes from, in order: its first byte, and the first and the last but one in the source.
    pub(crate) pieces: &'static [(u32, u32, u32)],
}

impl Interface {
    /// The part of the source that a part of the text comes from.
    pub(crate) fn source(&self, start: u32, end: u32) -> (u32, u32) {
        let piece = |offset: u32| {
            let after = self.pieces.partition_point(|(at, ..)| *at <= offset);
            after.checked_sub(1).and_then(|i| self.pieces.get(i)).copied().unwrap_or_default()
        };
        let (first, last) = (piece(start), piece(end.saturating_sub(1).max(start)));
        // Within a piece of text that was copied, the distance to its beginning is the same on both sides.
        let from = (first.1 + (start - first.0)).min(first.2);
        let to = (last.1 + (end.max(last.0) - last.0)).min(last.2);
        if to >= from { (from, to) } else { (first.1, first.2) }
    }
}

include!(concat!(env!("OUT_DIR"), "/libraries.rs"));
