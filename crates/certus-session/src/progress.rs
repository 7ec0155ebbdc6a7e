//! The progress of a run: how many queries are answered, and which functions the solvers work on, with seconds.

use std::collections::VecDeque;
use std::time::Instant;

use certus_solve::{Outcome, Query, Watch};

use crate::{Job, Observer, Sink};

/// Tells a sink about each answer, and once a second what the solvers work on.
pub(crate) struct Progress<'a> {
    jobs: &'a [Job],
    total: usize,
    done: usize,
    /// The queries that no solver has yet, in the order in which solvers take them.
    queued: VecDeque<usize>,
    /// Those that solvers work on, each with its start.
    running: Vec<(usize, Instant)>,
    processes: usize,
    sink: &'a mut dyn Sink,
    observer: &'a mut dyn Observer,
}

impl<'a> Progress<'a> {
    /// The progress of these queries, each of which is that of the job with the same index.
    pub(crate) fn new(
        jobs: &'a [Job],
        queries: &[Query],
        processes: usize,
        (sink, observer): (&'a mut dyn Sink, &'a mut dyn Observer),
    ) -> Progress<'a> {
        let mut queued: Vec<usize> = (0..queries.len()).collect();
        queued.sort_by_key(|index| std::cmp::Reverse(queries.get(*index).map(|query| query.weight)));
        let (total, queued) = (queries.len(), queued.into());
        observer.begin(sink, jobs);
        let mut progress = Progress { jobs, total, done: 0, queued, running: Vec::new(), processes, sink, observer };
        progress.start();
        progress
    }

    /// Each solver without a query takes the next one.
    fn start(&mut self) {
        while self.running.len() < self.processes
            && let Some(next) = self.queued.pop_front()
        {
            self.running.push((next, Instant::now()));
            self.observer.started(self.sink, self.jobs, next);
        }
    }

    /// The line about the progress. It names what has run for the longest time first.
    fn line(&self) -> String {
        let running = self.running.iter().map(|(index, start)| {
            let name = self.jobs.get(*index).map_or("", |job| &*job.obligation.function);
            let name = name.split_once("::").map_or(name, |(_, within)| within);
            match start.elapsed().as_secs() {
                0 => name.to_string(),
                seconds => format!("{name} ({seconds} s)"),
            }
        });
        format!("{}/{} {}", self.done, self.total, running.collect::<Vec<_>>().join(", "))
    }
}

impl Watch for Progress<'_> {
    fn done(&mut self, index: usize, outcome: &Outcome) {
        self.done += 1;
        self.observer.done(self.sink, self.jobs, index, outcome);
        self.queued.retain(|queued| *queued != index);
        self.running.retain(|(running, _)| *running != index);
        self.start();
        let line = self.line();
        self.sink.progress(&line);
    }

    fn tick(&mut self) {
        let line = self.line();
        self.sink.progress(&line);
    }
}
