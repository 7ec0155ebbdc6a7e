//! The stages in order: load, lower, check termination, make obligations, encode, solve, report.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use certus_diagnostics::{Class, Diagnostic, FunctionSummary, Label, Level, Sources, Status, Summary, Times};
use certus_frontend::Loaded;
use certus_gate::GateError;
use certus_provers::settle;
use certus_solve::{Outcome, Verdict};
use certus_tree::Program as _;
use certus_vir::Goal;

use crate::cli::{Switch, Vacuity, Verify};
use crate::costly;
use crate::crates;
use crate::epr;
use crate::events::{self, Events};
use crate::failure::{Explanations, explained, failed_goal};
use crate::hints;
use crate::output::Color;
use crate::premises;
use crate::report::{ReportFormat, Reporter};
use crate::rerun::Rerun;
use crate::second::{self, Trouble};
use crate::settled::Settling;
use crate::solving::{Job, Memory, Solving, write_log};
use crate::standby::Standby;
use crate::terminal::errln;
use crate::timing::{Timing, timed};
use crate::vacuity;
use crate::waiting::{self, Warm};

/// Everything is proved.
pub(crate) const PROVED: u8 = 0;
/// Something is not proved.
pub(crate) const NOT_PROVED: u8 = 1;
/// The call or the set-up is wrong.
pub(crate) const BAD_CALL: u8 = 2;

/// A part of this program, or something it rests on, is at fault.
pub(crate) const INTERNAL: u8 = 3;

/// What is known of earlier runs.
struct Past {
    rerun: Option<Rerun>,
    settling: Option<Settling>,
}

impl Past {
    /// Keeps what the next run can use of this one, in which rustc had no objection: all of it, if everything was proved
    /// and nothing was to be said; and which functions are right.
    fn keep(
        &self,
        compiler: &certus_gate::Compiler,
        loaded: &Loaded,
        lowered: &certus_lower::Lowered,
        jobs: &[Job],
        summary: &Summary,
        reporter: &Reporter,
    ) {
        if let Some(rerun) = self.rerun.as_ref().filter(|_| !reporter.has_said) {
            rerun.keep(compiler, loaded, summary);
        }
        if let Some(settling) = &self.settling {
            settling.keep(loaded, lowered, jobs, summary, reporter);
        }
    }
}

/// Verifies a crate; gives the exit status. It is done in one go, or in two where functions that were taken for settled turn
/// out to matter after all.
pub(crate) fn verify(options: &Verify) -> u8 {
    let began = Instant::now();
    if options.lifeline && options.wait.is_none() {
        crate::lsp::lifeline();
    }
    let mut reporter = Reporter::new(options.message_format, options.color);
    let mut timing = Timing::default();
    if let Some(flag) = options.unsupported() {
        reporter.show(&unsupported_option(flag), &Sources::default());
        return end(&mut reporter, options, Summary::default(), &timing, began);
    }
    let solver = match certus_solve::setup::setup(&mut |text| reporter.notice(text)) {
        Ok(solver) => solver,
        Err(error) => {
            errln!("error: {error}");
            return BAD_CALL;
        }
    };
    let (mut warm, mut began) = (Warm::default(), began);
    if let Some(open) = &options.wait {
        let Some(ready) = waiting::wait(options, open, &solver) else { return BAD_CALL };
        (warm, began) = (ready, Instant::now());
    }
    let rerun = Rerun::new(options, &solver);
    if let Some((name, summary)) = rerun.as_ref().and_then(Rerun::summary) {
        reporter.program(&name);
        return end(&mut reporter, options, summary, &timing, began);
    }
    let past = Past { rerun, settling: warm.settling(options, &solver) };
    loop {
        let settle = |files: &BTreeMap<_, _>, others: &[BTreeMap<_, _>]| {
            past.settling.as_ref().map(|settling| settling.forms(files, others, None)).unwrap_or_default()
        };
        let load = || crates::or_told(std::mem::take(&mut warm).load(options, &settle, &solver));
        let (loaded, standby) = match timed(&mut timing.front_end, load) {
            // The process ends with the run: taking the database apart piece by piece would only take time.
            Ok((loaded, standby)) => (std::mem::ManuallyDrop::new(loaded), standby),
            Err(status) => return status,
        };
        let memory = Memory::new(options, &solver);
        reporter.program(loaded.name());
        if let Some(status) = run(options, &loaded, (standby, memory), &past, &mut reporter, &mut timing, began) {
            return status;
        }
        past.settling.iter().for_each(Settling::forget);
    }
}

fn unsupported_option(flag: &str) -> Diagnostic {
    Diagnostic::error_without_span(Class::Unsupported, "option", format!("the option `{flag}` is not supported"))
}

/// Says that an option of the existing tool is not supported; gives the exit status.
pub(crate) fn refuse(flag: &str, json: bool) -> u8 {
    let format = if json { ReportFormat::Json } else { ReportFormat::Human };
    let mut reporter = Reporter::new(format, Color::Auto);
    reporter.show(&unsupported_option(flag), &Sources::default());
    reporter.finish(Summary::default(), false);
    NOT_PROVED
}

/// Why a run ends before the solver is asked.
enum Stop {
    /// There are errors, which were shown.
    Wrong,
    /// It is to be done again with nothing settled.
    Again,
}

/// The stages before obligations; what they find is shown.
fn read(
    options: &Verify,
    loaded: &Loaded,
    past: &Past,
    reporter: &mut Reporter,
    timing: &mut Timing,
) -> Result<certus_lower::Lowered, Stop> {
    let is_wrong = |found: &[Diagnostic]| found.iter().any(|d| d.level == Level::Error);
    let mut found = timed(&mut timing.front_end, || few(loaded.diagnostics()));
    let mut lowered = certus_lower::Lowered::default();
    if !is_wrong(&found) {
        let lowering = certus_lower::Options { is_library: options.program.is_vstd, ..Default::default() };
        lowered = timed(&mut timing.lower, || certus_lower::lower(loaded, &lowering));
        found.append(&mut lowered.diagnostics);
        found.extend(loaded.late_diagnostics());
    }
    if !is_wrong(&found) {
        found.extend(timed(&mut timing.lower, || certus_vir::passes::termination::run(&mut lowered.program)));
    }
    let again = |settling: &Settling| settling.is_partial() && (is_wrong(&found) || !settling.holds(&lowered.program));
    // What the rewriter says of a program that was loaded again may not be all.
    if (loaded.is_reloaded() && is_wrong(&found)) || past.settling.as_ref().is_some_and(again) {
        return Err(Stop::Again);
    }
    if show_all(reporter, &found, loaded.sources()) { Err(Stop::Wrong) } else { Ok(lowered) }
}

/// Runs the stages on a crate; `None` when it is to be loaded again with nothing settled.
fn run(
    options: &Verify,
    loaded: &Loaded,
    (standby, memory): (Standby, Memory),
    past: &Past,
    reporter: &mut Reporter,
    timing: &mut Timing,
    began: Instant,
) -> Option<u8> {
    let mut summary = Summary::default();
    let lowered = match read(options, loaded, past, reporter, timing) {
        Ok(lowered) => lowered,
        Err(Stop::Again) => return None,
        Err(Stop::Wrong) => return Some(end(reporter, options, summary, timing, began)),
    };
    let selected = select(options, &lowered);
    let selects = !options.function.is_empty() || !options.module.is_empty();
    if selected.is_empty() && selects {
        let error = Diagnostic::error_without_span(Class::Language, "selection", "no function matches the selection");
        reporter.show(&error, loaded.sources());
        return Some(end(reporter, options, summary, timing, began));
    }
    let ready = standby.ready();
    let start = |reporter: &mut Reporter| {
        let rustc = ready.rustc.map_err(Trouble::from)?;
        second::start(rustc, options, loaded, &lowered, reporter)
    };
    if options.no_verify {
        let refused = start(reporter).and_then(|running| running.finish(options, loaded, &lowered, reporter));
        return Some(not_verified(refused, reporter, options, loaded, timing, began));
    }
    let mut solving = match ready.pool {
        Ok(pool) => memory.with(options, pool),
        Err(error) => {
            errln!("error: {error}");
            return Some(BAD_CALL);
        }
    };
    let is_partial = past.settling.as_ref().is_some_and(Settling::is_partial);
    let asked = Asked { options, lowered: &lowered, selected: &selected, sources: loaded.sources() };
    let (running, Answered { jobs, left_out, outcomes }) =
        match asked.answer(is_partial, start, &mut solving, reporter, timing) {
            Ok(both) => both,
            Err(Unanswered::Trouble(trouble)) => {
                return Some(no_answer(trouble, reporter, options, loaded, timing, began));
            }
            Err(Unanswered::Thread) => return Some(lost_thread()),
        };
    // While rustc is still at work.
    let tries = options.hints == Switch::On;
    let told =
        timed(&mut timing.solver, || explained(&mut solving, &lowered, &jobs, &outcomes, loaded.sources(), tries));
    let missing =
        timed(&mut timing.solver, || premises::missing(&mut solving, &lowered.program, &jobs, &outcomes, tries));
    let compiler = running.compiler();
    let refused = match timed(&mut timing.gate, || running.finish(options, loaded, &lowered, reporter)) {
        Ok(refused) => few(refused),
        Err(trouble) => return Some(no_answer(trouble, reporter, options, loaded, timing, began)),
    };
    if is_partial && !refused.is_empty() && !reporter.has_said {
        return None;
    }
    let is_refused = show_all(reporter, &refused, loaded.sources());
    let extra = Extra { missing, told };
    let mut functions = judge(&selected, &jobs, &outcomes, &extra, reporter, loaded.sources());
    // A proof about a program that is not valid Rust says nothing, nor does one of a part of a function.
    let is_proved = |f: &&mut FunctionSummary| f.status == Status::Verified;
    for function in functions.iter_mut().filter(is_proved) {
        let otherwise = left_out.get(&*function.name).copied().or_else(|| is_refused.then_some(Status::Skipped));
        function.status = otherwise.unwrap_or(function.status);
    }
    costly::note(&lowered.program, (&jobs, &outcomes), &functions, reporter, loaded.sources());
    let functions = match &past.settling {
        Some(settling) => settling.with_settled(functions),
        None => functions,
    };
    summary.functions = Some(functions);
    timed(&mut timing.solver, || explain(&mut solving, &lowered, &summary, reporter, loaded.sources()));
    if options.vacuity != Vacuity::Off {
        let functions = summary.functions.as_deref().unwrap_or_default();
        timed(&mut timing.solver, || {
            vacuity::warn(options.vacuity, &mut solving, &lowered.program, functions, reporter, loaded.sources());
        });
    }
    let (cache, trouble) = solving.finish();
    summary.cache = cache;
    summary.cache.settled = past.settling.as_ref().map_or(0, Settling::count);
    show_all(reporter, trouble.as_slice(), loaded.sources());
    let verified = summary.functions.iter().flatten().filter(|f| f.status == Status::Verified).count();
    summary.verified = verified;
    if !is_refused {
        past.keep(&compiler, loaded, &lowered, &jobs, &summary, reporter);
    }
    Some(end(reporter, options, summary, timing, began))
}

/// Ends a run that is to prove nothing, with what rustc says.
fn not_verified(
    refused: Result<Vec<Diagnostic>, Trouble>,
    reporter: &mut Reporter,
    options: &Verify,
    loaded: &Loaded,
    timing: &Timing,
    began: Instant,
) -> u8 {
    match refused {
        Ok(refused) => {
            show_all(reporter, &few(refused), loaded.sources());
            end(reporter, options, Summary::default(), timing, began)
        }
        Err(trouble) => no_answer(trouble, reporter, options, loaded, timing, began),
    }
}

/// The functions of a run on their way to the solver.
struct Asked<'a> {
    options: &'a Verify,
    lowered: &'a certus_lower::Lowered,
    selected: &'a [certus_vir::Path],
    sources: &'a Sources,
}

/// What was asked about functions, and what became of it.
struct Answered {
    jobs: Vec<Job>,
    /// Those that are not asked about.
    left_out: BTreeMap<String, Status>,
    outcomes: Vec<Option<Outcome>>,
}

/// Why functions have no answers.
enum Unanswered {
    Trouble(Trouble),
    Thread,
}

impl Asked<'_> {
    /// Starts rustc and asks the solver, which comes first where functions are settled.
    fn answer<T>(
        &self,
        is_partial: bool,
        start: impl FnOnce(&mut Reporter) -> Result<T, Trouble>,
        solving: &mut Solving<'_>,
        reporter: &mut Reporter,
        timing: &mut Timing,
    ) -> Result<(T, Answered), Unanswered> {
        if is_partial {
            let (running, answered) = self.before(start, solving, reporter, timing);
            let running = running.map_err(Unanswered::Trouble)?;
            return Ok((running, answered.ok_or(Unanswered::Thread)?));
        }
        let running = start(reporter).map_err(Unanswered::Trouble)?;
        Ok((running, self.solve(solving, reporter, timing)))
    }

    /// Encodes the functions and waits for the solver.
    fn solve(&self, solving: &mut Solving<'_>, reporter: &mut Reporter, timing: &mut Timing) -> Answered {
        let (jobs, left_out) = self.encode(reporter, timing);
        let outcomes = timed(&mut timing.solver, || self.outcomes(&jobs, &left_out, solving, reporter));
        Answered { jobs, left_out, outcomes }
    }

    fn encode(&self, reporter: &mut Reporter, timing: &mut Timing) -> (Vec<Job>, BTreeMap<String, Status>) {
        let Asked { options, lowered, selected, sources } = *self;
        let (jobs, left_out) = timed(&mut timing.smt, || encode(options, lowered, selected, reporter, sources));
        log(options, &lowered.program, &jobs);
        (jobs, left_out)
    }

    fn outcomes(
        &self,
        jobs: &[Job],
        left_out: &BTreeMap<String, Status>,
        solving: &mut Solving<'_>,
        reporter: &mut Reporter,
    ) -> Vec<Option<Outcome>> {
        let mut events = Events::new(self.options, &self.lowered.program, self.selected, left_out, self.sources);
        let outcomes = solving.solve(jobs, reporter, &mut events);
        solving.with_small_models(jobs, outcomes)
    }

    /// Asks the solver before rustc is started, as it is done first where little is asked: the text for rustc is that of the
    /// whole crate. Nothing is answered if a thread failed.
    fn before<T>(
        &self,
        start: impl FnOnce(&mut Reporter) -> T,
        solving: &mut Solving<'_>,
        reporter: &mut Reporter,
        timing: &mut Timing,
    ) -> (T, Option<Answered>) {
        let (jobs, left_out) = self.encode(reporter, timing);
        let mut beside = reporter.beside();
        let (started, outcomes) = std::thread::scope(|scope| {
            let solver = scope.spawn(|| self.outcomes(&jobs, &left_out, solving, &mut beside));
            let started = start(reporter);
            (started, timed(&mut timing.solver, || solver.join()))
        });
        beside.clear_progress();
        (started, outcomes.ok().map(|outcomes| Answered { jobs, left_out, outcomes }))
    }
}

/// Says that a thread of this process failed, which has said why; gives the exit status.
fn lost_thread() -> u8 {
    errln!("error: the thread that asks the solver failed");
    INTERNAL
}

/// The second checker gave no answer, so nothing may be called verified.
fn no_answer(
    trouble: Trouble,
    reporter: &mut Reporter,
    options: &Verify,
    loaded: &Loaded,
    timing: &Timing,
    began: Instant,
) -> u8 {
    match trouble {
        Trouble::Gate(error) => {
            errln!("error: {error}");
            match error {
                GateError::Failed { .. } | GateError::Library { .. } => INTERNAL,
                _ => BAD_CALL,
            }
        }
        Trouble::Program(error) => {
            reporter.show(&error, loaded.sources());
            end(reporter, options, Summary::default(), timing, began)
        }
    }
}

/// More errors than this in one file are no help; a file that is no program at all has one for every token.
const MAX_SHOWN: usize = 50;

/// The first diagnostics, with a word about how many are left out.
fn few(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let more = found.len().saturating_sub(MAX_SHOWN);
    if more > 0 {
        found.truncate(MAX_SHOWN);
        let text = format!("{more} more diagnostics are not shown");
        found.push(Diagnostic::error_without_span(Class::Language, "too-many-errors", text));
    }
    found
}

/// Shows diagnostics; true when one is an error.
pub(crate) fn show_all(reporter: &mut Reporter, diagnostics: &[Diagnostic], sources: &Sources) -> bool {
    for diagnostic in diagnostics {
        reporter.show(diagnostic, sources);
    }
    diagnostics.iter().any(|d| d.level == Level::Error)
}

/// The functions that the user wants checked.
pub(crate) fn select(options: &Verify, lowered: &certus_lower::Lowered) -> Vec<certus_vir::Path> {
    let wanted = |path: &certus_vir::Path| {
        let Some(function) = lowered.program.functions.get(path) else { return false };
        let ends = |text: &str, with: &str| text == with || text.ends_with(&format!("::{with}"));
        let by_name = options.function.is_empty() || options.function.iter().any(|f| ends(path, f));
        let by_module = options.module.is_empty() || options.module.iter().any(|m| ends(&function.module, m));
        by_name && by_module
    };
    lowered.verify.iter().filter(|p| wanted(p)).cloned().collect()
}

/// Looks for recommendations that are not met in the functions that failed.
fn explain(
    solving: &mut Solving<'_>,
    lowered: &certus_lower::Lowered,
    summary: &Summary,
    reporter: &mut Reporter,
    sources: &Sources,
) {
    let failed = summary.functions.iter().flatten().filter(|f| f.status == Status::Failed);
    let jobs: Vec<Job> = failed.flat_map(|f| hints::jobs(lowered, &f.name.as_str().into())).collect();
    let outcomes = solving.ask_as_usual(&jobs);
    for (job, outcome) in jobs.iter().zip(&outcomes) {
        let Some(Verdict::Failed { goals, .. }) = outcome.as_ref().map(|o| &o.verdict) else { continue };
        for failed in goals {
            if let Some(warning) = hints::unmet(job, failed.index) {
                reporter.show(&warning, sources);
            }
        }
    }
}

/// Obligations of the functions, encoded, and what becomes of the functions with one that cannot be, or that a prover
/// of ours does not prove; that is reported.
pub(crate) fn encode(
    options: &Verify,
    lowered: &certus_lower::Lowered,
    selected: &[certus_vir::Path],
    reporter: &mut Reporter,
    sources: &Sources,
) -> (Vec<Job>, BTreeMap<String, Status>) {
    let mut jobs = Vec::new();
    let (outside, mut left_out) = epr::check(&lowered.program);
    show_all(reporter, &outside, sources);
    for path in selected {
        if left_out.contains_key(&**path) {
            continue;
        }
        let Some(function) = lowered.program.functions.get(path) else { continue };
        let steps = limit(options, certus_vc::steps(function));
        let settled = settle(&lowered.program, function, steps.unwrap_or(u64::MAX));
        reporter.about(Some(path));
        if show_all(reporter, &settled.problems, sources) {
            left_out.insert(path.to_string(), Status::Failed);
        }
        let function = settled.function.as_ref().unwrap_or(function);
        // The same part may be outside of EPR for several goals.
        let mut refused = outside.clone();
        for mut obligation in epr::obligations(&lowered.program, function) {
            obligation.rlimit = limit(options, obligation.rlimit);
            obligation.strict_division = options.extended.iter().any(|name| name == "no-bv-simplify");
            match events::encode(options, &lowered.program, &obligation, sources) {
                // Without goals there is nothing to ask; the encoder has looked at its quantifiers.
                Ok(encoded) if encoded.goals.is_empty() => {}
                Ok(encoded) => jobs.push(Job { obligation, encoded }),
                Err(mut error) => {
                    error.0.retain(|one| !refused.iter().any(|before| epr::is_same(before, one)));
                    show_all(reporter, &error.0, sources);
                    refused.append(&mut error.0);
                    left_out.entry(path.to_string()).or_insert(Status::Skipped);
                }
            }
        }
    }
    reporter.about(None);
    (jobs, left_out)
}

/// The limit that the user set, for what has one.
pub(crate) fn limit(options: &Verify, steps: Option<u64>) -> Option<u64> {
    let units = options.rlimit.filter(|_| steps.is_some());
    units.map(|units| (units.max(0.0) * certus_vc::STEPS_PER_UNIT as f64) as u64).or(steps)
}

/// Turns verdicts into diagnostics and a line a function.
fn judge(
    selected: &[certus_vir::Path],
    jobs: &[Job],
    outcomes: &[Option<Outcome>],
    extra: &Extra,
    reporter: &mut Reporter,
    sources: &Sources,
) -> Vec<FunctionSummary> {
    let mut by_function: BTreeMap<&str, FunctionSummary> = BTreeMap::new();
    for path in selected {
        let name = path.to_string();
        let line = FunctionSummary { name, status: Status::Verified, time_ms: 0.0, resource: 0 };
        by_function.insert(path, line);
    }
    // One quantifier is in many queries, under other names in each: one note for it is enough.
    let mut noted = std::collections::HashSet::new();
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let place = |d: &&Diagnostic| (d.code.clone(), d.primary.as_ref().map(|l| l.span));
        let new: Vec<Diagnostic> = job.encoded.notes.iter().filter(|d| noted.insert(place(d))).cloned().collect();
        show_all(reporter, &new, sources);
        let Some(line) = by_function.get_mut(&*job.obligation.function) else { continue };
        reporter.about(Some(&job.obligation.function));
        let Some(outcome) = outcome else {
            reporter.show(&not_cached(job), sources);
            line.status = Status::Skipped;
            continue;
        };
        line.time_ms += Times::ms(outcome.wall);
        line.resource += outcome.rlimit_count;
        let status = match &outcome.verdict {
            Verdict::Proved => continue,
            Verdict::Failed { goals, .. } => {
                failures((number, job), goals, extra, reporter, sources);
                Status::Failed
            }
            Verdict::ResourceExhausted { found } => {
                failures((number, job), found, extra, reporter, sources);
                exhausted((number, job), extra, reporter, sources);
                Status::ResourceLimit
            }
            Verdict::SolverError(text) => {
                let message = format!("the solver rejected the query of `{}`: {text}", job.obligation.function);
                let error = Diagnostic::error_without_span(Class::Internal, "solver", message);
                reporter.show(&error, sources);
                Status::Failed
            }
        };
        line.status = status;
    }
    reporter.about(None);
    selected.iter().filter_map(|p| by_function.remove(&**p)).collect()
}

/// What is said of failures beside themselves.
struct Extra {
    /// Facts that a block or a loop lacks, by the number of its job.
    missing: BTreeMap<usize, Vec<Label>>,
    /// What else explains a failure.
    told: Explanations,
}

impl Extra {
    fn missing(&self, job: usize) -> &[Label] {
        self.missing.get(&job).map_or(&[], Vec::as_slice)
    }
}

fn failures(
    (number, job): (usize, &Job),
    goals: &[certus_solve::FailedGoal],
    extra: &Extra,
    reporter: &mut Reporter,
    sources: &Sources,
) {
    for failed in goals {
        let Some(names) = job.encoded.goals.get(failed.index) else { continue };
        let Some(goal) = job.obligation.goals.get(names.index) else { continue };
        let spans = names.conjuncts.iter().map(|(_, span)| *span);
        let conjuncts: Vec<_> = spans.zip(failed.details.iter().copied().chain(std::iter::repeat(None))).collect();
        let mut error = premises::say(failed_goal(goal, &conjuncts), job, extra.missing(number));
        error = extra.told.of_goal(number, failed.index, error);
        error.model = epr::model(job, failed);
        let note = |bits| format!("it fails where `usize` has {bits} bits");
        reporter.show(&names.width.map_or(error.clone(), |bits| error.with_note(note(bits))), sources);
    }
}

fn not_cached(job: &Job) -> Diagnostic {
    let text = format!("no verdict about `{}` is in the cache, and no solver may be asked", job.obligation.function);
    let error = match job.obligation.goals.first() {
        Some(goal) => Diagnostic::error(Class::Resource, "not-cached", text, goal.span),
        None => Diagnostic::error_without_span(Class::Resource, "not-cached", text),
    };
    error.with_help("verify once without `--cache=enforce`, with a cache directory that can be written")
}

fn exhausted((number, job): (usize, &Job), extra: &Extra, reporter: &mut Reporter, sources: &Sources) {
    let text = format!("the budget ran out while `{}` was checked", job.obligation.function);
    let first: Option<&Goal> = job.obligation.goals.first();
    let error = match first {
        Some(goal) => Diagnostic::error(Class::Resource, "rlimit", text, goal.span),
        None => Diagnostic::error_without_span(Class::Resource, "rlimit", text),
    };
    let help = "split the proof, hide what it does not need, or raise the budget with #[verifier::rlimit(n)]";
    let error = premises::say(error.with_help(help), job, extra.missing(number));
    reporter.show(&extra.told.of_budget(number, error), sources);
}

/// Writes VIR and queries for a look by hand.
fn log(options: &Verify, program: &certus_vir::Program, jobs: &[Job]) {
    let Some(directory) = &options.log else { return };
    let written = write_log(directory, options, program, jobs);
    if let Err(error) = written {
        errln!("warning: cannot write the log in `{}`: {error}", directory.display());
    }
}

fn end(reporter: &mut Reporter, options: &Verify, mut summary: Summary, timing: &Timing, began: Instant) -> u8 {
    let ms = |d: Duration| Times::ms(d);
    summary.times_ms = Times {
        front_end: ms(timing.front_end),
        lower: ms(timing.lower),
        smt: ms(timing.smt),
        solver: ms(timing.solver),
        gate: ms(timing.gate),
        total: ms(began.elapsed()),
    };
    reporter.finish(summary, options.time && options.message_format == ReportFormat::Human);
    if reporter.errors == 0 { PROVED } else { NOT_PROVED }
}
