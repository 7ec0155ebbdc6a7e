//! Quick fixes: the suggestions of diagnostics, as edits of the client's text.

use std::collections::HashMap;
use std::path::Path;

use gen_lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};

use crate::document::Document;
use crate::found::Edit;
use crate::program::Program;
use crate::text::{Drift, Encoding, Text};

/// The suggestions of the diagnostics in a range of a file, and, if there are more than one that are sure, all of those in the
/// file together. A suggestion is left out if its place was edited since the run.
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
    let mut sure: Vec<TextEdit> = Vec::new();
    let mut count = 0;
    for diagnostic in program.diagnostics.iter().filter(|shown| shown.file == file) {
        let Some(place) = &diagnostic.found.place else { continue };
        let touches = drift.nearest(place.start) <= to && from <= drift.nearest(place.end);
        for edit in &diagnostic.found.edits {
            let Some(edits) = text_edits(edit, file, &drift, shown, encoding) else { continue };
            if edit.is_sure && edits.iter().all(|one| sure.iter().all(|other| is_apart(one.range, other.range))) {
                sure.extend(edits.clone());
                count += 1;
            }
            if touches {
                actions.push(action(&edit.title, CodeActionKind::QuickFix, edit.is_sure, uri, edits));
            }
        }
    }
    if count > 1 {
        let title = format!("apply all {count} suggestions of Certus that are sure");
        actions.push(action(&title, CodeActionKind::SourceFixAll, false, uri, sure));
    }
    actions
}

/// The edits of a suggestion; `None` if not all of them are in the file, at places that are as they were.
fn text_edits(edit: &Edit, file: &Path, drift: &Drift, shown: &Text, encoding: Encoding) -> Option<Vec<TextEdit>> {
    let parts = edit.parts.iter().map(|(place, replacement)| {
        let (start, end) = (drift.map(place.start)?, drift.map(place.end)?);
        let range = shown.range(start, end, encoding);
        (place.file == file).then(|| TextEdit { range, new_text: replacement.clone() })
    });
    parts.collect()
}

/// Whether two ranges have nothing in common.
fn is_apart(one: Range, other: Range) -> bool {
    one.end < other.start || other.end < one.start
}

fn action(title: &str, kind: CodeActionKind, is_preferred: bool, uri: &Uri, edits: Vec<TextEdit>) -> CodeAction {
    CodeAction {
        title: title.to_string(),
        kind: Some(kind),
        is_preferred: Some(is_preferred),
        edit: Some(WorkspaceEdit { changes: Some(HashMap::from([(uri.clone(), edits)])), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    }
}
