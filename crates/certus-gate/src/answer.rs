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
}

/// The lint, and the code of its remarks, against an impl in a body that holds elsewhere too. The front end does not know of
/// such an impl everywhere, and some bodies, like the length of an array in a type, nobody else looks at.
pub const NON_LOCAL: &str = "non_local_definitions";

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

/// An error as rustc's JSON gives it, or an impl that reaches out of a body; nothing for warnings and for the count at the end.
fn complaint(value: &Value, file: &str) -> Option<Complaint> {
    let level = value["level"].as_str()?;
    if !level.starts_with("error") && value["code"]["code"] != NON_LOCAL {
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
    Some(Complaint { code, message, primary, secondary, notes, not_expanded })
}

/// A remark. What it would replace in the text is not shown, since the text is not the user's.
fn note(child: &Value, file: &str, secondary: &mut Vec<Label>, notes: &mut Vec<(bool, String)>) {
    let (Some(message), Some(spans)) = (child["message"].as_str(), child["spans"].as_array()) else { return };
    let suggests = spans.iter().any(|span| span["suggested_replacement"].is_string());
    let generated = message.contains("verus_builtin::internal");
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
