//! Requests about the name at a position.

use std::collections::BTreeSet;

use gen_lsp_types::{DefinitionParams, HoverParams, Location, Position, Uri};
use serde_json::{Value, json};

use super::{Server, path_of};
use crate::document::Document;
use crate::hover;
use crate::program::{Program, Quantifier, read};
use crate::text::{Drift, Text};

impl Server<'_> {
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
    pub(super) fn hover(&self, params: &HoverParams) -> Value {
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
    pub(super) fn definition(&self, params: &DefinitionParams) -> Value {
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
}
