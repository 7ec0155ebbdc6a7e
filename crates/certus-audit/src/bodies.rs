//! Finds rustc's body for each function.
//!
//! rustc prints items of impls with the place of their impl, and all others with their path.
//!
//! For example, of
//!
//! ```text
//! fn m::f(_1: u8) -> u8 { .. }
//! fn m::f::{closure#0}(_1: &{closure@<anon>:3:9: 3:12}) -> u8 { .. }
//! fn m::<impl at <anon>:7:1: 7:7>::g() -> () { .. }
//! ```
//!
//! the first two bodies belong to the function `m::f`, and the third one to the function `g` of the impl in line 7 of
//! the text.

use std::collections::HashMap;

use certus_diagnostics::Span;
use certus_gate::{MirBody, MirSegment, MirSegmentKind};
use certus_tree::{DefId, Item};

use crate::Audit;
use crate::names::{Locals, Names, plain};

/// rustc's bodies, by the function that they belong to.
pub(crate) struct Bodies<'m> {
    /// The bodies of each function, its own first.
    by_def: HashMap<DefId, Vec<&'m MirBody>>,
    /// The functions whose bodies cannot be identified.
    unclear: Vec<DefId>,
}

/// The bodies of one function: its own first, then those of its closures and constants.
type Family<'m> = Vec<&'m MirBody>;

impl<'m> Bodies<'m> {
    /// Finds the bodies of the functions of an audit.
    pub(crate) fn of(audit: &Audit<'_>, mir: &'m [MirBody]) -> Result<Bodies<'m>, String> {
        let families = families(mir)?;
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, (path, _)) in families.iter().enumerate() {
            if let Some(MirSegmentKind::Name(name)) = path.last().map(|last| &last.kind) {
                by_name.entry(name).or_default().push(number);
            }
        }
        let locals = Locals::of(audit.program);
        // All items, also those that are not compared, so that their bodies are not assigned to others.
        let mut claims: Vec<(DefId, Vec<usize>)> = Vec::new();
        for def in audit.program.local_items() {
            let Ok(item) = audit.program.item(def) else { continue };
            let has_body = match &item {
                Item::Function(function) => function.has_body,
                Item::Const(constant) => constant.has_body,
                _ => false,
            };
            if !has_body {
                continue;
            }
            let candidates = by_name.get(item.def().name.as_str()).map_or(&[][..], Vec::as_slice);
            let fits = |number: &&usize| {
                families.get(**number).is_some_and(|(path, _)| is_header(audit, &locals, def, &item, path))
            };
            claims.push((def, candidates.iter().filter(fits).copied().collect()));
        }
        let mut bodies = Bodies { by_def: HashMap::new(), unclear: Vec::new() };
        // Items that a macro wrote at one place are distinguished by their order.
        let mut groups: HashMap<Vec<usize>, Vec<DefId>> = HashMap::new();
        for (def, candidates) in claims {
            groups.entry(candidates).or_default().push(def);
        }
        for (candidates, defs) in groups {
            if candidates.len() != defs.len() {
                bodies.unclear.extend(defs.iter().filter(|_| !candidates.is_empty()));
                continue;
            }
            for (def, number) in defs.into_iter().zip(candidates) {
                if let Some((_, family)) = families.get(number) {
                    bodies.by_def.insert(def, family.clone());
                }
            }
        }
        Ok(bodies)
    }

    /// The bodies of a function.
    pub(crate) fn of_def(&self, def: DefId) -> Result<Vec<&'m MirBody>, &'static str> {
        match self.by_def.get(&def) {
            Some(family) => Ok(family.clone()),
            None if self.unclear.contains(&def) => Err("more than one body of rustc could belong to it"),
            None => Err("rustc printed no body for it"),
        }
    }
}

/// Groups each body with the closures and constants in it. A closure without an enclosing body is an error; a constant
/// may be part of a type.
fn families(mir: &[MirBody]) -> Result<Vec<(&[MirSegment], Family<'_>)>, String> {
    let mut out: Vec<(&[MirSegment], Family<'_>)> = Vec::new();
    for body in mir {
        let is_part = |segment: &&MirSegment| matches!(segment.kind, MirSegmentKind::Part(_));
        let parts = body.path.iter().rev().take_while(is_part).count();
        let (head, _) = body.path.split_at(body.path.len() - parts);
        if parts == 0 {
            out.push((head, vec![body]));
            continue;
        }
        // rustc prints the parts of a body after it.
        match out.iter_mut().rev().find(|(path, _)| *path == head) {
            Some((_, family)) => family.push(body),
            None if body.closure.is_none() => {}
            None => return Err(format!("line {} of rustc's MIR: a closure of an unknown function", body.line)),
        }
    }
    Ok(out)
}

/// Whether the path in a header is that of an item.
fn is_header(audit: &Audit<'_>, locals: &Locals, def: DefId, item: &Item, path: &[MirSegment]) -> bool {
    let Some((_, before)) = path.split_last() else { return false };
    let parent = item.def().parent.and_then(|parent| audit.program.item(parent).ok());
    let place = match before.last().map(|segment| &segment.kind) {
        Some(MirSegmentKind::ImplAt(place)) => Some(*place),
        _ => None,
    };
    match (parent, place) {
        (Some(Item::Impl(of)), Some(place)) => (audit.locate)(place).is_some_and(|at| is_within(at, of.def.span)),
        (Some(Item::Impl(_)), None) | (_, Some(_)) => false,
        (Some(Item::Trait(of)), None) => {
            let names = Names { audit, locals, owner: def, closures: &HashMap::new(), is_lenient: false.into() };
            plain(before).is_some_and(|path| names.is_path(of.def.id, false, &path))
        }
        _ => {
            let names = Names { audit, locals, owner: def, closures: &HashMap::new(), is_lenient: false.into() };
            plain(path).is_some_and(|path| names.is_header(def, &path))
        }
    }
}

/// Whether the place of a printed impl is inside of an impl of the tree.
fn is_within(at: Span, whole: Span) -> bool {
    at.file == whole.file && whole.start <= at.start && at.start < whole.end.max(whole.start + 1)
}
