//! `#![feature(..)]`: programs have such lines for other compilers. Stock rustc refuses them, so they are left out of
//! the text for it (`expanded/trim.rs`, and [`Loaded::stable_root`] when the program is compiled), and what needs the
//! feature is not valid Rust there.

use certus_diagnostics::{Diagnostic, Rust};
use ra_ap_base_db::SourceDatabase;
use ra_ap_cfg::CfgExpr;
use ra_ap_hir::HirFileId;
use ra_ap_syntax::AstNode;
use ra_ap_syntax::ast::{self, HasAttrs};

use crate::loaded::Loaded;

impl Loaded {
    /// One note for each line of the root file that asks for unstable features; nothing for one that a `cfg_attr` turns
    /// off.
    pub(crate) fn feature_notes(&self) -> Vec<Diagnostic> {
        let Some((file, lines)) = self.feature_lines() else { return Vec::new() };
        let notes = lines.iter().map(|attr| {
            let message = "this line is ignored: Certus verifies programs for stable Rust";
            let span = self.span(HirFileId::FileId(file), attr.syntax().text_range());
            let inert = "plain `cargo build` does not see it either: nothing sets the condition there";
            let refused = "stable rustc rejects the line when cargo compiles the program; \
                           `#![cfg_attr(verus_keep_ghost, feature(..))]` keeps it for other verifiers";
            Diagnostic::note(Rust::Feature, message, span).with_note(if is_conditional(attr) { inert } else { refused })
        });
        notes.collect()
    }

    /// The text of the root file with spaces in place of the lines that stable rustc rejects; nothing if there are none.
    /// All else is where it was.
    pub fn stable_root(&self) -> Option<String> {
        let (file, mut lines) = self.feature_lines()?;
        lines.retain(|attr| !is_conditional(attr));
        let mut text = file.parse(self.db()).tree().syntax().text().to_string();
        for attr in &lines {
            let range = std::ops::Range::<usize>::from(attr.syntax().text_range());
            let blank = text[range.clone()]
                .chars()
                .map(|c| if c == '\n' { "\n".to_string() } else { " ".repeat(c.len_utf8()) });
            let blank: String = blank.collect();
            text.replace_range(range, &blank);
        }
        (!lines.is_empty()).then_some(text)
    }

    /// The root file, and its lines that ask for unstable features.
    fn feature_lines(&self) -> Option<(ra_ap_hir::EditionedFileId, Vec<ast::Attr>)> {
        let edition = self.crates().own().data(self.db()).edition;
        let root = self.db().file_source_root(self.crates().root()).source_root_id(self.db());
        let files: Vec<_> = self.db().source_root(root).source_root(self.db()).iter().collect();
        let file = files.into_iter().find(|file| *file == self.crates().root())?;
        let file = ra_ap_hir::EditionedFileId::new(self.db(), file, edition);
        let lines = file.parse(self.db()).tree().attrs().filter(|attr| self.asks_for_features(attr)).collect();
        Some((file, lines))
    }

    fn asks_for_features(&self, attr: &ast::Attr) -> bool {
        let is_feature = |path: Option<ast::Path>| path.is_some_and(|path| path.syntax().text() == "feature");
        match attr.meta() {
            Some(ast::Meta::CfgAttrMeta(meta)) => {
                let cfg = self.crates().own().cfg_options(self.db());
                let holds = meta.cfg_predicate().map(CfgExpr::parse_from_ast).and_then(|c| cfg.check(&c));
                let names = |meta: ast::Meta| matches!(meta, ast::Meta::TokenTreeMeta(m) if is_feature(m.path()));
                holds != Some(false) && meta.metas().any(names)
            }
            _ => is_feature(attr.path()),
        }
    }
}

/// Whether the line is one of `cfg_attr`.
fn is_conditional(attr: &ast::Attr) -> bool {
    matches!(attr.meta(), Some(ast::Meta::CfgAttrMeta(_)))
}
