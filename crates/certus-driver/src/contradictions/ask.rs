//! Turns places in obligations into queries, and reads the answers.

use std::collections::{BTreeMap, BTreeSet};

use certus_session::{Job, Options, Sink, query};
use certus_smt::Encoded;
use certus_solve::{Executor as _, LocalPool, Outcome, Query, Verdict};
use certus_vc::{Obligation, Place};
use certus_vir::Program;

use super::findings::{Findings, Found, Question, Questions};

/// An obligation, with the places at which to look for a contradiction.
pub(super) struct Asked {
    pub(super) question: Question,
    pub(super) name: String,
    /// The obligation, as it is in a proof.
    pub(super) obligation: Obligation,
    pub(super) places: Vec<Place>,
}

impl Asked {
    pub(super) fn new(question: Question, name: String, obligation: Obligation, places: Vec<Place>) -> Asked {
        Asked { question, name, obligation, places }
    }
}

/// The answers of a query for its places, by their indices.
#[derive(Default)]
struct Answers {
    refuted: BTreeSet<usize>,
    /// The places for which the budget ran out before there was an answer.
    unanswered: BTreeSet<usize>,
}

/// Runs the queries and collects the findings.
pub(super) struct Asker<'a> {
    pub(super) options: &'a Options,
    pub(super) questions: &'a Questions,
    pub(super) pool: LocalPool,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) findings: Findings,
}

impl Asker<'_> {
    /// Runs the queries for all places with all seeds, and finds the cause of each contradiction.
    pub(super) fn ask(&mut self, program: &Program, asked: Vec<Asked>) {
        let mut jobs = Vec::new();
        for one in asked.into_iter().filter(|one| !one.places.is_empty()) {
            let job = self.job(program, &one.obligation, &one.places);
            let counts = self.findings.counts.entry(one.question.name()).or_default();
            match job {
                Some(job) => {
                    counts.places += one.places.len();
                    jobs.push((one, job));
                }
                None => counts.left_out.push(one.name),
            }
        }
        let mut refuted: BTreeMap<usize, BTreeMap<Place, BTreeSet<u32>>> = BTreeMap::new();
        for seed in 0..self.questions.seeds {
            let answers = self.answers(&jobs, seed);
            for (number, (answers, (one, _))) in answers.into_iter().zip(&jobs).enumerate() {
                let counts = self.findings.counts.entry(one.question.name()).or_default();
                counts.asked += one.places.len();
                counts.unanswered += answers.unanswered.len();
                for place in answers.refuted.iter().filter_map(|index| one.places.get(*index)) {
                    refuted.entry(number).or_default().entry(*place).or_default().insert(seed);
                }
            }
        }
        for (number, places) in refuted {
            if let Some((one, _)) = jobs.get(number) {
                let found = self.blame(program, one, &places);
                self.findings.found.extend(found);
            }
        }
    }

    /// Whether there is a contradiction at all of these places of an obligation.
    pub(super) fn is_refuted(
        &mut self,
        program: &Program,
        one: &Asked,
        places: &[Place],
        seed: u32,
    ) -> BTreeSet<Place> {
        let Some(job) = self.job(program, &one.obligation, places) else { return BTreeSet::new() };
        let asked = Asked::new(one.question, one.name.clone(), one.obligation.clone(), places.to_vec());
        let answers = self.answers(&[(asked, job)], seed);
        let refuted = answers.iter().flat_map(|answers| &answers.refuted);
        refuted.filter_map(|index| places.get(*index).copied()).collect()
    }

    /// The answers under one seed. If the budget of a query with several places runs out, each place gets a query of
    /// its own.
    fn answers(&mut self, jobs: &[(Asked, Job)], seed: u32) -> Vec<Answers> {
        let queries = jobs.iter().map(|(_, job)| {
            let query = query(self.options, job);
            let (max_errors, weight) = (query.goals.len(), query.context.len() as u64);
            Query {
                is_probe: true,
                max_errors,
                details: Vec::new(),
                reads: Vec::new(),
                model: false,
                seed,
                weight,
                ..query
            }
        });
        let queries: Vec<Query> = queries.collect();
        let mut all: Vec<Answers> = Vec::new();
        let mut again: Vec<(usize, usize)> = Vec::new();
        let mut parts: Vec<Query> = Vec::new();
        let names = |index: usize| jobs.get(index).map_or(String::new(), |(one, _)| one.name.clone());
        for (number, outcome) in self.solve(queries.clone(), &names).into_iter().enumerate() {
            let (Some(query), Some((_, job))) = (queries.get(number), jobs.get(number)) else { continue };
            let (failed, ran_out) = self.read(&outcome, query, &names(number));
            if ran_out && query.goals.len() > 1 {
                let open = query.split().into_iter().enumerate();
                let open = open.filter(|(goal, _)| failed.contains(goal));
                for (goal, part) in open {
                    again.push((number, goal));
                    parts.push(part);
                }
                let proved = (0..query.goals.len()).filter(|goal| !failed.contains(goal));
                all.push(Answers { refuted: refuted(&job.encoded, &proved.collect()), ..Answers::default() });
                continue;
            }
            let proved = (0..query.goals.len()).filter(|goal| !failed.contains(goal)).collect();
            let unanswered = if ran_out { indices(&job.encoded, &failed) } else { BTreeSet::new() };
            all.push(Answers { refuted: refuted(&job.encoded, &proved), unanswered });
        }
        let names = |index: usize| again.get(index).map_or(String::new(), |(number, _)| names(*number));
        let outcomes = self.solve(parts.clone(), &names);
        let mut proved: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for ((number, goal), (query, outcome)) in again.iter().zip(parts.iter().zip(&outcomes)) {
            let (failed, ran_out) = self.read(outcome, query, "");
            let (Some(answers), Some((_, job))) = (all.get_mut(*number), jobs.get(*number)) else { continue };
            if failed.is_empty() {
                proved.entry(*number).or_default().insert(*goal);
            } else if ran_out {
                answers.unanswered.extend(indices(&job.encoded, &BTreeSet::from([*goal])));
            }
        }
        for (number, proved) in proved {
            if let (Some(answers), Some((_, job))) = (all.get_mut(number), jobs.get(number)) {
                answers.refuted.extend(refuted(&job.encoded, &proved));
            }
        }
        all
    }

    fn solve(&mut self, queries: Vec<Query>, name: &dyn Fn(usize) -> String) -> Vec<Outcome> {
        let (total, mut done) = (queries.len(), 0);
        let (pool, sink) = (&self.pool, &mut *self.sink);
        pool.solve(queries, &mut |index: usize, _: &Outcome| {
            done += 1;
            sink.progress(&format!("{done}/{total} {}", name(index)));
        })
    }

    /// The goals of a query that are not proved, and whether its budget ran out.
    fn read(&mut self, outcome: &Outcome, query: &Query, name: &str) -> (BTreeSet<usize>, bool) {
        self.findings.units += outcome.rlimit_count;
        self.findings.queries += 1;
        let all = || (0..query.goals.len()).collect();
        match &outcome.verdict {
            Verdict::Proved => (BTreeSet::new(), false),
            Verdict::Failed { goals, incomplete_after: false } => {
                let ran_out = query.rlimit > 0 && outcome.rlimit_count >= query.rlimit;
                (goals.iter().map(|goal| goal.index).collect(), ran_out)
            }
            Verdict::Failed { .. } | Verdict::ResourceExhausted { .. } => (all(), true),
            Verdict::SolverError(text) => {
                self.findings.faults.push(format!("{name}: {text}"));
                (all(), true)
            }
        }
    }
}

impl Asker<'_> {
    /// The encoded query for these places of an obligation; `None` if it cannot be encoded.
    fn job(&self, program: &Program, obligation: &Obligation, places: &[Place]) -> Option<Job> {
        let mut obligation = obligation.asked_at(places);
        let budget = self.options.limit(obligation.rlimit);
        obligation.rlimit = budget.map(|units| units.saturating_mul(self.questions.times));
        let encoded = certus_smt::encode(program, &obligation).ok()?;
        (!encoded.goals.is_empty()).then_some(Job { obligation, encoded })
    }
}

/// The places of these goals of a query.
fn indices(encoded: &Encoded, goals: &BTreeSet<usize>) -> BTreeSet<usize> {
    goals.iter().filter_map(|goal| encoded.goals.get(*goal)).map(|names| names.index).collect()
}

/// The places of which every goal is proved. A place has two goals if the width of `usize` is open.
fn refuted(encoded: &Encoded, proved: &BTreeSet<usize>) -> BTreeSet<usize> {
    let rest = (0..encoded.goals.len()).filter(|goal| !proved.contains(goal)).collect();
    let open = indices(encoded, &rest);
    indices(encoded, proved).into_iter().filter(|index| !open.contains(index)).collect()
}

/// The finding for an item that is no function of the crate: the first place with a contradiction.
pub(super) fn plain(one: &Asked, refuted: &BTreeMap<Place, BTreeSet<u32>>) -> Option<Found> {
    let (place, seeds) = refuted.first_key_value()?;
    let is_first = one.places.first() == Some(place);
    let cause = match (one.question, is_first) {
        (Question::Contexts, _) => "what is known",
        (Question::Contracts, true) => "what it requires",
        (Question::Contracts, false) => "what it ensures",
        (Question::Triggers, true) => "what is known of its trigger's terms",
        (Question::Triggers, false) => "what it requires, with that",
        (Question::Groups, _) => "what is known of their triggers' terms",
    };
    Some(Found {
        question: one.question,
        name: one.name.clone(),
        part: String::new(),
        is_unreachable: false,
        cause: cause.to_owned(),
        span: one.obligation.goals.first().map(|goal| goal.span),
        seeds: seeds.clone(),
    })
}
