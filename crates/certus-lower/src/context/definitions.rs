//! Which definition has which path.

use std::collections::HashMap;

use certus_tree::DefId;
use certus_vir::Path;

/// The paths met so far. VIR names an item by its path, while the tree names it by its definition, so both directions are
/// needed.
#[derive(Default)]
pub(crate) struct Definitions {
    paths: HashMap<DefId, Path>,
    /// All definitions of a path.
    all: HashMap<Path, Vec<DefId>>,
    /// The one definition that a path stands for: a function or constant, where there is one.
    by_path: HashMap<Path, DefId>,
    datatypes: HashMap<Path, DefId>,
}

impl Definitions {
    /// The path of a definition that was added.
    pub(super) fn path(&self, def: DefId) -> Option<&Path> {
        self.paths.get(&def)
    }

    /// Adds a definition, and gives those that have the same path already. The first one of a path is the one that the path
    /// stands for, until [`Definitions::prefer`] says otherwise.
    pub(super) fn add(&mut self, path: &Path, def: DefId) -> Vec<DefId> {
        self.paths.insert(def, path.clone());
        let all = self.all.entry(path.clone()).or_default();
        let others = all.clone();
        all.push(def);
        if others.is_empty() {
            self.by_path.insert(path.clone(), def);
        }
        others
    }

    /// Lets a path stand for this one of its definitions.
    pub(super) fn prefer(&mut self, path: &Path, def: DefId) {
        self.by_path.insert(path.clone(), def);
    }

    /// The definition that a path stands for: a function or constant rather than a type or module.
    pub(crate) fn of(&self, path: &Path) -> Option<DefId> {
        self.by_path.get(path).copied()
    }

    /// Adds the definition of a datatype. A type may have the path of a function, so these are kept apart.
    pub(crate) fn add_datatype(&mut self, path: Path, def: DefId) {
        self.datatypes.insert(path, def);
    }

    /// The definition of a datatype that the program mentions.
    pub(crate) fn datatype(&self, path: &Path) -> Option<DefId> {
        self.datatypes.get(path).copied()
    }
}
