//! Solver processes on this machine.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::process::{Killer, SolverProcess};
use crate::{Executor, Outcome, Profile, Query, Reply, Verdict, session};

/// How long a solver may take over one query before it counts as hung. Generous, because budgets are meant to be
/// resource units, which do not depend on the machine and its load.
pub const DEFAULT_WALL_LIMIT: Duration = Duration::from_secs(3600);

/// How often a query is given to a process before it counts as one that kills its solver.
const ATTEMPTS: usize = 2;

/// How to run solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// The solver's program. It is called with `-smt2 -in`.
    pub binary: PathBuf,
    /// How many processes to run; 0 counts as 1.
    pub jobs: usize,
    /// The wall-clock limit of each query.
    pub wall_limit: Duration,
}

/// The reason why there is no pool.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The system refused a thread.
    #[error("cannot start a thread for a solver: {0}")]
    Thread(#[source] io::Error),
}

/// Ends a pool's processes from any thread, also while another waits for an answer. It does not keep the pool alive.
#[derive(Clone, Debug)]
pub struct Closer(Weak<Shared>);

impl Closer {
    /// Ends the processes, and drops the queries that wait. Queries under way are answered with an error.
    pub fn close(&self) {
        if let Some(shared) = self.0.upgrade() {
            shared.close();
        }
    }
}

/// Long-lived solver processes, one a job, that take queries in the order of submission. Dropping the pool ends the
/// processes at once; queries under way are answered with an error.
#[derive(Debug)]
pub struct LocalPool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    config: PoolConfig,
    queue: Mutex<Queue>,
    /// Signalled when the queue gets a job or is closed.
    changed: Condvar,
    /// For each worker its process, if it has one.
    processes: Vec<Mutex<Option<Killer>>>,
}

#[derive(Debug, Default)]
struct Queue {
    jobs: VecDeque<Job>,
    closed: bool,
}

#[derive(Debug)]
struct Job {
    index: usize,
    query: Query,
    reply: Sender<Reply>,
}

impl LocalPool {
    /// Starts `jobs` solver processes in the background and returns without waiting for them, so that they come up
    /// while the caller prepares its queries. A program that cannot be run shows in the outcomes.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(binary: impl AsRef<Path>, jobs: usize) -> Result<LocalPool, PoolError> {
        let binary = binary.as_ref().to_path_buf();
        LocalPool::start_with(PoolConfig { binary, jobs, wall_limit: DEFAULT_WALL_LIMIT })
    }

    /// As [`LocalPool::start`], with everything configurable.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start_with(config: PoolConfig) -> Result<LocalPool, PoolError> {
        let jobs = config.jobs.max(1);
        let processes = (0..jobs).map(|_| Mutex::new(None)).collect();
        let queue = Mutex::new(Queue::default());
        let shared = Arc::new(Shared { config, queue, changed: Condvar::new(), processes });
        // Built step by step so that a failure half-way drops, and thereby ends, what has been started.
        let mut pool = LocalPool { shared, workers: Vec::with_capacity(jobs) };
        for slot in 0..jobs {
            let mut worker = Worker { shared: Arc::clone(&pool.shared), slot, process: None };
            let thread = thread::Builder::new().name(format!("certus-solver-{slot}"));
            pool.workers.push(thread.spawn(move || worker.work()).map_err(PoolError::Thread)?);
        }
        Ok(pool)
    }

    /// [`Executor::solve`] with any closure.
    pub fn run(&self, queries: Vec<Query>, mut on_done: impl FnMut(usize, &Outcome)) -> Vec<Outcome> {
        self.solve(queries, &mut on_done)
    }

    /// A handle to end the processes with.
    pub fn closer(&self) -> Closer {
        Closer(Arc::downgrade(&self.shared))
    }

    /// The ids of the solver processes that are up, for logs and tests.
    pub fn process_ids(&self) -> Vec<u32> {
        self.shared.processes.iter().filter_map(|process| lock(process).as_ref().map(Killer::id)).collect()
    }
}

impl Executor for LocalPool {
    fn submit(&self, index: usize, query: Query, reply: Sender<Reply>) {
        let mut queue = lock(&self.shared.queue);
        // A closed pool has no worker that would take it.
        if !queue.closed {
            queue.jobs.push_back(Job { index, query, reply });
        }
        drop(queue);
        self.shared.changed.notify_one();
    }
}

impl Drop for LocalPool {
    fn drop(&mut self) {
        self.shared.close();
        for worker in self.workers.drain(..) {
            // A worker that panicked has nothing left to clean up.
            let _ = worker.join();
        }
    }
}

/// The thread that owns one process.
struct Worker {
    shared: Arc<Shared>,
    slot: usize,
    process: Option<SolverProcess>,
}

impl Worker {
    fn work(&mut self) {
        // Queries of a kind tend to come together.
        let mut profile = Profile::Default;
        loop {
            // Before there is a job, so that the start-up costs no one anything. If it fails the job will say so.
            if let Ok(process) = self.ensure_process() {
                session::prepare(process, profile);
            }
            let Some(Job { index, query, reply }) = self.shared.next_job() else { return };
            profile = query.profile;
            let started = Instant::now();
            // A worker that ends would leave the queries in the queue without an answer.
            let mut outcome = match catch_unwind(AssertUnwindSafe(|| self.solve(&query))) {
                Ok(outcome) => outcome,
                Err(_) => {
                    self.drop_process();
                    Outcome::error("the thread that talks to the solver failed")
                }
            };
            outcome.wall = started.elapsed();
            // The receiver may have lost interest.
            let _ = reply.send((index, outcome));
        }
    }

    fn solve(&mut self, query: &Query) -> Outcome {
        let wall_limit = self.shared.config.wall_limit;
        let mut last_fault = String::new();
        for _ in 0..ATTEMPTS {
            let process = match self.ensure_process() {
                Ok(process) => process,
                Err(message) => return Outcome::error(message),
            };
            match session::solve(process, query, wall_limit) {
                Ok(ending) => {
                    if !ending.process_usable {
                        self.drop_process();
                    }
                    let (verdict, rlimit_count) = (ending.verdict, ending.rlimit_count);
                    return Outcome { verdict, rlimit_count, wall: Duration::ZERO };
                }
                Err(fault) => {
                    self.drop_process();
                    last_fault = fault.to_string();
                }
            }
        }
        let verdict = Verdict::SolverError(format!("{last_fault} (tried {ATTEMPTS} times)"));
        Outcome { verdict, rlimit_count: 0, wall: Duration::ZERO }
    }

    fn ensure_process(&mut self) -> Result<&mut SolverProcess, String> {
        if self.process.is_none() {
            let binary = &self.shared.config.binary;
            let cannot = |error| format!("cannot start the solver {}: {error}", binary.display());
            let process = SolverProcess::start(binary).map_err(cannot)?;
            // Under the queue's lock the pool is either still open, and will kill what is entered here when it closes,
            // or closed, and there must be no new process.
            let queue = lock(&self.shared.queue);
            if queue.closed {
                return Err("the solver pool was closed".to_owned());
            }
            self.enter(Some(process.killer()));
            drop(queue);
            self.process = Some(process);
        }
        self.process.as_mut().ok_or_else(|| "the solver process is gone".to_owned())
    }

    fn drop_process(&mut self) {
        self.enter(None);
        self.process = None;
    }

    fn enter(&self, killer: Option<Killer>) {
        if let Some(process) = self.shared.processes.get(self.slot) {
            *lock(process) = killer;
        }
    }
}

impl Shared {
    fn close(&self) {
        let mut queue = lock(&self.queue);
        queue.closed = true;
        queue.jobs.clear();
        drop(queue);
        self.changed.notify_all();
        for process in &self.processes {
            if let Some(killer) = &*lock(process) {
                killer.kill();
            }
        }
    }

    /// Waits for a job; `None` when the pool is closed.
    fn next_job(&self) -> Option<Job> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                return Some(job);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What the locks guard is replaced in one step, so a panic elsewhere leaves nothing half-done behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
