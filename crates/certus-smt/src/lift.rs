//! Terms under binders, made independent of the place that they stand at.

use std::collections::HashMap;

use crate::term::{self, Bound, Kind, Quant, Role, Sym, Term};

/// A term under binders, with the parts that do not depend on them taken out.
///
/// Holding one lets you conclude: the text of `terms` names nothing of the place that they come from, so two places
/// that mean the same have the same text.
pub(crate) struct Lifted {
    /// The parts taken out.
    pub captures: Vec<Term>,
    /// The variables that stand for them in `terms`.
    pub params: Vec<Bound>,
    /// The binders under their new names.
    pub binders: Vec<Bound>,
    /// The terms.
    pub terms: Vec<Term>,
}

impl Lifted {
    /// The text that tells apart what is lifted.
    pub(crate) fn key(&self) -> String {
        let sorts = |all: &[Bound]| all.iter().map(|(_, sort)| &**sort).collect::<Vec<_>>().join(" ");
        let terms: Vec<String> = self.terms.iter().map(term::text).collect();
        format!("{} | {} | {}", sorts(&self.params), sorts(&self.binders), terms.join(" | "))
    }

    /// The variables that stand for the captures.
    pub(crate) fn param_terms(&self) -> Vec<Term> {
        self.params.iter().map(|(name, sort)| term::var(name, sort)).collect()
    }
}

/// Takes the largest parts that do not depend on the binders out of terms. Literals stay, and so do quantified
/// formulas, whose parts are looked at instead.
pub(crate) fn lift(binders: &[Bound], terms: &[Term]) -> Lifted {
    let mut lifter = Lifter { renamed: HashMap::new(), by_text: HashMap::new(), captures: Vec::new(), bound: 0 };
    let mut new = Vec::new();
    for (index, (name, sort)) in binders.iter().enumerate() {
        let fresh: Sym = format!("b{index}").into();
        lifter.renamed.insert(name.clone(), fresh.clone());
        new.push((fresh, sort.clone()));
    }
    let terms = terms.iter().map(|t| lifter.replace(&term::expand_lets(t))).collect();
    let params = lifter.captures.iter().enumerate().map(|(n, t)| (format!("c{n}").into(), t.sort.clone())).collect();
    Lifted { captures: lifter.captures, params, binders: new, terms }
}

struct Lifter {
    renamed: HashMap<Sym, Sym>,
    by_text: HashMap<String, usize>,
    captures: Vec<Term>,
    bound: u32,
}

impl Lifter {
    fn replace(&mut self, t: &Term) -> Term {
        match &t.kind {
            Kind::Lit(_) => t.clone(),
            Kind::App(_, Role::Interpreted | Role::Given | Role::Tuple | Role::Constructor, args)
                if args.is_empty() =>
            {
                t.clone()
            }
            Kind::Var(name) if self.renamed.contains_key(name) => {
                self.renamed.get(name).map_or_else(|| t.clone(), |new| term::var(new, &t.sort))
            }
            Kind::Quant(q) => {
                let outer = self.renamed.clone();
                let mut binders = Vec::new();
                for (name, sort) in &q.binders {
                    let fresh: Sym = format!("q{}", self.bound).into();
                    self.bound += 1;
                    self.renamed.insert(name.clone(), fresh.clone());
                    binders.push((fresh, sort.clone()));
                }
                let body = self.replace(&q.body);
                let patterns = q.patterns.iter().map(|p| p.iter().map(|t| self.replace(t)).collect()).collect();
                self.renamed = outer;
                term::quant(Quant { forall: q.forall, binders, patterns, body, qid: q.qid.clone() })
            }
            _ if !t.has_quant && !t.free.iter().any(|v| self.renamed.contains_key(v)) => self.capture(t),
            _ => term::map(t, &mut |part| self.replace(part)),
        }
    }

    fn capture(&mut self, t: &Term) -> Term {
        let next = self.captures.len();
        let index = *self.by_text.entry(term::text(t)).or_insert(next);
        if index == next {
            self.captures.push(t.clone());
        }
        term::var(&format!("c{index}").into(), &t.sort)
    }
}
