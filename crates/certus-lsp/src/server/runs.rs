//! The runs: they begin when a file is saved, and report events.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;

use super::{ServeError, Server};
use crate::engine::{self, Engine, Event, Run};
use crate::found::{self, Assumed, Found, Place, Record, SummaryLine};

/// A run in progress.
pub(super) struct Current {
    id: u64,
    /// Dropping this ends the run.
    _run: Box<dyn Run>,
    root: Option<PathBuf>,
    file: PathBuf,
    began: Instant,
    /// The diagnostics so far.
    found: Vec<Found>,
    summary: Option<(Vec<SummaryLine>, Vec<Assumed>)>,
    open: BTreeSet<String>,
    settled: usize,
    has_progress: bool,
    /// Whether the run has ended. It may still send the index.
    is_over: bool,
}

impl Server<'_> {
    /// Starts a run, after ending the run of the same crate.
    pub(super) fn verify(&mut self, file: PathBuf) -> Result<(), ServeError> {
        if self.engine.is_library(&file) || file.extension().is_none_or(|extension| extension != "rs") {
            return Ok(());
        }
        let key = self.engine.key(&file, &self.settings);
        if let Some(before) = self.runs.remove(&key) {
            self.abandon(before)?;
        }
        self.runs_begun += 1;
        let (id, events) = (self.runs_begun, self.events.clone());
        // The receiver is gone only when the server has ended.
        let on_event = Box::new(move |event| drop(events.send((id, event))));
        let request = engine::Request { file: file.clone(), settings: self.settings.clone() };
        let run = self.engine.start(request, on_event);
        if self.client.progress {
            self.ask("window/workDoneProgress/create", json!({ "token": token(id) }))?;
            let begin = json!({ "kind": "begin", "title": "certus", "message": "reading", "cancellable": false });
            self.notify("$/progress", json!({ "token": token(id), "value": begin }))?;
        }
        let current = Current {
            id,
            _run: run,
            root: None,
            file,
            began: Instant::now(),
            found: Vec::new(),
            summary: None,
            open: BTreeSet::new(),
            settled: 0,
            has_progress: self.client.progress,
            is_over: false,
        };
        self.runs.insert(key, current);
        Ok(())
    }

    /// Drops a run that a newer one replaces.
    fn abandon(&mut self, run: Current) -> Result<(), ServeError> {
        if run.is_over {
            return Ok(());
        }
        if let Some(program) = run.root.as_ref().and_then(|root| self.programs.get_mut(root)) {
            for function in program.functions.values_mut().filter(|f| f.line.status == "running") {
                function.line.status = "queued".into();
            }
        }
        self.progress_end(run.id, run.has_progress, "superseded")
    }

    /// Ends the progress message of a run.
    fn progress_end(&self, id: u64, has_progress: bool, text: &str) -> Result<(), ServeError> {
        let end = || json!({ "token": token(id), "value": { "kind": "end", "message": text } });
        if has_progress { self.notify("$/progress", end()) } else { Ok(()) }
    }

    /// Handles an event of a run. Events of a replaced run are ignored.
    pub(super) fn event(&mut self, id: u64, event: Event) -> Result<(), ServeError> {
        let Some(key) = self.runs.iter().find(|(_, run)| run.id == id).map(|(key, _)| key.clone()) else {
            return Ok(());
        };
        match event {
            Event::Program { root, files } => {
                let program = self.programs.entry(root.clone()).or_default();
                program.root = root.clone();
                program.files = files.into_iter().collect();
                program.renew();
                if let Some(run) = self.runs.get_mut(&key) {
                    run.root = Some(root);
                }
                Ok(())
            }
            Event::Record(line) => found::read(&line).map_or(Ok(()), |record| self.record(&key, record)),
            Event::Index(index) => {
                let root = self.runs.get(&key).and_then(|run| run.root.clone());
                if let Some(program) = root.and_then(|root| self.programs.get_mut(&root)) {
                    program.take(*index, self.engine);
                    self.names_changed = true;
                    self.lenses_changed = true;
                }
                Ok(())
            }
            Event::Ended(result) => self.ended(&key, result),
        }
    }

    /// Handles a record of a run. Diagnostics of the run are kept until its end, when they replace all earlier ones.
    /// Diagnostics of a function are shown at once.
    fn record(&mut self, key: &Path, record: Record) -> Result<(), ServeError> {
        let Some(run) = self.runs.get_mut(key) else { return Ok(()) };
        let record = locate(record, self.engine);
        match record {
            Record::Quantifier { place, trigger } => {
                let id = run.id;
                if let Some(program) = run.root.as_ref().and_then(|root| self.programs.get_mut(root)) {
                    program.triggered(place, trigger, id);
                }
            }
            Record::Diagnostic(found) => run.found.push(found),
            Record::Summary(lines, assumed) => run.summary = Some((lines, assumed)),
            Record::Function(record) => {
                let name = record.line.name.clone();
                let is_settled = !matches!(record.line.status.as_str(), "queued" | "running");
                let was_open = if is_settled { run.open.remove(&name) } else { run.open.insert(name.clone()) };
                run.settled += usize::from(is_settled && was_open);
                let (id, settled, total) = (run.id, run.settled, run.settled + run.open.len());
                let has_progress = run.has_progress && is_settled;
                let Some(program) = run.root.as_ref().and_then(|root| self.programs.get_mut(root)) else {
                    return Ok(());
                };
                if let Some(place) = &record.place {
                    // Places refer to the text that the run read.
                    program.text(&place.file);
                }
                let changed = program.update(record);
                self.lenses_changed = true;
                for file in changed {
                    self.publish(&file)?;
                }
                if has_progress {
                    let percentage = settled * 100 / total.max(1);
                    let report = json!({
                        "kind": "report",
                        "message": format!("{settled}/{total} {name}"),
                        "percentage": percentage,
                    });
                    self.notify("$/progress", json!({ "token": token(id), "value": report }))?;
                }
            }
        }
        Ok(())
    }

    /// Handles the end of a run.
    fn ended(&mut self, key: &Path, result: Result<(), String>) -> Result<(), ServeError> {
        let Some(run) = self.runs.get_mut(key) else { return Ok(()) };
        run.is_over = true;
        let (id, has_progress, took) = (run.id, run.has_progress, run.began.elapsed().as_millis());
        let root = run.root.clone().unwrap_or_else(|| run.file.clone());
        let program = self.programs.entry(root.clone()).or_default();
        program.root = root;
        let errors =
            run.found.iter().filter(|found| found.severity == gen_lsp_types::DiagnosticSeverity::Error).count();
        let changed = program.settle(std::mem::take(&mut run.found), run.summary.take());
        for file in changed {
            self.publish(&file)?;
        }
        self.refresh()?;
        match result {
            Ok(()) => {
                let text = match errors {
                    0 => format!("verified ({took} ms)"),
                    1 => format!("1 error ({took} ms)"),
                    n => format!("{n} errors ({took} ms)"),
                };
                self.progress_end(id, has_progress, &text)
            }
            Err(text) => {
                self.progress_end(id, has_progress, "failed")?;
                self.notify("window/showMessage", json!({ "type": 1, "message": format!("certus: {text}") }))
            }
        }
    }
}

/// The record with readable paths for files of libraries.
fn locate(record: Record, engine: &dyn Engine) -> Record {
    let place = |place: &mut Place| {
        if let Some(path) = engine.library_file(&place.file) {
            place.file = path;
        }
    };
    let all = |found: &mut Found| {
        found.place.iter_mut().for_each(place);
        found.related.iter_mut().for_each(|(at, _)| place(at));
    };
    match record {
        Record::Diagnostic(mut found) => {
            all(&mut found);
            Record::Diagnostic(found)
        }
        Record::Function(mut function) => {
            function.diagnostics.iter_mut().for_each(all);
            Record::Function(function)
        }
        other => other,
    }
}

/// The progress token of a run.
fn token(id: u64) -> String {
    format!("certus/{id}")
}
