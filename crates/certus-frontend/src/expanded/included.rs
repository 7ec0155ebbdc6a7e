//! Files that a program includes by a path from the file of the call: `include_str!("rules.txt")`.
//!
//! The text for rustc is in no file, so no path leads from there.

use std::path::Path;

use ra_ap_base_db::SourceDatabase;
use ra_ap_hir::HirFileId;
use ra_ap_syntax::ast;
use ra_ap_syntax::{AstNode, AstToken, SyntaxKind, SyntaxNode, SyntaxToken};

use super::emit::Emitter;

/// The macros that read a file.
const READING: &[&str] = &["include", "include_str", "include_bytes"];

impl Emitter<'_> {
    /// Writes the path of a file that a macro reads, as one from the root. Does nothing for other tokens, and for paths that a
    /// macro of the program made.
    pub(super) fn included(&mut self, file: HirFileId, token: &SyntaxToken) -> bool {
        let Some(literal) = ast::String::cast(token.clone()).filter(|_| is_read(token)) else { return false };
        let (Some(file), Ok(value)) = (file.file_id(), literal.value()) else { return false };
        let db = self.loaded.db();
        let id = file.file_id(db);
        let root = db.source_root(db.file_source_root(id).source_root_id(db)).source_root(db);
        let Some(path) = root.path_for_file(&id).map(ToString::to_string) else { return false };
        let Some(directory) = Path::new(&path).parent().filter(|_| Path::new(&*value).is_relative()) else {
            return false;
        };
        self.generated(&format!(" {:?}", directory.join(&*value).to_string_lossy()));
        true
    }
}

/// Whether a token is all that a macro gets that reads a file.
fn is_read(token: &SyntaxToken) -> bool {
    let Some(tree) = token.parent().filter(|tree| tree.kind() == SyntaxKind::TOKEN_TREE) else { return false };
    let is_call = |node: SyntaxNode| ast::MacroCall::cast(node);
    let name = tree.parent().and_then(is_call).and_then(|call| call.path()?.segment()?.name_ref());
    name.is_some_and(|name| READING.iter().any(|reading| name.text() == *reading))
}
