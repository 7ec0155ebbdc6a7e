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
use certus_rewrite::{Interface as Form, with_global_allocator, with_spec_closures, without_ghost_steps};
use certus_tree::Item;
use ra_ap_base_db::{Crate, FileId};
use ra_ap_hir_def::nameres::crate_def_map;

use crate::attrs::DOC_PREFIX;
use crate::graph::{Files, Graph};
use crate::key::Key;
use crate::libraries::Interface;
use crate::loaded::Loaded;
use crate::settled::SettledFiles;

/// How the names begin that the rewriter gives to specifications of functions.
const ASSUME: &str = "__certus_assume_";

/// The form in which a file of a library that is not ours is loaded: as it is for the global allocator, in the terms of
/// today, and as an interface where that is possible. Without pieces, each byte of the text stands where it stood.
pub fn foreign_form(text: &str) -> Form {
    let text = adapted(text);
    // A mark that somebody wrote would pass for one of the rewriter's.
    let is_possible = !text.contains(DOC_PREFIX) && certus_rewrite::is_all_of_language(&text);
    let form = is_possible.then(|| certus_rewrite::interface(&text).ok()).flatten();
    form.unwrap_or_else(|| Form { text: text.into_owned(), pieces: Vec::new() })
}

/// A text as it is for the global allocator, in the terms of today.
fn adapted(text: &str) -> Cow<'_, str> {
    let mut found = Cow::Borrowed(text);
    for adapt in [with_global_allocator, with_spec_closures, without_ghost_steps] {
        if let Some(read) = adapt(&found) {
            found = Cow::Owned(read);
        }
    }
    found
}

impl Graph {
    /// Puts files of the library, which are those from this one on, into the form in which they are loaded. `known` are
    /// forms made before; with `whole`, no body is left out.
    pub(crate) fn foreign_forms(&mut self, first: usize, files: &Files, known: &SettledFiles, whole: bool) {
        for ((path, text), at) in files.iter().zip(first..) {
            let form = match known.get(path) {
                _ if whole => Form { text: adapted(text).into_owned(), pieces: Vec::new() },
                Some(file) => file.form.clone(),
                None => foreign_form(text),
            };
            let Some((id, loaded)) = self.texts.get_mut(at) else { continue };
            loaded.clone_from(&form.text);
            if !form.pieces.is_empty() {
                let pieces = form.pieces.iter().map(|piece| (piece.at, piece.start, piece.end)).collect();
                let form = Interface { text: Cow::Owned(form.text), pieces: Cow::Owned(pieces) };
                self.interfaces.insert(id.index(), Cow::Owned(form));
            }
        }
    }

    /// Lets a crate name itself: what the rewriter writes in the library names its items by `vstd`. All of the text stays
    /// where it is.
    pub(crate) fn name_itself(&mut self, root: FileId, name: &str) {
        if let Some((_, text)) = self.texts.iter_mut().find(|(id, _)| *id == root) {
            text.push('\n');
            text.push_str(name);
        }
    }
}

impl Loaded {
    /// Whether a place is in the library of somebody else.
    fn is_in_foreign(&self, span: Span) -> bool {
        self.crates()
            .trusted_library()
            .is_some_and(|krate| self.files_of(krate).iter().any(|file| file.index() == span.file.0))
    }

    /// The items of the library that may speak of items from outside, or of the target. To read all of its items takes
    /// long, so they are found by their generated names and by their attributes.
    pub(crate) fn foreign_statements(&self, krate: Crate) -> Vec<Key> {
        let mut found = Vec::new();
        let mut modules = vec![crate_def_map(self.db(), krate).root_module_id()];
        while let Some(module) = modules.pop() {
            for key in self.module_items(module) {
                let says = |words: &[&str]| {
                    self.attrs_of(key).iter().any(|attr| words.iter().any(|word| attr.path.ends_with(word)))
                };
                let is_statement = match key {
                    Key::Module(inner) => {
                        modules.push(inner);
                        false
                    }
                    Key::Function(_) => {
                        self.simple_name(key).starts_with(ASSUME) || says(&["external_fn_specification"])
                    }
                    Key::Adt(_) => says(&["external_type_specification"]),
                    Key::Trait(_) => says(&["external_trait_specification"]),
                    Key::Const(_) => says(&["global"]),
                    _ => false,
                };
                found.extend(is_statement.then_some(key));
            }
        }
        found
    }

    /// What cannot be read of the library, to be told where it is used; the rest stays.
    pub(crate) fn take_foreign(&self, found: &mut Vec<Diagnostic>) {
        if self.crates().trusted_library().is_some() {
            found.retain(|error| error.primary.as_ref().is_none_or(|label| !self.is_in_foreign(label.span)));
        }
    }

    /// Marks of the verifier that the library has written itself.
    pub(crate) fn foreign_marks(&self) -> Vec<Diagnostic> {
        self.crates().trusted_library().map(|krate| self.reserved_docs(krate)).unwrap_or_default()
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
