//! Cancels a run from another thread.
//!
//! A run ends in two steps. [`Cancellation::cancel`] ends the processes that the run waits for, so that no thread of the
//! run blocks. The run itself checks [`Cancellation::is_cancelled`] between its stages and between its goals, and returns
//! early. It reports nothing after the first step.

use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends the processes of one kind.
type Action = Box<dyn FnOnce() + Send>;

/// Cancels a run. Its clones cancel the same run.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    is_cancelled: AtomicBool,
    /// What to do when the run is cancelled.
    actions: Mutex<Vec<Action>>,
}

impl Debug for Shared {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("is_cancelled", &self.is_cancelled).finish_non_exhaustive()
    }
}

impl Cancellation {
    /// Cancels the run and ends its processes. It does not wait for the threads of the run.
    pub fn cancel(&self) {
        self.shared.is_cancelled.store(true, Ordering::SeqCst);
        let actions = std::mem::take(&mut *self.actions());
        actions.into_iter().for_each(|action| action());
    }

    /// Whether the run is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.shared.is_cancelled.load(Ordering::SeqCst)
    }

    /// Calls `action` when the run is cancelled; at once if it is cancelled already.
    pub fn on_cancel(&self, action: impl FnOnce() + Send + 'static) {
        self.actions().push(Box::new(action));
        // If the run was cancelled meanwhile, the list may have been emptied before the action came.
        if self.is_cancelled() {
            self.cancel();
        }
    }

    /// Forgets the actions. The run calls this at its end, when it has no more processes.
    pub fn end(&self) {
        self.actions().clear();
    }

    fn actions(&self) -> MutexGuard<'_, Vec<Action>> {
        // Each change is a single step.
        self.shared.actions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::Cancellation;

    #[test]
    fn each_action_runs_once() {
        let (cancellation, count) = (Cancellation::default(), Arc::new(AtomicUsize::new(0)));
        let action = || {
            let count = count.clone();
            move || {
                let _ = count.fetch_add(1, Ordering::SeqCst);
            }
        };
        cancellation.on_cancel(action());
        assert_eq!((cancellation.is_cancelled(), count.load(Ordering::SeqCst)), (false, 0));
        cancellation.clone().cancel();
        cancellation.cancel();
        assert_eq!((cancellation.is_cancelled(), count.load(Ordering::SeqCst)), (true, 1));
        cancellation.on_cancel(action());
        assert_eq!(count.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn a_run_that_has_ended_has_no_actions() {
        let (cancellation, count) = (Cancellation::default(), Arc::new(AtomicUsize::new(0)));
        let counted = count.clone();
        cancellation.on_cancel(move || {
            let _ = counted.fetch_add(1, Ordering::SeqCst);
        });
        cancellation.end();
        cancellation.cancel();
        assert_eq!(count.load(Ordering::SeqCst), 0);
    }
}
