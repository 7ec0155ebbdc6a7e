//! The stages of a run in their order: lower, check termination, make obligations, solve, report.

use std::path::Path;

use certus_diagnostics::{
    Assumption, Code, Diagnostic, FunctionSummary, Language, Level, Status, Summary, Unsupported, Verify,
};
use certus_explain::{Verdicts, explained, missing, recommends, vacuity};
use certus_frontend::Loaded;
use certus_lower::Lowered;
use certus_session::{Log, Memory, Options, Report, Sink as _, Solving, Vacuity};
use certus_solve::Verdict;
use certus_tree::Program as _;

use crate::asking::{Answered, Asked, select};
use crate::earlier::Earlier;
use crate::judge::{Extra, few, judge};
use crate::prestart::Prestart;
use crate::rustc_check::{self, Running, Trouble};
use crate::timing::{Timing, timed};
use crate::trust::{Allowed, Differences, Item};
use crate::{Fault, costly};

/// A run over a loaded crate.
pub(crate) struct Run<'a, 's> {
    pub(crate) options: &'a Options,
    pub(crate) loaded: &'a Loaded,
    pub(crate) log: &'a Log,
    pub(crate) earlier: &'a Earlier,
    pub(crate) report: &'a mut Report<'s>,
    pub(crate) timing: &'a mut Timing,
}

/// The end of a run.
pub(crate) enum End {
    /// The run is complete, and everything that it found is reported.
    Done(Box<Summary>),
    /// The run must start again and verify every function, because a skipped function was not unchanged after all.
    Again,
    /// The stages must be run again with the whole library: a part that was not loaded may have what is missing.
    Whole,
}

impl From<Summary> for End {
    fn from(summary: Summary) -> End {
        End::Done(Box::new(summary))
    }
}

/// The reason why a run stops before its end.
enum Stop {
    Fault(Fault),
    /// The run has this end.
    End(End),
    /// rustc has no result.
    Rustc(Trouble),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        Stop::Rustc(trouble)
    }
}

impl Run<'_, '_> {
    /// Runs the stages.
    pub(crate) fn run(mut self, prestart: Prestart, memory: Memory) -> Result<End, Fault> {
        match self.stages(prestart, memory) {
            Ok(end) => Ok(end),
            // An error may be a consequence of the cancellation.
            Err(_) if self.report.is_cancelled() => Err(Fault::Cancelled),
            Err(Stop::End(end)) => Ok(end),
            Err(Stop::Fault(fault) | Stop::Rustc(Trouble::Gate(fault))) => Err(fault),
            Err(Stop::Rustc(Trouble::Program(error))) => {
                self.report.show(&error, self.loaded.sources());
                Ok(Summary::default().into())
            }
        }
    }

    fn stages(&mut self, prestart: Prestart, memory: Memory) -> Result<End, Stop> {
        let Run { options, loaded, log, earlier, .. } = *self;
        self.go_on()?;
        let (lowered, has_errors) = self.lowered()?;
        self.go_on()?;
        let selected = self.selected(&lowered, has_errors)?;
        let ready = prestart.ready();
        let start = |report: &mut Report<'_>| -> Result<Option<Running>, Stop> {
            // The crate is refused already, and without all marks of ghost code there is no text for rustc.
            if has_errors {
                return Ok(None);
            }
            let rustc = ready.rustc.map_err(Trouble::from)?;
            let processes = rustc.compiler.processes().clone();
            report.cancellation().on_cancel(move || processes.end());
            Ok(Some(rustc_check::start(rustc, (options, log), loaded, &lowered, report)?))
        };
        if options.no_verify {
            let (_, denied) = self.assumptions(has_errors)?;
            self.report.show_all(&denied, loaded.sources());
            if let Some(running) = start(self.report)? {
                let refused = running.finish((options, log), loaded, &lowered, self.report)?;
                self.report.show_all(&few(refused), loaded.sources());
            }
            return Ok(Summary::default().into());
        }
        let pool = ready.pool.map_err(|error| Fault::Setup(error.to_string()))?;
        let mut solving = memory.with(options, pool, self.report.cancellation().clone());
        let is_partial = earlier.is_partial();
        let asked = Asked { options, lowered: &lowered, selected: &selected, sources: loaded.sources(), log };
        let (running, answered) = asked.answer(is_partial, start, &mut solving, self.report, self.timing)?;
        self.go_on()?;
        // rustc is still running.
        let extra = self.explained(&mut solving, &lowered, &answered);
        let (assumptions, denied) = self.assumptions(has_errors)?;
        let compiler = running.as_ref().map(Running::compiler);
        let refused = match running {
            Some(running) => {
                self.report.progress("waiting for rustc");
                let finish = || running.finish((options, log), loaded, &lowered, self.report);
                few(timed(&mut self.timing.gate, finish)?)
            }
            None => Vec::new(),
        };
        self.go_on()?;
        if is_partial && !refused.is_empty() && !self.report.has_any() {
            return Ok(End::Again);
        }
        self.report.show_all(&denied, loaded.sources());
        let is_refused = self.report.show_all(&refused, loaded.sources());
        let mut summary = self.judged(&mut solving, &lowered, &selected, &answered, (&extra, is_refused));
        self.go_on()?;
        let (cache, trouble) = solving.finish();
        summary.cache = cache;
        summary.assumptions = assumptions;
        summary.cache.settled = earlier.count();
        self.report.show_all(trouble.as_slice(), loaded.sources());
        let functions = summary.functions.iter().flatten();
        summary.verified = functions.filter(|f| f.status == Status::Verified).count();
        if let Some(compiler) = compiler.filter(|_| !is_refused) {
            earlier.keep(&compiler, loaded, (&lowered, &answered.jobs), &summary, self.report);
        }
        Ok(summary.into())
    }

    /// Stops the run if it is cancelled.
    fn go_on(&self) -> Result<(), Stop> {
        if self.report.is_cancelled() { Err(Fault::Cancelled.into()) } else { Ok(()) }
    }

    /// Lowers the crate and checks that its functions terminate. It reports the errors. The second value is whether there
    /// are any, with functions that do not depend on them.
    fn lowered(&mut self) -> Result<(Lowered, bool), Stop> {
        let (loaded, timing) = (self.loaded, &mut *self.timing);
        let is_wrong = |found: &[Diagnostic]| found.iter().any(|d| d.level == Level::Error);
        self.report.progress("reading the program");
        let mut found = timed(&mut timing.front_end, || few(loaded.diagnostics()));
        let mut lowered = Lowered::default();
        if !is_wrong(&found) {
            let problems;
            self.report.progress("checking the rules of the language");
            (lowered, problems) = timed(&mut timing.lower, || lower_checked(&lowering(self.options), loaded));
            found.extend(problems);
        }
        // For a reloaded program, the list of the rewriter's errors may be incomplete.
        if (loaded.is_reloaded() && is_wrong(&found)) || !self.earlier.holds(&lowered.program, is_wrong(&found)) {
            return Err(Stop::End(End::Again));
        }
        // That something has no specification may be wrong, and is not said. Where the library itself seems to be missing and something
        // else is wrong as well, more of the library would only hide it.
        let errors: Vec<&Diagnostic> = found.iter().filter(|found| found.level == Level::Error).collect();
        let is_lack = errors.iter().any(|error| is_lack(error)) || errors.iter().all(|error| is_missing(error));
        if !loaded.has_whole_library() && !errors.is_empty() && is_lack {
            return Err(Stop::End(End::Whole));
        }
        match self.report.show_all(&found, loaded.sources()) {
            true if lowered.verify.is_empty() => Err(Stop::End(Summary::default().into())),
            has_errors => Ok((lowered, has_errors)),
        }
    }

    /// What the crate assumes without a proof, and the errors about that: with `--no-cheating`, about what is not allowed.
    fn assumptions(&self, has_errors: bool) -> Result<(Vec<Assumption>, Vec<Diagnostic>), Stop> {
        let (options, sources) = (self.options, self.loaded.sources());
        let found = certus_lower::trusted(self.loaded);
        // With these the list is not complete. Errors in the crate are reported already.
        let mut errors = if has_errors { Vec::new() } else { found.diagnostics };
        if options.no_cheating {
            let allowed = Allowed::read(options.allow_list.as_deref())?;
            errors.extend(cheating(&allowed.differences(found.items.iter()), options.allow_list.as_deref()));
        }
        let assumed = found.items.into_iter().filter(|item| item.kind.is_assumption());
        Ok((assumed.map(|item| Item::new(item, sources).assumption()).collect(), errors))
    }

    /// The functions that the options select. It is an error if an option selects none.
    fn selected(&mut self, lowered: &Lowered, has_errors: bool) -> Result<Vec<certus_vir::Path>, Stop> {
        let selected = select(self.options, lowered);
        // With errors, the function may be one that is not verified because of them.
        if selected.is_empty() && self.options.selects() {
            if !has_errors {
                self.report.show(&no_selection(), self.loaded.sources());
            }
            return Err(Stop::End(Summary::default().into()));
        }
        Ok(selected)
    }

    /// Explains the failures.
    fn explained(&mut self, solving: &mut Solving<'_>, lowered: &Lowered, answered: &Answered) -> Extra {
        let Answered { jobs, outcomes, .. } = answered;
        if outcomes.iter().flatten().any(|outcome| !outcome.verdict.is_proved()) {
            self.report.progress("explaining failures");
        }
        let (verdicts, tries) = (Verdicts { lowered, jobs, outcomes }, self.options.hints);
        timed(&mut self.timing.solver, || Extra {
            explanations: explained(solving, verdicts, self.loaded.sources(), tries),
            missing: missing::missing(solving, verdicts, tries),
        })
    }

    /// Reports the verdicts and the other findings about the functions.
    fn judged(
        &mut self,
        solving: &mut Solving<'_>,
        lowered: &Lowered,
        selected: &[certus_vir::Path],
        answered: &Answered,
        (extra, is_refused): (&Extra, bool),
    ) -> Summary {
        let (sources, report) = (self.loaded.sources(), &mut *self.report);
        let Answered { jobs, left_out, outcomes } = answered;
        let mut functions = judge((&lowered.program, selected), answered, extra, report, sources);
        // A proof of an invalid Rust program, or of a part of a function, does not count.
        let is_proved = |f: &&mut FunctionSummary| f.status == Status::Verified;
        for function in functions.iter_mut().filter(is_proved) {
            let otherwise = left_out.get(&*function.name).copied().or_else(|| is_refused.then_some(Status::Skipped));
            function.status = otherwise.unwrap_or(function.status);
        }
        costly::note(&lowered.program, (jobs, outcomes), &functions, report, sources);
        let functions = self.earlier.with_unchanged(functions);
        timed(&mut self.timing.solver, || {
            if self.options.recommends {
                warn_of_recommends(solving, lowered, &functions, report, self.loaded);
            }
            if self.options.vacuity != Vacuity::Off {
                let found = vacuity::warnings(self.options.vacuity, solving, &lowered.program, &functions);
                report.show_all(&found, sources);
            }
        });
        Summary { functions: Some(functions), ..Summary::default() }
    }
}

/// How to lower the crate of a run.
pub(crate) fn lowering(options: &Options) -> certus_lower::Options {
    certus_lower::Options {
        is_library: options.program.is_vstd,
        check_api_safety: options.check_api_safety,
        names_points: options.audit,
        ..Default::default()
    }
}

/// Lowers a crate, and checks that its definitions terminate. The second value has all errors. If these are not about
/// single functions, there is nothing left to verify.
pub(crate) fn lower_checked(lowering: &certus_lower::Options, loaded: &Loaded) -> (Lowered, Vec<Diagnostic>) {
    let mut lowered = certus_lower::lower(loaded, lowering);
    let mut problems = std::mem::take(&mut lowered.diagnostics);
    let is_wrong = |found: &[Diagnostic]| found.iter().any(|problem| problem.level == Level::Error);
    let more = loaded.late_diagnostics();
    let mut is_lost = is_wrong(&more) || (is_wrong(&problems) && lowered.verify.is_empty());
    problems.extend(more);
    if !is_lost {
        let endless = certus_vir::passes::termination::run(&mut lowered.program);
        // Of another library, an error says nothing about the rest: it is not verified in any case.
        is_lost = is_wrong(&endless) && !(lowering.is_library && loaded.has_foreign_library());
        problems.extend(endless);
    }
    if is_lost {
        lowered.verify.clear();
    }
    (lowered, problems)
}

/// The errors for assumptions that are not allowed, and for lines of the list that say nothing.
fn cheating(found: &Differences<'_>, list: Option<&Path>) -> Vec<Diagnostic> {
    let denied = found.denied.iter().map(|item| {
        let text = format!("`{}` is not allowed with `--no-cheating`", item.kind.name());
        let help = format!("prove it, or allow it with a line in the file of `--allow-list`: {item}");
        Diagnostic::error(Verify::Cheating, text, item.span).with_help(help)
    });
    let unused = found.unused.iter().map(|(number, line)| {
        let file = list.map_or(String::new(), |path| path.display().to_string());
        let text = format!("{file}:{number}: the crate does not assume `{line}`");
        Diagnostic::error_without_span(Verify::Cheating, text).with_help("delete the line")
    });
    denied.chain(unused).collect()
}

/// The error for options that select no function.
pub(crate) fn no_selection() -> Diagnostic {
    Diagnostic::error_without_span(Language::Selection, "no function matches the selection")
}

/// Warns about recommendations that do not hold in functions that failed.
fn warn_of_recommends(
    solving: &mut Solving<'_>,
    lowered: &Lowered,
    functions: &[FunctionSummary],
    report: &mut Report<'_>,
    loaded: &Loaded,
) {
    let failed = functions.iter().filter(|function| function.status == Status::Failed);
    let jobs: Vec<_> = failed.flat_map(|f| recommends::jobs(lowered, &f.name.as_str().into())).collect();
    let outcomes = solving.ask_as_usual(&jobs);
    for (job, outcome) in jobs.iter().zip(&outcomes) {
        let Some(Verdict::Failed { goals, .. }) = outcome.as_ref().map(|o| &o.verdict) else { continue };
        for warning in goals.iter().filter_map(|failed| recommends::unmet(job, failed.index)) {
            report.show(&warning, loaded.sources());
        }
    }
}

/// Whether an error says that the library lacks something, which may be in a part of it that the program has no word for, or
/// that it is not there, which a program may need without naming it.
fn is_missing(found: &Diagnostic) -> bool {
    is_lack(found) || found.message.contains(certus_lower::THE_LIBRARY)
}

/// Whether an error says that an item of the standard library is not known, or that nothing is known of it.
fn is_lack(found: &Diagnostic) -> bool {
    [Unsupported::Std, Unsupported::UndeclaredStd].into_iter().any(|code| found.code == Code::from(code))
}
