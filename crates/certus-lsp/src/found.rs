//! Parses the records of a run. A field that is missing or of another type counts as empty, because a record may come
//! from another version.

use std::path::{Path, PathBuf};

use gen_lsp_types::DiagnosticSeverity;
use serde::Deserialize;
use serde_json::Value;

/// A record that the server uses.
#[derive(Debug)]
pub(crate) enum Record {
    Function(FunctionRecord),
    Quantifier { place: Place, trigger: String },
    Diagnostic(Found),
    Summary(Vec<SummaryLine>, Vec<Assumed>),
}

/// A range of bytes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The state of a function during a run.
#[derive(Debug)]
pub(crate) struct FunctionRecord {
    pub(crate) line: SummaryLine,
    pub(crate) place: Option<Place>,
    pub(crate) is_cached: bool,
    pub(crate) diagnostics: Vec<Found>,
}

/// The result of a function, from the summary.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SummaryLine {
    pub(crate) name: String,
    #[serde(alias = "state")]
    pub(crate) status: String,
    pub(crate) time_ms: f64,
    pub(crate) resource: u64,
}

/// Something that the crate assumes without a proof.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Assumed {
    /// The word of the language for it, such as `external_body`.
    pub(crate) kind: String,
    #[serde(rename = "file_name")]
    pub(crate) file: PathBuf,
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
}

/// A diagnostic.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) severity: DiagnosticSeverity,
    pub(crate) code: String,
    /// The message, with its notes and helps.
    pub(crate) text: String,
    /// The place; `None` for a diagnostic without a place in a file.
    pub(crate) place: Option<Place>,
    pub(crate) related: Vec<(Place, String)>,
    pub(crate) edits: Vec<Edit>,
}

/// A suggested edit.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) title: String,
    /// The places to replace, with the new texts.
    pub(crate) parts: Vec<(Place, String)>,
    pub(crate) is_sure: bool,
}

/// Parses a line; `None` for a record that the server does not use.
pub(crate) fn read(line: &str) -> Option<Record> {
    let value: Value = serde_json::from_str(line).ok()?;
    let spans = list(&value, "spans");
    match value.get("$message_type")?.as_str()? {
        "function" => Some(Record::Function(FunctionRecord {
            line: SummaryLine::deserialize(&value).ok()?,
            place: spans.first().and_then(place),
            is_cached: value.get("is_cached").and_then(Value::as_bool).unwrap_or(false),
            diagnostics: list(&value, "diagnostics").iter().map(found).collect(),
        })),
        "quantifier" => Some(Record::Quantifier { place: place(spans.first()?)?, trigger: text(&value, "trigger") }),
        "diagnostic" => Some(Record::Diagnostic(found(&value))),
        "summary" => {
            let lines = list(&value, "functions").iter().filter_map(|line| SummaryLine::deserialize(line).ok());
            let assumed = list(&value, "assumptions").iter().filter_map(|one| Assumed::deserialize(one).ok());
            Some(Record::Summary(lines.collect(), assumed.collect()))
        }
        _ => None,
    }
}

/// The array in a field; empty if it is missing.
fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The text in a field; empty if it is missing.
fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_string()
}

/// The place of a span in a record; `None` if one of its fields is missing.
fn place(span: &Value) -> Option<Place> {
    let number = |name| span.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let file = Path::new(span.get("file_name")?.as_str()?).to_path_buf();
    Some(Place { file, start: number("byte_start")?, end: number("byte_end")? })
}

/// A diagnostic, with the texts of its children.
fn found(value: &Value) -> Found {
    let spans = list(value, "spans");
    let is_primary = |span: &&Value| span.get("is_primary").and_then(Value::as_bool) == Some(true);
    let primary = spans.iter().find(is_primary);
    let mut all = text(value, "message");
    let label = primary.map(|span| text(span, "label")).unwrap_or_default();
    if !label.is_empty() {
        all = format!("{all} ({label})");
    }
    let mut related: Vec<(Place, String)> = Vec::new();
    let mut edits = Vec::new();
    for span in spans.iter().filter(|span| !is_primary(span)) {
        related.extend(place(span).map(|place| (place, text(span, "label"))));
    }
    for child in list(value, "children") {
        let message = text(child, "message");
        let mut parts = Vec::new();
        let mut is_sure = true;
        for span in list(child, "spans") {
            let Some(place) = place(span) else { continue };
            match span.get("suggested_replacement").and_then(Value::as_str) {
                Some(replacement) => {
                    parts.push((place, replacement.to_string()));
                    is_sure &= text(span, "suggestion_applicability") == "MachineApplicable";
                }
                None => related.push((place, message.clone())),
            }
        }
        if !parts.is_empty() {
            edits.push(Edit { title: message.clone(), parts, is_sure });
        }
        all.push_str(&format!("\n{}: {message}", text(child, "level")));
    }
    let severity = match text(value, "level").as_str() {
        "error" => DiagnosticSeverity::Error,
        "warning" => DiagnosticSeverity::Warning,
        _ => DiagnosticSeverity::Information,
    };
    let code = value.get("code").map(|code| text(code, "code")).unwrap_or_default();
    Found { severity, code, text: all, place: primary.and_then(place), related, edits }
}

#[cfg(test)]
mod tests {
    use super::{Record, read};

    #[test]
    fn what_is_no_record_is_left_out() {
        for line in ["", "{", "[]", "1", "{}", r#"{"$message_type": 5}"#, r#"{"$message_type": "other"}"#] {
            assert!(read(line).is_none(), "{line}");
        }
        assert!(read(r#"{"$message_type": "quantifier", "spans": [{"file_name": 3}]}"#).is_none());
        let bare = read(r#"{"$message_type": "diagnostic", "spans": 7, "children": [4, {"spans": [{}]}]}"#);
        assert!(matches!(bare, Some(Record::Diagnostic(found)) if found.place.is_none() && found.edits.is_empty()));
    }
}
