//! Compares where the proof assumes that mutable borrows end with what rustc's bodies do later.
//!
//! A claim of the lowering says: after a point, and after some events, nobody uses the references in a part of a variable
//! before it gets another value. The text for rustc has a call with the number of the point:
//!
//! ```text
//! _9 = point::<4>() -> [return: bb3, unwind continue];      after point 4 nobody uses `r`, which is `_5`
//! bb3: { (*_5) = const 1_u8; .. }                           rustc does: an error
//! ```
//!
//! All ways of the body are followed from there, until `_5` gets another value.

use std::cell::Cell;
use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Internal};
use certus_gate::{MirBinding, MirBody, MirCall, MirOperand, MirRvalue, MirSegmentKind, MirStep, MirType};
use certus_tree::{Body, EndClaim, EndEvent, Known, Local, LocalId};

use crate::names::Names;
use crate::origins::{Origins, is_renamed};
use crate::uses::Uses;

/// How many claims about the ends of borrows there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Borrows {
    /// Those that were compared.
    pub compared: usize,
    /// Those whose point or variable rustc's program does not show.
    pub left_out: usize,
}

/// A place between two steps of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// The number of the block.
    block: u32,
    /// The step that comes next.
    step: usize,
}

/// Compares the claims about a function; `parts` are its own body and those of its closures.
pub(crate) fn compare(
    names: &Names<'_>,
    body: &Body,
    parts: &[&MirBody],
    claims: &[&EndClaim],
    counts: &Cell<Borrows>,
) -> Vec<Diagnostic> {
    if claims.is_empty() {
        return Vec::new();
    }
    let uses: Vec<Uses<'_>> = parts.iter().map(|part| Uses::of(Origins::of(part))).collect();
    let mut out: Vec<Diagnostic> = Vec::new();
    for claim in claims {
        let mut count = counts.get();
        match is_true(names, body, &uses, claim) {
            Some(is_true) => {
                count.compared += 1;
                if !is_true && !out.iter().any(|error| error.primary.as_ref().is_some_and(|at| at.span == claim.span)) {
                    out.push(error(body, claim));
                }
            }
            None => count.left_out += 1,
        }
        counts.set(count);
    }
    out
}

/// Whether rustc's program does what a claim says; `None` if it does not show.
fn is_true(names: &Names<'_>, body: &Body, uses: &[Uses<'_>], claim: &EndClaim) -> Option<bool> {
    let mut found = None;
    for uses in uses {
        let begins = points(uses.body(), |number| number == claim.point);
        if begins.is_empty() {
            continue;
        }
        let local = local_of(names, body, uses.body(), claim.local)?;
        let walk = Walk { uses, local, claim };
        let is_true = begins.into_iter().all(|begin| walk.is_there(begin) && walk.from(begin));
        found = Some(found.unwrap_or(true) && is_true);
    }
    found
}

/// The places after the calls of points.
fn points(body: &MirBody, is_it: impl Fn(u32) -> bool) -> Vec<Position> {
    let mut found = Vec::new();
    for block in &body.blocks {
        for step in block.steps.clone() {
            if point_of(body, step).is_some_and(&is_it) {
                found.push(Position { block: block.number, step: step + 1 });
            }
        }
    }
    found
}

/// The number that a call of a function of the text has, and its arguments.
fn number_in(body: &MirBody, step: usize, function: Known) -> Option<(u32, &[MirOperand])> {
    let Some(MirStep::Call(_, call, args)) = body.steps.get(step) else { return None };
    let Some(MirCall::Function(MirType::Path(path), _)) = body.calls.get(*call) else { return None };
    let last = path.last()?;
    let is_it = matches!(&last.kind, MirSegmentKind::Name(name) if name == function.simple_name());
    match last.args.first() {
        Some(MirType::Const(number)) if is_it => Some((number.trim_end_matches("_u32").parse().ok()?, args)),
        _ => None,
    }
}

/// The number of the point that a step is the call of.
fn point_of(body: &MirBody, step: usize) -> Option<u32> {
    number_in(body, step, Known::TextPoint).map(|(number, _)| number)
}

/// rustc's variable for one whose address a step takes.
fn variable_of(body: &MirBody, step: usize, local: LocalId) -> Option<u32> {
    let (number, args) = number_in(body, step, Known::TextVariable)?;
    let [MirOperand::Place(address)] = args else { return None };
    let mut before = body.steps.get(..step)?.iter().rev();
    let taken = before.find_map(|step| match step {
        MirStep::Assign(to, value) if to == address => Some(value),
        _ => None,
    })?;
    match taken {
        MirRvalue::Ref(_, of) if number == local.0 && of.parts.is_empty() => Some(of.local),
        _ => None,
    }
}

/// rustc's variable for one of the source. Of several with one name and type, it is found by their order.
fn local_of(names: &Names<'_>, body: &Body, mir: &MirBody, local: LocalId) -> Option<u32> {
    let wanted = body.locals.get(local.0 as usize)?;
    let shown: Vec<u32> = (0..mir.steps.len()).filter_map(|step| variable_of(mir, step, local)).collect();
    if let Some(first) = shown.first() {
        return shown.iter().all(|other| other == first).then_some(*first);
    }
    let is_of = |local: &Local, ty: &MirType| {
        let ours = names.audit.program.normalize(&local.ty, names.owner);
        names.is_type(&ours, ty)
    };
    let mut theirs = Vec::new();
    for (name, binding) in &mir.names {
        let MirBinding::Place(place) = binding else { continue };
        let Some(ty) = mir.locals.get(&place.local) else { continue };
        if place.parts.is_empty() && is_renamed(&wanted.name, name) && is_of(wanted, ty) {
            theirs.push((place.local, ty));
        }
    }
    let (_, ty) = theirs.first()?;
    let is_like = |other: &Local| other.name == wanted.name && is_of(other, ty);
    let ours: Vec<usize> =
        body.locals.iter().enumerate().filter(|(_, other)| is_like(other)).map(|(at, _)| at).collect();
    let at = ours.iter().position(|at| *at == local.0 as usize)?;
    let is_one = theirs.iter().all(|(of, _)| Some(of) == theirs.first().map(|(first, _)| first));
    // rustc may have put it and another one in one place.
    let is_alone = |of: u32| {
        let here = |binding: &MirBinding| matches!(binding, MirBinding::Place(place) if place.local == of);
        mir.names.iter().filter(|(_, binding)| here(binding)).count() == 1
    };
    if !theirs.get(at).is_some_and(|(of, _)| is_alone(*of)) {
        return None;
    }
    match ours.len() == theirs.len() || (is_one && ours.len() == 1) {
        true => theirs.get(at).map(|(of, _)| *of),
        false => None,
    }
}

/// A walk through a body in search of a use.
struct Walk<'w, 'm> {
    uses: &'w Uses<'m>,
    local: u32,
    claim: &'w EndClaim,
}

impl Walk<'_, '_> {
    /// Whether no way from a place leads to a use that the claim does not have.
    fn from(&self, begin: Position) -> bool {
        let mut work = vec![(begin, 0)];
        let mut seen: HashSet<(Position, usize)> = HashSet::new();
        while let Some((at, count)) = work.pop() {
            if !seen.insert((at, count)) {
                continue;
            }
            let Some(block) = self.uses.body().blocks.iter().find(|block| block.number == at.block) else { continue };
            let mut count = Some(count);
            for step in at.step..block.steps.end {
                let Some(reached) = count else { break };
                match self.step(step, reached) {
                    Next::On(reached) => count = Some(reached),
                    Next::Ends => count = None,
                    Next::Used => return false,
                }
            }
            let begin = |number: &u32| {
                let next = self.uses.body().blocks.iter().find(|block| block.number == *number)?;
                Some(Position { block: *number, step: next.steps.start })
            };
            if let Some(count) = count {
                work.extend(block.next.iter().filter_map(begin).map(|next| (next, count)));
            }
        }
        true
    }

    /// Whether the part has a value at a place, if nothing is to happen to it before the claim: on no way there it was moved last.
    fn is_there(&self, at: Position) -> bool {
        if !self.claim.events.is_empty() {
            return true;
        }
        let blocks = &self.uses.body().blocks;
        let mut work = vec![at];
        let mut seen: HashSet<Position> = HashSet::new();
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            let Some(block) = blocks.iter().find(|block| block.number == at.block) else { continue };
            let mut ends = false;
            for step in (block.steps.start..at.step).rev() {
                let Some(found) = self.uses.body().steps.get(step) else { continue };
                let is_given = self.uses.events(found, self.local, self.claim).contains(&EndEvent::Given);
                if !is_given && self.uses.is_move(step, self.local, self.claim) {
                    return false;
                }
                ends |= is_given;
                if ends {
                    break;
                }
            }
            let leads = blocks.iter().filter(|before| !ends && before.next.contains(&at.block));
            work.extend(leads.map(|before| Position { block: before.number, step: before.steps.end }));
        }
        true
    }

    /// One step, after this many events of the claim.
    fn step(&self, step: usize, mut count: usize) -> Next {
        let body = self.uses.body();
        let Some(found) = body.steps.get(step) else { return Next::Ends };
        // The next point has claims of its own.
        if count < self.claim.events.len() && point_of(body, step).is_some() {
            return Next::Ends;
        }
        for event in self.uses.events(found, self.local, self.claim) {
            let expected = self.claim.events.get(count..).unwrap_or_default();
            match (expected.iter().position(|expected| *expected == event), event) {
                // What comes before it left no trace.
                (Some(before), _) => {
                    count += before + 1;
                    let is_last = count == self.claim.events.len() && event == EndEvent::Used;
                    if is_last && self.uses.is_move(step, self.local, self.claim) {
                        return Next::Used;
                    }
                }
                (None, EndEvent::Given) => return Next::Ends,
                (None, EndEvent::Used) => return Next::Used,
            }
        }
        Next::On(count)
    }
}

/// What comes of a step.
enum Next {
    /// The walk goes on, after this many events.
    On(usize),
    /// Nothing after it is of interest.
    Ends,
    /// The reference is used.
    Used,
}

/// The error for a claim that is not true.
fn error(body: &Body, claim: &EndClaim) -> Diagnostic {
    let name = body.locals.get(claim.local.0 as usize).map_or("a variable", |local| local.name.as_str());
    let message = format!(
        "Certus assumes that nothing is written through `{name}` from here on, but what rustc compiles uses it later"
    );
    Diagnostic::error(Internal::Borrow, message, claim.span).with_note(
        "what it refers to does not have its final value here, so the proof says nothing about the compiled program; \
         please report this program",
    )
}
