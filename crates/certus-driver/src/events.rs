//! Reports the state of each function during a run, for editors ([`Options::events`]).
//!
//! A function goes from `queued` to `running`, and then to its final state, such as `proved` or `failed`.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, FunctionEvent, Sources, State, Status, Times};
use certus_solve::{FailedGoal, Outcome, Verdict};
use certus_vir::{Path, Program};

use certus_session::{Job, Observer, Options, Sink, failed_goal, goal_of};

/// The state of a function up to now.
struct Known {
    span: certus_diagnostics::Span,
    /// The number of its queries without an answer.
    open: usize,
    state: State,
    time_ms: f64,
    resource: u64,
    is_cached: bool,
    diagnostics: Vec<Diagnostic>,
}

/// The functions of a run, if events are wanted; otherwise it is empty.
pub(crate) struct Events<'a> {
    sources: Option<&'a Sources>,
    functions: BTreeMap<String, Known>,
}

impl<'a> Events<'a> {
    /// The value for a run without events.
    fn none() -> Events<'a> {
        Events { sources: None, functions: BTreeMap::new() }
    }

    /// The value for a run over these functions. Some of them have an outcome before there are queries.
    pub(crate) fn new(
        options: &Options,
        program: &Program,
        selected: &[Path],
        settled: &BTreeMap<String, Status>,
        sources: &'a Sources,
    ) -> Events<'a> {
        if !options.events {
            return Events::none();
        }
        let known = |path: &Path| {
            let state = match settled.get(&**path) {
                Some(Status::Failed) => State::Failed,
                Some(Status::ResourceLimit) => State::ResourceLimit,
                Some(Status::Skipped) => State::Skipped,
                Some(Status::Verified) | None => State::Queued,
            };
            let span = program.functions.get(path)?.span;
            let (time_ms, resource, is_cached, diagnostics) = (0.0, 0, true, Vec::new());
            Some((path.to_string(), Known { span, open: 0, state, time_ms, resource, is_cached, diagnostics }))
        };
        let functions = selected.iter().filter_map(known).collect();
        Events { sources: Some(sources), functions }
    }

    fn report_state(&self, sink: &mut dyn Sink, name: &str, known: &Known) {
        let Some(sources) = self.sources else { return };
        let Known { span, state, time_ms, resource, is_cached, .. } = *known;
        let diagnostics = known.diagnostics.clone();
        let event = FunctionEvent { name, state, span, time_ms, resource, is_cached, diagnostics };
        sink.function(&event, sources);
    }
}

impl Observer for Events<'_> {
    fn begin(&mut self, sink: &mut dyn Sink, jobs: &[Job]) {
        if self.sources.is_none() {
            return;
        }
        for job in jobs {
            if let Some(known) = self.functions.get_mut(&*job.obligation.function) {
                known.open += 1;
            }
        }
        for known in self.functions.values_mut() {
            // The function has no queries.
            if known.open == 0 && known.state == State::Queued {
                known.state = State::Proved;
            }
        }
        for (name, known) in &self.functions {
            self.report_state(sink, name, known);
        }
    }

    fn started(&mut self, sink: &mut dyn Sink, jobs: &[Job], index: usize) {
        let name = jobs.get(index).map_or("", |job| &*job.obligation.function);
        if let Some(known) = self.functions.get_mut(name).filter(|known| known.state == State::Queued) {
            known.state = State::Running;
            if let Some(known) = self.functions.get(name) {
                self.report_state(sink, name, known);
            }
        }
    }

    fn done(&mut self, sink: &mut dyn Sink, jobs: &[Job], index: usize, outcome: &Outcome) {
        let (Some(_), Some(job)) = (self.sources, jobs.get(index)) else { return };
        let name = &*job.obligation.function;
        if let Some(known) = self.functions.get_mut(name) {
            known.open = known.open.saturating_sub(1);
            known.add(job, outcome);
            if known.open == 0 && matches!(known.state, State::Queued | State::Running) {
                known.state = State::Proved;
            }
            let is_news = known.open == 0 || !known.diagnostics.is_empty();
            if let Some(known) = self.functions.get(name).filter(|_| is_news) {
                self.report_state(sink, name, known);
            }
        }
    }
}

impl Known {
    fn add(&mut self, job: &Job, outcome: &Outcome) {
        self.time_ms += Times::ms(outcome.wall);
        self.resource += outcome.rlimit_count;
        // An answer from the cache takes no time.
        self.is_cached &= outcome.wall.is_zero();
        let (state, goals): (State, &[FailedGoal]) = match &outcome.verdict {
            Verdict::Proved => return,
            Verdict::Failed { goals, .. } => (State::Failed, goals),
            Verdict::ResourceExhausted { found, .. } => (State::ResourceLimit, found),
            Verdict::SolverError(_) => (State::Failed, &[]),
        };
        self.state = state;
        for failed in goals {
            let Some((goal, conjuncts)) = goal_of(job, failed) else { continue };
            self.diagnostics.push(failed_goal(goal, &conjuncts));
        }
    }
}
