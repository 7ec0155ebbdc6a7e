//! Bodies that are read before they are asked for, by a thread of their own and by whoever waits for it.
//!
//! A body is announced, read by one of the two, and taken by the main thread. Who wants one that is being read does not wait
//! idly: there is another one to read. What was read and not taken is limited, as trees are large.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use certus_diagnostics::Diagnostic;
use certus_tree::{Body, DefId};

/// The answer about a body, and what there is to note where it is used.
pub(crate) struct ReadBody {
    /// The body of a definition, if it has one and passes the gate.
    pub(crate) body: Result<Option<Body>, Vec<Diagnostic>>,
    /// Whether it has a call that rustc may read in another way (`body/hidden.rs`).
    pub(crate) has_uncertain_calls: bool,
}

/// How many bodies may be there that nobody has taken yet.
const LIMIT: usize = 512;

/// The thread that reads bodies, and what it has read. It ends with this value.
#[derive(Default)]
pub(super) struct Bodies {
    queue: Arc<Queue>,
    started: Cell<bool>,
    thread: Cell<Option<JoinHandle<()>>>,
}

/// What is shared with the thread.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The bodies in the order in which they were announced. One that is `Waiting` no more is passed over.
    order: VecDeque<DefId>,
    bodies: HashMap<DefId, Progress>,
    /// How many of them are `Done`.
    done: usize,
    closed: bool,
}

/// How far a body is.
enum Progress {
    Waiting,
    /// One of the threads is reading it.
    Begun,
    Done(Box<ReadBody>),
}

impl Bodies {
    /// Announces bodies. `reader` gives what the thread reads them with.
    pub(super) fn announce<R: Fn(DefId) -> ReadBody + Send + 'static>(
        &self,
        defs: impl Iterator<Item = DefId>,
        reader: impl FnOnce() -> R,
    ) {
        let mut state = self.queue.lock();
        for def in defs {
            if let std::collections::hash_map::Entry::Vacant(entry) = state.bodies.entry(def) {
                entry.insert(Progress::Waiting);
                state.order.push_back(def);
            }
        }
        // A body or two are done before a thread is there.
        if !self.started.get() && state.order.len() > 2 {
            self.started.set(true);
            let (read, queue) = (reader(), self.queue.clone());
            // Without the thread everything is read when it is needed.
            let thread = std::thread::Builder::new().stack_size(crate::STACK_SIZE).spawn(move || {
                while let Some(def) = queue.next() {
                    queue.finish(def, read(def));
                }
            });
            self.thread.set(thread.ok());
        }
        self.queue.changed.notify_all();
    }

    /// A body, read by `read` if nobody has begun with it.
    pub(super) fn take(&self, def: DefId, read: impl Fn(DefId) -> ReadBody) -> ReadBody {
        let mut state = self.queue.lock();
        loop {
            match state.bodies.get(&def) {
                Some(Progress::Begun) => {}
                Some(Progress::Done(_)) => {
                    state.done -= 1;
                    self.queue.changed.notify_all();
                    match state.bodies.remove(&def) {
                        Some(Progress::Done(body)) => return *body,
                        _ => break,
                    }
                }
                Some(Progress::Waiting) | None => {
                    state.bodies.remove(&def);
                    // Whoever asks for one behind them all does not want those that are there.
                    if state.done >= LIMIT {
                        state.forget_done();
                        self.queue.changed.notify_all();
                    }
                    break;
                }
            }
            state = match state.begin() {
                Some(other) => {
                    drop(state);
                    self.queue.finish(other, read(other));
                    self.queue.lock()
                }
                None => self.queue.wait(state),
            };
        }
        drop(state);
        read(def)
    }

    /// Waits until nobody reads any more; bodies that were not begun are left.
    pub(super) fn end(self) {
        let thread = self.thread.take();
        drop(self);
        if let Some(thread) = thread {
            // What went wrong there shows where its answers are needed.
            let _ = thread.join();
        }
    }
}

impl Drop for Bodies {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
    }
}

impl State {
    /// The next body that nobody has begun with, which the caller then reads.
    fn begin(&mut self) -> Option<DefId> {
        while let Some(def) = self.order.pop_front() {
            if let Some(progress @ Progress::Waiting) = self.bodies.get_mut(&def) {
                *progress = Progress::Begun;
                return Some(def);
            }
        }
        None
    }

    fn forget_done(&mut self) {
        self.bodies.retain(|_, progress| !matches!(progress, Progress::Done(_)));
        self.done = 0;
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a body to read; nothing when there will be none.
    fn next(&self) -> Option<DefId> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if state.done < LIMIT
                && let Some(def) = state.begin()
            {
                return Some(def);
            }
            state = self.wait(state);
        }
    }

    /// Keeps a body for whoever takes it.
    fn finish(&self, def: DefId, body: ReadBody) {
        let mut state = self.lock();
        state.bodies.insert(def, Progress::Done(Box::new(body)));
        state.done += 1;
        self.changed.notify_all();
    }
}
