//! `certus profile`: prints the cost of proofs.

use certus_diagnostics::{Sources, counted};
use certus_driver::Prepared;
use certus_explain::profile::{FunctionProfile, Profiler, QuantifierUse};
use certus_session::{Report, Sink as _};
use certus_smt::Origin;
use certus_tree::Program as _;
use serde_json::json;

use crate::cli;
use crate::report::ReportFormat;
use crate::report::Reporter;
use crate::status::{self, NOT_PROVED, PROVED};
use crate::terminal::outln;

/// Profiles a crate, and returns the exit status: 0 if everything could be counted.
pub(crate) fn profile(options: &cli::Profile) -> u8 {
    let verify = &options.verify;
    let mut reporter = match Reporter::for_people_or_json(verify.format(), verify.color, "a profile") {
        Ok(reporter) => reporter,
        Err(status) => return status,
    };
    let (asked, mut report) = (verify.options(), Report::new(&mut reporter));
    let Prepared { loaded, lowered, solver } = match Prepared::new(&asked, &mut report) {
        Ok(prepared) => prepared,
        Err(fault) => return status::of_fault(&fault),
    };
    let mut profiles = Vec::new();
    let profiler = Profiler { options: &asked, lowered: &lowered, solver: &solver, sources: loaded.sources() };
    for path in certus_driver::select(&asked, &lowered) {
        report.progress(&path);
        profiles.extend(profiler.profile(&path, &mut report));
    }
    let errors = report.errors();
    reporter.clear_progress();
    // The most expensive function comes first. Units are the same in every run.
    profiles.sort_by(|a, b| (b.units, &a.name).cmp(&(a.units, &b.name)));
    match verify.format() {
        ReportFormat::Human => print_text(options, &profiles, loaded.sources()),
        _ => print_json(&profiles, loaded.sources()),
    }
    if errors == 0 { PROVED } else { NOT_PROVED }
}

/// The file of a quantifier, its line and column; `None` if it is not in the source.
fn place(origin: &Origin, sources: &Sources) -> Option<(String, usize, usize)> {
    let span = origin.span?;
    let file = sources.file(span.file)?;
    let place = file.position(span.start);
    Some((file.path.display().to_string(), place.line, place.column))
}

fn print_text(options: &cli::Profile, profiles: &[FunctionProfile], sources: &Sources) {
    outln!("{:>10} {:>9} {:>10}  function", "units", "ms", "instances");
    for one in profiles {
        let (units, ms, instances) = (one.units, one.time.as_secs_f64() * 1000.0, one.instances());
        let open = if one.is_settled { "" } else { " (not proved)" };
        outln!("{units:>10} {ms:>9.1} {instances:>10}  {}{open}", one.name);
        let shown = |(rank, used): &(usize, &QuantifierUse)| *rank < options.top || used.is_loop();
        for (_, used) in one.quantifiers.iter().enumerate().filter(shown) {
            let QuantifierUse { origin, instances, .. } = used;
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
    let instances: u64 = profiles.iter().map(FunctionProfile::instances).sum();
    let loops = profiles.iter().flat_map(|one| &one.quantifiers).filter(|used| used.is_loop()).count();
    outln!(
        "{}, {}, {}, {} in matching loops",
        counted(profiles.len(), "function"),
        counted(units, "unit"),
        counted(instances, "instance"),
        counted(loops, "quantifier")
    );
}

/// Prints one record for each function, and a summary at the end.
fn print_json(profiles: &[FunctionProfile], sources: &Sources) {
    for one in profiles {
        let quantifier = |used: &QuantifierUse| {
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
