//! Looks for contradictions: places where the facts that the solver gets imply `false`.
//!
//! The queries cover the contexts of all goals, the trusted contracts, all broadcast facts together with the terms of
//! each trigger, and each pair of groups of broadcast facts. The goals themselves are left out.
//!
//! This module proves nothing: it does not run rustc, and neither reads nor writes the cache of verdicts. If it finds
//! nothing, there may still be a contradiction.

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

/// How many queries are made before they are sent to the solver. This bounds the memory.
const AT_ONCE: usize = 64;

/// Looks for contradictions. The result has the crate, because the places of the findings are in it.
///
/// # Errors
///
/// [`Fault::Setup`] if the crate cannot be loaded or the solver does not start; [`Fault::Rejected`] if the crate has
/// errors, or the options select no function of it, which is reported.
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

/// The items that the queries are about.
struct Subjects<'a> {
    /// Only every n-th query is made.
    every: usize,
    selected: &'a [Path],
    /// The crate's own items.
    own: BTreeSet<Path>,
    broadcasts: Vec<Path>,
    /// The trusted items among them.
    axioms: Vec<Path>,
    groups: Vec<(Path, Vec<Path>)>,
}

impl<'a> Subjects<'a> {
    fn new(options: &Options, questions: &Questions, program: &Program, selected: &'a [Path]) -> Subjects<'a> {
        let is_own = |path: &&Path| {
            let module = program.functions.get(*path).map_or("", |function| &*function.module);
            options.program.is_vstd || !certus_vir::is_library(module)
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

    /// Each group with itself and with each later group, if at least one of the two is the crate's own.
    fn pairs(&self) -> Vec<[&(Path, Vec<Path>); 2]> {
        let mut pairs = Vec::new();
        for (number, one) in self.groups.iter().enumerate() {
            let others = self.groups.iter().skip(number).map(|other| [one, other]);
            pairs.extend(others.filter(|pair| pair.iter().any(|(path, _)| self.own.contains(path))));
        }
        pairs
    }

    /// Queries for the contexts of all goals of the verified functions.
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

    /// Makes and runs a query for each of some subjects, [`AT_ONCE`] at a time.
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
            // The encoder looks up the type parameters of a query's function in the program.
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
