//! Requests about the text of a file: its symbols, its colours, and what may be typed. They work on every text.

use std::path::Path;

use gen_lsp_types::{
    CompletionParams, DocumentSymbolParams, InlayHintParams, SemanticTokensParams, WorkspaceSymbolParams,
};
use serde_json::{Value, json};

use super::{Server, path_of};
use crate::completion::{self, Question};
use crate::document::Document;
use crate::library::{Library, LibraryFunction};
use crate::program::Program;
use crate::semantic::{self, Known};
use crate::text::Drift;
use crate::{inlay, library, symbols};

impl Server<'_> {
    /// The items of an open file.
    pub(super) fn document_symbols(&self, params: &DocumentSymbolParams) -> Value {
        let document = path_of(&params.text_document.uri).and_then(|path| self.open.get(&path));
        let Some(document) = document else { return json!([]) };
        let syntax = document.syntax(self.engine);
        json!(symbols::document_symbols(syntax, &document.text, self.client.encoding))
    }

    /// The items of all crates by name.
    pub(super) fn workspace_symbols(&self, params: &WorkspaceSymbolParams) -> Value {
        let of = |program| symbols::of_crate(program, &params.query, self.client.encoding);
        json!(self.programs.values().flat_map(of).collect::<Vec<_>>())
    }

    /// Whether the functions in a range of a file are proved.
    pub(super) fn inlay_hints(&self, params: &InlayHintParams) -> Value {
        let path = path_of(&params.text_document.uri).filter(|_| self.settings.inlay_hints);
        let Some((path, document)) = path.and_then(|path| Some((path.clone(), self.open.get(&path)?))) else {
            return json!([]);
        };
        let syntax = document.syntax(self.engine);
        let of = |program| inlay::hints(program, &path, document, syntax, self.client.encoding);
        let (from, to) = (params.range.start.line, params.range.end.line);
        let is_wanted = |hint: &Value| {
            hint["position"]["line"].as_u64().is_some_and(|line| u64::from(from) <= line && line <= u64::from(to))
        };
        json!(self.programs.values().flat_map(of).filter(is_wanted).collect::<Vec<_>>())
    }

    /// The colours of an open file.
    pub(super) fn semantic_tokens(&self, params: &SemanticTokensParams) -> Value {
        let Some(path) = path_of(&params.text_document.uri) else { return Value::Null };
        let Some(document) = self.open.get(&path) else { return Value::Null };
        let known = self.programs.values().find_map(|program| known(program, &path, document)).unwrap_or_default();
        let syntax = document.syntax(self.engine);
        json!({ "data": semantic::tokens(syntax, &document.text, &known, self.client.encoding) })
    }

    /// What may be typed at a position.
    pub(super) fn completion(&self, params: &CompletionParams) -> Value {
        let at = &params.text_document_position_params;
        let Some(path) = path_of(&at.text_document.uri) else { return Value::Null };
        let Some(document) = self.open.get(&path) else { return Value::Null };
        let shown = &document.text;
        let offset = shown.offset(at.position, self.client.encoding);
        let of_crate: Vec<LibraryFunction> =
            self.programs.values().flat_map(|program| of_crate(self, program, &path)).collect();
        let question = Question {
            syntax: document.syntax(self.engine),
            offset,
            library: self.library.get_or_init(|| Library::read(self.engine)),
            of_crate: &of_crate,
            has_snippets: self.client.snippets,
        };
        let type_of = |end: usize| {
            let position = shown.position(end, self.client.encoding);
            self.name_at(&at.text_document.uri, position).and_then(|(_, target, _)| target.ty.clone())
        };
        let Some(offer) = completion::complete(&question, &type_of) else { return Value::Null };
        let range = shown.range(offer.replaced.start, offer.replaced.end, self.client.encoding);
        let mut items = offer.items;
        for item in &mut items {
            let text = item.as_object_mut().and_then(|item| item.remove("insertText"));
            item["textEdit"] = json!({ "range": range, "newText": text });
        }
        // More letters may bring names of the library that are not among these.
        json!({ "isIncomplete": true, "items": items })
    }
}

/// The names of the index in an open file.
fn known(program: &Program, path: &Path, document: &Document) -> Option<Vec<Known>> {
    let index = program.index.as_ref()?;
    let text = program.indexed.get(path)?;
    let uses = index.uses_in(index.file(path)?).iter().filter_map(|(_, start, _, target)| {
        let target = index.targets.get(*target)?;
        let mode = program.modes.get(&(target.file, target.name.0)).copied();
        Some(Known { start: *start, kind: target.kind.clone(), mode })
    });
    let drift = Drift::new(&text.text, &document.text.text);
    let moved = uses.filter_map(|one| Some(Known { start: drift.map(one.start)?, ..one }));
    Some(moved.collect())
}

/// The functions of a crate outside of a file, if the file belongs to it.
fn of_crate(server: &Server<'_>, program: &Program, path: &Path) -> Vec<LibraryFunction> {
    if !program.indexed.contains_key(path) {
        return Vec::new();
    }
    let others = program.syntaxes.iter().filter(|(other, _)| *other != path);
    let of = |(other, (module, saved)): (&std::path::PathBuf, &(String, crate::syntax::Syntax))| {
        let syntax = server.open.get(other).map_or(saved, |document| document.syntax(server.engine));
        library::of_items(syntax, module).into_iter().map(|(one, _)| one).collect::<Vec<_>>()
    };
    others.flat_map(of).collect()
}
