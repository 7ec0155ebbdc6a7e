//! What items use of others that can be judged, or takes effect, only when the whole crate is known.

use std::collections::{HashMap, HashSet};

use certus_diagnostics::Span;
use certus_tree::DefId;
use certus_vir::{Binder, Expr, Path, Trigger};

/// The uses noted so far.
#[derive(Default)]
pub(crate) struct CrateUses {
    /// `reveal_with_fuel` of more than one step: the functions must be recursive.
    fuel: Vec<(Path, Span)>,
    /// `broadcast use` of modules.
    by_module: Vec<(Path, Vec<Path>)>,
    /// Broadcast groups in use in every function.
    by_default: Vec<Path>,
    /// Spec functions that are opaque outside of their module, with that module.
    opaque_outside: Vec<(Path, Path)>,
    /// Proof functions named in `decreases_by`.
    lemmas: HashSet<DefId>,
    /// Traits that items have bounds on.
    bounded: HashSet<DefId>,
    /// Quantifiers and broadcast functions of the crate.
    quantifiers: Vec<Quantifier>,
}

/// A quantifier whose triggers can be judged when the definitions of inline functions are known.
pub(crate) struct Quantifier {
    /// Its variables.
    pub binders: Vec<Binder>,
    /// What the user said of triggers.
    pub trigger: Trigger,
    /// What holds for all values.
    pub body: Expr,
    /// Its place.
    pub span: Span,
}

impl CrateUses {
    /// Notes a `reveal_with_fuel` of more than one step.
    pub(crate) fn add_fuel(&mut self, path: Path, span: Span) {
        self.fuel.push((path, span));
    }

    /// Takes the uses of `reveal_with_fuel`, each with its place.
    pub(crate) fn take_fuel(&mut self) -> Vec<(Path, Span)> {
        std::mem::take(&mut self.fuel)
    }

    /// Notes a quantifier.
    pub(crate) fn add_quantifier(&mut self, quantifier: Quantifier) {
        self.quantifiers.push(quantifier);
    }

    /// Takes the quantifiers.
    pub(crate) fn take_quantifiers(&mut self) -> Vec<Quantifier> {
        std::mem::take(&mut self.quantifiers)
    }

    /// Notes the `broadcast use` of a module: its functions may stand before it in the source.
    pub(crate) fn add_module(&mut self, module: Path, paths: Vec<Path>) {
        self.by_module.push((module, paths));
    }

    /// Whether a module has a `broadcast use` already.
    pub(crate) fn has_module(&self, module: &Path) -> bool {
        self.by_module.iter().any(|(other, _)| other == module)
    }

    /// Everything in use in some module.
    pub(crate) fn paths_of_modules(&self) -> impl Iterator<Item = &Path> {
        self.by_module.iter().flat_map(|(_, paths)| paths)
    }

    /// Takes what is in use in each module.
    pub(crate) fn take_modules(&mut self) -> HashMap<Path, Vec<Path>> {
        let mut map: HashMap<Path, Vec<Path>> = HashMap::new();
        for (module, paths) in std::mem::take(&mut self.by_module) {
            map.entry(module).or_default().extend(paths);
        }
        map
    }

    /// Notes a broadcast function or group that every function of the crate uses.
    pub(crate) fn add_default(&mut self, path: Path) {
        self.by_default.push(path);
    }

    /// Drops the defaults that are not to be kept.
    pub(crate) fn retain_defaults(&mut self, is_kept: impl Fn(&Path) -> bool) {
        self.by_default.retain(is_kept);
    }

    /// Takes what every function of the crate uses.
    pub(crate) fn take_defaults(&mut self) -> Vec<Path> {
        std::mem::take(&mut self.by_default)
    }

    /// Notes a spec function that is opaque outside of its module.
    pub(crate) fn add_opaque_outside(&mut self, path: Path, module: Path) {
        self.opaque_outside.push((path, module));
    }

    /// Takes the spec functions that are opaque outside of their modules, each with that module.
    pub(crate) fn take_opaque_outside(&mut self) -> Vec<(Path, Path)> {
        std::mem::take(&mut self.opaque_outside)
    }

    /// Notes that a `decreases_by` names a proof function. False if another one names it already.
    pub(crate) fn add_lemma(&mut self, lemma: DefId) -> bool {
        self.lemmas.insert(lemma)
    }

    /// Whether a `decreases_by` names a proof function.
    pub(crate) fn has_lemma(&self, lemma: DefId) -> bool {
        self.lemmas.contains(&lemma)
    }

    /// Notes that an item has a bound on a trait.
    pub(crate) fn add_bound(&mut self, trait_: DefId) {
        self.bounded.insert(trait_);
    }

    /// Whether an item has a bound on a trait.
    pub(crate) fn has_bound(&self, trait_: DefId) -> bool {
        self.bounded.contains(&trait_)
    }

    /// The traits that items have bounds on, in no order.
    pub(crate) fn bounded(&self) -> Vec<DefId> {
        self.bounded.iter().copied().collect()
    }
}
