//! Encodes the obligations of the functions of a run, on all cores.
//!
//! The functions do not depend on each other, so threads take them in turn. What is found is reported in the order of the
//! functions, by the thread of the run, as soon as it is known.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use certus_diagnostics::{Diagnostic, Quantifier, Sources, Status};
use certus_lower::Lowered;
use certus_provers::settle;
use certus_session::{Job, Options, Report, Sink as _};
use certus_smt::{EncodeError, Encoded, Origin};
use certus_vc::Obligation;
use certus_vir::Path;

use crate::epr;

/// The stack of a thread that encodes: that of the run, for deep expressions.
const STACK: usize = 512 << 20;

/// With fewer functions, to start threads takes longer than it gives.
const FEW: usize = 16;

/// What is made of one function, before anything of it is reported.
struct OfFunction {
    /// What is wrong with the goals that our own provers take.
    problems: Vec<Diagnostic>,
    obligations: Vec<(Obligation, Result<Listed, EncodeError>)>,
}

/// A query, and the quantifiers of the source in it.
type Listed = (Encoded, Vec<Origin>);

/// The encoded obligations of functions. The second value is the status of each function with an obligation that cannot
/// be encoded, or that one of our own provers does not prove; the reason is reported. It stops between two functions if
/// the run is cancelled.
pub fn encode(
    options: &Options,
    lowered: &Lowered,
    selected: &[Path],
    report: &mut Report<'_>,
    sources: &Sources,
) -> (Vec<Job>, BTreeMap<String, Status>) {
    let (outside, left_out) = epr::check(&lowered.program);
    report.show_all(&outside, sources);
    let asked: Vec<&Path> = selected.iter().filter(|path| !left_out.contains_key(&***path)).collect();
    let mut merged = Merged { jobs: Vec::new(), left_out, outside, sources };
    let of = |path: &Path| of_function(options, lowered, path);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(asked.len() / FEW);
    if threads < 2 {
        for path in asked {
            if report.is_cancelled() {
                break;
            }
            merged.add(path, of(path), report);
        }
    } else {
        on_threads(threads, &asked, &of, &mut merged, report);
    }
    report.about(None);
    (merged.jobs, merged.left_out)
}

/// Encodes on several threads, and adds each result when all before it are there.
fn on_threads(
    threads: usize,
    asked: &[&Path],
    of: &(dyn Fn(&Path) -> Option<OfFunction> + Sync),
    merged: &mut Merged<'_>,
    report: &mut Report<'_>,
) {
    let next = AtomicUsize::new(0);
    let (sender, found) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, cancellation) = (sender.clone(), &next, report.cancellation().clone());
            let work = move || {
                while !cancellation.is_cancelled() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = asked.get(index) else { break };
                    if sender.send((index, of(path))).is_err() {
                        break;
                    }
                }
            };
            // If a thread cannot start, the others do its work. If none can, this thread does all of it below.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, function) in found {
            early.insert(index, function);
            while let Some(function) = early.remove(&due) {
                merged.add(asked[due], function, report);
                due += 1;
            }
        }
        for path in &asked[due..] {
            if report.is_cancelled() {
                break;
            }
            merged.add(path, of(path), report);
        }
    });
}

/// The obligations of one function, encoded.
fn of_function(options: &Options, lowered: &Lowered, path: &Path) -> Option<OfFunction> {
    let program = &lowered.program;
    let function = program.functions.get(path)?;
    let steps = options.limit(certus_vc::steps(function));
    let settled = settle(program, function, steps.unwrap_or(u64::MAX));
    let function = settled.function.as_ref().unwrap_or(function);
    let encoded = |mut obligation: Obligation| {
        obligation.rlimit = options.limit(obligation.rlimit);
        obligation.strict_division = options.strict_division;
        // The quantifiers are reported if events are wanted.
        let encoded = match options.events {
            true => certus_smt::encode_listed(program, &obligation),
            false => certus_smt::encode(program, &obligation).map(|encoded| (encoded, Vec::new())),
        };
        (obligation, encoded)
    };
    let obligations = epr::obligations(program, function).into_iter().map(encoded).collect();
    Some(OfFunction { problems: settled.problems, obligations })
}

/// The functions that were added so far.
struct Merged<'s> {
    jobs: Vec<Job>,
    left_out: BTreeMap<String, Status>,
    /// What is outside of EPR in the whole program.
    outside: Vec<Diagnostic>,
    sources: &'s Sources,
}

impl Merged<'_> {
    fn add(&mut self, path: &Path, found: Option<OfFunction>, report: &mut Report<'_>) {
        let Some(found) = found else { return };
        report.about(Some(path));
        if report.show_all(&found.problems, self.sources) {
            self.left_out.insert(path.to_string(), Status::Failed);
        }
        // Several goals may contain the same part that is outside of EPR.
        let mut refused = self.outside.clone();
        for (obligation, encoded) in found.obligations {
            match encoded {
                Ok((encoded, origins)) => {
                    for origin in origins {
                        let Some(span) = origin.span else { continue };
                        report.quantifier(&Quantifier { span, trigger: origin.trigger }, self.sources);
                    }
                    // An obligation without goals needs no query; the encoder has checked its quantifiers.
                    if !encoded.goals.is_empty() {
                        self.jobs.push(Job { obligation, encoded });
                    }
                }
                Err(mut error) => {
                    error.0.retain(|one| !refused.iter().any(|before| epr::is_same(before, one)));
                    report.show_all(&error.0, self.sources);
                    refused.append(&mut error.0);
                    self.left_out.entry(path.to_string()).or_insert(Status::Skipped);
                }
            }
        }
    }
}
