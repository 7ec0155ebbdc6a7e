//! What is left out of the program because it cannot be read yet.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::{Diagnostic, Span};
use certus_vir::{Path, TraitImpl};

/// Functions and impls that are left out.
#[derive(Default)]
pub(crate) struct LeftOut {
    /// Functions of the crate under verification, which is a library.
    gaps: HashSet<Path>,
    /// Functions of a library that is not ours, and why.
    lost: HashMap<Path, Vec<Diagnostic>>,
    /// Where the impls of such a library are.
    lost_impls: HashSet<Span>,
}

impl LeftOut {
    /// Leaves out a function of the crate under verification. False if it is left out already.
    pub(crate) fn add_gap(&mut self, path: Path) -> bool {
        self.gaps.insert(path)
    }

    /// Whether functions of the crate under verification are left out.
    pub(crate) fn has_gaps(&self) -> bool {
        !self.gaps.is_empty()
    }

    /// Whether a function of the crate under verification is left out.
    pub(crate) fn is_gap(&self, path: &Path) -> bool {
        self.gaps.contains(path)
    }

    /// Leaves out a function of a library that is not ours.
    pub(crate) fn add_lost(&mut self, path: Path, problems: Vec<Diagnostic>) {
        self.lost.insert(path, problems);
    }

    /// Whether anything of a library that is not ours is left out.
    pub(crate) fn has_lost(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Whether a function of a library that is not ours is left out.
    pub(crate) fn is_lost(&self, path: &Path) -> bool {
        self.lost.contains_key(path)
    }

    /// Why a function of a library that is not ours is left out; nothing for one that is not.
    pub(crate) fn problems(&self, path: &Path) -> &[Diagnostic] {
        self.lost.get(path).map_or(&[], Vec::as_slice)
    }

    /// Leaves out an impl of a library that is not ours.
    pub(crate) fn add_lost_impl(&mut self, span: Span) {
        self.lost_impls.insert(span);
    }

    /// Whether an impl, or a function of it, is left out.
    pub(crate) fn is_lost_impl(&self, of: &TraitImpl) -> bool {
        self.lost_impls.contains(&of.span) || of.functions.iter().any(|(_, function)| self.is_lost(function))
    }
}
