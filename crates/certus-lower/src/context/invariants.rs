//! The invariants of types, by the path of the type.

use std::collections::HashMap;

use certus_tree::DefId;
use certus_vir::Path;

/// The types of the program that have an invariant, each with the spec function that says it.
#[derive(Default)]
pub(crate) struct Invariants {
    of: HashMap<Path, DefId>,
}

impl Invariants {
    /// The invariant of a type.
    pub(crate) fn of(&self, datatype: &Path) -> Option<DefId> {
        self.of.get(datatype).copied()
    }

    /// Adds the invariant of a type, unless that has one.
    pub(crate) fn add(&mut self, datatype: Path, invariant: DefId) {
        self.of.entry(datatype).or_insert(invariant);
    }
}
