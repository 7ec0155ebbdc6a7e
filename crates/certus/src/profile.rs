//! `certus profile`: what proofs cost. Each obligation is asked once, of a solver that counts how often it uses which
//! quantifier. Nothing is proved here: rustc is not asked, and a query has another text than in a proof, for its
//! quantifiers have names.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use certus_diagnostics::Sources;
use certus_lower::Lowered;
use certus_provers::settle;
use certus_smt::Origin;
use certus_solve::{Counted, DEFAULT_WALL_LIMIT};
use certus_tree::Program as _;
use serde_json::json;

use crate::cli;
use crate::pipeline::{NOT_PROVED, PROVED, limit, select, show_all};
use crate::prepared::{Prepared, prepare};
use crate::report::{ReportFormat, Reporter};
use crate::solving::{Job, query};
use crate::terminal::{errln, outln};

/// A chain of so many instances, each made for a term of the one before, is taken for a loop: proofs that need as many
/// unfold a definition by hand.
pub(crate) const LONG_CHAIN: u64 = 20;

/// Profiles a crate; gives the exit status: 0 when everything was counted.
pub(crate) fn profile(options: &cli::Profile) -> u8 {
    let verify = &options.verify;
    let Prepared { mut reporter, loaded, lowered, solver } = match prepare(verify, "a profile") {
        Ok(prepared) => prepared,
        Err(status) => return status,
    };
    let mut profiles = Vec::new();
    for path in select(verify, &lowered) {
        reporter.progress(&path);
        profiles.extend(function(options, &lowered, &path, &solver, &mut reporter, loaded.sources()));
    }
    reporter.clear_progress();
    // The dearest first; units are the same in every run.
    profiles.sort_by(|a, b| (b.units, &a.name).cmp(&(a.units, &b.name)));
    match verify.message_format {
        ReportFormat::Human => print_text(options, &profiles, loaded.sources()),
        _ => print_json(&profiles, loaded.sources()),
    }
    if reporter.errors == 0 { PROVED } else { NOT_PROVED }
}

/// What a function costs.
struct Profiled {
    name: String,
    /// Whether the solver said `unsat` to everything.
    is_settled: bool,
    units: u64,
    time: Duration,
    /// The most used first.
    quantifiers: Vec<Used>,
}

/// A quantifier of a function's queries.
struct Used {
    origin: Origin,
    instances: u64,
    generation: u64,
}

impl Used {
    fn is_loop(&self) -> bool {
        self.generation >= LONG_CHAIN
    }
}

impl Profiled {
    fn instances(&self) -> u64 {
        self.quantifiers.iter().map(|used| used.instances).sum()
    }
}

/// Asks the obligations of a function; `None` with an error shown when that is not possible.
fn function(
    options: &cli::Profile,
    lowered: &Lowered,
    path: &certus_vir::Path,
    solver: &Path,
    reporter: &mut Reporter,
    sources: &Sources,
) -> Option<Profiled> {
    let function = lowered.program.functions.get(path)?;
    let steps = limit(&options.verify, certus_vc::steps(function));
    let settled = settle(&lowered.program, function, steps.unwrap_or(u64::MAX));
    let is_refused = show_all(reporter, &settled.problems, sources);
    let function = settled.function.as_ref().unwrap_or(function);
    let mut profiled = Profiled {
        name: path.trim_start_matches("crate::").to_owned(),
        is_settled: !is_refused,
        units: 0,
        time: Duration::ZERO,
        quantifiers: Vec::new(),
    };
    for mut obligation in certus_vc::obligations(&lowered.program, function) {
        obligation.rlimit = limit(&options.verify, obligation.rlimit);
        let (encoded, origins) = match certus_smt::encode_named(&lowered.program, &obligation) {
            Ok(encoded) => encoded,
            Err(error) => {
                show_all(reporter, &error.0, sources);
                return None;
            }
        };
        if encoded.goals.is_empty() {
            continue;
        }
        let query = query(&options.verify, &Job { obligation, encoded });
        match certus_solve::count(solver, &query, DEFAULT_WALL_LIMIT) {
            Ok(counted) => profiled.add(&counted, &origins),
            Err(error) => {
                errln!("error: `{}`: {error}", profiled.name);
                reporter.errors += 1;
                return None;
            }
        }
    }
    profiled.quantifiers.sort_by(|a, b| (b.instances, &a.origin.name).cmp(&(a.instances, &b.origin.name)));
    Some(profiled)
}

impl Profiled {
    fn add(&mut self, counted: &Counted, origins: &[Origin]) {
        self.is_settled &= counted.answer == "unsat";
        self.units += counted.rlimit_count;
        self.time += counted.wall;
        let by_name: BTreeMap<&str, &Origin> = origins.iter().map(|origin| (origin.name.as_str(), origin)).collect();
        for one in &counted.instances {
            // The solver makes quantifiers of its own, of which there is nothing to say.
            let Some(origin) = by_name.get(one.name.as_str()) else { continue };
            let same = |used: &&mut Used| {
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
                    self.quantifiers.push(Used { origin, instances: one.count, generation: one.generation });
                }
            }
        }
    }
}

/// The file of a quantifier, its line and column; `None` where it is not of the source.
fn place(origin: &Origin, sources: &Sources) -> Option<(String, usize, usize)> {
    let span = origin.span?;
    let file = sources.file(span.file)?;
    let place = file.position(span.start);
    Some((file.path.display().to_string(), place.line, place.column))
}

fn print_text(options: &cli::Profile, profiles: &[Profiled], sources: &Sources) {
    outln!("{:>10} {:>9} {:>10}  function", "units", "ms", "instances");
    for one in profiles {
        let (units, ms, instances) = (one.units, one.time.as_secs_f64() * 1000.0, one.instances());
        let open = if one.is_settled { "" } else { " (not proved)" };
        outln!("{units:>10} {ms:>9.1} {instances:>10}  {}{open}", one.name);
        let shown = |(rank, used): &(usize, &Used)| *rank < options.top || used.is_loop();
        for (_, used) in one.quantifiers.iter().enumerate().filter(shown) {
            let Used { origin, instances, .. } = used;
            let place = place(origin, sources).map(|(file, line, column)| format!("{file}:{line}:{column}"));
            let what = match (&origin.what, place) {
                (Some(what), Some(place)) => format!("{what} at {place}"),
                (None, Some(place)) => place,
                (what, None) => what.clone().unwrap_or_default(),
            };
            outln!("{:>31}  - {what}, trigger {}", instances, origin.trigger);
            if used.is_loop() {
                outln!("{:>31}    matching loop: a chain of {} instances", "", used.generation);
            }
        }
    }
    let units: u64 = profiles.iter().map(|one| one.units).sum();
    let instances: u64 = profiles.iter().map(Profiled::instances).sum();
    let loops = profiles.iter().flat_map(|one| &one.quantifiers).filter(|used| used.is_loop()).count();
    outln!("{} functions, {units} units, {instances} instances, {loops} quantifiers in matching loops", profiles.len());
}

fn print_json(profiles: &[Profiled], sources: &Sources) {
    for one in profiles {
        let quantifier = |used: &Used| {
            let (file, line, column) = place(&used.origin, sources)
                .map_or((None, None, None), |(file, line, column)| (Some(file), Some(line), Some(column)));
            json!({
                "instances": used.instances,
                "chain": used.generation,
                "is_loop": used.is_loop(),
                "file_name": file,
                "line": line,
                "column": column,
                "what": used.origin.what,
                "trigger": used.origin.trigger,
            })
        };
        let quantifiers: Vec<_> = one.quantifiers.iter().map(quantifier).collect();
        let record = json!({
            "$message_type": "profile",
            "function": one.name,
            "proved": one.is_settled,
            "units": one.units,
            "time_ms": one.time.as_secs_f64() * 1000.0,
            "instances": one.instances(),
            "quantifiers": quantifiers,
        });
        outln!("{record}");
    }
    outln!("{}", json!({ "$message_type": "profile-summary", "schema": 1, "functions": profiles.len() }));
}
