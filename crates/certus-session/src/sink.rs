//! Where a run reports to.

use std::sync::{Mutex, PoisonError};

use certus_diagnostics::{Diagnostic, FunctionEvent, Level, Quantifier, Sources, Span};
use certus_solve::{Outcome, Query};

use crate::Job;

/// Receives what a run finds, as it is found. Only diagnostics must be handled.
pub trait Sink: Send {
    /// A diagnostic. Its spans are places in `sources`.
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources);

    /// The crate that is verified, by name.
    fn program(&mut self, _name: &str) {}

    /// The function that the next diagnostics are about, by its path in VIR; `None` if they are about no function.
    fn about(&mut self, _function: Option<&str>) {}

    /// A sentence about set-up that happens once and takes long.
    fn notice(&mut self, _text: &str) {}

    /// Something went wrong that changes no verdict, such as a log that cannot be written.
    fn trouble(&mut self, _text: &str) {}

    /// How far the run is; replaces what was said before.
    fn progress(&mut self, _text: &str) {}

    /// The state of a function, with [`crate::Options::events`].
    fn function(&mut self, _event: &FunctionEvent<'_>, _sources: &Sources) {}

    /// A quantifier and its triggers, with [`crate::Options::events`].
    fn quantifier(&mut self, _quantifier: &Quantifier, _sources: &Sources) {}
}

/// A sink that counts what it passes on.
pub struct Report<'s> {
    sink: &'s mut dyn Sink,
    errors: usize,
    warnings: usize,
    places: Vec<Option<Span>>,
}

impl<'s> Report<'s> {
    /// Passes everything on to `sink`.
    pub fn new(sink: &'s mut dyn Sink) -> Report<'s> {
        Report { sink, errors: 0, warnings: 0, places: Vec::new() }
    }

    /// How many errors there were.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings there were.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// The primary span of each diagnostic; `None` for one without a place.
    pub fn places(&self) -> &[Option<Span>] {
        &self.places
    }

    /// Whether there was any diagnostic.
    pub fn has_any(&self) -> bool {
        !self.places.is_empty()
    }

    /// Reports diagnostics; true when one is an error.
    pub fn show_all(&mut self, diagnostics: &[Diagnostic], sources: &Sources) -> bool {
        diagnostics.iter().for_each(|diagnostic| self.show(diagnostic, sources));
        diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }

    /// Runs `with` on a sink that two threads can share, each through a [`Locked`] of its own, while this report counts on.
    pub fn shared<T>(&mut self, with: impl FnOnce(&mut Report<'_>, &Mutex<&mut dyn Sink>) -> T) -> T {
        let sink: &mut dyn Sink = &mut *self.sink;
        let shared = Mutex::new(sink);
        let mut own = Locked(&shared);
        let mut report = Report {
            sink: &mut own,
            errors: self.errors,
            warnings: self.warnings,
            places: std::mem::take(&mut self.places),
        };
        let result = with(&mut report, &shared);
        (self.errors, self.warnings) = (report.errors, report.warnings);
        self.places = report.places;
        result
    }
}

impl Sink for Report<'_> {
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        self.places.push(diagnostic.primary.as_ref().map(|label| label.span));
        match diagnostic.level {
            Level::Error => self.errors += 1,
            Level::Warning => self.warnings += 1,
            Level::Note => {}
        }
        self.sink.show(diagnostic, sources);
    }

    fn program(&mut self, name: &str) {
        self.sink.program(name);
    }

    fn about(&mut self, function: Option<&str>) {
        self.sink.about(function);
    }

    fn notice(&mut self, text: &str) {
        self.sink.notice(text);
    }

    fn trouble(&mut self, text: &str) {
        self.sink.trouble(text);
    }

    fn progress(&mut self, text: &str) {
        self.sink.progress(text);
    }

    fn function(&mut self, event: &FunctionEvent<'_>, sources: &Sources) {
        self.sink.function(event, sources);
    }

    fn quantifier(&mut self, quantifier: &Quantifier, sources: &Sources) {
        self.sink.quantifier(quantifier, sources);
    }
}

/// A sink behind a lock, for one of several threads.
pub struct Locked<'l, 's>(pub &'l Mutex<&'s mut dyn Sink>);

impl Locked<'_, '_> {
    fn with(&self, f: impl FnOnce(&mut dyn Sink)) {
        f(&mut **self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Sink for Locked<'_, '_> {
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        self.with(|sink| sink.show(diagnostic, sources));
    }

    fn program(&mut self, name: &str) {
        self.with(|sink| sink.program(name));
    }

    fn about(&mut self, function: Option<&str>) {
        self.with(|sink| sink.about(function));
    }

    fn notice(&mut self, text: &str) {
        self.with(|sink| sink.notice(text));
    }

    fn trouble(&mut self, text: &str) {
        self.with(|sink| sink.trouble(text));
    }

    fn progress(&mut self, text: &str) {
        self.with(|sink| sink.progress(text));
    }

    fn function(&mut self, event: &FunctionEvent<'_>, sources: &Sources) {
        self.with(|sink| sink.function(event, sources));
    }

    fn quantifier(&mut self, quantifier: &Quantifier, sources: &Sources) {
        self.with(|sink| sink.quantifier(quantifier, sources));
    }
}

/// Watches the queries of a run.
pub trait Observer {
    /// The queries of `jobs` are about to be asked, `at_once` of them at a time.
    fn begin(&mut self, sink: &mut dyn Sink, jobs: &[Job], queries: &[Query], at_once: usize);

    /// The query of the job with number `index` has an outcome.
    fn done(&mut self, sink: &mut dyn Sink, jobs: &[Job], index: usize, outcome: &Outcome);
}
