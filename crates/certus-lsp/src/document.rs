//! The files that the user has open.

use std::cell::OnceCell;

use gen_lsp_types::Uri;

use crate::engine::Engine;
use crate::syntax::Syntax;
use crate::text::Text;

/// An open file, as the client has it. Its text may differ from the saved one.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) text: Text,
    /// The client's number of the text. It rises with each edit.
    pub(crate) version: i32,
    /// The syntax of the text, once somebody has asked for it.
    syntax: OnceCell<Syntax>,
}

impl Document {
    pub(crate) fn new(uri: Uri, text: Text, version: i32) -> Document {
        Document { uri, text, version, syntax: OnceCell::new() }
    }

    /// Replaces the text after an edit.
    pub(crate) fn set(&mut self, text: Text, version: i32) {
        (self.text, self.version, self.syntax) = (text, version, OnceCell::new());
    }

    /// The syntax of the text.
    pub(crate) fn syntax(&self, engine: &dyn Engine) -> &Syntax {
        let text = &self.text.text;
        self.syntax.get_or_init(|| Syntax::new(text.clone(), engine.lexemes(text)))
    }
}
