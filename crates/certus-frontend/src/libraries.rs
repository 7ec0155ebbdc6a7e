//! The sources of the libraries, embedded when this crate is built.

/// One file of a library.
pub(crate) struct LibraryFile {
    /// Its path from the root of the repository.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/libraries.rs"));
