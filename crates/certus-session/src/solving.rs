//! Solves obligations, with the pool of solvers behind the cache of verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use certus_cache::{Cache, Costs, Mode};
use certus_diagnostics::{CacheUse, Diagnostic, Level, Resource};
use certus_solve::setup::{Environment, Solver};
use certus_solve::{Counted, Killer, LocalPool, Outcome, Query, Unwatched, Verdict, count_with};

use crate::explanation_time::{self, ExplanationTime};
use crate::progress::Progress;
use crate::{Cancellation, Job, Observer, Options, Sink, query};

/// The estimated cost of a query without a known cost, in the solver's resource units for each byte of its text.
const UNITS_PER_BYTE: u64 = 2;

/// The maximal number of values of a type in a small model.
const SMALL: usize = 4;

/// Solves the obligations of a run. If the run is cancelled, its solvers end, and no query has an outcome any more.
pub struct Solving<'a> {
    options: &'a Options,
    cancellation: Cancellation,
    pool: LocalPool,
    cache: Cache,
    costs: Costs,
    /// How the cache was used for queries that are not obligations.
    probes: CacheUse,
    /// The time for queries that only explain.
    time: ExplanationTime,
    /// The path of the solver.
    solver: PathBuf,
}

/// The stored results for a run, before its solvers start.
pub struct Memory {
    cache: Cache,
    costs: Costs,
    solver: PathBuf,
}

impl Memory {
    /// The cache that the user wants, for verdicts of this solver.
    pub fn new(options: &Options, solver: &Solver) -> Memory {
        let directory = Environment::from_process().cache_dir;
        let mode = options.cache;
        let costs = match &directory {
            Some(directory) if mode != Mode::Off => Costs::read(directory, &options.program.file),
            _ => Costs::default(),
        };
        let cache = Cache::new(directory.as_deref(), mode, solver.identity.clone());
        Memory { cache, costs, solver: solver.path.clone() }
    }

    /// Adds the solvers.
    pub fn with(self, options: &Options, pool: LocalPool, cancellation: Cancellation) -> Solving<'_> {
        let closer = pool.closer();
        cancellation.on_cancel(move || closer.close());
        let most = options.time_limit.map_or(explanation_time::MOST, |limit| limit.min(explanation_time::MOST));
        let time = ExplanationTime::new(most);
        let Memory { cache, costs, solver } = self;
        Solving { options, cancellation, pool, cache, costs, probes: CacheUse::default(), time, solver }
    }
}

impl Solving<'_> {
    /// The outcomes of obligations, in their order. It reports the progress of each function. An outcome is `None` for
    /// a missing entry under `--cache=enforce`.
    pub fn solve(&mut self, jobs: &[Job], sink: &mut dyn Sink, observer: &mut dyn Observer) -> Vec<Option<Outcome>> {
        let names = names(jobs);
        let queries = jobs.iter().zip(&names).map(|(job, name)| {
            let query = query(self.options, job);
            let weight = self.costs.get(name).unwrap_or(query.weight.saturating_mul(UNITS_PER_BYTE));
            Query { weight, ..query }
        });
        let queries: Vec<Query> = queries.collect();
        let processes = self.options.processes();
        let mut progress = Progress::new(jobs, &queries, processes, (sink, observer));
        let outcomes = self.cache.solve(&self.pool, queries, &mut progress);
        for (name, outcome) in names.into_iter().zip(&outcomes) {
            if let Some(Outcome { verdict: Verdict::Proved | Verdict::Failed { .. }, rlimit_count, .. }) = outcome {
                self.costs.set(name, *rlimit_count);
            }
        }
        outcomes
    }

    /// Which of the jobs are proved. The jobs explain others, so their costs are not stored and their models are not
    /// read.
    pub fn proves(&mut self, jobs: &[Job]) -> Vec<bool> {
        let queries = jobs.iter().map(|job| {
            let query = query(self.options, job);
            Query { details: Vec::new(), reads: Vec::new(), max_errors: 1, ..query }
        });
        let outcomes = self.within_time(queries.collect());
        let is_proved = |outcome: &Outcome| outcome.verdict.is_proved();
        outcomes.iter().map(|outcome| outcome.as_ref().is_some_and(is_proved)).collect()
    }

    /// The outcomes of jobs that explain others, with all failing goals.
    pub fn ask_all(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| {
            let query = query(self.options, job);
            Query { details: Vec::new(), reads: Vec::new(), max_errors: query.goals.len(), ..query }
        });
        self.within_time(queries.collect())
    }

    /// The outcomes of jobs that explain others, with at most so many failing goals of each.
    pub fn ask_some(&mut self, jobs: &[Job], max_errors: usize) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| Query { details: Vec::new(), max_errors, ..query(self.options, job) });
        self.within_time(queries.collect())
    }

    /// The outcomes of jobs that explain others.
    pub fn ask(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| Query { max_errors: 1, ..query(self.options, job) });
        self.within_time(queries.collect())
    }

    /// The same, with as many failing goals as the user wants.
    pub fn ask_as_usual(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| query(self.options, job));
        self.within_time(queries.collect())
    }

    /// How many queries are solved before the time is looked at again.
    pub fn group(&self) -> usize {
        2 * self.options.processes()
    }

    /// Whether there is time for more explanations.
    pub fn has_time(&mut self) -> bool {
        !self.cancellation.is_cancelled() && self.time.lasts()
    }

    /// The cost of a job by quantifier, if there is time to count.
    pub fn count(&mut self, job: &Job) -> Option<Counted> {
        if self.options.cache == Mode::Enforce || !self.has_time() {
            return None;
        }
        let on_start = |process: Killer| self.cancellation.on_cancel(move || process.kill());
        count_with(&self.solver, &query(self.options, job), explanation_time::MOST, &on_start).ok()
    }

    /// The outcomes of queries that explain; `None` for a query for which there was no time.
    fn within_time(&mut self, queries: Vec<Query>) -> Vec<Option<Outcome>> {
        let group = self.group();
        let most = self.time.most();
        let queries = queries.into_iter().map(|query| Query { wall_limit: Some(most), ..query }).collect();
        let (cache, pool, cancellation) = (&mut self.cache, &self.pool, &self.cancellation);
        self.time.ask(queries, group, |some| match cancellation.is_cancelled() {
            true => vec![None; some.len()],
            false => cache.solve(pool, some, &mut Unwatched),
        })
    }

    /// The same outcomes, but with a smaller model for each failing goal of EPR mode, if there is one.
    pub fn with_small_models(&mut self, jobs: &[Job], mut all: Vec<Option<Outcome>>) -> Vec<Option<Outcome>> {
        let (mut queries, mut places) = (Vec::new(), Vec::new());
        for (place, (job, outcome)) in jobs.iter().zip(&all).enumerate() {
            let Some(reader) = job.encoded.model.as_ref().filter(|_| has_model(outcome.as_ref())) else { continue };
            for size in 1..=SMALL {
                queries.push(Query { context: reader.bounded(size).into(), ..query(self.options, job) });
                places.push(place);
            }
        }
        let smaller = self.cache.solve(&self.pool, queries, &mut Unwatched);
        // The smallest model comes first.
        let mut done = BTreeSet::new();
        for (place, small) in places.into_iter().zip(smaller) {
            if has_model(small.as_ref())
                && done.insert(place)
                && let (Some(Some(outcome)), Some(small)) = (all.get_mut(place), small)
            {
                outcome.verdict = small.verdict;
            }
        }
        all
    }

    /// The outcomes of additional queries, each in a modified form. They do not count as queries of the run.
    pub fn probe<'j>(
        &mut self,
        jobs: impl Iterator<Item = &'j Job>,
        form: impl Fn(Query) -> Query,
    ) -> Vec<Option<Outcome>> {
        let queries: Vec<Query> = jobs.map(|job| form(query(self.options, job))).collect();
        let before = (self.cache.used().hits, self.cache.used().misses);
        let outcomes = self.cache.solve(&self.pool, queries, &mut Unwatched);
        self.probes.hits += self.cache.used().hits - before.0;
        self.probes.misses += self.cache.used().misses - before.1;
        outcomes
    }

    /// Stores results for the next run, and returns how the cache was used.
    pub fn finish(&self) -> (CacheUse, Option<Diagnostic>) {
        let used = self.cache.used();
        let costs = if self.options.cache == Mode::On { self.costs.write() } else { Ok(()) };
        let unwritten = used.unwritten.clone().or_else(|| costs.err().map(|error| error.to_string()));
        let trouble = match (used.damaged, unwritten) {
            (0, None) => None,
            (0, Some(error)) => Some(format!("the cache of verdicts cannot be written: {error}")),
            (1, _) => Some("a verdict in the cache was damaged; the solver was asked again".to_owned()),
            (n, _) => Some(format!("{n} verdicts in the cache were damaged; the solver was asked again")),
        };
        let warning = |text| {
            let help = "nothing is wrong with the proof; `certus cache stats` says where the cache is";
            let warning = Diagnostic::error_without_span(Resource::Cache, text).with_help(help);
            Diagnostic { level: Level::Warning, ..warning }
        };
        let (hits, misses) = (used.hits - self.probes.hits, used.misses - self.probes.misses);
        (CacheUse { hits, misses, settled: 0 }, trouble.map(warning))
    }
}

/// Whether the outcome is a failing goal with a model.
fn has_model(outcome: Option<&Outcome>) -> bool {
    let verdict = outcome.map(|outcome| &outcome.verdict);
    matches!(verdict, Some(Verdict::Failed { goals, .. }) if goals.iter().any(|goal| goal.model.is_some()))
}

/// A name for each obligation: the name of its function, and its number in the function.
fn names(jobs: &[Job]) -> Vec<String> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let name = |job: &'_ Job| job.obligation.function.to_string();
    let mut number = |job| {
        let count = seen.entry(job).or_insert(0);
        *count += 1;
        *count
    };
    jobs.iter().map(|job| format!("{}#{}", name(job), number(&*job.obligation.function))).collect()
}
