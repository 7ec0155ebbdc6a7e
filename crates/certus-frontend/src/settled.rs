//! Functions that are known to be as they were when they were last proved: nothing of them is asked but what others see.
//!
//! Their files are loaded in interface form, in which their bodies may be missing. Who says that a function is settled
//! answers for it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use certus_diagnostics::Span;
use certus_rewrite::Interface as Form;
use ra_ap_hir::HirFileId;
use ra_ap_syntax::{AstNode, SyntaxNode, ast};

use crate::ids::Key;
use crate::libraries::Interface;
use crate::load::{Files, Graph};
use crate::loaded::Loaded;

/// A file of the crate that has settled functions, or that could have.
#[derive(Clone, Debug, Default)]
pub struct SettledFile {
    /// What is loaded in place of its text; bodies of settled functions may be missing.
    pub form: Form,
    /// The first bytes of the names of its settled functions, in its text.
    pub functions: Vec<u32>,
}

/// Such files by their absolute paths.
pub type SettledFiles = BTreeMap<PathBuf, SettledFile>;

/// The settled functions by file and first byte of their names.
pub(crate) type Settled = HashSet<(u32, u32)>;

impl Graph {
    /// Puts files of the crate under verification, the first that were added, into the form in which they are loaded.
    pub(crate) fn settle(&mut self, files: &Files, settled: SettledFiles) -> Settled {
        let mut found = Settled::new();
        for ((path, _), (id, text)) in files.iter().zip(&mut self.texts) {
            let Some(SettledFile { form, functions }) = settled.get(path) else { continue };
            found.extend(functions.iter().map(|name| (id.index(), *name)));
            text.clone_from(&form.text);
            let pieces = form.pieces.iter().map(|piece| (piece.at, piece.start, piece.end)).collect();
            let form = Interface { text: Cow::Owned(form.text.clone()), pieces: Cow::Owned(pieces) };
            self.interfaces.insert(id.index(), Cow::Owned(form));
        }
        found
    }
}

impl Loaded {
    /// True for a settled function.
    pub(crate) fn is_settled_key(&self, key: Key) -> bool {
        if self.settled.is_empty() || !matches!(key, Key::Function(_)) {
            return false;
        }
        self.name_span(key).is_some_and(|name| self.is_settled_name(name))
    }

    /// The same for its syntax.
    pub(crate) fn is_settled_node(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        if self.settled.is_empty() {
            return false;
        }
        let name = node.children().find_map(ast::Name::cast);
        name.is_some_and(|name| self.is_settled_name(self.span(file, name.syntax().text_range())))
    }

    fn is_settled_name(&self, name: Span) -> bool {
        self.settled.contains(&(name.file.0, name.start))
    }
}
