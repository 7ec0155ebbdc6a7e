//! Places of syntax.

use std::cell::RefCell;
use std::collections::HashMap;

use certus_tree::{DefId, ExprId};
use ra_ap_hir::HirFileId;
use ra_ap_syntax::SyntaxNodePtr;

use crate::spans::Expansions;

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
    bodies: RefCell<HashMap<DefId, Vec<Option<Place>>>>,
    /// What was found of expansions.
    pub(crate) expansions: Expansions,
}

impl Places {
    /// Keeps the places of a body by the numbers of its expressions. An expression that nobody wrote has none.
    pub(crate) fn keep(&self, def: DefId, places: Vec<Option<Place>>) {
        self.bodies.borrow_mut().insert(def, places);
    }

    /// The place of an expression; `None` also if the body was not read.
    pub(crate) fn of(&self, def: DefId, expr: ExprId) -> Option<Place> {
        self.bodies.borrow().get(&def)?.get(expr.0 as usize)?.clone()
    }
}
