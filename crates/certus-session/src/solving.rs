//! Obligations in, outcomes out: the pool of solvers behind the cache of verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use certus_cache::{Cache, Costs, Mode};
use certus_diagnostics::{CacheUse, Diagnostic, Level, Resource};
use certus_solve::setup::{Environment, Solver};
use certus_solve::{Counted, LocalPool, Outcome, Query, Verdict};

use crate::explanation_time::{self, ExplanationTime};
use crate::{Job, Observer, Options, Sink, query};

/// How much longer than its text in bytes a query is in the solver's resource units, where nothing better is known.
const UNITS_PER_BYTE: u64 = 2;

/// How many values of a type a small model has at most.
const SMALL: usize = 4;

/// What answers the obligations of a run.
pub struct Solving<'a> {
    options: &'a Options,
    pool: LocalPool,
    cache: Cache,
    costs: Costs,
    /// Questions that are no obligations, as the cache was used for them.
    probes: CacheUse,
    /// For questions that only explain.
    time: ExplanationTime,
    /// The solver's program.
    solver: PathBuf,
}

/// What is kept of a run before its solvers are up.
pub struct Memory {
    cache: Cache,
    costs: Costs,
    solver: PathBuf,
}

impl Memory {
    /// The cache that the user asked for, of verdicts of this solver.
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

    /// With the solvers.
    pub fn with(self, options: &Options, pool: LocalPool) -> Solving<'_> {
        let time = ExplanationTime::new(explanation_time::MOST);
        let Memory { cache, costs, solver } = self;
        Solving { options, pool, cache, costs, probes: CacheUse::default(), time, solver }
    }
}

impl Solving<'_> {
    /// The outcomes of obligations, in their order, with word about each function; `None` for one that a cache which
    /// must have it does not.
    pub fn solve(&mut self, jobs: &[Job], sink: &mut dyn Sink, observer: &mut dyn Observer) -> Vec<Option<Outcome>> {
        let names = names(jobs);
        let queries = jobs.iter().zip(&names).map(|(job, name)| {
            let query = query(self.options, job);
            let weight = self.costs.get(name).unwrap_or(query.weight.saturating_mul(UNITS_PER_BYTE));
            Query { weight, ..query }
        });
        let queries: Vec<Query> = queries.collect();
        let (total, mut done) = (queries.len(), 0);
        observer.begin(sink, jobs, &queries, self.options.processes());
        let outcomes = self.cache.solve(&self.pool, queries, &mut |index, outcome| {
            done += 1;
            observer.done(sink, jobs, index, outcome);
            let name = jobs.get(index).map_or("", |job| &*job.obligation.function);
            sink.progress(&format!("{done}/{total} {name}"));
        });
        for (name, outcome) in names.into_iter().zip(&outcomes) {
            if let Some(Outcome { verdict: Verdict::Proved | Verdict::Failed { .. }, rlimit_count, .. }) = outcome {
                self.costs.set(name, *rlimit_count);
            }
        }
        outcomes
    }

    /// Which of the jobs are proved. They are asked to explain others, so what they cost is not kept and their models are not
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

    /// The outcomes of jobs that are asked to explain others, with all goals that fail.
    pub fn ask_all(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| {
            let query = query(self.options, job);
            Query { details: Vec::new(), reads: Vec::new(), max_errors: query.goals.len(), ..query }
        });
        self.within_time(queries.collect())
    }

    /// The outcomes of jobs that are asked to explain others.
    pub fn ask(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| Query { max_errors: 1, ..query(self.options, job) });
        self.within_time(queries.collect())
    }

    /// The same, with as many goals that fail as the user wants.
    pub fn ask_as_usual(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| query(self.options, job));
        self.within_time(queries.collect())
    }

    /// Whether there is time for more explanations.
    pub fn has_time(&mut self) -> bool {
        self.time.lasts()
    }

    /// What a job costs by quantifier, if it can be counted while explanations last.
    pub fn count(&mut self, job: &Job) -> Option<Counted> {
        if self.options.cache == Mode::Enforce || !self.time.lasts() {
            return None;
        }
        certus_solve::count(&self.solver, &query(self.options, job), explanation_time::MOST).ok()
    }

    /// The outcomes of questions that explain; `None` for what there was no time for.
    fn within_time(&mut self, queries: Vec<Query>) -> Vec<Option<Outcome>> {
        let group = 2 * self.options.processes();
        let (cache, pool) = (&mut self.cache, &self.pool);
        self.time.ask(queries, group, |some| cache.solve(pool, some, &mut |_, _| {}))
    }

    /// The same outcomes, with a smaller model for each goal of EPR mode that fails, where there is one.
    pub fn with_small_models(&mut self, jobs: &[Job], mut all: Vec<Option<Outcome>>) -> Vec<Option<Outcome>> {
        let (mut queries, mut places) = (Vec::new(), Vec::new());
        for (place, (job, outcome)) in jobs.iter().zip(&all).enumerate() {
            let Some(reader) = job.encoded.model.as_ref().filter(|_| has_model(outcome.as_ref())) else { continue };
            for size in 1..=SMALL {
                queries.push(Query { context: reader.bounded(size), ..query(self.options, job) });
                places.push(place);
            }
        }
        let smaller = self.cache.solve(&self.pool, queries, &mut |_, _| {});
        // The smallest comes first.
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

    /// The outcomes of questions on the side, each put in another form. They do not count among the queries of the run.
    pub fn probe<'j>(
        &mut self,
        jobs: impl Iterator<Item = &'j Job>,
        form: impl Fn(Query) -> Query,
    ) -> Vec<Option<Outcome>> {
        let queries: Vec<Query> = jobs.map(|job| form(query(self.options, job))).collect();
        let before = (self.cache.used().hits, self.cache.used().misses);
        let outcomes = self.cache.solve(&self.pool, queries, &mut |_, _| {});
        self.probes.hits += self.cache.used().hits - before.0;
        self.probes.misses += self.cache.used().misses - before.1;
        outcomes
    }

    /// Keeps what the next run can use, and says how the cache was used.
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

/// Whether an outcome is that some goal fails in a model.
fn has_model(outcome: Option<&Outcome>) -> bool {
    let verdict = outcome.map(|outcome| &outcome.verdict);
    matches!(verdict, Some(Verdict::Failed { goals, .. }) if goals.iter().any(|goal| goal.model.is_some()))
}

/// A name for each obligation: its function's, and which of its obligations it is.
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
