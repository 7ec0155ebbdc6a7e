//! Quick fixes: the suggestions of diagnostics, as edits of the client's text.

use std::collections::HashMap;
use std::path::Path;

use gen_lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit};

use crate::document::Document;
use crate::program::Program;
use crate::text::{Drift, Encoding};

/// The suggestions of the diagnostics in a range of a file. A suggestion is left out if its place was edited since the
/// run.
pub(crate) fn actions(
    program: &Program,
    file: &Path,
    document: &Document,
    range: Range,
    encoding: Encoding,
) -> Vec<CodeAction> {
    let Document { uri, text: shown, .. } = document;
    let mut actions = Vec::new();
    let Some(text) = program.texts.get(file) else { return actions };
    let drift = Drift::new(&text.text, &shown.text);
    let (from, to) = (shown.offset(range.start, encoding), shown.offset(range.end, encoding));
    for diagnostic in program.diagnostics.iter().filter(|shown| shown.file == file) {
        let Some(place) = &diagnostic.found.place else { continue };
        let touches = drift.nearest(place.start) <= to && from <= drift.nearest(place.end);
        for edit in diagnostic.found.edits.iter().filter(|edit| touches && edit.place.file == file) {
            let (Some(start), Some(end)) = (drift.map(edit.place.start), drift.map(edit.place.end)) else { continue };
            let edits = vec![TextEdit { range: shown.range(start, end, encoding), new_text: edit.replacement.clone() }];
            actions.push(CodeAction {
                title: edit.title.clone(),
                kind: Some(CodeActionKind::QuickFix),
                is_preferred: Some(edit.is_sure),
                edit: Some(WorkspaceEdit {
                    changes: Some(HashMap::from([(uri.clone(), edits)])),
                    ..WorkspaceEdit::default()
                }),
                ..CodeAction::default()
            });
        }
    }
    actions
}
