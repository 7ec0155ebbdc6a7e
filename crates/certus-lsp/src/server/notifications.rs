//! What the client tells: files that are opened, edited, saved and closed, and its settings.

use gen_lsp_types::{
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, TextDocumentContentChangeEvent,
    Uri,
};
use lsp_server::Notification;
use serde_json::Value;

use super::{ServeError, Server, parse, path_of};
use crate::document::Document;
use crate::settings::Settings;
use crate::text::Text;

impl Server<'_> {
    /// Handles a notification of the client. The protocol requires that unknown ones are ignored.
    pub(super) fn notification(&mut self, notification: Notification) -> Result<(), ServeError> {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Some(params) = parse::<DidOpenTextDocumentParams>(params) else { return Ok(()) };
                let document = params.text_document;
                let Some(path) = path_of(&document.uri) else { return Ok(()) };
                let (uri, version, text) = (document.uri, document.version, Text::new(&document.text));
                self.open.insert(path.clone(), Document::new(uri, text, version));
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
                    document.set(Text::new(&whole.text), params.text_document.version);
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
}
