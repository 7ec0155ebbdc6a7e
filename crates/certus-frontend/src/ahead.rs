//! Questions asked ahead, on a thread of their own, while the main one does what has to be done first.
//!
//! The answers are the same whoever asks, and are remembered by the database; who needs one that is being worked on
//! waits for it. Without the threads everything is asked when it is needed.

mod bodies;
mod expansions;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use certus_tree::DefId;
use ra_ap_base_db::{Crate, CrateOrigin, FileId, all_crates};
use ra_ap_hir_def::DefWithBodyId;
use ra_ap_hir_def::expr_store::Body;
use ra_ap_hir_def::item_tree::file_item_tree;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_expand::HirFileId;
use ra_ap_hir_ty::method_resolution::{InherentImpls, TraitImpls};
use ra_ap_span::Edition;

use crate::database::Database;
use bodies::Bodies;
pub(crate) use bodies::ReadBody;

/// The stack for libraries, which are known not to nest deeply.
const LIBRARY_STACK: usize = 16 << 20;

/// For fewer bodies, a thread is not worth its start.
const MANY: usize = 100;

/// The same for files.
const FILES: usize = 16;

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

/// Crates whose names two threads resolve together, each of which takes the next one.
///
/// They are sorted by how deep their dependencies are, so those that follow each other seldom use each other: a thread that
/// needs a crate which the other one is working on would wait for it.
#[derive(Default)]
struct Names {
    crates: Vec<Crate>,
    taken: AtomicUsize,
}

impl Names {
    fn new(db: &Database, mut crates: Vec<Crate>) -> Names {
        let mut depths: HashMap<Crate, usize> = HashMap::new();
        // Each crate comes after those that it uses.
        for &krate in all_crates(db).iter() {
            let uses = krate.data(db).dependencies.iter();
            let deepest = uses.filter_map(|used| depths.get(&used.crate_id)).max();
            let depth = deepest.map_or(0, |depth| depth + 1);
            depths.insert(krate, depth);
        }
        crates.sort_by_key(|krate| depths.get(krate).copied());
        Names { crates, taken: AtomicUsize::new(0) }
    }

    /// Resolves names until none are left.
    fn resolve(&self, db: &Database) {
        while let Some(&krate) = self.crates.get(self.taken.fetch_add(1, Ordering::Relaxed)) {
            crate_def_map(db, krate);
        }
    }
}

/// The files of a crate under verification.
pub(crate) type CrateFiles = (Crate, Vec<ra_ap_hir::EditionedFileId>);

/// Resolves names, parses files and expands what is in them, the last ones first, and collects the impls of the crates whose names
/// these were. `macros` is the crate of the macros.
fn names(db: &Database, names: &Arc<Names>, files: Vec<CrateFiles>, macros: Option<Crate>) -> Option<JoinHandle<()>> {
    let (db, names) = (db.clone(), names.clone());
    spawn(move || {
        ra_ap_hir::attach_db(&db, || {
            names.resolve(&db);
            let definition = macros.and_then(|macros| expansions::definition(&db, macros));
            for (krate, files) in files {
                for file in files.into_iter().rev() {
                    let parsed = HirFileId::FileId(file);
                    parsed.ast_id_map(&db);
                    file_item_tree(&db, parsed, krate);
                    if let Some(definition) = definition {
                        expansions::expand(&db, krate, file, definition);
                    }
                }
            }
            for &krate in &names.crates {
                TraitImpls::for_crate(&db, krate);
                InherentImpls::for_crate(&db, krate);
            }
        });
    })
}

/// A thread with the stack of the main one; without it, everything is asked when it is needed.
fn spawn(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    std::thread::Builder::new().stack_size(crate::STACK_SIZE).spawn(work).ok()
}

/// The threads that ask for one program.
#[derive(Default)]
pub(crate) struct Ahead {
    bodies: Bodies,
    libraries: Option<JoinHandle<()>>,
    /// What the thread of [`names`] and the main one resolve.
    names: Arc<Names>,
    /// The threads of [`names`] and of [`Ahead::lower`].
    others: Mutex<Vec<JoinHandle<()>>>,
}

impl Ahead {
    /// No bodies yet; `libraries` is the thread of [`libraries`]. Has the names in some crates resolved, and some files read with
    /// what `macros`, the crate of the macros, makes of them.
    pub(crate) fn new(
        db: &Database,
        libraries: Option<JoinHandle<()>>,
        crates: Vec<Crate>,
        files: Vec<CrateFiles>,
        macros: Option<Crate>,
    ) -> Ahead {
        let ahead = Ahead { libraries, names: Arc::new(Names::new(db, crates)), ..Ahead::default() };
        if !ahead.names.crates.is_empty() || files.iter().map(|(_, files)| files.len()).sum::<usize>() > FILES {
            ahead.keep(names(db, &ahead.names, files, macros));
        }
        ahead
    }

    /// Resolves names that nobody has begun with.
    pub(crate) fn help_with_names(&self, db: &Database) {
        self.names.resolve(db);
    }

    /// Has bodies lowered, the last ones first: the main thread begins at the other end.
    pub(crate) fn lower(&self, db: &Database, owners: Vec<DefWithBodyId>) {
        if owners.len() < MANY {
            return;
        }
        let db = db.clone();
        self.keep(spawn(move || {
            ra_ap_hir::attach_db(&db, || {
                for owner in owners.into_iter().rev() {
                    Body::with_source_map(&db, owner);
                }
            });
        }));
    }

    /// Has bodies read some time. `reader` gives what the thread reads them with.
    pub(crate) fn announce<R: Fn(DefId) -> ReadBody + Send + 'static>(
        &self,
        defs: impl Iterator<Item = DefId>,
        reader: impl FnOnce() -> R,
    ) {
        self.bodies.announce(defs, reader);
    }

    /// A body, read by `read` if no thread has begun with it.
    pub(crate) fn take(&self, def: DefId, read: impl Fn(DefId) -> ReadBody) -> ReadBody {
        self.bodies.take(def, read)
    }

    /// The thread that reads the libraries, once.
    pub(crate) fn take_libraries(&mut self) -> Option<JoinHandle<()>> {
        self.libraries.take()
    }

    /// Waits until nobody asks any more; bodies that were not begun are left. The database can be changed only after that:
    /// salsa waits for every clone of it.
    pub(crate) fn end(self) {
        self.bodies.end();
        let others = self.others.into_inner().unwrap_or_else(PoisonError::into_inner);
        for thread in self.libraries.into_iter().chain(others) {
            // What went wrong there shows where its answers are needed.
            let _ = thread.join();
        }
    }

    fn keep(&self, thread: Option<JoinHandle<()>>) {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).extend(thread);
    }
}
