//! What is told of contradictions.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::{Sources, Span};
use serde_json::json;

use crate::cli::{self, Question};
use crate::report::ReportFormat;
use crate::terminal::{errln, outln};

/// How much of the source is shown.
const WIDTH: usize = 80;

/// A contradiction.
pub(crate) struct Found {
    pub(crate) question: Question,
    /// The function, or what the question is about.
    pub(crate) name: String,
    /// Which part of the function.
    pub(crate) part: String,
    /// Only some condition is contradictory with what is known, so that the code behind it is never reached.
    pub(crate) is_unreachable: bool,
    pub(crate) cause: String,
    pub(crate) span: Option<Span>,
    /// The seeds under which it is found.
    pub(crate) seeds: BTreeSet<u32>,
}

/// How much was asked of a kind.
#[derive(Default)]
pub(crate) struct Counts {
    /// Contexts.
    pub(crate) places: usize,
    /// The same, each as often as there are seeds.
    pub(crate) asked: usize,
    /// Those of which the solver had nothing to say within the budget.
    pub(crate) unanswered: usize,
    /// What cannot be encoded.
    pub(crate) left_out: Vec<String>,
}

/// All answers.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) counts: BTreeMap<&'static str, Counts>,
    pub(crate) found: Vec<Found>,
    /// Where the solver complained.
    pub(crate) faults: Vec<String>,
    pub(crate) queries: usize,
    pub(crate) units: u64,
}

impl Report {
    pub(crate) fn print(&self, options: &cli::Contradictions, sources: &Sources) {
        for fault in &self.faults {
            errln!("error: the solver rejected a query: {fault}");
        }
        match options.verify.message_format {
            ReportFormat::Human => self.print_text(sources),
            _ => self.print_json(options, sources),
        }
    }

    fn print_text(&self, sources: &Sources) {
        for one in &self.found {
            let (place, text) = one.place(sources);
            let kind = one.kind();
            outln!("{kind}: {} ({}) at {place}: {}: `{text}`", one.name, one.question.name(), one.cause);
        }
        for (name, counts) in &self.counts {
            let Counts { places, asked, unanswered, left_out } = counts;
            let left_out = left_out.len();
            outln!("{name}: {places} places, asked {asked} times, {unanswered} without an answer, {left_out} left out");
        }
        outln!("{} found", self.found.len());
    }

    fn print_json(&self, options: &cli::Contradictions, sources: &Sources) {
        for one in &self.found {
            let (place, text) = one.place(sources);
            let record = json!({
                "$message_type": "contradiction",
                "question": one.question.name(),
                "function": one.name,
                "part": one.part,
                "kind": one.kind(),
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
        let all: BTreeMap<_, _> = self.counts.iter().map(|(name, one)| (*name, counts(one))).collect();
        let summary = json!({
            "$message_type": "contradictions-summary",
            "schema": 1,
            "seeds": options.seeds,
            "times": options.times,
            "questions": all,
            "found": self.found.len(),
            "queries": self.queries,
            "units": self.units,
        });
        outln!("{summary}");
    }
}

impl Found {
    fn kind(&self) -> &'static str {
        if self.is_unreachable { "unreachable" } else { "contradiction" }
    }

    /// The file and line, and what is written there.
    fn place(&self, sources: &Sources) -> (String, String) {
        let Some(span) = self.span else { return (String::new(), String::new()) };
        let Some(file) = sources.file(span.file) else { return (String::new(), String::new()) };
        let line = file.position(span.start).line;
        let words: Vec<&str> = sources.text(span).split_whitespace().collect();
        let text: String = words.join(" ").chars().take(WIDTH).collect();
        (format!("{}:{line}", file.path.display()), text)
    }
}
