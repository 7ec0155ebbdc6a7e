//! Renders diagnostics for programs, in the format of rustc's `--error-format=json`, so that tools for rustc's output
//! can read them.

use std::borrow::Cow;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Label, Level, Note, Suggestion};
use crate::human::{MAX_EXCERPT, render_human};
use crate::model::Model;
use crate::source::{LineColumn, SourceFile, Sources, Span};

/// The diagnostic as one JSON object on one line, without a line break at its end.
///
/// Positions are clamped to their files; a label whose file `sources` does not know is left out.
pub fn render_json(diagnostic: &Diagnostic, sources: &Sources) -> String {
    one_line(&record(diagnostic, sources))
}

/// The record of a diagnostic.
pub(crate) fn record<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> JsonDiagnostic<'a> {
    let primary = diagnostic.primary.iter().filter_map(|label| json_span(label, true, sources));
    let fix = crate::fix::suggestion(diagnostic, sources);
    let secondary = diagnostic.secondary.iter().filter_map(|label| json_span(label, false, sources));
    JsonDiagnostic {
        message_type: "diagnostic",
        message: &diagnostic.message,
        code: JsonCode { code: diagnostic.code.to_string(), explanation: None },
        level: level_name(diagnostic.level),
        spans: primary.chain(secondary).collect(),
        children: diagnostic
            .notes
            .iter()
            .map(|note| child(note, sources))
            .chain(diagnostic.suggestions.iter().cloned().chain(fix).map(|suggestion| change(suggestion, sources)))
            .chain(diagnostic.model_text().map(remark))
            .collect(),
        data: diagnostic.model.as_ref().map(|model| JsonData { model }),
        rendered: render_human(diagnostic, sources, false) + "\n",
    }
}

/// A record as one line of JSON.
pub(crate) fn one_line(record: &impl Serialize) -> String {
    // Cannot fail: the records are derived structs without maps, and a string takes any number of bytes.
    serde_json::to_string(record).expect("a record of strings and numbers is always serialisable")
}

/// The record of a diagnostic. Its fields are printed in this order.
#[derive(Serialize)]
pub(crate) struct JsonDiagnostic<'a> {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    message: &'a str,
    code: JsonCode,
    level: &'static str,
    spans: Vec<JsonSpan<'a>>,
    children: Vec<JsonChild<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<JsonData<'a>>,
    rendered: String,
}

/// Additional data of a diagnostic, which rustc's records do not have.
#[derive(Serialize)]
struct JsonData<'a> {
    model: &'a Model,
}

#[derive(Serialize)]
struct JsonCode {
    code: String,
    explanation: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct JsonSpan<'a> {
    file_name: Cow<'a, str>,
    byte_start: usize,
    byte_end: usize,
    line_start: usize,
    line_end: usize,
    column_start: usize,
    column_end: usize,
    is_primary: bool,
    text: Vec<JsonLine<'a>>,
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested_replacement: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion_applicability: Option<&'static str>,
}

/// One line of source that a span touches. The columns are one-based characters; the end is exclusive.
#[derive(Serialize)]
struct JsonLine<'a> {
    text: &'a str,
    highlight_start: usize,
    highlight_end: usize,
}

/// A note or help. `children` and `rendered` are always empty; tools for rustc's output expect them.
#[derive(Serialize)]
struct JsonChild<'a> {
    message: Cow<'a, str>,
    code: Option<JsonCode>,
    level: &'static str,
    spans: Vec<JsonSpan<'a>>,
    children: [(); 0],
    rendered: Option<String>,
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    }
}

fn child<'a>(note: &'a Note, sources: &'a Sources) -> JsonChild<'a> {
    JsonChild {
        message: Cow::Borrowed(&note.message),
        code: None,
        level: if note.is_help { "help" } else { "note" },
        spans: note.labels.iter().filter_map(|label| json_span(label, true, sources)).collect(),
        children: [],
        rendered: None,
    }
}

/// A help that suggests a replacement.
fn change<'a>(suggestion: Suggestion, sources: &'a Sources) -> JsonChild<'a> {
    let at = |span: JsonSpan<'a>| JsonSpan {
        suggested_replacement: Some(Cow::Owned(suggestion.replacement)),
        suggestion_applicability: Some(suggestion.applicability.as_str()),
        ..span
    };
    let spans = place(suggestion.span, "", true, sources).map(at).into_iter().collect();
    JsonChild {
        message: Cow::Owned(suggestion.message),
        code: None,
        level: "help",
        spans,
        children: [],
        rendered: None,
    }
}

/// A note without places.
fn remark<'a>(message: String) -> JsonChild<'a> {
    let message = Cow::Owned(message);
    JsonChild { message, code: None, level: "note", spans: Vec::new(), children: [], rendered: None }
}

fn json_span<'a>(label: &'a Label, is_primary: bool, sources: &'a Sources) -> Option<JsonSpan<'a>> {
    place(label.span, &label.text, is_primary, sources)
}

/// A place with a text about it; the text may be empty.
pub(crate) fn place<'a>(span: Span, label: &'a str, is_primary: bool, sources: &'a Sources) -> Option<JsonSpan<'a>> {
    let file = sources.file(span.file)?;
    let range = file.clamp(span);
    let span = Span { start: range.start as u32, end: range.end as u32, ..span };
    let (start, end) = (file.position(span.start), file.position(span.end));
    Some(JsonSpan {
        file_name: file.path.to_string_lossy(),
        byte_start: range.start,
        byte_end: range.end,
        line_start: start.line,
        line_end: end.line,
        column_start: start.column,
        column_end: end.column,
        is_primary,
        text: match file.lines(start.line, end.line).len() {
            0..=MAX_EXCERPT => (start.line..=end.line).map(|line| json_line(file, line, start, end)).collect(),
            _ => Vec::new(),
        },
        label: (!label.is_empty()).then_some(label),
        suggested_replacement: None,
        suggestion_applicability: None,
    })
}

fn json_line(file: &SourceFile, line: usize, start: LineColumn, end: LineColumn) -> JsonLine<'_> {
    let text = file.line(line);
    JsonLine {
        text,
        highlight_start: if line == start.line { start.column } else { 1 },
        highlight_end: if line == end.line { end.column } else { text.chars().count() + 1 },
    }
}
