//! Renders diagnostics for a terminal, in the style of rustc.

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Label, Level, Note};
use crate::fix::Fix;
use crate::source::{FileId, SourceFile, Sources};

/// The maximal size of one excerpt of the source, in bytes. Without it, every error in a file with a single long line
/// would print the whole file.
pub(crate) const MAX_EXCERPT: usize = 20_000;

/// The diagnostic as text for people: message, excerpts with labels, notes and help. The text has no line break at its
/// end. It has escape sequences only with `colour`.
///
/// This never fails: a label without a place in `sources` is left out, and one that reaches past its file is cut.
pub fn render_human(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let level = level_of(diagnostic.level);
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.to_string());
    let primary = diagnostic.primary.iter().map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let (bare, placed): (Vec<&Note>, Vec<&Note>) = diagnostic.notes.iter().partition(|note| note.labels.is_empty());
    let bare = bare.into_iter().map(|note| Element::from(level_of_note(note).message(note.message.as_str())));
    // The change of another fix is in a note already.
    let fix = crate::fix::suggestion(diagnostic, sources).filter(|_| diagnostic.fix == Some(Fix::Decreases));
    let changes = diagnostic.suggestions.iter().chain(&fix);
    let changes = changes.map(|change| Element::from(annotate_snippets::Level::HELP.message(change.message.as_str())));
    let table = diagnostic.model_text();
    let table = table.iter().map(|text| Element::from(annotate_snippets::Level::NOTE.message(text.as_str())));
    let main = Group::with_title(title)
        .elements(snippets(primary.chain(secondary).collect(), sources))
        .elements(bare)
        .elements(changes)
        .elements(table);
    let mut report = vec![main];
    for note in placed {
        let title = level_of_note(note).secondary_title(note.message.as_str());
        let labels = note.labels.iter().map(|label| (AnnotationKind::Primary, label)).collect();
        report.push(Group::with_title(title).elements(snippets(labels, sources)));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&report)
}

fn level_of(level: Level) -> annotate_snippets::Level<'static> {
    match level {
        Level::Error => annotate_snippets::Level::ERROR,
        Level::Warning => annotate_snippets::Level::WARNING,
        Level::Note => annotate_snippets::Level::NOTE,
    }
}

fn level_of_note(note: &Note) -> annotate_snippets::Level<'static> {
    if note.is_help { annotate_snippets::Level::HELP } else { annotate_snippets::Level::NOTE }
}

/// One excerpt for each file, in the order in which the labels first name the files.
fn snippets<'a>(labels: Vec<(AnnotationKind, &'a Label)>, sources: &'a Sources) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut files: Vec<FileId> = Vec::new();
    for (_, label) in &labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let excerpt = |id: FileId| {
        let of_file = labels.iter().filter(|(_, label)| label.span.file == id);
        snippet(sources.file(id)?, &of_file.collect::<Vec<_>>())
    };
    files.into_iter().filter_map(excerpt).collect()
}

/// The excerpt of one file. It contains only the lines from the first to the last label, so that a long file costs
/// nothing. `None` if these lines are too long.
fn snippet<'a>(file: &'a SourceFile, labels: &[&(AnnotationKind, &'a Label)]) -> Option<Snippet<'a, Annotation<'a>>> {
    let ranges: Vec<_> = labels.iter().map(|(_, label)| file.clamp(label.span)).collect();
    let start = ranges.iter().map(|range| range.start).min().unwrap_or(0);
    let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
    let first = file.position(start as u32).line;
    let window = file.lines(first, file.position(end as u32).line);
    if window.len() > MAX_EXCERPT {
        return None;
    }
    let annotations = labels.iter().zip(ranges).map(|((kind, label), range)| {
        let text = (!label.text.is_empty()).then_some(label.text.as_str());
        kind.span(range.start - window.start..range.end - window.start).label(text)
    });
    let excerpt = Snippet::source(file.text.get(window.clone()).unwrap_or(""))
        .path(file.path.to_string_lossy())
        .line_start(first)
        .annotations(annotations.collect::<Vec<_>>());
    Some(excerpt)
}
