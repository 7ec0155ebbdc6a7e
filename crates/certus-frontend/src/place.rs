//! Places of syntax.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use certus_diagnostics::Span;
use certus_tree::{DefId, ExprId};
use ra_ap_hir::HirFileId;
use ra_ap_hir_expand::MacroCallId;
use ra_ap_syntax::{SyntaxNodePtr, TextSize};

/// A node of the syntax of a file or of an expansion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) file: HirFileId,
    pub(crate) node: SyntaxNodePtr,
}

/// Where the expressions of each body stand that was read.
///
/// The tree has no syntax, but the text for rustc is written from the syntax; so a mark on an expression of the tree finds
/// its way back here.
#[derive(Default)]
pub(crate) struct Places {
    bodies: Mutex<HashMap<DefId, Vec<Option<Place>>>>,
    expansions: Expansions,
}

impl Places {
    /// Keeps the places of a body by the numbers of its expressions. An expression that nobody wrote has none.
    pub(crate) fn keep(&self, def: DefId, places: Vec<Option<Place>>) {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner).insert(def, places);
    }

    /// The place of an expression; `None` also if the body was not read.
    pub(crate) fn of(&self, def: DefId, expr: ExprId) -> Option<Place> {
        let bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        bodies.get(&def)?.get(expr.0 as usize)?.clone()
    }

    /// What was found of expansions.
    pub(crate) fn expansions(&self) -> &Expansions {
        &self.expansions
    }
}

/// What was found of expansions, each of which is asked about for all that stands in it.
#[derive(Default)]
pub(crate) struct Expansions(Mutex<HashMap<MacroCallId, Expansion>>);

#[derive(Clone, Copy, Default)]
pub(crate) struct Expansion {
    /// Where its text ends.
    pub(crate) end: Option<TextSize>,
    /// The source of the call.
    pub(crate) call: Option<Span>,
}

impl Expansions {
    /// A part of what is known of an expansion, computed where it is not known yet.
    pub(crate) fn known<T: Copy>(
        &self,
        call: MacroCallId,
        part: impl Fn(&mut Expansion) -> &mut Option<T>,
        compute: impl FnOnce() -> T,
    ) -> T {
        let expansions = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = expansions().get_mut(&call).and_then(|known| *part(known));
        known.unwrap_or_else(|| {
            let found = compute();
            *part(expansions().entry(call).or_default()) = Some(found);
            found
        })
    }
}
