//! The numbers of style: ratchets, which may only get better. Tests and generated files do not count.

use std::collections::BTreeMap;

use super::source::{Function, Source};
use super::{Finding, crate_of, tokens};

/// Lines of a file: at most, and at most in the middle.
const FILE_LINES: usize = 1000;
const FILE_LINES_MEDIAN: usize = 250;
/// Lines of a function: at most, and at most for 99 of 100.
const FUNCTION_LINES: usize = 100;
const FUNCTION_LINES_P99: usize = 70;
/// Parameters of a function beside `self`: at most, but for so many of a thousand functions.
const PARAMETERS: usize = 5;
const MORE_PARAMETERS_PER_THOUSAND: usize = 4;
/// Lines of the command, at most: it reads arguments, calls the driver and prints.
const COMMAND_LINES: usize = 3500;
/// Documentation, in percent of the lines of each crate, at least.
const DOC_PERCENT: usize = 12;
/// What may panic, a thousand lines of each crate, at most; the budget is rounded up, so a small crate may have one.
const PANICS_PER_THOUSAND: usize = 2;

/// Rules `file-length`, `function-length`, `parameters`, `command-length`, `doc-share` and `panic-share`, and the figures for the last line.
pub(crate) fn check(sources: &[Source]) -> (Vec<Finding>, String) {
    let counted: Vec<&Source> = sources.iter().filter(|source| !source.is_test && !source.is_generated).collect();
    let (mut findings, median) = files(&counted);
    let (more, p99) = functions(&counted);
    findings.extend(more);
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in &counted {
        crates.entry(crate_of(&source.path)).or_default().push(source);
    }
    findings.extend(crates.iter().flat_map(|(name, sources)| shares(name, sources)));
    (findings, format!("median file {median} lines, 99th percentile of functions {p99} lines"))
}

/// The value that `percent` of all are not above (nearest rank); zero of nothing.
fn percentile(mut values: Vec<usize>, percent: usize) -> usize {
    values.sort_unstable();
    let rank = (values.len() * percent).div_ceil(100);
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

/// Rule `file-length`; a long file is split by what its parts are for, not in the middle. Also the median.
fn files(sources: &[&Source]) -> (Vec<Finding>, usize) {
    let mut findings = Vec::new();
    for source in sources {
        let lines = source.counted_lines();
        if lines > FILE_LINES {
            let message = format!("{lines} lines, at most {FILE_LINES}");
            findings.push(Finding::new(&source.path, 1, "file-length", message));
        }
    }
    let median = percentile(sources.iter().map(|source| source.counted_lines()).collect(), 50);
    if median > FILE_LINES_MEDIAN {
        let message = format!("the median file has {median} lines, at most {FILE_LINES_MEDIAN}");
        findings.push(Finding::new("crates", 1, "file-length", message));
    }
    (findings, median)
}

/// Rule `function-length`; those between the two limits are named only when there are too many. Also the percentile.
fn functions(sources: &[&Source]) -> (Vec<Finding>, usize) {
    let mut all = Vec::new();
    for source in sources {
        let counted = source.functions.iter().filter(|function| !source.is_test_line(*function.lines.start()));
        all.extend(counted.map(|function| (function.lines.clone().count(), function, *source)));
    }
    let p99 = percentile(all.iter().map(|(length, ..)| *length).collect(), 99);
    let mut findings = parameters(&all.iter().map(|(_, function, source)| (*function, *source)).collect::<Vec<_>>());
    for (length, function, source) in all {
        let message = if length > FUNCTION_LINES {
            format!("`{}` has {length} lines, at most {FUNCTION_LINES}", function.name)
        } else if length > FUNCTION_LINES_P99 && p99 > FUNCTION_LINES_P99 {
            format!("`{}` has {length} lines, and more than 1% have over {FUNCTION_LINES_P99}", function.name)
        } else {
            continue;
        };
        findings.push(Finding::new(&source.path, *function.lines.start(), "function-length", message));
    }
    (findings, p99)
}

/// Rule `parameters`: values that travel together want a type. All are named when there are too many.
fn parameters(functions: &[(&Function, &Source)]) -> Vec<Finding> {
    let many: Vec<_> = functions.iter().filter(|(function, _)| function.parameters > PARAMETERS).collect();
    if many.len() * 1000 <= functions.len() * MORE_PARAMETERS_PER_THOUSAND {
        return Vec::new();
    }
    let finding = |(function, source): &&(&Function, &Source)| {
        let message = format!("`{}` has {} parameters, at most {PARAMETERS}", function.name, function.parameters);
        Finding::new(&source.path, *function.lines.start(), "parameters", message)
    };
    many.iter().map(finding).collect()
}

/// Rules `command-length`, `doc-share` and `panic-share`, which hold for each crate by itself, so that one crate cannot live on the
/// virtue of another. They point at the crate's manifest, because no line of the source is to blame.
fn shares(name: &str, sources: &[&Source]) -> Vec<Finding> {
    let manifest = format!("crates/{name}/Cargo.toml");
    let lines: usize = sources.iter().map(|source| source.counted_lines()).sum();
    let docs: usize = sources.iter().map(|source| source.counted_doc_lines()).sum();
    let panics: usize = sources.iter().map(|source| tokens::panics(source).len()).sum();
    let mut findings = Vec::new();
    if docs * 100 < lines * DOC_PERCENT {
        let message = format!("{docs} of {lines} lines are documentation, at least {DOC_PERCENT}%");
        findings.push(Finding::new(&manifest, 1, "doc-share", message));
    }
    if name == "certus" && lines > COMMAND_LINES {
        let message =
            format!("the command has {lines} lines, at most {COMMAND_LINES}: what it does belongs into the driver");
        findings.push(Finding::new(&manifest, 1, "command-length", message));
    }
    let budget = (lines * PANICS_PER_THOUSAND).div_ceil(1000);
    if panics > budget {
        let message = format!("{panics} places may panic, at most {budget} in {lines} lines");
        findings.push(Finding::new(&manifest, 1, "panic-share", message));
    }
    findings
}
