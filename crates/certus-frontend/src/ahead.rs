//! Questions asked ahead, on a thread of their own, while the main one does what has to be done first.
//!
//! The answers are the same whoever asks, and are remembered by the database; who needs one that is being worked on
//! waits for it. Without the threads everything is asked when it is needed.

use std::thread::JoinHandle;

use ra_ap_base_db::{Crate, CrateOrigin, FileId, all_crates};
use ra_ap_hir_def::DefWithBodyId;
use ra_ap_hir_def::item_tree::file_item_tree;
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

/// Infers the types of bodies, the last first: the main thread begins at the other end.
pub(crate) fn bodies(db: &Database, owners: Vec<DefWithBodyId>) {
    // A body or two are done before a thread is there.
    if owners.len() < 3 {
        return;
    }
    let db = db.clone();
    let _ = std::thread::Builder::new().stack_size(BODY_STACK).spawn(move || {
        ra_ap_hir::attach_db(&db, || {
            for owner in owners.into_iter().rev() {
                InferenceResult::of(&db, owner);
            }
        });
    });
}
