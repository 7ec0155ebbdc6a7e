//! Requests about the name at a position.

use std::collections::BTreeSet;

use gen_lsp_types::{DefinitionParams, DocumentHighlightParams, HoverParams, Location, Position, ReferenceParams, Uri};
use serde_json::{Value, json};

use super::{Server, path_of};
use crate::hover;
use crate::index::TargetOfIndex;
use crate::program::{Program, Quantifier, read};
use crate::text::Drift;

impl Server<'_> {
    /// The name at a position of the client's text: its crate, the number of its definition, and its range of bytes in that
    /// text.
    fn number_at(&self, uri: &Uri, position: Position) -> Option<(&Program, usize, (usize, usize))> {
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

    /// The same, with the definition itself.
    pub(super) fn name_at(&self, uri: &Uri, position: Position) -> Option<(&Program, &TargetOfIndex, (usize, usize))> {
        let (program, number, range) = self.number_at(uri, position)?;
        Some((program, program.index.as_ref()?.targets.get(number)?, range))
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
        let text = program.text_of(target);
        let contract = target.contract.and_then(|number| program.index.as_ref()?.targets.get(number));
        let contract = contract.map(|contract| (contract, program.text_of(contract)));
        let contract = contract.as_ref().map(|(contract, text)| (*contract, &*text.text));
        let markdown = hover::describe(target, &text.text, contract, program.functions.get(&target.path));
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

    /// A range of bytes of an indexed file, in the client's text of the file or in the file.
    fn location(&self, program: &Program, file: usize, start: usize, end: usize) -> Option<Location> {
        let path = &program.index.as_ref()?.files.get(file)?.path;
        let range = match (program.indexed.get(path), self.open.get(path)) {
            (Some(text), Some(document)) => {
                let drift = Drift::new(&text.text, &document.text.text);
                document.text.range(drift.nearest(start), drift.nearest(end), self.client.encoding)
            }
            (Some(text), None) => text.range(start, end, self.client.encoding),
            _ => read(path)?.range(start, end, self.client.encoding),
        };
        Some(Location { uri: Uri::from_file_path(path).ok()?, range })
    }

    /// The place of a name's definition.
    pub(super) fn definition(&self, params: &DefinitionParams) -> Value {
        let at = &params.text_document_position_params;
        let found = self.name_at(&at.text_document.uri, at.position);
        json!(
            found
                .and_then(|(program, target, _)| { self.location(program, target.file, target.name.0, target.name.1) })
        )
    }

    /// The places where a name is used, in all files of its crate.
    pub(super) fn references(&self, params: &ReferenceParams) -> Value {
        let at = &params.text_document_position_params;
        let Some((program, number, _)) = self.number_at(&at.text_document.uri, at.position) else {
            return Value::Null;
        };
        let Some(index) = &program.index else { return Value::Null };
        let declared = index.targets.get(number).map(|target| (target.file, target.name.0, target.name.1));
        let uses =
            index.uses.iter().filter(|(.., target)| *target == number).map(|(file, from, to, _)| (*file, *from, *to));
        let uses = uses.filter(|one| Some(*one) != declared);
        let declared = declared.filter(|_| params.context.include_declaration);
        let all = declared.into_iter().chain(uses);
        json!(all.filter_map(|(file, from, to)| self.location(program, file, from, to)).collect::<Vec<_>>())
    }

    /// The places in a file where the name at a position is used.
    pub(super) fn highlights(&self, params: &DocumentHighlightParams) -> Value {
        let at = &params.text_document_position_params;
        let found = self.number_at(&at.text_document.uri, at.position);
        let path = path_of(&at.text_document.uri);
        let (Some((program, number, _)), Some(path)) = (found, path) else { return Value::Null };
        let Some(index) = &program.index else { return Value::Null };
        let Some(file) = index.file(&path) else { return Value::Null };
        let uses = index.uses_in(file).iter().filter(|(.., target)| *target == number);
        let places = uses.filter_map(|(file, from, to, _)| self.location(program, *file, *from, *to));
        json!(places.map(|place| json!({ "range": place.range })).collect::<Vec<_>>())
    }
}
