//! Which definitions unfold, and how far.

use std::collections::{BTreeMap, BTreeSet};

use certus_vc::{Obligation, Step};
use certus_vir::{Body, Expr, Path};

use crate::encoder::Encoder;
use crate::instance::FnKey;
use crate::term::{self, Role, Sort, Sym, Term};

/// The steps of an obligation that show and hide definitions.
#[derive(Default)]
pub(crate) struct Reveals {
    shown: BTreeMap<Path, BTreeSet<u32>>,
    hidden: BTreeSet<Path>,
}

impl Reveals {
    /// Those of an obligation. A definition that is hidden anywhere counts as hidden from the start: what is known on
    /// a path is never taken back.
    pub(crate) fn of(obligation: &Obligation) -> Reveals {
        let mut reveals = Reveals { shown: BTreeMap::new(), hidden: obligation.hidden.iter().cloned().collect() };
        for step in obligation.blocks.iter().flat_map(|b| &b.steps) {
            match step {
                Step::Reveal(path, 0) => {
                    reveals.hidden.insert(path.clone());
                }
                Step::Reveal(path, fuel) => {
                    reveals.shown.entry(path.clone()).or_default().insert(*fuel);
                }
                Step::Assume(_) | Step::Goal(_) | Step::Use(_) => {}
            }
        }
        reveals
    }
}

/// Whether a definition is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfold {
    /// Not at all: the function is uninterpreted.
    Never,
    /// Everywhere.
    Always,
    /// Where a step of the obligation reveals it.
    Revealed,
}

impl<'a> Encoder<'a> {
    /// The definition of a function as it is seen from the obligation's module, hidden or not.
    pub(crate) fn definition(&self, key: &FnKey) -> Option<&'a Expr> {
        let function = self.types.program.functions.get(&key.0)?;
        let Body::Spec(body) = &function.body else {
            return None;
        };
        let seen = function.publish.is_seen_from(&self.obligation.module);
        let defined = seen && !self.obligation.undefined.contains(&key.0);
        defined.then_some(body)
    }

    /// Whether the definition of a function unfolds.
    pub(crate) fn unfold(&self, key: &FnKey) -> Unfold {
        if self.definition(key).is_none() {
            return Unfold::Never;
        }
        let opaque = self.types.program.functions.get(&key.0).is_none_or(|f| f.fuel == 0);
        if !opaque && !self.reveals.hidden.contains(&key.0) {
            Unfold::Always
        } else if self.reveals.shown.contains_key(&key.0) {
            Unfold::Revealed
        } else {
            Unfold::Never
        }
    }

    /// True for a function that a call may be replaced by the definition of, without regard to fuel or types.
    pub(crate) fn is_transparent(&self, key: &FnKey) -> bool {
        let function = self.types.program.functions.get(&key.0);
        let is_plain = function.is_some_and(|f| f.cycle == 0 && f.type_params.is_empty() && f.termination.is_none());
        is_plain && self.unfold(key) == Unfold::Always
    }

    /// Rule `reveal`: the constant that stands for a step which shows a definition; it is true where the step is
    /// behind.
    pub(crate) fn reveal(&mut self, path: &Path, fuel: u32) -> Term {
        let name = format!("reveal<{}/{fuel}>", crate::names::path(path));
        let sym = self.symbol(&format!("reveal {path} {fuel}"), &name);
        self.out.function(&sym, Vec::new(), &"Bool".into());
        term::constant(&sym, "Bool")
    }

    /// That some step which shows a definition is behind.
    pub(crate) fn revealed(&mut self, path: &Path) -> Term {
        let all: Vec<u32> = self.reveals.shown.get(path).into_iter().flatten().copied().collect();
        term::or(all.into_iter().map(|fuel| self.reveal(path, fuel)).collect::<Vec<_>>())
    }

    /// Rule `fuel`: how far a recursive definition unfolds is a number in unary whose end is unknown, so that two
    /// statements of it agree. `start` is how far it does without any step.
    pub(crate) fn fuel(&mut self, key: &FnKey, sym: &Sym, start: Option<u32>) -> Term {
        let shown: Vec<u32> = self.reveals.shown.get(&key.0).into_iter().flatten().copied().collect();
        if let (Some(start), true) = (start, shown.is_empty()) {
            let zero = self.fuel_zero();
            return self.fuel_above(start, zero);
        }
        let sort = self.fuel_sort();
        let name: Sym = derived(sym, "fuel");
        self.out.function(&name, Vec::new(), &sort);
        let fuel = term::constant(&name, &sort);
        let premises = shown.iter().map(|n| (*n, Some(*n))).chain(start.map(|n| (n, None)));
        for (steps, shown) in premises.collect::<Vec<_>>() {
            let end = derived(sym, &format!("fuel{steps}"));
            self.out.function(&end, Vec::new(), &sort);
            let high = self.fuel_above(steps, term::constant(&end, &sort));
            let premise = match shown {
                Some(steps) => self.reveal(&key.0, steps),
                None => term::boolean(true),
            };
            self.out.axiom(sym, term::implies(premise, term::eq(fuel.clone(), high)));
        }
        fuel
    }

    /// The sort of fuel.
    pub(crate) fn fuel_sort(&mut self) -> Sort {
        self.out.sort(&"Fuel".into());
        "Fuel".into()
    }

    /// No fuel.
    pub(crate) fn fuel_zero(&mut self) -> Term {
        let sort = self.fuel_sort();
        self.out.function(&"fuel.0".into(), Vec::new(), &sort);
        term::constant("fuel.0", &sort)
    }

    /// This much fuel more.
    pub(crate) fn fuel_above(&mut self, steps: u32, end: Term) -> Term {
        let sort = self.fuel_sort();
        self.out.function(&"fuel.s".into(), vec![sort.clone()], &sort);
        (0..steps).fold(end, |fuel, _| term::app("fuel.s", Role::Inner, vec![fuel], &sort))
    }
}

/// A symbol made from another one that only its owner uses.
pub(crate) fn derived(sym: &Sym, suffix: &str) -> Sym {
    match sym.strip_suffix('|') {
        Some(quoted) => format!("{quoted}%{suffix}|").into(),
        None => format!("{sym}%{suffix}").into(),
    }
}
