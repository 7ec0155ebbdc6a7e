//! Parses the output of rustc.

use std::ops::Range;
use std::process::Output;

use serde_json::Value;

use crate::GateError;
use crate::names::NOT_REPLACED;

/// A place in the text, with a short text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The text about the place.
    pub text: String,
}

/// An error of rustc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Its code, for instance `E0382`; some errors have none.
    pub code: Option<String>,
    /// The text of the error, without its code.
    pub message: String,
    /// The place that the error is about, if rustc gives one.
    pub primary: Option<Label>,
    /// Other places that explain the error.
    pub secondary: Vec<Label>,
    /// Notes without a place; the flag is true for a suggestion.
    pub notes: Vec<(bool, String)>,
    /// The error is not about the program: a macro call was left that should have been expanded.
    pub not_expanded: bool,
    /// The lint that finds it, if it is an error unless the program allows it.
    pub lint: Option<&'static str>,
}

/// The lint, and the code of its remarks, against an impl in a body that holds elsewhere too. The front end does not know of
/// such an impl everywhere, and some bodies, like the length of an array in a type, nobody else looks at.
pub const NON_LOCAL: &str = "non_local_definitions";

/// The lint, and the code of its remarks, against a constant that takes rustc very long to compute. It repeats the remark as long as
/// it computes, which may be for ever.
pub(crate) const ENDLESS: &str = "long_running_const_eval";

/// Lints that are errors unless a program allows them, each with the code of its remarks where that is another one. Of those that
/// rustc has, these are about what a program says; the others are about values that it computes, which are proved, or about what
/// the text for rustc does not have.
pub(crate) const DENIED: &[(&str, Option<&str>)] = &[
    ("bindings_with_variant_name", Some("E0170")),
    ("conflicting_repr_hints", Some("E0566")),
    ("elided_lifetimes_in_associated_constant", None),
    ("enum_intrinsics_non_enums", None),
    ("invalid_from_utf8_unchecked", None),
    ("invalid_macro_export_arguments", None),
    ("invalid_null_arguments", None),
    ("invalid_reference_casting", None),
    ("invalid_type_param_default", None),
    ("let_underscore_lock", None),
    ("mutable_transmutes", None),
    ("no_mangle_const_items", None),
    ("overflowing_literals", None),
    ("patterns_in_fns_without_body", None),
    ("repr_transparent_non_zst_fields", None),
    ("undropped_manually_drops", None),
    ("useless_deprecated", None),
];

/// The lint that a warning is of, if it is one of those.
fn denied(code: &str) -> Option<&'static str> {
    DENIED.iter().find(|(lint, other)| *lint == code || *other == Some(code)).map(|(lint, _)| *lint)
}

/// The output of a run of rustc.
pub(crate) struct Answer {
    pub(crate) success: bool,
    /// The diagnostics, as JSON objects.
    messages: Vec<Value>,
    /// The exit status.
    status: String,
    /// The output that is no diagnostic.
    pub(crate) rest: String,
}

impl Answer {
    /// The errors, with places of the file of this name; none when the compiler accepted it.
    pub(crate) fn complaints(self, file: &str) -> Result<Vec<Complaint>, GateError> {
        let complaints: Vec<Complaint> = self.messages.iter().filter_map(|value| complaint(value, file)).collect();
        // What the system says is about no place and has no code.
        let of_system = |c: &&Complaint| c.primary.is_none() && c.code.is_none() && c.message.contains("(os error ");
        if let Some(complaint) = complaints.iter().find(of_system) {
            return Err(GateError::System(complaint.message.clone()));
        }
        match (self.success, complaints.is_empty()) {
            (true, true) => Ok(Vec::new()),
            (_, false) => Ok(complaints),
            (false, true) => {
                let last: Vec<&str> = self.rest.lines().rev().take(5).collect();
                let detail = last.into_iter().rev().collect::<Vec<_>>().join("\n");
                Err(GateError::Failed { status: self.status, detail })
            }
        }
    }

    /// Parses the diagnostics in the output of a process.
    pub(crate) fn read(output: Output) -> Answer {
        let mut answer = Answer {
            success: output.status.success(),
            messages: Vec::new(),
            status: output.status.to_string(),
            rest: String::new(),
        };
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            match serde_json::from_str::<Value>(line) {
                Ok(value) if value.is_object() => answer.messages.push(value),
                _ => {
                    answer.rest.push_str(line);
                    answer.rest.push('\n');
                }
            }
        }
        answer
    }
}

/// The first error of a run, for a message of one line.
pub(crate) fn first_error(answer: &Answer) -> Option<String> {
    let rendered = |value: &Value| value["rendered"].as_str().map(|text| text.trim().to_string());
    answer.messages.iter().filter(|value| value["level"] == "error").find_map(rendered)
}

/// An error as rustc's JSON gives it, an impl that reaches out of a body, a constant without end, or a remark of one of the lints that are asked for;
/// nothing for other warnings and for the count at the end.
fn complaint(value: &Value, file: &str) -> Option<Complaint> {
    let level = value["level"].as_str()?;
    let is_error = level.starts_with("error");
    let lint = value["code"]["code"].as_str().filter(|_| !is_error).and_then(denied);
    let counts = value["code"]["code"] == NON_LOCAL || value["code"]["code"] == ENDLESS;
    if !is_error && lint.is_none() && !counts {
        return None;
    }
    let message = value["message"].as_str()?.to_string();
    let spans: Vec<(bool, Label)> = value["spans"].as_array()?.iter().filter_map(|span| label(span, file)).collect();
    if spans.is_empty() && message.starts_with("aborting due to") {
        return None;
    }
    let mut primary = None;
    let mut secondary = Vec::new();
    for (is_primary, label) in spans {
        if is_primary && primary.is_none() {
            primary = Some(label);
        } else {
            secondary.push(label);
        }
    }
    let mut notes = Vec::new();
    for child in value["children"].as_array().into_iter().flatten() {
        note(child, file, &mut secondary, &mut notes);
    }
    let not_expanded = message.contains(NOT_REPLACED);
    let code = value["code"]["code"].as_str().map(str::to_string);
    Some(Complaint { code, message, primary, secondary, notes, not_expanded, lint })
}

/// A remark. What it would replace in the text is not shown, since the text is not the user's.
fn note(child: &Value, file: &str, secondary: &mut Vec<Label>, notes: &mut Vec<(bool, String)>) {
    let (Some(message), Some(spans)) = (child["message"].as_str(), child["spans"].as_array()) else { return };
    let suggests = spans.iter().any(|span| span["suggested_replacement"].is_string());
    let generated = message.contains("verus_builtin::internal") || message.starts_with("requested on the command line");
    if suggests || generated {
        return;
    }
    let is_help = child["level"] == "help";
    let labels: Vec<Label> = spans.iter().filter_map(|span| label(span, file)).map(|(_, label)| label).collect();
    match labels.into_iter().next() {
        Some(label) => secondary.push(Label { text: message.to_string(), ..label }),
        None => notes.push((is_help, message.to_string())),
    }
}

/// A place in the text; of a place in what rustc expanded, the outermost call.
fn label(span: &Value, file: &str) -> Option<(bool, Label)> {
    let is_primary = span["is_primary"].as_bool().unwrap_or(false);
    let text = span["label"].as_str().unwrap_or_default().to_string();
    let mut place = span;
    while place["expansion"]["span"].is_object() {
        place = &place["expansion"]["span"];
    }
    if place["file_name"].as_str()? != file {
        return None;
    }
    let at = |name: &str| place[name].as_u64().map(|n| n as usize);
    let range = at("byte_start")?..at("byte_end")?;
    Some((is_primary, Label { range, text }))
}
