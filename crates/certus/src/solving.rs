//! Obligations in, outcomes out: the pool of solvers behind the cache of verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use certus_cache::{Cache, Costs, Mode};
use certus_diagnostics::{CacheUse, Class, Diagnostic, Level};
use certus_smt::Encoded;
use certus_solve::setup::{Environment, Solver};
use certus_solve::{Counted, LocalPool, Outcome, Profile, Query, Verdict};
use certus_vc::Obligation;
use certus_vir::Prover;

use crate::cli::{CacheMode, Verify};
use crate::events::Events;
use crate::patience::{self, Patience};
use crate::report::Reporter;

/// How much longer than its text in bytes a query is in the solver's resource units, where nothing better is known.
const UNITS_PER_BYTE: u64 = 2;

/// How many values of a type a small model has at most.
const SMALL: usize = 4;

/// One obligation on its way through the solver.
pub(crate) struct Job {
    pub(crate) obligation: Obligation,
    pub(crate) encoded: Encoded,
}

/// What answers the obligations of a run.
pub(crate) struct Solving<'a> {
    options: &'a Verify,
    pool: LocalPool,
    cache: Cache,
    costs: Costs,
    /// Questions that are no obligations, as the cache was used for them.
    probes: CacheUse,
    /// For questions that only explain.
    patience: Patience,
    /// The solver's program.
    solver: PathBuf,
}

/// What is kept of a run before its solvers are up.
pub(crate) struct Memory {
    cache: Cache,
    costs: Costs,
    solver: PathBuf,
}

impl Memory {
    /// The cache that the user asked for, of verdicts of this solver.
    pub(crate) fn new(options: &Verify, solver: &Solver) -> Memory {
        let directory = Environment::from_process().cache_dir;
        let mode = mode(options);
        let costs = match &directory {
            Some(directory) if mode != Mode::Off => Costs::read(directory, &options.program.file),
            _ => Costs::default(),
        };
        let cache = Cache::new(directory.as_deref(), mode, solver.identity.clone());
        Memory { cache, costs, solver: solver.path.clone() }
    }

    /// With the solvers.
    pub(crate) fn with(self, options: &Verify, pool: LocalPool) -> Solving<'_> {
        let patience = Patience::new(patience::MOST);
        let Memory { cache, costs, solver } = self;
        Solving { options, pool, cache, costs, probes: CacheUse::default(), patience, solver }
    }
}

fn mode(options: &Verify) -> Mode {
    match options.cache {
        _ if options.no_cache => Mode::Off,
        CacheMode::Off => Mode::Off,
        CacheMode::On => Mode::On,
        CacheMode::ReadOnly => Mode::ReadOnly,
        CacheMode::Enforce => Mode::Enforce,
    }
}

impl Solving<'_> {
    /// The outcomes of obligations, in their order, with word about each function; `None` for one that a cache which
    /// must have it does not.
    pub(crate) fn solve(
        &mut self,
        jobs: &[Job],
        reporter: &mut Reporter,
        events: &mut Events<'_>,
    ) -> Vec<Option<Outcome>> {
        let names = names(jobs);
        let queries = jobs.iter().zip(&names).map(|(job, name)| {
            let query = query(self.options, job);
            let weight = self.costs.get(name).unwrap_or(query.weight.saturating_mul(UNITS_PER_BYTE));
            Query { weight, ..query }
        });
        let queries: Vec<Query> = queries.collect();
        let (total, mut done) = (queries.len(), 0);
        events.begin(jobs, &queries, processes(self.options));
        let outcomes = self.cache.solve(&self.pool, queries, &mut |index, outcome| {
            done += 1;
            events.done(jobs, index, outcome);
            let name = jobs.get(index).map_or("", |job| &*job.obligation.function);
            reporter.progress(&format!("{done}/{total} {name}"));
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
    pub(crate) fn proves(&mut self, jobs: &[Job]) -> Vec<bool> {
        let queries = jobs.iter().map(|job| {
            let query = query(self.options, job);
            Query { details: Vec::new(), reads: Vec::new(), max_errors: 1, ..query }
        });
        let outcomes = self.patiently(queries.collect());
        let is_proved = |outcome: &Outcome| outcome.verdict.is_proved();
        outcomes.iter().map(|outcome| outcome.as_ref().is_some_and(is_proved)).collect()
    }

    /// The outcomes of jobs that are asked to explain others, with all goals that fail.
    pub(crate) fn ask_all(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| {
            let query = query(self.options, job);
            Query { details: Vec::new(), reads: Vec::new(), max_errors: query.goals.len(), ..query }
        });
        self.patiently(queries.collect())
    }

    /// The outcomes of jobs that are asked to explain others.
    pub(crate) fn ask(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| Query { max_errors: 1, ..query(self.options, job) });
        self.patiently(queries.collect())
    }

    /// The same, with as many goals that fail as the user wants.
    pub(crate) fn ask_as_usual(&mut self, jobs: &[Job]) -> Vec<Option<Outcome>> {
        let queries = jobs.iter().map(|job| query(self.options, job));
        self.patiently(queries.collect())
    }

    /// Whether there is time for more explanations.
    pub(crate) fn has_patience(&mut self) -> bool {
        self.patience.lasts()
    }

    /// What a job costs by quantifier, if it can be counted while explanations last.
    pub(crate) fn count(&mut self, job: &Job) -> Option<Counted> {
        if mode(self.options) == Mode::Enforce || !self.patience.lasts() {
            return None;
        }
        certus_solve::count(&self.solver, &query(self.options, job), patience::MOST).ok()
    }

    /// The outcomes of questions that explain; `None` for what there was no time for.
    fn patiently(&mut self, queries: Vec<Query>) -> Vec<Option<Outcome>> {
        let group = 2 * processes(self.options);
        let (cache, pool) = (&mut self.cache, &self.pool);
        self.patience.ask(queries, group, |some| cache.solve(pool, some, &mut |_, _| {}))
    }

    /// The same outcomes, with a smaller model for each goal of EPR mode that fails, where there is one.
    pub(crate) fn with_small_models(&mut self, jobs: &[Job], mut all: Vec<Option<Outcome>>) -> Vec<Option<Outcome>> {
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
    pub(crate) fn probe<'j>(
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
    pub(crate) fn finish(&self) -> (CacheUse, Option<Diagnostic>) {
        let used = self.cache.used();
        let costs = if mode(self.options) == Mode::On { self.costs.write() } else { Ok(()) };
        let unwritten = used.unwritten.clone().or_else(|| costs.err().map(|error| error.to_string()));
        let trouble = match (used.damaged, unwritten) {
            (0, None) => None,
            (0, Some(error)) => Some(format!("the cache of verdicts cannot be written: {error}")),
            (1, _) => Some("a verdict in the cache was damaged; the solver was asked again".to_owned()),
            (n, _) => Some(format!("{n} verdicts in the cache were damaged; the solver was asked again")),
        };
        let warning = |text| {
            let help = "nothing is wrong with the proof; `certus cache stats` says where the cache is";
            let warning = Diagnostic::error_without_span(Class::Resource, "cache", text).with_help(help);
            Diagnostic { level: Level::Warning, ..warning }
        };
        let (hits, misses) = (used.hits - self.probes.hits, used.misses - self.probes.misses);
        (CacheUse { hits, misses, settled: 0 }, trouble.map(warning))
    }
}

/// How many solver processes a run has.
pub(crate) fn processes(options: &Verify) -> usize {
    options.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
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

/// The question that an obligation is to a solver.
pub(crate) fn query(options: &Verify, job: &Job) -> Query {
    let goals: Vec<String> = job.encoded.goals.iter().map(|g| g.name.clone()).collect();
    let details = job.encoded.goals.iter().map(|g| g.conjuncts.iter().map(|(term, _)| term.clone()).collect());
    let details = details.collect();
    // The solver's limit is a 32-bit number; 0 means none.
    let rlimit = job.obligation.rlimit.unwrap_or(0);
    let mut query = Query::new(job.encoded.context.clone(), goals, rlimit);
    query.details = details;
    query.reads.clone_from(&job.encoded.readings.terms);
    query.model = job.encoded.model.is_some();
    query.max_errors = options.multiple_errors.saturating_add(1);
    query.profile = match job.obligation.prover {
        Prover::Nonlinear => Profile::Nonlinear,
        // The profile of bit vectors is for queries without quantifiers.
        Prover::BitVector if !job.encoded.epr => Profile::BitVector,
        Prover::BitVector | Prover::Epr => Profile::Epr,
        _ => Profile::Default,
    };
    query
}

/// Writes the program in VIR and the queries for a look by hand.
pub(crate) fn write_log(
    directory: &Path,
    options: &Verify,
    program: &certus_vir::Program,
    jobs: &[Job],
) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    std::fs::write(directory.join("program.vir"), certus_vir::print::program_text(program))?;
    for (i, job) in jobs.iter().enumerate() {
        let query = query(options, job);
        let text =
            format!("{}{}(check-sat)\n(get-info :reason-unknown)\n", query.profile.commands(), job.encoded.context);
        let safe: String =
            job.obligation.function.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        std::fs::write(directory.join(format!("{i:03}-{safe}.smt2")), text)?;
    }
    Ok(())
}
