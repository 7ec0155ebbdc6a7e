//! The receiver of a run's reports.

use std::sync::{Mutex, PoisonError};

use certus_diagnostics::{Diagnostic, FunctionEvent, Level, Quantifier, Sources, Span};
use certus_solve::Outcome;

use crate::{Cancellation, Job};

/// Receives the findings of a run as soon as they are found. Only diagnostics must be handled.
pub trait Sink: Send {
    /// Receives a diagnostic. Its spans are places in `sources`.
    fn show(&mut self, diagnostic: &Diagnostic, sources: &Sources);

    /// Receives the name of the verified crate.
    fn program(&mut self, _name: &str) {}

    /// Names the function of the next diagnostics, by its path in VIR; `None` if they are about no function.
    fn about(&mut self, _function: Option<&str>) {}

    /// Receives a sentence about a slow step of the set-up that happens once.
    fn notice(&mut self, _text: &str) {}

    /// Receives a problem that changes no verdict, such as a log that cannot be written.
    fn trouble(&mut self, _text: &str) {}

    /// Receives the progress of the run. It replaces the text before.
    fn progress(&mut self, _text: &str) {}

    /// Receives the state of a function, with [`crate::Options::events`].
    fn function(&mut self, _event: &FunctionEvent<'_>, _sources: &Sources) {}

    /// Receives a quantifier and its triggers, with [`crate::Options::events`].
    fn quantifier(&mut self, _quantifier: &Quantifier, _sources: &Sources) {}
}

/// A sink that counts diagnostics and passes them on, until the run is cancelled.
pub struct Report<'s> {
    sink: &'s mut dyn Sink,
    cancellation: Cancellation,
    errors: usize,
    warnings: usize,
    places: Vec<Option<Span>>,
}

impl<'s> Report<'s> {
    /// Passes everything on to `sink`.
    pub fn new(sink: &'s mut dyn Sink) -> Report<'s> {
        Report::cancellable(sink, Cancellation::default())
    }

    /// The same for a run that can be cancelled.
    pub fn cancellable(sink: &'s mut dyn Sink, cancellation: Cancellation) -> Report<'s> {
        Report { sink, cancellation, errors: 0, warnings: 0, places: Vec::new() }
    }

    /// Whether the run is cancelled. Then the report passes nothing on.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// The cancellation of the run.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Calls `f` with the sink, unless the run is cancelled.
    fn pass_on(&mut self, f: impl FnOnce(&mut dyn Sink)) {
        if !self.is_cancelled() {
            f(&mut *self.sink);
        }
    }

    /// The number of errors so far.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of warnings so far.
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

    /// Reports diagnostics; true if one of them is an error.
    pub fn show_all(&mut self, diagnostics: &[Diagnostic], sources: &Sources) -> bool {
        diagnostics.iter().for_each(|diagnostic| self.show(diagnostic, sources));
        diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    }

    /// Calls `with` with a sink that two threads can share, each through its own [`Locked`], while this report counts.
    pub fn shared<T>(&mut self, with: impl FnOnce(&mut Report<'_>, &Mutex<&mut dyn Sink>) -> T) -> T {
        let sink: &mut dyn Sink = &mut *self.sink;
        let shared = Mutex::new(sink);
        let mut own = Locked { sink: &shared, cancellation: self.cancellation.clone() };
        let mut report = Report {
            sink: &mut own,
            cancellation: self.cancellation.clone(),
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
        self.pass_on(|sink| sink.show(diagnostic, sources));
    }

    fn program(&mut self, name: &str) {
        self.pass_on(|sink| sink.program(name));
    }

    fn about(&mut self, function: Option<&str>) {
        self.pass_on(|sink| sink.about(function));
    }

    fn notice(&mut self, text: &str) {
        self.pass_on(|sink| sink.notice(text));
    }

    fn trouble(&mut self, text: &str) {
        self.pass_on(|sink| sink.trouble(text));
    }

    fn progress(&mut self, text: &str) {
        self.pass_on(|sink| sink.progress(text));
    }

    fn function(&mut self, event: &FunctionEvent<'_>, sources: &Sources) {
        self.pass_on(|sink| sink.function(event, sources));
    }

    fn quantifier(&mut self, quantifier: &Quantifier, sources: &Sources) {
        self.pass_on(|sink| sink.quantifier(quantifier, sources));
    }
}

/// A sink behind a lock, for one of several threads.
pub struct Locked<'l, 's> {
    /// The sink that the threads share.
    pub sink: &'l Mutex<&'s mut dyn Sink>,
    /// The cancellation of the run; a cancelled run reports nothing.
    pub cancellation: Cancellation,
}

impl Locked<'_, '_> {
    fn with(&self, f: impl FnOnce(&mut dyn Sink)) {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.cancellation.is_cancelled() {
            f(&mut **sink);
        }
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

/// Observes the queries of a run.
pub trait Observer {
    /// Called before the queries of `jobs` run.
    fn begin(&mut self, sink: &mut dyn Sink, jobs: &[Job]);

    /// Called when a solver takes the query of the job with number `index`. A query that the cache answers at once may begin, too.
    fn started(&mut self, sink: &mut dyn Sink, jobs: &[Job], index: usize);

    /// Called when the query of the job with number `index` has an outcome.
    fn done(&mut self, sink: &mut dyn Sink, jobs: &[Job], index: usize, outcome: &Outcome);
}
