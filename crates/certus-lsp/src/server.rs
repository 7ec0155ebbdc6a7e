//! The main loop: it handles the messages of the client and the events of the runs.

mod client;
mod names;
mod notifications;
mod publish;
mod requests;
mod runs;
mod syntax;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use gen_lsp_types::Uri;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::document::Document;
use crate::engine::{Engine, Event};
use crate::lens::COMMAND_VERIFY;
use crate::library::Library;
use crate::program::Program;
use crate::semantic;
use crate::settings::Settings;
use crate::text::Encoding;
use client::Client;
use runs::Current;

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
    /// The library, once somebody has asked for it.
    library: OnceCell<Library>,
    names_changed: bool,
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
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "completionProvider": { "triggerCharacters": [".", ":"] },
        "semanticTokensProvider": { "legend": semantic::legend(), "full": true },
        "inlayHintProvider": true,
        "codeLensProvider": {},
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
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
        library: OnceCell::new(),
        names_changed: false,
        lenses_changed: false,
        lenses_told: Instant::now(),
    };
    server.work(&received)
}

impl Server<'_> {
    /// Handles messages of the client and events of the runs in turn, until the client asks the server to exit. It
    /// never blocks on anything else, so an answer waits for one message at most.
    fn work(&mut self, received: &Receiver<(u64, Event)>) -> Result<(), ServeError> {
        loop {
            let wait = if self.lenses_changed { REFRESH } else { Duration::from_secs(3600) };
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) if request.method == "shutdown" => return self.shut_down(request.id),
                    Ok(Message::Request(request)) => self.request(request)?,
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

    /// Answers `shutdown`, and waits for `exit`. The client may still answer requests of the server, which it got before.
    /// It may ask for nothing else (language server protocol 3.17, "Shutdown Request").
    fn shut_down(&self, id: RequestId) -> Result<(), ServeError> {
        self.send(Response::new_ok(id, Value::Null))?;
        loop {
            match self.connection.receiver.recv() {
                Ok(Message::Notification(notification)) if notification.method == "exit" => return Ok(()),
                Ok(Message::Request(Request { id, .. })) => {
                    let text = "the server is shut down".to_string();
                    self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, text))?;
                }
                Ok(_) => {}
                Err(_) => return Err(ServeError::Gone),
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

    /// Asks the client to fetch again what has changed: code lenses and inlay hints, and colours if names are known anew.
    fn refresh(&mut self) -> Result<(), ServeError> {
        self.lenses_changed = false;
        self.lenses_told = Instant::now();
        if self.client.lens_refresh && self.settings.code_lens {
            self.ask("workspace/codeLens/refresh", Value::Null)?;
        }
        if self.client.inlay_refresh && self.settings.inlay_hints {
            self.ask("workspace/inlayHint/refresh", Value::Null)?;
        }
        if std::mem::take(&mut self.names_changed) && self.client.tokens_refresh {
            self.ask("workspace/semanticTokens/refresh", Value::Null)?;
        }
        Ok(())
    }
}

/// Parses parameters of the client; `None` if they have another form.
fn parse<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The path in a URI, if it is a file.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().ok()
}
