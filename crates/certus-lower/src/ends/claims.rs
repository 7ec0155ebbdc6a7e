//! What the audit is told: from which point of the text on nobody uses a reference any more.
//!
//! A claim names the last point before an assumption, and what happens to the part of the variable between the two:
//!
//! ```text
//! point(1);
//! r = next(r);      // r is used, and gets another value
//! point(2);         // r is resolved: "after point 2" if it is assumed here,
//! ```
//!
//! and "after point 1, a use and a new value" where it is assumed before point 2. Where a way from the point leads past the
//! assumption to a use, the claim would be false, and none is made: another branch may use what ends in this one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use certus_diagnostics::Span;
use certus_tree::{EndClaim, EndEvent, LocalId, PartStep};
use certus_vir::{FieldStep, Ownership, StmtKind, Ty, Var};

use super::graph::Graph;
use super::owners::{Owners, Part, note_of};
use crate::body::Fx;

/// How many events a claim may have.
const MAX_EVENTS: usize = 6;

/// An assumption that a part of a variable is resolved.
pub(super) struct Assumption {
    /// The point of the graph.
    pub at: usize,
    /// The number of the part.
    pub part: usize,
    /// Where it is written.
    pub span: Span,
}

/// Tells the audit of the assumptions that a body makes.
pub(super) fn state(fx: &mut Fx<'_, '_>, graph: &Graph<'_>, owners: &Owners, all: &[Assumption]) {
    let search = Search { graph, owners, before: graph.before() };
    for assumption in all {
        let part = &owners.parts[assumption.part];
        // What is in no variable of the text has no name there.
        let Some(local) = fx.local_of(&part.var) else { continue };
        let def = fx.owner().def;
        let ty = fx.local(local).ty.clone();
        if fx.cx.is_copied(&ty, def) {
            continue;
        }
        let mut is_stated = false;
        if let Some((way, others)) = place_of(fx, owners, part, assumption.span) {
            for (point, events) in search.points_before(assumption) {
                is_stated = true;
                let (way, others) = (way.clone(), others.clone());
                fx.cx.ends.claim(EndClaim { def, point, events, local, way, others, span: assumption.span });
            }
        }
        if !is_stated {
            fx.cx.ends.leave_out();
        }
    }
}

/// The way to a part, and the fields that are parts of their own, by numbers.
fn place_of(fx: &mut Fx<'_, '_>, owners: &Owners, part: &Part, span: Span) -> Option<(Vec<PartStep>, Vec<PartStep>)> {
    let mut ty = owners.types.get(&part.var)?.clone();
    let mut way = Vec::new();
    for step in &part.way {
        let (number, inner) = numbered(fx, &ty, step, span)?;
        way.push(number);
        ty = inner;
    }
    let others = part.children.iter().map(|step| Some(numbered(fx, &ty, step, span)?.0)).collect::<Option<_>>()?;
    Some((way, others))
}

/// A field of a type by its number, and its type.
fn numbered(
    fx: &mut Fx<'_, '_>,
    of: &Ty,
    (datatype, variant, field): &FieldStep,
    span: Span,
) -> Option<(PartStep, Ty)> {
    let fields = fx.cx.fields_of(&of.value().clone(), variant, span).ok()?;
    let number = fields.iter().position(|(name, _)| name == field)?;
    let is_struct = datatype.rsplit("::").next() == Some(variant);
    let step = PartStep { variant: (!is_struct).then(|| variant.to_string()), field: number as u32 };
    Some((step, fields.into_iter().nth(number)?.1))
}

/// A search in a graph.
struct Search<'s> {
    graph: &'s Graph<'s>,
    owners: &'s Owners,
    before: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// The points that come last before an assumption, each with what happens in between, where this tells its place from
    /// others.
    fn points_before(&self, assumption: &Assumption) -> Vec<(u32, Vec<EndEvent>)> {
        if let Some(number) = self.named(assumption.at) {
            return vec![(number, Vec::new())];
        }
        let mut found: BTreeMap<(u32, usize), BTreeSet<Vec<EndEvent>>> = BTreeMap::new();
        let begun: Vec<EndEvent> = self.begun(assumption).into_iter().collect();
        let mut work = vec![(assumption.at, begun)];
        let mut seen: HashSet<(usize, Vec<EndEvent>)> = HashSet::new();
        while let Some((at, events)) = work.pop() {
            for &from in self.before[at].iter().filter(|from| self.graph.points[**from].is_reached) {
                if let Some(number) = self.named(from) {
                    found.entry((number, from)).or_default().insert(events.clone());
                    continue;
                }
                let mut events = events.clone();
                if let Some(event) = self.event(from, assumption.part) {
                    events.insert(0, event);
                }
                let is_new = |var: &Var| *var == self.owners.parts[assumption.part].var;
                let is_declared = matches!(self.graph.points[from].stmt.map(|stmt| &stmt.kind),
                    Some(StmtKind::Declare(binder, _)) if is_new(&binder.var));
                if !is_declared && events.len() <= MAX_EVENTS && seen.insert((from, events.clone())) {
                    work.push((from, events));
                }
            }
        }
        let longest = found.into_iter().filter_map(|((number, from), all)| {
            let longest = all.iter().max_by_key(|events| events.len())?.clone();
            let is_one = all.iter().all(|events| longest.starts_with(events));
            (is_one && !self.is_passed(from, &longest, assumption)).then_some((number, longest))
        });
        longest.collect()
    }

    /// Whether a way from a point, on which these events happen, leads past an assumption to a use.
    fn is_passed(&self, from: usize, events: &[EndEvent], assumption: &Assumption) -> bool {
        let begun = usize::from(self.begun(assumption).is_some());
        let mut work: Vec<(usize, usize)> = self.graph.points[from].next.iter().map(|next| (*next, 0)).collect();
        let mut seen: HashSet<(usize, usize)> = HashSet::new();
        while let Some((at, count)) = work.pop() {
            let is_there = at == assumption.at && count + begun == events.len();
            if is_there || !seen.insert((at, count)) {
                continue;
            }
            let count = match (self.event(at, assumption.part), events.get(count)) {
                (Some(event), Some(expected)) if event == *expected => count + 1,
                (Some(EndEvent::Used), None) => return true,
                (Some(_), _) => continue,
                (None, Some(_)) if self.named(at).is_some() => continue,
                (None, _) => count,
            };
            work.extend(self.graph.points[at].next.iter().map(|next| (*next, count)));
        }
        false
    }

    /// What the note at an assumption says. The variable has its new value already when a note says so: then the assumption is
    /// about that one.
    fn begun(&self, assumption: &Assumption) -> Option<EndEvent> {
        self.event(assumption.at, assumption.part).filter(|event| *event == EndEvent::Given)
    }

    /// The number of a named point.
    fn named(&self, at: usize) -> Option<u32> {
        match note_of(self.graph.points[at].stmt)?.what {
            Ownership::Point(number) => Some(number),
            _ => None,
        }
    }

    /// What a statement does to a part.
    fn event(&self, at: usize, part: usize) -> Option<EndEvent> {
        let note = note_of(self.graph.points[at].stmt)?;
        let event = match note.what {
            Ownership::Given => EndEvent::Given,
            Ownership::Moved | Ownership::Changed => EndEvent::Used,
            _ => return None,
        };
        self.owners.at(note).contains(&part).then_some(event)
    }
}

impl Fx<'_, '_> {
    /// The local variable of the text that a variable is.
    fn local_of(&self, var: &Var) -> Option<LocalId> {
        self.locals_in_variables().find(|(_, of)| *of == var).map(|(local, _)| local)
    }
}
