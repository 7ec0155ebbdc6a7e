//! Shows diagnostics in the client's text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{Range, Uri};
use serde_json::{Value, json};

use super::{ServeError, Server};
use crate::document::Document;
use crate::found::Place;
use crate::program::{Program, Shown};
use crate::text::{Drift, Encoding};

impl Server<'_> {
    /// Sends the diagnostics of a file to the client. Their places are moved to the client's version of the text, which the
    /// message names.
    pub(super) fn publish(&mut self, file: &Path) -> Result<(), ServeError> {
        let document = self.open.get(file);
        let uri = match document {
            Some(document) => document.uri.clone(),
            None => match Uri::from_file_path(file) {
                Ok(uri) => uri,
                Err(()) => return Ok(()),
            },
        };
        let encoding = self.client.encoding;
        let mut all = Vec::new();
        for program in self.programs.values_mut() {
            let own: Vec<Shown> = program.diagnostics.iter().filter(|shown| shown.file == file).cloned().collect();
            all.extend(own.into_iter().map(|shown| diagnostic(program, &self.open, &shown, encoding)));
        }
        let mut params = json!({ "uri": uri, "diagnostics": all });
        if let Some(document) = document {
            params["version"] = json!(document.version);
        }
        self.notify("textDocument/publishDiagnostics", params)
    }
}

/// A diagnostic in the format of the client.
fn diagnostic(program: &mut Program, open: &BTreeMap<PathBuf, Document>, shown: &Shown, encoding: Encoding) -> Value {
    let mut range = |place: &Place| {
        let Some(text) = program.text(&place.file) else { return Range::default() };
        match open.get(&place.file) {
            Some(document) if document.text.text != text.text => {
                let drift = Drift::new(&text.text, &document.text.text);
                document.text.range(drift.nearest(place.start), drift.nearest(place.end), encoding)
            }
            _ => text.range(place.start, place.end, encoding),
        }
    };
    let found = &shown.found;
    let own = found.place.as_ref().filter(|place| place.file == shown.file);
    let at: Range = own.map(&mut range).unwrap_or_default();
    let related = found.related.iter().filter_map(|(place, text)| {
        let uri = Uri::from_file_path(&place.file).ok()?;
        Some(json!({ "location": { "uri": uri, "range": range(place) }, "message": text }))
    });
    let related: Vec<Value> = related.collect();
    json!({
        "range": at,
        "severity": found.severity,
        "code": found.code,
        "source": "certus",
        "message": found.text,
        "relatedInformation": related,
    })
}
