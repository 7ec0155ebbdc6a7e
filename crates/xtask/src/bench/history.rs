//! One line of JSON a run, so that a program can follow the numbers over the commits.

use serde_json::{Map, Value, json};

use super::measure::{Measured, Run};
use super::results::Results;

/// The version of the line's shape; it grows when a field changes its meaning or goes.
const SCHEMA: u32 = 1;

/// The line, without a line break at its end. Times are milliseconds, sizes bytes; what was not measured is null.
pub(crate) fn line(results: &Results) -> String {
    let machine = &results.machine;
    let programs: Map<String, Value> =
        results.measured.iter().map(|one| (one.subject.name.clone(), program(one))).collect();
    let queries = results.queries.as_ref().map(|queries| {
        let identical = queries.different.is_empty();
        json!({ "count": queries.count, "bytes": queries.bytes, "largest": queries.largest, "identical": identical })
    });
    let line = results.line().map(|line| {
        json!({ "ms_a_round": round(line.slope), "ms_at_none": round(line.intercept), "r_squared": line.r_squared })
    });
    json!({
        "schema": SCHEMA,
        "commit": machine.commit,
        "modified": machine.is_modified,
        "time": machine.time,
        "machine": { "cores": machine.cores, "processor": machine.processor, "system": machine.system },
        "runs": results.runs,
        "programs": programs,
        "linked_list_queries": queries,
        "pushes_line": line,
    })
    .to_string()
}

/// The figures of one program.
fn program(one: &Measured) -> Value {
    let Some(wall) = one.wall() else { return Value::Null };
    let median = |figure: fn(&Run) -> f64| one.spread(figure).map(|spread| round(spread.median));
    json!({
        "wall": { "min": round(wall.min), "median": round(wall.median), "max": round(wall.max) },
        "front_end": median(|run| run.times.front_end),
        "lower": median(|run| run.times.lower),
        "smt": median(|run| run.times.smt),
        "solver": median(|run| run.times.solver),
        "memory": median(|run| run.memory as f64),
    })
}

/// To a thousandth: more digits would be noise.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The programs that the plot follows.
const FOLLOWED: [&str; 5] = ["trivial", "linked_list", "library", "project_10k", "project_10k_edited"];

/// How long one program took, run by run of the task: the number of the run and the median in milliseconds.
#[derive(Debug, PartialEq)]
pub(crate) struct Followed {
    /// The name of the program.
    pub(crate) name: &'static str,
    /// The number of the run, and the median in milliseconds.
    pub(crate) points: Vec<(f64, f64)>,
}

/// The medians of some programs over all lines; a line that cannot be read is left out.
pub(crate) fn medians(lines: &str) -> Vec<Followed> {
    let runs: Vec<Value> = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let of = |name: &'static str| {
        let median = |run: &Value| run["programs"][name]["wall"]["median"].as_f64();
        let points = (1..).zip(&runs).filter_map(|(number, run)| Some((f64::from(number), median(run)?))).collect();
        Followed { name, points }
    };
    FOLLOWED.into_iter().map(of).filter(|one| !one.points.is_empty()).collect()
}
