//! The main loop: it handles the messages of the client and the events of the runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use gen_lsp_types::{
    CodeActionParams, CodeLensParams, DefinitionParams, DidChangeTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandParams, HoverParams, Location, Position, Range,
    TextDocumentContentChangeEvent, Uri,
};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::actions;
use crate::document::Document;
use crate::engine::{self, Engine, Event, Run};
use crate::found::{self, Found, Place, Record, SummaryLine};
use crate::hover;
use crate::lens;
use crate::program::{Program, Quantifier, Shown, read};
use crate::settings::Settings;
use crate::text::{Drift, Encoding, Text};

/// The command that verifies the crate of a file. Its only argument is a URI.
pub(crate) const COMMAND_VERIFY: &str = "certus.verify";

/// The minimal time between two requests to the client to fetch code lenses again during a run.
const REFRESH: Duration = Duration::from_millis(150);

/// The reason why the server ended before the client asked for it.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The client broke the protocol, or is gone.
    #[error("the client broke the protocol: {0}")]
    Protocol(#[from] lsp_server::ProtocolError),
    /// The client has closed the connection.
    #[error("the client is gone")]
    Gone,
}

/// A run in progress.
struct Current {
    id: u64,
    /// Dropping this ends the run.
    _run: Box<dyn Run>,
    root: Option<PathBuf>,
    file: PathBuf,
    began: Instant,
    /// The diagnostics so far.
    found: Vec<Found>,
    summary: Option<Vec<SummaryLine>>,
    open: BTreeSet<String>,
    settled: usize,
    has_progress: bool,
    /// Whether the run has ended. It may still send the index.
    is_over: bool,
}

/// The capabilities of the client.
#[derive(Default)]
struct Client {
    encoding: Encoding,
    progress: bool,
    lens_refresh: bool,
}

/// The state of the server.
struct Server<'c> {
    connection: &'c Connection,
    engine: &'c dyn Engine,
    client: Client,
    settings: Settings,
    events: Sender<(u64, Event)>,
    /// The open files, as the client has them.
    open: BTreeMap<PathBuf, Document>,
    programs: BTreeMap<PathBuf, Program>,
    /// The current run of each key.
    runs: BTreeMap<PathBuf, Current>,
    runs_begun: u64,
    requests_sent: i32,
    lenses_changed: bool,
    lenses_told: Instant,
}

/// Serves a client until it asks the server to exit.
///
/// # Errors
///
/// If the client goes away before, or breaks the protocol.
pub fn serve(connection: &Connection, engine: &dyn Engine) -> Result<(), ServeError> {
    let (id, params) = connection.initialize_start()?;
    let client = Client::read(&params);
    let encoding = if client.encoding == Encoding::Utf8 { "utf-8" } else { "utf-16" };
    let capabilities = json!({
        "positionEncoding": encoding,
        "textDocumentSync": { "openClose": true, "change": 1, "save": { "includeText": false } },
        "hoverProvider": true,
        "definitionProvider": true,
        "codeLensProvider": {},
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "executeCommandProvider": { "commands": [COMMAND_VERIFY] },
    });
    let info = json!({ "name": "certus", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(id, json!({ "capabilities": capabilities, "serverInfo": info }))?;
    let (events, received) = unbounded();
    let mut server = Server {
        connection,
        engine,
        client,
        settings: params.get("initializationOptions").map(Settings::read).unwrap_or_default(),
        events,
        open: BTreeMap::new(),
        programs: BTreeMap::new(),
        runs: BTreeMap::new(),
        runs_begun: 0,
        requests_sent: 0,
        lenses_changed: false,
        lenses_told: Instant::now(),
    };
    server.work(&received)
}

impl Client {
    /// The capabilities of the client, from its `initialize` request.
    fn read(params: &Value) -> Client {
        let can = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let is = |path: &str| can(path).and_then(Value::as_bool).unwrap_or(false);
        let encodings = can("general/positionEncodings").and_then(Value::as_array);
        let has_utf8 = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        Client {
            encoding: if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            progress: is("window/workDoneProgress"),
            lens_refresh: is("workspace/codeLens/refreshSupport"),
        }
    }
}

impl Server<'_> {
    /// Handles messages of the client and events of the runs in turn, until the client asks the server to exit. It
    /// never blocks on anything else, so an answer waits for one message at most.
    fn work(&mut self, received: &Receiver<(u64, Event)>) -> Result<(), ServeError> {
        loop {
            let wait = if self.lenses_changed { REFRESH } else { Duration::from_secs(3600) };
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => {
                        if self.connection.handle_shutdown(&request)? {
                            return Ok(());
                        }
                        self.request(request)?;
                    }
                    Ok(Message::Notification(notification)) => self.notification(notification)?,
                    Ok(Message::Response(_)) => {}
                    Err(_) => return Err(ServeError::Gone),
                },
                recv(received) -> event => {
                    if let Ok((id, event)) = event {
                        self.event(id, event)?;
                    }
                },
                default(wait) => {}
            }
            if self.lenses_changed && self.lenses_told.elapsed() >= REFRESH {
                self.refresh()?;
            }
        }
    }

    /// Sends a message to the client.
    fn send(&self, message: impl Into<Message>) -> Result<(), ServeError> {
        self.connection.sender.send(message.into()).map_err(|_| ServeError::Gone)
    }

    /// Sends a notification to the client.
    fn notify(&self, method: &str, params: Value) -> Result<(), ServeError> {
        self.send(Notification::new(method.to_string(), params))
    }

    /// Sends a request to the client.
    fn ask(&mut self, method: &str, params: Value) -> Result<(), ServeError> {
        self.requests_sent += 1;
        self.send(Request::new(RequestId::from(self.requests_sent), method.to_string(), params))
    }

    /// Asks the client to fetch the code lenses again.
    fn refresh(&mut self) -> Result<(), ServeError> {
        self.lenses_changed = false;
        self.lenses_told = Instant::now();
        match self.client.lens_refresh && self.settings.code_lens {
            true => self.ask("workspace/codeLens/refresh", Value::Null),
            false => Ok(()),
        }
    }

    /// Handles a notification of the client. The protocol requires that unknown ones are ignored.
    fn notification(&mut self, notification: Notification) -> Result<(), ServeError> {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Some(params) = parse::<DidOpenTextDocumentParams>(params) else { return Ok(()) };
                let document = params.text_document;
                let Some(path) = path_of(&document.uri) else { return Ok(()) };
                let (uri, version, text) = (document.uri, document.version, Text::new(&document.text));
                self.open.insert(path.clone(), Document { uri, text, version });
                let is_known = self.programs.values().any(|program| program.files.contains(&path));
                match self.settings.verify_on_open && !is_known {
                    true => self.verify(path),
                    false => self.publish(&path),
                }
            }
            "textDocument/didChange" => {
                let Some(mut params) = parse::<DidChangeTextDocumentParams>(params) else { return Ok(()) };
                let Some(path) = path_of(&params.text_document.text_document_identifier.uri) else { return Ok(()) };
                let Some(TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole)) =
                    params.content_changes.pop()
                else {
                    return Ok(());
                };
                if let Some(document) = self.open.get_mut(&path) {
                    document.text = Text::new(&whole.text);
                    document.version = params.text_document.version;
                }
                Ok(())
            }
            "textDocument/didSave" => {
                let Some(params) = parse::<DidSaveTextDocumentParams>(params) else { return Ok(()) };
                path_of(&params.text_document.uri).map_or(Ok(()), |path| self.verify(path))
            }
            "textDocument/didClose" => {
                let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
                if let Some(path) = uri.and_then(|uri| Uri::parse(uri).ok()).and_then(|uri| path_of(&uri)) {
                    self.open.remove(&path);
                }
                Ok(())
            }
            "workspace/didChangeConfiguration" => {
                if let Some(settings) = params.get("settings").filter(|settings| !settings.is_null()) {
                    self.settings = Settings::read(settings);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Handles a request of the client. Each request gets an answer.
    fn request(&mut self, request: Request) -> Result<(), ServeError> {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            "textDocument/hover" => parse(params).map(|params| self.hover(&params)),
            "textDocument/definition" => parse(params).map(|params| self.definition(&params)),
            "textDocument/codeLens" => parse(params).map(|params| self.lenses(&params)),
            "textDocument/codeAction" => parse(params).map(|params| self.actions(&params)),
            "workspace/executeCommand" => match parse::<ExecuteCommandParams>(params) {
                Some(params) if params.command == COMMAND_VERIFY => {
                    let uri = params.arguments.iter().flatten().find_map(Value::as_str);
                    if let Some(path) = uri.and_then(|uri| Uri::parse(uri).ok()).and_then(|uri| path_of(&uri)) {
                        self.verify(path)?;
                    }
                    Some(Value::Null)
                }
                _ => None,
            },
            _ => {
                let text = format!("`{method}` is not known here");
                return self.send(Response::new_err(id, ErrorCode::MethodNotFound as i32, text));
            }
        };
        match result {
            Some(result) => self.send(Response::new_ok(id, result)),
            None => {
                let text = format!("the parameters of `{method}` cannot be read");
                self.send(Response::new_err(id, ErrorCode::InvalidParams as i32, text))
            }
        }
    }

    /// The name at a position of the client's text: its crate, its definition, and its range of bytes in that text.
    fn name_at(&self, uri: &Uri, position: Position) -> Option<(&Program, &crate::TargetOfIndex, (usize, usize))> {
        let path = path_of(uri)?;
        let shown = &self.open.get(&path)?.text;
        let offset = shown.offset(position, self.client.encoding);
        self.programs.values().find_map(|program| {
            let index = program.index.as_ref()?;
            let text = program.indexed.get(&path)?;
            let back = Drift::new(&shown.text, &text.text);
            let (target, (start, end)) = index.at(index.file(&path)?, back.map(offset)?)?;
            let there = Drift::new(&text.text, &shown.text);
            Some((program, target, (there.map(start)?, there.map(end)?)))
        })
    }

    /// The hover for a name or a quantifier.
    fn hover(&self, params: &HoverParams) -> Value {
        let at = &params.text_document_position_params;
        if let Some(markdown) = self.triggers_at(&at.text_document.uri, at.position) {
            return json!({ "contents": { "kind": "markdown", "value": markdown } });
        }
        let Some((program, target, (start, end))) = self.name_at(&at.text_document.uri, at.position) else {
            return Value::Null;
        };
        let file = program.index.as_ref().and_then(|index| index.files.get(target.file));
        let Some(path) = file.map(|file| &file.path) else { return Value::Null };
        let read_now;
        let text = match program.indexed.get(path) {
            Some(text) => text,
            None => {
                read_now = read(path).unwrap_or_else(|| Text::new(""));
                &read_now
            }
        };
        let markdown = hover::describe(target, &text.text, program.functions.get(&target.path));
        let shown = path_of(&at.text_document.uri).and_then(|path| self.open.get(&path));
        let range = shown.map(|shown| shown.text.range(start, end, self.client.encoding));
        json!({ "contents": { "kind": "markdown", "value": markdown }, "range": range })
    }

    /// The triggers of the quantifier whose keyword is at a position.
    fn triggers_at(&self, uri: &Uri, position: Position) -> Option<String> {
        let path = path_of(uri)?;
        let shown = &self.open.get(&path)?.text;
        let offset = shown.offset(position, self.client.encoding);
        let mut found = BTreeSet::new();
        for program in self.programs.values() {
            let Some(text) = program.texts.get(&path) else { continue };
            let Some(at) = Drift::new(&shown.text, &text.text).map(offset) else { continue };
            for Quantifier { place, trigger, .. } in program.quantifiers.iter().filter(|q| q.place.file == path) {
                let of = text.text.get(place.start..place.end).unwrap_or("");
                let word = of.get(..of.find(|c: char| !c.is_alphanumeric()).unwrap_or(of.len())).unwrap_or("");
                if matches!(word, "forall" | "exists" | "choose")
                    && (place.start..place.start + word.len()).contains(&at)
                {
                    found.insert(trigger.clone());
                }
            }
        }
        let lines: Vec<String> = found.into_iter().map(|trigger| format!("- `{trigger}`")).collect();
        (!lines.is_empty()).then(|| format!("triggers\n\n{}\n", lines.join("\n")))
    }

    /// The place of a name's definition, in the client's text of the file, or in the file.
    fn definition(&self, params: &DefinitionParams) -> Value {
        let at = &params.text_document_position_params;
        let location = self.name_at(&at.text_document.uri, at.position).and_then(|(program, target, _)| {
            let path = &program.index.as_ref()?.files.get(target.file)?.path;
            let range = match (program.indexed.get(path), self.open.get(path)) {
                (Some(text), Some(Document { text: shown, .. })) => {
                    let drift = Drift::new(&text.text, &shown.text);
                    let place = (drift.nearest(target.name.0), drift.nearest(target.name.1));
                    shown.range(place.0, place.1, self.client.encoding)
                }
                _ => read(path)?.range(target.name.0, target.name.1, self.client.encoding),
            };
            Some(Location { uri: Uri::from_file_path(path).ok()?, range })
        });
        json!(location)
    }

    /// The code lenses of a file.
    fn lenses(&self, params: &CodeLensParams) -> Value {
        let uri = &params.text_document.uri;
        let Some(path) = path_of(uri).filter(|_| self.settings.code_lens) else { return json!([]) };
        let Some(Document { text: shown, .. }) = self.open.get(&path) else { return json!([]) };
        let of = |program| lens::lenses(program, &path, uri.as_str(), shown, self.client.encoding);
        json!(self.programs.values().flat_map(of).collect::<Vec<_>>())
    }

    /// The quick fixes for a range of a file.
    fn actions(&self, params: &CodeActionParams) -> Value {
        let uri = &params.text_document.uri;
        let Some(path) = path_of(uri) else { return json!([]) };
        let Some(document) = self.open.get(&path) else { return json!([]) };
        let of = |program| actions::actions(program, &path, document, params.range, self.client.encoding);
        json!(self.programs.values().flat_map(of).collect::<Vec<_>>())
    }
}

impl Server<'_> {
    /// Starts a run, after ending the run of the same crate.
    fn verify(&mut self, file: PathBuf) -> Result<(), ServeError> {
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
    fn event(&mut self, id: u64, event: Event) -> Result<(), ServeError> {
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
                    program.take(*index);
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
            Record::Summary(lines) => run.summary = Some(lines),
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

    /// Sends the diagnostics of a file to the client. Their places are moved to the client's version of the text, which the
    /// message names.
    fn publish(&mut self, file: &Path) -> Result<(), ServeError> {
        let document = self.open.get(file);
        let uri = match document {
            Some(document) => document.uri.clone(),
            None => match Uri::from_file_path(file) {
                Ok(uri) => uri,
                Err(()) => return Ok(()),
            },
        };
        let encoding = self.client.encoding;
        let mut all = Vec::new();
        for program in self.programs.values_mut() {
            let own: Vec<Shown> = program.diagnostics.iter().filter(|shown| shown.file == file).cloned().collect();
            all.extend(own.into_iter().map(|shown| diagnostic(program, &self.open, &shown, encoding)));
        }
        let mut params = json!({ "uri": uri, "diagnostics": all });
        if let Some(document) = document {
            params["version"] = json!(document.version);
        }
        self.notify("textDocument/publishDiagnostics", params)
    }
}

/// A diagnostic in the format of the client.
fn diagnostic(program: &mut Program, open: &BTreeMap<PathBuf, Document>, shown: &Shown, encoding: Encoding) -> Value {
    let mut range = |place: &Place| {
        let Some(text) = program.text(&place.file) else { return Range::default() };
        match open.get(&place.file) {
            Some(document) if document.text.text != text.text => {
                let drift = Drift::new(&text.text, &document.text.text);
                document.text.range(drift.nearest(place.start), drift.nearest(place.end), encoding)
            }
            _ => text.range(place.start, place.end, encoding),
        }
    };
    let found = &shown.found;
    let own = found.place.as_ref().filter(|place| place.file == shown.file);
    let at: Range = own.map(&mut range).unwrap_or_default();
    let related = found.related.iter().filter_map(|(place, text)| {
        let uri = Uri::from_file_path(&place.file).ok()?;
        Some(json!({ "location": { "uri": uri, "range": range(place) }, "message": text }))
    });
    let related: Vec<Value> = related.collect();
    json!({
        "range": at,
        "severity": found.severity,
        "code": found.code,
        "source": "certus",
        "message": found.text,
        "relatedInformation": related,
    })
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

/// Parses parameters of the client; `None` if they have another form.
fn parse<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The path in a URI, if it is a file.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().ok()
}
