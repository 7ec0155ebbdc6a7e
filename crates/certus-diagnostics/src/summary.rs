//! The last line of JSON output: what a run did and what it cost.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::json::one_line;

/// What a run did, in numbers; the record that ends JSON output.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Functions proved.
    pub verified: usize,
    /// Errors reported; with none and `verified` above zero, everything selected is proved.
    pub errors: usize,
    /// Warnings reported.
    pub warnings: usize,
    /// One entry a function, in source order, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub functions: Option<Vec<FunctionSummary>>,
    /// Where the time went.
    pub times_ms: Times,
    /// What the cache answered.
    pub cache: CacheUse,
}

impl Summary {
    /// The version of the record's shape; it grows when a field changes its meaning or goes.
    pub const SCHEMA: u32 = 1;

    /// The record as one line of JSON, without a line break at its end.
    pub fn to_json(&self) -> String {
        one_line(&Record { message_type: "summary", schema: Summary::SCHEMA, summary: self })
    }
}

/// The summary with the two fields that tell a reader what it is.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    schema: u32,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// How one function fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionSummary {
    /// Its path, for instance `list::List::push`.
    pub name: String,
    /// The outcome.
    pub status: Status,
    /// Wall time of its solver work, in milliseconds.
    pub time_ms: f64,
    /// What the solver spent, in the solver's own resource units.
    pub resource: u64,
}

/// The outcome of one function; only [`Status::Verified`] means that it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Proved for every input.
    Verified,
    /// At least one obligation was not proved.
    Failed,
    /// The budget was exhausted first.
    ResourceLimit,
    /// Not attempted, because of an error before the solver.
    Skipped,
}

/// Wall time by stage, in milliseconds. Stages overlap, so that they need not add up to the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// Reading, rewriting, and the front end.
    pub front_end: f64,
    /// Typed tree to obligations.
    pub lower: f64,
    /// Obligations to query text.
    pub smt: f64,
    /// Waiting for the solver.
    pub solver: f64,
    /// Waiting for rustc when the solver was done.
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

/// How many queries the cache answered and how many it did not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheUse {
    /// Answered from the cache.
    pub hits: usize,
    /// Put to a solver.
    pub misses: usize,
    /// Functions that were not looked at: neither they nor anything they depend on has changed since they were proved.
    pub settled: usize,
}
