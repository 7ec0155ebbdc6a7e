//! Questions asked ahead, on a thread of their own, while the main one does what has to be done first.
//!
//! The answers are the same whoever asks, and are remembered by the database; who needs one that is being worked on
//! waits for it. Without the threads everything is asked when it is needed.

use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use ra_ap_base_db::{Crate, CrateOrigin, FileId, all_crates};
use ra_ap_hir_def::DefWithBodyId;
use ra_ap_hir_def::item_tree::file_item_tree;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_expand::HirFileId;
use ra_ap_hir_ty::InferenceResult;
use ra_ap_hir_ty::method_resolution::{InherentImpls, TraitImpls};
use ra_ap_span::Edition;

use crate::database::Database;

/// The stack for libraries, which are known not to nest deeply.
const LIBRARY_STACK: usize = 16 << 20;

/// The stack for the user's bodies; the same as that of the main thread.
const BODY_STACK: usize = 512 << 20;

/// Parses files of the library with this root, numbered, and then collects the impls of all libraries.
pub(crate) fn libraries(db: &Database, files: impl Iterator<Item = u32>) -> Option<JoinHandle<()>> {
    let mut files: Vec<u32> = files.collect();
    files.sort_unstable();
    let root = FileId::from_raw(*files.first()?);
    let owner = all_crates(db).iter().copied().find(|krate| krate.data(db).root_file_id == root)?;
    // Numbered here, so that the numbers do not depend on which thread comes first.
    let number = |file| ra_ap_hir::EditionedFileId::new(db, FileId::from_raw(file), Edition::Edition2021);
    let files: Vec<_> = files.into_iter().map(number).collect();
    let is_library = |krate: &Crate| !matches!(krate.data(db).origin, CrateOrigin::Local { .. });
    let crates: Vec<Crate> = all_crates(db).iter().copied().filter(is_library).collect();
    let db = db.clone();
    let thread = std::thread::Builder::new().stack_size(LIBRARY_STACK).spawn(move || {
        for file in files {
            file.parse(&db);
            let file = HirFileId::FileId(file);
            file.ast_id_map(&db);
            file_item_tree(&db, file, owner);
        }
        ra_ap_hir::attach_db(&db, || {
            for &krate in &crates {
                TraitImpls::for_crate(&db, krate);
                InherentImpls::for_crate(&db, krate);
            }
        });
    });
    thread.ok()
}

/// Resolves the names in some crates, and collects their impls, in the order in which the crates depend on each other.
fn names(db: &Database, crates: Vec<Crate>) -> Option<JoinHandle<()>> {
    if crates.is_empty() {
        return None;
    }
    let db = db.clone();
    let thread = std::thread::Builder::new().stack_size(BODY_STACK).spawn(move || {
        ra_ap_hir::attach_db(&db, || {
            for &krate in &crates {
                crate_def_map(&db, krate);
            }
            for &krate in &crates {
                TraitImpls::for_crate(&db, krate);
                InherentImpls::for_crate(&db, krate);
            }
        });
    });
    thread.ok()
}

/// The threads that ask for one program.
pub(crate) struct Ahead {
    bodies: Bodies,
    libraries: Option<JoinHandle<()>>,
    /// The thread of [`names`].
    names: Option<JoinHandle<()>>,
}

impl Ahead {
    /// No bodies yet; `libraries` is the thread of [`libraries`].
    pub(crate) fn new(db: &Database, libraries: Option<JoinHandle<()>>) -> Ahead {
        Ahead { bodies: Bodies::new(db), libraries, names: None }
    }

    /// Has the names in some crates resolved.
    pub(crate) fn resolve(&mut self, db: &Database, crates: Vec<Crate>) {
        self.names = names(db, crates);
    }

    /// Has bodies inferred some time.
    pub(crate) fn infer(&self, owners: impl Iterator<Item = DefWithBodyId>) {
        self.bodies.ask(owners);
    }

    /// The thread that reads the libraries, once.
    pub(crate) fn take_libraries(&mut self) -> Option<JoinHandle<()>> {
        self.libraries.take()
    }

    /// Waits until nobody asks any more; bodies that were not begun are left. The database can be changed only after that:
    /// salsa waits for every clone of it.
    pub(crate) fn end(self) {
        self.bodies.end();
        for thread in self.libraries.into_iter().chain(self.names) {
            // What went wrong there shows where its answers are needed.
            let _ = thread.join();
        }
    }
}

/// Infers the types of bodies on a thread of its own, those asked for last first: the main thread begins at the other
/// end. The thread ends with this value.
struct Bodies {
    db: Database,
    queue: Arc<Queue>,
    started: Cell<bool>,
    thread: Cell<Option<JoinHandle<()>>>,
}

/// What is left to do, shared with the thread.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    owners: Vec<DefWithBodyId>,
    closed: bool,
}

impl Bodies {
    fn new(db: &Database) -> Bodies {
        Bodies { db: db.clone(), queue: Arc::default(), started: Cell::new(false), thread: Cell::default() }
    }

    fn ask(&self, owners: impl Iterator<Item = DefWithBodyId>) {
        let mut state = self.queue.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.owners.extend(owners);
        // A body or two are done before a thread is there.
        if !self.started.get() && state.owners.len() > 2 {
            self.started.set(true);
            let (db, queue) = (self.db.clone(), self.queue.clone());
            // Without the thread everything is inferred when it is needed.
            let thread = std::thread::Builder::new().stack_size(BODY_STACK).spawn(move || {
                ra_ap_hir::attach_db(&db, || {
                    while let Some(owner) = queue.next() {
                        InferenceResult::of(&db, owner);
                    }
                });
            });
            self.thread.set(thread.ok());
        }
        self.queue.changed.notify_one();
    }

    fn end(self) {
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
        self.queue.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.queue.changed.notify_one();
    }
}

impl Queue {
    /// Waits for a body; nothing when there will be none.
    fn next(&self) -> Option<DefWithBodyId> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if state.closed {
                return None;
            }
            if let Some(owner) = state.owners.pop() {
                return Some(owner);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
