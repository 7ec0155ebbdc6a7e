//! Identifiers are written as rustc compares them.
//!
//! rustc brings every identifier into the normal form NFC before it compares two (reference of Rust, `identifiers`);
//! rust-analyzer compares the characters as they are written. So `é` as one character and as `e` with an accent are one
//! name for rustc and two here, and the variable that is proved would be another one than the variable that runs. A name
//! in another form than NFC is an error, `unsupported/identifier`.

use certus_diagnostics::{Diagnostic, Unsupported};
use icu_normalizer::ComposingNormalizerBorrowed;
use ra_ap_base_db::{Crate, SourceDatabase as _};
use ra_ap_hir::HirFileId;
use ra_ap_syntax::{AstNode, SyntaxKind};

use crate::loaded::Loaded;

impl Loaded {
    /// One error for each identifier and lifetime that is not in NFC, in macro calls too.
    pub(crate) fn spelling_errors(&self, krate: Crate) -> Vec<Diagnostic> {
        let nfc = ComposingNormalizerBorrowed::new_nfc();
        let mut out = Vec::new();
        for file in self.files_of(krate) {
            let text = self.db().file_text(file).text(self.db());
            // Almost every file is, and then none of its tokens has to be looked at.
            if text.is_ascii() || nfc.is_normalized(text) {
                continue;
            }
            let file = ra_ap_hir::EditionedFileId::new(self.db(), file, krate.data(self.db()).edition);
            let tree = file.parse(self.db()).tree();
            for token in tree.syntax().descendants_with_tokens().filter_map(|part| part.into_token()) {
                let is_name = matches!(token.kind(), SyntaxKind::IDENT | SyntaxKind::LIFETIME_IDENT);
                if !is_name || nfc.is_normalized(token.text()) {
                    continue;
                }
                let span = self.span(HirFileId::FileId(file), token.text_range());
                let name = nfc.normalize(token.text());
                let text = format!("the identifier `{}` is not in the Unicode normal form NFC", token.text());
                let help = format!("write it as `{name}`: rustc takes the two for the same name, Certus does not");
                out.push(Diagnostic::error(Unsupported::Identifier, text, span).with_note(help));
            }
        }
        out
    }
}
