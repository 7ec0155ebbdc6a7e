//! `certus stability`: whether proofs hold however they are asked for. The queries of each function are asked in
//! variants that mean the same (other orders, other names, other random seeds), each under the budget of the proof.
//! Nothing is proved here: rustc is not asked, and the cache of verdicts is neither read nor written.

use std::collections::BTreeMap;
use std::time::Duration;

use certus_smt::variants::{self, Mutation, NotAQuery};
use certus_solve::{Executor as _, LocalPool, Outcome, Query, Verdict};
use certus_tree::Program as _;
use serde_json::{Value, json};

use crate::cli;
use crate::pipeline::{INTERNAL, NOT_PROVED, PROVED, encode};
use crate::prepared::{Prepared, prepare, selected, start};
use crate::report::{ReportFormat, Reporter};
use crate::solving::{Job, query};
use crate::terminal::{errln, outln};

/// A function whose solver units have a larger deviation from their mean than this, as a part of it, varies.
const MUCH: f64 = 0.1;

/// How many variants are made before they are asked.
const AT_ONCE: usize = 2000;

/// Asks everything in variants; gives the exit status: 0 when every function was proved in every variant.
pub(crate) fn stability(options: &cli::Stability) -> u8 {
    let verify = &options.verify;
    let Prepared { mut reporter, loaded, lowered, solver } = match prepare(verify, "stability") {
        Ok(prepared) => prepared,
        Err(status) => return status,
    };
    let selected = match selected(verify, &lowered) {
        Ok(selected) => selected,
        Err(status) => return status,
    };
    let (jobs, left_out) = encode(verify, &lowered, &selected, &mut reporter, loaded.sources());
    let pool = match start(verify, &solver) {
        Ok(pool) => pool,
        Err(status) => return status,
    };
    let asked = match ask(options, &jobs, &pool, &mut reporter) {
        Ok(asked) => asked,
        Err(error) => {
            errln!("error: internal error (please report the program that shows it): {error}");
            return INTERNAL;
        }
    };
    let report = Report { asked, variants: options.variants, selected: selected.len(), left_out: left_out.len() };
    reporter.clear_progress();
    match verify.message_format {
        ReportFormat::Human => report.print_text(),
        _ => report.print_json(),
    }
    if reporter.errors == 0 && report.count(|one| one.proved < one.runs.len()) == 0 { PROVED } else { NOT_PROVED }
}

/// A kind of variant.
#[derive(Clone, Copy)]
enum Kind {
    Shuffled,
    Renamed,
    Reseeded,
}

impl Kind {
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
    Ok(Query { context, goals, ..query.clone() })
}

/// A function in all its variants.
#[derive(Default)]
struct Asked {
    name: String,
    /// Whether it is proved as it is.
    is_proved: bool,
    /// Each variant.
    runs: Vec<Ran>,
    /// In how many variants it is proved.
    proved: usize,
}

/// What became of the queries of a function in one variant.
#[derive(Clone)]
struct Ran {
    is_proved: bool,
    units: u64,
    time: Duration,
}

impl Default for Ran {
    fn default() -> Ran {
        Ran { is_proved: true, units: 0, time: Duration::ZERO }
    }
}

impl Ran {
    fn add(&mut self, outcome: &Outcome) {
        self.is_proved &= matches!(outcome.verdict, Verdict::Proved);
        self.units += outcome.rlimit_count;
        self.time += outcome.wall;
    }
}

/// Asks every query as it is and in each variant.
fn ask(
    options: &cli::Stability,
    jobs: &[Job],
    pool: &LocalPool,
    reporter: &mut Reporter,
) -> Result<Vec<Asked>, NotAQuery> {
    let total = jobs.len() * (options.variants + 1);
    let mut done = 0;
    // The first run of a function is that of the query as it is.
    let mut by_function: BTreeMap<&str, Vec<Ran>> = BTreeMap::new();
    let at_once = (AT_ONCE / (options.variants + 1)).max(1);
    for part in jobs.chunks(at_once) {
        let (mut queries, mut places) = (Vec::new(), Vec::new());
        for job in part {
            let name = &*job.obligation.function;
            by_function.entry(name).or_insert_with(|| vec![Ran::default(); options.variants + 1]);
            // Only whether there is an answer counts, not which goals fail.
            let query = Query { details: Vec::new(), model: false, max_errors: 1, ..query(&options.verify, job) };
            for number in 0..options.variants {
                queries.push(varied(&query, number)?);
                places.push((name, number + 1));
            }
            queries.push(query);
            places.push((name, 0));
        }
        let outcomes = pool.solve(queries, &mut |index, _| {
            done += 1;
            reporter.progress(&format!("{done}/{total} {}", places.get(index).map_or("", |(name, _)| name)));
        });
        for ((name, run), outcome) in places.into_iter().zip(&outcomes) {
            if let Some(ran) = by_function.get_mut(name).and_then(|runs| runs.get_mut(run)) {
                ran.add(outcome);
            }
        }
    }
    let asked = |(name, mut runs): (&str, Vec<Ran>)| {
        let is_proved = runs.remove(0).is_proved;
        let proved = runs.iter().filter(|run| run.is_proved).count();
        Asked { name: name.trim_start_matches("crate::").to_owned(), is_proved, runs, proved }
    };
    Ok(by_function.into_iter().map(asked).collect())
}

/// The least, the middle and the greatest of some numbers.
struct Spread {
    least: f64,
    median: f64,
    most: f64,
}

impl Asked {
    fn is_stable(&self) -> bool {
        self.proved == self.runs.len()
    }

    fn of(&self, value: impl Fn(&Ran) -> f64) -> Spread {
        let mut all: Vec<f64> = self.runs.iter().map(value).collect();
        all.sort_by(f64::total_cmp);
        let at = |place: usize| all.get(place).copied().unwrap_or(0.0);
        let median = (at(all.len() / 2) + at(all.len().saturating_sub(1) / 2)) / 2.0;
        Spread { least: at(0), median, most: at(all.len().saturating_sub(1)) }
    }

    fn units(&self) -> Spread {
        self.of(|run| run.units as f64)
    }

    fn ms(&self) -> Spread {
        self.of(|run| run.time.as_secs_f64() * 1000.0)
    }

    /// The standard deviation of the units, as a part of their mean.
    fn deviation(&self) -> f64 {
        let count = self.runs.len() as f64;
        let mean = self.runs.iter().map(|run| run.units as f64).sum::<f64>() / count;
        let squares = self.runs.iter().map(|run| (run.units as f64 - mean).powi(2)).sum::<f64>();
        if mean > 0.0 { (squares / count).sqrt() / mean } else { 0.0 }
    }

    fn varies(&self) -> bool {
        self.deviation() > MUCH
    }

    /// The variants in which it is not proved, by kind and seed.
    fn failing(&self) -> Vec<(&'static str, u32)> {
        let failing = self.runs.iter().enumerate().filter(|(_, run)| !run.is_proved);
        let named = failing.map(|(number, _)| Kind::of(number));
        named.map(|(kind, seed)| (kind.name(), seed)).collect()
    }
}

/// What is told in the end.
struct Report {
    asked: Vec<Asked>,
    variants: usize,
    /// How many functions were looked at.
    selected: usize,
    /// How many could not be asked.
    left_out: usize,
}

impl Report {
    fn count(&self, which: impl Fn(&Asked) -> bool) -> usize {
        self.asked.iter().filter(|one| which(one)).count()
    }

    /// The least stable first, then those that vary most.
    fn sorted(&self) -> Vec<&Asked> {
        let mut all: Vec<&Asked> = self.asked.iter().collect();
        all.sort_by(|a, b| a.proved.cmp(&b.proved).then(b.deviation().total_cmp(&a.deviation())));
        all
    }

    fn print_text(&self) {
        let head = ["proved", "units", "min", "max", "varies", "ms", "min", "max"];
        let [proved, units, least, most, varies, ms, quickest, slowest] = head;
        outln!(
            "{proved:>7} {units:>10} {least:>10} {most:>10} {varies:>6} {ms:>8} {quickest:>8} {slowest:>8}  function"
        );
        for one in self.sorted() {
            let (units, ms) = (one.units(), one.ms());
            let share = format!("{}/{}", one.proved, one.runs.len());
            let varies = format!("{:.0}%", one.deviation() * 100.0);
            outln!(
                "{share:>7} {:>10.0} {:>10.0} {:>10.0} {varies:>6} {:>8.1} {:>8.1} {:>8.1}  {}{}",
                units.median,
                units.least,
                units.most,
                ms.median,
                ms.least,
                ms.most,
                one.name,
                if one.is_proved { "" } else { " (not proved as it is)" }
            );
            let failing = one.failing();
            if one.is_proved && !failing.is_empty() {
                let named: Vec<String> = failing.iter().map(|(kind, seed)| format!("{kind} {seed}")).collect();
                outln!("{:>7} not proved when {}", "", named.join(", "));
            }
        }
        outln!(
            "{} functions in {} variants: {} unstable, {} vary by more than {:.0}%, {} are not proved as they \
             are; {} need no solver",
            self.asked.len(),
            self.variants,
            self.count(|one| one.is_proved && !one.is_stable()),
            self.count(Asked::varies),
            MUCH * 100.0,
            self.count(|one| !one.is_proved) + self.left_out,
            self.selected.saturating_sub(self.asked.len() + self.left_out),
        );
    }

    fn print_json(&self) {
        let spread = |spread: Spread| json!({"min": spread.least, "median": spread.median, "max": spread.most});
        for one in self.sorted() {
            let failing: Vec<Value> =
                one.failing().into_iter().map(|(kind, seed)| json!({"kind": kind, "seed": seed})).collect();
            let record = json!({
                "$message_type": "stability",
                "function": one.name,
                "is_proved": one.is_proved,
                "variants": one.runs.len(),
                "proved": one.proved,
                "is_stable": one.is_stable(),
                "varies": one.varies(),
                "deviation": one.deviation(),
                "units": spread(one.units()),
                "time_ms": spread(one.ms()),
                "failing": failing,
            });
            outln!("{record}");
        }
        let summary = json!({
            "$message_type": "stability-summary",
            "schema": 1,
            "variants": self.variants,
            "functions": self.asked.len(),
            "unstable": self.count(|one| one.is_proved && !one.is_stable()),
            "vary": self.count(Asked::varies),
            "not_proved": self.count(|one| !one.is_proved) + self.left_out,
            "without_solver": self.selected.saturating_sub(self.asked.len() + self.left_out),
        });
        outln!("{summary}");
    }
}
