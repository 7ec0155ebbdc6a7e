//! A loaded program.
//!
//! Its parts have private fields and a file each. A method of [`Loaded`] may use all of them; one that needs a single part
//! belongs to that part.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

use certus_diagnostics::{Diagnostic, FileId, Internal};
use certus_tree::DefId;
use ra_ap_base_db::{Crate, all_crates};
use ra_ap_hir::HirFileId;
use ra_ap_hir_def::nameres::crate_def_map;
use ra_ap_hir_def::{DefWithBodyId, ModuleId};
use ra_ap_hir_expand::name::Name;
use ra_ap_syntax::{AstNode, SyntaxNode, ast};

use crate::ahead::{Ahead, ReadBody};
use crate::crates::Crates;
use crate::database::Database;
use crate::key::Key;
use crate::numbering::Numbering;
use crate::place::Places;
use crate::rewrite_errors::RewriteErrors;
use crate::shape::Shape;
use crate::undeclared::LeftToRustc;
use crate::written::Written;

/// A program with all its names set up; holding one says nothing about whether the program is right.
///
/// Answers are computed on demand and remembered. A `Loaded` stays on the thread that uses it; work on a big stack
/// (see [`crate::on_big_stack`]).
pub struct Loaded {
    db: Database,
    parts: Arc<Parts>,
    ahead: Ahead,
}

/// What is known of a program beside the database, for all threads that ask.
struct Parts {
    crates: Crates,
    written: Written,
    numbering: Numbering,
    places: Places,
    left_to_rustc: LeftToRustc,
    rewrite_errors: RewriteErrors,
    is_reloaded: bool,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("name", &self.crates().name()).finish_non_exhaustive()
    }
}

impl Loaded {
    /// A program whose inputs are all set. `is_reloaded` is whether the database was there before with other texts.
    pub(crate) fn new(
        db: Database,
        crates: Crates,
        written: Written,
        rewrite_errors: RewriteErrors,
        is_reloaded: bool,
    ) -> Loaded {
        let parts = Parts {
            crates,
            written,
            numbering: Numbering::default(),
            places: Places::default(),
            left_to_rustc: LeftToRustc::default(),
            rewrite_errors,
            is_reloaded,
        };
        Loaded { db, parts: Arc::new(parts), ahead: Ahead::default() }
    }

    /// The same program for another thread. What one of them finds out is known to both.
    fn for_other_thread(&self) -> Loaded {
        Loaded { db: self.db.clone(), parts: self.parts.clone(), ahead: Ahead::default() }
    }

    /// Whether all of the library was loaded that there is: our own with all files, or none of ours.
    pub fn has_whole_library(&self) -> bool {
        self.crates().has_whole_library()
    }

    /// Whether the database was there before, with other texts. Then an error that is found may not be all that an ordinary
    /// run finds.
    pub fn is_reloaded(&self) -> bool {
        self.parts.is_reloaded
    }

    /// What can serve another program, once nobody asks any more: the database, what it was made for, and where its macros
    /// leave the errors of the rewriter.
    pub(crate) fn into_database(self) -> (Database, Shape, RewriteErrors) {
        self.ahead.end();
        (self.db, self.parts.crates.shape().clone(), self.parts.rewrite_errors.clone())
    }

    /// The answers of rust-analyzer. All inputs are set and do not change while the program is there, so every answer
    /// stays right for as long.
    pub(crate) fn db(&self) -> &Database {
        &self.db
    }

    /// The crate under verification and those that it depends on.
    pub(crate) fn crates(&self) -> &Crates {
        &self.parts.crates
    }

    /// The texts as they were written.
    pub(crate) fn as_written(&self) -> &Written {
        &self.parts.written
    }

    /// The definitions that were met.
    pub(crate) fn numbering(&self) -> &Numbering {
        &self.parts.numbering
    }

    /// Where expressions stand.
    pub(crate) fn places(&self) -> &Places {
        &self.parts.places
    }

    /// What is not known here and left to rustc.
    pub(crate) fn left_to_rustc(&self) -> &LeftToRustc {
        &self.parts.left_to_rustc
    }

    /// The errors of the rewriter. More come up while macros are expanded, so they are complete only after every module was
    /// looked at.
    pub(crate) fn rewrite_errors(&self) -> &RewriteErrors {
        &self.parts.rewrite_errors
    }

    /// Has bodies read ahead.
    pub(crate) fn announce(&self, defs: impl Iterator<Item = DefId>) {
        self.ahead.announce(defs, || {
            let other = self.for_other_thread();
            move |def| other.read_whole(def)
        });
    }

    /// A body, which may have been read ahead.
    pub(crate) fn take_body(&self, def: DefId) -> ReadBody {
        self.ahead.take(def, |def| self.read_whole(def))
    }

    /// Has bodies lowered ahead.
    pub(crate) fn lower_ahead(&self, owners: Vec<DefWithBodyId>) {
        self.ahead.lower(&self.db, owners);
    }

    /// Has the libraries read ahead by `libraries`, and the names resolved in the crates that nobody verifies, of which a program
    /// may have hundreds.
    pub(crate) fn look_ahead(&mut self, libraries: Option<JoinHandle<()>>) {
        let all = all_crates(&self.db);
        let outside = all.iter().copied().filter(|krate| self.crates().is_external(*krate)).collect();
        let file = |krate: Crate, file| ra_ap_hir::EditionedFileId::new(&self.db, file, krate.data(&self.db).edition);
        let files = |krate| (krate, self.files_of(krate).into_iter().map(|id| file(krate, id)).collect());
        let files = self.crates().verified().into_iter().map(files).collect();
        let macros = all.iter().copied().find(|krate| self.crate_name(*krate) == "verus_builtin_macros");
        self.ahead = Ahead::new(&self.db, libraries, outside, files, macros);
    }

    /// Resolves the names in those crates together with the other thread. What all names follow from is resolved then.
    pub(crate) fn resolve_outside(&self) {
        self.ahead.help_with_names(&self.db);
    }

    /// The thread that reads the libraries ahead, once: when it ends, a core is free for other work.
    pub fn take_background(&mut self) -> Option<JoinHandle<()>> {
        self.ahead.take_libraries()
    }

    /// Runs a question with the database attached; a fault of the machinery becomes a diagnostic.
    pub(crate) fn ask<T>(&self, work: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
        let attached = AssertUnwindSafe(|| ra_ap_hir::attach_db(&self.db, work));
        catch_unwind(attached).map_err(|payload| {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
            let message = format!("the front end failed: {text}");
            let error = Diagnostic::error_without_span(Internal::FrontEnd, message);
            Box::new(error.with_help("please report this together with the program"))
        })
    }

    /// Whether a text of the program names a lint, as it does to allow it. The text for rustc says nothing about lints.
    pub fn names_lint(&self, lint: &str) -> bool {
        let sources = self.parts.written.sources();
        let files = self.files_of(self.parts.crates.own()).into_iter();
        files.filter_map(|file| sources.file(FileId(file.index()))).any(|file| file.text.contains(lint))
    }

    /// Whether the crate under verification has a function `main`, so that it is a program.
    pub fn is_program(&self) -> bool {
        let has_main = || {
            let def_map = crate_def_map(&self.db, self.parts.crates.own());
            def_map[def_map.root_module_id()].scope.get(&Name::new_root("main")).values.is_some()
        };
        self.ask(has_main).unwrap_or(true)
    }

    /// The definition whose body holds the block that a module belongs to.
    pub(crate) fn block_owner(&self, module: ModuleId) -> Option<Key> {
        self.block_of(module).map(|(owner, _)| owner)
    }

    /// The same with the number of the block among those of the body that have items.
    pub(crate) fn block_of(&self, module: ModuleId) -> Option<(Key, usize)> {
        self.parts.numbering.block(module.block(&self.db)?)
    }

    /// True for a settled function.
    pub(crate) fn is_settled_key(&self, key: Key) -> bool {
        if !self.parts.written.has_settled() || !matches!(key, Key::Function(_)) {
            return false;
        }
        self.name_span(key).is_some_and(|name| self.parts.written.is_settled(name))
    }

    /// The same for its syntax.
    pub(crate) fn is_settled_node(&self, file: HirFileId, node: &SyntaxNode) -> bool {
        if !self.parts.written.has_settled() {
            return false;
        }
        let name = node.children().find_map(ast::Name::cast);
        name.is_some_and(|name| self.parts.written.is_settled(self.span(file, name.syntax().text_range())))
    }
}
