//! Positions: from any node, of a file or of an expansion, to the user's source.

use certus_diagnostics::{FileId, Span};
use ra_ap_base_db::Crate;
use ra_ap_hir::{FileRange, HirFileId, InFile, InMacroFile};
use ra_ap_hir_expand::MacroCallKind;
use ra_ap_syntax::{AstNode, SyntaxNode, TextRange, TextSize};

use crate::loaded::Loaded;

impl Loaded {
    /// The source that a range of a file or expansion comes from.
    ///
    /// In an expansion the answer reaches from the source of the first token to that of the last, when both were written
    /// in one file and outside of any macro definition (the rewriter gives every token of its output the position of one
    /// of its input). Otherwise it is the nearest macro call that was. Errors of syntax may lie behind the last token, which then
    /// is meant.
    pub(crate) fn span(&self, file: HirFileId, range: TextRange) -> Span {
        match file {
            HirFileId::FileId(file) => self.file_span(FileRange { file_id: file, range }),
            HirFileId::MacroFile(expansion) => {
                let at = |offset| InMacroFile::new(expansion, offset).original_file_range(self.db());
                let before = |offset: TextSize| offset.checked_sub(TextSize::from(1));
                let call = || {
                    let call = expansion.loc(self.db());
                    self.call_span(&call.kind, call.krate)
                };
                let call = || self.places().expansions().known(expansion, |known| &mut known.call, call);
                let end = || file.parse_or_expand(self.db()).text_range().end();
                let end = self.places().expansions().known(expansion, |known| &mut known.end, end);
                let Some(end) = before(end) else { return call() };
                let start = range.start().min(end);
                let last = before(range.end()).map_or(start, |last| last.clamp(start, end));
                let ((first, first_ctx), (last, last_ctx)) = (at(start), at(last));
                if first_ctx.is_root() && last_ctx.is_root() && first.file_id == last.file_id {
                    let start = first.range.start().min(last.range.start());
                    let end = last.range.end().max(first.range.end());
                    return self.file_span(FileRange { file_id: first.file_id, range: TextRange::new(start, end) });
                }
                call()
            }
        }
    }

    /// Where a token was written first: in a call or in the definition of a macro.
    pub(crate) fn token_start(&self, file: HirFileId, start: TextSize) -> (ra_ap_hir::EditionedFileId, TextSize) {
        match file {
            HirFileId::FileId(file) => (file, start),
            HirFileId::MacroFile(expansion) => {
                let (written, _) = InMacroFile::new(expansion, start).original_file_range(self.db());
                (written.file_id, written.range.start())
            }
        }
    }

    /// The source of a macro call. The call itself may stand in an expansion, with a place of its own.
    pub(crate) fn call_span(&self, call: &MacroCallKind, krate: Crate) -> Span {
        let db = self.db();
        match call {
            MacroCallKind::Derive { ast_id, derive_attr_index, derive_index, .. } => {
                self.span(ast_id.file_id, derive_attr_index.find_derive_range(db, krate, *ast_id, *derive_index))
            }
            MacroCallKind::FnLike { ast_id, .. } => self.span(ast_id.file_id, ast_id.to_range(db)),
            MacroCallKind::Attr { ast_id, censored_attr_ids, .. } if ast_id.file_id.is_macro() => {
                let (attr, _) = censored_attr_ids.invoc_attr().find_attr_range(db, krate, *ast_id);
                self.span(ast_id.file_id, attr.syntax().text_range())
            }
            kind => self.file_span(kind.original_call_range(db, krate)),
        }
    }

    /// The same for a syntax node, without the comments and blanks before it.
    pub(crate) fn node_span(&self, node: InFile<&SyntaxNode>) -> Span {
        self.span(node.file_id, trimmed(node.value))
    }

    /// The same for a typed syntax node.
    pub(crate) fn ast_span<N: AstNode>(&self, node: &InFile<N>) -> Span {
        self.node_span(InFile::new(node.file_id, node.value.syntax()))
    }

    /// A range of a real file.
    pub(crate) fn file_span(&self, range: FileRange) -> Span {
        let file = FileId(range.file_id.file_id(self.db()).index());
        let (start, end) = (range.range.start().into(), range.range.end().into());
        self.as_written().span(file, start, end)
    }

    /// The first byte of the crate's root: for what has no better place.
    pub(crate) fn root_span(&self) -> Span {
        Span::new(FileId(self.crates().root().index()), 0, 0)
    }
}

/// The range of a node from its first token that is neither comment nor blank.
fn trimmed(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let first = node.descendants_with_tokens().filter_map(|e| e.into_token()).find(|t| !t.kind().is_trivia());
    first.map_or(range, |token| TextRange::new(token.text_range().start(), range.end()))
}
