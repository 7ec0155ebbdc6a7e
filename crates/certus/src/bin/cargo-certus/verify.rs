//! Verifies the crates of a plan, one after the other.
//!
//! If the proof of a crate fails, the crates that use it are skipped: their proofs would rest on unproved contracts,
//! and most errors would appear again. The other crates are still verified.

use std::collections::BTreeSet;
use std::path::PathBuf;

use certus_cargo::{Cargo, Error, Finished, Identity, Options, Plan, Platform, Selection, Stamps, Unit, Verifier};

use crate::output::{Color, MessageFormat};
use crate::report::Reporter;
use crate::{INTERNAL, NOT_PROVED, PROVED};

/// The results for the crates of a plan, by their indices in the plan.
#[derive(Default)]
struct Counts {
    verified: usize,
    fresh: usize,
    failed: BTreeSet<usize>,
    skipped: BTreeSet<usize>,
    /// The number of crates in which no function was selected.
    without_match: usize,
}

/// Verifies the selected crates, and returns the exit status.
pub(crate) fn verify(selection: &Selection, options: &Options, reporter: &mut Reporter) -> Result<u8, Error> {
    let certus = certus()?;
    let platform = Platform::ask(&Cargo::find(), selection)?;
    let plan = {
        // The verifier reports errors in verified crates. Cargo reports an error if a crate is missing in the end.
        let mut on_line = |line: &str| reporter.line(line);
        Plan::make(&Cargo::find(), selection, &platform, &mut on_line)?
    };
    let mut run = Run {
        stamps: Stamps::new(&plan, Identity::new(&certus, &platform.rustc)?),
        verifier: Verifier { program: certus, plan: &plan, options },
        plan: &plan,
        options,
        counts: Counts::default(),
    };
    for (index, unit) in plan.units.iter().enumerate() {
        // With `--function` and similar options, the user looks at some functions of the selected crates.
        if options.is_partial && !unit.is_selected {
            continue;
        }
        let status = run.one(index, unit, reporter)?;
        if status > NOT_PROVED {
            return Ok(status);
        }
    }
    Ok(run.end(reporter))
}

/// A run over a plan.
struct Run<'p> {
    verifier: Verifier<'p>,
    plan: &'p Plan,
    options: &'p Options,
    stamps: Stamps,
    counts: Counts,
}

impl Run<'_> {
    /// Verifies one crate, and returns the verifier's exit status; 0 if it is unchanged since its proof.
    fn one(&mut self, index: usize, unit: &Unit, reporter: &mut Reporter) -> Result<u8, Error> {
        let is_out = |need: &&usize| self.counts.failed.contains(need) || self.counts.skipped.contains(need);
        if let Some(missing) = self.plan.needs(unit).iter().find(is_out).and_then(|need| self.plan.units.get(*need)) {
            let why = format!(": it uses `{}`, which is not verified", missing.package);
            reporter.unit("Skipped", "skipped", unit, &why);
            self.counts.skipped.insert(index);
            return Ok(NOT_PROVED);
        }
        let is_fresh = self.stamps.is_fresh(self.plan, index, self.options);
        if is_fresh && !self.options.is_forced {
            reporter.unit("Fresh", "fresh", unit, "");
            self.counts.fresh += 1;
            return Ok(PROVED);
        }
        reporter.unit("Verifying", "verifying", unit, "");
        if self.options.is_complete {
            self.stamps.remove(unit, self.options)?;
        }
        let finished = self.start(unit, reporter)?;
        match finished.status {
            PROVED => {
                self.counts.verified += 1;
                let noted = self.stamps.add(self.plan, index, self.options, &finished.files);
                if let Err(error) = noted {
                    reporter.warning(&format!("the proof cannot be recorded: {error}"));
                }
            }
            NOT_PROVED if self.options.is_partial && has_no_match(&finished) => {
                self.counts.without_match += 1;
                return Ok(PROVED);
            }
            _ => {
                self.counts.failed.insert(index);
            }
        }
        show(finished.output.as_ref());
        Ok(finished.status.min(INTERNAL))
    }

    /// Runs the verifier on a crate.
    fn start(&self, unit: &Unit, reporter: &Reporter) -> Result<Finished, Error> {
        let mut extra = Vec::new();
        if reporter.format == MessageFormat::Json {
            extra.push("--message-format=json");
        }
        // Captured output does not go to a terminal, but it is printed to ours.
        match reporter.color {
            Color::Always => extra.push("--color=always"),
            Color::Never => extra.push("--color=never"),
            Color::Auto => {}
        }
        self.verifier.verify(unit, &extra)
    }

    /// Prints the last lines, and returns the exit status.
    fn end(&self, reporter: &mut Reporter) -> u8 {
        let Counts { verified, fresh, failed, skipped, without_match } = &self.counts;
        reporter.summary(*verified, *fresh, failed.len(), skipped.len());
        let names = |set: &BTreeSet<usize>| {
            let units = set.iter().filter_map(|index| self.plan.units.get(*index));
            units.map(|unit| format!("`{}` ({})", unit.target, unit.kind.name())).collect::<Vec<_>>().join(", ")
        };
        if !failed.is_empty() {
            reporter.error(None, &format!("not verified: {}", names(failed)));
            return NOT_PROVED;
        }
        if verified + fresh == 0 {
            let text = if *without_match > 0 { "no function matches the selection" } else { "nothing was verified" };
            reporter.error(None, text);
            return NOT_PROVED;
        }
        let count = verified + fresh;
        let crates = if count == 1 { "crate" } else { "crates" };
        let what = if self.options.is_complete { "verified" } else { "partly checked" };
        let text = match fresh {
            0 => format!("{count} {crates} {what}"),
            fresh => format!("{count} {crates} {what}, {fresh} of them fresh"),
        };
        reporter.status("Finished", &text);
        PROVED
    }
}

/// The path of the verifier, which is beside this program.
fn certus() -> Result<PathBuf, Error> {
    let here = std::env::current_exe().map_err(|source| Error::File { path: "cargo-certus".into(), source })?;
    let certus = here.with_file_name(format!("certus{}", std::env::consts::EXE_SUFFIX));
    match certus.is_file() {
        true => Ok(certus),
        false => Err(Error::Option(format!(
            "the verifier is not beside this program: there is no `{}`; build both with `cargo build --release -p certus`",
            certus.display()
        ))),
    }
}

/// Whether the only error is that no function was selected.
fn has_no_match(finished: &Finished) -> bool {
    let Some((stdout, stderr)) = &finished.output else { return false };
    let (stdout, stderr) = (String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr));
    let is_selection = [&stdout, &stderr].iter().any(|text| text.contains("language/selection"));
    let is_only = stdout.contains("not verified: 0 functions proved, 1 error,")
        || (stdout.contains("\"errors\":1,") && stdout.contains("\"$message_type\""));
    is_selection && is_only
}

/// Prints captured output.
fn show(output: Option<&(Vec<u8>, Vec<u8>)>) {
    let Some((stdout, stderr)) = output else { return };
    crate::terminal::err(format_args!("{}", String::from_utf8_lossy(stderr)));
    crate::terminal::out(format_args!("{}", String::from_utf8_lossy(stdout)));
}
