//! What the client asks. Each request is answered from what is known, and waits for nothing.

use gen_lsp_types::{CodeActionParams, CodeLensParams, ExecuteCommandParams, Uri};
use lsp_server::{ErrorCode, Request, Response};
use serde_json::{Value, json};

use super::{ServeError, Server, parse, path_of};
use crate::actions;
use crate::document::Document;
use crate::lens::{self, COMMAND_VERIFY};

impl Server<'_> {
    /// Handles a request of the client. Each request gets an answer.
    pub(super) fn request(&mut self, request: Request) -> Result<(), ServeError> {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            "textDocument/hover" => parse(params).map(|params| self.hover(&params)),
            "textDocument/definition" => parse(params).map(|params| self.definition(&params)),
            "textDocument/references" => parse(params).map(|params| self.references(&params)),
            "textDocument/documentHighlight" => parse(params).map(|params| self.highlights(&params)),
            "textDocument/documentSymbol" => parse(params).map(|params| self.document_symbols(&params)),
            "workspace/symbol" => parse(params).map(|params| self.workspace_symbols(&params)),
            "textDocument/completion" => parse(params).map(|params| self.completion(&params)),
            "textDocument/semanticTokens/full" => parse(params).map(|params| self.semantic_tokens(&params)),
            "textDocument/inlayHint" => parse(params).map(|params| self.inlay_hints(&params)),
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
