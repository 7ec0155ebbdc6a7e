//! A library `vstd` of somebody else, in place of the one that is brought along.
//!
//! It is a crate of the user, whose specifications are believed, with one difference: it is written for the whole
//! language, so what of it cannot be read must not be the end of every program. An item with something wrong in it is
//! an error where it is asked for, and only there.
//!
//! Files with nothing but imports, modules and the language are loaded in interface form, as ours are. In others there
//! may be code outside of the language, which that form does not tell from code inside.

use std::borrow::Cow;

use certus_diagnostics::{Diagnostic, Span};
use certus_tree::Item;

use crate::attrs::DOC_PREFIX;
use crate::graph::Graph;
use crate::libraries::Interface;
use crate::loaded::Loaded;

impl Graph {
    /// Puts the files from this one on into interface form, where that is possible.
    pub(crate) fn interface_forms(&mut self, first: usize) {
        let files: Vec<usize> = (first..self.texts.len()).collect();
        // A mark that somebody wrote would pass for one of the rewriter's.
        let form = |text: &str| {
            let is_possible = !text.contains(DOC_PREFIX) && certus_rewrite::is_all_of_language(text);
            let form = is_possible.then(|| certus_rewrite::interface(text).ok()).flatten()?;
            let pieces = form.pieces.iter().map(|piece| (piece.at, piece.start, piece.end)).collect();
            Some(Interface { text: Cow::Owned(form.text), pieces: Cow::Owned(pieces) })
        };
        for file in files {
            let Some((id, text)) = self.texts.get_mut(file) else { continue };
            if let Some(form) = form(text) {
                *text = form.text.to_string();
                self.interfaces.insert(id.index(), Cow::Owned(form));
            }
        }
    }
}

impl Loaded {
    /// Whether a place is in the library of somebody else.
    fn is_in_foreign(&self, span: Span) -> bool {
        self.crates().library().is_some_and(|krate| self.files_of(krate).iter().any(|file| file.index() == span.file.0))
    }

    /// What cannot be read of the library, to be told where it is used; the rest stays.
    pub(crate) fn take_foreign(&self, found: &mut Vec<Diagnostic>) {
        if self.crates().library().is_some() {
            found.retain(|error| error.primary.as_ref().is_none_or(|label| !self.is_in_foreign(label.span)));
        }
    }

    /// Marks of the verifier that the library has written itself.
    pub(crate) fn foreign_marks(&self) -> Vec<Diagnostic> {
        self.crates().library().map(|krate| self.reserved_docs(krate)).unwrap_or_default()
    }

    /// Errs for an item of the library with something in it that the rewriter could not read: what is there of the item
    /// may lack a clause.
    pub(crate) fn whole_item(&self, item: Item) -> Result<Item, Vec<Diagnostic>> {
        let span = item.def().span;
        if matches!(item, Item::Module(_)) || !self.is_in_foreign(span) {
            return Ok(item);
        }
        let errors = self.rewrite_diagnostics();
        let is_within = |error: &&Diagnostic| {
            let at = error.primary.as_ref().map(|label| label.span);
            at.is_some_and(|at| at.file == span.file && at.start < span.end && span.start < at.end.max(at.start + 1))
        };
        match errors.iter().find(is_within) {
            Some(error) => Err(vec![error.clone()]),
            None => Ok(item),
        }
    }
}
