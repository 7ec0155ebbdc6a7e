//! What is known while a run is under way, for programs that read along.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::json::{JsonDiagnostic, JsonSpan, one_line, place, record};
use crate::source::{Sources, Span};

/// How far a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Its queries are known.
    Queued,
    /// A solver works on it.
    Running,
    /// The solver has proved it; that it is verified is said when the run ends, for the whole program must be valid Rust.
    Proved,
    /// At least one obligation was not proved.
    Failed,
    /// The budget was exhausted first.
    ResourceLimit,
    /// Not attempted.
    Skipped,
}

/// Word about one function in the middle of a run.
#[derive(Clone, Debug)]
pub struct FunctionEvent<'a> {
    /// Its path, as in the summary.
    pub name: &'a str,
    /// How far it is.
    pub state: State,
    /// Where it is.
    pub span: Span,
    /// Wall time of its solver work up to now, in milliseconds.
    pub time_ms: f64,
    /// What the solver spent, in its own resource units.
    pub resource: u64,
    /// Whether the cache answered for all of it.
    pub is_cached: bool,
    /// What failed. The diagnostics of the run come later, with more in them, as records of their own.
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

/// Which triggers a quantifier has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quantifier {
    /// Where it is written.
    pub span: Span,
    /// Its triggers, as a person reads them.
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
