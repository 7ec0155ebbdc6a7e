//! The audit: it checks that rustc calls and computes the same as the typed tree.
//!
//! A proof is about the functions that rust-analyzer's inference found at each call. If rustc resolves a call to
//! another function, the proof is about another program. So the audit compares the calls of each body in the typed tree
//! with those in the MIR that rustc prints for it. Ghost code is left out of the text for rustc. `docs/notes/audit.md`
//! describes what is compared, and why that is enough.
//!
//! `calls` collects the calls of the tree, `bodies` finds rustc's body for each function, `names` compares two callees,
//! and `compare` the calls of two bodies. `nodes` collects the other computations of a body, `origins` finds the
//! origins of rustc's operands, `fits` compares an expression with an operand (`discriminants` for casts of enums), and
//! `content` compares whole bodies, with `choices` for branches. `borrows` asks whether rustc's program uses mutable references
//! after their end, with `uses` for what a step does to them. `variables` compares the types of variables, which
//! come first.

mod bodies;
mod borrows;
mod calls;
mod choices;
mod compare;
mod content;
mod discriminants;
mod fits;
mod names;
mod nodes;
mod origins;
mod shape;
mod show;
mod uses;
mod variables;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use certus_diagnostics::{Diagnostic, Internal, Span};
use certus_gate::{MirBody, MirPlace, read_mir};
use certus_tree::{Body, DefId, EndClaim, Ends, ExprId, GhostMark, Item, Program};

pub use borrows::Borrows;
use calls::Unit;
use compare::Calls;

/// How much to compare. Each value includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// The types of variables and of literals, and the generic arguments of calls.
    Types,
    /// The functions that are called.
    Calls,
    /// All computations of bodies.
    Bodies,
}

/// The inputs of an audit.
pub struct Audit<'a> {
    /// How much to compare.
    pub extent: Extent,
    /// The program of the front end.
    pub program: &'a dyn Program,
    /// The functions and constants to compare.
    pub bodies: &'a [DefId],
    /// The ghost expressions that are left out of rustc's text.
    pub ghost: &'a [GhostMark],
    /// Where mutable borrows end.
    pub ends: &'a Ends,
    /// The place in the source for a place in rustc's text.
    pub locate: &'a dyn Fn(MirPlace) -> Option<Span>,
}

/// What an audit found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The differences.
    pub errors: Vec<Diagnostic>,
    /// How many claims about the ends of borrows were compared.
    pub borrows: Borrows,
}

impl Audit<'_> {
    /// Compares with a text of MIR. Every difference is an error.
    pub fn run(&self, mir: &str) -> Found {
        let borrows = Cell::new(Borrows { compared: 0, left_out: self.ends.unstated });
        let errors = match read_mir(mir) {
            Ok(bodies) => self.compare(&bodies, &borrows),
            Err(error) => vec![trouble(&format!("rustc's MIR cannot be read: {error}"), None)],
        };
        Found { errors, borrows: borrows.get() }
    }

    /// Compares each verified body with rustc's. A missing body on either side is an error.
    fn compare(&self, mir: &[MirBody], borrows: &Cell<Borrows>) -> Vec<Diagnostic> {
        let ghost: HashSet<(DefId, ExprId)> = self.ghost.iter().map(|mark| (mark.def, mark.expr)).collect();
        let found = match bodies::Bodies::of(self, mir) {
            Ok(found) => found,
            Err(reason) => return vec![trouble(&reason, None)],
        };
        let locals = names::Locals::of(self.program);
        let mut out = Vec::new();
        for &def in self.bodies {
            let item = self.program.item(def).ok();
            let span = item.as_ref().map(|item| item.def().name_span);
            // rustc prints the body of an `async` function as the steps of its future.
            let is_async = matches!(&item, Some(Item::Function(function)) if function.is_async);
            let extent = if is_async { self.extent.min(Extent::Calls) } else { self.extent };
            let Ok(Some(body)) = self.program.body(def) else {
                out.push(trouble("a body that was verified is gone", span));
                continue;
            };
            let parts = match found.of_def(def) {
                Ok(parts) => parts,
                Err(reason) => {
                    let path = self.program.path(def);
                    out.push(trouble(&format!("`{path}`: {reason}"), span));
                    continue;
                }
            };
            let wanted = match calls::collect(self.program, def, &body, &ghost) {
                Ok(wanted) => wanted,
                Err(error) => {
                    out.push(*error);
                    continue;
                }
            };
            let names = names::Names {
                audit: self,
                locals: &locals,
                owner: def,
                closures: &wanted.closures,
                is_lenient: false.into(),
            };
            out.extend(self.compare_units(&names, (&body, &ghost), (&wanted.units, &parts), extent, span));
            let claims: Vec<&EndClaim> = self.ends.claims.iter().filter(|claim| claim.def == def).collect();
            if is_async {
                let mut count = borrows.get();
                count.left_out += claims.len();
                borrows.set(count);
                continue;
            }
            out.extend(borrows::compare(&names, &body, &parts, &claims, borrows));
        }
        out
    }

    /// Compares a function and its closures, each with its own.
    fn compare_units(
        &self,
        names: &names::Names<'_>,
        (body, ghost): (&Body, &HashSet<(DefId, ExprId)>),
        (wanted, parts): (&HashMap<Option<u32>, Unit<'_>>, &[&MirBody]),
        extent: Extent,
        span: Option<Span>,
    ) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut theirs: HashMap<Option<(u32, u32)>, Calls<'_>> = HashMap::new();
        let mut printed: HashMap<Option<(u32, u32)>, Vec<&MirBody>> = HashMap::new();
        for part in parts {
            let place = match closure_of(part, parts).map(|place| (self.locate)(place)) {
                Some(Some(span)) => Some(start(span)),
                Some(None) => {
                    out.push(trouble("a closure of rustc's MIR has no place in the source", span));
                    continue;
                }
                None => None,
            };
            theirs.entry(place).or_default().add(part, names);
            printed.entry(place).or_default().push(part);
        }
        // Closures that a macro wrote at one place are compared together.
        let mut ours: HashMap<Option<(u32, u32)>, Vec<&Unit<'_>>> = HashMap::new();
        for (closure, unit) in wanted {
            let place = closure.and_then(|id| names.closures.get(&id)).map(|span| start(*span));
            ours.entry(place).or_default().push(unit);
        }
        let none = Vec::new();
        let of_place = |place| content::Content {
            names,
            body,
            ghost,
            ours: ours.get(place).unwrap_or(&none),
            bodies: printed.get(place).map_or(&[][..], Vec::as_slice),
            at: span,
        };
        let mut places: Vec<_> = theirs.keys().chain(ours.keys()).copied().collect();
        places.sort();
        places.dedup();
        // Other differences follow from different types of variables.
        let untold: Vec<Diagnostic> = places.iter().flat_map(|place| of_place(place).variables()).collect();
        if !untold.is_empty() {
            return untold;
        }
        for place in &places {
            let content = of_place(place);
            let theirs = theirs.remove(place).unwrap_or_default();
            if extent < Extent::Bodies {
                out.extend(content.literal_types());
            }
            if extent == Extent::Types {
                out.extend(compare::types(names, content.ours, &theirs));
                continue;
            }
            let whole = extent == Extent::Bodies;
            let different = compare::compare(names, (content.ours, &theirs), whole, span);
            // Other calls have other arguments.
            if different.is_empty() && whole {
                match content.compare() {
                    Ok(found) => out.extend(found),
                    Err(reason) => out.push(trouble(&reason, span)),
                }
            }
            out.extend(different);
        }
        out
    }
}

/// The place of the closure of a body, or of the closure that contains it.
fn closure_of(body: &MirBody, all: &[&MirBody]) -> Option<MirPlace> {
    body.closure.or_else(|| {
        let (_, around) = body.path.split_last()?;
        all.iter().find(|other| other.path == around && other.closure.is_some())?.closure
    })
}

/// A place as a key.
fn start(span: Span) -> (u32, u32) {
    (span.file.0, span.start)
}

/// The error that the audit itself failed. Nothing is verified then.
fn trouble(message: &str, span: Option<Span>) -> Diagnostic {
    let message = format!("the audit of calls failed: {message}");
    match span {
        Some(span) => Diagnostic::error(Internal::Audit, message, span),
        None => Diagnostic::error_without_span(Internal::Audit, message),
    }
}
