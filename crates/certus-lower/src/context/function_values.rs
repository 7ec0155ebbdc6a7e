//! Functions that the program uses as values.

use std::collections::BTreeSet;

use certus_tree::DefId;
use certus_vir::Path;

/// A function of an impl that is not verified.
pub(crate) struct Unverified {
    /// The number of the impl in the program.
    pub(crate) number: usize,
    /// The trait's function.
    pub(crate) declared: Path,
    /// The impl's.
    pub(crate) function: DefId,
}

/// The functions used as values, and those whose contracts are wanted once they are.
#[derive(Default)]
pub(crate) struct FunctionValues {
    used: BTreeSet<Path>,
    unverified: Vec<Unverified>,
}

impl FunctionValues {
    /// Notes that a function is used as a value.
    pub(crate) fn add(&mut self, path: Path) {
        self.used.insert(path);
    }

    /// The functions used as values.
    pub(crate) fn used(&self) -> &BTreeSet<Path> {
        &self.used
    }

    /// Notes functions of an impl that is not verified, each with the trait's function.
    pub(crate) fn add_unverified(&mut self, number: usize, functions: Vec<(Path, DefId)>) {
        let of_impl = |(declared, function)| Unverified { number, declared, function };
        self.unverified.extend(functions.into_iter().map(of_impl));
    }

    /// Takes those functions of impls that are not verified whose function of the trait is used as a value.
    pub(crate) fn take_used_unverified(&mut self) -> Vec<Unverified> {
        let all = std::mem::take(&mut self.unverified);
        let (due, later) = all.into_iter().partition(|of| self.used.contains(&of.declared));
        self.unverified = later;
        due
    }
}
