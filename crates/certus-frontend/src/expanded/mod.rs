//! The program as one text of plain Rust: what stock rustc is given to check.
//!
//! The text is made of the very tokens that types were inferred from. Where the user wrote plain Rust it is the user's
//! text; a call of a macro of the language is replaced by what it expanded to; modules in files of their own are put in
//! place of their declarations. Ghost code is shown as its marks say (see [`certus_tree::Shown`]):
//!
//! ```text
//! TypeOnly   e   ->  (if no() { diverge(); e } else { any() })
//! NeverRun   e   ->  { diverge(); e }
//! Hidden     e   ->  ()
//! ```
//!
//! `diverge()` is of type `!`: what follows it is type-checked like any other code, but cannot be reached, and the
//! borrow checker looks only at what can be reached. Why this form: `docs/notes/gate.md`.

mod agree;
mod calls;
mod computed;
mod copies;
mod emit;
mod ghost_parts;
mod hygiene;
mod included;
mod needed;
mod parens;
mod points;
mod record;
mod trim;
mod without;

pub(crate) use calls::Calls;
pub use record::Reporting;
pub use without::without_items;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use certus_diagnostics::{Diagnostic, Internal, Span};
use certus_tree::{DefId, Ends, GhostMark, Shown};
use ra_ap_base_db::{Crate, all_crates};
use ra_ap_hir::HirFileId;
use ra_ap_syntax::{SyntaxNodePtr, TextRange, TextSize};

use crate::loaded::Loaded;
use crate::place::Place;
use emit::Form;

/// A stretch of the text that was copied.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where it begins in the text.
    start: TextSize,
    /// Its length, here and where it comes from.
    len: TextSize,
    /// Where it comes from, and its first byte there.
    file: HirFileId,
    from: TextSize,
}

impl Piece {
    fn start(&self) -> usize {
        self.start.into()
    }

    fn end(&self) -> usize {
        (self.start + self.len).into()
    }
}

/// A program as one text; rustc's answer about it can be read back with [`Loaded::locate`].
#[derive(Debug, Default)]
pub struct Expanded {
    /// The text of the whole crate.
    pub text: String,
    /// In the order of the text, without overlaps; what lies between was generated.
    pieces: Vec<Piece>,
    /// The marks that had an effect: what rustc does not get to.
    pub hidden: Vec<GhostMark>,
    /// The places of the others.
    unused: HashSet<Place>,
}

/// The marks of a program by the syntax they are about.
pub(crate) type Marks = HashMap<Place, Vec<Shown>>;

/// What is known of the syntax of a program.
#[derive(Default)]
struct Placed {
    marks: Marks,
    points: points::Points,
    /// The functions whose bodies are written; `None` for all.
    functions: Option<HashSet<Place>>,
}

impl Loaded {
    /// The crate under verification as one text. Everything that the marks are about must have been read with
    /// [`certus_tree::Program::body`] before.
    ///
    /// A mark on something that rustc will expand itself has no effect; so it sees more code and not less.
    pub fn expanded(&self, marks: &[GhostMark]) -> Result<Expanded, Box<Diagnostic>> {
        self.written(marks, (&Ends::default(), None), Form::Whole)
    }

    /// The same without ghost code, so that nothing but code that runs tells rustc a type. A type that ghost code alone tells is
    /// `()` there. At the points where borrows end there are calls with their numbers. `bodies` are the functions and constants
    /// that are compared: of all other functions that nothing marks, the bodies are left out where rustc does without them.
    pub fn without_ghost(
        &self,
        marks: &[GhostMark],
        ends: &Ends,
        bodies: &[DefId],
    ) -> Result<Expanded, Box<Diagnostic>> {
        self.written(marks, (ends, Some(bodies)), Form::WithoutGhost)
    }

    fn written(
        &self,
        marks: &[GhostMark],
        (ends, bodies): (&Ends, Option<&[DefId]>),
        form: Form,
    ) -> Result<Expanded, Box<Diagnostic>> {
        let text = || {
            let functions =
                bodies.map(|bodies| self.functions(bodies.iter().chain(marks.iter().map(|mark| &mark.def))));
            let placed = Placed { marks: self.placed(marks), points: points::placed(self, ends), functions };
            emit::crate_text(self, self.crates().own(), placed, form)
        };
        let mut expanded = self.ask(text)?;
        let had_effect = |mark: &&GhostMark| {
            let place = self.place_of_mark(mark);
            place.is_some_and(|place| !expanded.unused.contains(&place))
        };
        let hides = |mark: &&GhostMark| !matches!(mark.shown, Shown::CallOnce | Shown::CallMut | Shown::CallShared);
        expanded.hidden = marks.iter().filter(hides).filter(had_effect).copied().collect();
        Ok(expanded)
    }

    /// A library as one text, by its name, without the bodies of its functions; `None` when the program does not use
    /// it.
    pub(crate) fn library_declarations(&self, name: &str) -> Option<Result<String, Box<Diagnostic>>> {
        let krate = self.library(name)?;
        Some(self.ask(|| emit::crate_text(self, krate, Default::default(), Form::Declarations).text))
    }

    /// A crate that the program depends on, by its number, as one text, without the bodies of its functions.
    /// Errs where there is no such crate.
    pub fn dependency_declarations(&self, number: usize) -> Result<Expanded, Box<Diagnostic>> {
        let Some(known) = self.crates().dependencies().get(number) else {
            let message = "the front end knows no such crate";
            return Err(Box::new(Diagnostic::error_without_span(Internal::FrontEnd, message)));
        };
        self.ask(|| emit::crate_text(self, known.krate, Default::default(), Form::Declarations))
    }

    /// The name of the crate under verification.
    pub fn name(&self) -> &str {
        self.crates().name()
    }

    /// True when the program may name the library.
    pub fn has_library(&self, name: &str) -> bool {
        self.library(name).is_some()
    }

    fn library(&self, name: &str) -> Option<Crate> {
        let found = all_crates(self.db()).iter().copied().find(|krate| self.crate_name(*krate) == name);
        found.filter(|krate| *krate != self.crates().own())
    }

    /// The source of a range of an expanded text: from the first token to the last that were copied and lie in it. A
    /// range of generated text only is that of the nearest token copied.
    pub fn locate(&self, expanded: &Expanded, range: Range<usize>) -> Option<Span> {
        let pieces = &expanded.pieces;
        let after = pieces.partition_point(|p| p.start() < range.end);
        let before = pieces.partition_point(|p| p.end() <= range.start);
        let within = pieces.get(before..after.max(before)).unwrap_or_default();
        let cut = |piece: &Piece| {
            let start = range.start.max(piece.start()) - piece.start();
            let end = range.end.min(piece.end()).saturating_sub(piece.start()).max(start);
            self.source_of(piece, start, end)
        };
        let (Some(first), Some(last)) = (within.first(), within.last()) else {
            let distance = |piece: &&Piece| {
                let before = range.start.saturating_sub(piece.end());
                before.max(piece.start().saturating_sub(range.end))
            };
            let around = pieces.get(before.saturating_sub(1)..(before + 1).min(pieces.len())).unwrap_or_default();
            let nearest = around.iter().min_by_key(distance)?;
            return self.ask(|| self.source_of(nearest, 0, nearest.len.into())).ok();
        };
        let found = self.ask(|| (cut(first), cut(last)));
        let (first, last) = found.ok()?;
        if first.file != last.file {
            return Some(first);
        }
        Some(Span::new(first.file, first.start.min(last.start), first.end.max(last.end)))
    }

    /// The source of a part of a piece.
    fn source_of(&self, piece: &Piece, start: usize, end: usize) -> Span {
        let at = |offset: usize| piece.from + TextSize::from(offset as u32);
        self.span(piece.file, TextRange::new(at(start), at(end)))
    }

    /// The marks by syntax. A mark on an expression that has none is left out.
    fn placed(&self, marks: &[GhostMark]) -> Marks {
        let mut placed = Marks::new();
        for mark in marks {
            if let Some(place) = self.place_of_mark(mark) {
                placed.entry(place).or_default().push(mark.shown);
            }
        }
        placed
    }

    /// The syntax of functions.
    fn functions<'d>(&self, defs: impl Iterator<Item = &'d DefId>) -> HashSet<Place> {
        let syntax = defs.filter_map(|def| self.syntax(self.key(*def)?));
        syntax.map(|node| Place { file: node.file_id, node: SyntaxNodePtr::new(&node.value) }).collect()
    }

    /// The syntax that a mark is about.
    fn place_of_mark(&self, mark: &GhostMark) -> Option<Place> {
        self.places().of(mark.def, mark.expr)
    }
}
