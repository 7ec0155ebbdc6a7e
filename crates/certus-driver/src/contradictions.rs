//! Whether `false` follows where it should not. Everything that the solver is given when a crate is verified is asked for it,
//! with the goals left out: the contexts of all goals, the contracts that are believed, what is broadcast as a whole around
//! the terms of each trigger, and each two groups of that together.
//!
//! Nothing is proved here: rustc is not asked, and the cache of verdicts is neither read nor written. That nothing is found
//! is no proof that there is nothing.

mod ask;
mod blame;
mod findings;

use std::collections::BTreeSet;

use certus_provers::settle;
use certus_session::{Options, Report, Sink};
use certus_vir::passes::axioms;
use certus_vir::{Function, Path, Program};

use crate::{Fault, Prepared, epr};

use ask::{Asked, Asker};
pub use findings::{Counts, Findings, Found, Question, Questions};

/// How many questions are made before they are asked.
const AT_ONCE: usize = 64;

/// Asks for contradictions. The crate is returned with what is found, as its places are in it.
///
/// # Errors
/// [`Fault::Setup`] if the crate cannot be loaded or the solver does not start; [`Fault::Rejected`] if the crate has errors,
/// or the options select no function of it, which is reported.
pub fn contradictions(
    options: &Options,
    questions: &Questions,
    sink: &mut dyn Sink,
) -> Result<(Prepared, Findings), Fault> {
    let mut report = Report::new(&mut *sink);
    let mut prepared = Prepared::new(options, &mut report)?;
    let selected = prepared.selected(options, &mut report)?;
    let pool = prepared.start(options)?;
    let subjects = Subjects::new(options, questions, &prepared.lowered.program, &selected);
    let mut asker = Asker { options, questions, pool, sink, findings: Findings::default() };
    for question in questions.wanted() {
        subjects.ask(question, &mut prepared.lowered.program, &mut asker);
    }
    Ok((prepared, asker.findings))
}

/// What there is to ask about.
struct Subjects<'a> {
    /// One of so many is asked about.
    every: usize,
    selected: &'a [Path],
    /// What the crate itself says.
    own: BTreeSet<Path>,
    broadcasts: Vec<Path>,
    /// Those among them that are believed.
    axioms: Vec<Path>,
    groups: Vec<(Path, Vec<Path>)>,
}

impl<'a> Subjects<'a> {
    fn new(options: &Options, questions: &Questions, program: &Program, selected: &'a [Path]) -> Subjects<'a> {
        let is_library = |module: &str| module == "vstd" || module.starts_with("vstd::");
        let is_own = |path: &&Path| {
            let module = program.functions.get(*path).map_or("", |function| &*function.module);
            options.program.is_vstd || !is_library(module)
        };
        Subjects {
            every: questions.every.max(1),
            selected,
            own: program.functions.keys().filter(is_own).cloned().collect(),
            broadcasts: axioms::broadcasts(program),
            axioms: axioms::axioms(program),
            groups: axioms::groups(program),
        }
    }

    fn ask(&self, question: Question, program: &mut Program, asker: &mut Asker<'_>) {
        match question {
            Question::Contexts => self.contexts(program, asker),
            Question::Contracts => {
                let ask = |program: &Program, path: &&Path| axioms::of_contract(program, path, &self.axioms);
                self.each(question, self.own.iter(), ask, program, asker);
            }
            Question::Triggers => {
                let own = self.broadcasts.iter().filter(|path| self.own.contains(*path));
                let ask = |program: &Program, path: &&Path| axioms::of_trigger(program, path, &self.axioms);
                self.each(question, own, ask, program, asker);
            }
            Question::Groups => {
                let pairs = self.pairs();
                for shared in [true, false] {
                    let ask =
                        |program: &Program, pair: &[&(Path, Vec<Path>); 2]| axioms::of_groups(program, *pair, shared);
                    self.each(question, pairs.iter().copied(), ask, program, asker);
                }
            }
        }
    }

    /// Each group with itself and with each that comes after it, if one of the two is the crate's own.
    fn pairs(&self) -> Vec<[&(Path, Vec<Path>); 2]> {
        let mut pairs = Vec::new();
        for (number, one) in self.groups.iter().enumerate() {
            let others = self.groups.iter().skip(number).map(|other| [one, other]);
            pairs.extend(others.filter(|pair| pair.iter().any(|(path, _)| self.own.contains(path))));
        }
        pairs
    }

    /// The contexts of all goals of the functions that are verified.
    fn contexts(&self, program: &Program, asker: &mut Asker<'_>) {
        let mut asked = Vec::new();
        let selected = self.selected.iter().step_by(self.every);
        for function in selected.filter_map(|path| program.functions.get(path)) {
            let steps = certus_vc::steps(function).unwrap_or(u64::MAX);
            let settled = settle(program, function, steps);
            let function = settled.function.as_ref().unwrap_or(function);
            for obligation in epr::obligations(program, function) {
                let places = obligation.contexts();
                asked.push(Asked::new(Question::Contexts, function.path.to_string(), obligation, places));
            }
            if asked.len() >= AT_ONCE {
                asker.ask(program, std::mem::take(&mut asked));
            }
        }
        asker.ask(program, asked);
    }

    /// A question about each of some subjects.
    fn each<T>(
        &self,
        question: Question,
        subjects: impl Iterator<Item = T>,
        make: impl Fn(&Program, &T) -> Option<Function>,
        program: &mut Program,
        asker: &mut Asker<'_>,
    ) {
        let mut subjects = subjects.step_by(self.every).peekable();
        while subjects.peek().is_some() {
            // The type parameters of a question are looked up in the program.
            let made: Vec<Function> = subjects.by_ref().filter_map(|one| make(program, &one)).take(AT_ONCE).collect();
            let paths: Vec<Path> = made.iter().map(|function| function.path.clone()).collect();
            program.functions.extend(made.into_iter().map(|function| (function.path.clone(), function)));
            let mut asked = Vec::new();
            for function in paths.iter().filter_map(|path| program.functions.get(path)) {
                for obligation in certus_vc::obligations(program, function) {
                    let places = obligation.goal_places();
                    asked.push(Asked::new(question, function.path.to_string(), obligation, places));
                }
            }
            asker.ask(program, asked);
            for path in &paths {
                program.functions.shift_remove(path);
            }
        }
    }
}
