//! Renders a run as one document in SARIF 2.1.0, which code hosts and editors read.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Label, Level};
use crate::source::Sources;

/// The schema of the format.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The diagnostics of a run so far.
#[derive(Clone, Debug, Default)]
pub struct Sarif {
    results: Vec<Value>,
    rules: BTreeSet<String>,
}

impl Sarif {
    /// Adds a diagnostic. A label whose file `sources` does not know is left out.
    pub fn add(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        let rule = diagnostic.code.to_string();
        let level = match diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        };
        let mut text = diagnostic.message.clone();
        for note in &diagnostic.notes {
            text.push_str(if note.is_help { "\nhelp: " } else { "\nnote: " });
            text.push_str(&note.message);
        }
        for change in &diagnostic.suggestions {
            text.push_str("\nhelp: ");
            text.push_str(&change.message);
        }
        let primary: Vec<Value> = diagnostic.primary.iter().filter_map(|label| location(label, sources)).collect();
        let of_notes = diagnostic.notes.iter().flat_map(|note| &note.labels);
        let related: Vec<Value> =
            diagnostic.secondary.iter().chain(of_notes).filter_map(|label| location(label, sources)).collect();
        self.results.push(json!({
            "ruleId": rule,
            "level": level,
            "message": { "text": text },
            "locations": primary,
            "relatedLocations": related,
        }));
        self.rules.insert(rule);
    }

    /// The document of a complete run, on one line. `version` is the version of the program.
    pub fn document(&self, version: &str) -> String {
        let rules: Vec<Value> = self.rules.iter().map(|rule| json!({ "id": rule })).collect();
        let driver = json!({ "name": "certus", "version": version, "rules": rules });
        let run = json!({
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true }],
            "results": self.results,
        });
        json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }).to_string()
    }
}

fn location(label: &Label, sources: &Sources) -> Option<Value> {
    let file = sources.file(label.span.file)?;
    let range = file.clamp(label.span);
    let (start, end) = (file.position(range.start as u32), file.position(range.end as u32));
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&file.path) },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    Some(location)
}

/// A path as a URI reference, relative if the path is relative.
fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut out = String::from(if text.starts_with('/') { "file://" } else { "" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => out.push(byte as char),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;
    use certus_codes::{Internal, Verify};

    #[test]
    fn a_document_has_what_readers_need() {
        let mut sources = Sources::default();
        let file = sources.add("a b.rs", "fn f() {\n    ä(x);\n}\n");
        let error = Diagnostic::error(Verify::Assert, "assertion failed", Span::new(file, 13, 15));
        let mut sarif = Sarif::default();
        sarif.add(&error.with_label("here").with_help("prove it"), &sources);
        sarif.add(&Diagnostic::error_without_span(Internal::Solver, "lost"), &sources);
        let document: Value = serde_json::from_str(&sarif.document("1.2.3")).expect("JSON");
        let run = &document["runs"][0];
        assert_eq!(run["results"][0]["message"]["text"], "assertion failed\nhelp: prove it");
        let place = &run["results"][0]["locations"][0];
        assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "a%20b.rs");
        let region = json!({ "startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 6 });
        assert_eq!(place["physicalLocation"]["region"], region);
        assert_eq!(place["message"]["text"], "here");
        assert_eq!(run["results"][1]["locations"], json!([]));
        assert_eq!(run["tool"]["driver"]["rules"], json!([{ "id": "internal/solver" }, { "id": "verify/assert" }]));
    }

    #[test]
    fn paths_are_references() {
        assert_eq!(uri(Path::new("/tmp/ü%.rs")), "file:///tmp/%C3%BC%25.rs");
        assert_eq!(uri(Path::new("src/lib.rs")), "src/lib.rs");
    }
}
