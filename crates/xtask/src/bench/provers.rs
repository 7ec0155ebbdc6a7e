//! Measures goals of special provers, and the main solver on the same goals.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Fault;
use super::goals::{GOALS, Goal};
use super::stats::Spread;

/// The name under which `--only` finds these goals.
pub(crate) const NAME: &str = "provers";

/// The result of one prover on one goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attempt {
    /// The status in the command's output: `verified`, `failed`, `resource_limit`.
    pub(crate) status: String,
    /// Milliseconds that making the query, computing, and the solver took.
    pub(crate) time: Spread,
    /// The cost in the solver's units, the same on every machine; 0 without a query.
    pub(crate) resource: u64,
}

/// A goal with the attempts at it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// The description of the goal.
    pub(crate) name: &'static str,
    /// The special prover.
    pub(crate) prover: &'static str,
    /// With the prover that the goal is for.
    pub(crate) special: Attempt,
    /// The same goal without it, with the same budget.
    pub(crate) main: Attempt,
}

/// Measures every goal. A goal that its prover does not prove is a fault: there would be nothing to compare.
pub(crate) fn measure(runs: usize, binary: &Path, root: &Path, scratch: &Path) -> Result<Vec<Measured>, Fault> {
    let mut all = Vec::new();
    for goal in GOALS {
        let with = goal.text(root)?;
        let without = with.replace(&goal.mark(), "");
        if without == with {
            return Err(format!("the goal `{}` does not say that it is proved by `{}`", goal.name, goal.prover).into());
        }
        let special = attempt(runs, binary, goal, &with, scratch)?;
        if special.status != "verified" {
            return Err(format!("`{}` is not proved by `{}`: {}", goal.name, goal.prover, special.status).into());
        }
        let main = attempt(runs, binary, goal, &without, scratch)?;
        all.push(Measured { name: goal.name, prover: goal.prover, special, main });
    }
    Ok(all)
}

/// Runs the command on one form of a goal, once more than asked for; the first run does not count.
fn attempt(runs: usize, binary: &Path, goal: &Goal, text: &str, scratch: &Path) -> Result<Attempt, Fault> {
    let file: PathBuf = scratch.join("goal.rs");
    std::fs::write(&file, text)?;
    let mut records = Vec::new();
    for _ in 0..=runs {
        let mut command = Command::new(binary);
        command.args(["verify", "--message-format=json", "--no-cache", "--function", goal.function]).arg(&file);
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
        records.push(judge(goal, &String::from_utf8_lossy(&output.stdout))?);
    }
    let Some((status, _, resource)) = records.last().cloned() else { return Err("no run".into()) };
    let time = Spread::of(records.iter().skip(1).map(|(_, time, _)| *time));
    Ok(Attempt { status, time, resource })
}

/// The status of a goal, milliseconds and units, from what the command printed.
pub(crate) fn judge(goal: &Goal, stdout: &str) -> Result<(String, f64, u64), String> {
    let last = stdout.lines().last().unwrap_or_default();
    let summary: Value = serde_json::from_str(last).map_err(|error| format!("`{}`: {error}", goal.name))?;
    let functions = summary["functions"].as_array().map_or(&[][..], Vec::as_slice);
    let ends = |name: &str| name == goal.function || name.ends_with(&format!("::{}", goal.function));
    let Some(function) = functions.iter().find(|f| f["name"].as_str().is_some_and(ends)) else {
        return Err(format!("nothing is said of `{}`: {last}", goal.name));
    };
    let status = function["status"].as_str().unwrap_or_default().to_owned();
    let ms = |value: &Value| value.as_f64().ok_or_else(|| format!("`{}` has no time", goal.name));
    let time = ms(&function["time_ms"])? + ms(&summary["times_ms"]["smt"])?;
    Ok((status, time, function["resource"].as_u64().unwrap_or(0)))
}

/// The page `docs/bench/provers.md`.
pub(crate) fn page(runs: usize, machine: &super::machine::Machine, all: &[Measured]) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    format!(
        "# Special provers\n\n\
         Written by `cargo xtask bench`, or by `cargo xtask bench --only {NAME}`; do not edit.\n\n\
         - Commit `{}`{modified}.\n\
         - {}, {} cores, {}.\n\
         - Milliseconds for one goal: the query, the computation, and the solver; the median of {runs} runs after a \
         warm-up run. Units are the solver's own and the same on every machine; `by (compute)` and `by (integer_ring)` \
         do not ask it.\n\
         - The main solver is given the same goal in the same words, with the same budget.\n\n\
         {}",
        machine.commit,
        machine.processor,
        machine.cores,
        machine.system,
        table(all),
    )
}

/// A row a goal.
pub(crate) fn table(all: &[Measured]) -> String {
    let mut text =
        "| goal | prover | ms | units | main solver | ms | units |\n|---|---|---:|---:|---|---:|---:|\n".to_owned();
    for one in all {
        let Measured { name, prover, special, main } = one;
        let units = |attempt: &Attempt| match attempt.resource {
            0 => String::new(),
            count => count.to_string(),
        };
        let said = match main.status.as_str() {
            "verified" => "proves it",
            "failed" => "does not prove it",
            _ => "runs out of its budget",
        };
        let row = format!(
            "| {name} | `{prover}` | {:.1} | {} | {said} | {:.1} | {} |\n",
            special.time.median,
            units(special),
            main.time.median,
            units(main),
        );
        text.push_str(&row);
    }
    text
}
