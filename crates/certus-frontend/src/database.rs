//! The salsa database: the inputs and memoized answers of one loaded program.
//!
//! rust-analyzer's own `RootDatabase` is in `ra_ap_ide_db`, with the machinery of an editor. This one has what the crates
//! below ask for and no more. What is set here follows that one: a question for an input that is not set
//! panics. Durabilities say how seldom an input changes; a change of a text of low durability leaves the answers about crates
//! of high durability as they are, without a look at them.

use std::{fmt, panic, sync::Arc as StdArc};

use ra_ap_base_db::{
    Crate, CrateGraphBuilder, CratesMap, FileId, FileSourceRootInput, FileText, Files, LibraryRoots, LocalRoots, Nonce,
    SourceDatabase, SourceRoot, SourceRootId, SourceRootInput, set_all_crates_with_durability,
};
use ra_ap_hir::ProcMacros;
use ra_ap_hir::db::set_expand_proc_attr_macros;
use ra_ap_span::TextSize;
use salsa::Durability;
use triomphe::Arc;

/// A database holding files and crates in memory; nothing in it reads the disk.
#[salsa::db]
#[derive(Clone)]
pub(crate) struct Database {
    storage: salsa::Storage<Self>,
    /// Texts and the crates that they belong to, shared between clones.
    files: StdArc<Files>,
    crates_map: Arc<CratesMap>,
    /// Tells this database from others in the same process, which may be in the same revision.
    nonce: Nonce,
}

impl Database {
    /// An empty database.
    pub(crate) fn new() -> Database {
        let mut db = Database {
            storage: salsa::Storage::new(None),
            files: StdArc::default(),
            crates_map: Arc::default(),
            nonce: Nonce::new(),
        };
        set_all_crates_with_durability(&mut db, std::iter::empty::<Crate>(), Durability::HIGH);
        let _ = LibraryRoots::builder(Default::default()).durability(Durability::MEDIUM).new(&db);
        let _ = LocalRoots::builder(Default::default()).durability(Durability::MEDIUM).new(&db);
        set_expand_proc_attr_macros(&mut db, true);
        ProcMacros::init_default(&db, Durability::MEDIUM);
        CrateGraphBuilder::default().set_in_db(&mut db);
        db
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Database")
    }
}

impl panic::RefUnwindSafe for Database {}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl SourceDatabase for Database {
    fn file_text(&self, file_id: FileId) -> FileText {
        self.files.file_text(file_id)
    }

    fn set_file_text(&mut self, file_id: FileId, text: &str) {
        let files = StdArc::clone(&self.files);
        files.set_file_text(self, file_id, text);
    }

    fn set_file_text_with_durability(&mut self, file_id: FileId, text: &str, durability: Durability) {
        let files = StdArc::clone(&self.files);
        files.set_file_text_with_durability(self, file_id, text, durability);
    }

    fn source_root(&self, id: SourceRootId) -> SourceRootInput {
        self.files.source_root(id)
    }

    fn file_source_root(&self, id: FileId) -> FileSourceRootInput {
        self.files.file_source_root(self, id)
    }

    fn set_file_source_root_with_durability(
        &mut self,
        id: FileId,
        source_root_id: SourceRootId,
        durability: Durability,
    ) {
        let files = StdArc::clone(&self.files);
        files.set_file_source_root_with_durability(self, id, source_root_id, durability);
    }

    fn set_source_root_with_durability(
        &mut self,
        source_root_id: SourceRootId,
        source_root: Arc<SourceRoot>,
        durability: Durability,
    ) {
        let files = StdArc::clone(&self.files);
        files.set_source_root_with_durability(self, source_root_id, source_root, durability);
    }

    fn crates_map(&self) -> Arc<CratesMap> {
        self.crates_map.clone()
    }

    fn nonce_and_revision(&self) -> (Nonce, salsa::Revision) {
        (self.nonce, salsa::plumbing::ZalsaDatabase::zalsa(self).current_revision())
    }

    /// Lines and columns are counted by whoever shows a place; `line!()` of a program is no number that a proof may depend on.
    fn line_column(&self, _file: FileId, _offset: TextSize) -> Result<(u32, u32), ()> {
        Err(())
    }
}
