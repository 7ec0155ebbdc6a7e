//! Inlay hints: whether each function is proved, after its first line.
//!
//! For example: `fn middle(low: u32, high: u32) -> u32 ⟨proved⟩`. Functions without anything to prove have none, such as
//! a `spec fn` that is not recursive.
//!
//! A verdict is about a text. So a function that was edited since the run is `edited`, whatever the run said of it, and only
//! the functions of a run that was complete can be `not selected`.

use std::collections::HashMap;
use std::path::Path;

use gen_lsp_types::Position;
use serde_json::{Value, json};

use crate::document::Document;
use crate::lens;
use crate::program::{Assumed, Function, Program};
use crate::syntax::{Item, Kind, Mode, Syntax};
use crate::text::{Drift, Encoding};

/// The hints of a file.
pub(crate) fn hints(
    program: &Program,
    file: &Path,
    document: &Document,
    syntax: &Syntax,
    encoding: Encoding,
) -> Vec<Value> {
    let shown = &document.text;
    let Some(text) = program.texts.get(file).or_else(|| program.indexed.get(file)) else { return Vec::new() };
    let drift = Drift::new(&text.text, &shown.text);
    let mut by_name: HashMap<usize, &Function> = HashMap::new();
    for (name, function) in &program.functions {
        if let Some((place, of)) = program.place_of(name, function)
            && place.file == file
            && let Some(start) = Drift::new(&of.text, &shown.text).map(place.start)
        {
            by_name.insert(start, function);
        }
    }
    let places = program
        .assumed
        .iter()
        .filter(|one| one.file == file)
        .filter_map(|one| Some((drift.map(text.offset_of_character(one.line, one.column))?, one)));
    let assumed: Vec<(usize, &Assumed)> = places.collect();
    let of = |item: &&Item| item.kind == Kind::Function && item.in_language;
    let hints = syntax.all_items().into_iter().filter(of).filter_map(|item| {
        let inside: Vec<&Assumed> =
            assumed.iter().filter(|(at, _)| item.whole.contains(at)).map(|(_, one)| *one).collect();
        let is_edited = drift.touches(item.whole.start, item.whole.end);
        let (label, tooltip) = label(program, item, by_name.get(&item.named.start).copied(), &inside, is_edited)?;
        let line = shown.position(item.named.start, encoding).line;
        let position = Position { line, character: shown.end_of_line(line, encoding) };
        Some(json!({ "position": position, "label": label, "paddingLeft": true, "tooltip": tooltip }))
    });
    hints.collect()
}

/// What is said of a function, and more about it.
fn label(
    program: &Program,
    item: &Item,
    function: Option<&Function>,
    assumed: &[&Assumed],
    is_edited: bool,
) -> Option<(String, String)> {
    let kinds: Vec<&str> = assumed.iter().map(|one| one.kind.as_str()).collect();
    let because = || format!("not proved, but believed: {}", kinds.join(", "));
    let Some(function) = function else {
        if !assumed.is_empty() {
            return Some(("assumed".into(), because()));
        }
        let has_proof = item.body.is_some() && item.mode != Some(Mode::Spec);
        let says = has_proof && program.is_settled && !is_edited;
        return says.then(|| ("not selected".into(), "the last run did not verify this function".into()));
    };
    let status = function.line.status.as_str();
    if is_edited && !matches!(status, "queued" | "running") {
        return Some((
            "edited".into(),
            format!("save the file to verify it; before the edit: {}", lens::title(function)),
        ));
    }
    let word = match status {
        "queued" => "queued",
        "running" => "running…",
        "skipped" => "not attempted",
        "proved" | "verified" if assumed.is_empty() => "proved",
        "proved" | "verified" => "proved, with assumptions",
        "resource-limit" => "budget ran out",
        other => other,
    };
    let title = lens::title(function);
    Some((word.into(), if assumed.is_empty() { title } else { format!("{title}\n{}", because()) }))
}
