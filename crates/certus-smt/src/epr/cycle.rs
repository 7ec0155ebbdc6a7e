//! Cycles in the graph of sorts, and what is said of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use certus_diagnostics::{Diagnostic, Language, Span};

use super::state::{Meaning, State};
use super::strict::{Edges, Why};

/// Steps from sort to sort that lead back to where they began: the sorts, and why there is a way from each to the next.
pub(crate) type Cycle<'e> = Vec<(&'e str, &'e str, &'e Why)>;

/// A shortest cycle, the first by name.
pub(crate) fn find(edges: &Edges) -> Option<Cycle<'_>> {
    let mut next: BTreeMap<&str, Vec<(&str, &Why)>> = BTreeMap::new();
    for ((from, to), why) in edges {
        next.entry(from).or_default().push((to, why));
    }
    let cycles = next.keys().filter_map(|start| from(start, &next));
    cycles.min_by_key(Vec::len)
}

/// A shortest way from a sort back to it.
fn from<'e>(start: &'e str, next: &BTreeMap<&'e str, Vec<(&'e str, &'e Why)>>) -> Option<Cycle<'e>> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut todo: VecDeque<(&str, Cycle<'e>)> = VecDeque::from([(start, Vec::new())]);
    while let Some((at, path)) = todo.pop_front() {
        for (to, why) in next.get(at).into_iter().flatten() {
            let mut path = path.clone();
            path.push((at, to, why));
            if *to == start {
                return Some(path);
            }
            if seen.insert(to) {
                todo.push_back((to, path));
            }
        }
    }
    None
}

/// `language/epr-cycle`, with the functions and quantifiers that make it.
pub(crate) fn report(cycle: &Cycle<'_>, state: &State, goal: Option<Span>) -> Diagnostic {
    let name = |sort: &str| state.meanings().get(sort).map_or_else(|| sort.to_owned(), |m| m.name.clone());
    let sorts: Vec<String> =
        cycle.iter().map(|(from, ..)| name(from)).chain(cycle.first().map(|(s, ..)| name(s))).collect();
    let message = format!("functions and quantifiers lead from a type back to itself: {}", sorts.join(" -> "));
    let mut labels: Vec<(Span, String)> = Vec::new();
    for (from, to, why) in cycle {
        let (from, to) = (name(from), name(to));
        match why {
            Why::Function(sym) => {
                let function = state.meanings().get(sym);
                let text = format!("`{}` leads from `{from}` to `{to}`", function.map_or(sym, |m| &m.name));
                labels.extend(function.map(|m| (m.span, text)));
            }
            Why::Alternation(outer, inner) => {
                let (outer, inner) = (state.binder(outer), state.binder(inner));
                let said = |m: &Meaning| m.name.clone();
                let (x, y) = (outer.map(said).unwrap_or_default(), inner.map(said).unwrap_or_default());
                labels.extend(outer.map(|m| (m.span, format!("for every value `{x}` of `{from}` .."))));
                labels.extend(inner.map(|m| (m.span, format!(".. there has to be a value `{y}` of `{to}`"))));
            }
        }
    }
    let primary = goal.or(labels.first().map(|(span, _)| *span));
    let mut diagnostic = match primary {
        Some(span) => Diagnostic::error(Language::EprCycle, message, span).with_label("to prove this"),
        None => Diagnostic::error_without_span(Language::EprCycle, message),
    };
    for (span, text) in labels {
        diagnostic = diagnostic.with_secondary(span, text);
    }
    let note = "the query contains the quantifiers of assumptions as written, and those of goals negated";
    let help = "make a definition `closed`, so that it is a relation here, and state the properties that you need as \
                lemmas";
    diagnostic.with_note(note).with_help(help)
}
