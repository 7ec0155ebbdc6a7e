//! The texts as somebody wrote them, behind the texts that are loaded.
//!
//! A file may be loaded in interface form, without bodies. Every place is translated to the written text here, before it
//! gets into a [`Span`]; nothing else needs to know the form of a file.

use certus_diagnostics::{FileId, Sources, Span};

use crate::libraries::Interfaces;
use crate::settled::Settled;

/// The texts that spans point into, and which of them are loaded in another form.
pub(crate) struct Written {
    sources: Sources,
    interfaces: Interfaces,
    settled: Settled,
}

impl Written {
    /// Files have the same numbers in `sources`, in `interfaces`, and in the database.
    pub(crate) fn new(sources: Sources, interfaces: Interfaces, settled: Settled) -> Written {
        Written { sources, interfaces, settled }
    }

    /// All texts, libraries included.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The part of a written text that a range of the loaded text comes from.
    pub(crate) fn span(&self, file: FileId, start: u32, end: u32) -> Span {
        let (start, end) = self.interfaces.get(&file.0).map_or((start, end), |form| form.source(start, end));
        Span::new(file, start, end)
    }

    /// Whether a file is loaded in interface form. Then the rewriter has expanded it before, and macros have no part in it.
    pub(crate) fn is_interface(&self, file: ra_ap_base_db::FileId) -> bool {
        self.interfaces.contains_key(&file.index())
    }

    /// Whether there are settled functions. Where there are none, nobody needs the place of a name to ask for it.
    pub(crate) fn has_settled(&self) -> bool {
        !self.settled.is_empty()
    }

    /// Whether the function with its name at this place is settled.
    pub(crate) fn is_settled(&self, name: Span) -> bool {
        self.settled.contains(&(name.file.0, name.start))
    }
}
