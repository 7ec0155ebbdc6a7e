//! Passes the reports of a run to the language server, as the records of `certus verify --message-format=json --events`.

use certus_diagnostics::{Diagnostic, FunctionEvent, Quantifier, Sources, Summary, render_json};
use certus_driver::Sink;
use certus_lsp::Event;

/// Passes everything on at once.
pub(super) struct Records<'e> {
    on_event: &'e (dyn Fn(Event) + Send + Sync),
}

impl<'e> Records<'e> {
    pub(super) fn new(on_event: &'e (dyn Fn(Event) + Send + Sync)) -> Records<'e> {
        Records { on_event }
    }

    /// Passes the result of the run on.
    pub(super) fn finish(&self, summary: Summary) {
        self.record(summary.to_json());
    }

    fn record(&self, text: String) {
        (self.on_event)(Event::Record(text));
    }
}

impl Sink for Records<'_> {
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        self.record(render_json(diagnostic, sources));
    }

    fn function(&mut self, event: &FunctionEvent<'_>, sources: &Sources) {
        self.record(event.to_json(sources));
    }

    fn quantifier(&mut self, quantifier: &Quantifier, sources: &Sources) {
        self.record(quantifier.to_json(sources));
    }
}

/// Passes nothing on.
pub(super) struct Silent;

impl Sink for Silent {
    fn show(&mut self, _diagnostic: &Diagnostic, _sources: &Sources) {}
}
