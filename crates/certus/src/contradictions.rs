//! `certus contradictions`: prints what [`certus_driver::contradictions`] finds.

use std::collections::BTreeMap;

use certus_diagnostics::Sources;
use certus_driver::contradictions::{Counts, Findings, Found, Questions, contradictions as find};
use certus_tree::Program as _;
use serde_json::json;

use crate::cli;
use crate::report::ReportFormat;
use crate::report::Reporter;
use crate::status::{self, INTERNAL, NOT_PROVED, PROVED};
use crate::terminal::{errln, outln};

/// The maximal length of the shown source, in characters.
const WIDTH: usize = 80;

/// Looks for contradictions, and returns the exit status: 0 if there are none.
pub(crate) fn contradictions(options: &cli::Contradictions) -> u8 {
    let verify = &options.verify;
    let mut reporter = match Reporter::for_people_or_json(verify.format(), verify.color, "the list of contradictions") {
        Ok(reporter) => reporter,
        Err(status) => return status,
    };
    let questions = options.questions();
    let (prepared, findings) = match find(&verify.options(), &questions, &mut reporter) {
        Ok(found) => found,
        Err(fault) => return status::of_fault(&fault),
    };
    reporter.clear_progress();
    for fault in &findings.faults {
        errln!("error: the solver rejected a query: {fault}");
    }
    match verify.format() {
        ReportFormat::Human => print_text(&findings, prepared.loaded.sources()),
        _ => print_json(&findings, &questions, prepared.loaded.sources()),
    }
    match (findings.faults.is_empty(), findings.found.is_empty()) {
        (false, _) => INTERNAL,
        (true, false) => NOT_PROVED,
        (true, true) => PROVED,
    }
}

fn print_text(findings: &Findings, sources: &Sources) {
    for one in &findings.found {
        let (place, text) = place(one, sources);
        let kind = kind(one);
        outln!("{kind}: {} ({}) at {place}: {}: `{text}`", one.name, one.question.name(), one.cause);
    }
    for (name, counts) in &findings.counts {
        let Counts { places, asked, unanswered, left_out } = counts;
        let left_out = left_out.len();
        outln!("{name}: {places} places, asked {asked} times, {unanswered} without an answer, {left_out} left out");
    }
    outln!("{} found", findings.found.len());
}

fn print_json(findings: &Findings, questions: &Questions, sources: &Sources) {
    for one in &findings.found {
        let (place, text) = place(one, sources);
        let record = json!({
            "$message_type": "contradiction",
            "question": one.question.name(),
            "function": one.name,
            "part": one.part,
            "kind": kind(one),
            "cause": one.cause,
            "place": place,
            "text": text,
            "seeds": one.seeds,
        });
        outln!("{record}");
    }
    let counts = |counts: &Counts| {
        let Counts { places, asked, unanswered, left_out } = counts;
        json!({ "places": places, "asked": asked, "unanswered": unanswered, "left_out": left_out })
    };
    let all: BTreeMap<_, _> = findings.counts.iter().map(|(name, one)| (*name, counts(one))).collect();
    let summary = json!({
        "$message_type": "contradictions-summary",
        "schema": 1,
        "seeds": questions.seeds,
        "times": questions.times,
        "questions": all,
        "found": findings.found.len(),
        "queries": findings.queries,
        "units": findings.units,
    });
    outln!("{summary}");
}
/// The kind of a finding in reports.
fn kind(one: &Found) -> &'static str {
    if one.is_unreachable { "unreachable" } else { "contradiction" }
}

/// The file and line of a finding, and the source there.
fn place(one: &Found, sources: &Sources) -> (String, String) {
    let Some(span) = one.span else { return (String::new(), String::new()) };
    let Some(file) = sources.file(span.file) else { return (String::new(), String::new()) };
    let line = file.position(span.start).line;
    let words: Vec<&str> = sources.text(span).split_whitespace().collect();
    let text: String = words.join(" ").chars().take(WIDTH).collect();
    (format!("{}:{line}", file.path.display()), text)
}
