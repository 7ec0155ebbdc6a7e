//! Measures the cost of proofs. Each obligation is solved once, by a solver that counts the instances of each
//! quantifier. The result is not a proof: the query differs from the one of a proof, because its quantifiers have
//! names.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use certus_diagnostics::{Diagnostic, Internal, Sources};
use certus_lower::Lowered;
use certus_provers::settle;
use certus_session::{Job, Options, Report, Sink as _, query};
use certus_smt::Origin;
use certus_solve::{Counted, DEFAULT_WALL_LIMIT};

/// A chain of this many instances, each made for a term of the one before, counts as a matching loop. A proof that
/// really needs such a chain unfolds a definition by hand.
pub const LONG_CHAIN: u64 = 20;

/// The cost of a function.
pub struct FunctionProfile {
    /// The path of the function, without `crate::`.
    pub name: String,
    /// Whether the solver answered `unsat` to all queries.
    pub is_settled: bool,
    /// The cost in the solver's resource units.
    pub units: u64,
    /// The wall time.
    pub time: Duration,
    /// The quantifiers, the one with the most instances first.
    pub quantifiers: Vec<QuantifierUse>,
}

/// A quantifier of a function's queries.
pub struct QuantifierUse {
    /// The origin of the quantifier in the program.
    pub origin: Origin,
    /// How many instances the solver made.
    pub instances: u64,
    /// The length of the longest chain of instances, each made for a term of the one before.
    pub generation: u64,
}

impl QuantifierUse {
    /// Whether the quantifier's longest chain of instances counts as a matching loop.
    pub fn is_loop(&self) -> bool {
        self.generation >= LONG_CHAIN
    }
}

impl FunctionProfile {
    /// The number of instances of all quantifiers.
    pub fn instances(&self) -> u64 {
        self.quantifiers.iter().map(|used| used.instances).sum()
    }
}

/// Profiles the functions of a crate.
pub struct Profiler<'a> {
    /// The options of the run.
    pub options: &'a Options,
    /// The crate.
    pub lowered: &'a Lowered,
    /// The path of the solver.
    pub solver: &'a Path,
    /// The files of the crate.
    pub sources: &'a Sources,
}

impl Profiler<'_> {
    /// Solves the obligations of a function and counts. `None` if that is not possible; the error is reported.
    pub fn profile(&self, path: &certus_vir::Path, report: &mut Report<'_>) -> Option<FunctionProfile> {
        let Profiler { options, lowered, solver, sources } = *self;
        let function = lowered.program.functions.get(path)?;
        let steps = options.limit(certus_vc::steps(function));
        let settled = settle(&lowered.program, function, steps.unwrap_or(u64::MAX));
        let is_refused = report.show_all(&settled.problems, sources);
        let function = settled.function.as_ref().unwrap_or(function);
        let mut profiled = FunctionProfile {
            name: path.trim_start_matches("crate::").to_owned(),
            is_settled: !is_refused,
            units: 0,
            time: Duration::ZERO,
            quantifiers: Vec::new(),
        };
        for mut obligation in certus_vc::obligations(&lowered.program, function) {
            obligation.rlimit = options.limit(obligation.rlimit);
            let (encoded, origins) = match certus_smt::encode_named(&lowered.program, &obligation) {
                Ok(encoded) => encoded,
                Err(error) => {
                    report.show_all(&error.0, sources);
                    return None;
                }
            };
            if encoded.goals.is_empty() {
                continue;
            }
            let query = query(options, &Job { obligation, encoded });
            match certus_solve::count(solver, &query, DEFAULT_WALL_LIMIT) {
                Ok(counted) => profiled.add(&counted, &origins),
                Err(error) => {
                    let text = format!("`{}`: {error}", profiled.name);
                    report.show(&Diagnostic::error_without_span(Internal::Solver, text), sources);
                    return None;
                }
            }
        }
        profiled.quantifiers.sort_by(|a, b| (b.instances, &a.origin.name).cmp(&(a.instances, &b.origin.name)));
        Some(profiled)
    }
}

impl FunctionProfile {
    /// Adds the counts of one query.
    fn add(&mut self, counted: &Counted, origins: &[Origin]) {
        self.is_settled &= counted.answer == "unsat";
        self.units += counted.rlimit_count;
        self.time += counted.wall;
        let by_name: BTreeMap<&str, &Origin> = origins.iter().map(|origin| (origin.name.as_str(), origin)).collect();
        for one in &counted.instances {
            // The solver makes quantifiers of its own, which are not reported.
            let Some(origin) = by_name.get(one.name.as_str()) else { continue };
            let same = |used: &&mut QuantifierUse| {
                let known = &used.origin;
                (known.span, &known.what, &known.trigger) == (origin.span, &origin.what, &origin.trigger)
            };
            match self.quantifiers.iter_mut().find(same) {
                Some(used) => {
                    used.instances += one.count;
                    used.generation = used.generation.max(one.generation);
                }
                None => {
                    let origin = (*origin).clone();
                    self.quantifiers.push(QuantifierUse { origin, instances: one.count, generation: one.generation });
                }
            }
        }
    }
}
