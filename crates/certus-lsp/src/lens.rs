//! Code lenses: the status of each function, above the function.

use std::collections::HashMap;
use std::path::Path;

use gen_lsp_types::{CodeLens, Command};
use serde_json::json;

use crate::program::{Function, Program};
use crate::text::{Drift, Encoding, Text};

/// The command that verifies the crate of a file. Its only argument is a URI.
pub(crate) const COMMAND_VERIFY: &str = "certus.verify";

/// The lenses of a file. Their places are moved to the client's version of the text.
pub(crate) fn lenses(program: &Program, file: &Path, uri: &str, shown: &Text, encoding: Encoding) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    // Most functions have their places in the same version of the text.
    let mut drifts: HashMap<*const u8, Drift> = HashMap::new();
    for (name, function) in &program.functions {
        let Some((place, text)) = program.place_of(name, function) else { continue };
        if place.file != file {
            continue;
        }
        let drift = drifts.entry(text.text.as_ptr()).or_insert_with(|| Drift::new(&text.text, &shown.text));
        let (start, end) = (drift.nearest(place.start), drift.nearest(place.end));
        let command = Command {
            title: title(function),
            tooltip: None,
            command: COMMAND_VERIFY.to_string(),
            arguments: Some(vec![json!(uri)]),
        };
        lenses.push(CodeLens { range: shown.range(start, end, encoding), command: Some(command), data: None });
    }
    lenses.sort_by_key(|lens| lens.range.start);
    lenses
}

/// The status of a function, as text: `verified · 12 ms · 34k steps`.
pub(crate) fn title(function: &Function) -> String {
    let line = &function.line;
    let word = match line.status.as_str() {
        "queued" => return "queued".into(),
        "running" => return "running…".into(),
        "skipped" => return "not attempted".into(),
        "proved" => "proved",
        "verified" => "verified",
        "failed" => "failed",
        "resource-limit" => "budget ran out",
        other => other,
    };
    let time = if function.is_cached { "from the cache".to_string() } else { time(line.time_ms) };
    if line.resource == 0 { word.to_string() } else { format!("{word} · {time} · {} steps", count(line.resource)) }
}

/// A time in milliseconds or seconds, as text.
fn time(ms: f64) -> String {
    if ms < 1000.0 { format!("{ms:.0} ms") } else { format!("{:.1} s", ms / 1000.0) }
}

/// A number with `k` or `M` for thousands or millions.
fn count(number: u64) -> String {
    match number {
        0..=999 => number.to_string(),
        1000..=999_999 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::title;
    use crate::found::SummaryLine;
    use crate::program::Function;

    #[test]
    fn the_status_is_said_in_words() {
        let of = |status: &str, time_ms, resource, is_cached| {
            let line = SummaryLine { status: status.into(), time_ms, resource, ..SummaryLine::default() };
            title(&Function { line, place: None, is_cached })
        };
        assert_eq!(of("verified", 12.3, 34_000, false), "verified · 12 ms · 34k steps");
        assert_eq!(of("failed", 2300.0, 12, false), "failed · 2.3 s · 12 steps");
        assert_eq!(of("verified", 0.0, 2_500_000, true), "verified · from the cache · 2.5M steps");
        assert_eq!(of("running", 0.0, 0, true), "running…");
        assert_eq!(of("verified", 0.0, 0, true), "verified");
    }
}
