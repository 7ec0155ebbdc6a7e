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
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use certus_driver::{Cancellation, Fault, MemoryWatch, Options, Session, Sink as _, WarmStart, library_folder};
use certus_lsp::{Engine, Event, Lexeme, LexemeKind, Request, Run, Settings, without_panic};

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

    fn lexemes(&self, text: &str) -> Vec<Lexeme> {
        let kind = |kind| match kind {
            certus_frontend::LexemeKind::Word => LexemeKind::Word,
            certus_frontend::LexemeKind::Literal => LexemeKind::Literal,
            certus_frontend::LexemeKind::Comment => LexemeKind::Comment,
            certus_frontend::LexemeKind::Punctuation => LexemeKind::Punctuation,
        };
        certus_frontend::lexemes(text).into_iter().map(|(of, bytes)| Lexeme { kind: kind(of), bytes }).collect()
    }

    fn library(&self) -> Vec<(PathBuf, &'static str)> {
        certus_frontend::vstd_files().map(|(path, text)| (path.into(), text)).collect()
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
        let key = self.shared.roots.key(&request.file, &request.settings);
        let turn = lock(&self.shared.turns).entry(key).or_default().clone();
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

/// What the locks guard changes in single steps, so a panic elsewhere leaves it intact.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
