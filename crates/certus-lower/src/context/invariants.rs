//! The invariants of types, by the path of the type.

use std::collections::HashMap;

use certus_tree::DefId;
use certus_vir::Path;

/// The invariant of a type.
#[derive(Clone, Debug)]
pub(crate) struct Invariant {
    /// The spec function that says it.
    pub(crate) function: DefId,
    /// For each type parameter of the function, the position of that parameter among the arguments of the type.
    pub(crate) positions: Vec<usize>,
}

/// The types of the program that have one.
#[derive(Default)]
pub(crate) struct Invariants {
    of: HashMap<Path, Invariant>,
}

impl Invariants {
    /// The invariant of a type.
    pub(crate) fn of(&self, datatype: &Path) -> Option<&Invariant> {
        self.of.get(datatype)
    }

    /// Adds the invariant of a type, unless that has one.
    pub(crate) fn add(&mut self, datatype: Path, invariant: Invariant) {
        self.of.entry(datatype).or_insert(invariant);
    }
}
