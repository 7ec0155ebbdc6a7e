//! Verifies crates for the language server, with the driver as a library.
//!
//! Each run has a thread of its own. It is the only run of its crate: a new run cancels the one before, and begins when
//! that has ended. So of many quick saves only the last one is verified.
//!
//! # Faults
//!
//! A panic in a run becomes a message to the user, and the server goes on. If the server takes too much memory, the run
//! is cancelled, with a message ([`MemoryWatch`]). This leaves what no thread can catch: a stack overflow, a failed
//! allocation, and the system's own limit on memory end the server. Then its processes end too (`guard.rs`), and an
//! editor starts the server again. A stage that works in the thread of the run, such as the front end, notices a
//! cancellation only at its end; the solvers and rustc end at once.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use certus_driver::{Cancellation, Fault, MemoryWatch, Options, Session, Sink as _, WarmStart, library_folder};
use certus_lsp::{Engine, Event, Request, Run, Settings};

use super::guard;
use super::prestarted::{PrestartedRun, PrestartedRuns};
use super::records::{Records, Silent};
use super::root::Roots;
use super::wanted::{Refusal, Wanted};

/// The stack of a run. Deeply nested programs need it; only the part that is used takes memory.
const STACK: usize = 512 << 20;

/// Runs the driver.
pub(crate) struct Runs {
    shared: Arc<Shared>,
}

/// What all runs share.
struct Shared {
    libraries: Option<PathBuf>,
    roots: Roots,
    prestarted: PrestartedRuns,
    /// A lock for each crate. Its run holds it.
    turns: Mutex<HashMap<PathBuf, Arc<Mutex<()>>>>,
}

impl Runs {
    pub(crate) fn new() -> Runs {
        let (roots, prestarted, turns) = (Roots::default(), PrestartedRuns::default(), Mutex::default());
        Runs { shared: Arc::new(Shared { libraries: library_folder(), roots, prestarted, turns }) }
    }
}

impl Engine for Runs {
    fn key(&self, file: &Path, settings: &Settings) -> PathBuf {
        self.shared.roots.key(file, settings)
    }

    fn library_file(&self, name: &Path) -> Option<PathBuf> {
        let path = self.shared.libraries.as_ref().filter(|_| name.is_relative())?.join(name);
        path.is_file().then_some(path)
    }

    fn is_library(&self, file: &Path) -> bool {
        self.shared.libraries.as_ref().is_some_and(|folder| file.starts_with(folder))
    }

    fn start(&self, request: Request, on_event: Box<dyn Fn(Event) + Send + Sync>) -> Box<dyn Run> {
        let cancellation = Cancellation::default();
        let on_event: Arc<dyn Fn(Event) + Send + Sync> = on_event.into();
        let work = Work { shared: self.shared.clone(), cancellation: cancellation.clone(), on_event: on_event.clone() };
        let thread = std::thread::Builder::new().name("certus-run".into()).stack_size(STACK);
        if let Err(error) = thread.spawn(move || work.run(&request)) {
            on_event(Event::Ended(Err(format!("cannot start a thread: {error}"))));
        }
        Box::new(Handle { cancellation })
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        self.shared.prestarted.end();
    }
}

impl Shared {
    /// The lock of a crate.
    fn turn(&self, key: PathBuf) -> Arc<Mutex<()>> {
        lock(&self.turns).entry(key).or_default().clone()
    }
}

/// Cancels its run when it is dropped.
struct Handle {
    cancellation: Cancellation,
}

impl Run for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}

/// The thread of a run.
struct Work {
    shared: Arc<Shared>,
    cancellation: Cancellation,
    on_event: Arc<dyn Fn(Event) + Send + Sync>,
}

impl Work {
    fn run(&self, request: &Request) {
        let turn = self.shared.turn(self.shared.roots.key(&request.file, &request.settings));
        let held = lock(&turn);
        if self.cancellation.is_cancelled() {
            return;
        }
        let root = match self.shared.roots.find(&request.file, &request.settings) {
            Ok(root) => root,
            Err(error) => return (self.on_event)(Event::Ended(Err(error))),
        };
        (self.on_event)(Event::Program { root: root.file.clone(), files: root.files.clone() });
        let wanted = Wanted { root, arguments: request.settings.extra_args.clone() };
        let verified = without_panic(|| self.verify(&wanted)).unwrap_or_else(Err);
        (self.on_event)(Event::Ended(verified));
        if request.settings.keep_ready && !self.cancellation.is_cancelled() {
            // A preparation that fails is not missed: the next run is an ordinary one.
            let _ = without_panic(|| self.prestart(&wanted, &request.file));
        }
        drop(held);
        // The index comes last: the user can wait for it, and there are few cores.
        let _ = without_panic(|| self.index(&wanted));
        self.shared.roots.look_again(&request.file);
    }

    /// Verifies the crate, with the prestarted run if there is one. `Err` is a message for the user; then the run is
    /// incomplete.
    fn verify(&self, wanted: &Wanted) -> Result<(), String> {
        let (wanted, warm) = match self.shared.prestarted.take(wanted) {
            // Its options name files that belong to it.
            Some(PrestartedRun { wanted, warm }) => (wanted, Some(warm)),
            None => (wanted.clone(), None),
        };
        let mut records = Records::new(&*self.on_event);
        let options = match wanted.options() {
            Ok(options) => options,
            Err(Refusal::Unsupported(diagnostic)) => {
                records.show(&diagnostic, &certus_diagnostics::Sources::default());
                records.finish(certus_diagnostics::Summary::default());
                return Ok(());
            }
            Err(Refusal::Message(text)) => return Err(text),
        };
        let watch = MemoryWatch::start(self.cancellation.clone());
        match self.verify_with(&options, warm, &mut records) {
            Ok(()) | Err(Fault::Rejected) => Ok(()),
            Err(Fault::Cancelled) => watch.finish(),
            Err(fault) => Err(format!("error: {fault}")),
        }
    }

    fn verify_with(&self, options: &Options, warm: Option<WarmStart>, records: &mut Records<'_>) -> Result<(), Fault> {
        let session = Session::new(options, records)?.cancellable(self.cancellation.clone());
        let verified = session.run(warm, records)?;
        records.finish(verified.summary);
        Ok(())
    }

    /// Prepares the next run, as long as no other run of the crate waits.
    fn prestart(&self, wanted: &Wanted, file: &Path) {
        let Ok(options) = wanted.options() else { return };
        let Ok(session) = Session::new(&options, &mut Silent) else { return };
        let warm = session.warm_up(file, &|| !self.cancellation.is_cancelled());
        self.shared.prestarted.put(PrestartedRun { wanted: wanted.clone(), warm });
    }

    /// Reports the names of the crate. Without them, a crate is like one that has not been verified yet.
    fn index(&self, wanted: &Wanted) {
        if self.cancellation.is_cancelled() {
            return;
        }
        guard::lower_priority();
        let Ok(Options { mut program, .. }) = wanted.options() else { return };
        program.depinfo = None;
        let Ok(loaded) = certus_driver::load(&program, false) else { return };
        if self.cancellation.is_cancelled() {
            return;
        }
        if let Ok(index) = serde_json::from_value(certus_driver::index(&loaded)) {
            (self.on_event)(Event::Index(Box::new(index)));
        }
    }
}

/// Calls `f`. `Err` is a message about a panic in it.
fn without_panic<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    // Values that a panic leaves incomplete are dropped with the run. Those that runs share change in single steps.
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        format!("internal error (please report the program that shows it): {text}")
    })
}

/// What the locks guard changes in single steps, so a panic elsewhere leaves it intact.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::without_panic;

    #[test]
    fn a_panic_is_a_message() {
        assert_eq!(without_panic(|| 5), Ok(5));
        let text = without_panic(|| std::panic::panic_any("no luck")).expect_err("it panics");
        assert!(text.starts_with("internal error") && text.ends_with("no luck"), "{text}");
        let text = without_panic(|| std::panic::panic_any(format!("no {}", 1))).expect_err("it panics");
        assert!(text.ends_with("no 1"), "{text}");
    }
}
