//! Measures the stability of proofs. The queries of each function are solved in variants with the same meaning (other
//! orders, other names, other random seeds), each under the budget of the proof. The result is not a proof. The method
//! is that of Mariposa (FMCAD 2023).

use std::collections::BTreeMap;
use std::time::Duration;

use certus_session::{Job, Options, Sink, query};
use certus_smt::variants::{self, Mutation, NotAQuery};
use certus_solve::{Executor as _, LocalPool, Outcome, Query, Verdict};

/// The cost of a function varies if its standard deviation is more than this part of its mean.
pub const MUCH: f64 = 0.1;

/// How many variants are made before they are solved. This bounds the memory.
const AT_ONCE: usize = 2000;

/// A kind of variant.
#[derive(Clone, Copy)]
enum Kind {
    /// Another order of declarations and assertions.
    Shuffled,
    /// Other names of symbols.
    Renamed,
    /// Another random seed.
    Reseeded,
}

impl Kind {
    /// The name of the kind in reports.
    fn name(self) -> &'static str {
        match self {
            Kind::Shuffled => "shuffled",
            Kind::Renamed => "renamed",
            Kind::Reseeded => "reseeded",
        }
    }

    /// The kind of a variant, and its seed.
    fn of(number: usize) -> (Kind, u32) {
        let kind = match number % 3 {
            0 => Kind::Shuffled,
            1 => Kind::Renamed,
            _ => Kind::Reseeded,
        };
        (kind, u32::try_from(number / 3).unwrap_or(u32::MAX - 1) + 1)
    }
}

/// A variant of a query.
fn varied(query: &Query, number: usize) -> Result<Query, NotAQuery> {
    let (kind, seed) = Kind::of(number);
    let mutation = match kind {
        Kind::Shuffled => Mutation::Shuffle,
        Kind::Renamed => Mutation::Rename,
        Kind::Reseeded => return Ok(Query { seed, ..query.clone() }),
    };
    let (context, goals) = variants::variant(&query.context, &query.goals, mutation, seed.into())?;
    Ok(Query { context: context.into(), goals, ..query.clone() })
}

/// A function with the results of all its variants.
#[derive(Default)]
pub struct FunctionStability {
    /// The path of the function, without `crate::`.
    pub name: String,
    /// Whether its original queries are proved.
    pub is_proved: bool,
    /// The result of each variant.
    pub runs: Vec<VariantRun>,
    /// The number of variants in which it is proved.
    pub proved: usize,
}

/// The result of the queries of a function in one variant.
#[derive(Clone)]
pub struct VariantRun {
    /// Whether every query is proved.
    pub is_proved: bool,
    units: u64,
    time: Duration,
}

impl Default for VariantRun {
    fn default() -> VariantRun {
        VariantRun { is_proved: true, units: 0, time: Duration::ZERO }
    }
}

impl VariantRun {
    /// Adds the outcome of one query of the function.
    fn add(&mut self, outcome: &Outcome) {
        self.is_proved &= matches!(outcome.verdict, Verdict::Proved);
        self.units += outcome.rlimit_count;
        self.time += outcome.wall;
    }
}

/// Solves every query in its original form and in each variant.
pub fn ask(
    options: &Options,
    variants: usize,
    jobs: &[Job],
    pool: &LocalPool,
    sink: &mut dyn Sink,
) -> Result<Vec<FunctionStability>, NotAQuery> {
    let total = jobs.len() * (variants + 1);
    let mut done = 0;
    // The first run of a function is that of the original query.
    let mut by_function: BTreeMap<&str, Vec<VariantRun>> = BTreeMap::new();
    let at_once = (AT_ONCE / (variants + 1)).max(1);
    for part in jobs.chunks(at_once) {
        let (mut queries, mut places) = (Vec::new(), Vec::new());
        for job in part {
            let name = &*job.obligation.function;
            by_function.entry(name).or_insert_with(|| vec![VariantRun::default(); variants + 1]);
            // Only the verdict matters, not which goals fail.
            let query = Query { details: Vec::new(), model: false, max_errors: 1, ..query(options, job) };
            for number in 0..variants {
                queries.push(varied(&query, number)?);
                places.push((name, number + 1));
            }
            queries.push(query);
            places.push((name, 0));
        }
        let outcomes = pool.solve(queries, &mut |index: usize, _: &Outcome| {
            done += 1;
            sink.progress(&format!("{done}/{total} {}", places.get(index).map_or("", |(name, _)| name)));
        });
        for ((name, run), outcome) in places.into_iter().zip(&outcomes) {
            if let Some(ran) = by_function.get_mut(name).and_then(|runs| runs.get_mut(run)) {
                ran.add(outcome);
            }
        }
    }
    let asked = |(name, mut runs): (&str, Vec<VariantRun>)| {
        let is_proved = runs.remove(0).is_proved;
        let proved = runs.iter().filter(|run| run.is_proved).count();
        FunctionStability { name: name.trim_start_matches("crate::").to_owned(), is_proved, runs, proved }
    };
    Ok(by_function.into_iter().map(asked).collect())
}

/// The minimum, the median and the maximum of some numbers.
pub struct Spread {
    /// The minimum.
    pub least: f64,
    /// The median.
    pub median: f64,
    /// The maximum.
    pub most: f64,
}

impl FunctionStability {
    /// Whether it is proved in every variant.
    pub fn is_stable(&self) -> bool {
        self.proved == self.runs.len()
    }

    /// The spread of a number over all variants.
    fn of(&self, value: impl Fn(&VariantRun) -> f64) -> Spread {
        let mut all: Vec<f64> = self.runs.iter().map(value).collect();
        all.sort_by(f64::total_cmp);
        let at = |place: usize| all.get(place).copied().unwrap_or(0.0);
        let median = (at(all.len() / 2) + at(all.len().saturating_sub(1) / 2)) / 2.0;
        Spread { least: at(0), median, most: at(all.len().saturating_sub(1)) }
    }

    /// The cost in the solver's units.
    pub fn units(&self) -> Spread {
        self.of(|run| run.units as f64)
    }

    /// The cost in milliseconds.
    pub fn ms(&self) -> Spread {
        self.of(|run| run.time.as_secs_f64() * 1000.0)
    }

    /// The standard deviation of the units, divided by their mean.
    pub fn deviation(&self) -> f64 {
        let count = self.runs.len() as f64;
        let mean = self.runs.iter().map(|run| run.units as f64).sum::<f64>() / count;
        let squares = self.runs.iter().map(|run| (run.units as f64 - mean).powi(2)).sum::<f64>();
        if mean > 0.0 { (squares / count).sqrt() / mean } else { 0.0 }
    }

    /// Whether the units deviate by more than [`MUCH`].
    pub fn varies(&self) -> bool {
        self.deviation() > MUCH
    }

    /// The variants in which the proof fails, by kind and seed.
    pub fn failing(&self) -> Vec<(&'static str, u32)> {
        let failing = self.runs.iter().enumerate().filter(|(_, run)| !run.is_proved);
        let named = failing.map(|(number, _)| Kind::of(number));
        named.map(|(kind, seed)| (kind.name(), seed)).collect()
    }
}
