//! The last line of JSON output: the results and the costs of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::json::one_line;

/// The results of a run, in numbers. JSON output ends with this record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The number of proved functions.
    pub verified: usize,
    /// The number of errors. If it is 0 and `verified` is not, everything that the user selected is proved.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// One entry for each function, in source order, if the user wants them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub functions: Option<Vec<FunctionSummary>>,
    /// What the crate itself assumes without a proof, in source order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// The time of each stage.
    pub times_ms: Times,
    /// How the run used the cache.
    pub cache: CacheUse,
}

impl Summary {
    /// The version of the record's format. It increases when a field is removed or changes its meaning.
    pub const SCHEMA: u32 = 1;

    /// The record as one line of JSON, without a line break at its end.
    pub fn to_json(&self) -> String {
        one_line(&Record { message_type: "summary", schema: Summary::SCHEMA, summary: self })
    }
}

/// The summary with the two fields that identify the record.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    schema: u32,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// Something that a crate assumes without a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// The word of the language for it, for instance `assume` or `external_body`.
    pub kind: String,
    /// The path of the item that it is about, or of the function that the statement is in.
    pub path: String,
    /// The file.
    pub file_name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The result of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionSummary {
    /// The path of the function, for instance `list::List::push`.
    pub name: String,
    /// The path of the module that it is in.
    pub module: String,
    /// Its mode: `exec`, `proof` or `spec`.
    pub mode: String,
    /// The outcome.
    pub status: Status,
    /// The wall time of its solver work, in milliseconds.
    pub time_ms: f64,
    /// The cost in the solver's resource units.
    pub resource: u64,
}

/// The outcome of one function; only [`Status::Verified`] means that it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Proved for every input.
    Verified,
    /// At least one obligation is not proved.
    Failed,
    /// A proof exceeded its budget.
    ResourceLimit,
    /// There was no proof attempt, because of an error before the solver.
    Skipped,
}

/// The wall time of each stage, in milliseconds. Stages overlap, so the sum may differ from the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Reading, rewriting, and the front end.
    pub front_end: f64,
    /// From the typed tree to obligations.
    pub lower: f64,
    /// From obligations to the text of queries.
    pub smt: f64,
    /// Waiting for the solver.
    pub solver: f64,
    /// Waiting for rustc after the solver was done.
    pub gate: f64,
    /// The whole process.
    pub total: f64,
}

impl Times {
    /// A duration in milliseconds, rounded to microseconds.
    pub fn ms(duration: Duration) -> f64 {
        duration.as_micros() as f64 / 1000.0
    }
}

/// How many verdicts came from the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheUse {
    /// The number of queries answered from the cache.
    pub hits: usize,
    /// The number of queries for a solver.
    pub misses: usize,
    /// The number of functions that were skipped, because neither they nor anything that they depend on has changed
    /// since their proof.
    pub settled: usize,
}
