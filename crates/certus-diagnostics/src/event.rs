//! Events during a run, for programs that show its progress.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::json::{JsonDiagnostic, JsonSpan, one_line, place, record};
use crate::source::{Sources, Span};

/// The progress of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Its queries have been made.
    Queued,
    /// A solver works on it.
    Running,
    /// The solver has proved it. It counts as verified only at the end of the run, because rustc must accept the whole
    /// program.
    Proved,
    /// At least one obligation was not proved.
    Failed,
    /// A proof exceeded its budget.
    ResourceLimit,
    /// Not attempted.
    Skipped,
}

/// The state of one function during a run.
#[derive(Clone, Debug)]
pub struct FunctionEvent<'a> {
    /// The path of the function, as in the summary.
    pub name: &'a str,
    /// The state of the function.
    pub state: State,
    /// The place of the function.
    pub span: Span,
    /// The wall time of its solver work up to now, in milliseconds.
    pub time_ms: f64,
    /// The cost up to now, in the solver's resource units.
    pub resource: u64,
    /// Whether all its verdicts came from the cache.
    pub is_cached: bool,
    /// Its failures. The diagnostics of the run come later as separate records, with more details.
    pub diagnostics: Vec<Diagnostic>,
}

impl FunctionEvent<'_> {
    /// The record as one line of JSON, without a line break at its end.
    pub fn to_json(&self, sources: &Sources) -> String {
        one_line(&FunctionRecord {
            message_type: "function",
            name: self.name,
            state: self.state,
            spans: place(self.span, "", true, sources).into_iter().collect(),
            time_ms: self.time_ms,
            resource: self.resource,
            is_cached: self.is_cached,
            diagnostics: self.diagnostics.iter().map(|diagnostic| record(diagnostic, sources)).collect(),
        })
    }
}

#[derive(Serialize)]
struct FunctionRecord<'a> {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    name: &'a str,
    state: State,
    spans: Vec<JsonSpan<'a>>,
    time_ms: f64,
    resource: u64,
    is_cached: bool,
    diagnostics: Vec<JsonDiagnostic<'a>>,
}

/// The triggers of a quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quantifier {
    /// The place of the quantifier.
    pub span: Span,
    /// Its triggers, as text for people.
    pub trigger: String,
}

impl Quantifier {
    /// The record as one line of JSON, without a line break at its end.
    pub fn to_json(&self, sources: &Sources) -> String {
        one_line(&QuantifierRecord {
            message_type: "quantifier",
            spans: place(self.span, "", true, sources).into_iter().collect(),
            trigger: &self.trigger,
        })
    }
}

#[derive(Serialize)]
struct QuantifierRecord<'a> {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    spans: Vec<JsonSpan<'a>>,
    trigger: &'a str,
}
